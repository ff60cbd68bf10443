/// Memory that is filled from its end on, by `read` or by an unpacker, and handed over without a
/// copy.
struct GrowingBytes: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// `nil` where there is not so much memory.
  init?(capacity: Int) {
    self.capacity = max(capacity, 4096)
    guard let memory = LargeMemory.allocate(self.capacity + PaddedBytes.padding) else { return nil }
    base = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(base) }

  /// Room for at least one byte more, or `nil`; `filled(_:)` says how much of it was used.
  mutating func freeSpace() -> UnsafeMutableBufferPointer<UInt8>? {
    guard count < capacity || grow() else { return nil }
    return UnsafeMutableBufferPointer(start: base + count, count: capacity - count)
  }

  mutating func filled(_ bytes: Int) { count += bytes }

  /// Gives the memory away.
  consuming func padded() -> PaddedBytes {
    memset(base + count, 0, PaddedBytes.padding)
    let memory = base
    let bytes = PaddedBytes(
      base: UnsafePointer(memory), count: count, owner: AllocatedMemory(memory) { free(memory) })
    discard self
    return bytes
  }

  private mutating func grow() -> Bool {
    guard let larger = realloc(base, capacity * 2 + PaddedBytes.padding) else { return false }
    base = larger.assumingMemoryBound(to: UInt8.self)
    capacity *= 2
    return true
  }
}
