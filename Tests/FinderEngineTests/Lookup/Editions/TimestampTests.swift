import TestSupport
import Testing

@testable import FinderEngine

@Suite struct TimestampTests {
  /// Every day of several centuries, counted.
  @Test func days() {
    var seconds = Timestamp.seconds(ofDay: "1896-01-01")!
    for year in 1896...2104 {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        for day in 1...length {
          let text = "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day < 10 ? "0" : "")\(day)"
          guard Timestamp.seconds(ofDay: text) == seconds, Timestamp.day(seconds + 86_399) == text
          else {
            Issue.record("\(text) and \(seconds)")
            return
          }
          seconds += 86_400
        }
        #expect(
          Timestamp.seconds(ofDay: "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(length + 1)")
            == nil)
      }
    }
  }

  @Test func moments() {
    #expect(Timestamp.seconds(of: "1970-01-01T00:00:00Z") == 0)
    #expect(Timestamp.seconds(of: "2026-11-21T16:40:01Z") == 1_795_279_201)
    for seconds in stride(from: 0, to: 4_000_000_000, by: 7_654_321) {
      #expect(Timestamp.seconds(of: Timestamp.text(seconds)) == seconds)
    }
    for text in [
      "", "2026-11-21", "2026-11-21T16:40:01", "2026-11-21T24:00:00Z", "2026-11-21T16:60:00Z",
      "2026-02-29T00:00:00Z", "2026-11-21 16:40:01Z", "2026-1a-21T16:40:01Z", "٢٠٢٦-11-21T1Z",
    ] { #expect(Timestamp.seconds(of: text) == nil, "\(text)") }
    for text in ["2026-13-01", "2026-00-10", "2026-11-31", "2026/11/21", "2026-11-2", "today"] {
      #expect(Timestamp.seconds(ofDay: text) == nil, "\(text)")
    }
  }
}
