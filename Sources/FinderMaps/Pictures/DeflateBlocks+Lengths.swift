import FinderEngine

extension DeflateBlocks {
  /// The order in which a block says how long the codes of lengths are.
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The lengths of both codes, of which repetitions are symbols of their own.
  mutating func putLengths(
    _ literals: [UInt8], _ distances: [UInt8], to buffer: inout ByteBuffer
  ) {
    let all = literals + distances
    var parts: [(symbol: Int, extra: UInt64, bits: UInt64)] = []
    var i = 0
    while i < all.count {
      var run = 1
      while i + run < all.count, all[i + run] == all[i], run < (all[i] == 0 ? 138 : 7) { run += 1 }
      if all[i] == 0, run >= 11 {
        parts.append((18, UInt64(run - 11), 7))
      } else if all[i] == 0, run >= 3 {
        parts.append((17, UInt64(run - 3), 3))
      } else if run >= 4 {
        parts.append((Int(all[i]), 0, 0))
        parts.append((16, UInt64(run - 4), 2))
      } else {
        run = 1
        parts.append((Int(all[i]), 0, 0))
      }
      i += run
    }
    var frequencies = [UInt32](repeating: 0, count: 19)
    for part in parts { frequencies[part.symbol] += 1 }
    let code = HuffmanCode(frequencies, limit: 7)
    put(UInt64(literals.count - 257), 5, to: &buffer)
    put(UInt64(distances.count - 1), 5, to: &buffer)
    put(19 - 4, 4, to: &buffer)
    for symbol in Self.order { put(UInt64(code.lengths[symbol]), 3, to: &buffer) }
    for part in parts {
      put(code, part.symbol, to: &buffer)
      put(part.extra, part.bits, to: &buffer)
    }
  }
}
