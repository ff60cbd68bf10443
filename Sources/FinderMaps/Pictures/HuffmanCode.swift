import FinderEngine

/// A code in which frequent symbols are short, as deflate has it (RFC 1951, 3.2.2): its lengths say all.
struct HuffmanCode {
  private(set) var lengths: [UInt8]
  /// As they are written, the first bit lowest.
  private(set) var codes: [UInt16]

  /// No code is longer than `limit` bits. At least two symbols get one, which some readers expect.
  init(_ frequencies: [UInt32], limit: Int) {
    lengths = Array(repeating: 0, count: frequencies.count)
    codes = Array(repeating: 0, count: frequencies.count)
    var used = frequencies.indices.filter { frequencies[$0] > 0 }
    for symbol in 0..<2 where used.count < 2 && !used.contains(symbol) { used.append(symbol) }
    // The rarest first; the same order each time.
    used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }
    let counts = Self.counts(used.map { max(frequencies[$0], 1) }, limit: limit)
    var next = 0
    for length in stride(from: limit, to: 0, by: -1) {
      for symbol in used[next..<next + counts[length]] { lengths[symbol] = UInt8(length) }
      next += counts[length]
    }
    assign(counts, limit: limit)
  }

  /// How many symbols have a code of each length. Two queues of ever larger sums make the tree.
  private static func counts(_ frequencies: [UInt32], limit: Int) -> [Int] {
    let count = frequencies.count
    var sums = frequencies
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var (leaf, inner) = (0, count)
    func smallest(_ node: Int) -> Int {
      if leaf < count, inner >= node || sums[leaf] <= sums[inner] {
        leaf += 1
        return leaf - 1
      }
      inner += 1
      return inner - 1
    }
    for node in count..<2 * count - 1 {
      let (first, second) = (smallest(node), smallest(node))
      sums.append(sums[first] + sums[second])
      (parents[first], parents[second]) = (node, node)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    var counts = [Int](repeating: 0, count: limit + 1)
    for node in stride(from: 2 * count - 3, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
      if node < count { counts[min(depths[node], limit)] += 1 }
    }
    shorten(&counts, limit: limit)
    return counts
  }

  /// Codes that were cut to the limit take more than there is: a shorter one is made two longer ones, of
  /// which one takes the place of one that was cut.
  private static func shorten(_ counts: inout [Int], limit: Int) {
    var taken = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    while taken > 1 << limit {
      counts[limit] -= 1
      var length = limit - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      taken -= 1
    }
  }

  private mutating func assign(_ counts: [Int], limit: Int) {
    var next = [UInt16](repeating: 0, count: limit + 1)
    var code: UInt16 = 0
    for length in 1...limit {
      code = (code + UInt16(length == 1 ? 0 : counts[length - 1])) << 1
      next[length] = code
    }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      codes[symbol] = Self.reversed(next[Int(length)], Int(length))
      next[Int(length)] += 1
    }
  }

  private static func reversed(_ code: UInt16, _ length: Int) -> UInt16 {
    var (code, reversed) = (code, UInt16(0))
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    return reversed
  }
}
