/// One bit for each row of a store: the rows that something outside the dataset says something of.
package final class RowMarks: @unchecked Sendable {
  /// Whether a query finds the rows that are marked, or all others.
  package let keepsMarked: Bool
  private let words: UnsafeMutablePointer<UInt64>
  private let count: Int

  package init(rows count: Int, keepsMarked: Bool) {
    (self.count, self.keepsMarked) = (count, keepsMarked)
    // Of a large store with few marks most pages are never touched.
    guard let memory = calloc((count + 63) / 64 + 1, 8) else { fatalError("out of memory") }
    words = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit { free(words) }

  package func mark(_ row: Int) {
    precondition(row >= 0 && row < count)
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  @inline(__always) func accepts(_ row: Int) -> Bool {
    (words[row >> 6] >> UInt64(row & 63) & 1 == 1) == keepsMarked
  }
}
