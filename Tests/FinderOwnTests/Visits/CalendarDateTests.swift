import Testing

@testable import FinderEngine
@testable import FinderOwn

@Suite struct CalendarDateTests {
  /// Every day of 120 years, 1900 and 2000 among them, and no others, by the C library's calendar.
  @Test func theCalendar() {
    var moment: time_t = -2_524_521_600  // 1890-01-01
    var date = CalendarDate(year: 1890, month: 1, day: 1)!
    var days = 0
    while date.year < 2010 {
      var parts = tm()
      gmtime_r(&moment, &parts)
      let expected = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map { Int($0) }
      guard [date.year, date.month, date.day] == expected, CalendarDate(date.text()) == date else {
        Issue.record("\(date.text()) is not \(expected)")
        return
      }
      let next = date.dayAfter
      #expect(date < next)
      (date, moment, days) = (next, moment + 86_400, days + 1)
    }
    #expect(days == 43_829)
  }

  @Test func noDay() {
    let all = (0...99).flatMap { month in (0...99).map { (month, $0) } }
    let real = all.filter { month, day in
      let digits = [month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
      return CalendarDate("2023-\(digits)") != nil
    }
    #expect(real.count == 365)
    for text in [
      "", "2023", "2023-1-01", "2023-01-1", "02023-01-01", "2023-01-01 ", " 2023-01-01",
      "2023-01-01T00", "2023/01/01", "-023-01-01", "2023-0x-01", "0000-01-01", "2023-01-01\0",
      "２０２３-01-01", "2023-02-29", "1900-02-29",
    ] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
    #expect(CalendarDate("2000-02-29") != nil)
    #expect(CalendarDate("0009-12-31")?.dayAfter.text() == "0010-01-01")
  }

  @Test func parts() {
    let date = CalendarDate("2026-11-22")!
    #expect([1, 2, 3].map { date.text($0) } == ["2026", "2026-11", "2026-11-22"])
    #expect(CalendarDate.today.hasBegunSomewhere)
    #expect(CalendarDate.today.dayAfter.hasBegunSomewhere)
    #expect(!CalendarDate.today.dayAfter.dayAfter.hasBegunSomewhere)
  }

  @Test func typed() {
    let today = CalendarDate("2024-03-01")!
    for (text, expected) in [
      ("2026-11-22", "2026-11-22"), ("today", "2024-03-01"), ("Yesterday", "2024-02-29"),
    ] {
      #expect(CalendarDate(typed: text, today: today)?.text() == expected)
    }
    for text in ["", "tomorrow", "to day", "2024-02-30", "2024-02", "2024", "3d", " today"] {
      #expect(CalendarDate(typed: text, today: today) == nil, "\(text)")
    }
  }

  @Test func periods() {
    for (text, first, last) in [
      ("2026", "2026-01-01", "2026-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
      ("1900-02", "1900-02-01", "1900-02-28"), ("2026-04", "2026-04-01", "2026-04-30"),
    ] {
      let period = CalendarDate.period(text)
      #expect([period?.lowerBound.text(), period?.upperBound.text()] == [first, last])
    }
    for text in ["", "26", "0000", "2026-13", "2026-00", "2026-1", "2026/11", "+026", "2026-11-22"]
    {
      #expect(CalendarDate.period(text) == nil, "\(text)")
    }
  }

  /// The day before each day has that day as its day after.
  @Test func daysBefore() {
    for (text, days) in [("0d", 0), ("1d", 1), ("30d", 30), ("8w", 56), ("99999d", 99_999)] {
      #expect(CalendarDate.days(text) == days)
    }
    for text in ["", "d", "30", "-3d", "+3d", "3 d", "3D", "3m", "1.5w", "1234567890d"] {
      #expect(CalendarDate.days(text) == nil, "\(text)")
    }
    let today = CalendarDate("2026-11-24")!
    var day = today
    for days in 0...1500 {
      #expect(today.before(days: days) == day)
      day = today.before(days: days + 1)!
      #expect(day.dayAfter == today.before(days: days))
    }
    #expect(today.before(days: 99_999)?.text() == "1753-02-09")
    #expect(today.before(days: 7 * 999_999_999) == nil)
  }
}
