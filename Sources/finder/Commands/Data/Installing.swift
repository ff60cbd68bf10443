import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists

// What `data install`, `data update`, `data rollback` and `data fetch --install` share.

extension Invocation {
  func dataFolder() throws -> FilePath {
    guard let folder = locator.dataFolder else { throw InstallError.noDataFolder }
    return folder
  }

  /// The data folder, locked. A note says so if this has to wait for another finder.
  func installer() throws -> DatasetInstaller {
    let diagnostics = diagnostics
    let installer = try DatasetInstaller(folder: try dataFolder(), cache: cache) {
      diagnostics.note("waiting for another finder that is changing the installed dataset")
    }
    PartialDownload.sweep(installer.folder)
    // Finish the work of a command that was stopped. If that fails now, it will fail again later, and is
    // reported then.
    _ = try? keepNews(of: installer, after: .nothing)
    return installer
  }

  /// Notes why queries may still use another dataset.
  private func noteOtherData(_ installer: DatasetInstaller) {
    if let path = environment("FINDER_DATA"), !path.isEmpty {
      diagnostics.note("queries use \(UsageError.show("\(path)")) as long as FINDER_DATA names it")
    } else if let path = (try? settings())?.data {
      diagnostics.note(
        "queries still use \(UsageError.show(path)), set by 'finder config set data'; 'finder config unset "
          + "data' undoes that"
      )
    }
    if let path = installer.handPlacedPath, installer.installed?.path != path {
      let isKept =
        installer.installed.flatMap { dataset in dataset.previous.map(dataset.path) } == path
      diagnostics.note(
        "queries no longer use \(path), which was not installed by finder"
          + (isKept ? "; 'finder data rollback' goes back to it" : ""))
    }
  }

  /// Writes the answer, then keeps the journal of `finder news`.
  func answer(
    _ installer: DatasetInstaller, _ action: String, changed: Bool,
    members: [(inout ByteBuffer) -> Void] = [], to output: Output,
    sentence: (InstalledDataset) -> String
  ) throws -> ExitCode {
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    noteOtherData(installer)
    if installer.lacksSnapshot {
      diagnostics.note(
        "no snapshot could be kept beside the dataset: the first query has to read all of it")
    }
    let isSilent = has(Options.quiet) && !changed && !has(Options.output)
    try write(
      isSilent ? "" : UsageError.escape(sentence(dataset)) + "\n",
      or: [
        { $0.append(key: "action", string: action) },
        { $0.append(key: "changed", bool: changed) },
        { $0.append(key: "path", string: "\(dataset.path)") },
      ] + members + [
        { $0.append(key: "current", edition: dataset.current) },
        { $0.append(key: "previous", edition: dataset.previous) },
      ],
      to: output)
    return try keepNews(
      of: installer, after: action == "rollback" ? .rollback : .install, closing: output,
      before: exitCode(found: changed ? 1 : 0))
  }
}

extension EditionRecord {
  /// `54754 venues from https://…`
  var shown: String {
    "\(counted(venues, "venue")) from \(shownSource)"
  }

  var shownSource: String {
    (inputs.isEmpty ? [source] : inputs).map { $0 == "-" ? "standard input" : $0 }
      .joined(separator: ", ")
  }
}

extension InstalledDataset {
  /// What a rollback would return to, worded as the end of a sentence.
  var keptClause: String {
    previous.map { "; 'finder data rollback' goes back to \($0.shown)" } ?? ""
  }
}

// `data install`, `data update` and `data rollback` keep the journal of `finder news`. If that fails, the
// journal lacks an edition and a note says why; the dataset is still changed.

extension Invocation {
  /// Runs once the answer is out, so that its reader need not wait. If memory runs out, finder exits as if
  /// this had succeeded.
  func keepNews(
    of installer: DatasetInstaller, after step: NewsKeeper.Step, closing output: Output,
    before end: ExitCode
  ) throws -> ExitCode {
    try output.close()
    ProcessEnd.afterAnswer = end
    do throws(NewsError) {
      try keepNews(of: installer, after: step)
    } catch {
      diagnostics.note(
        "'finder news' could not record the changes of this edition: \(error.message)")
    }
    return end
  }

  private func keepNews(
    of installer: DatasetInstaller, after step: NewsKeeper.Step
  ) throws(NewsError) {
    let folder = installer.folder
    let keeper = NewsKeeper(folder: folder) {
      NewsScope(old: $0, new: $1) { $0.polygonText(in: folder) }
    }
    let outcome = try keeper.follow(installer.installed, after: step)
    if let aside = outcome.aside {
      diagnostics.note(
        "the journal of 'finder news' was damaged: it was moved to \(aside), and a new "
          + "one was started")
    }
    if let aside = outcome.foodsAside {
      diagnostics.note(
        "the food notes of 'finder news' were damaged and moved to \(aside); earlier changes can only be "
          + "found by name")
    }
    if let lost = outcome.foodsLost {
      diagnostics.note("'finder news' cannot use its food notes: \(lost.message)")
    }
    if outcome.isPartial {
      diagnostics.note(
        "the area, kinds or sources differ from those of the previous dataset, so 'finder news' compares "
          + "only what both cover")
    }
    if let lost = outcome.lost {
      diagnostics.note("'finder news' does not know what the last edition changed: \(lost.message)")
    }
  }
}

// Fetching venues for `data fetch` and `data update`.

extension Invocation {
  func fetch(_ fetch: VenueFetch) throws -> VenueFetch.Fetched {
    let progress = Progress(isQuiet: has(Options.quiet))
    let fetched: VenueFetch.Fetched
    do { fetched = try fetch.run(progress) } catch let failure as Failure
      where failure.code == .unavailable && fetch.request.sources.contains(.osm)
    {
      throw failure.adding(
        "  a file needs no server: 'finder help data' says where a country's or a county's is")
    }
    progress.wipe()
    for note in fetched.notes { diagnostics.note(note) }
    return fetched
  }

  /// Fetches everything before locking the data folder, since fetching may take minutes.
  func fetchAndInstall(_ fetch: VenueFetch, isForced: Bool, to output: Output) throws -> ExitCode {
    // Do not fetch what cannot be installed.
    try installer().refuseReadOnly()
    let started = Timestamp.now
    let fetched = try self.fetch(fetch)
    let request = fetched.request
    let name = request.description
    let candidate = try DatasetCandidate(fetched.document, named: name)
    let installer = try installer()
    if !isForced, installer.installed?.current.request == request.text {
      // One of several sources may fail on its own.
      for (source, venues) in fetched.counts where fetched.counts.count > 1 {
        let present = installer.installed?.current.sources[source.rawValue]
        try installer.refuseShrunk(source.publisher, from: present, to: venues, "that it had")
      }
      try installer.refuseShrunk(name, from: installer.presentVenues, to: candidate.venues)
    }
    let counts = fetched.counts.map { ($0.source.rawValue, $0.venues) }
    let hasChanged = try installer.install(
      candidate,
      from: .init(
        source: name, fetched: started, user: request.user, request: request.text,
        sources: Dictionary(uniqueKeysWithValues: counts)))
    noteOutsideCamera(candidate)
    return try answer(installer, path.last ?? "", changed: hasChanged, to: output) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : "up to date: \(dataset.current.shown)"
    }
  }
}

extension DatasetInstaller {
  /// A fault at the source is more likely than half of all venues closing.
  func refuseShrunk(
    _ name: String, from present: Int?, to venues: Int, _ which: String = "that are installed"
  ) throws {
    guard let present, venues < present - venues else { return }
    throw Failure(
      .badData,
      "\(name) has \(counted(venues, "venue")), less than half of the \(present) \(which): "
        + "nothing was changed",
      hint: "  --force installs it anyway")
  }
}
