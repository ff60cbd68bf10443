/// Texts by number.
protocol NumberedTexts {
  func bytes(of number: Int) -> UnsafeBufferPointer<UInt8>
}

/// Sorts texts by their bytes, equal ones by number: eight bytes of each at a time, compared as numbers;
/// those that agree go on with the next eight. No text has a zero byte, or more than a thousand bytes.
struct TextSort<Texts: NumberedTexts> {
  let texts: Texts

  /// The numbers below `count` in order of their texts.
  static func order(of count: Int, _ texts: Texts) -> Column<UInt32> {
    let sort = TextSort(texts: texts)
    let items = GrowingList<KeyedRow>(filled: count)
    let base = items.base
    for number in 0..<count { base[number].row = UInt32(number) }
    let all = UnsafeMutableBufferPointer(start: base, count: count)
    sort.load(all, from: 0)
    KeyedRows.sort(all)
    let parts = sort.parts(of: all)
    Parallel.run(parts.count) { sort.sortRuns(of: all, in: parts[$0], from: 0) }
    return Column<UInt32>(count: count) { items.base[$0].row }
  }

  private func load(_ items: UnsafeMutableBufferPointer<KeyedRow>, from offset: Int) {
    for i in items.indices {
      let text = texts.bytes(of: Int(items[i].row))
      items[i].key = offset < text.count ? EightBytes.load(text, at: offset).byteSwapped : 0
    }
  }

  /// Ranges of whole runs.
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

  /// Sorts items that have the same eight bytes at `offset` by what follows these.
  private func sortRuns(
    of items: UnsafeMutableBufferPointer<KeyedRow>, in range: Range<Int>, from offset: Int
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, items[end].key == items[start].key { end += 1 }
      // A text with a zero in its last eight bytes has ended.
      if end - start > 1, items[start].key & 0xFF != 0 {
        let run = UnsafeMutableBufferPointer(rebasing: items[start..<end])
        load(run, from: offset + 8)
        sort(run)
        sortRuns(of: run, in: 0..<run.count, from: offset + 8)
      }
      start = end
    }
  }

  private func sort(_ items: UnsafeMutableBufferPointer<KeyedRow>) {
    if items.count > 256 { return KeyedRows.sort(items) }
    for later in 1..<items.count {
      let moving = items[later]
      var place = later
      while place > 0, items[place - 1].key > moving.key {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = moving
    }
  }
}
