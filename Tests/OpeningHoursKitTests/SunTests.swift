import Testing

@testable import OpeningHoursKit

/// Against astral 3.2, which `.ci/checks/hours/check` uses for every fifth day of two years.
@Suite struct SunTests {
  @Test(arguments: [
    (51.5, -0.12, "2026-01-15", "dawn", "07:21"),
    (51.5, -0.12, "2026-01-15", "sunrise", "08:00"),
    (51.5, -0.12, "2026-01-15", "sunset", "16:20"),
    (51.5, -0.12, "2026-01-15", "dusk", "17:00"),
    (51.5, -0.12, "2026-03-29", "dawn", "06:09"),
    (51.5, -0.12, "2026-03-29", "sunrise", "06:43"),
    (51.5, -0.12, "2026-03-29", "sunset", "19:28"),
    (51.5, -0.12, "2026-03-29", "dusk", "20:03"),
    (51.5, -0.12, "2026-06-21", "dawn", "03:55"),
    (51.5, -0.12, "2026-06-21", "sunrise", "04:43"),
    (51.5, -0.12, "2026-06-21", "sunset", "21:21"),
    (51.5, -0.12, "2026-06-21", "dusk", "22:10"),
    (51.5, -0.12, "2026-10-25", "dawn", "06:07"),
    (51.5, -0.12, "2026-10-25", "sunrise", "06:42"),
    (51.5, -0.12, "2026-10-25", "sunset", "16:46"),
    (51.5, -0.12, "2026-10-25", "dusk", "17:21"),
    (57.48, -4.22, "2026-01-15", "sunrise", "08:47"),
    (57.48, -4.22, "2026-01-15", "sunset", "16:06"),
    (57.48, -4.22, "2026-03-29", "sunrise", "06:54"),
    (57.48, -4.22, "2026-03-29", "sunset", "19:50"),
    (57.48, -4.22, "2026-06-21", "sunrise", "04:18"),
    (57.48, -4.22, "2026-06-21", "sunset", "22:19"),
    (57.48, -4.22, "2026-10-25", "sunrise", "07:13"),
    (57.48, -4.22, "2026-10-25", "sunset", "16:47"),
    (53.35, -6.26, "2026-01-15", "sunrise", "08:33"),
    (53.35, -6.26, "2026-01-15", "sunset", "16:37"),
    (53.35, -6.26, "2026-03-29", "sunrise", "07:06"),
    (53.35, -6.26, "2026-03-29", "sunset", "19:54"),
    (53.35, -6.26, "2026-06-21", "sunrise", "04:57"),
    (53.35, -6.26, "2026-06-21", "sunset", "21:57"),
    (53.35, -6.26, "2026-10-25", "sunrise", "07:11"),
    (53.35, -6.26, "2026-10-25", "sunset", "17:07"),
    (49.92, -6.3, "2026-01-15", "sunrise", "08:18"),
    (49.92, -6.3, "2026-01-15", "sunset", "16:52"),
    (49.92, -6.3, "2026-03-29", "sunrise", "07:09"),
    (49.92, -6.3, "2026-03-29", "sunset", "19:52"),
    (49.92, -6.3, "2026-06-21", "sunrise", "05:17"),
    (49.92, -6.3, "2026-06-21", "sunset", "21:37"),
    (49.92, -6.3, "2026-10-25", "sunrise", "07:03"),
    (49.92, -6.3, "2026-10-25", "sunset", "17:14"),
  ])
  func events(
    latitude: Double, longitude: Double, date: String, event: String, expected: String
  ) throws {
    let place = HoursPlace(latitude: latitude, longitude: longitude, nation: .englandAndWales)
    let midnight = CivilTime(date + "T00:00")!
    let found = try #require(
      try OpeningHours("\(event)-24:00").nextChange(after: midnight, in: place))
    let minutes = CivilTime(date + "T" + expected)!.minute
    #expect(found.day == midnight.day && abs(found.minute - minutes) <= 2, "\(found.text)")
  }

  @Test func offsets() throws {
    let hours = try OpeningHours("(sunset-01:00)-(sunset+00:30)")
    #expect(hours.week(from: "2026-11-23").hasPrefix("Mo 15:02-16:32, Tu 15:01-16:31"))
    #expect(try OpeningHours("sunset-sunrise").week().hasPrefix("Mo 16:02-07:33"))
    // After the sun has set, and before it sets: not a whole night and a whole day.
    #expect(try OpeningHours("18:00-sunset").week() == "")
  }

  /// In June, Shetland never gets so dark.
  @Test func noDusk() throws {
    let unst = HoursPlace(latitude: 60.85, longitude: -0.9)
    #expect(
      try OpeningHours("Mo dusk-24:00").week(from: "2026-06-22", in: unst) == "Mo 00:00-24:00?")
  }

  @Test func clocksGoForwardAndBack() {
    for (day, holds) in [
      ("2026-03-28", false), ("2026-03-29", true), ("2026-10-24", true), ("2026-10-25", false),
      ("2027-03-28", true), ("2027-03-27", false), ("2027-10-31", false), ("2027-10-30", true),
    ] {
      #expect(SummerTime.holds(on: CivilDay(CivilTime(day + "T00:00")!.day)) == holds, "\(day)")
    }
  }
}
