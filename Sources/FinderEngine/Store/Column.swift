/// One value a row, side by side in memory: what a scan reads is all that it pulls through the cache.
///
/// A column points into memory that something else owns and keeps alive: today a block of the heap,
/// as well a mapped file.
struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafePointer<Element>
  let count: Int
  private let owner: AnyObject

  /// Rows past the end that may be read (never believed) by code that takes several at a time.
  static var padding: Int { 8 }

  init(base: UnsafePointer<Element>, count: Int, owner: AnyObject) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  init(count: Int, _ value: (Int) -> Element) {
    let block = HeapBlock<Element>(capacity: count + Self.padding)
    for row in 0..<count { block.base[row] = value(row) }
    memset(block.base + count, 0, Self.padding * MemoryLayout<Element>.stride)
    self.init(base: block.base, count: count, owner: block)
  }

  var values: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always) subscript(row: Int) -> Element {
    assert(row >= 0 && row < count)
    return base[row]
  }
}

private final class HeapBlock<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>

  init(capacity: Int) { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }
}
