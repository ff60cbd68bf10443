/// Memory that is filled from its end on, by `read` or by an unpacker, and handed over without a
/// copy.
struct GrowingBytes: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 4096)
    base = Self.allocated(self.capacity)
  }

  deinit { free(base) }

  /// Room for at least one byte more; `filled(_:)` says how much of it was used.
  mutating func freeSpace() -> UnsafeMutableBufferPointer<UInt8> {
    if count == capacity { grow() }
    return UnsafeMutableBufferPointer(start: base + count, count: capacity - count)
  }

  mutating func filled(_ bytes: Int) { count += bytes }

  /// Gives the memory away.
  consuming func padded() -> PaddedBytes {
    memset(base + count, 0, PaddedBytes.padding)
    let memory = base
    let bytes = PaddedBytes(
      base: UnsafePointer(memory), count: count, owner: AllocatedMemory { free(memory) })
    discard self
    return bytes
  }

  private mutating func grow() {
    capacity *= 2
    let larger = realloc(base, capacity + PaddedBytes.padding)
    guard let larger else { fatalError("out of memory at \(capacity) bytes") }
    base = larger.assumingMemoryBound(to: UInt8.self)
  }

  private static func allocated(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity + PaddedBytes.padding) else {
      fatalError("out of memory at \(capacity) bytes")
    }
    return memory.assumingMemoryBound(to: UInt8.self)
  }
}
