/// A minute of local time, in no particular time zone: `2026-11-22T23:00`.
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

  /// From `YYYY-MM-DDTHH:MM` only.
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

  /// As in `23:00`.
  package var clock: String { Self.digits(minute / 60, 2) + ":" + Self.digits(minute % 60, 2) }

  /// As in `2026-11-22`.
  package var date: String {
    let date = CivilDay(day)
    return [Self.digits(date.year, 4), Self.digits(date.month, 2), Self.digits(date.day, 2)]
      .joined(separator: "-")
  }

  /// As in `2026-11-22T23:00`.
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

  /// Padded with zeros.
  package static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

/// A day of the calendar, by its number since 1970-01-01 and by its date.
///
/// The conversions count from 1 March of the year 0, so a leap day is the last of its year.
package struct CivilDay: BitwiseCopyable {
  let number: Int
  package let year: Int
  package let month: Int
  package let day: Int

  package init(_ number: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    self.number = number
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 0 on a Monday, 6 on a Sunday; 1970-01-01 was a Thursday.
  static func weekday(_ number: Int) -> Int {
    let rest = (number + 3) % 7
    return rest < 0 ? rest + 7 : rest
  }

  var weekday: Int { Self.weekday(number) }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  package static func days(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of the ISO week, 1…53: that of the week's Thursday.
  var week: Int {
    let thursday = number - weekday + 3
    let year = CivilDay(thursday).year
    return (thursday - Self.number(year, 1, 1)) / 7 + 1
  }

  /// Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher.
  static func easter(_ year: Int) -> Int {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let sum = h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114
    return number(year, sum / 31, sum % 31 + 1)
  }
}
