/// One bit for each row of a store: the rows that something outside the dataset refers to, or that a query
/// finds.
package final class RowMarks: @unchecked Sendable {
  /// Whether a query finds the rows that are marked, or all others.
  package let keepsMarked: Bool
  private let words: UnsafeMutablePointer<UInt64>
  private let total: Int
  /// How many are marked before each 64 rows; empty until they are counted.
  private var before: [UInt32] = []

  package init(rows total: Int, keepsMarked: Bool) {
    (self.total, self.keepsMarked) = (total, keepsMarked)
    // In a large store with few marks, most pages are never touched.
    guard let memory = calloc((total + 63) / 64 + 1, 8) else { fatalError("out of memory") }
    words = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit { free(words) }

  /// Rows in different groups of 64 may be marked at the same time.
  package func mark(_ row: Int) {
    precondition(row >= 0 && row < total)
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  @inline(__always) package func accepts(_ row: Int) -> Bool {
    (words[row >> 6] >> UInt64(row & 63) & 1 == 1) == keepsMarked
  }

  /// The rows found by either of the two, both of which must keep the marked rows.
  package func union(_ other: RowMarks) -> RowMarks {
    precondition(total == other.total && keepsMarked && other.keepsMarked)
    let all = RowMarks(rows: total, keepsMarked: true)
    for word in 0..<(total + 63) / 64 { all.words[word] = words[word] | other.words[word] }
    all.countRows()
    return all
  }

  /// To be called once all are marked: `count(in:)` is then O(1) for any rows.
  func countRows() {
    guard before.isEmpty else { return }
    var sum: UInt32 = 0
    before = (0..<total / 64 + 1).map { word in
      defer { sum += UInt32(words[word].nonzeroBitCount) }
      return sum
    }
  }

  /// How many of these rows a query finds.
  @inline(__always) package func count(in rows: Range<Int>) -> Int {
    let marked = marked(before: rows.upperBound) - marked(before: rows.lowerBound)
    return keepsMarked ? marked : rows.count - marked
  }

  @inline(__always) private func marked(before row: Int) -> Int {
    let bits = words[row >> 6] & (1 << UInt64(row & 63) - 1)
    return Int(before[row >> 6]) + bits.nonzeroBitCount
  }

  package var count: Int { count(in: 0..<total) }

  /// Calls `body` with those of these rows that a query finds, in order.
  @inline(__always) package func forEach(in rows: Range<Int>, _ body: (Int) -> Void) {
    var word = rows.lowerBound >> 6
    while word << 6 < rows.upperBound {
      let first = word << 6
      var left = keepsMarked ? words[word] : ~words[word]
      if first < rows.lowerBound { left &= ~0 << UInt64(rows.lowerBound - first) }
      if first + 64 > rows.upperBound { left &= ~0 >> UInt64(first + 64 - rows.upperBound) }
      while left != 0 {
        body(first + left.trailingZeroBitCount)
        left &= left - 1
      }
      word += 1
    }
  }

  /// All rows that a query finds.
  package var rows: [Int] {
    var rows: [Int] = []
    forEach(in: 0..<total) { rows.append($0) }
    return rows
  }
}
