/// A range of dates within each year, or once.
struct HoursDates {
  let (from, to): (HoursDate, HoursDate)
  let isOpenEnded: Bool

  @inline(__always) init(_ first: HoursWord, _ last: HoursWord) {
    (from, to, isOpenEnded) = (first.date, last.date, last.isOpenEndedDate)
  }

  /// For good: it has years, which lie so far back that no number of days leads from them into that year.
  func isOver(before year: Int) -> Bool {
    from.year > 0 && !isOpenEnded && max(from.year, to.year) + 2 < year
  }

  func contains(_ day: CivilDay) -> Bool {
    from.isPlain && to.isPlain ? containsPlainly(day) : containsByNumber(day)
  }

  /// By year, month and day, so that `Feb 1-Feb 29` has 28 days in most years.
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

  /// Where easter, weekdays or numbers of days move an end.
  private func containsByNumber(_ day: CivilDay) -> Bool {
    let years = from.year > 0 ? from.year...from.year : day.year - 2...day.year + 1
    for year in years {
      let first = from.number(in: year)
      guard first <= day.number else { continue }
      if isOpenEnded, from.year > 0 || day.year == year { return true }
      if isOpenEnded { continue }
      var last = to.number(in: max(year, to.year))
      if last < first { last = to.number(in: max(year, to.year) + 1) }
      if day.number <= last { return true }
    }
    return false
  }
}
