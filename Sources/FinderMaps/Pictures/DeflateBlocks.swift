import CZlib
import FinderEngine

/// Writes the pieces that `PixelMatcher` finds as a zlib stream (RFC 1950) of deflate blocks (RFC 1951), each
/// with its own codes.
///
/// Why not zlib's `deflate`? A map is long runs, and between them edges, discs and letters much like those in
/// the rows above. zlib's quick strategy (`Z_RLE`) finds only runs, and its pictures are 19 to 36 % larger.
/// Its other strategies look for matches inside runs as well: to pack a typical picture, level 4 takes 44
/// million instructions, and this takes 4 million. Painting it takes 10 million. And zlib's output differs
/// from version to version, but a picture's bytes should be the same everywhere.
struct DeflateBlocks: ~Copyable {
  /// A literal's byte; or a match, with its length in the upper 16 bits and its distance in the lower.
  typealias Token = UInt32

  /// How many tokens share one set of codes.
  private static let blockSize = 6144
  private static let end = 256

  private let tokens = UnsafeMutableBufferPointer<Token>.allocate(capacity: blockSize)
  private var count = 0
  /// How often each symbol occurs. Literals and lengths share one code; distances have another.
  private let literals = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 286)
  private let distances = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 30)
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  private init() {
    literals.initialize(repeating: 0)
    distances.initialize(repeating: 0)
  }

  deinit {
    tokens.deallocate()
    literals.deallocate()
    distances.deallocate()
  }

  static func append(_ bytes: Bytes, to buffer: inout ByteBuffer) {
    // The header: the largest window, the quickest method.
    buffer.append([0x78, 0x01])
    var blocks = DeflateBlocks()
    var matcher = PixelMatcher(bytes)
    while matcher.next({ blocks.add($0) }) {
      if blocks.count == blockSize { blocks.flush(isLast: false, to: &buffer) }
    }
    blocks.flush(isLast: true, to: &buffer)
    let sum = UInt32(truncatingIfNeeded: adler32(1, bytes.baseAddress, uInt(bytes.count)))
    buffer.append(sum.bigEndianBytes)
  }

  @inline(__always) private mutating func add(_ token: Token) {
    tokens[count] = token
    count += 1
    if token < 256 {
      literals[Int(token)] += 1
    } else {
      literals[Self.lengthCode(token >> 16).symbol] += 1
      distances[Self.distanceCode(token & 0xFFFF).symbol] += 1
    }
  }

  // MARK: Symbols

  fileprivate struct Code {
    let symbol: Int
    let extra: UInt64
    let extraBits: UInt64
  }

  /// For lengths from 3 to 258.
  @inline(__always) fileprivate static func lengthCode(_ length: UInt32) -> Code {
    let length = length - 3
    if length == 255 { return Code(symbol: 285, extra: 0, extraBits: 0) }
    if length < 8 { return Code(symbol: 257 + Int(length), extra: 0, extraBits: 0) }
    let top = UInt32(31 - length.leadingZeroBitCount)
    let symbol = 257 + Int((top - 1) * 4 + length >> (top - 2) & 3)
    let bits = UInt64(top - 2)
    return Code(symbol: symbol, extra: UInt64(length) & (1 << bits - 1), extraBits: bits)
  }

  /// For distances from 1 to 32768.
  @inline(__always) private static func distanceCode(_ distance: UInt32) -> Code {
    let distance = distance - 1
    if distance < 4 { return Code(symbol: Int(distance), extra: 0, extraBits: 0) }
    let top = UInt32(31 - distance.leadingZeroBitCount)
    let symbol = Int(top * 2 + distance >> (top - 1) & 1)
    let bits = UInt64(top - 1)
    return Code(symbol: symbol, extra: UInt64(distance) & (1 << bits - 1), extraBits: bits)
  }

  // MARK: Bits

  /// Takes at most 56 bits, since up to 7 more may be pending.
  @inline(__always) mutating func put(
    _ value: UInt64, _ count: UInt64, to buffer: inout ByteBuffer
  ) {
    bits |= value &<< bitCount
    bitCount &+= count
    buffer.reserve(8)
    buffer.appendReserved(bits, length: Int(bitCount &>> 3))
    bits = bits &>> (bitCount & 0x38)
    bitCount &= 7
  }

  private mutating func putRest(to buffer: inout ByteBuffer) {
    while bitCount > 0 {
      buffer.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= min(bitCount, 8)
    }
  }

  private mutating func flush(isLast: Bool, to buffer: inout ByteBuffer) {
    literals[Self.end] = 1
    let literalCode = HuffmanCode(Array(literals), limit: 15)
    let distanceCode = HuffmanCode(Array(distances), limit: 15)
    put(isLast ? 1 : 0, 1, to: &buffer)
    // A block with its own codes.
    put(2, 2, to: &buffer)
    putLengths(literalCode.lengths, distanceCode.lengths, to: &buffer)
    putTokens(CodeWords(literalCode, distanceCode), to: &buffer)
    put(literalCode, Self.end, to: &buffer)
    if isLast { putRest(to: &buffer) }
    count = 0
    literals.update(repeating: 0)
    distances.update(repeating: 0)
  }

  @inline(__always) mutating func put(
    _ code: HuffmanCode, _ symbol: Int, to buffer: inout ByteBuffer
  ) {
    put(UInt64(code.codes[symbol]), UInt64(code.lengths[symbol]), to: &buffer)
  }

  /// A token takes at most 48 bits.
  private mutating func putTokens(_ words: CodeWords, to buffer: inout ByteBuffer) {
    for token in tokens[..<count] {
      guard token >= 256 else {
        let word = words.literals[Int(token)]
        put(word.bits, word.count, to: &buffer)
        continue
      }
      let length = words.lengths[Int(token >> 16)]
      let code = Self.distanceCode(token & 0xFFFF)
      let distance = words.distances[code.symbol]
      let count = length.count &+ distance.count
      put(
        length.bits | distance.bits &<< length.count | code.extra &<< count,
        count &+ code.extraBits, to: &buffer)
    }
  }

  /// The bits to write for literals, for lengths with their extra bits, and for distances without.
  private struct CodeWords {
    private(set) var literals: [UInt32] = []
    private(set) var lengths: [UInt32] = []
    let distances: [UInt32]

    init(_ literalCode: HuffmanCode, _ distanceCode: HuffmanCode) {
      for symbol in 0..<256 { literals.append(literalCode.word(of: symbol)) }
      for length in 0..<UInt32(259) {
        let code = lengthCode(max(length, 3))
        let word = literalCode.word(of: code.symbol)
        lengths.append(word + UInt32(code.extra << word.count | code.extraBits << 24))
      }
      distances = distanceCode.codes.indices.map(distanceCode.word)
    }
  }

  /// The order in which a block lists the lengths of the third code, which packs the lengths of the others.
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The lengths of both codes; repetitions are symbols of their own.
  mutating func putLengths(_ literals: [UInt8], _ distances: [UInt8], to buffer: inout ByteBuffer) {
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

extension HuffmanCode {
  /// A symbol's bits in the low 24, with room for extra bits, and their number above.
  fileprivate func word(of symbol: Int) -> UInt32 {
    UInt32(codes[symbol]) | UInt32(lengths[symbol]) << 24
  }
}

extension UInt32 {
  /// The bits of such a word.
  @inline(__always) fileprivate var bits: UInt64 { UInt64(self & 0xFF_FFFF) }
  @inline(__always) fileprivate var count: UInt64 { UInt64(self >> 24) }
}

/// A code in which frequent symbols are short, in deflate's form (RFC 1951, 3.2.2): the lengths define it
/// completely.
struct HuffmanCode {
  private(set) var lengths: [UInt8]
  /// In the order in which they are written, the first bit lowest.
  private(set) var codes: [UInt16]

  /// No code is longer than `limit` bits. At least two symbols get one, since some decoders expect that.
  init(_ frequencies: [UInt32], limit: Int) {
    lengths = Array(repeating: 0, count: frequencies.count)
    codes = Array(repeating: 0, count: frequencies.count)
    var used = frequencies.indices.filter { frequencies[$0] > 0 }
    for symbol in 0..<2 where used.count < 2 && !used.contains(symbol) { used.append(symbol) }
    // The rarest first, always in the same order.
    used.sort { (frequencies[$0], $0) < (frequencies[$1], $1) }
    let counts = Self.counts(used.map { max(frequencies[$0], 1) }, limit: limit)
    var next = 0
    for length in stride(from: limit, to: 0, by: -1) {
      for symbol in used[next..<next + counts[length]] { lengths[symbol] = UInt8(length) }
      next += counts[length]
    }
    assign(counts, limit: limit)
  }

  /// How many symbols have a code of each length. The tree is built with two queues of increasing sums.
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

  /// Codes cut to the limit take more space than there is. So a shorter code is split into two longer ones,
  /// and one of those replaces a code that was cut.
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
