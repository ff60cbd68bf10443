import CommandLineKit
import FinderEngine
import FinderLists

// What `data fetch` and `data update` have in common: venues fetched by what was asked for.

extension Invocation {
  func fetch(_ fetch: VenueFetch) throws -> VenueFetch.Fetched {
    let progress = Progress(isQuiet: has(Options.quiet))
    let fetched = try fetch.run(progress)
    progress.wipe()
    for note in fetched.notes { diagnostics.note(note) }
    return fetched
  }

  /// Fetched whole while the data folder is not locked, since that may take minutes.
  func fetchAndInstall(
    _ fetch: VenueFetch, isForced: Bool, to output: Output
  ) throws -> ExitCode {
    // No server is asked for what cannot be installed.
    try installer().refuseReadOnly()
    let started = Timestamp.now
    let fetched = try self.fetch(fetch)
    let request = fetched.request
    let name = request.description
    let candidate = try DatasetCandidate(fetched.document, named: name)
    let installer = try installer()
    if !isForced, installer.installed?.current.request == request.text {
      try installer.refuseShrunk(fetched.counts)
      try installer.refuseShrunk(candidate, named: name)
    }
    let counts = fetched.counts.map { ($0.source.rawValue, $0.venues) }
    let hasChanged = try installer.install(
      candidate,
      from: .init(
        source: name, fetched: started, request: request.text,
        sources: Dictionary(uniqueKeysWithValues: counts)))
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
    try refuseShrunk(name, from: presentVenues, to: candidate.venues, "that are installed")
  }

  /// One of several sources may fail alone.
  fileprivate func refuseShrunk(_ counts: [(source: FetchSource, venues: Int)]) throws {
    guard counts.count > 1 else { return }
    for (source, venues) in counts {
      let present = installed?.current.sources[source.rawValue]
      try refuseShrunk(source.publisher, from: present, to: venues, "that it had")
    }
  }

  private func refuseShrunk(
    _ name: String, from present: Int?, to venues: Int, _ which: String
  ) throws {
    guard let present, venues < present - venues else { return }
    throw Failure(
      .badData,
      "\(name) has \(counted(venues, "venue")), less than half of the \(present) \(which): "
        + "nothing was changed",
      hint: "  --force installs it anyway")
  }
}
