/// Whether a rule holds on a day.
extension OpeningHours {
  /// Each group of selectors must have one that holds.
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

  /// Whether it holds on that weekday from a day on, always or never.
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
