import CommandLineKit
import FinderEngine
import FinderOwn

/// The dataset of a command, found and read when it is first needed, and once: some points need it (a
/// postcode, a venue), and the answer does anyway.
///
///     let data = SearchData(invocation)
///     let answer = try data.answer { venues in … venues.store … venues.names() … }
///     try data.write(answer, to: output)
///     return try data.keep(closing: output, before: .success)
///
/// A snapshot, or the file of names beside it, may turn out to be damaged while it is used. Whatever was
/// found by then may be wrong, and so may an error be: that there is no such venue. So `answer` removes
/// both files and works the whole out again from the dataset itself. What it runs must be fit for that: it
/// captures nothing that can change, which the compiler sees to (`@Sendable`), and whatever there is to say
/// or to keep is a part of its result.
final class SearchData {
  private let invocation: Invocation
  private let isSilent: Bool
  private var located: Located?
  private var opened: OpenedVenues?
  /// What many queries use, although names may have been looked up in others since.
  private var openedForMany: OpenedVenues?
  private var manyUseNames = false
  private var talliesToKeep: VisitTallies?
  /// What a note on the sample is about: the point as it was typed, or in degrees, or the box of a polygon.
  private var askedText: String?
  var askedPoint: Coordinate?
  var askedBox: BoundingBox?
  private var isFindingPoint = false
  private var owesSampleNote = false

  /// In a class: the runtime takes long to describe what may be a large struct or nothing.
  private final class Located {
    let source: DatasetSource
    init(_ source: DatasetSource) { self.source = source }
  }

  /// Of the invocation's dataset, or of another one, about which nothing is said.
  init(_ invocation: Invocation, silently source: DatasetSource? = nil) {
    self.invocation = invocation
    isSilent = source != nil
    located = source.map { Located($0) }
  }

  /// Where the data comes from. Nothing is read yet.
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

  /// Looks for the point that was typed as `text`, perhaps in the dataset.
  func findingPoint(
    typed text: String, _ find: () throws -> GivenPoint
  ) rethrows -> GivenPoint {
    askedText = text
    isFindingPoint = true
    defer { isFindingPoint = false }
    return try find()
  }

  /// For a command that asks the dataset for its point alone: the sample's postcodes are made up as well.
  func noteMadeUpPoint() {
    guard owesSampleNote else { return }
    owesSampleNote = false
    invocation.diagnostics.note(
      "the point comes from the sample's venues, which are made up; 'finder help gazetteer' says "
        + "how to add real postcodes")
  }

  /// Once, and not before the point is known: the line in it has to work.
  private func noteSample() {
    guard owesSampleNote, !isFindingPoint else { return }
    owesSampleNote = false
    invocation.diagnostics.note(realVenues.note)
  }

  /// Those of the part of the world that was asked about.
  var realVenues: RealVenues {
    RealVenues(invocation, point: askedText ?? askedPoint.map { shown($0) }, box: askedBox)
  }

  // MARK: Answers

  /// What `work` finds in the venues. It runs a second time where the first was on damaged files.
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
    // What many queries go on using is its store alone, unless they need names as well.
    if !manyUseNames { venues.forgetNames() }
    opened = again
    return try work(again)
  }

  /// The same, where names are looked up.
  func answerByName<Result: ~Copyable>(
    _ work: @Sendable (NameDirectory) throws -> Result
  ) throws -> Result {
    try answer { try work($0.names()) }
  }

  /// For many queries and many threads, which go on when `work` has returned: the files are verified from
  /// end to end first, and there is an index.
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

  /// Writes an answer, and says on standard error what there is to say of it. Returns how many were found.
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

  /// Works an answer out again from the dataset alone. Returns a note where it is the same; else nothing is to be
  /// written, and this throws.
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

  /// Of the file as it was before it was read, where an answer is to be verified.
  private var identityBefore: KeptIdentity?

  private final class KeptIdentity {
    let identity: DatasetIdentity?
    init(_ identity: DatasetIdentity?) { self.identity = identity }
  }

  /// A snapshot with right checksums can still be nonsense, if it was made so, and a verified one can be
  /// truncated. The answers of a stream are already on their way then, so it ends with an
  /// error.
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

  /// Keeps a snapshot, without delaying the answer's reader, and gives back how finder is to end. If there
  /// is no memory for a snapshot, it ends like that at once. A note says once if the data is larger than the
  /// cache, since each query then takes as long as the first.
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

  /// The same, where the exit code depends on whether anything was found.
  func finish(_ answer: consuming Answer, to output: Output) throws -> ExitCode {
    let found = try write(answer, to: output)
    return try keep(closing: output, before: invocation.exitCode(found: found))
  }
}

/// A dataset that was read, with the names of its venues where they are needed.
final class OpenedVenues {
  private(set) var store: VenueStore
  private let loaded: DatasetLoader.Loaded
  private var directory: NameDirectory?
  private var columns: FoodColumns?

  fileprivate init(_ loaded: DatasetLoader.Loaded, _ store: VenueStore? = nil) {
    self.loaded = loaded
    self.store = store ?? loaded.store
  }

  /// What the names of its venues are looked up in. Rows are those of its own store.
  ///
  /// Where they are to be kept beside a snapshot that is still to be made, the store gets its rows' order
  /// first, so that they need not be worked out twice. So ask for them before anything else.
  func names() -> NameDirectory {
    if let directory { return directory }
    if loaded.wouldKeep(store) { store = store.indexed() }
    let names = loaded.names(of: store)
    directory = names
    return names
  }

  /// What its venues say of food. Rows are those of its own store; as for `names`, ask before anything else.
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
    // Their rows were others.
    if indexed !== store { (directory, columns) = (nil, nil) }
    store = indexed
    if names { self.names().verifyAll() }
    if food { self.food().verifyAll() }
  }

  fileprivate func drop() { loaded.drop() }

  fileprivate func forgetNames() { directory = nil }

  /// The same without the files that were damaged.
  fileprivate func reopened() throws -> OpenedVenues {
    drop()
    return OpenedVenues(loaded, try DatasetLoader.load(loaded.source))
  }

  /// The same read anew, without a snapshot or what lies beside one. Of standard input there is only the text that
  /// was read, which is parsed once more.
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

/// What is to be written, and how many venues were found.
struct Answer: ~Copyable {
  let found: Int
  let bytes: ByteBuffer
  var notes: [String] = []
  /// Why no venue was found is among the notes.
  var isExplained = false
  var tallies: VisitTallies?
  /// What is to be verified before it is written; `nil` where that was not asked for.
  var proof: AnswerProof?
}
