import FinderEngine

/// The venues of which something was recorded, by their rows in a store.
///
/// Working it out takes 40 ms for 10,000 records, so it is kept in a file beside the log: `visits.index`,
/// which may be removed at any time. It is for one snapshot, and for so many bytes of the log:
///
///     state    how many lines cannot be read, how many bytes there were, their checksum, the log's identity
///     records  which venue each is of, and where it is in the log, in order of rows
///     ids      hashes of their ids, and of those whose venue closed, in ascending order
///
/// A log with the same identity still has those bytes, without a look at them: that takes a tenth of a
/// millisecond. One that changed a moment ago might change again and keep its identity, so then the
/// checksum decides. Of a log that grew since, only what is new is looked for.
package final class VisitTallies {
  let records: Column<TalliedRecord>
  /// Of all records of the log.
  let ids: Column<UInt64>
  let state: VisitLogState
  /// Where it is to be kept; `nil` where that cannot be, or it is there.
  private let target: Target?
  private let file: SectionFile?

  /// Lines of the log that cannot be read.
  package var faults: Int { Int(clamping: state.faults) }

  private static let kind = SectionKind("VISI", version: 3)

  struct Target {
    let path: FilePath
    let identity: [UInt64]

    private static let fileName = "visits.index"

    /// `nil` where the store is no snapshot.
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

  /// `nil` where there is none, or it cannot be used.
  convenience init?(_ target: Target, for store: VenueStore) {
    guard
      let file = SectionFile.openIfUsable(target.path, Self.kind, identity: target.identity),
      file.columnCount == 3,
      let state = VisitLogState(words: file.column(0, of: UInt64.self).values)
    else { return nil }
    let records = file.column(1, of: TalliedRecord.self)
    let ids = file.column(2, of: UInt64.self)
    guard records.values.allSatisfy({ $0.row < store.count }), ids.count >= records.count,
      !file.isDamaged
    else { return nil }
    self.init(records, ids: ids, state, file: file)
  }

  /// The same for a log whose identity is known by now.
  func settled(as identity: [UInt64], _ target: Target?) -> VisitTallies {
    var state = state
    state.identity = identity
    return VisitTallies(records, ids: ids, state, target: target, file: file)
  }

  /// Whether it has a record with an id of that hash.
  func mayHave(id: UInt64) -> Bool {
    let place = firstPlace(in: 0..<ids.count) { ids[$0] >= id }
    return place < ids.count && ids[place] == id
  }

  var isDamaged: Bool { file?.isDamaged ?? false }

  /// Keeps it for the next query, unless it came from there. Whatever goes wrong costs only time.
  package func keep() {
    guard let target else { return }
    let words = state.words
    var writer = SectionWriter(Self.kind, identity: target.identity)
    writer.add(Column(count: words.count) { words[$0] })
    writer.add(records)
    writer.add(ids)
    guard let file = ReplacementFile(for: target.path, mode: 0o600),
      writer.write(to: file.descriptor)
    else { return }
    _ = file.commit()
  }

  // MARK: Of one venue

  /// The part of the log that has its records; `nil` where that cannot be had in part.
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

  // MARK: As a filter

  /// Up to so many venues are measured one by one, which is quicker than to search the index for a
  /// few that are far apart.
  private static let mostMeasured = 1024

  /// Lets the query find only what the filter keeps. The query must not have rows or marks yet.
  package func limit(_ query: inout Query, by filter: VisitFilter, in store: VenueStore) {
    let marks = RowMarks(rows: store.count, keepsMarked: filter.kept != .notVisited)
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
}
