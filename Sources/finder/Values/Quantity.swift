import FinderEngine

/// Numbers with a unit as people type them: `1.5km`, `200 MB`.
enum Quantity {
  private typealias Units = [(name: String, size: Double)]

  private static let metresByUnit: Units = [
    ("km", 1000), ("mi", 1609.344), ("yd", 0.9144), ("ft", 0.3048), ("m", 1),
  ]

  /// Units are powers of 1000, as for disks and networks.
  private static let bytesByUnit: Units = [
    ("gb", 1e9), ("mb", 1e6), ("kb", 1e3), ("g", 1e9), ("m", 1e6), ("k", 1e3), ("b", 1),
  ]

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
    let unit = units.first { text.hasSuffix($0.name) }
    let number = unit.map { trimmed(text.dropLast($0.name.count)) } ?? text
    return DecimalNumber.parse(number).map { $0 * (unit?.size ?? 1) }
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
