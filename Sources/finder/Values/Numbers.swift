import CommandLineKit
import FinderEngine

// Turns what users type into values. Each function throws what is wrong; the option's line of help
// is added on the way.

extension Invocation {
  /// A finite number; `nil` where the option was not given.
  func number(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard let value = DecimalNumber.parse(text) else {
      throw error(option, "\(UsageError.show(text)) is not a number")
    }
    return value
  }

  /// A whole number in digits alone. One that no `Number` holds is out of range, too.
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

  /// How many at most, `nil` for all.
  func limit(default standard: Int) throws -> Int? {
    let limit = try whole(Options.limit, 0...Int.max) ?? standard
    return limit == 0 ? nil : limit
  }

  /// Metres.
  func distance(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard let metres = Quantity.metres(text) else {
      throw error(
        option,
        "\(UsageError.show(text)) is not a distance: expected a number, 0 or more, and m, km, mi, yd or ft"
      )
    }
    return metres
  }

  /// A share, `0.5` for `50%` or `50`.
  func share(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard let percent = DecimalNumber.parse(trimmed(digits)), (0...10_000).contains(percent) else {
      throw error(option, "\(UsageError.show(text)) is not a percentage from 0% to 10000%")
    }
    return percent / 100
  }

  func nameMatch() throws -> NameMatch? {
    guard let text = self[Options.match] else { return nil }
    guard let match = NameMatch(text) else {
      throw error(Options.match, "\(UsageError.quote(text)) has no word to search for")
    }
    return match
  }
}

/// So many finite numbers with commas or spaces between them, and nothing else.
func numbers(_ count: Int, in text: String) -> [Double]? {
  let hasCommas = text.utf8.contains(UInt8(ascii: ","))
  let parts = text.split(separator: hasCommas ? "," : " ", omittingEmptySubsequences: !hasCommas)
  let values = parts.compactMap { DecimalNumber.parse(trimmed($0)) }
  return parts.count == count && values.count == count ? values : nil
}

/// `1 venue`, `2 venues`
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// `3 days`
func readable(seconds: Int) -> String {
  let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
  let unit = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
  return counted(seconds / unit.0, unit.1)
}

/// `2 no-geometry, 1 out-of-range`: those that there are.
func listed(_ counts: [(name: String, count: Int)]) -> String {
  counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
}

/// Without the spaces at both ends. By bytes; by characters it took longer than a whole query.
func trimmed(_ text: Substring) -> String {
  var text = text.utf8
  while text.first == 0x20 { text.removeFirst() }
  while text.last == 0x20 { text.removeLast() }
  return String(Substring(text))
}
