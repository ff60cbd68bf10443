/// 64 bits over a block of bytes, fast enough that proving a block costs less than fetching it.
///
/// Four sums side by side, eight bytes each at a step, each multiplied to 128 bits and folded: a
/// processor does the four at once. After wyhash (Wang Yi). Not for keeping out a forger.
enum Checksum {
  static func of(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var a = seed ^ UInt64(count)
    var b = a &+ step
    var c = b &+ step
    var d = c &+ step
    var offset = 0
    while offset + 32 <= count {
      a = folded(a, word(bytes, offset))
      b = folded(b, word(bytes, offset + 8))
      c = folded(c, word(bytes, offset + 16))
      d = folded(d, word(bytes, offset + 24))
      offset += 32
    }
    while offset < count {
      a = folded(a, partialWord(bytes, offset, min(8, count - offset)))
      offset += 8
    }
    return folded(folded(folded(a, b), c), d)
  }

  private static let seed: UInt64 = 0xA076_1D64_78BD_642F
  private static let step: UInt64 = 0xE703_7ED1_A0B4_28DB

  /// Adding the word keeps a product of zero from hiding what came before.
  @inline(__always) private static func folded(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return (product.high ^ product.low) &+ word
  }

  @inline(__always) private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func partialWord(
    _ bytes: UnsafeRawPointer, _ offset: Int, _ count: Int
  ) -> UInt64 {
    (0..<count).reduce(0) { word, i in
      word | UInt64(bytes.load(fromByteOffset: offset + i, as: UInt8.self)) << UInt64(8 * i)
    }
  }
}
