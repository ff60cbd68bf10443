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
    let place = room(bytes.count + 10)
    place[0] = UInt8(ascii: "\"")
    guard bytes.copyIfPlainInJSON(to: place + 1) else { return escaped(bytes) }
    place[bytes.count + 1] = UInt8(ascii: "\"")
    return take(bytes.count + 2)
  }

  @inline(never)
  private mutating func escaped(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var text = ByteBuffer(capacity: bytes.count + 16)
    text.append(jsonString: bytes)
    return copy(text.bytes)
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
