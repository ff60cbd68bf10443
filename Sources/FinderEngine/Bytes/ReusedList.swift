/// Elements in memory that is used again and again, as for one row after another. Not an array: filling
/// one anew asks at each element whether it is shared.
struct ReusedList<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 16
  private(set) var count = 0

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  @inline(__always) var all: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: base, count: count)
  }

  @inline(__always) subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  @inline(__always) mutating func removeAll() { count = 0 }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    var kept = 0
    for index in 0..<count where !isUnwanted(base[index]) {
      base[kept] = base[index]
      kept += 1
    }
    count = kept
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count &+= 1
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
