import FinderEngine

/// Numbers with a unit as people type them: `1.5km`, `200 MB`.
enum Quantity {
  /// The names of each stand with spaces between them.
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
