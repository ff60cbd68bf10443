/// The numbers that streams of points are made of, read without the copy and the call to the C library
/// that the general way takes.
enum ShortDecimal {
  private static let mostDigits = 15

  /// The value of a decimal number without an exponent, of at most 15 digits; `nil` for all else,
  /// right or wrong.
  ///
  /// Such digits are less than 2^53 and so are a Double, as is the power of ten that they are divided
  /// by; a division is rounded to the nearest. So the value is just the one that `strtod` finds.
  @inline(__always)
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
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
    let value = Double(Int64(truncatingIfNeeded: digits)) / DecimalNumber.powerOfTen(decimals)
    return isNegative ? -value : value
  }

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
}
