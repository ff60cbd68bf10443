/// A window that moves over a stream: memory that is filled at its end and used from its front. Zeros
/// always follow its last byte.
struct ByteWindow: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  /// Where the bytes begin that were not used yet.
  private(set) var start = 0
  private(set) var end = 0

  /// `nil` where there is not so much memory.
  init?(capacity: Int) {
    self.capacity = max(capacity, 4096)
    guard let memory = LargeMemory.allocate(self.capacity + PaddedBytes.padding) else { return nil }
    base = memory.assumingMemoryBound(to: UInt8.self)
    filled(0)
  }

  deinit { free(base) }

  var count: Int { end - start }

  /// What was not used yet.
  @inline(__always) var bytes: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + start, count: end - start)
  }

  /// The same, and what was used and is still there.
  var all: Bytes { UnsafeBufferPointer(start: base, count: end) }

  @inline(__always) mutating func use(_ bytes: Int) { start += bytes }

  /// Takes back what was used and is still there.
  mutating func useAgain() { start = 0 }

  mutating func removeAll() {
    (start, end) = (0, 0)
    filled(0)
  }

  /// What there is room for; `filled(_:)` says how much of it was used.
  var space: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + end, count: capacity - end)
  }

  mutating func filled(_ bytes: Int) {
    end += bytes
    memset(base + end, 0, PaddedBytes.padding)
  }

  /// Moves what was not used yet to the front.
  mutating func moveToFront() {
    guard start > 0 else { return }
    memmove(base, base + start, count + PaddedBytes.padding)
    (start, end) = (0, count)
  }

  /// Doubles the memory; false where there is not so much.
  mutating func grow() -> Bool {
    guard let larger = realloc(base, capacity * 2 + PaddedBytes.padding) else { return false }
    base = larger.assumingMemoryBound(to: UInt8.self)
    capacity *= 2
    return true
  }
}
