import FinderEngine

/// The venues that have records, by their rows in a store.
///
/// Computing it takes 40 ms for 10,000 records, so it is kept in a file beside the log: `visits.index`, which
/// may be removed at any time. It is valid for one snapshot, and for the log up to a certain length:
///
///     state    how many lines cannot be read, how many bytes there were, their checksum, the log's identity
///     records  each record's venue, and its place in the log, in order of rows
///     ids      hashes of the ids of all records, also those of closed venues, in ascending order
///
/// A log with the same identity still has those bytes, which need not be read: checking takes a tenth of a
/// millisecond. A log that changed a moment ago might change again and keep its identity, so then the
/// checksum decides. If the log has grown since, only the new part is matched.
package final class VisitTallies: FileBacked {
  let records: Column<TalliedRecord>
  /// For all records of the log.
  let ids: Column<UInt64>
  let state: VisitLogState
  /// Where to save it; `nil` if it cannot be saved, or already is.
  private let target: Target?
  private let file: SectionFile?

  /// Lines of the log that cannot be read.
  package var faults: Int { Int(clamping: state.faults) }

  private static let kind = SectionKind("VISI", version: 3)

  struct Target {
    let path: FilePath
    let identity: [UInt64]

    private static let fileName = "visits.index"

    /// `nil` if the store is not a snapshot.
    init?(_ store: VenueStore, in folder: FilePath) {
      guard let digest = store.digest else { return nil }
      (path, identity) = ("\(folder)/\(Self.fileName)", [digest])
    }
  }

  init(
    _ records: Column<TalliedRecord>, ids: Column<UInt64>, _ state: VisitLogState,
    target: Target? = nil, file: SectionFile? = nil
  ) {
    (self.records, self.ids, self.state) = (records, ids, state)
    (self.target, self.file) = (target, file)
  }

  package static func canBeKept(for store: VenueStore) -> Bool { store.digest != nil }

  // MARK: The file

  /// `nil` if there is no file, or it cannot be used.
  convenience init?(_ target: Target, for store: VenueStore) {
    guard
      let file = SectionFile.openIfUsable(target.path, Self.kind, identity: target.identity),
      file.columnCount == 3,
      let state = VisitLogState(words: file.column(0, of: UInt64.self).values)
    else { return nil }
    let records: Column<TalliedRecord> = file.column(1)
    let ids: Column<UInt64> = file.column(2)
    guard records.values.allSatisfy({ $0.row < store.count }), ids.count >= records.count,
      !file.isDamaged
    else { return nil }
    self.init(records, ids: ids, state, file: file)
  }

  /// The same for a log whose identity has settled since.
  func settled(as identity: [UInt64], _ target: Target?) -> VisitTallies {
    var state = state
    state.identity = identity
    return VisitTallies(records, ids: ids, state, target: target, file: file)
  }

  /// Whether there may be a record whose id has that hash.
  func mayHave(id: UInt64) -> Bool {
    let place = firstPlace(in: 0..<ids.count) { ids[$0] >= id }
    return place < ids.count && ids[place] == id
  }

  package var owner: MemoryOwner { records.owner }

  /// Saves it for the next query, unless it came from the file. If that fails, it only costs time.
  package func keep() {
    guard let target else { return }
    // Columns from a file may not be verified yet, and checksums of the new file would hide damage.
    file?.verifyAll()
    guard !isDamaged else { return }
    let words = state.words
    var writer = SectionWriter(Self.kind, identity: target.identity)
    writer.add(Column(count: words.count) { words[$0] }, records, ids)
    guard let file = ReplacementFile(for: target.path, mode: 0o600),
      writer.write(to: file.descriptor)
    else { return }
    _ = file.commit()
  }

  // MARK: One venue

  /// The part of the log with the venue's records; `nil` if the whole log has to be read.
  package func log(ofRow row: Int, in folder: FilePath) -> VisitLog? {
    let first = firstPlace(in: 0..<records.count) { Int(records[$0].row) >= row }
    let path: FilePath = "\(folder)/\(VisitLog.fileName)"
    var text: [UInt8] = []
    var place = first
    while place < records.count, Int(records[place].row) == row {
      guard let line = records[place].line(of: path) else { return nil }
      text += line + [UInt8(ascii: "\n")]
      place += 1
    }
    let log = VisitLog(PaddedBytes(copying: text), path)
    return log.records.count == place - first && log.faults.isEmpty && !isDamaged ? log : nil
  }

  // MARK: Filtering

  /// Up to this many venues are measured one by one, which is quicker than searching the index for a few that
  /// are far apart.
  private static let mostMeasured = 1024

  /// Limits the query to the venues that the filter keeps. The query must not have rows or marks yet.
  package func limit(_ query: inout Query, by filter: VisitFilter, in store: VenueStore) {
    let marks = RowMarks(rows: store.count, keepsMarked: filter.wanted != .notVisited)
    var rows: [Int] = []
    var place = 0
    while place < records.count {
      let row = records[place].row
      var tally = VenueTally()
      while place < records.count, records[place].row == row {
        tally.add(records[place])
        place += 1
      }
      guard filter.isMarked(tally) else { continue }
      marks.mark(Int(row))
      if rows.count <= Self.mostMeasured { rows.append(Int(row)) }
    }
    query.marks = marks
    if marks.keepsMarked, rows.count <= Self.mostMeasured { query.rows = rows }
  }

  /// The saved tallies, if they are valid for this store and the whole log; `nil` if not. Needs no names.
  package static func kept(for store: VenueStore, in folder: FilePath) -> VisitTallies? {
    guard let found = Found(for: store, in: folder), found.rest == nil else { return nil }
    return found.tallies
  }

  /// The saved tallies, updated with what was added to the log since, or else computed. Rows are those of
  /// `names`.
  package static func current(
    _ names: NameDirectory, in folder: FilePath
  ) throws(OwnFileError) -> VisitTallies {
    if let found = Found(for: names.store, in: folder) {
      guard let rest = found.rest else { return found.tallies }
      if let all = VisitTallies(found.tallies, with: rest, names, in: folder) { return all }
    }
    return try VisitTallies(names, in: folder)
  }

  /// Computed from the log as it is now.
  package convenience init(_ names: NameDirectory, in folder: FilePath) throws(OwnFileError) {
    let identity = DatasetIdentity(ofFile: "\(folder)/\(VisitLog.fileName)")
    let settled = VisitLogState.settledIdentity(identity)
    let log = try VisitLog(in: folder)
    let ids = log.records.map { StableHash.of($0.id) }
    self.init(
      TalliedRecord.all(of: log, from: 0, RecordMatching(names)), ids: ids,
      VisitLogState(log.contents, faults: log.faults.count, identity: settled),
      target: identity == nil ? nil : Target(names.store, in: folder))
  }

  /// The saved tallies with the new lines added; `nil` if those cannot be read by themselves.
  private convenience init?(
    _ kept: VisitTallies, with rest: Found.Rest, _ names: NameDirectory, in folder: FilePath
  ) {
    let start = kept.state.bytes
    let (all, new) = (rest.text.bytes, rest.text.bytes[start...])
    // The last saved line may go on in the new part, and a byte order mark is one only at the beginning of
    // the file.
    guard start == 0 || all[start - 1] == UInt8(ascii: "\n"),
      UnsafeBufferPointer(rebasing: new).lengthOfByteOrderMark == 0
    else { return nil }
    let log = VisitLog(PaddedBytes(copying: new), "\(folder)/\(VisitLog.fileName)")
    let ids = log.records.map { StableHash.of($0.id) }
    // The second of two records with one id counts as a fault.
    guard !ids.contains(where: kept.mayHave(id:)) else { return nil }
    let records =
      kept.records.values + TalliedRecord.all(of: log, from: start, RecordMatching(names))
    let allIDs = kept.ids.values + ids
    guard !kept.isDamaged else { return nil }
    self.init(
      records, ids: allIDs,
      VisitLogState(
        all, faults: min(kept.faults, all.count) + log.faults.count, identity: rest.identity),
      target: Target(names.store, in: folder))
  }

  private convenience init(
    _ records: [TalliedRecord], ids: [UInt64], _ state: VisitLogState, target: Target?
  ) {
    let records = records.sorted { $0.row == $1.row ? $0.start < $1.start : $0.row < $1.row }
    let ids = ids.sorted()
    self.init(
      Column(count: records.count) { records[$0] }, ids: Column(count: ids.count) { ids[$0] },
      state, target: target)
  }
}

/// A record of `VisitTallies`.
struct TalliedRecord: BitwiseCopyable {
  let row: UInt32
  /// The position of its line in the log, which has at most a gigabyte.
  let start: UInt32
  let length: UInt32
  /// 0 if it has no rating.
  let rating: UInt16
  let isReview: UInt16

  init(_ record: VisitRecord, row: Int, _ line: Range<Int>) {
    (self.row, start, length) = (UInt32(row), UInt32(line.lowerBound), UInt32(line.count))
    rating = UInt16(record.rating ?? 0)
    isReview = record.kind == .review ? 1 : 0
  }

  func line(of path: FilePath) -> [UInt8]? {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard length <= VisitLog.mostBytes else { return nil }
    let line = [UInt8](unsafeUninitializedCapacity: Int(length)) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, Int(length), off_t(start)))
    }
    return line.count == Int(length) ? line : nil
  }

  /// The records whose venues are in the dataset. `from` is where the log's text begins in the file.
  fileprivate static func all(
    of log: VisitLog, from: Int, _ matching: RecordMatching
  ) -> [TalliedRecord] {
    zip(log.records, log.rangesOfRecords).compactMap { record, range in
      matching.row(of: record.venue).map {
        TalliedRecord(record, row: $0, from + range.lowerBound..<from + range.upperBound)
      }
    }
  }
}

/// The bytes of the log that saved tallies are for.
struct VisitLogState {
  let faults: UInt64
  let bytes: Int
  let checksum: UInt64
  /// The identity of the log's file; zeros if it might still change without a new identity.
  var identity: [UInt64]

  private static let words = 9

  init(_ text: Bytes, faults: Int, identity: [UInt64]?) {
    (self.faults, bytes, checksum) = (UInt64(faults), text.count, Self.checksum(text))
    self.identity = identity ?? Array(repeating: 0, count: Self.words - 3)
  }

  /// `identity` must be taken before the log is read, so that a change meanwhile is noticed.
  static func settledIdentity(_ identity: DatasetIdentity?) -> [UInt64]? {
    identity.flatMap { $0.isSettled ? $0.words : nil }
  }

  private static let piece = 1 << 16

  private static func checksum(_ text: Bytes) -> UInt64 {
    var hash = StableHash()
    for start in stride(from: 0, to: text.count, by: piece) {
      hash.add(Checksum.of(text.baseAddress! + start, min(piece, text.count - start)))
    }
    return hash.value
  }

  /// Whether a file of this length has these bytes. It is read in pieces: the page faults on new memory for
  /// all of 2 MB took longer than everything else.
  func matches(file path: FilePath) -> Bool {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { memory.deallocate() }
    var hash = StableHash()
    for start in stride(from: 0, to: bytes, by: Self.piece) {
      let count = min(Self.piece, bytes - start)
      guard pread(descriptor, memory.baseAddress, count, off_t(start)) == count else {
        return false
      }
      hash.add(Checksum.of(UnsafeRawPointer(memory.baseAddress!), count))
    }
    return hash.value == checksum
  }

  func isBeginning(of text: Bytes) -> Bool {
    text.count >= bytes && Self.checksum(UnsafeBufferPointer(rebasing: text[..<bytes])) == checksum
  }

  // MARK: File contents

  var words: [UInt64] { [faults, UInt64(bytes), checksum] + identity }

  init?(words: UnsafeBufferPointer<UInt64>) {
    guard words.count == Self.words, let bytes = Int(exactly: words[1]) else { return nil }
    (faults, self.bytes, checksum) = (words[0], bytes, words[2])
    identity = Array(words[3...])
  }
}

/// The saved tallies, if they are for the log as it is now, or as it was before it grew.
private struct Found {
  let tallies: VisitTallies
  /// `nil` if the log has nothing new.
  var rest: Rest?

  struct Rest {
    /// All of the log.
    let text: PaddedBytes
    /// `nil` if it might still change without a new identity.
    let identity: [UInt64]?
  }

  init?(for store: VenueStore, in folder: FilePath) {
    let path: FilePath = "\(folder)/\(VisitLog.fileName)"
    guard let target = VisitTallies.Target(store, in: folder),
      let kept = VisitTallies(target, for: store),
      let identity = DatasetIdentity(ofFile: path), identity.size <= VisitLog.mostBytes
    else { return nil }
    if kept.state.identity == identity.words {
      tallies = kept
      return
    }
    let settled = VisitLogState.settledIdentity(identity)
    guard identity.size == kept.state.bytes else {
      guard let text = try? FileReading.contents(ofFile: path),
        text.count > kept.state.bytes, kept.state.isBeginning(of: text.bytes)
      else { return nil }
      (tallies, rest) = (kept, Rest(text: text, identity: settled))
      return
    }
    guard kept.state.matches(file: path) else { return nil }
    tallies = settled.map { kept.settled(as: $0, target) } ?? kept
  }
}

/// Which venues a query wants, by the user's records of them.
package struct VisitFilter: Equatable, Sendable {
  package enum Wanted: Equatable, Sendable {
    /// With a review.
    case reviewed
    /// With at least this mean rating.
    case rated(atLeast: Double)
    /// Without a visit or a review.
    case notVisited
  }

  package let wanted: Wanted

  package init(_ wanted: Wanted) { self.wanted = wanted }

  func isMarked(_ tally: VenueTally) -> Bool {
    switch wanted {
    case .reviewed: tally.reviews > 0
    case .rated(let least):
      tally.ratings > 0 && Double(tally.ratingSum) >= least * Double(tally.ratings)
    // Marked venues are then left out.
    case .notVisited: true
    }
  }
}

struct VenueTally {
  var reviews = 0
  var ratings = 0
  var ratingSum = 0

  mutating func add(_ record: TalliedRecord) {
    reviews += Int(record.isReview)
    guard record.rating > 0 else { return }
    ratings += 1
    ratingSum += Int(record.rating)
  }
}
