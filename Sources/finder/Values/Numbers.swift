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

  /// How many at most, `nil` for all.
  func limit(default standard: Int) throws -> Int? {
    guard let text = self[Options.limit] else { return standard == 0 ? nil : standard }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty else {
      throw error(Options.limit, "\(UsageError.show(text)) must be a whole number, 0 or more")
    }
    // More than an Int holds means all.
    let limit = Int(text) ?? 0
    return limit == 0 ? nil : limit
  }

  /// Metres.
  func distance(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard let metres = Distance.metres(text) else {
      throw error(
        option,
        "\(UsageError.show(text)) is not a distance: expected a number, 0 or more, and m, km, mi, yd or ft"
      )
    }
    return metres
  }

  func nameMatch() throws -> NameMatch? {
    guard let text = self[Options.match] else { return nil }
    guard let match = NameMatch(text) else {
      throw error(Options.match, "\(UsageError.quote(text)) has no word to search for")
    }
    return match
  }

  /// As many finite numbers as there are names, separated by commas.
  func numbers(_ option: Option, _ names: [String]) throws -> [Double]? {
    guard let text = self[option] else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { DecimalNumber.parse(trimmed($0)) }
    guard parts.count == names.count, values.count == names.count else {
      throw error(
        option,
        "\(UsageError.show(text)) is not \(names.joined(separator: ",")): "
          + "\(names.count) numbers separated by commas")
    }
    return values
  }
}

/// `1 venue`, `2 venues`
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Without the spaces at both ends. By bytes; by characters it took longer than a whole query.
func trimmed(_ text: Substring) -> String {
  var text = text.utf8
  while text.first == 0x20 { text.removeFirst() }
  while text.last == 0x20 { text.removeLast() }
  return String(Substring(text))
}

/// Distances with their units.
enum Distance {
  private static let units: [(name: String, metres: Double)] = [
    ("km", 1000), ("mi", 1609.344), ("yd", 0.9144), ("ft", 0.3048), ("m", 1),
  ]

  static func metres(_ text: String) -> Double? {
    let text = trimmed(text[...]).lowercased()
    let unit = units.first { text.hasSuffix($0.name) }
    let number = unit.map { trimmed(text.dropLast($0.name.count)) } ?? text
    guard let value = DecimalNumber.parse(number), value >= 0 else { return nil }
    let metres = value * (unit?.metres ?? 1)
    return metres.isFinite ? metres : nil
  }
}
