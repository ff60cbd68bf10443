extension OpeningHours {
  /// Whether each group of selectors has one that holds.
  @inline(__always) func holds(
    _ selectors: Range<Int>, on day: HoursDay, _ assumption: HoursAssumption?
  ) -> Trilean {
    var (all, one, group) = (Trilean.yes, Trilean.yes, 0)
    var index = selectors.lowerBound
    while index < selectors.upperBound {
      let word = words[index]
      let kind = word.kind
      if kind == .times { break }
      if kind.group != group {
        if one == .no { return .no }
        if one == .maybe { all = .maybe }
        (one, group) = (.no, kind.group)
      }
      if one != .yes {
        let this = holds(word, kind, at: index, on: day, assumption)
        if this != .no { one = this }
      }
      index += kind == .dates ? 2 : 1
    }
    return one == .yes ? all : one
  }

  private func holds(
    _ word: HoursWord, _ kind: HoursWord.Kind, at index: Int, on day: HoursDay,
    _ assumption: HoursAssumption?
  ) -> Trilean {
    if let assumption, assumption.isOfAnyDay { return holdsFrom(day, word, kind, at: index) }
    return switch kind {
    case .weekdays, .holidays:
      day.isAmong(word.number(4, 9), assumption)
    case .months:
      word.number(4, 13) >> day.date.month & 1 != 0 ? .yes : .no
    case .dates:
      HoursDates(word, words[index + 1]).contains(day.date) ? .yes : .no
    case .years:
      word.includes(day.date.year) ? .yes : .no
    case .weeks:
      word.includes(day.date.week) ? .yes : .no
    case .nthWeekday:
      day.isNthWeekday(word) ? .yes : .no
    case .shiftedHoliday, .alsoShiftedHoliday:
      word.number(4, 1) == 1
        ? .maybe
        : day.shifted(by: 1024 - word.number(5, 11)).isHoliday.map { $0 ? .yes : .no } ?? .maybe
    case .remark:
      .maybe
    case .rule, .lastDate, .times:
      .no
    }
  }

  /// Whether the selector always holds on that weekday from a day on, or never does.
  private func holdsFrom(
    _ day: HoursDay, _ word: HoursWord, _ kind: HoursWord.Kind, at index: Int
  ) -> Trilean {
    let year = day.date.year
    return switch kind {
    case .weekdays, .holidays: day.isAmong(word.number(4, 9), HoursAssumption?.none)
    case .months: word.number(4, 13) == 0x1FFE ? .yes : .maybe
    case .years: word.isOver(before: year) ? .no : word.isEndless(from: year) ? .yes : .maybe
    case .dates: HoursDates(word, words[index + 1]).isOver(before: year) ? .no : .maybe
    case .rule, .lastDate, .times: .no
    default: .maybe
    }
  }
}

/// A range of dates, in each year or once.
struct HoursDates {
  let (from, to): (HoursDate, HoursDate)
  let isOpenEnded: Bool

  @inline(__always) init(_ first: HoursWord, _ last: HoursWord) {
    (from, to, isOpenEnded) = (first.date, last.date, last.isOpenEndedDate)
  }

  /// Whether it is over for good: it has years, and they are so far back that no offset in days leads from
  /// them into `year`.
  func isOver(before year: Int) -> Bool {
    from.year > 0 && !isOpenEnded && max(from.year, to.year) + 2 < year
  }

  func contains(_ day: CivilDay) -> Bool {
    from.isPlain && to.isPlain ? containsPlainly(day) : containsByNumber(day)
  }

  /// Compares by year, month and day, so `Feb 1-Feb 29` has 28 days in most years.
  private func containsPlainly(_ day: CivilDay) -> Bool {
    let place = day.month << 5 | day.day
    let last = isOpenEnded ? 12 << 5 | 31 : to.place | (to.day == 0 ? 31 : 0)
    guard from.year > 0 else {
      return from.place <= last
        ? from.place <= place && place <= last : place >= from.place || place <= last
    }
    let whole = day.year << 9 | place
    guard whole >= from.year << 9 | from.place else { return false }
    if isOpenEnded && to.year == from.year { return true }
    let year = to.year > from.year ? to.year : from.place <= last ? from.year : from.year + 1
    return whole <= year << 9 | last
  }

  /// Whether its last day comes before its first in every year. If that is so in only some years, as in
  /// `easter-Apr 20`, the range has no days in those: it does not mean the whole year after.
  private var goesOverNewYear: Bool {
    // Two dates relative to easter move together.
    from.month == HoursDate.easter && to.month == HoursDate.easter
      ? to.number(in: 2000) < from.number(in: 2000)
      : to.daysOfYears.upperBound < from.daysOfYears.lowerBound
  }

  /// For ends that easter, weekdays or offsets move.
  private func containsByNumber(_ day: CivilDay) -> Bool {
    let years = from.year > 0 ? from.year...from.year : day.year - 2...day.year + 1
    for year in years {
      let first = from.number(in: year)
      guard first <= day.number else { continue }
      if isOpenEnded, from.year > 0 || day.year == year { return true }
      if isOpenEnded { continue }
      var last = to.number(in: max(year, to.year))
      if last < first, goesOverNewYear { last = to.number(in: max(year, to.year) + 1) }
      if day.number <= last { return true }
    }
    return false
  }
}
