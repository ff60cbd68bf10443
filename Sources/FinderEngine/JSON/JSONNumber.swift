extension JSONCursor {
  /// Passes over a number. Its digits stay where they are: ids of any size keep theirs.
  mutating func readNumber() throws(ParseError) -> JSONSpan {
    let start = position
    _ = skip("-")
    if !skip("0") { try passDigits() }
    if skip(".") { try passDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try passDigits()
    }
    return JSONSpan(start: start, end: position)
  }

  private mutating func passDigits() throws(ParseError) {
    guard isDigit(byte) else { throw failure("expected a digit") }
    repeat { position += 1 } while isDigit(byte)
  }

  @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Passes over a number and works out the nearest Double (infinite beyond 1.8e308).
  ///
  /// The usual coordinate, up to 15 digits with a point and no exponent, is exact in two steps
  /// (Clinger 1990): its digits are a whole number below 2^53, the power of ten is exact up to
  /// 10^22, and IEEE division rounds once.
  @inline(__always)
  mutating func readDouble() throws(ParseError) -> Double {
    let start = position
    let isNegative = skip("-")
    let firstDigit = position
    var digits: UInt64 = 0
    while isDigit(byte) {
      digits = digits &* 10 &+ UInt64(byte &- 0x30)
      position += 1
    }
    let wholeDigits = position - firstDigit
    guard wholeDigits > 0, wholeDigits == 1 || base[firstDigit] != UInt8(ascii: "0") else {
      // The strict walk names the offset: "-" alone, or a leading zero.
      position = start
      _ = try readNumber()
      return 0
    }
    var decimals = 0
    if skip(".") {
      let firstDecimal = position
      while isDigit(byte) {
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        position += 1
      }
      decimals = position - firstDecimal
      guard decimals > 0 else { throw failure("expected a digit") }
    }
    guard wholeDigits + decimals <= 15, byte | 0x20 != UInt8(ascii: "e") else {
      position = start
      return DecimalNumber.value(of: bytes(of: try readNumber()))
    }
    let magnitude = Double(digits) / DecimalNumber.powerOfTen(decimals)
    return isNegative ? -magnitude : magnitude
  }

  func bytes(of span: JSONSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }
}
