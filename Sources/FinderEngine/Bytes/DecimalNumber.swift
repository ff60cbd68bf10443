/// Decimal numbers: one walk over their grammar, in JSON's form and in that of options and cells, one
/// quick way to a Double and one that is exact for all.
package enum DecimalNumber {
  enum Form {
    /// By RFC 8259.
    case json
    /// Also with a plus sign, zeros in front, and no digits on one side of the point.
    case free
  }

  /// The value of `text` when the whole of it is a finite decimal number: an optional sign, digits
  /// with or without a point, an optional exponent. Unlike `Double(_:)`, which also takes "nan",
  /// "inf" and "0x10".
  @inline(__always)
  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    short(text) ?? parseUnusual(text)
  }

  package static func parse(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  @inline(never)
  private static func parseUnusual(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard isNumber(text, .free) else { return nil }
    let value = exactValue(of: text)
    return value.isFinite ? value : nil
  }

  /// The nearest Double to a text known to be a decimal number (infinite beyond 1.8e308).
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double {
    short(text) ?? exactValue(of: text)
  }

  // MARK: Grammar

  /// Whether the whole of it is a number.
  @inline(__always)
  static func isNumber(_ text: UnsafeBufferPointer<UInt8>, _ form: Form) -> Bool {
    guard let base = text.baseAddress else { return false }
    let (end, isWhole) = walk(base, from: 0, to: text.count, form)
    return isWhole && end == text.count
  }

  /// Returns where the number that begins at `start` ends, or where a digit is missing.
  @inline(__always)
  static func walk(
    _ text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ form: Form
  ) -> (end: Int, isWhole: Bool) {
    var place = start
    func stands(_ byte: UInt8) -> Bool { place < limit && text[place] == byte }
    func passSign(plus: Bool) {
      if stands(UInt8(ascii: "-")) || plus && stands(UInt8(ascii: "+")) { place &+= 1 }
    }
    func passDigits() -> Int {
      let first = place
      while place < limit, text[place] &- 0x30 < 10 { place &+= 1 }
      return place &- first
    }
    passSign(plus: form == .free)
    let isZero = form == .json && stands(UInt8(ascii: "0"))
    if isZero { place &+= 1 }
    var count = isZero ? 1 : passDigits()
    guard count > 0 || form == .free else { return (place, false) }
    if stands(UInt8(ascii: ".")) {
      place &+= 1
      let decimals = passDigits()
      guard decimals > 0 || form == .free else { return (place, false) }
      count &+= decimals
    }
    guard count > 0 else { return (place, false) }
    guard place < limit, text[place] | 0x20 == UInt8(ascii: "e") else { return (place, true) }
    place &+= 1
    passSign(plus: true)
    return (place, passDigits() > 0)
  }

  // MARK: Values

  /// The value of a decimal number without an exponent, of at most 15 digits; `nil` for all else,
  /// right or wrong.
  ///
  /// Exact in two steps (Clinger 1990): such digits are a whole number below 2^53 and so are a Double,
  /// as is the power of ten that they are divided by, and the division rounds once.
  @inline(__always)
  static func short(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let base = text.baseAddress, text.count > 0, text.count <= mostDigits + 2 else {
      return nil
    }
    let isNegative = base[0] == UInt8(ascii: "-")
    var digits: UInt64 = 0
    var place = isNegative ? 1 : 0
    let start = place
    takeDigits(base, text.count, &place, &digits)
    var count = place &- start
    var decimals = 0
    if place < text.count {
      guard base[place] == UInt8(ascii: ".") else { return nil }
      place &+= 1
      let point = place
      takeDigits(base, text.count, &place, &digits)
      guard place == text.count else { return nil }
      decimals = place &- point
      count &+= decimals
    }
    guard count > 0, count <= mostDigits else { return nil }
    let value = Double(Int64(truncatingIfNeeded: digits)) / powerOfTen(decimals)
    return isNegative ? -value : value
  }

  private static let mostDigits = 15

  /// Passes over digits, at most 17 of them.
  @inline(__always)
  private static func takeDigits(
    _ base: UnsafePointer<UInt8>, _ end: Int, _ place: inout Int, _ digits: inout UInt64
  ) {
    while place < end {
      let digit = base[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      digits = digits &* 10 &+ UInt64(digit)
      place &+= 1
    }
  }

  /// By the C library, which rounds rightly at any length. The program never leaves the "C" locale,
  /// so the point is a point.
  @inline(never)
  private static func exactValue(of text: UnsafeBufferPointer<UInt8>) -> Double {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
      for i in 0..<text.count { copy[i] = CChar(bitPattern: text[i]) }
      copy[text.count] = 0
      return strtod(copy.baseAddress!, nil)
    }
  }

  /// 10^n for n up to 15, each exact.
  @inline(__always) static func powerOfTen(_ n: Int) -> Double {
    switch n {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    default: 1e15
    }
  }
}
