/// Public holidays by rule, with what was moved or added once.
///
/// A holiday that falls on a weekend counts on its own day and on the weekday given in its place: shops
/// keep both. Rules hold from 1978 on.
extension Nation {
  /// `nil` where that is not known.
  func isHoliday(_ date: CivilDay) -> Bool? {
    guard self != .elsewhere else { return nil }
    return isYearly(date) && !Self.isMovedAway(date, self) || isOnce(date)
  }

  private func isYearly(_ date: CivilDay) -> Bool {
    switch date.month {
    case 1: isNewYear(date)
    case 2: self == .ireland && date.year >= 2023 && isBrigid(date)
    case 3: isPatrick(date) || isEaster(date)
    case 4: isEaster(date)
    case 5: isInMay(date)
    case 6: self == .ireland && date.isFirst(.monday) || self == .isleOfMan && date.isFirst(.friday)
    case 7: isInJuly(date)
    case 8: isInAugust(date)
    case 10: self == .ireland && date.isLast(.monday)
    case 11: self == .scotland && date.year >= 2007 && date.day == 30
    case 12: isInDecember(date)
    default: false
    }
  }

  private func isNewYear(_ date: CivilDay) -> Bool {
    if date.day == 1 { return true }
    guard self != .ireland else { return false }
    guard self == .scotland else { return (2...3).contains(date.day) && date.isOn(.monday) }
    return switch date.day {
    case 2: true
    case 3, 4: date.isOn(.monday) || date.isOn(.tuesday)
    default: false
    }
  }

  /// The first Monday of February, but the 1st itself where that is a Friday.
  private func isBrigid(_ date: CivilDay) -> Bool {
    let first = CivilDay.weekday(date.number - date.day + 1)
    return first == CivilDay.Weekday.friday.rawValue ? date.day == 1 : date.isFirst(.monday)
  }

  private func isPatrick(_ date: CivilDay) -> Bool {
    switch self {
    case .ireland: date.day == 17
    case .northernIreland:
      date.day == 17 || (18...19).contains(date.day) && date.isOn(.monday)
    default: false
    }
  }

  /// Good Friday and Easter Monday: not both are kept everywhere.
  private func isEaster(_ date: CivilDay) -> Bool {
    guard date.isOn(.friday) || date.isOn(.monday) else { return false }
    let days = date.number - CivilDay.easter(date.year)
    return days == -2 && self != .ireland || days == 1 && self != .scotland
  }

  private func isInMay(_ date: CivilDay) -> Bool {
    if date.day == 9, self == .jersey || self == .guernsey {
      return !(self == .jersey && date.isOn(.sunday))
    }
    return date.isFirst(.monday) || self != .ireland && date.isLast(.monday)
  }

  private func isInJuly(_ date: CivilDay) -> Bool {
    switch self {
    case .northernIreland:
      date.day == 12 || (13...14).contains(date.day) && date.isOn(.monday)
    case .isleOfMan:
      date.day == 5 && date.weekday < 5 || (6...7).contains(date.day) && date.isOn(.monday)
    default: false
    }
  }

  private func isInAugust(_ date: CivilDay) -> Bool {
    switch self {
    case .scotland, .ireland: date.isFirst(.monday)
    default: date.isLast(.monday)
    }
  }

  private func isInDecember(_ date: CivilDay) -> Bool {
    switch date.day {
    case 25, 26: true
    case 27, 28: self != .ireland && (date.isOn(.monday) || date.isOn(.tuesday))
    case 1, 2: self == .scotland && date.year >= 2007 && date.isOn(.monday)
    default: false
    }
  }

  /// The bank holidays of May that were moved: to 8 May for Victory in Europe, to June for jubilees.
  private static func isMovedAway(_ date: CivilDay, _ nation: Nation) -> Bool {
    guard date.month == 5, nation != .ireland else { return false }
    return switch date.year {
    case 1995: date.day == 1
    case 2020: date.day == 4 && nation != .jersey
    case 2002, 2012, 2022: date.day > 24
    default: false
    }
  }

  private func isOnce(_ date: CivilDay) -> Bool {
    switch (date.year, date.month, date.day) {
    case (1995, 5, 8), (1999, 12, 31), (2002, 6, 3), (2002, 6, 4), (2011, 4, 29), (2012, 6, 4),
      (2012, 6, 5), (2020, 5, 8), (2022, 6, 2), (2022, 6, 3), (2022, 9, 19), (2023, 5, 8):
      self != .ireland
    case (2022, 3, 18): self == .ireland
    case (2026, 6, 15): self == .scotland
    case (2021, 9, 27), (2024, 7, 15): self == .jersey
    case (2024, 7, 16): self == .guernsey
    default: false
    }
  }
}

extension CivilDay {
  enum Weekday: Int {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  func isOn(_ day: Weekday) -> Bool { weekday == day.rawValue }

  /// The first of its month.
  func isFirst(_ day: Weekday) -> Bool { self.day <= 7 && isOn(day) }

  /// The last of its month.
  func isLast(_ day: Weekday) -> Bool {
    self.day > CivilDay.days(ofMonth: month, in: year) - 7 && isOn(day)
  }
}
