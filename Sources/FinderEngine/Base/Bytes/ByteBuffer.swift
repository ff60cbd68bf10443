/// Collects output bytes, so a result takes one `write` and no `String`.
package struct ByteBuffer: ~Copyable {
  @usableFromInline package var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  @inlinable package var count: Int { used }

  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  @inlinable package var bytes: Bytes {
    UnsafeBufferPointer(start: base, count: count)
  }

  /// The same bytes, not copied, with the zeros after them that readers need.
  package consuming func padded() -> PaddedBytes {
    reserve(PaddedBytes.padding)
    (base + count).update(repeating: 0, count: PaddedBytes.padding)
    let (memory, count) = (base, count)
    discard self
    return PaddedBytes(
      base: memory, count: count, owner: AllocatedMemory(memory) { memory.deallocate() })
  }

  /// Removes the bytes from `count` on, and keeps the memory.
  package mutating func truncate(to count: Int = 0) {
    precondition(count <= self.count)
    used = count
  }

  /// Removes the first bytes; the rest move to the front.
  mutating func removeFirst(_ bytes: Int) {
    used -= bytes
    memmove(base, base + bytes, count)
  }

  @inlinable @inline(__always) package mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never) @usableFromInline mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always) package mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    used += 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: Bytes) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: source, count: bytes.count)
    used += bytes.count
  }

  @inlinable @inline(__always) package mutating func append(_ text: StaticString) {
    append(text.bytes)
  }

  package mutating func append(text: String) { text.withBytes { append($0) } }

  /// Appends `columns` spaces, and then the bytes.
  @inlinable @inline(__always)
  package mutating func append(spaces columns: Int, then bytes: Bytes) {
    reserve(columns + bytes.count + 8)
    if columns <= 8 {
      // Writes eight at once; any too many are overwritten.
      UnsafeMutableRawPointer(base + used).storeBytes(
        of: 0x2020_2020_2020_2020, as: UInt64.self)
    } else {
      (base + used).update(repeating: 0x20, count: columns)
    }
    used += columns
    append(bytes)
  }

  /// Appends the bytes, with every special one replaced by what `replacement` appends.
  @inline(__always)
  mutating func append(
    _ bytes: Bytes, where isSpecial: (UInt8) -> Bool,
    replacedBy replacement: (inout ByteBuffer, UInt8) -> Void
  ) {
    var start = 0
    for (i, byte) in bytes.enumerated() where isSpecial(byte) {
      append(UnsafeBufferPointer(rebasing: bytes[start..<i]))
      replacement(&self, byte)
      start = i + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// The first `length` bytes of `word`, lowest first. There must be room for eight.
  @inline(__always) package mutating func appendReserved(_ word: UInt64, length: Int) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    used &+= length
  }

  /// There must be room for it.
  @inline(__always) package mutating func appendReserved(_ byte: UInt8) {
    base[count] = byte
    used &+= 1
  }

  /// Counts bytes that were written after the last one.
  @inline(__always) mutating func take(_ written: Int) { used &+= written }
}
