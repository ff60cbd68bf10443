/// A word of the grammar.
struct HoursTerm {
  enum Kind: UInt8 {
    case none
    /// 0, Monday, to 6.
    case weekday
    /// 1…12.
    case month
    /// 0 for public holidays, 1 for those of schools.
    case holiday
    case week
    case easter
    /// As in `SunEvent`.
    case event
    /// As in `OpenState`.
    case state
  }

  var kind = Kind.none
  var value: UInt8 = 0
  var length = 0

  var isDay: Bool { kind == .weekday || kind == .holiday }
}

extension HoursParser {
  var term: HoursTerm { term(at: place) }

  /// The word there: told by its first two letters, then held against the whole.
  func term(at place: Int) -> HoursTerm {
    guard isLetter(at: place), isLetter(at: place + 1) else { return HoursTerm() }
    var length = 2
    while length < 11, isLetter(at: place + length) { length += 1 }
    let pair = UInt16(bytes[place] | 0x20) << 8 | UInt16(bytes[place + 1] | 0x20)
    if length > 2 { return longTerm(at: place, pair, length) }
    if let weekday = Self.weekday(pair) {
      return HoursTerm(kind: .weekday, value: weekday, length: 2)
    }
    switch pair {
    case Self.pair("p", "h"): return HoursTerm(kind: .holiday, value: 0, length: 2)
    case Self.pair("s", "h"): return HoursTerm(kind: .holiday, value: 1, length: 2)
    default: return HoursTerm()
    }
  }

  private func longTerm(at place: Int, _ pair: UInt16, _ length: Int) -> HoursTerm {
    func holds(_ name: StaticString) -> Bool {
      length == name.utf8CodeUnitCount && matches(name, at: place)
    }
    func term(_ kind: HoursTerm.Kind, _ value: UInt8 = 0) -> HoursTerm {
      HoursTerm(kind: kind, value: value, length: length)
    }
    if let month = month(at: place, length) { return term(.month, month) }
    if let weekday = Self.weekday(pair), isWeekdayName(weekday, at: place, length) {
      return term(.weekday, weekday)
    }
    switch pair {
    case Self.pair("w", "e") where holds("week") || holds("weeks"): return term(.week)
    case Self.pair("e", "a") where holds("easter"): return term(.easter)
    case Self.pair("d", "a") where holds("dawn"): return term(.event, 1)
    case Self.pair("s", "u") where holds("sunrise"): return term(.event, 2)
    case Self.pair("s", "u") where holds("sunset"): return term(.event, 3)
    case Self.pair("d", "u") where holds("dusk"): return term(.event, 4)
    case Self.pair("o", "p") where holds("open"): return term(.state, OpenState.open.rawValue)
    case Self.pair("o", "f") where holds("off"): return term(.state, OpenState.closed.rawValue)
    case Self.pair("c", "l") where holds("closed"): return term(.state, OpenState.closed.rawValue)
    case Self.pair("u", "n") where holds("unknown"):
      return term(.state, OpenState.unknown.rawValue)
    default: return HoursTerm()
    }
  }

  @inline(__always) private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar)
    -> UInt16
  {
    UInt16(truncatingIfNeeded: first.value) << 8 | UInt16(truncatingIfNeeded: second.value)
  }

  @inline(__always) private static func weekday(_ two: UInt16) -> UInt8? {
    switch two {
    case pair("m", "o"): 0
    case pair("t", "u"): 1
    case pair("w", "e"): 2
    case pair("t", "h"): 3
    case pair("f", "r"): 4
    case pair("s", "a"): 5
    case pair("s", "u"): 6
    default: nil
    }
  }

  /// `Mon`, `Tues`, `Thursday`, `Saturdays`.
  private func isWeekdayName(_ weekday: UInt8, at place: Int, _ length: Int) -> Bool {
    let name = Self.weekdayNames[Int(weekday)]
    let whole = name.utf8CodeUnitCount
    if length == whole + 1 {
      return matches(name, at: place) && bytes[place + whole] | 0x20 == UInt8(ascii: "s")
    }
    if weekday == 2, length == 4, matches("weds", at: place) { return true }
    return isBeginning(of: name, at: place, length)
  }

  /// `Jan`, `Sept`, `December`.
  private func month(at place: Int, _ length: Int) -> UInt8? {
    for (index, name) in Self.monthNames.enumerated()
    where bytes[place] | 0x20 == name.utf8Start[0] && isBeginning(of: name, at: place, length) {
      return UInt8(index + 1)
    }
    return nil
  }

  private func isBeginning(of name: StaticString, at place: Int, _ length: Int) -> Bool {
    guard (3...name.utf8CodeUnitCount).contains(length) else { return false }
    return (0..<length).allSatisfy { bytes[place + $0] | 0x20 == name.utf8Start[$0] }
  }

  private static let weekdayNames: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let monthNames: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
