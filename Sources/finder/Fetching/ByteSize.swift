import FinderEngine

/// Sizes as people write and read them: `200MB`, `1.1 MB`. Units are powers of 1000, as for disks
/// and networks.
enum ByteSize {
  private static let units: [(name: String, bytes: Double)] = [
    ("gb", 1e9), ("mb", 1e6), ("kb", 1e3), ("g", 1e9), ("m", 1e6), ("k", 1e3), ("b", 1),
  ]

  /// Whole bytes, at least one; `nil` if the text is not a size.
  static func bytes(_ text: String) -> Int? {
    let text = trimmed(text[...]).lowercased()
    let unit = units.first { text.hasSuffix($0.name) }
    let number = unit.map { trimmed(text.dropLast($0.name.count)) } ?? text
    guard let value = DecimalNumber.parse(number) else { return nil }
    let bytes = (value * (unit?.bytes ?? 1)).rounded(.down)
    return bytes >= 1 && bytes < 1e15 ? Int(bytes) : nil
  }

  static func text(_ bytes: Int) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
    where bytes >= unit {
      let tenths = bytes / (unit / 10)
      return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}
