import CommandLineKit
import FinderEngine
import FinderLists

/// Fetches a file with `curl` into the data folder. A download that was cut short is resumed (see
/// `PartialDownload`).
///
///     let download = Download(address: address, checkedEdition: { edition }, timeout: 3600)
///     guard let file = try download.run(in: folder, diagnostics, progress) else { … nothing new … }
///     let venues = try [file].reading { try VenueFile.read(file.input(settings), settings) }
///     … install them, with file.origin(of: venues, settings.choice) …
///     file.discard()
struct Download {
  let address: WebAddress
  /// Checks that an edition can be installed. Returns the one installed from the address, if any, which is
  /// not fetched again. Called when no other process is fetching the same file.
  let checkedEdition: () throws -> EditionRecord?
  /// In seconds. A country's file takes an hour on a slow line; curl itself ends a download that stalls.
  var timeout = 86_400.0
  /// In bytes; `nil` if only the disk sets a limit.
  var mostBytes: Int?

  /// `nil` if the server has nothing newer than the known edition.
  func run(
    in folder: FilePath, _ diagnostics: Diagnostics, _ progress: Progress
  ) throws -> DownloadedFile? {
    defer { progress.wipe() }
    // Checked before a folder is created.
    guard ChildProgram.search("curl") != nil else { throw fetch([]).noCurl }
    let started = Timestamp.now
    let partial = try partial(folder, diagnostics)
    do {
      let known = Self.conditions(unless: try checkedEdition())
      var outcome = try attempt(partial, known, progress)
      if outcome == .notTheRest { outcome = try attempt(partial, known, progress) }
      guard outcome == .fetched else {
        partial.discard()
        return nil
      }
      return DownloadedFile(address: address, started: started, partial)
    } catch {
      partial.leave()
      throw partial.isKept ? resumable(partial, error) : error
    }
  }

  private func partial(
    _ folder: FilePath, _ diagnostics: Diagnostics
  ) throws -> PartialDownload {
    do throws(FileError) {
      return try PartialDownload(of: address, in: folder, mostBytes: mostBytes) {
        diagnostics.note("waiting for another finder that is fetching \(address.shown)")
      }
    } catch {
      guard case .busy = error else { throw error }
      throw Failure(
        .unavailable, "another finder is fetching \(address.shown)",
        hint: "  try again when it has finished")
    }
  }

  private enum Outcome {
    case fetched
    case nothingNew
    /// The server did not send the rest that was asked for. The next attempt asks for all.
    case notTheRest
  }

  private func attempt(
    _ partial: PartialDownload, _ known: [String], _ progress: Progress
  ) throws -> Outcome {
    let fetch = fetch(known + partial.conditions)
    let asksForTheRest = !partial.conditions.isEmpty
    var (end, answer) = try fetch.exchange { answer in
      let isReceiving = partial.received > 0 && answer.headers.isFinal
      progress.show(
        received: isReceiving ? partial.received : 0, of: partial.length, from: partial.begun)
    } take: {
      partial.take($0, $1)
    }
    let status = answer.headers.status
    if [200, 206].contains(status) {
      (answer.received, answer.length) = (partial.received, partial.length)
    }
    if asksForTheRest, status == 416 || partial.fault?.isNotTheRest ?? false {
      partial.startAgain()
      return .notTheRest
    }
    if let fault = partial.fault { throw failure(fault, fetch) }
    if case .unwanted = end { throw fetch.refused(answer.headers) }
    try fetch.refuse(end, answer)
    switch status {
    case 304 where !known.isEmpty: return .nothingNew
    case 200,
      206 where asksForTheRest:
      do throws(PartialDownload.Fault) {
        try partial.end(answer.headers)
      } catch {
        guard !error.isNotTheRest else {
          partial.startAgain()
          return .notTheRest
        }
        throw failure(error, fetch)
      }
      return .fetched
    default: throw fetch.refused(answer.headers)
    }
  }

  private func fetch(_ conditions: [String]) -> WebFetch {
    WebFetch(address: address, conditions: conditions, timeout: timeout, mostBytes: mostBytes)
  }

  /// The server answers 304 if it has no newer edition than the known one.
  private static func conditions(unless known: EditionRecord?) -> [String] {
    [
      known?.etag.map { "If-None-Match: \($0)" },
      known?.lastModified.map { "If-Modified-Since: \($0)" },
    ].compactMap { $0 }
  }

  private func failure(_ fault: PartialDownload.Fault, _ fetch: WebFetch) -> any Error {
    switch fault {
    case .file(let error): error
    case .isNotTheRest:
      fetch.failure("the server sent the wrong part of the file")
    case .tooLarge(let limit): fetch.tooLarge(limit)
    case .endless(let limit):
      fetch.tooLarge(limit, "the limit if the server does not state the size")
    case .noRoom(let needed, let free, let folder):
      Failure(
        .writeFailed,
        "no room for \(address.shown) in \(folder): it takes \(shown(bytes: needed)), and "
          + "\(shown(bytes: free)) are free")
    case .otherLength(let received, let announced):
      fetch.failure("received \(received) bytes, but the server announced \(announced)")
    }
  }

  private func resumable(_ partial: PartialDownload, _ error: any Error) -> any Error {
    guard let failure = error as? Failure, failure.hint == nil else { return error }
    let whole = partial.length.map { " of \(shown(bytes: $0))" } ?? ""
    return Failure(
      failure.code, failure.message,
      hint:
        "  \(shown(bytes: partial.received))\(whole) is kept; run the same command again to resume")
  }
}

extension PartialDownload.Fault {
  fileprivate var isNotTheRest: Bool { if case .isNotTheRest = self { true } else { false } }
}

/// A completely fetched file, until it is discarded.
struct DownloadedFile {
  let address: WebAddress
  /// When the server was asked.
  let started: String
  private let partial: PartialDownload

  fileprivate init(address: WebAddress, started: String, _ partial: PartialDownload) {
    (self.address, self.started, self.partial) = (address, started, partial)
  }

  var path: FilePath { partial.path }

  /// Messages name the file by its address.
  func input(_ settings: VenueFile.Settings) throws -> VenueInput {
    try VenueInput(
      path, named: address.shown, columns: settings.columns, encoding: settings.encoding)
  }

  /// The origin of an edition made from its venues with this choice.
  func origin(of venues: VenueFile, _ choice: VenueChoice) -> DatasetInstaller.Origin {
    var origin = DatasetInstaller.Origin(
      source: address.shown, fetched: started, etag: partial.head?.etag,
      lastModified: partial.head?.lastModified,
      // For other files this would be the time of the download; the server's date is in `lastModified`.
      modified: venues.form == .extract ? venues.modified.map { Timestamp.text($0) } : nil,
      user: address.user)
    origin.note(choice, from: [venues])
    return origin
  }

  /// Call this once the file has been used. Until then, other processes that fetch the same address wait. If
  /// this process is stopped first, the next one finds the file.
  func discard() { partial.discard() }

  /// Call this if the file cannot be installed now, but may be later.
  func leave() { partial.leave() }
}

extension [DownloadedFile] {
  /// Discards the files if `body` throws: they cannot be used.
  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      for file in self { file.discard() }
      throw error
    }
  }
}

enum DownloadOptions {
  static let mostBytes = Option(
    "max-size", value: "SIZE", summary: "refuse a file larger than SIZE, such as 500kB or 1GB",
    group: "Fetching",
    defaultText:
      "what the disk has room for; \(shown(bytes: PartialDownload.mostUnannounced)) where the "
      + "server does not say the size")
  static let timeout = FetchOptions.timeout.with(
    summary: "give up after this time; the next try resumes the download",
    defaultText: "300; a day for a file, if at least 1 kB a second arrives")
  /// For the commands that take an address.
  static let all = [mostBytes, timeout]
}

// Shared by `data install` and `data update`: a file at an address.

extension Invocation {
  /// Fetches the file; returns `nil` if the installed edition was made with the same choice, and the server
  /// has nothing newer. Without a choice, the file is always fetched. Reads `DownloadOptions`.
  func download(
    _ address: WebAddress, unlessInstalledBy choice: VenueChoice?, mostBytes standard: Int? = nil
  ) throws -> DownloadedFile? {
    let folder = try dataFolder()
    var download = Download(address: address) {
      let installer = try self.installer()
      // Nothing should be fetched that cannot be installed.
      try installer.refuseReadOnly()
      return choice.flatMap { installer.edition(from: address, $0) }
    }
    download.timeout = try seconds(DownloadOptions.timeout, default: download.timeout)
    download.mostBytes = try mostBytes() ?? standard
    return try download.run(in: folder, diagnostics, Progress(isQuiet: has(Options.quiet)))
  }

  func mostBytes() throws -> Int? {
    guard let text = self[DownloadOptions.mostBytes] else { return nil }
    guard let size = Quantity.bytes(text) else {
      throw error(
        DownloadOptions.mostBytes,
        "\(UsageError.show(text)) is not a size: expected a number and kB, MB or GB")
    }
    return size
  }
}

extension DatasetInstaller {
  /// The installed edition, if the server need not send it again: it is complete, was made with the same
  /// choice, and was fetched by the same user. A server may answer each user differently.
  fileprivate func edition(from address: WebAddress, _ choice: VenueChoice) -> EditionRecord? {
    guard let known = installed?.current, known.source == address.shown,
      known.user == address.user, address.user != nil || address.credentials == nil,
      known.request == nil, choice.isThat(of: known), isWhole(known)
    else { return nil }
    return known
  }
}
