/// A decimal number in a text, parsed in one pass, in the form of JSON or of options and cells. It has a
/// quick conversion to a Double, and an exact one for all numbers.
package struct DecimalNumber {
  package enum Form {
    /// By RFC 8259.
    case json
    /// Also with a plus sign, leading zeros, and without digits on one side of the point.
    case free
  }

  /// Where it ends, or where a digit is missing.
  private(set) var end: Int
  private(set) var isWhole = false
  private var isNegative = false
  private var hasExponent = false
  /// All digits before the exponent as one number, correct if there are at most `mostDigits`.
  private var digits: UInt64 = 0
  private var count = 0
  private var decimals = 0

  private static let mostDigits = 15

  /// Parses the number at `start`. When this is inlined, only what the caller uses is computed.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>, from start: Int, to limit: Int, _ form: Form) {
    end = start
    isNegative = pass(UInt8(ascii: "-"), text, limit)
    if form == .free, !isNegative { _ = pass(UInt8(ascii: "+"), text, limit) }
    if form == .json, pass(UInt8(ascii: "0"), text, limit) {
      count = 1
    } else {
      passDigits(text, limit)
    }
    guard count > 0 || form == .free else { return }
    if pass(UInt8(ascii: "."), text, limit) {
      let whole = count
      passDigits(text, limit)
      decimals = count &- whole
      guard decimals > 0 || form == .free else { return }
    }
    guard count > 0 else { return }
    isWhole = true
    guard end < limit, text[end] | 0x20 == UInt8(ascii: "e") else { return }
    end &+= 1
    hasExponent = true
    if !pass(UInt8(ascii: "-"), text, limit) { _ = pass(UInt8(ascii: "+"), text, limit) }
    let first = end
    while end < limit, text[end] &- 0x30 < 10 { end &+= 1 }
    isWhole = end > first
  }

  @inline(__always)
  private mutating func pass(_ byte: UInt8, _ text: UnsafePointer<UInt8>, _ limit: Int) -> Bool {
    guard end < limit, text[end] == byte else { return false }
    end &+= 1
    return true
  }

  @inline(__always)
  private mutating func passDigits(_ text: UnsafePointer<UInt8>, _ limit: Int) {
    let first = end
    while end < limit {
      let digit = text[end] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      digits = digits &* 10 &+ UInt64(digit)
      end &+= 1
    }
    count &+= end &- first
  }

  /// Its value if it has no exponent and at most 15 digits; `nil` for all others.
  ///
  /// Exact in two steps (Clinger 1990). Such digits are a whole number below 2^53, so they are exact as a
  /// Double, and so is the power of ten. Then the division rounds once.
  @inline(__always) private var quickValue: Double? {
    guard isWhole, !hasExponent, count <= Self.mostDigits else { return nil }
    let value = Double(Int64(truncatingIfNeeded: digits)) / Self.powersOfTen[decimals]
    return isNegative ? -value : value
  }

  /// The value of `text` if all of it is a finite decimal number: an optional sign, digits with or without a
  /// point, an optional exponent. `Double(_:)` also accepts "nan", "inf" and "0x10".
  @inline(__always)
  package static func parse(_ text: Bytes) -> Double? { parse(text, .free) }

  package static func parse(_ text: String) -> Double? { text.withBytes { parse($0) } }

  /// The same for a number of this form.
  @inline(__always)
  static func parse(_ text: Bytes, _ form: Form) -> Double? {
    guard let number = whole(text, form) else { return nil }
    if let value = number.quickValue { return value }
    let value = exactValue(of: text)
    return value.isFinite ? value : nil
  }

  @inline(__always)
  package static func isNumber(_ text: Bytes, _ form: Form) -> Bool { whole(text, form) != nil }

  /// The nearest Double to a text known to be a decimal number (infinite beyond 1.8e308).
  static func value(of text: Bytes) -> Double {
    whole(text, .free)?.quickValue ?? exactValue(of: text)
  }

  /// `nil` if the text is anything else.
  @inline(__always)
  private static func whole(_ text: Bytes, _ form: Form) -> DecimalNumber? {
    guard let base = text.baseAddress else { return nil }
    let number = DecimalNumber(base, from: 0, to: text.count, form)
    return number.isWhole && number.end == text.count ? number : nil
  }

  /// Uses the C library, which rounds correctly at any length. The program never leaves the "C" locale, so
  /// the decimal mark is always a point.
  @inline(never)
  private static func exactValue(of text: Bytes) -> Double {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
      for i in 0..<text.count { copy[i] = CChar(bitPattern: text[i]) }
      copy[text.count] = 0
      return strtod(copy.baseAddress!, nil)
    }
  }

  /// All of them are exact.
  static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
