extension DegreesText {
  /// Two plain numbers with a comma, a semicolon or spaces between them, and exponents if need be:
  /// `51.5074,-0.1278`, `5.15e1 -1.2e-1`, `(51.5; -0.12)`. What scripts give, and quick; nothing is made
  /// but the two. Whether they are in range is not looked at.
  static func pair(in text: String) -> (latitude: Double, longitude: Double)? {
    text.withBytes { pair(in: $0) }
  }

  private static func pair(in bytes: Bytes) -> (latitude: Double, longitude: Double)? {
    var text = bytes.trimmed
    if text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")"), text.count > 2 {
      text = UnsafeBufferPointer(rebasing: text[1..<text.count - 1]).trimmed
    }
    // Of a word, neither is a number.
    guard let first = text.first, first < 0x3A, let place = separator(in: text),
      let latitude = DecimalNumber.parse(UnsafeBufferPointer(rebasing: text[..<place]).trimmed),
      let longitude = DecimalNumber.parse(
        UnsafeBufferPointer(rebasing: text[(place + 1)...]).trimmed)
    else { return nil }
    return (latitude, longitude)
  }

  /// A second one would make the rest no number.
  private static func separator(in text: Bytes) -> Int? {
    text.firstIndex(of: UInt8(ascii: ";")) ?? text.firstIndex(of: UInt8(ascii: ","))
      ?? text.firstIndex { $0 == 0x20 || $0 == 0x09 }
  }
}
