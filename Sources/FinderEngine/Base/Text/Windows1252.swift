/// Windows-1252: as Latin-1, but with letters and signs from 0x80 to 0x9F. What it leaves undefined
/// there stays a control character, as in browsers.
enum Windows1252 {
  private static let signs: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Returns how many bytes it made.
  static func toUTF8(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    for byte in bytes {
      let scalar = (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : UInt16(byte)
      switch scalar {
      case 0..<0x80:
        output[count] = UInt8(scalar)
        count += 1
      case 0x80..<0x800:
        output[count] = 0xC0 | UInt8(scalar >> 6)
        output[count + 1] = 0x80 | UInt8(scalar & 0x3F)
        count += 2
      default:
        output[count] = 0xE0 | UInt8(scalar >> 12)
        output[count + 1] = 0x80 | UInt8(scalar >> 6 & 0x3F)
        output[count + 2] = 0x80 | UInt8(scalar & 0x3F)
        count += 3
      }
    }
    return count
  }
}
