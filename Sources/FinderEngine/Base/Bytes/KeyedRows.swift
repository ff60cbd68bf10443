package struct KeyedRow: BitwiseCopyable {
  package var key: UInt64
  package var row: UInt32

  package init(key: UInt64, row: UInt32) {
    self.key = key
    self.row = row
  }
}

/// Sorts rows by their keys with a radix sort: eleven bits at a time, the lowest first, skipping bits that
/// are the same in all keys. Five million rows take a third of a second, a sixth of the time for a comparison
/// sort.
package enum KeyedRows {
  /// The numbers below `count`, sorted by their keys; those with equal keys stay in order.
  package static func sorted(_ count: Int, _ key: (Int) -> UInt64) -> GrowingList<KeyedRow> {
    let rows = GrowingList<KeyedRow>(filled: count)
    let base = rows.base
    for row in 0..<count { base[row] = KeyedRow(key: key(row), row: UInt32(row)) }
    sort(UnsafeMutableBufferPointer(start: base, count: count))
    return rows
  }

  /// Calls `body` with the places of each key's rows, which are next to each other.
  @inline(__always)
  package static func forEachRun(
    of rows: UnsafeBufferPointer<KeyedRow>, _ body: (_ places: Range<Int>) -> Void
  ) {
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].key == rows[start].key { end += 1 }
      body(start..<end)
      start = end
    }
  }

  /// Rows with equal keys stay in their order.
  package static func sort(_ rows: UnsafeMutableBufferPointer<KeyedRow>) {
    guard rows.count > insertionLimit else { return insertionSort(rows) }
    let first = rows[0].key
    let differing = rows.reduce(0 as UInt64) { $0 | ($1.key ^ first) }
    let scratch = GrowingList<KeyedRow>(filled: rows.count)
    var (from, to) = (rows.baseAddress!, scratch.base)
    var shift: UInt64 = 0
    while shift < 64, differing >> shift != 0 {
      if differing >> shift & (1 << digitBits - 1) != 0 {
        deal(UnsafeBufferPointer(start: from, count: rows.count), by: shift, to: to)
        swap(&from, &to)
      }
      shift += digitBits
    }
    if from != rows.baseAddress! { rows.baseAddress!.update(from: from, count: rows.count) }
  }

  private static let digitBits: UInt64 = 11
  /// Below this, counting 2,048 digits takes longer than moving rows one by one.
  private static let insertionLimit = 256

  private static func deal(
    _ rows: UnsafeBufferPointer<KeyedRow>, by shift: UInt64,
    to target: UnsafeMutablePointer<KeyedRow>
  ) {
    let digits = 1 << Int(digitBits)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: digits) { starts in
      starts.initialize(repeating: 0)
      for row in rows { starts[digit(row, shift)] += 1 }
      var start = 0
      for digit in 0..<digits { (starts[digit], start) = (start, start + starts[digit]) }
      for row in rows {
        let digit = digit(row, shift)
        target[starts[digit]] = row
        starts[digit] += 1
      }
    }
  }

  @inline(__always) private static func digit(_ row: KeyedRow, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: row.key &>> shift & (1 << digitBits - 1))
  }

  private static func insertionSort(_ rows: UnsafeMutableBufferPointer<KeyedRow>) {
    for later in 1..<max(1, rows.count) {
      let moving = rows[later]
      var place = later
      while place > 0, rows[place - 1].key > moving.key {
        rows[place] = rows[place - 1]
        place -= 1
      }
      rows[place] = moving
    }
  }
}
