import TestSupport
import Testing

@testable import OpeningHoursKit

/// Long values written to cost much time. Each is answered within some milliseconds; some once took a minute.
@Suite struct HoursWorkTests {
  private static let noon = CivilTime("2026-11-24T12:00")!

  private static func clock(_ minute: Int) -> String { CivilTime(day: 0, minute: minute).clock }

  /// As many parts as fit in 4,095 bytes.
  private static func filled(
    _ start: String, _ end: String = "", _ separator: String = ",", _ part: (Int) -> String
  ) -> String {
    var text = start
    for number in 0... {
      let next = (number == 0 ? "" : separator) + part(number)
      if text.utf8.count + next.utf8.count + end.utf8.count > 4095 { break }
      text += next
    }
    return text + end
  }

  static let hostile: [String] = [
    filled("00:00-24:00,", "; Mo-Su 00:00-24:00") { "\(clock($0))-\(clock($0 + 1))+" },
    filled("00:00-24:00,") { "\(clock($0))-\(clock($0 + 1))+" },
    filled("00:00-24:00,", "; 2029 Jan 1 off") { "\(clock($0))-24:00" },
    filled("24/7, week 1-53/2 ", "+, 00:00-24:00", "+,") { clock($0) },
    filled("", "|| 24/7") { "(sunrise+\(clock($0)))-sunset" },
    filled("24/7; ", "; 00:00-24:00", "; ") { "easter +\($0 % 360) days off" },
    filled("24/7; ", "; 00:00-24:00", "; ") { "easter +\($0 % 360) days \(clock($0))-24:00" },
    filled("24/7; ", "; PH off; SH off; 24/7", ";") { ["Mo", "Tu", "We", "PH", "SH"][$0 % 5] },
    filled("24/7, ", ", 00:00-24:00", ", week 1-53 ") { "SH,PH \(clock($0))-\(clock($0 + 700))+" },
    filled("", " || 00:00-24:00", " || ") { "PH \(clock($0))-26:00 \"\($0)\"" },
    filled("Mo-Su 00:00-24:00; ", "", ";") { "Jan \($0 % 31 + 1) \(clock($0))+" },
    "24/7 \"" + String(repeating: "x", count: 4000) + "\"",
    "Mo" + String(repeating: " ", count: 4000) + "10:00-12:00",
  ]

  @Test(.timeLimit(.minutes(1)), arguments: hostile.indices)
  func hostileHoursAreAnsweredInTime(index: Int) throws {
    let hours = try OpeningHours(Self.hostile[index])
    let paris = HoursPlace(latitude: 48.85, longitude: 2.35)
    for place in [london, paris] {
      for _ in 0..<3 {
        let change = hours.change(after: Self.noon, in: place)
        #expect(change.time.map { $0 > Self.noon } ?? true, "\(change)")
        for day in 0..<7 { _ = hours.intervals(on: Self.noon.day + day, in: place) }
      }
    }
  }

  /// A search that was given up is reported as such, not as an answer.
  @Test func theWorkEnds() throws {
    let rule = "easter +7 days 00:00-24:00"
    let text = Self.filled("24/7; ", "; 2030 Aug 1 off", "; ") { _ in rule }
    #expect(try OpeningHours(text).change(after: Self.noon, in: london) == .unknown)
    // With the length that OpenStreetMap allows, all days are searched.
    let few = "24/7; " + String(repeating: rule + "; ", count: 7) + "2030 Aug 1 off"
    let change = try OpeningHours(few).change(after: Self.noon, in: london)
    #expect(change.time?.text == "2030-08-01T00:00")
  }

  /// Hours that never change have the same state at thousands of later times.
  @Test(.slow) func neverIsNever() throws {
    var draw = HoursDraw(random: SeededGenerator(seed: 15))
    var found = 0
    for number in 0..<2_000 {
      let text = draw.hours()
      let hours = try OpeningHours(text)
      let place = HoursPlace(
        latitude: london.latitude, longitude: london.longitude, nation: Nation.allCases[number % 8])
      guard hours.change(after: Self.noon, in: place) == .never else { continue }
      found += 1
      let state = hours.state(at: Self.noon, in: place)
      for step in 0..<2_000 {
        let time = Self.noon + 997 * step * (step % 7)
        #expect(hours.state(at: time, in: place) == state, "\(text) at \(time.text)")
      }
    }
    #expect(found > 20, "of hours that never change")
  }
}
