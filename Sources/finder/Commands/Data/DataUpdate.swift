import CommandLineKit
import FinderEngine
import FinderLists

enum DataUpdate {
  private static let url = Argument(
    "URL", isRequired: false,
    summary: "an http or https address; by default that of the installed dataset")
  static let command = Command.command(
    "update", summary: "fetch the installed dataset again, and install it if it changed",
    otherWords: "upgrade download fetch sync pull",
    exits: [.nothingFound, .unavailable],
    about: """
      Without a URL it fetches the address that the installed dataset came from, or repeats the \
      fetch of 'finder data fetch'. A dataset that came from a file has no address, and the exit \
      code is 64. If nothing is installed, it fetches \(PublishedList.title) from \
      \(PublishedList.address). It lists the restaurants that took part in the scheme at that \
      time. Many of them have closed since.

      The file may be any that 'finder data install' takes, such as a country's of several \
      gigabytes. It is read with the options that the last install had (--name-column, --encoding \
      and so on), and the same venues are chosen from it (--kinds, --bbox, --polygon, --private).

      curl fetches the file over http or https, and only if the server's edition differs from the \
      installed one. It is kept in the data folder until it is installed. If the download is \
      interrupted, as by Ctrl-C, the next update of the same URL resumes it, if the server still \
      has the same edition. An unfinished download is removed after two weeks.

      Once the whole file has been read, it is installed as by 'finder data install'. If \
      anything fails before that, nothing is changed: the exit code is 69 if the file cannot be \
      fetched, 74 if the disk has no room for it, and 65 if it is not a dataset or has lost more than half \
      of the venues. With --quiet nothing is printed if nothing changed.

      An install, update or rollback that starts in the meantime waits for up to 10 s, then exits \
      with 69. A name and password in the URL are used, but not shown or stored. A hash of the \
      name is stored, so that finder can tell users apart. The rest of the URL, such as a token \
      after its ?, is stored and shown.
      """,
    examples: """
      finder data update # fetches it again if it changed
      finder data update https://example.org/venues.geojson.gz # another dataset
      finder data update --exit-status && finder data info # exits with 1 if up to date
      """,
    options: [FetchOptions.force] + DownloadOptions.all + InstallOptions.common,
    arguments: [url],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let given = try address(invocation)
    let limit = try invocation.mostBytes()
    let timeout = try invocation.seconds(FetchOptions.timeout, default: 300)
    let output = try Output(invocation, inputs: [])
    switch try given.map({ UpdateSource.address($0) }) ?? UpdateSource(invocation) {
    case .published:
      return try update(
        from: WebAddress(PublishedList.address)!, invocation, mostBytes: usualLimit, to: output)
    case .address(let address): return try update(from: address, invocation, to: output)
    case .fetch(let request):
      return try invocation.fetchAndInstall(
        VenueFetch(request: request, timeout: timeout, mostBytes: limit ?? usualLimit),
        isForced: invocation.has(FetchOptions.force), to: output)
    }
  }

  /// The most bytes fetched from an address that the user has not named. Files of venues are smaller.
  private static let usualLimit = 200_000_000

  private static func update(
    from address: WebAddress, _ invocation: Invocation, mostBytes: Int? = nil, to output: Output
  ) throws -> ExitCode {
    let choice = try choice(from: address, invocation)
    let started = Timestamp.now
    let file = try invocation.download(
      address, unlessInstalledBy: choice, mostBytes: mostBytes)
    var hasChanged = false
    let installer: DatasetInstaller
    if let file {
      let (read, candidate) = try [file].reading {
        let read = try Self.read(file, choice, invocation)
        return (read, try read.candidate())
      }
      do {
        installer = try invocation.installer()
        if !invocation.has(FetchOptions.force) {
          try installer.refuseShrunk(
            address.shown, from: installer.presentVenues, to: candidate.venues)
        }
      } catch {
        file.leave()
        throw error
      }
      defer { file.discard() }
      hasChanged = try installer.install(candidate, from: file.origin(of: read.files[0], choice))
      read.report.note(candidate)
      if hasChanged { invocation.noteOutsideCamera(candidate) }
    } else {
      installer = try invocation.installer()
      if installer.installed?.current.source == address.shown { installer.noteFetched(started) }
    }
    return try invocation.answer(installer, "update", changed: hasChanged, to: output) { dataset in
      guard !hasChanged else { return "updated to \(dataset.current.shown)\(dataset.keptClause)" }
      let since = dataset.current.lastModified.map { ", last modified \($0)" } ?? ""
      return "up to date: \(dataset.current.shown)\(since)"
    }
  }

  private static func read(
    _ file: DownloadedFile, _ choice: VenueChoice, _ invocation: Invocation
  ) throws -> ReadFiles {
    var settings = try invocation.fileSettings()
    settings.choice = choice
    return try ReadFiles(
      try invocation.venueFiles([file.input(settings)], settings), invocation)
  }

  /// The choice and the reading options of the installed dataset, if it came from this address.
  private static func choice(
    from address: WebAddress, _ invocation: Invocation
  ) throws -> VenueChoice {
    guard let installed = try InstalledDataset(folder: try invocation.dataFolder())?.current,
      installed.source == address.shown
    else { return VenueChoice() }
    var choice = try invocation.choice(of: installed)
    if let text = installed.reading {
      guard let reading = ReadingOptions(text: text) else {
        throw Failure(
          .badData,
          "\(try invocation.dataFolder())/\(InstalledDataset.recordName): the options that "
            + "\(address.shown) was read with are damaged",
          hint: "  run 'finder data install URL' with the same options again")
      }
      choice.reading = reading
    }
    return choice
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

  /// What the user may have meant: a file, or an address without its scheme.
  private static func meant(by text: String) -> String? {
    if text != "-", FilePath(text).isAccessible() { return "install \(Invocation.quoted(text))" }
    let host = text.prefix { $0 != "/" }
    let isHost = host.dropFirst().dropLast().contains(".") && !host.contains(":")
    guard isHost, WebAddress("https://\(text)") != nil else { return nil }
    return "update \(Invocation.quoted("https://\(text)"))"
  }
}

/// What is fetched if nothing is installed.
enum PublishedList {
  static let title = "HM Revenue & Customs' Eat Out to Help Out list (5 August 2020)"
  static let address = "https://beny23.github.io/static-distance-app/restaurants.geojson.gz"
}

/// Where the next edition of a dataset comes from.
private enum UpdateSource {
  /// Nothing is installed.
  case published
  /// The user's URL, or that of the installed edition.
  case address(WebAddress)
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
      self = .published
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
      self = .address(address)
    } else if !edition.inputs.isEmpty {
      throw Self.several(edition)
    } else if edition.source == "-" {
      throw Self.noAddress("the installed dataset came from standard input", path: nil)
    } else {
      throw Self.noAddress(
        "the installed dataset came from \(edition.source)", path: edition.source)
    }
  }

  /// Any of them may have changed, so all must be merged again.
  private static func several(_ edition: EditionRecord) -> Failure {
    let hasOptions = edition.choice != nil || edition.reading != nil
    let files = edition.inputs.map { $0 == "-" ? $0 : Invocation.quoted($0) }
    return Failure(
      .usage,
      "the installed dataset came from several files: \(edition.shownSource)",
      hint: UsageError.escape(
        "  finder data install \(files.joined(separator: " "))  installs them as they are now"
          + (hasOptions ? ", with the options that you gave" : "")))
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
