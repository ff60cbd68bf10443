import CommandLineKit
import FinderEngine

// What `data fetch` and `data update` have in common: venues fetched by what was asked for.

extension Invocation {
  func fetch(_ fetch: VenueFetch) throws -> VenueFetch.Fetched {
    let progress = Progress(isQuiet: has(Options.quiet))
    let fetched = try fetch.run(progress)
    progress.wipe()
    for note in fetched.notes { diagnostics.note(note) }
    return fetched
  }

  /// Fetched whole before the data folder is locked, since that may take minutes.
  func fetchAndInstall(
    _ fetch: VenueFetch, isForced: Bool, to output: Output
  ) throws -> ExitCode {
    let started = Timestamp.now
    let request = fetch.request
    let fetched = try self.fetch(fetch)
    let name = request.description
    let candidate = try DatasetCandidate(fetched.document, named: name)
    let installer = try installer()
    if !isForced, installer.installed?.current.request == request.text {
      try installer.refuseShrunk(candidate, named: name)
    }
    let hasChanged = try installer.install(
      candidate, from: .init(source: name, fetched: started, request: request.text))
    return try answer(installer, path.last ?? "", changed: hasChanged, to: output) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : "up to date: \(dataset.current.shown)"
    }
  }

  /// What the installed dataset was fetched by; `nil` for one that came in another way.
  func fetchedRequest() throws -> FetchRequest? {
    let folder = try dataFolder()
    guard let text = try InstalledDataset(folder: folder)?.current.request else { return nil }
    if let request = FetchRequest(text: text) { return request }
    throw Failure(
      .badData,
      "\(folder)/\(InstalledDataset.recordName): what was fetched cannot be asked for again",
      hint: "  'finder data fetch … --install' asks anew")
  }
}

extension DatasetInstaller {
  /// A fault at the source is likelier than half of all venues closing.
  func refuseShrunk(_ candidate: DatasetCandidate, named name: String) throws {
    guard let present = presentVenues, candidate.venues < present - candidate.venues else { return }
    throw Failure(
      .badData,
      "\(name) has \(counted(candidate.venues, "venue")), less than half of the \(present) "
        + "that are installed: nothing was changed",
      hint: "  --force installs it anyway")
  }
}
