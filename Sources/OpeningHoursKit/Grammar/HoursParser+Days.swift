/// Weekdays and holidays: `Mo-Fr,PH`, `Th[1,-1] +2 days`, `PH Mo-Fr`.
extension HoursParser {
  mutating func days(_ first: HoursTerm) throws(HoursFault) {
    let start = words.count
    var mask = 0
    var term = first
    while true {
      if term.kind == .holiday {
        place += term.length
        mask |= try holiday(term)
      } else {
        mask |= try weekdays(term)
      }
      guard let next = afterComma, case let day = self.term(at: next), day.isDay else { break }
      (place, term) = (next, day)
    }
    // A word is not needed for all days of the week.
    if mask & 0x7F != 0x7F || words.count > start {
      if mask != 0 { words.append(HoursWord(.weekdays).with(4, 9, mask)) }
    } else if words.count == start {
      return
    }
    if mask & 0x7F == 0, hasOnlyHolidays(since: start) { try weekdaysAmongHolidays(start) }
  }

  private func hasOnlyHolidays(since start: Int) -> Bool {
    (start..<words.count).allSatisfy { words[$0].kind != .nthWeekday }
  }

  /// In `PH Mo-Fr` both must hold.
  private mutating func weekdaysAmongHolidays(_ start: Int) throws(HoursFault) {
    let next = after(place)
    let term = self.term(at: next)
    guard term.kind == .weekday else { return }
    place = next
    for index in start..<words.count {
      words[index].kind = words[index].kind == .weekdays ? .holidays : .shiftedHoliday
    }
    try days(term)
  }

  /// Bit 7 is `PH`, bit 8 is `SH`; a holiday with an offset is a word of its own.
  private mutating func holiday(_ term: HoursTerm) throws(HoursFault) -> Int {
    doubts.insert(term.value == 0 ? .publicHolidays : .schoolHolidays)
    guard let days = try dayOffset() else { return 0x80 << Int(term.value) }
    words.append(
      HoursWord(.alsoShiftedHoliday).with(4, 1, Int(term.value)).with(5, 11, days + 1024))
    return 0
  }

  private mutating func weekdays(_ first: HoursTerm) throws(HoursFault) -> Int {
    place += first.length
    let from = Int(first.value)
    if peek == UInt8(ascii: "[") {
      try nthWeekday(from)
      return 0
    }
    let next = after(place)
    let range = rangeLength(at: next)
    guard range > 0, case let last = term(at: after(next + range)), last.kind == .weekday else {
      return 1 << from
    }
    place = after(next + range) + last.length
    let to = Int(last.value)
    guard from > to else { return (2 << to) - (1 << from) }
    return 0x7F & ~((1 << from) - (2 << to))
  }

  /// Bits 1…5 are the first to the fifth of the month, 6…10 the last to the fifth to last.
  private mutating func nthWeekday(_ weekday: Int) throws(HoursFault) {
    place += 1
    var mask = 0
    repeat {
      skipSpaces()
      let dash = dashLength(at: place)
      place += dash
      let first = try nth()
      var last = first
      if dash == 0, dashLength(at: place) > 0 {
        place += dashLength(at: place)
        last = try nth()
        guard last >= first else { throw fault("a number from \(first) on") }
      }
      for number in first...last { mask |= 1 << (dash > 0 ? number + 5 : number) }
      skipSpaces()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw fault("']'") }
    let days = try dayOffset() ?? 0
    words.append(
      HoursWord(.nthWeekday).with(4, 3, weekday).with(7, 11, mask).with(18, 11, days + 1024))
  }

  private mutating func nth() throws(HoursFault) -> Int {
    guard let byte = peek, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(byte) else {
      throw fault("a number, 1…5")
    }
    place += 1
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Reads ` +2 days`, if it is there.
  mutating func dayOffset() throws(HoursFault) -> Int? {
    var next = after(place)
    guard let sign = signLength(at: next) else { return nil }
    let isBackward = byte(at: next) != UInt8(ascii: "+")
    next = after(next + sign)
    let digits = next
    while byte(at: next)?.isDigit == true { next += 1 }
    let unit = after(next)
    guard next > digits, next - digits <= 4, let length = dayUnitLength(at: unit) else {
      return nil
    }
    let number = bytes[digits..<next].reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    guard number <= 366 else {
      place = digits
      throw fault("no more than 366 days")
    }
    place = unit + length
    return isBackward ? -number : number
  }

  /// `day` or `days`.
  private func dayUnitLength(at place: Int) -> Int? {
    guard matches("day", at: place) else { return nil }
    let length = (byte(at: place + 3) ?? 0) | 0x20 == UInt8(ascii: "s") ? 4 : 3
    return isLetter(at: place + length) ? nil : length
  }

  var term: HoursTerm { term(at: place) }

  /// The word at a place. It is found by its first two letters, then compared as a whole.
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
