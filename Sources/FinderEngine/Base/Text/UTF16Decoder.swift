/// Makes UTF-8 of UTF-16 that comes in pieces of any length.
///
/// Half of a surrogate pair becomes the three bytes that it would have, and a lone byte at the end
/// 0xFF: neither is UTF-8.
struct UTF16Decoder {
  let isLittleEndian: Bool
  /// The first byte of a unit whose second is still to come.
  private var byte: UInt8?
  /// The first half of a pair.
  private var high: UInt16?

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// Returns how many bytes it made: at most three for each that it was given, and three more.
  mutating func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    for next in bytes {
      guard let first = byte else {
        byte = next
        continue
      }
      byte = nil
      let (low, up) = isLittleEndian ? (first, next) : (next, first)
      take(UInt16(up) << 8 | UInt16(low), output, &count)
    }
    return count
  }

  /// What was still to come and does not.
  mutating func finish(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    if let high { put(UInt32(high), output, &count) }
    if byte != nil {
      output[count] = 0xFF
      count += 1
    }
    (byte, high) = (nil, nil)
    return count
  }

  private mutating func take(
    _ unit: UInt16, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    if let first = high {
      high = nil
      if unit & 0xFC00 == 0xDC00 {
        return put(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit & 0x3FF)), output, &count)
      }
      put(UInt32(first), output, &count)
    }
    if unit & 0xFC00 == 0xD800 { high = unit } else { put(UInt32(unit), output, &count) }
  }

  private func put(
    _ scalar: UInt32, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case 0..<0x80:
      output[count] = UInt8(scalar)
      count += 1
    case 0x80..<0x800:
      output[count] = 0xC0 | UInt8(scalar >> 6)
      output[count + 1] = continuation(0)
      count += 2
    case 0x800..<0x10000:
      output[count] = 0xE0 | UInt8(scalar >> 12)
      output[count + 1] = continuation(6)
      output[count + 2] = continuation(0)
      count += 3
    default:
      output[count] = 0xF0 | UInt8(scalar >> 18)
      output[count + 1] = continuation(12)
      output[count + 2] = continuation(6)
      output[count + 3] = continuation(0)
      count += 4
    }
  }
}
