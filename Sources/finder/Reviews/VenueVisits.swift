import CommandLineKit
import FinderEngine
import FinderOwn

/// The user's visits and reviews of a venue, for `show` and `visit add`. Where they are is kept with what
/// the filters of `near` work out, so that of 10,000 no others need be read.
final class VenueVisits {
  private let invocation: Invocation
  private var tallies: VisitTallies?

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The newest first. Notes say which lines of the log cannot be read.
  func records(ofRow row: Int, in names: NameDirectory) throws -> [VisitRecord] {
    guard let folder = invocation.locator.dataFolder, VisitLog.isThere(in: folder) else {
      return []
    }
    let matching = RecordMatching(names)
    if invocation.cache != nil, VisitTallies.canBeKept(for: names.store) {
      let tallies = try VisitTallies.current(names, in: folder)
      self.tallies = tallies
      if tallies.faults == 0, let log = tallies.log(ofRow: row, in: folder) {
        let records = matching.records(ofRow: row, in: log)
        // The log may have been written anew meanwhile.
        if records.count == log.records.count { return records }
      }
    }
    let log = try VisitLog(in: folder)
    invocation.note(faultsIn: log)
    return matching.records(ofRow: row, in: log)
  }

  func keep() { tallies?.keep() }
}
