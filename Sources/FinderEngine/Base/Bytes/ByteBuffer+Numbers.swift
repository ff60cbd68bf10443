extension ByteBuffer {
  package mutating func append(integer value: Int) {
    reserve(Self.longestInteger)
    if value < 0 { appendReserved(UInt8(ascii: "-")) }
    appendReserved(digitsOf: value.magnitude)
  }

  /// The shortest decimal that reads back as the same Double, without an exponent for ordinary numbers, and
  /// without ".0".
  ///
  /// Coordinates take the quick way: if the number times 10^7, rounded, divided again gives the same
  /// Double, then these at most 15 digits are the shortest there are, because two decimals of 15
  /// digits never share a Double.
  ///
  /// A value that is not a number is written as `null`, so the output is always valid JSON.
  package mutating func append(number value: Double) {
    // Adding 1.5 * 2^52 leaves no room for fractions. How halves are rounded does not
    // matter: the product of a decimal of 15 digits is within 0.3 of a whole number.
    let scaled = (value * 1e7 + 0x1.8p52) - 0x1.8p52
    if abs(scaled) < 1e15, scaled / 1e7 == value {
      appendDegrees(tenMillionths: Int(scaled))
    } else if !value.isFinite {
      append("null")
    } else {
      let text = value.description
      append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
  }

  /// Rounded to one decimal, halves away from zero; 0 for anything that is not a number or has too many
  /// digits.
  package mutating func append(tenthsOf value: Double) {
    guard abs(value) < 9e17 else { return append("0") }
    let tenths = value.tenths
    reserve(Self.longestInteger + 2)
    if tenths < 0 { appendReserved(UInt8(ascii: "-")) }
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    appendReserved(digitsOf: whole)
    guard tenth > 0 else { return }
    appendReserved(UInt8(ascii: "."))
    appendReserved(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tenth))
  }

  /// `value` / 10^7, which must be less than 10^8, without zeros at the end.
  @inline(__always) private mutating func appendDegrees(tenMillionths value: Int) {
    reserve(Self.longestInteger + 9)
    if value < 0 { appendReserved(UInt8(ascii: "-")) }
    let (whole, fraction) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    appendReserved(digitsOf: whole)
    guard fraction > 0 else { return }
    appendReserved(UInt8(ascii: "."))
    let digits = EightDigits.of(UInt32(truncatingIfNeeded: fraction * 10))
    appendReserved(
      digits | EightDigits.zeros, length: 8 - digits.leadingZeroBitCount / 8)
  }

  /// The longest integer takes a sign and 19 digits; there is room for the rest of the last eight bytes
  /// written.
  private static var longestInteger: Int { 1 + 8 + 8 + 8 }

  /// Writes eight digits at a time, without leading zeros in the first eight.
  @inline(__always) private mutating func appendReserved(digitsOf value: UInt) {
    guard value < EightDigits.end else { return appendReserved(manyDigitsOf: value) }
    let digits = EightDigits.of(UInt32(truncatingIfNeeded: value))
    // The last digit is written even if it is 0.
    let skipped = (digits | 1 << 56).trailingZeroBitCount / 8
    appendReserved(
      (digits | EightDigits.zeros) >> UInt64(8 * skipped), length: 8 - skipped)
  }

  @inline(never) private mutating func appendReserved(manyDigitsOf value: UInt) {
    let (front, back) = value.quotientAndRemainder(dividingBy: EightDigits.end)
    if front < EightDigits.end {
      appendReserved(digitsOf: front)
    } else {
      appendReserved(manyDigitsOf: front)
    }
    appendReserved(
      EightDigits.of(UInt32(truncatingIfNeeded: back)) | EightDigits.zeros, length: 8)
  }
}

/// Eight decimal digits computed side by side in one register. The number is split into fours, twos and
/// single digits, each time in all lanes at once, with multiplications in place of divisions.
enum EightDigits {
  /// Turns digits into characters.
  static let zeros: UInt64 = 0x3030_3030_3030_3030
  /// The first number with more digits.
  static let end: UInt = 100_000_000

  /// One digit a byte, the first digit lowest.
  @inline(__always) static func of(_ value: UInt32) -> UInt64 {
    let front = value / 10_000
    let fours = UInt64(front) | UInt64(value &- front &* 10_000) << 32
    // 10,486 / 2^20 gives the exact quotient by 100 below 10,000, and 103 / 2^10 that by 10 below 100.
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8
  }
}

extension Double {
  /// Rounded to one decimal.
  package var inTenths: Double { (self * 10).rounded() / 10 }

  /// Rounded to three decimals.
  package var inThousandths: Double { (self * 1000).rounded() / 1000 }

  /// The number of tenths, with halves rounded away from zero. On the oldest processors supported,
  /// `rounded()` calls the C library; this does not. Only for numbers below 10^14.
  @inline(__always) var tenths: Int {
    let scaled = self * 10
    let cut = Int(scaled)
    // This difference is exact.
    let rest = scaled - Double(cut)
    return cut + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }
}
