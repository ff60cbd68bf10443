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

  /// In `2026 Dec 24-Jan 2,5` the last two days are in 2027.
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

  // One date: `2026 Dec 25`, `24-26 Dec`, `Mar Su[-1]`, `Easter Monday`, `Dec 25 -Su -21 days`.

  enum RangeOfDates {
    case days, months
  }

  /// A day alone has the year and the month of the date before it in a list or range. A month has only a year
  /// of its own: `2026 Dec 24-26,Jan 1` means every 1 January.
  mutating func date(
    year: Int, month: Int, endsRangeOf range: RangeOfDates? = nil
  ) throws(HoursFault) -> HoursDate {
    var date = HoursDate()
    if isYear(at: place), !isTime(at: place) {
      date.year = try decimal(4, "a year")
      skipSpaces()
    }
    let start = place
    if let month = monthAfterDay(at: place) {
      date.month = Int(term(at: month).value)
      try day(of: &date, from: start)
      if after(place) == month { place = month + term(at: month).length }
    } else if isMonthOrEaster(at: place) {
      try monthOrEaster(of: &date, endsRangeOf: range, from: start)
    } else if month > 0, month != HoursDate.easter, isDayNumber(at: place) {
      if date.year == 0 { date.year = year }
      date.month = month
      try day(of: &date, from: start)
    } else {
      throw fault("a month")
    }
    if date.isOneDay { try move(&date) }
    return date
  }

  /// A day of the date's month. A fault points to the beginning of the date.
  private mutating func day(of date: inout HoursDate, from start: Int) throws(HoursFault) {
    date.day = try decimal(2, "a day")
    // 29 February exists in some years.
    let last = CivilDay.days(ofMonth: date.month, in: date.year == 0 ? 2000 : date.year)
    guard (1...last).contains(date.day) else {
      place = start
      throw fault("a day that the month has")
    }
  }

  private mutating func monthOrEaster(
    of date: inout HoursDate, endsRangeOf range: RangeOfDates?, from start: Int
  ) throws(HoursFault) {
    let term = self.term
    place += term.length
    let next = after(place)
    guard term.kind == .month else {
      date.month = HoursDate.easter
      // In `Jan 1-easter Mo` both must hold.
      return range == nil ? try easterMonday(&date) : ()
    }
    date.month = Int(term.value)
    if isDayNumber(at: next) {
      place = next
      try day(of: &date, from: start)
    } else {
      nthWeekday(of: &date, endsRangeOf: range)
    }
  }

  /// `Easter Monday` is the day after, and `Easter Sunday` the day itself. With any other weekday, it is not
  /// clear whether the one before or after Easter is meant.
  private mutating func easterMonday(_ date: inout HoursDate) throws(HoursFault) {
    let start = after(place)
    let day = term(at: start)
    guard day.kind == .weekday, isAlone(at: start + day.length) else { return }
    switch day.value {
    case 0: (place, date.days) = (start + day.length, 1)
    case 6: break
    default:
      place = start
      throw fault("Monday or Sunday, or days counted from easter")
    }
  }

  /// Whether the weekday before that place is not the start of a list or range of weekdays.
  private func isAlone(at place: Int) -> Bool {
    let next = after(place)
    if byte(at: next) == UInt8(ascii: ",") { return !term(at: after(next + 1)).isDay }
    let range = rangeLength(at: next)
    return byte(at: next) != UInt8(ascii: "[")
      && (range == 0 || term(at: after(next + range)).kind != .weekday)
  }

  /// `Mar Su[-1]` is a day if a range begins or ends with it, or if an offset in days follows, which may lead
  /// into another month. Otherwise it is a month and weekdays in it.
  private mutating func nthWeekday(of date: inout HoursDate, endsRangeOf range: RangeOfDates?) {
    guard range != .months else { return }
    let next = after(place)
    let day = term(at: next)
    guard day.kind == .weekday, byte(at: next + day.length) == UInt8(ascii: "[") else { return }
    var end = after(next + day.length + 1)
    let dash = dashLength(at: end)
    end += dash
    guard let digit = byte(at: end), (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(digit),
      byte(at: after(end + 1)) == UInt8(ascii: "]")
    else { return }
    let start = place
    place = after(end + 1) + 1
    let hasOffset = (try? dayOffset()) ?? nil != nil
    let isOneDay =
      range == .days || isRangeOfDates || hasOffset && byte(at: after(place)) != UInt8(ascii: ",")
    place = isOneDay ? after(end + 1) + 1 : start
    guard isOneDay else { return }
    date.weekday = Int(day.value) + 1
    date.nth = Int(digit - UInt8(ascii: "0")) + (dash > 0 ? 5 : 0)
  }

  /// Reads `-Su`, `+2 days`, or both.
  private mutating func move(_ date: inout HoursDate) throws(HoursFault) {
    let next = after(place)
    if date.nth == 0, let sign = signLength(at: next), case let day = term(at: next + sign),
      day.kind == .weekday
    {
      date.weekday = Int(day.value) + (byte(at: next) == UInt8(ascii: "+") ? 1 : 8)
      place = next + sign + day.length
    }
    if let days = try dayOffset() { date.days += days }
  }

  func isMonthOrEaster(at place: Int) -> Bool {
    let kind = term(at: place).kind
    return kind == .month || kind == .easter
  }

  /// One or two digits that are not the start of a time or another number.
  func isDayNumber(at place: Int) -> Bool {
    let count = digits(at: place)
    return (1...2).contains(count) && !isTime(at: place)
      && byte(at: place + count) != UInt8(ascii: "/")
  }

  func isDayBeforeMonth(at place: Int) -> Bool { monthAfterDay(at: place) != nil }

  /// The place of the month in `24 Dec` or `24-26 Dec`.
  private func monthAfterDay(at place: Int) -> Int? {
    guard let next = afterDay(at: place) else { return nil }
    if term(at: next).kind == .month { return next }
    let range = rangeLength(at: next)
    let last = after(next + range)
    // `30-2 Jan` could mean two things.
    guard range > 0, let month = afterDay(at: last), term(at: month).kind == .month,
      day(at: place) < day(at: last)
    else { return nil }
    return month
  }

  private func day(at place: Int) -> Int {
    bytes[place..<place + digits(at: place)].reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  private func afterDay(at place: Int) -> Int? {
    let count = digits(at: place)
    return (1...2).contains(count) ? after(place + count) : nil
  }

  func isYear(at place: Int) -> Bool {
    digits(at: place) == 4
      && (byte(at: place) == UInt8(ascii: "1") || byte(at: place) == UInt8(ascii: "2"))
  }
}
