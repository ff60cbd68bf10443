import CVector
import FinderEngine

/// Writes what `PixelMatcher` finds as a zlib stream (RFC 1950) of deflate blocks (RFC 1951), each with
/// codes of its own.
///
/// Why not zlib's `deflate`: a map is long runs, and between them edges, discs and letters much like
/// those in the rows above. zlib's quick way (`Z_RLE`) knows runs alone, and its other ways look for
/// matches inside of runs as well, which takes ten times as long. And its output differs from version
/// to version, where a picture's bytes are to be the same everywhere.
struct DeflateBlocks: ~Copyable {
  /// A literal's byte, or a match's length above its distance.
  typealias Token = UInt32

  /// Each so many tokens get their own codes.
  private static let blockSize = 6144
  private static let end = 256

  private let tokens = UnsafeMutableBufferPointer<Token>.allocate(capacity: blockSize)
  private var count = 0
  /// How often there is each symbol of literals and lengths, and each of distances.
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

  static func append(_ bytes: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
    // The largest window, the quickest way.
    buffer.append([0x78, 0x01])
    var blocks = DeflateBlocks()
    var matcher = PixelMatcher(bytes)
    while matcher.next({ blocks.add($0) }) {
      if blocks.count == blockSize { blocks.flush(isLast: false, to: &buffer) }
    }
    blocks.flush(isLast: true, to: &buffer)
    let sum = checksum(bytes)
    for shift in [UInt32(24), 16, 8, 0] {
      buffer.append(UInt8(truncatingIfNeeded: sum >> shift))
    }
  }

  /// Adler-32. zlib's own takes each byte by itself, which is a twentieth of all work on a picture.
  static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (1, 0)
    let parts = bytes.count / 256
    for part in 0..<parts {
      cvector_adler256(bytes.baseAddress! + part * 256, &first, &second)
      (first, second) = (first % 65521, second % 65521)
    }
    for byte in bytes[(parts * 256)...] {
      first += UInt32(byte)
      second += first
    }
    return (second % 65521) << 16 | first % 65521
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

  /// Of 3 to 258.
  @inline(__always) fileprivate static func lengthCode(_ length: UInt32) -> Code {
    let length = length - 3
    if length == 255 { return Code(symbol: 285, extra: 0, extraBits: 0) }
    if length < 8 { return Code(symbol: 257 + Int(length), extra: 0, extraBits: 0) }
    let top = UInt32(31 - length.leadingZeroBitCount)
    let symbol = 257 + Int((top - 1) * 4 + length >> (top - 2) & 3)
    let bits = UInt64(top - 2)
    return Code(symbol: symbol, extra: UInt64(length) & (1 << bits - 1), extraBits: bits)
  }

  /// Of 1 to 32768.
  @inline(__always) private static func distanceCode(_ distance: UInt32) -> Code {
    let distance = distance - 1
    if distance < 4 { return Code(symbol: Int(distance), extra: 0, extraBits: 0) }
    let top = UInt32(31 - distance.leadingZeroBitCount)
    let symbol = Int(top * 2 + distance >> (top - 1) & 1)
    let bits = UInt64(top - 1)
    return Code(symbol: symbol, extra: UInt64(distance) & (1 << bits - 1), extraBits: bits)
  }

  // MARK: Bits

  /// At most 56 bits; those that are there already are fewer than 8.
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

  /// Up to the end of a byte.
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
    // With codes of its own.
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

  /// A token takes 48 bits at most.
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

  /// What is written of literals, of lengths with their extra bits, and of distances without.
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
}

extension HuffmanCode {
  /// A symbol's bits, at most 24 with those that come after them, and above these how many there are.
  fileprivate func word(of symbol: Int) -> UInt32 {
    UInt32(codes[symbol]) | UInt32(lengths[symbol]) << 24
  }
}

extension UInt32 {
  /// Of such a word.
  @inline(__always) fileprivate var bits: UInt64 { UInt64(self & 0xFF_FFFF) }
  @inline(__always) fileprivate var count: UInt64 { UInt64(self >> 24) }
}
