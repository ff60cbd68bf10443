/// One value for each row, side by side in memory. A scan loads only these values into the cache.
///
/// A column points into memory that something else owns: a block of the heap, or a mapped file. Values from a
/// file are used only after they have matched their checksum (`verify`). The subscript takes care of that;
/// code that reads `base` in a loop must verify its rows first.
package struct Column<Element: BitwiseCopyable>: FileBacked, @unchecked Sendable {
  package let base: UnsafePointer<Element>
  package let count: Int
  package let owner: MemoryOwner

  /// Rows past the end that code may read when it takes several at a time, but must ignore.
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

extension Column {
  /// `nil` if there is no such row: for numbers from a file, which may be forged.
  @inline(__always) package func value(at row: Int) -> Element? {
    row >= 0 && row < count ? self[row] : nil
  }

  /// The values of some rows, verified; `nil` if not all of them exist.
  @inline(__always) package func values(in rows: Range<Int>) -> UnsafeBufferPointer<Element>? {
    guard rows.lowerBound >= 0, rows.upperBound <= count else { return nil }
    verify(rows)
    return UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)
  }

  /// The rows between two numbers from a file. If there are no such rows, it is empty, and the file counts as
  /// damaged.
  func rows(from start: Int?, to end: Int?) -> Range<Int> {
    if let start, let end, 0 <= start, start <= end, end <= count { return start..<end }
    owner.noteDamage()
    return 0..<0
  }

  /// The values of such rows, verified.
  func values(from start: Int?, to end: Int?) -> UnsafeBufferPointer<Element> {
    let rows = rows(from: start, to: end)
    if !rows.isEmpty { verify(rows) }
    return UnsafeBufferPointer(start: base + rows.lowerBound, count: rows.count)
  }
}
