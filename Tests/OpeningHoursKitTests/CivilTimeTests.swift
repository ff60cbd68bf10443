import Testing

@testable import OpeningHoursKit

@Suite struct CivilTimeTests {
  @Test(arguments: [
    "1970-01-01T00:00", "2026-11-22T23:00", "2024-02-29T12:34", "1600-03-01T00:00",
    "9999-12-31T23:59",
  ])
  func fromAndToText(text: String) throws { #expect(try #require(CivilTime(text)).text == text) }

  @Test(arguments: [
    "", "now", "2026-11-22", "2026-11-22T24:00", "2026-11-22T12:60", "2026-02-29T12:00",
    "2026-13-01T12:00",
    "2026-00-01T12:00", "2026-11-22 12:00", "2026-11-22T12:00Z", "2026-11-22T12:0",
    "0000-01-01T00:00", "２026-11-22T1",
  ])
  func others(text: String) { #expect(CivilTime(text) == nil) }

  /// Every day of four centuries, counted one by one.
  @Test func calendar() {
    var (year, month, day, weekday) = (1970, 1, 1, 3)
    for number in 0..<146_097 {
      let date = CivilDay(number)
      guard date.year == year, date.month == month, date.day == day, date.weekday == weekday,
        CivilDay.number(year, month, day) == number
      else { return #expect(Bool(false), "\(year)-\(month)-\(day)") }
      weekday = (weekday + 1) % 7
      day += 1
      if day > CivilDay.days(ofMonth: month, in: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [
    ("2026-01-01", 1), ("2026-12-31", 53), ("2027-01-03", 53), ("2027-01-04", 1), ("2024-12-30", 1),
    ("2021-01-01", 53), ("2026-11-24", 48),
  ])
  func weeks(date: String, week: Int) {
    #expect(CivilDay(CivilTime(date + "T00:00")!.day).week == week)
  }

  @Test(arguments: [
    "2019-04-21", "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2038-04-25",
    "2285-03-22",
  ])
  func easter(date: String) {
    #expect(CivilTime(day: CivilDay.easter(Int(date.prefix(4))!), minute: 0).date == date)
  }

  @Test func minutesRunOver() throws {
    let time = try #require(CivilTime("2026-12-31T23:59"))
    #expect((time + 1).text == "2027-01-01T00:00")
    #expect((time + -1440).text == "2026-12-30T23:59")
    #expect(time < time + 1)
  }
}
