import CommandLineKit
import FinderEngine
import FinderOwn

/// A command's dataset, found and read once, when it is first needed: some points need it (a postcode, a
/// venue), and the answer always does.
///
///     let data = SearchData(invocation)
///     let answer = try data.answer { venues in … venues.store … venues.names() … }
///     try data.write(answer, to: output)
///     return try data.keep(closing: output, before: .success)
///
/// A snapshot, or the file of names beside it, may turn out to be damaged while in use. Any result so far may
/// then be wrong, and so may an error, such as that there is no such venue. So `answer` removes both files
/// and runs again on the dataset itself. What it runs must allow that: it captures nothing mutable, which the
/// compiler checks (`@Sendable`), and returns everything there is to print or keep.
final class SearchData {
  private let invocation: Invocation
  private let isSilent: Bool
  private var located: Located?
  private var opened: OpenedVenues?
  /// For many queries, even if names have since been looked up in other venues.
  private var openedForMany: OpenedVenues?
  private var manyUseNames = false
  private var talliesToKeep: VisitTallies?
  /// What the note on the sample refers to: the point as typed or in degrees, or the box of a polygon.
  private var askedText: String?
  var askedPoint: Coordinate?
  var askedBox: BoundingBox?
  private var isFindingPoint = false
  private var owesSampleNote = false

  /// A class, since an optional large struct is slow for the runtime to describe.
  private final class Located {
    let source: DatasetSource
    init(_ source: DatasetSource) { self.source = source }
  }

  /// For the invocation's dataset, or for another one without any notes.
  init(_ invocation: Invocation, silently source: DatasetSource? = nil) {
    self.invocation = invocation
    isSilent = source != nil
    located = source.map { Located($0) }
  }

  /// Where the data comes from. Reads nothing yet.
  func source() throws -> DatasetSource {
    if let located { return located.source }
    let source = try invocation.dataSource()
    located = Located(source)
    return source
  }

  private func open() throws -> OpenedVenues {
    if let opened { return opened }
    let source = try source()
    if source.kind != .stdin, invocation.has(Options.verify) {
      identityBefore = KeptIdentity(DatasetIdentity(ofFile: source.path))
    }
    let opened = OpenedVenues(
      try DatasetLoader.load(
        source, cache: invocation.cache, successor: { try invocation.dataSource() }))
    self.opened = opened
    guard !isSilent else { return opened }
    owesSampleNote = source.kind == .sample
    invocation.diagnostics.note(faultsIn: opened.store.tally, of: source)
    return opened
  }

  // MARK: The point

  /// Runs `find` for the point typed as `text`, which may read the dataset.
  func findingPoint(
    typed text: String, _ find: () throws -> GivenPoint
  ) rethrows -> GivenPoint {
    askedText = text
    isFindingPoint = true
    defer { isFindingPoint = false }
    return try find()
  }

  /// For a command that uses the dataset only to find its point: the sample's postcodes are made up too.
  func noteMadeUpPoint() {
    guard owesSampleNote else { return }
    owesSampleNote = false
    invocation.diagnostics.note(
      "the point comes from the sample's venues, which are made up; 'finder help gazetteer' says "
        + "how to add real postcodes")
  }

  /// Once, and only when the point is known, since the line in it must work.
  private func noteSample() {
    guard owesSampleNote, !isFindingPoint else { return }
    owesSampleNote = false
    invocation.diagnostics.note(realVenues.note)
  }

  /// How to get real venues for the area that was asked about.
  var realVenues: RealVenues {
    RealVenues(invocation, point: askedText ?? askedPoint.map { shown($0) }, box: askedBox)
  }

  // MARK: Answers

  /// Runs `work` on the venues, and once more if the files turn out to be damaged.
  func answer<Result: ~Copyable>(
    _ work: @Sendable (OpenedVenues) throws -> Result
  ) throws -> Result {
    let venues = try open()
    noteSample()
    do {
      let result = try work(venues)
      if !venues.isDamaged { return result }
    } catch  where venues.isDamaged {
    }
    let again = try venues.reopened()
    // A stream of queries keeps only the store in use, unless it needs names too.
    if !manyUseNames { venues.forgetNames() }
    opened = again
    return try work(again)
  }

  /// The same, for looking up names.
  func answerByName<Result: ~Copyable>(
    _ work: @Sendable (NameDirectory) throws -> Result
  ) throws -> Result {
    try answer { try work($0.names()) }
  }

  /// For many queries on many threads, which continue after `work` returns: the files are verified completely
  /// first, and there is an index.
  func answerMany<Result: ~Copyable>(
    byName: Bool, byFood: Bool,
    _ work: @Sendable (OpenedVenues) throws -> Result
  ) throws -> Result {
    let result = try answer { venues in
      venues.verifyAll(names: byName, food: byFood)
      guard !venues.isDamaged else { throw DamageFound() }
      return try work(venues)
    }
    (openedForMany, manyUseNames) = (opened, byName)
    return result
  }

  private struct DamageFound: Error {}

  /// Writes an answer, and its notes to standard error. Returns how many venues were found.
  @discardableResult
  func write(_ answer: consuming Answer, to output: Output) throws -> Int {
    let verified = try answer.proof.map { try verify($0) }
    try output.finish(with: answer.bytes)
    noteMadeUpPoint()
    keepLater(answer.tallies)
    for note in answer.notes { invocation.diagnostics.note(note) }
    if let verified { invocation.diagnostics.note(verified) }
    return answer.found
  }

  // MARK: Proof

  /// Works out an answer again from the dataset alone. Returns a note if it is the same; otherwise throws,
  /// and nothing may be written.
  private func verify(_ proof: AnswerProof) throws -> String {
    let difference: String
    switch try proof.outcome(in: try open().anew()) {
    case .same(let note): return note
    case .differs(let text): difference = text
    }
    let source = try source()
    if let before = identityBefore?.identity, DatasetIdentity(ofFile: source.path) != before {
      throw Failure(
        .badData, "\(source.displayName) was changed while the answer was verified",
        hint: "  run the command again")
    }
    throw Failure(
      .internalError, "--verify: \(difference)",
      hint:
        "  nothing was printed; if the answer is right with --no-cache, 'finder data cache --clear' "
        + "removes the snapshot that it came from; please report it either way")
  }

  /// The file's identity before it was read, if an answer is to be verified.
  private var identityBefore: KeptIdentity?

  private final class KeptIdentity {
    let identity: DatasetIdentity?
    init(_ identity: DatasetIdentity?) { self.identity = identity }
  }

  /// A snapshot with valid checksums can still be nonsense if it was made that way, and a verified one can be
  /// truncated. A stream's answers are then already out, so it ends with an error.
  func refuseDamage() throws {
    guard let venues = openedForMany ?? opened, venues.isDamaged else { return }
    let name = try source().displayName
    guard venues.isCut else {
      venues.drop()
      throw Failure(
        .badData, "the snapshot of \(name) was damaged: these answers may lack venues",
        hint: "  the snapshot was removed; run the command again")
    }
    throw Failure(
      .writeFailed,
      "the snapshot of \(name) was cut short while it was in use: these answers may lack venues",
      hint: "  run the command again")
  }

  // MARK: For the next query

  func keepLater(_ tallies: VisitTallies?) { if let tallies { talliesToKeep = tallies } }

  /// Keeps a snapshot without delaying the reader of the answer, and returns the exit code. If memory runs
  /// out, finder exits at once with that code. If the data is larger than the cache, a note says so once,
  /// since every query then takes as long as the first.
  func keep(closing output: Output, before end: ExitCode) throws -> ExitCode {
    defer { talliesToKeep?.keep() }
    guard let opened, opened.hasSomethingToKeep else { return end }
    try output.close()
    ProcessEnd.afterAnswer = end
    for outcome in opened.keep() {
      guard case .tooLarge(let bytes, let limit, true) = outcome else { continue }
      invocation.diagnostics.note(
        "queries on \(try source().displayName) will stay slow: its snapshot would take "
          + "\(shown(bytes: bytes)), and all snapshots together may take \(shown(bytes: limit)); "
          + "'finder data install' keeps one beside the dataset, and FINDER_CACHE_SIZE sets another limit, "
          + "such as 10GB")
    }
    return end
  }

  /// The same, with an exit code that depends on whether anything was found.
  func finish(_ answer: consuming Answer, to output: Output) throws -> ExitCode {
    let found = try write(answer, to: output)
    return try keep(closing: output, before: invocation.exitCode(found: found))
  }
}

/// A dataset that has been read, with the names of its venues if they are needed.
final class OpenedVenues {
  private(set) var store: VenueStore
  private let loaded: DatasetLoader.Loaded
  private var directory: NameDirectory?
  private var columns: FoodColumns?

  fileprivate init(_ loaded: DatasetLoader.Loaded, _ store: VenueStore? = nil) {
    self.loaded = loaded
    self.store = store ?? loaded.store
  }

  /// The directory of the venues' names. Rows are those of its own store.
  ///
  /// If names will be kept with a snapshot that has yet to be made, the store is first put into the
  /// snapshot's row order, so that they need not be worked out twice. So call this before anything else.
  func names() -> NameDirectory {
    if let directory { return directory }
    if loaded.wouldKeep(store) { store = store.indexed() }
    let names = loaded.names(of: store)
    directory = names
    return names
  }

  /// The food data of the venues. Rows are those of its own store; as with `names`, call this first.
  func food() -> FoodColumns {
    if let columns { return columns }
    if loaded.wouldKeep(store) { store = store.indexed() }
    let food = loaded.food(of: store)
    columns = food
    return food
  }

  var isCut: Bool { store.isCut || directory?.isCut == true || columns?.isCut == true }

  fileprivate var isDamaged: Bool {
    store.isDamaged || isCut || directory?.isDamaged == true || columns?.isDamaged == true
  }

  fileprivate func verifyAll(names: Bool, food: Bool) {
    store.verifyAll()
    let indexed = store.indexed()
    // They refer to the old rows.
    if indexed !== store { (directory, columns) = (nil, nil) }
    store = indexed
    if names { self.names().verifyAll() }
    if food { self.food().verifyAll() }
  }

  fileprivate func drop() { loaded.drop() }

  fileprivate func forgetNames() { directory = nil }

  /// The same dataset without the damaged files.
  fileprivate func reopened() throws -> OpenedVenues {
    drop()
    return OpenedVenues(loaded, try DatasetLoader.load(loaded.source))
  }

  /// The same dataset read again, without a snapshot or the files beside one. For standard input, the text
  /// that was read is parsed again.
  fileprivate func anew() throws -> OpenedVenues {
    loaded.source.kind == .stdin
      ? OpenedVenues(loaded, try VenueStore(reading: store.text))
      : OpenedVenues(try DatasetLoader.load(loaded.source, cache: nil))
  }

  private var newNames: NameDirectory? {
    loaded.hasPlace ? directory.flatMap { $0.isMapped ? nil : $0 } : nil
  }

  private var newColumns: FoodColumns? {
    loaded.hasPlace ? columns.flatMap { $0.isMapped ? nil : $0 } : nil
  }

  fileprivate var hasSomethingToKeep: Bool {
    loaded.wouldKeep(store) || newNames != nil || newColumns != nil
  }

  fileprivate func keep() -> [SnapshotCache.Outcome] {
    let outcome = loaded.keep(store)
    guard outcome == .kept || store.isMapped else { return [outcome] }
    return [outcome] + (newNames.map { [loaded.keep($0)] } ?? [])
      + (newColumns.map { [loaded.keep($0)] } ?? [])
  }
}

/// What to write, and how many venues were found.
struct Answer: ~Copyable {
  let found: Int
  let bytes: ByteBuffer
  var notes: [String] = []
  /// A note already explains why no venue was found.
  var isExplained = false
  var tallies: VisitTallies?
  /// The check to make before writing; `nil` without `--verify`.
  var proof: AnswerProof?
}
