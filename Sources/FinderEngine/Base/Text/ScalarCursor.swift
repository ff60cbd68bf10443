/// Walks UTF-8 scalar by scalar without making a `String`.
///
/// The text should be valid UTF-8. Malformed bytes become U+FFFD one at a time, and nothing past
/// the end is read.
package struct ScalarCursor {
  static let replacement: UInt32 = 0xFFFD

  let bytes: Bytes
  private(set) var position = 0

  package init(_ bytes: Bytes) { self.bytes = bytes }

  @inline(__always)
  package mutating func next() -> UInt32? {
    guard position < bytes.count else { return nil }
    let lead = bytes[position]
    position += 1
    return lead < 0x80 ? UInt32(lead) : multibyte(lead)
  }

  private mutating func multibyte(_ lead: UInt8) -> UInt32 {
    switch lead {
    case 0xC2...0xDF: continuation(of: UInt32(lead & 0x1F), count: 1)
    case 0xE0...0xEF: continuation(of: UInt32(lead & 0x0F), count: 2)
    case 0xF0...0xF4: continuation(of: UInt32(lead & 0x07), count: 3)
    default: Self.replacement
    }
  }

  /// Leaves the position unchanged if the bytes that must follow are missing.
  @inline(__always)
  private mutating func continuation(of bits: UInt32, count: Int) -> UInt32 {
    guard bytes.count - position >= count else { return Self.replacement }
    var scalar = bits
    for offset in 0..<count {
      let byte = bytes[position + offset]
      guard byte & 0xC0 == 0x80 else { return Self.replacement }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    position += count
    return scalar
  }
}
