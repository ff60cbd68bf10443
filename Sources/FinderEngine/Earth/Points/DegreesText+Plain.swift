extension DegreesText {
  /// Two plain numbers separated by a comma, a semicolon or spaces, perhaps with exponents:
  /// `51.5074,-0.1278`, `5.15e1 -1.2e-1`, `(51.5; -0.12)`. This is what scripts write. It is quick, and does
  /// not check whether the numbers are in range.
  static func pair(in text: String) -> (latitude: Double, longitude: Double)? {
    text.withBytes { pair(in: $0) }
  }

  private static func pair(in bytes: Bytes) -> (latitude: Double, longitude: Double)? {
    var text = bytes.trimmed
    if text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")"), text.count > 2 {
      text = UnsafeBufferPointer(rebasing: text[1..<text.count - 1]).trimmed
    }
    // Rules out words, which cannot begin a number.
    guard let first = text.first, first < 0x3A, let place = separator(in: text),
      let latitude = DecimalNumber.parse(UnsafeBufferPointer(rebasing: text[..<place]).trimmed),
      let longitude = DecimalNumber.parse(
        UnsafeBufferPointer(rebasing: text[(place + 1)...]).trimmed)
    else { return nil }
    return (latitude, longitude)
  }

  /// If there is a second one, the rest is not a number.
  private static func separator(in text: Bytes) -> Int? {
    text.firstIndex(of: UInt8(ascii: ";")) ?? text.firstIndex(of: UInt8(ascii: ","))
      ?? text.firstIndex { $0 == 0x20 || $0 == 0x09 }
  }
}
