/// A column while it is filled, from its first row on.
///
/// `capacity` is a guess, and may be a generous one: memory that is never touched is never given.
struct GrowingColumn<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = Self.resized(nil, to: self.capacity)
  }

  deinit { free(base) }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count += 1
  }

  /// Gives the memory away.
  consuming func column() -> Column<Element> {
    memset(base + count, 0, Column<Element>.padding * MemoryLayout<Element>.stride)
    let memory = base
    let column = Column(
      base: UnsafePointer(memory), count: count, owner: AllocatedMemory(memory) { free(memory) })
    discard self
    return column
  }

  @inline(never) private mutating func grow() {
    capacity *= 2
    base = Self.resized(base, to: capacity)
  }

  private static func resized(
    _ base: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let bytes = (capacity + Column<Element>.padding) * MemoryLayout<Element>.stride
    guard let memory = base.map({ realloc($0, bytes) }) ?? LargeMemory.allocate(bytes) else {
      fatalError("out of memory")
    }
    return memory.assumingMemoryBound(to: Element.self)
  }
}
