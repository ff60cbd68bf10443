/// The numbers that streams of points are made of, read without the copy and the call to the C library
/// that the general way takes.
enum ShortDecimal {
  private static let mostDigits = 15

  /// The value of a decimal number without an exponent, of at most 15 digits; `nil` for all else,
  /// right or wrong.
  ///
  /// Such digits are less than 2^53 and so are a Double, as is the power of ten that they are divided
  /// by; a division is rounded to the nearest. So the value is just the one that `strtod` finds.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let first = text.first, text.count <= mostDigits + 2 else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var digits: UInt64 = 0
    var count = 0
    var whole = -1
    for i in (isNegative ? 1 : 0)..<text.count {
      let digit = text[i] &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        count += 1
      } else if text[i] == UInt8(ascii: "."), whole < 0 {
        whole = count
      } else {
        return nil
      }
    }
    guard count > 0, count <= mostDigits else { return nil }
    let decimals = whole < 0 ? 0 : count - whole
    let value = Double(digits) / DecimalNumber.powerOfTen(decimals)
    return isNegative ? -value : value
  }
}
