import Testing

@testable import FinderEngine

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
    #expect(CalendarDate.today.isPast)
    #expect(CalendarDate.today.dayAfter.isPast)
    #expect(!CalendarDate.today.dayAfter.dayAfter.isPast)
  }
}
