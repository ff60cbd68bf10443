/// One value a row, side by side in memory. A scan pulls nothing through the cache but what it
/// reads.
///
/// A column points into memory that something else owns: a block of the heap, or a mapped file.
/// Values from a file are used only after they have matched their checksum (`verify`). The
/// subscript takes care of that; code that reads `base` in a loop verifies its rows first.
package struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
  package let base: UnsafePointer<Element>
  package let count: Int
  let owner: MemoryOwner

  /// Rows past the end that code may read, and must ignore, when it takes several at a time.
  static var padding: Int { 8 }

  @inline(__always) package func verify(_ rows: Range<Int>) {
    owner.verify(
      UnsafeRawPointer(base + rows.lowerBound), rows.count * MemoryLayout<Element>.stride)
  }

  @inline(__always) package subscript(row: Int) -> Element {
    assert(row >= 0 && row < count)
    verify(row..<row + 1)
    return base[row]
  }

  package var values: UnsafeBufferPointer<Element> {
    verify(0..<count)
    return UnsafeBufferPointer(start: base, count: count)
  }
}

extension Column {
  package init(count: Int, _ value: (Int) -> Element) {
    let base = UnsafeMutablePointer<Element>.allocate(capacity: count + Self.padding)
    for row in 0..<count { base[row] = value(row) }
    memset(base + count, 0, Self.padding * MemoryLayout<Element>.stride)
    self.init(base: base, count: count, owner: AllocatedMemory(base) { base.deallocate() })
  }
}
