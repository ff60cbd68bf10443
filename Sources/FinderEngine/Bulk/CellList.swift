/// The cells of the row that was read last, in memory that is used again for the next row. Not an
/// array: filling one anew asks at each cell whether it is shared.
struct CellList: ~Copyable {
  private var base: UnsafeMutablePointer<Cell>
  private var capacity = 16
  private(set) var count = 0

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  @inline(__always) var all: UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: base, count: count)
  }

  @inline(__always) mutating func removeAll() { count = 0 }

  @inline(__always) mutating func append(_ cell: Cell) {
    if count == capacity { grow() }
    (base + count).initialize(to: cell)
    count &+= 1
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: capacity * 2)
    larger.initialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
