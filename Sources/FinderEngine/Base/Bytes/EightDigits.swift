/// Eight decimal digits worked out side by side in one register: the number is halved into fours, twos
/// and single digits, each time in all lanes at once, with a multiplication for the division.
enum EightDigits {
  /// Turns digits into characters.
  static let zeros: UInt64 = 0x3030_3030_3030_3030
  /// The first number that has more.
  static let end: UInt = 100_000_000

  /// One digit a byte, the first one lowest.
  @inline(__always) static func of(_ value: UInt32) -> UInt64 {
    let front = value / 10_000
    let fours = UInt64(front) | UInt64(value &- front &* 10_000) << 32
    // 10,486 / 2^20 for 1/100 is right below 10,000, 103 / 2^10 for 1/10 below 100.
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) << 8
  }
}
