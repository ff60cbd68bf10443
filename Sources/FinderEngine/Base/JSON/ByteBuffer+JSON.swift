extension ByteBuffer {
  /// A JSON string with its quotes, for `bytes` (UTF-8).
  mutating func append(jsonString bytes: Bytes) {
    // Copied while it is checked; if it needs escapes, it is written again.
    reserve(bytes.count + 10)
    base[count] = UInt8(ascii: "\"")
    guard bytes.copyIfPlainInJSON(to: base + count + 1) else { return append(escaped: bytes) }
    take(bytes.count + 1)
    appendReserved(UInt8(ascii: "\""))
  }

  @inline(never) private mutating func append(escaped bytes: Bytes) {
    append("\"")
    append(bytes) { byte in
      byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    } replacedBy: {
      $0.appendEscape(of: $1)
    }
    append("\"")
  }

  package mutating func append(jsonString text: String) {
    text.withBytes { append(jsonString: $0) }
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

  /// A JSON value as written in a text, but on one line: line breaks can only be between tokens, since inside
  /// a string they are escaped.
  @inline(__always) package mutating func append(json value: Bytes) {
    let first = value.first ?? 0
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      append(onOneLine: value)
    } else {
      append(value)
    }
  }

  @inline(never) private mutating func append(onOneLine value: Bytes) {
    append(value) {
      $0 == 0x0A || $0 == 0x0D
    } replacedBy: { _, _ in
    }
  }
}

extension Bytes {
  /// Copies eight bytes at a time, so the target needs room for seven more bytes. Returns whether none of
  /// them needs an escape; false also if that is not certain.
  @inline(__always)
  func copyIfPlainInJSON(to target: UnsafeMutablePointer<UInt8>) -> Bool {
    let target = UnsafeMutableRawPointer(target)
    guard count > 8 else {
      let chunk = EightBytes.filled(EightBytes.load(self, at: 0), to: count)
      target.storeBytes(of: chunk.littleEndian, as: UInt64.self)
      return Self.suspects(chunk) & EightBytes.highBits == 0
    }
    let source = UnsafeRawPointer(baseAddress!)
    var suspects: UInt64 = 0
    var offset = 0
    while offset < count {
      // Some of the last eight may already have been checked.
      let place = Swift.min(offset, count &- 8)
      let chunk = (source + place).loadUnaligned(as: UInt64.self)
      (target + place).storeBytes(of: chunk, as: UInt64.self)
      suspects |= Self.suspects(chunk)
      offset &+= 8
    }
    return suspects & EightBytes.highBits == 0
  }

  /// The highest bit of each byte that needs an escape, and perhaps of some bytes above one.
  @inline(__always) private static func suspects(_ chunk: UInt64) -> UInt64 {
    EightBytes.zeros(chunk ^ EightBytes.repeating(0x22))
      | EightBytes.zeros(chunk ^ EightBytes.repeating(0x5C))
      | EightBytes.zeros(chunk ^ EightBytes.repeating(0x7F))
      | (chunk &- EightBytes.repeating(0x20)) & ~chunk
  }
}
