/// A row and the number that it is sorted by.
package struct KeyedRow: BitwiseCopyable {
  package var key: UInt64
  package var row: UInt32

  package init(key: UInt64, row: UInt32) {
    self.key = key
    self.row = row
  }
}

/// Sorts rows by their keys: a byte of the key at a time, the last one first. Five million rows take
/// a third of a second, a sixth of what comparing them takes.
package enum KeyedRows {
  /// The numbers below `count` by their keys, those of equal keys in order.
  package static func sorted(_ count: Int, _ key: (Int) -> UInt64) -> GrowingList<KeyedRow> {
    let rows = GrowingList<KeyedRow>(filled: count)
    let base = rows.base
    for row in 0..<count { base[row] = KeyedRow(key: key(row), row: UInt32(row)) }
    sort(UnsafeMutableBufferPointer(start: base, count: count))
    return rows
  }

  /// Calls `body` with the places of each key's rows, which stand together.
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
    guard rows.count > 1 else { return }
    let scratch = GrowingList<KeyedRow>(filled: rows.count)
    var (from, to) = (rows.baseAddress!, scratch.base)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { places in
      for shift in stride(from: 0, to: 64, by: 8) {
        guard count(from, rows.count, shift: UInt64(shift), into: places) else { continue }
        for i in 0..<rows.count {
          let digit = Int(from[i].key >> UInt64(shift) & 0xFF)
          to[places[digit]] = from[i]
          places[digit] += 1
        }
        swap(&from, &to)
      }
    }
    if from != rows.baseAddress! {
      rows.baseAddress!.update(from: scratch.base, count: scratch.count)
    }
  }

  /// Where the rows of each digit are to begin. Returns false where all have the same one.
  private static func count(
    _ rows: UnsafeMutablePointer<KeyedRow>, _ count: Int, shift: UInt64,
    into places: UnsafeMutableBufferPointer<Int>
  ) -> Bool {
    places.initialize(repeating: 0)
    for i in 0..<count { places[Int(rows[i].key >> shift & 0xFF)] += 1 }
    var start = 0
    var isSpread = false
    for digit in 0..<256 {
      isSpread = isSpread || (places[digit] > 0 && places[digit] < count)
      (start, places[digit]) = (start + places[digit], start)
    }
    return isSpread
  }
}
