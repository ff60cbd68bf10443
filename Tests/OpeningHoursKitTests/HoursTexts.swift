@testable import OpeningHoursKit

/// The tests are in London, unless they say otherwise.
let london = HoursPlace(latitude: 51.5, longitude: -0.12, nation: .englandAndWales)

extension OpeningHours {
  /// `Mo 09:00-17:30, Tu …`: the intervals of seven days that are not closed, with the state if it is not
  /// open.
  func week(from date: String = "2026-11-23", in place: HoursPlace = london) -> String {
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    let first = CivilTime(date + "T00:00")!.day
    return (first..<first + 7).flatMap { intervals(on: $0, in: place) }
      .filter { $0.state != .closed }
      .map { piece in
        let comment = piece.comment.map { " (\($0))" } ?? ""
        let state = piece.state == .open ? "" : "?"
        let end = piece.to.minute == 0 && piece.to.day > piece.from.day ? "24:00" : piece.to.clock
        return "\(names[piece.from.weekday]) \(piece.from.clock)-\(end)\(state)\(comment)"
      }.joined(separator: ", ")
  }

  /// The minutes since `start` at which the state changes, with the new state.
  func changes(
    from start: CivilTime, days: Int, in place: HoursPlace = london
  ) -> [(time: CivilTime, state: OpenState)] {
    var (time, found) = (start, [(start, state(at: start, in: place))])
    while let next = nextChange(after: time, in: place), next.day < start.day + days {
      found.append((next, state(at: next, in: place)))
      time = next
    }
    return found
  }
}
