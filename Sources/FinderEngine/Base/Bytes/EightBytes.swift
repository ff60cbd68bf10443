/// Text read eight bytes at a time, the first byte lowest.
///
/// Venue names are short (18 bytes on average) and nearly all ASCII (54,054 of 54,754), so three such reads
/// are enough for most of them.
package enum EightBytes {
  /// Has 0x80 in each byte.
  @inline(__always) package static var highBits: UInt64 { repeating(0x80) }

  @inline(__always)
  package static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The high bit of each zero byte, once others are masked out. Borrows may mark too many bytes, but only
  /// above (after) a zero byte, so the lowest mark is right.
  @inline(__always)
  package static func zeros(_ chunk: UInt64) -> UInt64 { (chunk &- repeating(0x01)) & ~chunk }

  /// The bytes from `index` on; zeros past the end.
  @inline(__always)
  package static func load(_ bytes: Bytes, at index: Int) -> UInt64 {
    let left = bytes.count - index
    let raw = UnsafeRawBufferPointer(bytes)
    if left >= 8 {
      return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    if bytes.count >= 8 {
      let last = raw.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
      return UInt64(littleEndian: last) >> UInt64(8 &* (8 &- left))
    }
    return loadShort(raw) >> UInt64(8 &* index)
  }

  /// Loads a text shorter than eight bytes as two overlapping fours, or as three single bytes, some of them
  /// the same.
  @inline(__always)
  private static func loadShort(_ raw: UnsafeRawBufferPointer) -> UInt64 {
    let count = raw.count
    if count >= 4 {
      let first = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      let last = UInt32(
        littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return UInt64(first) | UInt64(last) << UInt64(8 &* (count &- 4))
    }
    guard count > 0 else { return 0 }
    let (middle, last) = (count >> 1, count &- 1)
    return UInt64(raw[0]) | UInt64(raw[middle]) << UInt64(8 &* middle)
      | UInt64(raw[last]) << UInt64(8 &* last)
  }

  /// Calls `look` with chunks that cover the bytes, some of them twice. Names of 9 to 32 bytes, six in seven,
  /// all take four chunks: that costs less than a loop with a mispredicted end.
  @inline(__always)
  static func forEach(_ bytes: Bytes, _ look: (UInt64) -> Void) {
    let last = bytes.count &- 8
    look(load(bytes, at: 0))
    guard last > 0 else { return }
    look(load(bytes, at: min(8, last)))
    look(load(bytes, at: min(16, last)))
    look(load(bytes, at: min(24, last)))
    var index = 32
    while index < bytes.count {
      look(load(bytes, at: min(index, last)))
      index &+= 8
    }
  }

  /// The high bit of each byte of an ASCII `chunk` that equals the (ASCII) byte repeated in `pattern`.
  @inline(__always)
  static func equal(_ chunk: UInt64, to pattern: UInt64) -> UInt64 {
    ~((chunk ^ pattern) &+ repeating(0x7F)) & highBits
  }

  /// Replaces the zeros past the end of a text, which has `count` bytes left, with letters.
  @inline(__always)
  static func filled(_ chunk: UInt64, to count: Int) -> UInt64 {
    count >= 8 ? chunk : chunk | repeating(0x61) << UInt64(8 &* count)
  }

  /// The high bit of each byte of an ASCII `chunk` that is under 0x20, or 0x7F.
  @inline(__always)
  static func controls(_ chunk: UInt64) -> UInt64 {
    let printable = chunk &+ repeating(0x60)
    let deletes = chunk &+ repeating(0x01)
    return (~printable | deletes) & highBits
  }

  /// The high bit of each byte of an ASCII `chunk` that is a lower-case letter.
  @inline(__always)
  static func smallLetters(_ chunk: UInt64) -> UInt64 {
    let fromA = chunk &+ repeating(0x80 - 0x61)
    let beyondZ = chunk &+ repeating(0x80 - 0x7B)
    return fromA & ~beyondZ & highBits
  }
}
