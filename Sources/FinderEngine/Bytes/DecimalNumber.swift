/// Decimal numbers outside JSON (options, CSV cells) and the slow, always exact way to a Double.
package enum DecimalNumber {
  /// The value of `text` when the whole of it is a finite decimal number: an optional sign, digits
  /// with or without a point, an optional exponent. Unlike `Double(_:)`, which also takes "nan",
  /// "inf" and "0x10".
  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard isDecimal(text) else { return nil }
    let value = value(of: text)
    return value.isFinite ? value : nil
  }

  package static func parse(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  private static func isDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits = dropDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return false }
    guard let letter = rest.first else { return true }
    guard letter | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    return dropDigits(&rest) > 0 && rest.isEmpty
  }

  private static func dropDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let before = text.count
    while let first = text.first, first &- 0x30 < 10 { text.removeFirst() }
    return before - text.count
  }

  /// The nearest Double to a text known to be a decimal number, by the C library, which rounds
  /// rightly at any length. The program never leaves the "C" locale, so the point is a point.
  @inline(never)
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double {
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
