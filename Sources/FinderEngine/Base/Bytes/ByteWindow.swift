/// A window that moves over a stream: memory filled at its end and used from its front. Zeros always follow
/// its last byte.
struct ByteWindow: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  /// Where the unused bytes begin.
  private(set) var start = 0
  private(set) var end = 0

  /// `nil` if there is not enough memory.
  init?(capacity: Int) {
    self.capacity = max(capacity, 4096)
    guard let memory = LargeMemory.allocate(self.capacity + PaddedBytes.padding) else { return nil }
    base = memory.assumingMemoryBound(to: UInt8.self)
    filled(0)
  }

  deinit { free(base) }

  var count: Int { end - start }

  /// The bytes not used yet.
  @inline(__always) var bytes: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + start, count: end - start)
  }

  /// The same, preceded by used bytes that are still there.
  var all: Bytes { UnsafeBufferPointer(start: base, count: end) }

  @inline(__always) mutating func use(_ bytes: Int) { start += bytes }

  /// Makes used bytes that are still there available again.
  mutating func rewind() { start = 0 }

  mutating func removeAll() {
    (start, end) = (0, 0)
    filled(0)
  }

  /// The free space; `filled(_:)` says how much of it was used.
  var space: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + end, count: capacity - end)
  }

  mutating func filled(_ bytes: Int) {
    end += bytes
    memset(base + end, 0, PaddedBytes.padding)
  }

  /// Moves the unused bytes to the front.
  mutating func moveToFront() {
    guard start > 0 else { return }
    memmove(base, base + start, count + PaddedBytes.padding)
    (start, end) = (0, count)
  }

  /// Doubles the memory; false if there is not enough.
  mutating func grow() -> Bool {
    guard let larger = realloc(base, capacity * 2 + PaddedBytes.padding) else { return false }
    base = larger.assumingMemoryBound(to: UInt8.self)
    capacity *= 2
    return true
  }
}
