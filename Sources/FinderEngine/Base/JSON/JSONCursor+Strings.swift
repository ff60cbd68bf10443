extension JSONCursor {
  /// Reads a string eight bytes at a time. Eight bytes without a quote, a backslash, a control character or a
  /// multibyte character cost seven operations.
  @inline(__always)
  package mutating func readString() throws(ParseError) -> JSONStringSpan {
    guard skip("\"") else { throw failure("expected a string") }
    let start = position
    var hasEscapes = false
    while true {
      let marks = marksOfSpecialBytes(
        UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self).littleEndian)
      guard marks != 0 else {
        position += 8
        continue
      }
      position += marks.trailingZeroBitCount >> 3
      if byte == UInt8(ascii: "\"") {
        position += 1
        return JSONStringSpan(start: start, end: position - 1, hasEscapes: hasEscapes)
      }
      if byte == UInt8(ascii: "\\") { hasEscapes = true }
      try passSpecialByte()
    }
  }

  /// Marks each byte that is `"`, `\`, below 0x20 or above 0x7F by its high bit; other bits are 0. A borrow
  /// may mark another byte too, but only after a correct mark, so only the first mark counts.
  @inline(__always) func marksOfSpecialBytes(_ word: UInt64) -> UInt64 {
    let found =
      EightBytes.zeros(word ^ EightBytes.repeating(0x22))
      | EightBytes.zeros(word ^ EightBytes.repeating(0x5C))
      | (word &- EightBytes.repeating(0x20)) | word
    return found & EightBytes.highBits
  }

  /// Passes an escape or a multibyte character. Throws for any other byte, which no string may contain.
  @inline(never) private mutating func passSpecialByte() throws(ParseError) {
    switch byte {
    case UInt8(ascii: "\\"): try passEscape()
    case 0x80...0xFF:
      let length = UnsafeBufferPointer(start: base, count: end).utf8Length(at: position)
      guard length != 0 else { throw ParseError(position, "expected UTF-8") }
      guard length > 0 else { throw textEndsInString }
      position += length
    default:
      if position >= end { throw textEndsInString }
      throw ParseError(position, "a control character must be written as an escape in a string")
    }
  }

  private mutating func passEscape() throws(ParseError) {
    switch base[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      var length = 2
      while length < 6, base[position + length].hexDigit != nil { length += 1 }
      guard length == 6 else {
        throw failureInEscape("expected four hexadecimal digits after \\u", validBytes: length)
      }
      position += 6
    default: throw failureInEscape("no such escape in JSON", validBytes: 1)
    }
  }

  /// The error for an escape of which only `length` bytes are valid: the next byte is wrong, or the text ends
  /// before it.
  private func failureInEscape(_ problem: String, validBytes length: Int) -> ParseError {
    position + length < end ? ParseError(position, problem) : textEndsInString
  }

  private var textEndsInString: ParseError { ParseError(end, "the text ends inside a string") }
}
