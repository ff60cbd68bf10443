extension JSONCursor {
  /// Passes a string, eight bytes at a time: a word without a quote, a backslash, a control character or a
  /// multibyte character costs seven operations.
  @inline(__always)
  package mutating func readString() throws(ParseError) -> JSONStringSpan {
    guard skip("\"") else { throw failure("expected a string") }
    let start = position
    var hasEscapes = false
    while true {
      let marks = bytesOfNote(
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
      try passUnusualByte()
    }
  }

  /// The high bit of each byte that is `"`, `\`, below 0x20 or above 0x7F. Borrows may mark too many bytes,
  /// but only above (after) a correct mark, and the lowest mark is used.
  @inline(__always) func bytesOfNote(_ word: UInt64) -> UInt64 {
    let found =
      EightBytes.zeros(word ^ EightBytes.repeating(0x22))
      | EightBytes.zeros(word ^ EightBytes.repeating(0x5C))
      | (word &- EightBytes.repeating(0x20)) | word
    return found & EightBytes.highBits
  }

  /// An escape, a multibyte character, or a byte that is not allowed in a string.
  @inline(never) private mutating func passUnusualByte() throws(ParseError) {
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
      while length < 6, JSONString.hexDigit(base[position + length]) != nil { length += 1 }
      guard length == 6 else {
        throw failureInString("expected four hexadecimal digits after \\u", stoppedAfter: length)
      }
      position += 6
    default: throw failureInString("no such escape in JSON", stoppedAfter: 1)
    }
  }

  /// An invalid escape, found after `length` bytes: a wrong byte is there, or the text was cut off in the
  /// middle of it.
  private func failureInString(_ problem: String, stoppedAfter length: Int) -> ParseError {
    position + length < end ? ParseError(position, problem) : textEndsInString
  }

  private var textEndsInString: ParseError { ParseError(end, "the text ends inside a string") }
}
