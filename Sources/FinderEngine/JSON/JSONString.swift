/// A string token: what stands between its quotes, and whether that holds escapes.
package struct JSONStringSpan: Equatable, Sendable {
  package var start: Int
  package var end: Int
  package var hasEscapes: Bool

  package static let none = JSONStringSpan(start: 0, end: 0, hasEscapes: false)

  package var isNone: Bool { end == 0 }
  package var count: Int { end - start }
}

// MARK: - Reading

extension JSONCursor {
  /// Passes over a string. Eight bytes are looked at together: a word in which no byte is a quote,
  /// a backslash, a control character or the part of a longer character costs seven operations.
  @inline(__always)
  mutating func readString() throws(ParseError) -> JSONStringSpan {
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

  /// The high bit of each byte that is `"`, `\`, below 0x20 or above 0x7F. Borrows may mark bytes
  /// too many, but only above (behind) a byte rightly marked, and the lowest is the one taken.
  @inline(__always) func bytesOfNote(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found =
      ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
      | (word &- ones &* 0x20) | word
    return found & (ones &* 0x80)
  }

  /// An escape, a character of several bytes, or what must not stand in a string.
  @inline(never) private mutating func passUnusualByte() throws(ParseError) {
    switch byte {
    case UInt8(ascii: "\\"): try passEscape()
    case 0x80...0xFF: try passMultibyteCharacter()
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
      while length < 6, hexDigit(at: position + length) != nil { length += 1 }
      guard length == 6 else {
        throw failureInString("expected four hexadecimal digits after \\u", stoppedAfter: length)
      }
      position += 6
    default: throw failureInString("no such escape in JSON", stoppedAfter: 1)
    }
  }

  /// Well-formed UTF-8 by table 3-7 of the Unicode standard: no overlong forms, no surrogates,
  /// nothing above U+10FFFF.
  private mutating func passMultibyteCharacter() throws(ParseError) {
    let second = base[position + 1]
    let length: Int
    let isSecondValid: Bool
    switch byte {
    case 0xC2...0xDF: (length, isSecondValid) = (2, isContinuation(second))
    case 0xE0: (length, isSecondValid) = (3, (0xA0...0xBF).contains(second))
    case 0xED: (length, isSecondValid) = (3, (0x80...0x9F).contains(second))
    case 0xE1...0xEF: (length, isSecondValid) = (3, isContinuation(second))
    case 0xF0: (length, isSecondValid) = (4, (0x90...0xBF).contains(second))
    case 0xF1...0xF3: (length, isSecondValid) = (4, isContinuation(second))
    case 0xF4: (length, isSecondValid) = (4, (0x80...0x8F).contains(second))
    default: throw ParseError(position, "expected UTF-8")
    }
    var valid = isSecondValid ? 2 : 1
    while valid > 1, valid < length, isContinuation(base[position + valid]) { valid += 1 }
    guard valid == length else { throw failureInString("expected UTF-8", stoppedAfter: valid) }
    position += length
  }

  /// An escape or character that goes wrong after `length` bytes: by what stands there, or because
  /// the text was cut off in the middle of it.
  private func failureInString(_ problem: String, stoppedAfter length: Int) -> ParseError {
    position + length < end ? ParseError(position, problem) : textEndsInString
  }

  private var textEndsInString: ParseError { ParseError(end, "the text ends inside a string") }

  @inline(__always) private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  func hexValue(at offset: Int) -> UInt32? {
    var value: UInt32 = 0
    for i in 0..<4 {
      guard let digit = hexDigit(at: offset + i) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private func hexDigit(at offset: Int) -> UInt32? {
    switch base[offset] {
    case let digit where (0x30...0x39).contains(digit): UInt32(digit - 0x30)
    case let digit where (0x41...0x46).contains(digit): UInt32(digit - 0x37)
    case let digit where (0x61...0x66).contains(digit): UInt32(digit - 0x57)
    default: nil
    }
  }
}

// MARK: - Meaning

extension JSONCursor {
  /// Whether the string says `word`, escapes and all.
  @inline(__always)
  func string(_ span: JSONStringSpan, is word: StaticString) -> Bool {
    if span.hasEscapes { return decoded(span).elementsEqual(bytes(of: word)) }
    return span.count == word.utf8CodeUnitCount
      && memcmp(base + span.start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  private func bytes(of word: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
  }

  /// The string's UTF-8 with its escapes resolved.
  func decoded(_ span: JSONStringSpan) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(span.count)
    JSONString.decode(rawBytes(span), into: &bytes)
    return bytes
  }

  /// Calls `body` with what the string means; without escapes that is what stands in the text.
  @inline(__always)
  func withDecoded<Result>(
    _ span: JSONStringSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    span.hasEscapes
      ? decoded(span).withUnsafeBufferPointer(body)
      : body(rawBytes(span))
  }

  func rawBytes(_ span: JSONStringSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }
}

package enum JSONString {
  /// Appends what a string token (already checked) means. A surrogate without its partner, which
  /// has no UTF-8 form, becomes U+FFFD.
  static func decode(_ raw: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var i = 0
    while i < raw.count {
      guard raw[i] == UInt8(ascii: "\\") else {
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

  /// Returns how many bytes of the token it used: 6, or 12 for a surrogate pair.
  private static func appendUnicodeEscape(
    _ raw: UnsafeBufferPointer<UInt8>, at i: Int, to output: inout [UInt8]
  ) -> Int {
    let cursor = JSONCursor(base: raw.baseAddress!, end: raw.count, position: 0)
    let unit = cursor.hexValue(at: i + 2) ?? 0xFFFD
    if (0xD800...0xDBFF).contains(unit), i + 12 <= raw.count,
      raw[i + 6] == UInt8(ascii: "\\"), raw[i + 7] == UInt8(ascii: "u"),
      let low = cursor.hexValue(at: i + 8), (0xDC00...0xDFFF).contains(low)
    {
      append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &output)
      return 12
    }
    append(unit, to: &output)
    return 6
  }

  private static func append(_ value: UInt32, to output: inout [UInt8]) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    output.append(contentsOf: UTF8.encode(scalar)!)
  }
}
