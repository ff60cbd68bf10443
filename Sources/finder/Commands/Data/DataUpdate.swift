import CommandLineKit
import FinderEngine

enum DataUpdate {
  private static let published =
    "https://beny23.github.io/static-distance-app/restaurants.geojson.gz"

  private static let url = Argument(
    "URL", isRequired: false,
    summary:
      "an http or https address; by default what 'data fetch' asked for, else that of the published dataset"
  )
  private static let mostBytes = Option(
    "max-size", value: "SIZE", summary: "refuse a file larger than SIZE, such as 500kB or 1GB",
    group: "Fetching", defaultText: "200MB")
  static let command = Command.command(
    "update", summary: "fetch the published dataset, and install it if it changed",
    otherWords: "upgrade download fetch sync pull",
    exits: [.nothingFound, .unavailable],
    about: """
      curl fetches the file over http or https, and only if the server's edition differs from the \
      installed one. Once it is read whole, it is installed as by 'finder data install'. If \
      anything fails before that, nothing is changed: the exit code is 69 if the file cannot be \
      fetched, and 65 if it is not a dataset or has lost more than half of the venues. The \
      published dataset is at \(published). Where the installed dataset came from 'finder data fetch', \
      the same is asked for again instead, unless there is a URL.

      An install, update or rollback that starts meanwhile waits for up to 10 s, then exits with \
      69. A name and password in the URL are used, but neither shown nor recorded. The rest of the \
      URL, such as a token after its ?, is recorded and shown.
      """,
    examples: """
      finder data update # the published dataset, if it changed
      finder data update https://example.org/venues.geojson.gz # another dataset
      finder data update --exit-status && finder data info # exits with 1 if up to date
      """,
    options: [FetchOptions.force, mostBytes, FetchOptions.timeout] + InstallOptions.common,
    arguments: [url],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let address = try address(invocation)
    let mostBytes = try mostBytes(invocation)
    let timeout = try invocation.seconds(FetchOptions.timeout, default: 300)
    let output = try Output(invocation, inputs: [])
    if invocation[url] == nil, let request = try invocation.fetchedRequest() {
      return try invocation.fetchAndInstall(
        VenueFetch(request: request, timeout: timeout, mostBytes: mostBytes),
        isForced: invocation.has(FetchOptions.force), to: output)
    }
    let installer = try invocation.installer()
    if invocation[url] == nil, let known = installer.installed?.current, known.fetched != nil,
      known.source != address.shown
    {
      invocation.diagnostics.note(
        "the installed dataset came from \(known.source); this fetches the published one")
    }

    let isPublic = address.credentials == nil
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
          source: address.shown, fetched: started, etag: isPublic ? headers.etag : nil,
          lastModified: isPublic ? headers.lastModified : nil))
      invocation.diagnostics.note(faultsIn: candidate.tally, of: source)
    }
    return try invocation.answer(installer, "update", changed: hasChanged, to: output) { dataset in
      guard !hasChanged else { return "updated to \(dataset.current.shown)\(dataset.keptClause)" }
      let since = dataset.current.lastModified.map { ", unchanged since \($0)" } ?? ""
      return "up to date: \(dataset.current.shown)\(since)"
    }
  }

  /// Asks only for another edition than the installed one, if that is known. A server may answer each user
  /// differently, and the record does not say whose an edition is.
  private static func fetch(
    _ address: WebAddress, unless installer: DatasetInstaller, timeout: Double, mostBytes: Int
  ) -> WebFetch {
    var fetch = WebFetch(address: address, timeout: timeout, mostBytes: mostBytes)
    if address.credentials == nil, let known = installer.installed?.current,
      known.source == address.shown, installer.isWhole(known)
    {
      (fetch.etag, fetch.lastModified) = (known.etag, known.lastModified)
    }
    return fetch
  }

  private static func address(_ invocation: Invocation) throws -> WebAddress {
    let text = invocation[url] ?? published
    guard let address = WebAddress(text) else {
      let shown = WebAddress.withoutCredentials(text)
      let how =
        shown == text
        ? ""
        : " (the part before its last @ is not shown; write / as %2F and @ as %40 in a name or "
          + "password, and @ as %40 after the host)"
      throw invocation.error(url, "\(UsageError.show(shown)) is not an http or https address\(how)")
    }
    return address
  }

  private static func mostBytes(_ invocation: Invocation) throws -> Int {
    guard let text = invocation[mostBytes] else { return 200_000_000 }
    guard let size = Quantity.bytes(text) else {
      throw invocation.error(
        mostBytes, "\(UsageError.show(text)) is not a size: expected a number and kB, MB or GB")
    }
    return size
  }
}
