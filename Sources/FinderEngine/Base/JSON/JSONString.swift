package enum JSONString {
  /// Appends the decoded text of a string token, which was checked before. A lone surrogate, which has no
  /// UTF-8 form, becomes U+FFFD.
  package static func decode(_ raw: Bytes, into output: inout [UInt8]) {
    var i = 0
    while i < raw.count {
      // In a forged snapshot, a token may end in the middle of an escape.
      guard raw[i] == UInt8(ascii: "\\"), i + 1 < raw.count else {
        output.append(raw[i])
        i += 1
        continue
      }
      if raw[i + 1] == UInt8(ascii: "u") {
        i += appendUnicodeEscape(raw, at: i, to: &output)
      } else {
        output.append(meaning(ofEscape: raw[i + 1]))
        i += 2
      }
    }
  }

  private static func meaning(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Returns how many bytes of the token were used: 6, or 12 for a surrogate pair.
  private static func appendUnicodeEscape(
    _ raw: Bytes, at i: Int, to output: inout [UInt8]
  ) -> Int {
    let unit = unit(in: raw, at: i) ?? 0xFFFD
    if (0xD800...0xDBFF).contains(unit), let low = self.unit(in: raw, at: i + 6),
      (0xDC00...0xDFFF).contains(low)
    {
      append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &output)
      return 12
    }
    append(unit, to: &output)
    return 6
  }

  /// The UTF-16 unit of the escape `\u` at an offset; `nil` if there is none.
  static func unit(in raw: Bytes, at i: Int) -> UInt32? {
    guard i + 6 <= raw.count, raw[i] == UInt8(ascii: "\\"), raw[i + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var value: UInt32 = 0
    for place in i + 2..<i + 6 {
      guard let digit = raw[place].hexDigit else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func append(_ value: UInt32, to output: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    output.append(contentsOf: UTF8.encode(scalar)!)
  }
}
