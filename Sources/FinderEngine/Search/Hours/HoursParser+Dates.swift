/// Months and dates: `Apr-Sep`, `Dec 24-Jan 2`, `2026 Dec 25`, `easter -2 days`, `Dec 25 -Su`.
extension HoursParser {
  mutating func dates() throws(HoursFault) {
    var (months, year, month) = (0, 0, 0)
    while true {
      let from = try date(year: year, month: month)
      (year, month) = (from.year, from.day > 0 ? from.month : 0)
      var (to, isOpenEnded) = (from, false)
      if from.isOneDay, skip(UInt8(ascii: "+")) {
        isOpenEnded = true
      } else if isRangeOfDates {
        to = try lastDate(from)
        (year, month) = (Self.year(of: to, after: from), to.day > 0 ? to.month : 0)
      }
      if from.year == 0, !from.isOneDay {
        months |= Self.monthMask(from.month, to.month)
      } else {
        var last = HoursWord(.lastDate, to)
        last.isOpenEndedDate = isOpenEnded
        words.append(HoursWord(.dates, from))
        words.append(last)
      }
      guard let next = afterComma, isDate(at: next, follows: month > 0) else { break }
      place = next
    }
    if months != 0 { words.append(HoursWord(.months).with(4, 13, months)) }
  }

  /// In `2026 Dec 24-Jan 2,5` the last two are days of 2027.
  private static func year(of last: HoursDate, after first: HoursDate) -> Int {
    guard last.year == 0, first.year > 0 else { return last.year }
    return first.year + (last.place < first.place ? 1 : 0)
  }

  private static func monthMask(_ from: Int, _ to: Int) -> Int {
    from <= to ? (2 << to) - (1 << from) : 0x1FFE & ~((1 << from) - (2 << to))
  }

  private func isDate(at place: Int, follows isInMonth: Bool) -> Bool {
    if isYear(at: place), !isTime(at: place) {
      let next = after(place + 4)
      return isMonthOrEaster(at: next) || isDayBeforeMonth(at: next)
    }
    return isMonthOrEaster(at: place) || isDayBeforeMonth(at: place)
      || isInMonth && isDayNumber(at: place)
  }

  var isRangeOfDates: Bool {
    let next = after(place)
    let range = rangeLength(at: next)
    guard range > 0 else { return false }
    return isDate(at: after(next + range), follows: true)
  }

  private mutating func lastDate(_ from: HoursDate) throws(HoursFault) -> HoursDate {
    skipSpaces()
    place += rangeLength(at: place)
    skipSpaces()
    let start = place
    let to = try date(
      year: 0, month: from.day > 0 ? from.month : 0, endsRangeOf: from.isOneDay ? .days : .months)
    guard to.isOneDay == from.isOneDay else {
      place = start
      throw fault(from.isOneDay ? "a day" : "a month, as the range begins with one")
    }
    guard to.year == 0 || from.year > 0 && to.year >= from.year else {
      place = start
      throw fault(from.year == 0 ? "no year, as the first date has none" : "a later year")
    }
    return to
  }
}
