import CommandLineKit
import FinderEngine
import FinderOwn

// Turns what users type into values. Each function throws what is wrong; the option's line of help is added
// on the way.

extension Invocation {
  /// A finite number; `nil` if the option was not given.
  func number(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard let value = DecimalNumber.parse(text) else {
      throw error(option, "\(UsageError.show(text)) is not a number")
    }
    return value
  }

  /// A whole number, digits only. Numbers too large for `Number` are out of range too.
  func whole<Number: FixedWidthInteger>(
    _ option: Option, _ range: ClosedRange<Number>
  ) throws -> Number? {
    guard let text = self[option] else { return nil }
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, let value = Number(text), range.contains(value) else {
      let hasNoEnd = range.upperBound == Number.max && !isDigits
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      throw error(
        option,
        "\(UsageError.show(text)) must be a whole number\(hasNoEnd ? ", 0 or more" : " " + bounds)")
    }
    return value
  }

  /// The most results; `nil` for all. A count has no limit unless one is given.
  func limit(default standard: @autoclosure () throws -> Int) throws -> Int? {
    let limit =
      try whole(Options.limit, 0...Int.max) ?? (has(Options.count) ? 0 : try standard())
    return limit == 0 ? nil : limit
  }

  /// In metres.
  func distance(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    return try distance(text, of: option)
  }

  /// The same for one of several values of the option.
  func distance(_ text: String, of option: Option) throws -> Double {
    guard let metres = Quantity.metres(text) else {
      let isWalk = Quantity.minutes(text) != nil
      throw error(
        option,
        isWalk
          ? "\(UsageError.show(text)) is a walking time; this needs a distance, such as 1200m"
          : "\(UsageError.show(text)) is not a distance: expected a number, 0 or more, and m, km, mi, yd or ft"
      )
    }
    return metres
  }

  /// A share: `0.5` for `50%` or `50`.
  func share(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let percent = DecimalNumber.parse(trimmed(digits)), (0...10_000).contains(percent) else {
      throw error(option, "\(UsageError.show(text)) is not a percentage from 0% to 10000%")
    }
    return percent / 100
  }

  func nameMatch() throws -> NameMatch? {
    guard let text = matchText else { return nil }
    for text in values(Options.match) where NameMatch(text) == nil {
      throw error(Options.match, "\(UsageError.quote(text)) has no word to search for")
    }
    return NameMatch(text)
  }

  /// All texts of `--match` as one. Each word must begin a word of the name, so several texts mean the same
  /// as one with all their words.
  var matchText: String? {
    guard has(Options.match) else { return nil }
    let texts = values(Options.match)
    // `joined` costs the runtime 100,000 instructions the first time.
    return texts.count > 1 ? texts.joined(separator: " ") : texts.first
  }
}

/// `count` finite numbers, separated by commas or spaces, and nothing else.
func numbers(_ count: Int, in text: String) -> [Double]? {
  let hasCommas = text.utf8.contains(UInt8(ascii: ","))
  let parts = text.split(separator: hasCommas ? "," : " ", omittingEmptySubsequences: !hasCommas)
  let values = parts.compactMap { DecimalNumber.parse(trimmed($0)) }
  return parts.count == count && values.count == count ? values : nil
}

/// `1 venue`, `2 venues`
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// `1,618`
func grouped(_ number: Int) -> String {
  let digits = String(number)
  var text = ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// `3 days`
func readable(seconds: Int) -> String {
  let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
  let unit = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
  return counted(seconds / unit.0, unit.1)
}

/// `2 no-geometry, 1 out-of-range`; counts of 0 are left out.
func listed(_ counts: [(name: String, count: Int)]) -> String {
  counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
}

/// Without spaces at either end. Works on bytes: on characters it took longer than a whole query.
func trimmed(_ text: Substring) -> String {
  var text = text.utf8
  while text.first == 0x20 { text.removeFirst() }
  while text.last == 0x20 { text.removeLast() }
  return String(Substring(text))
}

extension Invocation {
  func box() throws -> BoundingBox? { try boxes(Options.box).last }

  /// For an option with that name that may be repeatable.
  func boxes(_ option: Option) throws -> [BoundingBox] {
    try values(option).map { try box(in: $0) }
  }

  private func box(in text: String) throws -> BoundingBox {
    guard let numbers = numbers(4, in: text) else {
      throw error(
        Options.box,
        "\(UsageError.show(text)) is not WEST,SOUTH,EAST,NORTH: 4 numbers separated by commas")
    }
    let box = BoundingBox(south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
    for latitude in [box.south, box.north] where !Coordinate.latitudeRange.contains(latitude) {
      throw error(Options.box, "latitude \(shown(latitude)) is out of range (-90…90)")
    }
    for longitude in [box.west, box.east] where !Coordinate.longitudeRange.contains(longitude) {
      throw error(Options.box, "longitude \(shown(longitude)) is out of range (-180…180)")
    }
    guard box.south <= box.north else {
      throw error(
        Options.box,
        "south \(shown(box.south)) is north of north \(shown(box.north)); the order is WEST,SOUTH,EAST,NORTH"
      )
    }
    return box
  }

  /// `--span low|middle|high|LATΔ,LONΔ`
  func span() throws -> CameraSpan? {
    guard let text = self[Options.span] else { return nil }
    if let named = CameraSpan(named: text) { return named }
    guard let values = numbers(2, in: text) else {
      throw error(
        Options.span,
        "\(UsageError.show(text)) is not low, middle, high, or two numbers like 0.025,0.025")
    }
    guard values[0] > 0, values[0] <= 180, values[1] > 0, values[1] <= 360 else {
      throw error(
        Options.span, "\(text) is out of range: height above 0 to 180 degrees, width to 360")
    }
    return CameraSpan(latitude: values[0], longitude: values[1])
  }
}

// Days in options, the same in all commands.

extension Invocation {
  private static let expectedDay = "expected a day such as 2026-11-23, today or yesterday"

  /// The day of a visit; `nil` if the option was not given.
  func date(_ option: Option) throws -> CalendarDate? {
    guard let text = self[option] else { return nil }
    guard let date = CalendarDate(typed: text) else {
      throw error(option, "\(UsageError.show(text)) is not a day: \(Self.expectedDay)")
    }
    guard date.hasBegunSomewhere else {
      throw error(option, "\(UsageError.show(text)) is in the future")
    }
    return date
  }

  /// Which day of a month or year to take.
  enum EndOfPeriod {
    case first, last
  }

  /// The first or last day to count; `nil` if the option was not given.
  func limit(
    _ option: Option, _ end: EndOfPeriod, today: CalendarDate = .today
  ) throws -> CalendarDate? {
    guard let text = self[option] else { return nil }
    if let date = CalendarDate(typed: text, today: today) { return date }
    if let period = CalendarDate.period(text) {
      return end == .first ? period.lowerBound : period.upperBound
    }
    guard let days = CalendarDate.days(text) else {
      throw error(
        option,
        "\(UsageError.show(text)) is not a day: \(Self.expectedDay), or 30d, 8w, 2026-11 or 2026")
    }
    guard let date = today.before(days: days) else {
      throw error(
        option, "\(UsageError.show(text)) is too long ago: expected the year 1000 or later")
    }
    return date
  }
}

/// Numbers with units, as people type them: `1.5km`, `200 MB`.
enum Quantity {
  /// The names of each unit, separated by spaces.
  private typealias Units = [(names: String, size: Double)]

  private static let metresByUnit: Units = [
    ("m metre metres meter meters", 1),
    ("km kms kilometre kilometres kilometer kilometers", 1000), ("mi mile miles", 1609.344),
    ("yd yds yard yards", 0.9144), ("ft foot feet", 0.3048),
  ]

  /// Units are powers of 1000, as for disks and networks.
  private static let bytesByUnit: Units = [
    ("b", 1), ("k kb", 1e3), ("m mb", 1e6), ("g gb", 1e9),
  ]

  private static let kilocaloriesByUnit: Units = [
    ("kcal kcals cal cals calorie calories kilocalorie kilocalories", 1)
  ]

  /// What people call calories are kilocalories.
  static func kilocalories(_ text: String) -> Double? { value(text, kilocaloriesByUnit) }

  /// Finite, 0 or more; `nil` if the text is not a distance.
  static func metres(_ text: String) -> Double? {
    guard let metres = value(text, metresByUnit), metres >= 0, metres.isFinite else { return nil }
    return metres
  }

  /// How long a walk takes: `15min`, `20 minutes`, `1h`, `1h30`, `1 hour 30 minutes`. `nil` if the text is
  /// not a duration; `15m` means metres.
  static func minutes(_ text: String) -> Double? {
    let text = trimmed(text[...]).lowercased()
    if let minutes = value(text, minutesByUnit), text.utf8.last?.isDigit == false {
      return minutes >= 0 && minutes.isFinite ? minutes : nil
    }
    // Hours, then minutes.
    guard let (hours, rest) = hoursAndRest(text) else { return nil }
    let digits = trimmed(rest[...])
    let minutes =
      digits.utf8.allSatisfy(\.isDigit) ? Double(digits) : value(digits, minutesByUnit)
    guard let minutes, minutes >= 0, minutes < 60 else { return nil }
    return hours * 60 + minutes
  }

  private static let minutesByUnit: Units = [
    ("min mins minute minutes", 1), ("h hr hrs hour hours", 60),
  ]

  /// `1h30`, `1 hour 30 minutes`: whole hours, and the text after their unit.
  private static func hoursAndRest(_ text: String) -> (hours: Double, rest: String)? {
    var rest = text.utf8[...]
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count).drop { $0 == 0x20 }
    let unit = rest.prefix { (0x61...0x7A).contains($0) }
    rest = rest.dropFirst(unit.count)
    guard let hours = Double(String(Substring(digits))), hours < 1000,
      minutesByUnit[1].names.utf8.split(separator: 0x20).contains(where: { $0.elementsEqual(unit) }
      ),
      !rest.isEmpty
    else { return nil }
    return (hours, String(Substring(rest)))
  }

  /// A distance or a walk in several words, ending with a unit: `20 minutes`, `5 km`. After `1h`, a bare
  /// number might be a latitude.
  static let words = ValueReading(
    joins: { text in
      text.utf8.last?.isDigit == false
        && (metres(text) != nil || minutes(text) != nil || kilometres(text) != nil)
    }, corrected: { kilometres($0) })

  /// Reads `5 k` as `5km`.
  private static func kilometres(_ text: String) -> String? {
    let number = trimmed(text[...]).lowercased()
    guard number.hasSuffix("k"), metres(number + "m") != nil else { return nil }
    return String(number.filter { $0 != " " }) + "m"
  }

  /// Whole bytes, at least one; `nil` if the text is not a size.
  static func bytes(_ text: String) -> Int? { bytesOrNone(text).flatMap { $0 > 0 ? $0 : nil } }

  /// Whole bytes, 0 or more.
  static func bytesOrNone(_ text: String) -> Int? {
    guard let bytes = value(text, bytesByUnit)?.rounded(.down), bytes >= 0, bytes < 1e15 else {
      return nil
    }
    return Int(bytes)
  }

  private static func value(_ text: String, _ units: Units) -> Double? {
    let text = trimmed(text[...]).lowercased()
    let letters = text.utf8.reversed().prefix { (0x61...0x7A).contains($0) }.count
    let number = trimmed(Substring(text.utf8.dropLast(letters)))
    guard letters > 0 else { return DecimalNumber.parse(number) }
    let name = text.utf8.suffix(letters)
    let unit = units.first { unit in
      unit.names.utf8.split(separator: 0x20).contains { $0.elementsEqual(name) }
    }
    return unit.flatMap { unit in DecimalNumber.parse(number).map { $0 * unit.size } }
  }
}

/// `1.1 MB`
func shown(bytes: Int) -> String {
  for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
  where bytes >= unit {
    return "\(shown(Double(bytes / (unit / 10)) / 10)) \(name)"
  }
  return counted(bytes, "byte")
}
