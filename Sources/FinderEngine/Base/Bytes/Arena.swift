/// Memory for values that are made from one record and freed with the next. Its pieces do not move until
/// then.
package struct Arena: ~Copyable {
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
  private var block: UnsafeMutablePointer<UInt8>
  private var size = 1 << 14
  private var used = 0

  package init() { block = Self.memory(size) }

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

  /// Room for `count` bytes; `take` keeps those that were used.
  @inline(__always) mutating func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if size - used < count { grow(count) }
    return block + used
  }

  @inline(__always) mutating func take(_ count: Int) -> Bytes {
    let taken = UnsafeBufferPointer(start: UnsafePointer(block + used), count: count)
    used += count
    return taken
  }

  @inline(never) private mutating func grow(_ count: Int) {
    blocks.append(UnsafeMutableBufferPointer(start: block, count: size))
    size = max(size, count)
    block = Self.memory(size)
    used = 0
  }

  /// A JSON reader may read past the last text, as it may past a list's window.
  private static func memory(_ size: Int) -> UnsafeMutablePointer<UInt8> {
    .allocate(capacity: size + PaddedBytes.padding)
  }

  mutating func copy(_ bytes: Bytes) -> Bytes {
    let place = room(bytes.count)
    if let source = bytes.baseAddress { place.update(from: source, count: bytes.count) }
    return take(bytes.count)
  }
}
