/// Values in memory that grows at its end: a column being filled, the cells of one row after another, the
/// bytes of a file. Not an array, which checks at each append whether it is shared.
///
/// `capacity` is a guess, and may be generous: the system gives no memory that is never touched.
package struct GrowingList<Element: BitwiseCopyable>: ~Copyable {
  package private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int = 0) {
    self.capacity = Self.rounded(capacity)
    guard let memory = Self.memory(self.capacity) else { fatalError("out of memory") }
    base = memory
  }

  /// Has `count` values, which the caller must set by `base` before they are read.
  init(filled count: Int) {
    self.init(capacity: count)
    self.count = count
  }

  /// `nil` if there is not enough memory.
  package init?(room capacity: Int) {
    self.capacity = Self.rounded(capacity)
    guard let memory = Self.memory(self.capacity) else { return nil }
    base = memory
  }

  deinit { free(base) }

  @inline(__always) package var all: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: base, count: count)
  }

  @inline(__always) package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  @inline(__always) package mutating func append(_ element: Element) {
    if count == capacity { growOrStop() }
    base[count] = element
    count &+= 1
  }

  /// Keeps the memory.
  @inline(__always) package mutating func removeAll() { count = 0 }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    var kept = 0
    for index in 0..<count where !isUnwanted(base[index]) {
      base[kept] = base[index]
      kept += 1
    }
    count = kept
  }

  package mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    count = index
  }

  package mutating func sort(by comesFirst: (Element, Element) -> Bool) {
    var values = UnsafeMutableBufferPointer(start: base, count: count)
    values.sort(by: comesFirst)
  }

  /// Free space for at least one more value, or `nil`; `filled(_:)` says how much of it was used.
  package mutating func freeSpace() -> UnsafeMutableBufferPointer<Element>? {
    guard count < capacity || grow() else { return nil }
    return UnsafeMutableBufferPointer(start: base + count, count: capacity - count)
  }

  /// Appends `values` values, which the caller must set before they are read.
  package mutating func extend(by values: Int) -> UnsafeMutablePointer<Element> {
    while capacity - count < values { growOrStop() }
    count += values
    return base + (count - values)
  }

  /// Copies all values elsewhere, and frees the memory.
  mutating func move(to place: UnsafeMutablePointer<Element>) {
    place.update(from: base, count: count)
    free(base)
    (capacity, count) = (Self.rounded(0), 0)
    guard let memory = Self.memory(capacity) else { fatalError("out of memory") }
    base = memory
  }

  package mutating func filled(_ values: Int) { count += values }

  /// Passes the memory on to a column.
  package consuming func column() -> Column<Element> {
    memset(base + count, 0, Self.padding)
    let memory = base
    let column = Column(
      base: UnsafePointer(memory), count: count, owner: AllocatedMemory(memory) { free(memory) })
    discard self
    return column
  }

  /// Bytes past the end: a column's extra rows, or the padding of a text.
  private static var padding: Int {
    max(Column<Element>.padding * MemoryLayout<Element>.stride, PaddedBytes.padding)
  }

  private static func rounded(_ capacity: Int) -> Int {
    max(capacity, 4096 / MemoryLayout<Element>.stride)
  }

  private static func memory(_ capacity: Int) -> UnsafeMutablePointer<Element>? {
    LargeMemory.allocate(size(of: capacity))?.assumingMemoryBound(to: Element.self)
  }

  private static func size(of capacity: Int) -> Int {
    capacity * MemoryLayout<Element>.stride + padding
  }

  private mutating func grow() -> Bool {
    guard let larger = realloc(base, Self.size(of: capacity * 2)) else { return false }
    base = larger.assumingMemoryBound(to: Element.self)
    capacity *= 2
    return true
  }

  @inline(never) private mutating func growOrStop() {
    guard grow() else { fatalError("out of memory") }
  }
}

extension GrowingList<UInt8> {
  /// Passes the memory on, followed by the padding.
  package consuming func padded() -> PaddedBytes {
    let column = column()
    return PaddedBytes(base: column.base, count: column.count, owner: column.owner)
  }
}

/// Memory from the heap, in pages of 2 MiB for sizes of a few of those, if the system has them. A query
/// without a snapshot took 18 ms for 55,000 venues; for 2 ms of these the system supplied 1,900 pages of 4
/// KiB one by one. Hundreds of megabytes are better left to the system: for 5.5 million venues its time
/// doubled with large pages.
enum LargeMemory {
  private static let pageSize = 2 << 20
  private static let sizes = 2 * pageSize...16 * pageSize

  /// `nil` if there is not enough memory. `free` and `realloc` work on it.
  static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard sizes.contains(bytes) else { return malloc(bytes) }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, pageSize, bytes) == 0, let memory else { return nil }
    #if os(Linux)
      // Harmless where it has no effect.
      madvise(memory, bytes, MADV_HUGEPAGE)
    #endif
    return memory
  }
}
