/// A place in a JSON text that moves forward over one token at a time, checking RFC 8259 as it goes.
///
/// The text is never turned into a tree. A reader asks for what it expects next; values that it has
/// no use for are walked over with `skipValue`, which checks them no less strictly. What is passed
/// over is known by its offsets (`JSONSpan`), and decoded only where it is wanted: of a dataset's
/// 55,000 names a query prints ten.
///
///     var cursor = JSONCursor(text)
///     try cursor.readObject { key, cursor in … }
///
/// Rules that always hold: `position` never passes `end` by more than the zeros that follow
/// a `PaddedText`; an error names the offset of the first byte that could not stand where it did;
/// UTF-8 is checked inside strings, and no byte above 0x7F is let through anywhere else.
package struct JSONCursor {
  package let base: UnsafePointer<UInt8>
  package let end: Int
  package internal(set) var position: Int
  var depth = 0

  /// Deep enough for any real document, shallow enough for any thread's stack.
  package static let maximumDepth = 512

  package init(_ text: PaddedText, from position: Int = 0) {
    (base, end) = (text.base, text.count)
    self.position = position
  }

  package init(_ bytes: PaddedBytes, from position: Int = 0) {
    self.init(PaddedText(bytes), from: position)
  }

  /// Another one in the same text.
  package func moved(to position: Int) -> JSONCursor {
    var cursor = self
    (cursor.position, cursor.depth) = (position, 0)
    return cursor
  }

  @inline(__always) package var byte: UInt8 { base[position] }

  /// True when nothing but white space is left.
  package mutating func isAtEnd() -> Bool {
    skipWhitespace()
    return position >= end
  }

  @inline(__always) package mutating func skipWhitespace() {
    // Most texts that matter have none between tokens.
    while byte <= 0x20, byte.isBlank { position += 1 }
  }

  /// Passes over `expected` if it stands here.
  @inline(__always) mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    position += 1
    return true
  }

  package func failure(_ expected: String) -> ParseError {
    ParseError(position, position >= end ? "\(expected), but the text ends here" : expected)
  }
}

// MARK: - Any value

extension JSONCursor {
  package mutating func skipValue() throws(ParseError) {
    switch byte {
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "{"):
      try readObject { (_, cursor) throws(ParseError) in try cursor.skipValue() }
    case UInt8(ascii: "["):
      try readArray { (cursor) throws(ParseError) in try cursor.skipValue() }
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try readNumber()
    default: throw failure("expected a value")
    }
  }

  /// The value's extent; its white space inside is kept.
  package mutating func spanOfValue() throws(ParseError) -> JSONSpan {
    let start = position
    try skipValue()
    return JSONSpan(start: start, end: position)
  }

  /// The same of a value that has no more levels than that, however deep it stands.
  package mutating func spanOfValue(levels: Int) throws(ParseError) -> JSONSpan {
    let start = (position, depth)
    let span = try spanOfValue()
    (position, depth) = (start.0, Self.maximumDepth - levels)
    defer { (position, depth) = (span.end, start.1) }
    do throws(ParseError) { try skipValue() } catch {
      throw ParseError(error.offset, "nested more than \(levels) levels deep")
    }
    return span
  }

  private mutating func skipLiteral(_ word: StaticString) throws(ParseError) {
    let matches = memcmp(base + position, word.utf8Start, word.utf8CodeUnitCount) == 0
    guard matches else { throw failure("expected a value") }
    position += word.utf8CodeUnitCount
  }
}
