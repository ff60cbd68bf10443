import FinderEngine
import OpeningHoursKit

/// When venues are open during several days, for pages that show those days and cannot parse opening hours.
///
/// Hours that depend neither on a place nor on its nation are computed once for all venues that have them.
package final class HoursCalendar {
  package struct Interval: Equatable, Sendable {
    /// Minutes from the midnight at the start of the first day.
    package let from: Int
    package let to: Int
    /// Open, or unknown.
    package let state: OpenState
  }

  package let firstDay: Int
  package let days: Int
  private let store: VenueStore
  private var known: [[UInt8]: [Interval]] = [:]

  package init(of store: VenueStore, from day: Int, days: Int) {
    (self.store, firstDay, self.days) = (store, day, days)
  }

  /// In order, merged where one ends as the next begins in the same state; `nil` if a venue has no hours that
  /// can be read.
  package func intervals(ofRow row: Int) -> [Interval]? {
    guard let value = store.openingHours(ofRow: row) else { return nil }
    let text = Array(JSONCursor(store.text).bytes(of: value))
    if let intervals = known[text] { return intervals }
    guard let venue = VenueHours(of: row, in: store), let hours = venue.hours else { return nil }
    let intervals = intervals(of: venue)
    if !hours.dependOnNation { known[text] = intervals }
    return intervals
  }

  private func intervals(of venue: VenueHours) -> [Interval] {
    var found: [Interval] = []
    // An interval of the first night may have begun on the day before.
    for day in firstDay - 1..<firstDay + days {
      for piece in venue.intervals(on: day) where piece.state != .closed {
        let from = max(0, minute(piece.from), found.last?.to ?? 0)
        let to = min(minute(piece.to), 1440 * days)
        guard from < to else { continue }
        if let last = found.last, last.to == from, last.state == piece.state {
          found[found.count - 1] = Interval(from: last.from, to: to, state: last.state)
        } else {
          found.append(Interval(from: from, to: to, state: piece.state))
        }
      }
    }
    return found
  }

  private func minute(_ time: CivilTime) -> Int { 1440 * (time.day - firstDay) + time.minute }
}
