/// 64 bits over a block of bytes, fast enough that verifying a block costs less than fetching it.
///
/// Four sums run side by side, each over 16 bytes in a step. A step is one multiplication to 128 bits, with
/// the halves folded; a processor does four at once. Based on wyhash (Wang Yi). It does not protect against
/// forgery.
package enum Checksum {
  package static func of(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var a = seed ^ UInt64(count)
    var b = a &+ step
    var c = b &+ step
    var d = c &+ step
    var offset = 0
    while offset &+ 64 <= count {
      a = folded(a, word(bytes, offset), word(bytes, offset &+ 8))
      b = folded(b, word(bytes, offset &+ 16), word(bytes, offset &+ 24))
      c = folded(c, word(bytes, offset &+ 32), word(bytes, offset &+ 40))
      d = folded(d, word(bytes, offset &+ 48), word(bytes, offset &+ 56))
      offset &+= 64
    }
    let all = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
    while offset < count {
      a = folded(a, EightBytes.load(all, at: offset), 0)
      offset += 8
    }
    return folded(folded(a, b, c), d, 0)
  }

  private static let seed: UInt64 = 0xA076_1D64_78BD_642F
  private static let step: UInt64 = 0xE703_7ED1_A0B4_28DB

  /// A product hides one factor if the other is zero, so the sum is added.
  @inline(__always)
  private static func folded(_ sum: UInt64, _ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = (sum ^ first).multipliedFullWidth(by: second ^ 0x9E37_79B9_7F4A_7C15)
    return (product.high ^ product.low) &+ (first ^ (second &<< 1 | second &>> 63))
  }

  @inline(__always) private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// A hash that is the same in every process and on every machine, unlike the standard library's. Based on
/// wyhash (Wang Yi): eight bytes at a time go through a 64 by 64 bit product, which is folded.
package struct StableHash {
  package private(set) var value: UInt64 = 0x2D35_8DCC_AA6C_78A5

  package init() {}

  @inline(__always) package mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = (product.high ^ product.low) &+ 0x4B33_A62E_D433_D4A3
  }

  /// Adds the bytes and their number, so that `ab` and `c` differ from `a` and `bc`.
  @inline(__always) package mutating func add(_ bytes: Bytes) {
    add(UInt64(bytes.count))
    var offset = 0
    while offset < bytes.count {
      add(EightBytes.load(bytes, at: offset))
      offset += 8
    }
  }

  package static func of(_ bytes: Bytes) -> UInt64 {
    var hash = StableHash()
    hash.add(bytes)
    return hash.value
  }

  package static func of(_ text: String) -> UInt64 { text.withBytes { of($0) } }
}
