/// A time or a day, as people type it.
///
///     now   18:30   7pm   7.30pm   noon   midnight   breakfast   lunch   dinner   tonight
///     today   tomorrow   friday   2026-11-27
///     friday 7pm   tomorrow lunch   2026-11-27 18:30   2026-11-27T18:30
///
/// Parsing a text needs only the text; the minute that it means may also depend on the clock.
package struct WrittenWhen: Equatable, Sendable {
  private enum Day: Equatable {
    case number(Int)
    /// The number of days from today.
    case fromToday(Int)
    /// The next such day, which may be today.
    case weekday(Int)
  }

  private enum Clock: Equatable {
    case minute(Int)
    /// The end of the day.
    case midnight
    case meal(Meal)

    /// `tonight 9pm` is a time; `tonight lunch` is not.
    var isOfClock: Bool { if case .meal = self { false } else { true } }
  }

  private let day: Day?
  /// Without a day and a clock time, it means now.
  private let clock: Clock?

  /// `nil` if the text is neither a time nor a day.
  package init?(_ text: String) {
    let words = Self.words(of: text)
    if words == ["now"] {
      (day, clock) = (nil, nil)
      return
    }
    guard let first = words.first, let last = words.last, words.count <= 2 else { return nil }
    if words.count == 1 {
      if let (day, minute) = Self.dayAndTime(first) {
        (self.day, clock) = (day, .minute(minute))
        return
      }
      (day, clock) = (Self.day(first), Self.clock(first))
      guard day != nil || clock != nil else { return nil }
      return
    }
    if let day = Self.day(first), let clock = Self.clock(last) {
      (self.day, self.clock) = (day, clock)
    } else if let day = Self.day(last), let clock = Self.clock(first) {
      (self.day, self.clock) = (day, clock)
    } else if first == "tonight", let clock = Self.clock(last), clock.isOfClock {
      (day, self.clock) = (.fromToday(0), clock)
    } else {
      return nil
    }
  }

  /// Whether both the day and the time are written out, so it is clear which moment is meant.
  package var isWhole: Bool {
    if case .number? = day, case .minute? = clock { true } else { false }
  }

  /// `nil` if it depends on a clock that cannot be read.
  package func time(now: @autoclosure () -> CivilTime? = .ofThisMachine) -> OpenTime? {
    if case .number(let day)? = day { return time(on: day) }
    guard let now = now() else { return nil }
    switch day {
    case .number(let number)?: return time(on: number)
    case .fromToday(let days)?: return time(on: now.day + days)
    case .weekday(let weekday)?: return time(on: now.day + (weekday - now.weekday + 7) % 7)
    case nil:
      guard let clock else { return .minute(now) }
      guard case .meal(let meal) = clock else { return time(on: now.day) }
      if meal.lasts.contains(now.minute) { return .minute(now) }
      return time(on: now.minute < meal.lasts.lowerBound ? now.day : now.day + 1)
    }
  }

  private func time(on day: Int) -> OpenTime {
    switch clock {
    case nil: .day(day)
    case .minute(let minute)?: .minute(CivilTime(day: day, minute: minute))
    case .midnight?: .minute(CivilTime(day: day, minute: 1440))
    case .meal(let meal)?: .minute(CivilTime(day: day, minute: meal.minute))
    }
  }

  // MARK: Words

  private enum Meal: String {
    case breakfast, lunch, dinner, tonight

    var minute: Int {
      switch self {
      case .breakfast: 8 * 60 + 30
      case .lunch: 13 * 60
      case .dinner, .tonight: 19 * 60 + 30
      }
    }

    /// The minutes of the meal.
    var lasts: Range<Int> {
      switch self {
      case .breakfast: 7 * 60..<11 * 60
      case .lunch: 12 * 60..<15 * 60
      case .dinner, .tonight: 18 * 60..<23 * 60
      }
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  /// Other forms that people write, each with the index of its day.
  private static let shortDays = [
    ("mon", 0), ("tue", 1), ("tues", 1), ("wed", 2), ("thu", 3), ("thur", 3), ("thurs", 3),
    ("fri", 4), ("sat", 5), ("sun", 6),
  ]

  /// The words that a misspelt one may stand for.
  package static let longWords =
    weekdays + ["today", "tomorrow", "yesterday", "tonight", "breakfast", "lunch", "dinner"]
    + ["midnight"]

  /// In lower case, without filler words, and with `7 pm` as one word.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for part in text.lowercased().split(separator: " ") {
      let word = String(part)
      if isHalfOfDay(word), let last = words.last, last.utf8.first?.isDigit == true {
        words[words.count - 1] = last + word
      } else if words.isEmpty || word != "at" && word != "on" {
        words.append(word)
      }
    }
    return words
  }

  private static func isHalfOfDay(_ word: String) -> Bool { word == "am" || word == "pm" }

  private static func day(_ word: String) -> Day? {
    switch word {
    case "today": return .fromToday(0)
    case "yesterday": return .fromToday(-1)
    case "tomorrow": return .fromToday(1)
    default: break
    }
    if let weekday = weekdays.firstIndex(of: word) { return .weekday(weekday) }
    if let weekday = shortDays.first(where: { $0.0 == word })?.1 { return .weekday(weekday) }
    return CivilTime("\(word)T00:00").map { .number($0.day) }
  }

  private static func clock(_ word: String) -> Clock? {
    switch word {
    case "noon": .minute(12 * 60)
    case "midnight": .midnight
    default: Meal(rawValue: word).map { .meal($0) } ?? minute(word).map { .minute($0) }
    }
  }

  /// As in `2026-11-27t18:30`.
  private static func dayAndTime(_ word: String) -> (day: Day, minute: Int)? {
    let time = word.suffix(5)
    guard word.dropLast(5).utf8.last == UInt8(ascii: "t"),
      let minute = CivilTime("1970-01-01T\(time)")?.minute, let day = day(String(word.dropLast(6)))
    else { return nil }
    return (day, minute)
  }

  /// `18:30`, `7pm`, `7.30pm`, `7:30pm`
  private static func minute(_ word: String) -> Int? {
    let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 * 60 : nil
    let digits = half == nil ? word[...] : word.dropLast(2)
    let parts = digits.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ":") || half != nil && $0 == UInt8(ascii: ".")
    }
    guard let first = parts.first, (1...2).contains(first.count), first.allSatisfy(\.isDigit),
      let hour = Int(Substring(first)), parts.count == (half == nil ? 2 : min(parts.count, 2))
    else { return nil }
    var minute = 0
    if parts.count == 2 {
      guard parts[1].count == 2, parts[1].allSatisfy(\.isDigit),
        let given = Int(Substring(parts[1])), given < 60
      else { return nil }
      minute = given
    }
    guard let half else { return hour < 24 ? 60 * hour + minute : nil }
    return (1...12).contains(hour) ? half + 60 * (hour % 12) + minute : nil
  }

  // MARK: Near misses

  /// Whether the word is written like a date or a time of day, even an invalid one: `25:00`, `13pm`,
  /// `2026-02-30`, `27/11/2026`.
  package static func looksLikeTime(_ word: String) -> Bool {
    let word = Array(word.lowercased().utf8)
    guard word.first?.isDigit == true else { return false }
    func count(_ byte: Character) -> Int { word.count { $0 == byte.asciiValue } }
    let start = word.prefix { $0.isDigit }.count
    if start == 4, word.count > 5, word[4] == UInt8(ascii: "-"), word[5].isDigit { return true }
    if word.suffix(2) == [UInt8(ascii: "a"), UInt8(ascii: "m")]
      || word.suffix(2) == [UInt8(ascii: "p"), UInt8(ascii: "m")]
    {
      return word.dropLast(2).allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x3A }
    }
    let isOfDigits = word.allSatisfy { $0.isDigit || $0 == 0x3A || $0 == 0x2F }
    return isOfDigits
      && (count(":") == 1 && count("/") == 0 || count("/") == 2 && count(":") == 0)
  }
}

/// When venues must be open: at a minute, or at any minute of a day.
package enum OpenTime: Equatable, Sendable {
  case minute(CivilTime)
  case day(Int)

  /// As in `2026-11-27T19:30` or `2026-11-27`.
  package var text: String {
    switch self {
    case .minute(let time): time.text
    case .day(let day): CivilTime(day: day, minute: 0).date
    }
  }
}

extension CivilTime {
  /// The local time of this machine; `nil` if it cannot be read. The hour that comes twice in autumn is shown
  /// twice, and opening hours mean both.
  package static var ofThisMachine: CivilTime? {
    var (moment, parts) = (time(nil), tm())
    guard moment != -1, localtime_r(&moment, &parts) != nil, (-1899..<8100).contains(parts.tm_year)
    else { return nil }
    let (year, month) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1)
    return CivilTime(
      day: CivilDay.number(year, month, Int(parts.tm_mday)),
      minute: 60 * Int(parts.tm_hour) + Int(parts.tm_min))
  }
}
