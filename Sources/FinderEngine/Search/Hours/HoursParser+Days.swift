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
    // All days of the week need no word.
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

  /// Bit 7 stands for `PH`, bit 8 for `SH`; with an offset it is a word of its own.
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

  /// Bits 1…5 stand for the first to the fifth of the month, 6…10 for the last to the fifth to last.
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

  /// ` +2 days`, if there is one.
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
}
