import CommandLineKit
import FinderEngine

/// The dataset that a command works on, found and read, with notes about it.
struct LoadedData {
  private(set) var store: VenueStore
  private let loaded: DatasetLoader.Loaded
  private var directory: NameDirectory?
  private let diagnostics: Diagnostics

  var source: DatasetSource { loaded.source }

  init(_ source: DatasetSource, _ invocation: Invocation) throws {
    diagnostics = invocation.diagnostics
    loaded = try DatasetLoader.load(
      source, cache: invocation.cache, successor: { try invocation.dataSource() })
    store = loaded.store
    if source.kind == .sample {
      invocation.diagnostics.note(
        "searching the sample data, whose venues are made up; name your own with --data or FINDER_DATA"
      )
    }
    invocation.diagnostics.note(faultsIn: store.tally, of: source)
  }

  /// Works out an answer and writes it.
  ///
  /// A snapshot may turn out to be damaged while it is used. Then the answer is not written, but
  /// worked out again from the dataset itself.
  mutating func answer(
    to output: Output, _ work: (VenueStore) throws -> Answer
  ) throws -> Int {
    var answer = try work(store)
    if isUseless {
      try reload()
      answer = try work(store)
    }
    return try write(answer, to: output)
  }

  /// The same, for an answer that needs names.
  mutating func answer(
    to output: Output, _ work: (VenueStore, NameDirectory) throws -> Answer
  ) throws -> Int {
    do {
      let names = names()
      let answer = try work(store, names)
      if !isUseless { return try write(answer, to: output) }
    } catch  where isUseless {
      // It may be why there seemed to be no such venue.
    }
    try reload()
    let names = names()
    return try write(work(store, names), to: output)
  }

  private func write(_ answer: consuming Answer, to output: Output) throws -> Int {
    try output.write(answer.bytes)
    try output.finish()
    return answer.found
  }

  /// What `work` finds in the store, by which something other than an answer is decided.
  mutating func look<Result>(_ work: (VenueStore) throws -> Result) throws -> Result {
    let result = try work(store)
    guard isUseless else { return result }
    try reload()
    return try work(store)
  }

  /// What the names of its venues are looked up in. `isDamaged` is to be asked before anything found
  /// there is shown; `answer` does so.
  ///
  /// Where they are to be kept beside a snapshot that is still to be made, the store gets its rows' order
  /// first, so that they need not be worked out twice.
  mutating func names() -> NameDirectory {
    if let directory { return directory }
    if loaded.wouldKeep(store) { store = store.indexed() }
    let names = loaded.names(of: store)
    directory = names
    return names
  }

  private var isUseless: Bool {
    store.isDamaged || store.isCut || directory?.isDamaged == true || directory?.isCut == true
  }

  /// The same, where names are looked up too.
  mutating func lookAgain<Result>(
    _ work: (inout LoadedData) throws -> Result
  ) throws -> Result {
    let result = try work(&self)
    guard isUseless else { return result }
    try reload()
    return try work(&self)
  }

  /// For many queries and many threads: verified, and with an index.
  mutating func storeForManyQueries() throws -> VenueStore {
    store.verifyAll()
    if isUseless { try reload() }
    let indexed = store.indexed()
    // The directory's rows were others.
    if indexed !== store, directory != nil { directory = NameDirectory(of: indexed) }
    store = indexed
    return store
  }

  /// A snapshot with right checksums can still be nonsense, if somebody made it so. A single answer is
  /// then worked out again. A stream's answers are already on their way, so it ends with an error.
  func refuseDamage() throws {
    if store.isCut || directory?.isCut == true {
      throw Failure(
        .writeFailed,
        "the snapshot of \(source.displayName) was cut short while it was in use: these answers may "
          + "lack venues", hint: "  run the command again")
    }
    guard store.isDamaged || directory?.isDamaged == true else { return }
    loaded.drop()
    throw Failure(
      .badData, "the snapshot of \(source.displayName) was damaged: these answers may lack venues",
      hint: "  the snapshot was removed; run the command again")
  }

  /// Keeps a snapshot, for which nobody who reads the answer is to wait, and gives back how finder is
  /// to end. Where there is no memory for a snapshot, it ends like that at once. Whoever has more data
  /// than there is room for is told so once, since each query then takes as long as the first.
  mutating func keep(closing output: Output, before end: ExitCode) throws -> ExitCode {
    let madeNames = loaded.hasPlace ? directory.flatMap { $0.isMapped ? nil : $0 } : nil
    guard loaded.wouldKeep(store) || madeNames != nil else { return end }
    try output.close()
    ProcessEnd.afterAnswer = end
    let outcome = loaded.keep(store)
    noteSize(outcome)
    guard let madeNames, outcome == .kept || store.isMapped else { return end }
    noteSize(loaded.keep(madeNames))
    return end
  }

  private func noteSize(_ outcome: SnapshotCache.Outcome) {
    guard case .tooLarge(let bytes, let limit, true) = outcome else { return }
    diagnostics.note(
      "queries on \(source.displayName) will stay slow: its snapshot would take \(shown(bytes: bytes)), "
        + "and all snapshots together may take \(shown(bytes: limit)); 'finder data install' keeps one "
        + "beside the dataset, and FINDER_CACHE_SIZE sets another limit, such as 10GB")
  }

  private mutating func reload() throws {
    loaded.drop()
    store = try DatasetLoader.load(source)
    directory = nil
  }
}
