import FinderEngine
import OpeningHoursKit

/// A day of the calendar, without a time: `2026-11-22`.
package struct CalendarDate: Hashable, Sendable, BitwiseCopyable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// `nil` unless the calendar has that day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDay.days(ofMonth: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// From `YYYY-MM-DD` only.
  package init?(_ text: String) {
    guard let midnight = CivilTime(text + "T00:00") else { return nil }
    self.init(CivilDay(midnight.day))
  }

  private init(_ day: CivilDay) { self.init(known: day.year, day.month, day.day) }

  /// By this machine's clock.
  package static var today: CalendarDate {
    CalendarDate(CivilDay(CivilTime.ofThisMachine?.day ?? 0))
  }

  private init(known year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  var dayAfter: CalendarDate { CalendarDate(CivilDay(CivilDay.number(year, month, day) + 1)) }

  /// `2026-11-22`, or as many parts as wanted: `2026-11`, `2026`.
  package func text(_ parts: Int = 3) -> String {
    [CivilTime.digits(year, 4), CivilTime.digits(month, 2), CivilTime.digits(day, 2)]
      .prefix(parts).joined(separator: "-")
  }

  /// Whether the day is no later than tomorrow here: in some time zone it is tomorrow already.
  package var hasBegunSomewhere: Bool { self <= CalendarDate.today.dayAfter }

  /// `2026-11-22`, `today` or `yesterday`.
  package init?(typed text: String, today: CalendarDate = .today) {
    let day: CalendarDate? =
      switch text.lowercased() {
      case "today": today
      case "yesterday": today.before(days: 1)
      default: CalendarDate(text)
      }
    guard let day else { return nil }
    self = day
  }

  /// The first and last day of `2026-11` or `2026`.
  package static func period(_ text: String) -> ClosedRange<CalendarDate>? {
    switch text.utf8.count {
    case 4:
      guard let first = CalendarDate(text + "-01-01") else { return nil }
      return first...CalendarDate(known: first.year, 12, 31)
    case 7:
      guard let first = CalendarDate(text + "-01") else { return nil }
      let days = CivilDay.days(ofMonth: first.month, in: first.year)
      return first...CalendarDate(known: first.year, first.month, days)
    default: return nil
    }
  }

  /// The number of days in `30d` or `8w`.
  package static func days(_ text: String) -> Int? {
    let digits = text.utf8.dropLast()
    guard (1...9).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
    let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    switch text.utf8.last {
    case UInt8(ascii: "d"): return number
    case UInt8(ascii: "w"): return 7 * number
    default: return nil
    }
  }

  /// `nil` before the year 1000, where `Timestamp` begins.
  package func before(days: Int) -> CalendarDate? {
    Timestamp.seconds(ofDay: text()).flatMap { CalendarDate(Timestamp.day($0 - 86_400 * days)) }
  }
}

extension CalendarDate: Comparable {
  package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}
