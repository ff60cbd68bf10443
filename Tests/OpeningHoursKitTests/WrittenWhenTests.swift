import TestSupport
import Testing

@testable import OpeningHoursKit

/// Times and days as people type them.
@Suite struct WrittenWhenTests {
  /// A Tuesday at 20:34.
  private static let now = CivilTime("2026-11-24T20:34")!

  private func text(_ typed: String, _ now: CivilTime? = Self.now) -> String? {
    WrittenWhen(typed)?.time(now: now)?.text
  }

  @Test(arguments: [
    ("now", "2026-11-24T20:34"), ("NOW", "2026-11-24T20:34"), ("18:30", "2026-11-24T18:30"),
    ("8:30", "2026-11-24T08:30"), ("7pm", "2026-11-24T19:00"), ("7.30pm", "2026-11-24T19:30"),
    ("7:30PM", "2026-11-24T19:30"), ("7 pm", "2026-11-24T19:00"), ("12pm", "2026-11-24T12:00"),
    ("12am", "2026-11-24T00:00"), ("noon", "2026-11-24T12:00"), ("midnight", "2026-11-25T00:00"),
    ("2026-11-22T18:30", "2026-11-22T18:30"), ("2026-11-22 18:30", "2026-11-22T18:30"),
    ("2026-11-22t00:00", "2026-11-22T00:00"), ("todayT18:30", "2026-11-24T18:30"),
    ("today 18:30", "2026-11-24T18:30"), ("Tomorrow 07:05", "2026-11-25T07:05"),
    ("yesterday 23:59", "2026-11-23T23:59"), ("today", "2026-11-24"), ("tomorrow", "2026-11-25"),
    ("2026-12-25", "2026-12-25"), ("tuesday", "2026-11-24"), ("Wednesday", "2026-11-25"),
    ("monday", "2026-11-30"), ("sun", "2026-11-29"), ("thurs", "2026-11-26"),
    ("friday 7pm", "2026-11-27T19:00"), ("7pm friday", "2026-11-27T19:00"),
    ("friday at 7.30 pm", "2026-11-27T19:30"), ("tomorrow lunch", "2026-11-25T13:00"),
    ("lunch tomorrow", "2026-11-25T13:00"), ("lunch on friday", "2026-11-27T13:00"),
    ("sunday breakfast", "2026-11-29T08:30"), ("fri dinner", "2026-11-27T19:30"),
    ("2026-12-25 lunch", "2026-12-25T13:00"), ("friday midnight", "2026-11-28T00:00"),
    ("friday noon", "2026-11-27T12:00"), ("tonight 9pm", "2026-11-24T21:00"),
    ("tonight midnight", "2026-11-25T00:00"), (" friday  7pm ", "2026-11-27T19:00"),
    // The clocks skip this time and show the other twice; as times on a clock, both are ordinary.
    ("2026-03-29T01:30", "2026-03-29T01:30"), ("2026-10-25T01:30", "2026-10-25T01:30"),
    ("2028-02-29T12:00", "2028-02-29T12:00"),
  ])
  func times(typed: String, meant: String) { #expect(text(typed) == meant) }

  /// Alone, a meal means now if it is in progress, otherwise the next one.
  @Test(arguments: [
    ("breakfast", "06:59", "2026-11-24T08:30"), ("breakfast", "07:00", "2026-11-24T07:00"),
    ("breakfast", "10:59", "2026-11-24T10:59"), ("breakfast", "11:00", "2026-11-25T08:30"),
    ("lunch", "11:59", "2026-11-24T13:00"), ("lunch", "12:00", "2026-11-24T12:00"),
    ("lunch", "14:59", "2026-11-24T14:59"), ("lunch", "15:00", "2026-11-25T13:00"),
    ("dinner", "00:00", "2026-11-24T19:30"), ("dinner", "18:00", "2026-11-24T18:00"),
    ("tonight", "17:59", "2026-11-24T19:30"), ("tonight", "22:59", "2026-11-24T22:59"),
    ("tonight", "23:00", "2026-11-25T19:30"),
  ])
  func meals(meal: String, clock: String, meant: String) {
    #expect(text(meal, CivilTime("2026-11-24T" + clock)) == meant)
    #expect(text("today \(meal)", CivilTime("2026-11-24T" + clock))?.prefix(10) == "2026-11-24")
  }

  @Test(arguments: [
    "", " ", "T", "2026-11-22T", "2026-11-22T1830", "2026-11-22T18:30:00", "2026-11-22T18:30Z",
    "2026-11-22T18:30+01:00", "2026-11-22T24:00", "2026-11-22T18:60", "2026-02-29T12:00",
    "2026-02-29", "2026-11-22x18:30", "1 8:30", "18:3x", "١٨:٣٠", "-1:30", "2026-1-22T18:30", "map",
    "0000-01-01T00:00", "é18:30", "\u{0}18:30", "0pm", "13pm", "7.5pm", "7:60pm", "18.30", "7",
    "25:00", "24:00", "friday monday", "7pm 8pm", "tonight lunch", "friday 7pm london", "at", "pm",
    "now 7pm", "51.5,-0.1", "next friday", "tomorow",
  ])
  func others(typed: String) { #expect(WrittenWhen(typed) == nil) }

  @Test("Without a clock, a day is needed")
  func noClock() {
    for typed in ["now", "18:30", "today 18:30", "tomorrow", "friday", "lunch", "midnight"] {
      #expect(WrittenWhen(typed) != nil && text(typed, nil) == nil)
    }
    for typed in ["2026-11-22T18:30", "2026-11-22", "2026-11-22 lunch"] {
      #expect(text(typed, nil) != nil)
    }
  }

  @Test func nearlyTimes() {
    for word in ["25:00", "13pm", "7.3pm", "2026-02-30", "2026-13-01T12:00", "27/11/2026", "18:3"] {
      #expect(WrittenWhen.looksLikeTime(word), "\(word)")
    }
    for word in [
      "51.5", "51.5,-0.12", "51:30:26N", "51.5/-0.12", "7", "SW1A", "9C3XGV4C+XV", "1am,2",
    ] {
      #expect(!WrittenWhen.looksLikeTime(word), "\(word)")
    }
  }

  /// Whether a venue is open on a whole day, against every minute of it.
  @Test(.slow) func daysAgainstEveryMinute() throws {
    var draw = HoursDraw(random: SeededGenerator(seed: 17))
    for number in 0..<400 {
      let text = draw.hours()
      let hours = try OpeningHours(text)
      let place = HoursPlace(
        latitude: london.latitude, longitude: london.longitude, nation: Nation.allCases[number % 8])
      let day = CivilDay.number(
        2026, [1, 4, 3, 6, 12, 10][number % 6], [1, 5, 29, 21, 25, 25][number % 6])
      let states = (0..<1440).map { hours.state(at: CivilTime(day: day, minute: $0), in: place) }
      let state: OpenState =
        states.contains(.open) ? .open : states.contains(.unknown) ? .unknown : .closed
      let found = hours.firstOpening(on: day, in: place)
      #expect(found.state == state, "\(text)")
      #expect(found.time == CivilTime(day: day, minute: states.firstIndex(of: state)!), "\(text)")
    }
  }
}
