import CommandLineKit
import FinderEngine
import FinderLists

enum DataUpdate {
  private static let url = Argument(
    "URL", isRequired: false,
    summary: "an http or https address; by default that of the installed dataset")
  private static let mostBytes = Option(
    "max-size", value: "SIZE", summary: "refuse a file larger than SIZE, such as 500kB or 1GB",
    group: "Fetching",
    defaultText: "200MB; for the installed file four times its size, if that is more")
  static let command = Command.command(
    "update", summary: "fetch the installed dataset again, and install it if it changed",
    otherWords: "upgrade download fetch sync pull",
    exits: [.nothingFound, .unavailable],
    about: """
      Without a URL it fetches the address that the installed dataset came from, or repeats the fetch of \
      'finder data fetch'. A dataset that came from a file has no address, and the exit code is 64. If \
      nothing is installed, it fetches \(PublishedList.title) from \(PublishedList.address). The list has \
      the restaurants that took part in the scheme then. Many of them have closed since.

      curl fetches the file over http or https, and only if the server's edition differs from the \
      installed one. Once it is read whole, it is installed as by 'finder data install'. If \
      anything fails before that, nothing is changed: the exit code is 69 if the file cannot be \
      fetched, and 65 if it is not a dataset or has lost more than half of the venues. With --quiet \
      nothing is printed if nothing changed.

      An install, update or rollback that starts meanwhile waits for up to 10 s, then exits with \
      69. A name and password in the URL are used, but not shown or stored. A hash of the name is stored, so \
      that finder can tell users apart. The rest of the URL, such as a token after its ?, is stored and \
      shown.
      """,
    examples: """
      finder data update # fetches it again if it changed
      finder data update https://example.org/venues.geojson.gz # another dataset
      finder data update --exit-status && finder data info # exits with 1 if up to date
      """,
    options: [FetchOptions.force, mostBytes, FetchOptions.timeout] + InstallOptions.common,
    arguments: [url],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let given = try address(invocation)
    let limit = try mostBytes(invocation)
    let timeout = try invocation.seconds(FetchOptions.timeout, default: 300)
    let output = try Output(invocation, inputs: [])
    let source = try given.map { UpdateSource.address($0) } ?? UpdateSource(invocation)
    switch source {
    case .address(let address):
      return try update(
        from: address, invocation, timeout: timeout, mostBytes: limit ?? usualLimit, to: output)
    case .edition(let address, let bytes):
      // Allow the file to grow.
      return try update(
        from: address, invocation, timeout: timeout,
        mostBytes: limit ?? max(usualLimit, bytes.multipliedReportingOverflow(by: 4).partialValue),
        to: output)
    case .fetch(let request):
      return try invocation.fetchAndInstall(
        VenueFetch(request: request, timeout: timeout, mostBytes: limit ?? usualLimit),
        isForced: invocation.has(FetchOptions.force), to: output)
    }
  }

  private static let usualLimit = 200_000_000

  private static func update(
    from address: WebAddress, _ invocation: Invocation, timeout: Double, mostBytes: Int,
    to output: Output
  ) throws -> ExitCode {
    let installer = try invocation.installer()
    let fetch = fetch(address, unless: installer, timeout: timeout, mostBytes: mostBytes)
    let progress = Progress(isQuiet: invocation.has(Options.quiet))
    let started = Timestamp.now
    var hasChanged = false
    switch try fetch.run(progress) {
    case .notModified: installer.noteFetched(started)
    case .fetched(let bytes, let headers):
      let source = DatasetSource(kind: .option, path: FilePath(address.shown))
      let candidate = try DatasetCandidate(bytes, named: address.shown)
      if !invocation.has(FetchOptions.force) {
        try installer.refuseShrunk(
          address.shown, from: installer.presentVenues, to: candidate.venues)
      }
      hasChanged = try installer.install(
        candidate,
        from: .init(
          source: address.shown, fetched: started, etag: headers.etag,
          lastModified: headers.lastModified, user: address.user))
      invocation.diagnostics.note(faultsIn: candidate.tally, of: source)
    }
    return try invocation.answer(installer, "update", changed: hasChanged, to: output) { dataset in
      guard !hasChanged else { return "updated to \(dataset.current.shown)\(dataset.keptClause)" }
      let since = dataset.current.lastModified.map { ", last modified \($0)" } ?? ""
      return "up to date: \(dataset.current.shown)\(since)"
    }
  }

  /// Asks only for an edition other than the installed one, if that is known and came from the same
  /// user: a server may answer each user differently.
  private static func fetch(
    _ address: WebAddress, unless installer: DatasetInstaller, timeout: Double, mostBytes: Int
  ) -> WebFetch {
    var fetch = WebFetch(address: address, timeout: timeout, mostBytes: mostBytes)
    if let known = installer.installed?.current, known.source == address.shown,
      known.user == address.user, address.user != nil || address.credentials == nil,
      installer.isWhole(known)
    {
      (fetch.etag, fetch.lastModified) = (known.etag, known.lastModified)
    }
    return fetch
  }

  /// `nil` if none is given.
  private static func address(_ invocation: Invocation) throws -> WebAddress? {
    guard let text = invocation[url] else { return nil }
    if let address = WebAddress(text) { return address }
    let shown = WebAddress.withoutCredentials(text)
    let how =
      shown == text
      ? meant(by: text).map { "; try: finder data \($0)" } ?? ""
      : " (the part before its last @ is not shown; write / as %2F and @ as %40 in a name or "
        + "password, and @ as %40 after the host)"
    throw invocation.error(url, "\(UsageError.show(shown)) is not an http or https address\(how)")
  }

  /// A file, or an address without its beginning.
  private static func meant(by text: String) -> String? {
    if text != "-", FilePath(text).isAccessible() { return "install \(Invocation.quoted(text))" }
    let host = text.prefix { $0 != "/" }
    let isHost = host.dropFirst().dropLast().contains(".") && !host.contains(":")
    guard isHost, WebAddress("https://\(text)") != nil else { return nil }
    return "update \(Invocation.quoted("https://\(text)"))"
  }

  private static func mostBytes(_ invocation: Invocation) throws -> Int? {
    guard let text = invocation[mostBytes] else { return nil }
    guard let size = Quantity.bytes(text) else {
      throw invocation.error(
        mostBytes, "\(UsageError.show(text)) is not a size: expected a number and kB, MB or GB")
    }
    return size
  }
}

/// What is fetched if nothing is installed.
enum PublishedList {
  static let title = "HM Revenue & Customs' Eat Out to Help Out list (5 August 2020)"
  static let address = "https://beny23.github.io/static-distance-app/restaurants.geojson.gz"
}

/// Where the next edition of a dataset comes from.
private enum UpdateSource {
  /// The user's URL, or that of the published list.
  case address(WebAddress)
  /// The URL of the installed edition, and the edition's size.
  case edition(WebAddress, bytes: Int)
  case fetch(FetchRequest)

  /// The source of the installed edition. Throws if it is unknown.
  init(_ invocation: Invocation) throws {
    let folder = try invocation.dataFolder()
    guard let edition = try InstalledDataset(folder: folder)?.current else {
      if let path = DatasetLocator.handPlaced(in: folder) {
        throw Self.noAddress("\(path) was copied there by hand", path: "\(path)")
      }
      invocation.diagnostics.note(
        "nothing is installed, so this fetches \(PublishedList.title); 'finder data fetch osm POINT "
          + "--radius D --install' fetches current venues")
      self = .address(WebAddress(PublishedList.address)!)
      return
    }
    if let text = edition.request {
      guard let request = FetchRequest(text: text) else {
        throw Failure(
          .badData,
          "\(folder)/\(InstalledDataset.recordName): the recorded fetch cannot be read",
          hint: "  'finder data fetch … --install' fetches it again")
      }
      guard edition.user == nil else {
        throw Failure(
          .usage,
          "the installed dataset was fetched with a name and a password, which are not kept",
          hint:
            "  give them again in the address of --server, as in 'finder data fetch … --install'")
      }
      self = .fetch(request)
    } else if edition.fetched != nil, let address = WebAddress(edition.source) {
      guard edition.user == nil else {
        throw Failure(
          .usage,
          "the installed dataset came from \(address.shown) with a name and a password, which are not stored",
          hint: "  type them again, as in 'finder data update \(address.withPlaceForCredentials)'")
      }
      self = .edition(address, bytes: edition.bytes)
    } else if edition.source == "-" {
      throw Self.noAddress("the installed dataset came from standard input", path: nil)
    } else {
      throw Self.noAddress(
        "the installed dataset came from \(edition.source)", path: edition.source)
    }
  }

  /// A file that is still there may be another edition by now.
  private static func noAddress(_ origin: String, path: String?) -> Failure {
    let isThere = path.map { FilePath($0).isAccessible() } ?? false
    let file = isThere ? Invocation.quoted(path ?? "") : "FILE"
    return Failure(
      .usage, "\(origin), and has no address to fetch",
      hint: UsageError.escape(
        "  finder data install \(file)  installs "
          + (isThere ? "the file as it is now" : "another file")
          + "; finder data update URL  fetches an address; finder data fetch osm POINT --radius D "
          + "--install  fetches from OpenStreetMap"))
  }
}
