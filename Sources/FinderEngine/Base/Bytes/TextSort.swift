/// Texts that can be looked up by number, such as the names of a store's rows.
package protocol NumberedTexts {
  /// Returns what `body` returns for the text.
  func withText(_ number: Int, _ body: (Bytes) -> UInt64) -> UInt64
  /// Whether the first text is before the other by all its bytes. Equal texts have an order too.
  func precedes(_ number: Int, _ other: Int) -> Bool
}

/// Texts in memory. Equal ones are ordered by their numbers.
protocol NumberedBytes: NumberedTexts {
  func bytes(of number: Int) -> Bytes
}

extension NumberedBytes {
  func withText(_ number: Int, _ body: (Bytes) -> UInt64) -> UInt64 { body(bytes(of: number)) }

  func precedes(_ number: Int, _ other: Int) -> Bool {
    let order = bytes(of: number).order(bytes(of: other))
    return order != 0 ? order < 0 : number < other
  }
}

/// Sorts texts by their bytes. The first eight bytes of each are compared as one number, ties by the next
/// eight, and so on. A million names take a second; comparing whole names took four.
package struct TextSort<Texts: NumberedTexts> {
  private let texts: Texts

  package init(_ texts: Texts) { self.texts = texts }

  /// The numbers below `count` in the order of their texts. Several threads sort, so the texts must be safe
  /// to read from any thread.
  static func order(of count: Int, _ texts: Texts) -> Column<UInt32> {
    let sort = TextSort(texts)
    let items = GrowingList<KeyedRow>(filled: count)
    let base = items.base
    for number in 0..<count { base[number].row = UInt32(number) }
    let all = UnsafeMutableBufferPointer(start: base, count: count)
    sort.sortByChunk(all, at: 0)
    let parts = sort.parts(of: all)
    Parallel.run(parts.count) {
      sort.sortRuns(of: UnsafeMutableBufferPointer(rebasing: all[parts[$0]]), at: 0)
    }
    return Column<UInt32>(count: count) { items.base[$0].row }
  }

  /// These numbers in the order of their texts.
  package func sorted(_ numbers: [UInt32]) -> [UInt32] {
    var items = numbers.map { KeyedRow(key: 0, row: $0) }
    items.withUnsafeMutableBufferPointer {
      sortByChunk($0, at: 0)
      sortRuns(of: $0, at: 0)
    }
    return items.map(\.row)
  }

  /// Sorts items by the eight bytes at `offset` alone.
  private func sortByChunk(_ items: UnsafeMutableBufferPointer<KeyedRow>, at offset: Int) {
    for i in items.indices {
      items[i].key = texts.withText(Int(items[i].row)) { text in
        offset < text.count ? EightBytes.load(text, at: offset).byteSwapped : 0
      }
    }
    KeyedRows.sort(items)
  }

  /// A range for each thread. None splits a run of items with the same eight bytes.
  private func parts(of items: UnsafeMutableBufferPointer<KeyedRow>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for range in Parallel.ranges(of: items.count, atLeast: 1 << 12) {
      var end = max(start, range.upperBound)
      while end < items.count, end > 0, items[end].key == items[end - 1].key { end += 1 }
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  /// Texts that tie up to this offset are compared as a whole. In a very long text, or one with escapes,
  /// finding eight bytes may take as long as finding all of them.
  private static var chunkLimit: Int { 64 }

  /// Sorts each run of items with the same eight bytes at `offset` by the bytes that follow.
  private func sortRuns(of items: UnsafeMutableBufferPointer<KeyedRow>, at offset: Int) {
    KeyedRows.forEachRun(of: UnsafeBufferPointer(items)) { places in
      guard places.count > 1 else { return }
      var run = UnsafeMutableBufferPointer(rebasing: items[places])
      // If the last of the eight bytes is not zero, all of these texts have eight. Otherwise most have ended,
      // but some may go on with a zero byte.
      if run[0].key & 0xFF != 0, offset + 8 < Self.chunkLimit {
        sortByChunk(run, at: offset + 8)
        sortRuns(of: run, at: offset + 8)
      } else {
        run.sort { texts.precedes(Int($0.row), Int($1.row)) }
      }
    }
  }
}
