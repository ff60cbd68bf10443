/// Times: `09:00-12:30,14:00-26:00`, `18:00+`, `(sunrise+01:00)-sunset`, `10:00-16:00/01:30`.
extension HoursParser {
  mutating func times(_ groups: inout HoursGroups) throws(HoursFault) {
    groups.hasTime = true
    groups.hasTimes = true
    while true {
      let word = try span()
      groups.spills = groups.spills || word.mayReachNextDay
      hasSun = hasSun || word.needsSun
      words.append(word)
      guard let next = afterComma, isTimeOrEvent(at: next) else { return }
      place = next
    }
  }

  @inline(__always) private func isTimeOrEvent(at place: Int) -> Bool {
    isTime(at: place) || byte(at: place) == UInt8(ascii: "(") || term(at: place).kind == .event
  }

  private mutating func span() throws(HoursFault) -> HoursWord {
    let begin = place
    let (start, startHalf) = try time(upTo: 1440)
    if skip(UInt8(ascii: "+")) {
      return HoursWord(
        from: start, to: HoursTime(event: nil, minute: 1440), isOpenEnded: true)
    }
    let next = after(place)
    let range = rangeLength(at: next)
    guard range > 0 else { throw fault("'-' and the closing time, or '+'") }
    place = after(next + range)
    let middle = place
    var (end, endHalf) = try time(upTo: 2880)
    guard startHalf == endHalf || start.event != nil || end.event != nil else {
      place = endHalf ? begin : middle
      throw fault("am or pm in both times, or in neither")
    }
    if start.event == nil, end.event == nil, end.minute <= start.minute { end.minute += 1440 }
    let isOpenEnded = skip(UInt8(ascii: "+"))
    if skip(UInt8(ascii: "/")) { try interval() }
    return HoursWord(from: start, to: end, isOpenEnded: isOpenEnded)
  }

  /// How often something begins within the span; the whole span is open.
  private mutating func interval() throws(HoursFault) {
    let start = place
    var minutes = 0
    if isTime(at: place) {
      minutes = try time(upTo: 1440).0.minute
    } else {
      minutes = try decimal(4, "minutes")
    }
    guard minutes > 0 else {
      place = start
      throw fault("minutes, 1 or more")
    }
  }

  /// Also returns whether it was written with am or pm.
  private mutating func time(upTo last: Int) throws(HoursFault) -> (HoursTime, Bool) {
    if skip(UInt8(ascii: "(")) {
      let time = try shiftedEvent()
      return (time, false)
    }
    if let byte = peek, !byte.isDigit {
      let term = self.term
      guard term.kind == .event else { throw fault("a time") }
      place += term.length
      return (HoursTime(event: SunEvent(rawValue: Int(term.value)), minute: 0), false)
    }
    let (minute, isHalfDay) = try clock(upTo: last)
    return (HoursTime(event: nil, minute: minute), isHalfDay)
  }

  private mutating func shiftedEvent() throws(HoursFault) -> HoursTime {
    skipSpaces()
    let term = self.term
    guard term.kind == .event else { throw fault("dawn, sunrise, sunset or dusk") }
    place += term.length
    skipSpaces()
    guard let sign = signLength(at: place) else { throw fault("'+' or '-'") }
    let isBackward = peek != UInt8(ascii: "+")
    place += sign
    skipSpaces()
    let (minutes, _) = try clock(upTo: 1440)
    skipSpaces()
    guard skip(UInt8(ascii: ")")) else { throw fault("')'") }
    return HoursTime(
      event: SunEvent(rawValue: Int(term.value)), minute: isBackward ? -minutes : minutes)
  }

  private mutating func clock(upTo last: Int) throws(HoursFault) -> (Int, Bool) {
    if let minutes = plainClock(at: place), minutes <= last,
      halfDay(at: after(place + 5)).length == 0
    {
      place += 5
      return (minutes, false)
    }
    return try otherClock(upTo: last)
  }

  /// The minute of `09:00`, the form that nearly all times have.
  @inline(__always) private func plainClock(at place: Int) -> Int? {
    guard place + 5 <= bytes.count, bytes[place + 2] == UInt8(ascii: ":") else { return nil }
    let zero = UInt8(ascii: "0")
    let (tens, ones) = (bytes[place] &- zero, bytes[place + 1] &- zero)
    let (tenths, last) = (bytes[place + 3] &- zero, bytes[place + 4] &- zero)
    guard tens < 10, ones < 10, tenths < 6, last < 10, byte(at: place + 5)?.isDigit != true
    else { return nil }
    return 60 * (10 * Int(tens) + Int(ones)) + 10 * Int(tenths) + Int(last)
  }

  private mutating func otherClock(upTo last: Int) throws(HoursFault) -> (Int, Bool) {
    let start = place
    guard isTime(at: place) else { throw fault("a time like 09:00") }
    var minutes = 60 * (try decimal(2, "hours"))
    if let byte = peek, byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") {
      place += 1
      guard digits(at: place) == 2 else { throw fault("two digits of minutes") }
      let minute = try decimal(2, "minutes")
      guard minute < 60 else {
        place -= 2
        throw fault("minutes, 00…59")
      }
      minutes += minute
    }
    let half = halfDay(at: after(place))
    if half.length > 0 {
      guard (60..<780).contains(minutes) else {
        place = start
        throw fault("an hour from 1 to 12 with am or pm")
      }
      place = after(place) + half.length
      return (minutes % 720 + (half.isAfternoon ? 720 : 0), true)
    }
    guard minutes <= last else {
      place = start
      throw fault("a time up to \(last / 60):00")
    }
    return (minutes, false)
  }

  private func halfDay(at place: Int) -> (length: Int, isAfternoon: Bool) {
    guard let byte = byte(at: place), let next = self.byte(at: place + 1),
      next | 0x20 == UInt8(ascii: "m"), !isLetter(at: place + 2)
    else { return (0, false) }
    let letter = byte | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return (0, false) }
    return (2, letter == UInt8(ascii: "p"))
  }

  /// One or two digits, and minutes or am or pm.
  func isTime(at place: Int) -> Bool {
    if plainClock(at: place) != nil { return true }
    let count = digits(at: place)
    guard (1...2).contains(count) else { return false }
    let next = byte(at: place + count)
    if next == UInt8(ascii: ":") || next == UInt8(ascii: ".") {
      return byte(at: place + count + 1)?.isDigit == true
    }
    return halfDay(at: after(place + count)).length > 0
  }
}
