extension ByteBuffer {
  /// A JSON string, quotes and all, that means `bytes` (UTF-8).
  mutating func append(jsonString bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isPlainInJSON {
      reserve(bytes.count + 2)
      append("\"")
      append(bytes)
      return append("\"")
    }
    append("\"")
    var start = 0
    for (i, byte) in bytes.enumerated() where needsEscape(byte) {
      append(UnsafeBufferPointer(rebasing: bytes[start..<i]))
      appendEscape(of: byte)
      start = i + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
    append("\"")
  }

  public mutating func append(jsonString text: String) {
    var text = text
    text.withUTF8 { append(jsonString: $0) }
  }

  @inline(__always) private func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }

  /// A JSON value as it stood in a text, its line breaks taken out. They can only stand between
  /// tokens: inside a string they are written as escapes.
  mutating func append(jsonValue bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (i, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      append(UnsafeBufferPointer(rebasing: bytes[start..<i]))
      start = i + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Eight bytes at a time, whether none of them needs an escape; false where that is not sure, and for
  /// fewer than eight.
  fileprivate var isPlainInJSON: Bool {
    guard let start = UnsafeRawPointer(baseAddress), count >= 8 else { return false }
    var suspects: UInt64 = 0
    var offset = 0
    while offset < count {
      // The last eight may have been looked at in part.
      let chunk = (start + Swift.min(offset, count - 8)).loadUnaligned(as: UInt64.self)
      suspects |= Self.zeros(chunk ^ 0x2222_2222_2222_2222)
      suspects |= Self.zeros(chunk ^ 0x5C5C_5C5C_5C5C_5C5C)
      suspects |= Self.zeros(chunk ^ 0x7F7F_7F7F_7F7F_7F7F)
      suspects |= (chunk &- 0x2020_2020_2020_2020) & ~chunk
      offset += 8
    }
    return suspects & 0x8080_8080_8080_8080 == 0
  }

  /// The highest bit of each byte that is zero, and perhaps of some above one.
  @inline(__always) private static func zeros(_ chunk: UInt64) -> UInt64 {
    (chunk &- 0x0101_0101_0101_0101) & ~chunk
  }
}
