/// The selectors of a rule, in any order, except that times come last.
extension HoursParser {
  /// Reads the next one; false if there is none.
  mutating func selector(_ groups: inout HoursGroups) throws(HoursFault) -> Bool {
    guard let byte = peek, !groups.hasTime else { return false }
    if byte.isDigit { return try number(&groups) }
    switch byte {
    case UInt8(ascii: "("):
      try times(&groups)
    case UInt8(ascii: ":"):
      guard !groups.isEmpty else { return false }
      place += 1
    case UInt8(ascii: "\""), 0xE2:
      return try remark(&groups)
    default:
      return try word(&groups)
    }
    return true
  }

  private mutating func word(_ groups: inout HoursGroups) throws(HoursFault) -> Bool {
    let term = self.term
    switch term.kind {
    case .weekday, .holiday:
      guard !groups.hasDays else { return false }
      groups.hasDays = true
      try days(term)
    case .month, .easter:
      guard !groups.hasDates else { return false }
      groups.hasDates = true
      try dates()
    case .week:
      guard !groups.hasWeeks else { return false }
      groups.hasWeeks = true
      place += term.length
      try weeks()
    case .event:
      try times(&groups)
    case .state, .none:
      return false
    }
    return true
  }

  /// `24/7`, a time, a year, or a day before its month.
  private mutating func number(_ groups: inout HoursGroups) throws(HoursFault) -> Bool {
    if matches("24/7") {
      place += 4
      groups.hasTime = true
    } else if isTime(at: place) {
      try times(&groups)
    } else if isYear(at: place) {
      try yearsOrDates(&groups)
    } else if isDayBeforeMonth(at: place) {
      guard !groups.hasDates else { return false }
      groups.hasDates = true
      try dates()
    } else {
      throw fault("a time like 09:00, a date or a year")
    }
    return true
  }

  /// `2026 Dec 25` is a date; `2026`, `2024-2026` and `2024,2026` are years.
  private mutating func yearsOrDates(_ groups: inout HoursGroups) throws(HoursFault) {
    let after = self.after(place + 4)
    if isMonthOrEaster(at: after) || isDayBeforeMonth(at: after), !groups.hasDates {
      groups.hasDates = true
      return try dates()
    }
    guard !groups.hasYears else { throw fault("days or times") }
    groups.hasYears = true
    while true {
      let first = try decimal(4, "a year")
      var (last, step) = (first, 1)
      if skip(UInt8(ascii: "+")) {
        last = 0
      } else if dashLength(at: place) > 0, isYear(at: place + dashLength(at: place)) {
        place += dashLength(at: place)
        last = try decimal(4, "a year")
        guard last >= first else { throw fault("a year from \(first) on") }
      }
      if skip(UInt8(ascii: "/")) {
        if last == first { last = 0 }
        step = try self.step()
      }
      words.append(HoursWord(.years, from: first, to: last, step: step))
      guard let next = afterComma, isYear(at: next), !isTime(at: next) else { return }
      place = next
    }
  }

  mutating func weeks() throws(HoursFault) {
    skipSpaces()
    while true {
      let first = try week()
      var (last, step) = (first, 1)
      let dash = after(place)
      if dashLength(at: dash) > 0 {
        place = dash + dashLength(at: dash)
        skipSpaces()
        last = try week()
        if skip(UInt8(ascii: "/")) {
          guard last >= first else { throw fault("no step, as the weeks go over the new year") }
          step = try self.step()
        }
      }
      words.append(HoursWord(.weeks, from: first, to: last, step: step))
      guard let next = afterComma, isWeek(at: next) else { return }
      place = next
    }
  }

  private mutating func week() throws(HoursFault) -> Int {
    let start = place
    let number = try decimal(2, "a week's number, 1…53")
    guard (1...53).contains(number) else {
      place = start
      throw fault("a week's number, 1…53")
    }
    return number
  }

  private func isWeek(at place: Int) -> Bool {
    byte(at: place)?.isDigit == true && !isTime(at: place) && !isYear(at: place)
      && !isDayBeforeMonth(at: place)
  }

  mutating func step() throws(HoursFault) -> Int {
    let number = try decimal(2, "a step, 1 or more")
    guard number > 0 else { throw fault("a step, 1 or more") }
    return number
  }

  /// A comment and a colon: dates that only a person can interpret.
  private mutating func remark(_ groups: inout HoursGroups) throws(HoursFault) -> Bool {
    guard groups.isEmpty, quoteLength > 0 else { return false }
    let (start, kept) = (place, comments.count)
    let range = try comment()
    skipSpaces()
    guard skip(UInt8(ascii: ":")) else {
      place = start
      comments.removeLast(comments.count - kept)
      return false
    }
    var word = HoursWord(.remark)
    word.comment = range
    words.append(word)
    groups.hasRemark = true
    return true
  }
}
