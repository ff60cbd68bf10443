/// A minute of a wall clock, wherever that clock hangs: `2026-11-22T23:00`.
package struct CivilTime: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Days since 1970-01-01.
  package let day: Int
  /// Minutes since midnight, 0…1439.
  package let minute: Int

  /// `minute` may be any number: 1440 is the next day's midnight.
  package init(day: Int, minute: Int) {
    let whole = minute >= 0 ? minute / 1440 : (minute - 1439) / 1440
    self.day = day + whole
    self.minute = minute - 1440 * whole
  }

  /// Of `YYYY-MM-DDTHH:MM`, and nothing else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
      let minute = Self.number(bytes[14..<16]), year > 0, (1...12).contains(month),
      (1...CivilDay.days(ofMonth: month, in: year)).contains(day), hour < 24, minute < 60
    else { return nil }
    self.init(day: CivilDay.number(year, month, day), minute: 60 * hour + minute)
  }

  /// 0 on a Monday, 6 on a Sunday.
  package var weekday: Int { CivilDay.weekday(day) }

  /// `23:00`.
  package var clock: String { Self.digits(minute / 60, 2) + ":" + Self.digits(minute % 60, 2) }

  /// `2026-11-22`.
  package var date: String {
    let date = CivilDay(day)
    return [Self.digits(date.year, 4), Self.digits(date.month, 2), Self.digits(date.day, 2)]
      .joined(separator: "-")
  }

  /// `2026-11-22T23:00`.
  package var text: String { date + "T" + clock }

  package static func < (one: CivilTime, other: CivilTime) -> Bool {
    (one.day, one.minute) < (other.day, other.minute)
  }

  package static func + (time: CivilTime, minutes: Int) -> CivilTime {
    CivilTime(day: time.day, minute: time.minute + minutes)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(\.isDigit) ? digits.reduce(0) { 10 * $0 + Int($1) - 48 } : nil
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
