/// A date as written: `2026 Dec 25`, `Mar`, `easter -2 days`, `Dec 25 -Su -21 days`.
struct HoursDate: BitwiseCopyable {
  static let easter = 13

  /// 0 where none is written.
  var year = 0
  /// 1…12, or `easter`.
  var month = 0
  /// 0 where a whole month is meant.
  var day = 0
  /// 1…7: on to the next Monday…Sunday; 8…14: back to the last one. With `nth` that weekday itself.
  var weekday = 0
  /// `Mar Su[-1]`: 1…5, or from the end of the month 6…10.
  var nth = 0
  var days = 0

  /// Neither easter nor moved: dates that compare by year, month and day.
  var isPlain: Bool { month != Self.easter && weekday == 0 && days == 0 }

  /// Not a whole month.
  var isOneDay: Bool { day > 0 || nth > 0 || month == Self.easter }

  /// Its order within a year.
  var place: Int { month << 5 | day }

  /// The day that it is in that year.
  func number(in year: Int) -> Int {
    var number =
      month == Self.easter ? CivilDay.easter(year) : CivilDay.number(year, month, max(1, day))
    if nth > 0 {
      number = nthWeekday(in: year)
    } else if weekday > 7 {
      number -= (CivilDay.weekday(number) - (weekday - 8) + 7) % 7
    } else if weekday > 0 {
      number += (weekday - 1 - CivilDay.weekday(number) + 7) % 7
    }
    return number + days
  }

  /// The fifth may lie in the next month.
  private func nthWeekday(in year: Int) -> Int {
    guard nth > 5 else {
      let first = CivilDay.number(year, month, 1)
      return first + (weekday - 1 - CivilDay.weekday(first) + 7) % 7 + 7 * (nth - 1)
    }
    let last = CivilDay.number(year, month, CivilDay.days(ofMonth: month, in: year))
    return last - (CivilDay.weekday(last) - (weekday - 1) + 7) % 7 - 7 * (nth - 6)
  }
}

extension HoursWord {
  init(_ kind: Kind, _ date: HoursDate) {
    self.init(kind)
    set(4, 14, date.year)
    set(18, 4, date.month)
    set(22, 5, date.day)
    set(27, 4, date.weekday)
    set(31, 11, date.days + 1024)
    set(43, 4, date.nth)
  }

  var date: HoursDate {
    HoursDate(
      year: number(4, 14), month: number(18, 4), day: number(22, 5), weekday: number(27, 4),
      nth: number(43, 4), days: number(31, 11) - 1024)
  }

  /// `Dec 1+`: no last day but the year's, or none where the first has a year. Kept in the last date.
  var isOpenEndedDate: Bool {
    get { number(42, 1) != 0 }
    set { set(42, 1, newValue ? 1 : 0) }
  }
}

/// `2024-2030/2`, `week 1-53/2`: a last of 0 stands for no end.
extension HoursWord {
  init(_ kind: Kind, from first: Int, to last: Int, step: Int) {
    self.init(kind)
    set(4, 14, first)
    set(18, 14, last)
    set(32, 14, step)
  }

  func isOver(before year: Int) -> Bool { number(18, 14) != 0 && number(18, 14) < year }

  func isEndless(from year: Int) -> Bool {
    number(18, 14) == 0 && number(32, 14) == 1 && number(4, 14) <= year
  }

  func includes(_ value: Int) -> Bool {
    let (first, last, step) = (number(4, 14), number(18, 14), number(32, 14))
    if last != 0, last < first { return value >= first || value <= last }
    return value >= first && (last == 0 || value <= last) && (value - first) % step == 0
  }
}
