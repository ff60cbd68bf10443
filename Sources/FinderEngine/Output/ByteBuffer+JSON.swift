extension ByteBuffer {
  /// A JSON string, quotes and all, that means `bytes` (UTF-8).
  mutating func append(jsonString bytes: UnsafeBufferPointer<UInt8>) {
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
