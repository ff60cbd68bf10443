/// The nation whose public holidays a place keeps. England and Wales have the same.
package enum Nation: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case englandAndWales
  case scotland
  case northernIreland
  case ireland
  case isleOfMan
  case jersey
  case guernsey
  /// A country whose holidays finder does not know.
  case elsewhere

  // Finds the nation at a position by lines drawn from general knowledge, good to about 2 km, for venues
  // whose postcode does not show it.

  package init(latitude: Double, longitude: Double) {
    self =
      switch (latitude, longitude) {
      case (54.0...54.45, -4.95 ... -4.2): .isleOfMan
      case (49.14...49.3, -2.3 ... -1.98): .jersey
      case (49.39...49.76, -2.72 ... -2.14): .guernsey
      case (51.3...55.5, -10.8 ... -5.4) where Self.isOnIreland(latitude, longitude):
        Self.northernIreland(holds: latitude, longitude) ? .northernIreland : .ireland
      case (49.8...61, -9...1.8) where !Self.isOnContinent(latitude, longitude):
        Self.isInScotland(latitude, longitude) ? .scotland : .englandAndWales
      default: .elsewhere
      }
  }

  /// West of the North Channel and the Irish Sea, that is, of a line past Wales, Galloway, Kintyre and Islay.
  private static func isOnIreland(_ latitude: Double, _ longitude: Double) -> Bool {
    switch latitude {
    case ..<54: longitude < -5.7
    case ..<54.8: longitude < -5.35
    case ..<55: longitude < -5.45
    case ..<55.25: longitude < -5.9
    default: longitude < -6.1 && (latitude < 55.33 || longitude < -6.6)
    }
  }

  /// Normandy, and Calais and Boulogne, which are as far north and west as Kent.
  private static func isOnContinent(_ latitude: Double, _ longitude: Double) -> Bool {
    latitude < 50.5 && longitude > -2.4 || latitude < 51.03 && longitude > 1.4
  }

  private static func isInScotland(_ latitude: Double, _ longitude: Double) -> Bool {
    guard latitude > 54.6 else { return false }
    guard latitude < 55.81 else { return true }
    return longitude < at(latitude, on: scottishBorder)
  }

  private static func northernIreland(holds latitude: Double, _ longitude: Double) -> Bool {
    var isInside = false
    var last = irishBorder[irishBorder.count - 1]
    for point in irishBorder {
      if (point.0 > latitude) != (last.0 > latitude) {
        let share = (latitude - last.0) / (point.0 - last.0)
        if longitude < last.1 + share * (point.1 - last.1) { isInside.toggle() }
      }
      last = point
    }
    return isInside
  }

  /// Interpolates between the points of a line that goes north.
  private static func at(_ latitude: Double, on line: [(Double, Double)]) -> Double {
    guard let next = line.firstIndex(where: { $0.0 >= latitude }), next > 0 else {
      return line[0].1
    }
    let (from, to) = (line[next - 1], line[next])
    return from.1 + (latitude - from.0) / (to.0 - from.0) * (to.1 - from.1)
  }

  /// The longitude at each latitude: up the Solway Firth, along the Sark, the Liddel and the Cheviots, down
  /// the Tweed.
  private static let scottishBorder: [(Double, Double)] = [
    (54.6, -4.1), (54.8, -3.7), (54.9, -3.48), (54.95, -3.3), (54.97, -3.16), (54.985, -3.06),
    (55.04, -3.05), (55.055, -2.97), (55.09, -2.88), (55.14, -2.79), (55.22, -2.68), (55.27, -2.61),
    (55.35, -2.48), (55.41, -2.34), (55.43, -2.22), (55.5, -2.19), (55.55, -2.24), (55.6, -2.32),
    (55.645, -2.3), (55.65, -2.235), (55.69, -2.2), (55.72, -2.175), (55.74, -2.13), (55.76, -2.09),
    (55.8, -2.04),
    (55.811, -2.03),
  ]

  /// From Lough Foyle around by the west and south to Carlingford Lough, and out to sea.
  private static let irishBorder: [(Double, Double)] = [
    (55.25, -6.93), (55.197, -6.975), (55.055, -7.26), (55.04, -7.34), (55.0, -7.41),
    (54.94, -7.44), (54.86, -7.45),
    (54.825, -7.475), (54.74, -7.56), (54.72, -7.75), (54.7, -7.86), (54.63, -7.9), (54.6, -7.75),
    (54.55, -7.83), (54.53, -8.0), (54.48, -8.13), (54.44, -8.17), (54.37, -8.06), (54.296, -7.88),
    (54.285, -7.865), (54.22, -7.83), (54.205, -7.71), (54.19, -7.68), (54.14, -7.6),
    (54.15, -7.55), (54.12, -7.4), (54.12, -7.3),
    (54.17, -7.26), (54.21, -7.2), (54.22, -7.15), (54.25, -7.14), (54.29, -7.17), (54.34, -7.2),
    (54.37, -7.09), (54.42, -7.03),
    (54.4, -6.97), (54.36, -6.91), (54.32, -6.88), (54.28, -6.86), (54.23, -6.8), (54.18, -6.7),
    (54.14, -6.66), (54.06, -6.66), (54.04, -6.6), (54.07, -6.5), (54.06, -6.4), (54.1, -6.34),
    (54.115, -6.28), (54.08, -6.22), (54.02, -6.08), (53.9, -5.3), (55.6, -5.3), (55.6, -6.5),
  ]

  // Public holidays by rule, with days that were moved or added once.
  //
  // A holiday that falls on a weekend counts on that day and on the weekday given in its place, since shops
  // keep both. The rules are valid from 1978 on.

  /// `nil` if it is not known.
  package func isHoliday(_ date: CivilDay) -> Bool? {
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

  /// The first Monday of February, or the 1st itself if that is a Friday.
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

  /// Good Friday and Easter Monday; some nations keep only one of them.
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

  /// Bank holidays of May that were moved: to 8 May for Victory in Europe, and to June for jubilees.
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

  /// Whether it is the first such weekday of its month.
  func isFirst(_ day: Weekday) -> Bool { self.day <= 7 && isOn(day) }

  /// Whether it is the last such weekday of its month.
  func isLast(_ day: Weekday) -> Bool {
    self.day > CivilDay.days(ofMonth: month, in: year) - 7 && isOn(day)
  }
}
