import CommandLineKit
import FinderEngine
import FinderOwn

/// The user's visits and reviews of a venue, for `show` and `visit add`. Their positions in the log are
/// cached with what the filters of `near` work out, so that the others, perhaps 10,000, need not be read.
struct VenueVisits {
  /// Newest first.
  let records: [VisitRecord]
  let notes: [String]
  /// To be cached once the answer is out.
  let tallies: VisitTallies?

  init(ofRow row: Int, in names: NameDirectory, _ invocation: Invocation) throws {
    guard let folder = invocation.locator.dataFolder, VisitLog.isThere(in: folder) else {
      (records, notes, tallies) = ([], [], nil)
      return
    }
    let matching = RecordMatching(names)
    var kept: VisitTallies?
    if invocation.cache != nil, VisitTallies.canBeKept(for: names.store) {
      let tallies = try VisitTallies.current(names, in: folder)
      kept = tallies
      if tallies.faults == 0, let log = tallies.log(ofRow: row, in: folder) {
        let found = matching.records(ofRow: row, in: log)
        // The log may have been rewritten meanwhile.
        if found.count == log.records.count {
          (records, notes, self.tallies) = (found, [], tallies)
          return
        }
      }
    }
    let log = try VisitLog(in: folder)
    records = matching.records(ofRow: row, in: log)
    (notes, tallies) = (invocation.shownFaults(of: log), kept)
  }
}
