import CVector
import FinderEngine

/// Which bytes differ from the one before them, a bit each. A picture is mostly runs, so that a look at
/// one word tells what 64 bytes would.
struct ByteChanges: ~Copyable {
  private let words: UnsafeMutablePointer<UInt64>

  /// The first counts as one that differs, and so do those beyond the end.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count / 64 + 1
    words = .allocate(capacity: count)
    for word in 0..<count {
      let first = word << 6
      if word > 0, first + 64 <= bytes.count {
        words[word] = cvector_changes64(bytes.baseAddress! + first)
        continue
      }
      var bits: UInt64 = 0
      for i in first..<first + 64 where i == 0 || i >= bytes.count || bytes[i] != bytes[i - 1] {
        bits |= 1 << UInt64(i & 63)
      }
      words[word] = bits
    }
  }

  deinit { words.deallocate() }

  @inline(__always) subscript(place: Int) -> Bool {
    words[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  /// The first at `place` or after it, or `end` where it comes first; `end` is at most the number of bytes.
  @inline(__always) func next(from place: Int, before end: Int) -> Int {
    guard place < end else { return end }
    var word = place >> 6
    var bits = words[word] & (~0 << UInt64(place & 63))
    while bits == 0 {
      word += 1
      guard word << 6 < end else { return end }
      bits = words[word]
    }
    return min(word << 6 + bits.trailingZeroBitCount, end)
  }
}
