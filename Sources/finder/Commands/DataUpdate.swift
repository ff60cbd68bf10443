import CommandLineKit
import FinderEngine

/// `finder data update`: fetch the published dataset, if it is another than the installed one.
enum DataUpdate {
  private static let published =
    "https://beny23.github.io/static-distance-app/restaurants.geojson.gz"

  private static let url = Argument(
    "URL", isRequired: false,
    summary: "an http or https address; that of the published dataset where none is given")
  private static let force = Option(
    "force", summary: "install a dataset that has less than half the venues of the present one",
    group: "Fetching")
  private static let mostBytes = Option(
    "max-size", value: .text("SIZE"), summary: "refuse a file larger than 500kB, 200MB or 1GB",
    group: "Fetching", defaultText: "200MB")
  private static let timeout = Option(
    "timeout", value: .number("SECONDS"), summary: "give up when it takes longer",
    group: "Fetching", defaultText: "300")

  static let command = Command.command(
    "update", summary: "fetch the published dataset",
    about: """
      The file is fetched by curl, over http or https, and only if the server has another than the \
      one installed. It is installed as by 'finder data install', once it was read whole. Whatever \
      goes wrong before that changes nothing: it ends with 69 where the file cannot be had, and with \
      65 where it is no dataset or has lost more than half its venues. Where no URL is given, the \
      published dataset is at \(published).

      Until it has ended, an install, update or rollback that is started beside it waits for up to \
      10 s, and then ends with 69. A name and password in the URL are used, and neither shown nor written down; what else \
      stands in it, such as a token behind its ?, is kept in the record of the dataset and shown.
      """,
    examples: [
      Example("finder data update", "the published dataset, if it is newer"),
      Example("finder data update https://example.org/venues.geojson.gz", "another one"),
      Example(
        "finder data update --exit-status && finder data info", "exits with 1 when up to date"),
    ],
    options: [force, mostBytes, timeout] + InstallOptions.common, arguments: [url],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let address = try address(invocation)
    let mostBytes = try mostBytes(invocation)
    let timeout = try timeout(invocation)
    let output = try Output(invocation, inputs: [])
    let installer = try invocation.installer()
    tellOfOtherAddress(invocation, installer, address)

    var fetch = WebFetch(address: address, timeout: timeout, mostBytes: mostBytes)
    // A server may have something else for everybody who has a password, and the record does not
    // tell whose an edition is.
    let isAnybodys = address.credentials == nil
    if isAnybodys, let known = installer.installed?.current, known.source == address.shown,
      installer.isWhole(known)
    {
      (fetch.etag, fetch.lastModified) = (known.etag, known.lastModified)
    }
    var progress = FetchProgress(isQuiet: invocation.has(Options.quiet))
    let started = Timestamp.now
    var hasChanged = false
    switch try fetch.run(&progress) {
    case .notModified: installer.noteFetched(started)
    case .fetched(let bytes, let headers):
      let source = DatasetSource(kind: .option, path: address.shown)
      let candidate = try DatasetCandidate(bytes, named: address.shown)
      if !invocation.has(force) { try refuseShrunk(candidate, installer, address) }
      hasChanged = try installer.install(
        candidate,
        from: .init(
          source: address.shown, fetched: started, etag: isAnybodys ? headers.etag : nil,
          lastModified: isAnybodys ? headers.lastModified : nil))
      invocation.tell(of: candidate, from: source)
    }
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    invocation.tellOfOtherData(installer)
    return try invocation.answer(
      dataset, "update", changed: hasChanged, sentence: sentence(dataset, hasChanged), to: output)
  }

  private static func sentence(_ dataset: InstalledDataset, _ hasChanged: Bool) -> String {
    guard !hasChanged else { return "updated to \(dataset.current.shown)\(dataset.keptClause)" }
    let since = dataset.current.lastModified.map { ", unchanged since \($0)" } ?? ""
    return "up to date: \(dataset.current.shown)\(since)"
  }

  /// Half of a dataset is more likely to be a fault at its source than half of all venues closed.
  private static func refuseShrunk(
    _ candidate: DatasetCandidate, _ installer: DatasetInstaller, _ address: WebAddress
  ) throws {
    guard let present = installer.presentVenues, candidate.venues < present - candidate.venues
    else { return }
    throw Failure(
      .badData,
      "\(address.shown) has \(counted(candidate.venues, "venue")), less than half of the \(present) "
        + "that are installed: nothing was changed",
      hint: "  --force installs it all the same")
  }

  /// Whoever fetched from elsewhere and now names nothing should see what happens.
  private static func tellOfOtherAddress(
    _ invocation: Invocation, _ installer: DatasetInstaller, _ address: WebAddress
  ) {
    guard invocation[url] == nil, let known = installer.installed?.current,
      known.fetched != nil, known.source != address.shown
    else { return }
    invocation.diagnostics.note(
      "the installed dataset came from \(known.source); this fetches the published one")
  }

  // MARK: What users type

  private static func address(_ invocation: Invocation) throws -> WebAddress {
    let text = invocation[url] ?? published
    guard let address = WebAddress(text) else {
      let shown = WebAddress.withoutCredentials(text)
      let how =
        shown == text
        ? ""
        : " (what stands before its last @ is not shown; in a name or password write / as %2F and "
          + "@ as %40, and after the host write @ as %40)"
      throw invocation.error(
        url, "\(UsageError.show(shown)) is not an http or https address\(how)")
    }
    return address
  }

  private static func mostBytes(_ invocation: Invocation) throws -> Int {
    guard let text = invocation[mostBytes] else { return 200_000_000 }
    guard let size = ByteSize.bytes(text) else {
      throw invocation.error(
        mostBytes, "\(UsageError.show(text)) is not a size: expected a number and kB, MB or GB")
    }
    return size
  }

  private static func timeout(_ invocation: Invocation) throws -> Double {
    guard let seconds = try invocation.number(timeout) else { return 300 }
    guard seconds >= 0.001, seconds <= 86_400 else {
      throw invocation.error(timeout, "\(shown(seconds)) is out of range (0.001…86400)")
    }
    return seconds
  }
}
