/// The venues of which something was recorded, by their rows in a store.
///
/// Working it out takes 70 ms for 10,000 records, so it is kept in a file beside the log, for the very
/// state of the log and the very snapshot: `visits.index`, which may be removed at any time. Reading that
/// takes a tenth of a millisecond.
package final class VisitTallies {
  private let tallies: Column<VenueTally>
  /// Lines of the log that cannot be read.
  package let faults: Int
  /// Where it is to be kept, and as what.
  private let target: Target?
  private let file: SectionFile?

  private struct Target {
    let path: FilePath
    let identity: [UInt64]
  }

  private static let fileName = "visits.index"
  private static let kind = SectionKind("VISI", version: 2)

  private init(
    _ tallies: Column<VenueTally>, faults: Int, target: Target? = nil, file: SectionFile? = nil
  ) {
    (self.tallies, self.faults, self.target, self.file) = (tallies, faults, target, file)
  }

  // MARK: From the file

  /// What is kept for this state of the log and this store; `nil` where nothing is.
  package static func kept(for store: VenueStore, in folder: FilePath) -> VisitTallies? {
    guard let identity = DatasetIdentity(ofFile: "\(folder)/\(VisitLog.fileName)"),
      let target = target(identity, store, folder),
      let file = SectionFile.open(target.path, kind, identity: target.identity)
    else { return nil }
    let tallies = file.column(0, of: VenueTally.self)
    let faults = file.column(1, of: UInt64.self)
    let isWhole =
      faults.count == 1 && tallies.values.allSatisfy { $0.row < store.count } && !file.isDamaged
    return isWhole
      ? VisitTallies(tallies, faults: Int(clamping: faults[0]), file: file) : nil
  }

  private static func target(
    _ identity: DatasetIdentity, _ store: VenueStore, _ folder: FilePath
  ) -> Target? {
    store.digest.map {
      Target(path: "\(folder)/\(fileName)", identity: identity.words + [$0])
    }
  }

  // MARK: Worked out

  /// Of the log as it is now. Rows are those of `names`.
  package convenience init(_ names: NameDirectory, in folder: FilePath) throws(OwnFileError) {
    // Before it is read: a log that changes meanwhile is another one.
    let identity = DatasetIdentity(ofFile: "\(folder)/\(VisitLog.fileName)")
    let log = try VisitLog(in: folder)
    let matching = RecordMatching(names)
    var found: [Int: VenueTally] = [:]
    for record in log.records {
      guard let row = matching.place(of: record.venue).row else { continue }
      found[row, default: VenueTally(row: UInt32(row))].add(record)
    }
    let sorted = found.values.sorted { $0.row < $1.row }
    let settled = identity.flatMap { $0.isSettled ? $0 : nil }
    self.init(
      Column(count: sorted.count) { sorted[$0] }, faults: log.faults.count,
      target: settled.flatMap { Self.target($0, names.store, folder) })
  }

  /// Keeps it for the next query, unless it came from there. Whatever goes wrong costs only time.
  package func keep() {
    guard let target else { return }
    var writer = SectionWriter(Self.kind, identity: target.identity)
    writer.add(tallies)
    writer.add(Column(count: 1) { _ in UInt64(faults) })
    guard let file = ReplacementFile(for: target.path, mode: 0o600),
      writer.write(to: file.descriptor)
    else { return }
    _ = file.commit()
  }

  // MARK: As a filter

  /// Up to so many venues are measured one by one, which is quicker than to search the index for a
  /// few that are far apart.
  private static let mostMeasured = 1024

  /// Lets the query find only what the filter keeps. The query must not have rows or marks yet.
  package func limit(_ query: inout Query, by filter: VisitFilter, in store: VenueStore) {
    let marks = RowMarks(rows: store.count, keepsMarked: filter.kept != .notVisited)
    var count = 0
    for tally in tallies.values where filter.isMarked(tally) {
      marks.mark(Int(tally.row))
      count += 1
    }
    query.marks = marks
    guard marks.keepsMarked, count <= Self.mostMeasured else { return }
    query.rows = tallies.values.filter(filter.isMarked).map { Int($0.row) }
  }
}
