extension JSONCursor {
  /// Passes over a number. Its digits stay where they are: ids of any size keep theirs.
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

  /// Passes over a number and works out the nearest Double (infinite beyond 1.8e308).
  @inline(__always)
  package mutating func readDouble() throws(ParseError) -> Double {
    let plain = plainDouble(from: position)
    guard plain.end > 0, base[plain.end] | 0x20 != UInt8(ascii: "e") else {
      return try readUnusualDouble()
    }
    position = plain.end
    return plain.value
  }

  /// A whole number, one of many digits or with an exponent, or none.
  @inline(never)
  private mutating func readUnusualDouble() throws(ParseError) -> Double {
    DecimalNumber.value(of: bytes(of: try readNumber()))
  }

  package func bytes(of span: JSONSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }
}
