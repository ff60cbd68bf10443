/// A place in a JSON text that moves forward one token at a time, checking RFC 8259 as it goes.
///
/// The text is never turned into a tree. A reader asks for what it expects next; values that it does not need
/// are passed with `skipValue`, which checks them just as strictly. Values are kept as offsets (`JSONSpan`),
/// and decoded only if needed: a query prints ten of a dataset's 55,000 names.
///
///     var cursor = JSONCursor(text)
///     try cursor.readObject { key, cursor in … }
///
/// Rules that always hold: `position` never passes `end` by more than the zeros that follow a `PaddedText`;
/// an error has the offset of the first byte that is not valid there; UTF-8 is checked inside strings, and no
/// byte above 0x7F is accepted anywhere else.
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

  /// Another cursor in the same text.
  package func moved(to position: Int) -> JSONCursor {
    var cursor = self
    (cursor.position, cursor.depth) = (position, 0)
    return cursor
  }

  @inline(__always) package var byte: UInt8 { base[position] }

  /// True when only white space is left.
  package mutating func isAtEnd() -> Bool {
    skipWhitespace()
    return position >= end
  }

  @inline(__always) package mutating func skipWhitespace() {
    // In most texts there is none between tokens.
    while byte <= 0x20, byte.isBlank { position += 1 }
  }

  /// Passes `expected` if it comes next.
  @inline(__always) mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    position += 1
    return true
  }

  package func failure(_ expected: String) -> ParseError {
    ParseError(position, position >= end ? "\(expected), but the text ends here" : expected)
  }

  // MARK: Any value

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

  /// The value's extent; white space inside it is kept.
  package mutating func spanOfValue() throws(ParseError) -> JSONSpan {
    let start = position
    try skipValue()
    return JSONSpan(start: start, end: position)
  }

  /// The same for a value that may have only so many levels, at any depth.
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

  // Objects and arrays, step by step

  /// Steps into the object that begins here, or from a member's value to the next member. Returns its key,
  /// with the cursor on the key's value, which must be passed before the next step; `nil` after the object's
  /// end.
  ///
  ///     var isFirst = true
  ///     while let key = try cursor.nextMember(&isFirst) { … }
  @inline(__always)
  package mutating func nextMember(_ isFirst: inout Bool) throws(ParseError) -> JSONStringSpan? {
    if isFirst {
      guard skip("{") else { throw failure("expected an object") }
      isFirst = false
      try enter()
      skipWhitespace()
      if skip("}") { return leave() }
    } else {
      skipWhitespace()
      guard skip(",") else {
        guard skip("}") else { throw failure("expected ',' or '}' after a member") }
        return leave()
      }
      skipWhitespace()
    }
    return try readKey()
  }

  /// Passes a member's key and its colon.
  @inline(__always)
  mutating func readKey() throws(ParseError) -> JSONStringSpan {
    guard byte == UInt8(ascii: "\"") else {
      throw failure("expected a member's name in double quotes")
    }
    let key = try readString()
    skipWhitespace()
    guard skip(":") else { throw failure("expected ':' after a member's name") }
    skipWhitespace()
    return key
  }

  /// Steps to the next element of the array that begins here; the element must be passed before the next
  /// step. False after the array's end.
  @inline(__always)
  package mutating func nextElement(_ isFirst: inout Bool) throws(ParseError) -> Bool {
    if isFirst {
      guard skip("[") else { throw failure("expected an array") }
      isFirst = false
      try enter()
      skipWhitespace()
      guard skip("]") else { return true }
    } else {
      skipWhitespace()
      if skip(",") {
        skipWhitespace()
        return true
      }
      guard skip("]") else { throw failure("expected ',' or ']' after an element") }
    }
    depth -= 1
    return false
  }

  /// Calls `member` with each key, with the cursor on its value, which `member` must pass.
  @inline(__always)
  package mutating func readObject(
    _ member: (JSONStringSpan, inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while let key = try nextMember(&isFirst) { try member(key, &self) }
  }

  /// Calls `element` with the cursor on each element, which `element` must pass.
  @inline(__always)
  package mutating func readArray(
    _ element: (inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while try nextElement(&isFirst) { try element(&self) }
  }

  @inline(__always) private mutating func enter() throws(ParseError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      position -= 1
      throw ParseError(position, "nested more than \(Self.maximumDepth) levels deep")
    }
  }

  @inline(__always) private mutating func leave() -> JSONStringSpan? {
    depth -= 1
    return nil
  }

  /// Whether the decoded string equals `word`.
  @inline(__always)
  package func string(_ span: JSONStringSpan, is word: StaticString) -> Bool {
    withDecoded(span) { $0.equals(word) }
  }

  /// The string's UTF-8 with its escapes resolved.
  package func decoded(_ span: JSONStringSpan) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(span.count)
    JSONString.decode(rawBytes(span), into: &bytes)
    return bytes
  }

  /// Calls `body` with the decoded string; without escapes, those are the text's own bytes.
  @inline(__always)
  package func withDecoded<Result>(_ span: JSONStringSpan, _ body: (Bytes) -> Result) -> Result {
    span.hasEscapes
      ? decoded(span).withUnsafeBufferPointer(body)
      : body(rawBytes(span))
  }

  package func rawBytes(_ span: JSONStringSpan) -> Bytes {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }

  /// Passes a number. Its digits are kept as they are, so large ids lose none.
  package mutating func readNumber() throws(ParseError) -> JSONSpan {
    let start = position
    let number = DecimalNumber(base, from: start, to: end, .json)
    position = number.end
    guard number.isWhole else { throw noNumber(from: start) }
    return JSONSpan(start: start, end: position)
  }

  @inline(never) private func noNumber(from start: Int) -> ParseError {
    failure(
      base[start] == UInt8(ascii: "\"") ? "expected a number without quotes" : "expected a digit")
  }

  /// Passes a number and returns the nearest Double (infinite beyond 1.8e308).
  @inline(__always)
  package mutating func readDouble() throws(ParseError) -> Double {
    let plain = plainDouble(from: position)
    guard plain.end > 0, base[plain.end] | 0x20 != UInt8(ascii: "e") else {
      return try readUnusualDouble()
    }
    position = plain.end
    return plain.value
  }

  /// A number that is whole, has many digits or an exponent, or is not a number.
  @inline(never)
  private mutating func readUnusualDouble() throws(ParseError) -> Double {
    DecimalNumber.value(of: bytes(of: try readNumber()))
  }

  package func bytes(of span: JSONSpan) -> Bytes {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }
}

/// The place of a token or value in its text: from `start` up to but not including `end`.
package struct JSONSpan: Equatable, Sendable {
  package var start: Int
  package var end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  package static let none = JSONSpan(start: 0, end: 0)

  package var isNone: Bool { end == 0 }
  package var count: Int { end - start }
}

/// A string token: the text between its quotes, and whether it has escapes.
package struct JSONStringSpan: BitwiseCopyable, Equatable, Sendable {
  package var start: Int
  package var end: Int
  package var hasEscapes: Bool

  package static let none = JSONStringSpan(start: 0, end: 0, hasEscapes: false)

  package var isNone: Bool { end == 0 }
  package var count: Int { end - start }
}

/// The place of a member in an object.
package struct ObjectMember {
  package let key: JSONStringSpan
  package let value: JSONSpan

  package init(key: JSONStringSpan, value: JSONSpan) { (self.key, self.value) = (key, value) }
}

/// What is wrong with a text, and where. Only the offset is stored. Line and column are computed from it when
/// the error is shown, so reading never counts lines.
package struct ParseError: Error, Equatable, Sendable {
  package let offset: Int
  /// A whole clause: "expected ':' after a member's name".
  package let problem: String

  package init(_ offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }

  /// The problem, followed by what was found there.
  package func description(in text: Bytes) -> String {
    offset < text.count ? "\(problem), found \(excerpt(of: text, at: offset))" : problem
  }
}
