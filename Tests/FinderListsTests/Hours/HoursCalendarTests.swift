import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import OpeningHoursKit

/// The hours of consecutive days, compared with the state at each quarter of an hour and around each change.
@Suite struct HoursCalendarTests {
  private static let texts = [
    "24/7", "Mo-Fr 09:00-17:30", "Mo-Su 18:00-02:00", "Sa,Su 10:00-16:00; PH off", "off",
    "Su 12:00-20:00; Mo-Sa 11:00-23:00", "Mo-Su 18:00+", "Mo-Su sunrise-sunset", "SH 10:00-12:00",
    "Mo-Su 11:00-14:00,14:00-22:00", "Mo 20:00-26:00", #"Mo-Fr 10:00-12:00 "by appointment""#,
    "Nov 27-Dec 1 22:00-06:00", "Fr 09:00-13:00+,15:00-17:00", #"off "rebuilt""#,
  ]

  private func store(_ texts: [String]) throws -> VenueStore {
    let features = texts.enumerated().map { number, text in
      let hours = text.replacing("\"", with: "\\\"")
      return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"#
        + #""properties":{"name":"\#(number)","postcode":"N1 1AA","opening_hours":"\#(hours)"}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return try VenueStore(reading: PaddedBytes(copying: text.utf8))
  }

  @Test func agreesWithTheHours() throws {
    // Twice, so that kept results are used too.
    let store = try store(Self.texts + Self.texts)
    // Christmas is among them, and so are days before the first.
    let first = CivilDay.number(2026, 11, 27)
    let calendar = HoursCalendar(of: store, from: first, days: 30)
    for row in 0..<store.count {
      let intervals = try #require(calendar.intervals(ofRow: row))
      let hours = try OpeningHours(Self.texts[row % Self.texts.count])
      let place = HoursPlace(store.venue(ofRow: row).coordinate, .englandAndWales)
      let edges = intervals.flatMap { [$0.from - 1, $0.from, $0.to - 1, $0.to] }
      let minutes = Set(edges + stride(from: 0, to: 30 * 1440, by: 15))
      for minute in minutes.sorted() where (0..<30 * 1440).contains(minute) {
        let state = intervals.first { $0.from <= minute && minute < $0.to }?.state ?? .closed
        let wanted = hours.state(at: CivilTime(day: first, minute: minute), in: place)
        guard state == wanted else {
          Issue.record(
            "\(Self.texts[row % Self.texts.count]) at \(minute): \(state), not \(wanted)")
          break
        }
      }
      for (one, next) in zip(intervals, intervals.dropFirst()) {
        #expect(one.to < next.from || one.to == next.from && one.state != next.state)
      }
      #expect(intervals.allSatisfy { $0.from >= 0 && $0.from < $0.to && $0.to <= 30 * 1440 })
    }
  }

  @Test func noHours() throws {
    let calendar = HoursCalendar(of: try store(["Mo-Fr 9h", ""]), from: 20_784, days: 7)
    #expect(calendar.intervals(ofRow: 0) == nil && calendar.intervals(ofRow: 1) == nil)
  }
}
