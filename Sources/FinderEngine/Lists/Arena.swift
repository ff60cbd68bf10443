/// Memory for what is made of one record and forgotten with the next. Pieces of it stay where they
/// are until then.
struct Arena: ~Copyable {
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
  private var block: UnsafeMutablePointer<UInt8>
  private var size = 1 << 14
  private var used = 0

  init() { block = .allocate(capacity: size) }

  deinit {
    block.deallocate()
    for block in blocks { block.deallocate() }
  }

  mutating func reset() {
    used = 0
    guard !blocks.isEmpty else { return }
    for block in blocks { block.deallocate() }
    blocks.removeAll()
  }

  /// Room for `count` bytes; `take` says how many of them were used.
  @inline(__always) mutating func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if size - used < count { grow(count) }
    return block + used
  }

  @inline(__always) mutating func take(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    let taken = UnsafeBufferPointer(start: UnsafePointer(block + used), count: count)
    used += count
    return taken
  }

  @inline(never) private mutating func grow(_ count: Int) {
    blocks.append(UnsafeMutableBufferPointer(start: block, count: size))
    size = max(size, count)
    block = .allocate(capacity: size)
    used = 0
  }

  mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let place = room(bytes.count)
    if let source = bytes.baseAddress { place.update(from: source, count: bytes.count) }
    return take(bytes.count)
  }

  /// A JSON string, quotes and all, that means `bytes`.
  @inline(__always)
  mutating func jsonString(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    // An escape takes six bytes at most; of a long text they are counted.
    let most =
      bytes.count < 1024 ? 6 * bytes.count : bytes.count + 5 * JSONSpelling.escapes(in: bytes)
    let place = room(most + 16)
    place[0] = UInt8(ascii: "\"")
    var count = JSONSpelling.copyPlain(bytes, to: place + 1)
    if count != bytes.count { count = JSONSpelling.write(bytes, to: place + 1) }
    place[count + 1] = UInt8(ascii: "\"")
    return take(count + 2)
  }
}

/// Text as it is spelled inside a JSON string. As `ByteBuffer` writes it.
enum JSONSpelling {
  /// Copies eight bytes at a time, to where there is room for eight more than there are; returns
  /// the length, or -1 where a byte needs an escape or it is not sure that none does.
  @inline(__always)
  static func copyPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var suspects: UInt64 = 0
    var offset = 0
    let raw = UnsafeMutableRawPointer(target)
    while offset &+ 8 <= bytes.count {
      let chunk = (UnsafeRawPointer(bytes.baseAddress!) + offset).loadUnaligned(as: UInt64.self)
      raw.storeBytes(of: chunk, toByteOffset: offset, as: UInt64.self)
      suspects |= self.suspects(chunk)
      offset &+= 8
    }
    if offset < bytes.count {
      let chunk = EightBytes.filled(EightBytes.load(bytes, at: offset), to: bytes.count &- offset)
      raw.storeBytes(of: chunk.littleEndian, toByteOffset: offset, as: UInt64.self)
      suspects |= self.suspects(chunk)
    }
    return suspects & EightBytes.highBits == 0 ? bytes.count : -1
  }

  /// The highest bit of each byte that needs an escape, and perhaps of some above one.
  @inline(__always) private static func suspects(_ chunk: UInt64) -> UInt64 {
    zeros(chunk ^ EightBytes.repeating(0x22)) | zeros(chunk ^ EightBytes.repeating(0x5C))
      | zeros(chunk ^ EightBytes.repeating(0x7F))
      | (chunk &- EightBytes.repeating(0x20)) & ~chunk
  }

  @inline(__always) private static func zeros(_ chunk: UInt64) -> UInt64 {
    (chunk &- EightBytes.repeating(0x01)) & ~chunk
  }

  static func escapes(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 == 0x7F }
  }

  /// With escapes, to where there is room for six bytes each. Returns how many it wrote.
  @inline(never)
  static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    func put(_ byte: UInt8) {
      target[count] = byte
      count += 1
    }
    for byte in bytes {
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F {
        put(byte)
        continue
      }
      put(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
      case 0x0A: put(UInt8(ascii: "n"))
      case 0x0D: put(UInt8(ascii: "r"))
      case 0x09: put(UInt8(ascii: "t"))
      default:
        for digit in [UInt8(ascii: "u"), 0x30, 0x30, 0x30 + byte >> 4] { put(digit) }
        let low = byte & 15
        put(low < 10 ? 0x30 + low : UInt8(ascii: "a") - 10 + low)
      }
    }
    return count
  }
}

/// Texts that are needed for every record, as members' keys are: they stay where they are.
public final class KeptTexts {
  private var arena = Arena()
  @exclusivity(unchecked) private var texts: [UnsafeBufferPointer<UInt8>] = []

  public init() {}

  /// The keys of members, spelled as JSON.
  public convenience init(keys: [[UInt8]]) {
    self.init()
    for key in keys { append(key: key) }
  }

  public var count: Int { texts.count }
  @inline(__always) public subscript(index: Int) -> UnsafeBufferPointer<UInt8> { texts[index] }

  public func append(key: [UInt8]) {
    key.withUnsafeBufferPointer { bytes in
      let quoted = arena.jsonString(bytes)
      texts.append(UnsafeBufferPointer(rebasing: quoted[1..<quoted.count - 1]))
    }
  }

  public func append(text: UnsafeBufferPointer<UInt8>) { texts.append(arena.copy(text)) }
}
