// Times of day as people type them: `now`, `18:30`, `2026-11-22T18:30`, `tomorrow 18:30`.

extension CivilTime {
  /// What this machine's clock shows in its time zone; `nil` where it cannot be read. The hour that comes
  /// twice in autumn is shown twice, and opening hours mean both.
  package static var ofThisMachine: CivilTime? {
    var (moment, parts) = (time(nil), tm())
    guard moment != -1, localtime_r(&moment, &parts) != nil, (-1899..<8100).contains(parts.tm_year)
    else { return nil }
    let (year, month) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    return CivilTime(
      day: CivilDay.number(year, month, Int(parts.tm_mday)),
      minute: 60 * Int(parts.tm_hour) + Int(parts.tm_min))
  }

  /// `nil` where the text is no time, or depends on a clock that cannot be read. A time that the clocks
  /// skip in spring is one all the same: hours know only what the clock on the wall shows.
  package init?(typed text: String, now: @autoclosure () -> CivilTime? = .ofThisMachine) {
    let words = text.lowercased()
    if words == "now" {
      guard let now = now() else { return nil }
      self = now
      return
    }
    let (clock, before) = (words.suffix(5), words.dropLast(5))
    let separator = before.last ?? " "
    guard separator == " " || separator == "t" else { return nil }
    let day = String(before.dropLast())
    if let offset = Self.offset(ofDay: day) {
      guard let now = now(), let time = CivilTime("1970-01-01T\(clock)") else { return nil }
      self.init(day: now.day + offset, minute: time.minute)
    } else {
      self.init("\(day)T\(clock)")
    }
  }

  /// In days, from today, which a time without a day means too.
  private static func offset(ofDay day: String) -> Int? {
    switch day {
    case "", "today": 0
    case "yesterday": -1
    case "tomorrow": 1
    default: nil
    }
  }
}
