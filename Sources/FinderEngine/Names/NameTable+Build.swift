extension NameTable {
  /// Of a store. `chainVenues` says how many venues the chain of a row has; `nil` where it has none.
  init(_ store: VenueStore, chainVenues: (_ row: Int) -> Int?) {
    let folded = FoldedRows(store)
    let order = TextSort.order(of: store.count, folded)
    let names = DistinctNames(folded, order)
    let faces = Column<UInt32>(count: names.count) { name in
      UInt32(Self.face(of: order.values[names.rows(of: name)], in: store))
    }
    let branches = Column<UInt32>(count: names.count) { name in
      // What nothing is seen of is never suggested.
      names.bytes(of: name).isEmpty
        ? 0 : UInt32(clamping: chainVenues(Int(faces[name])) ?? names.rows(of: name).count)
    }
    var nameOfRow = GrowingList<UInt32>(filled: store.count)
    for name in 0..<names.count {
      for place in names.rows(of: name) { nameOfRow[Int(order[place])] = UInt32(name) }
    }
    let entries = NameEntries(names)
    let (entryNames, entryOffsets) = entries.sorted()
    text = names.text
    starts = names.starts
    rowStarts = names.rowStarts
    rows = order
    self.nameOfRow = nameOfRow.column()
    self.faces = faces
    self.branches = branches
    self.entryNames = entryNames
    self.entryOffsets = entryOffsets
    nameRanks = RankTree(count: names.count) { branches[$0] }.largest
    entryRanks = RankTree(count: entryNames.count) { branches[Int(entryNames[$0])] }.largest
    words = WordList(names, entryNames, entryOffsets)
  }

  /// The row with the most frequent spelling; of equally frequent ones the first by bytes.
  private static func face(of rows: Slice<UnsafeBufferPointer<UInt32>>, in store: VenueStore) -> Int
  {
    guard rows.count > 1 else { return Int(rows.first ?? 0) }
    var spellings = rows.map { row in
      var hash = StableHash()
      store.withName(ofRow: Int(row)) { hash.add($0) }
      return KeyedRow(key: hash.value, row: row)
    }
    spellings.withUnsafeMutableBufferPointer { KeyedRows.sort($0) }
    var (best, most) = (spellings[0].row, 0)
    var start = 0
    while start < spellings.count {
      var end = start + 1
      while end < spellings.count, spellings[end].key == spellings[start].key { end += 1 }
      let row = spellings[start].row
      if end - start > most || end - start == most && precedes(row, best, in: store) {
        (best, most) = (row, end - start)
      }
      start = end
    }
    return Int(best)
  }

  private static func precedes(_ a: UInt32, _ b: UInt32, in store: VenueStore) -> Bool {
    store.withName(ofRow: Int(a)) { first in
      store.withName(ofRow: Int(b)) { first.order($0) < 0 }
    }
  }
}

/// The names of all rows, folded.
private struct FoldedRows: NumberedTexts {
  let text: UnsafeMutablePointer<UInt8>
  let starts: UnsafeMutablePointer<Int>
  private let owners: (Column<UInt8>, Column<Int>)

  func bytes(of row: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + starts[row], count: starts[row + 1] - starts[row])
  }

  /// Twice over all names, since so no more memory is taken than they need.
  init(_ store: VenueStore) {
    let starts = GrowingList<Int>(filled: store.count + 1)
    let base = starts.base
    Self.forEachRow(of: store) { row, _, count in base[row + 1] = count }
    base[0] = 0
    for row in 0..<store.count { base[row + 1] += base[row] }
    let text = GrowingList<UInt8>(filled: base[store.count])
    let bytes = text.base
    Self.forEachRow(of: store) { row, folded, count in
      if count > 0 { (bytes + base[row]).update(from: folded, count: count) }
    }
    (self.text, self.starts) = (bytes, base)
    owners = (text.column(), starts.column())
  }

  private static func forEachRow(
    of store: VenueStore,
    _ body: (_ row: Int, _ folded: UnsafePointer<UInt8>, _ count: Int) -> Void
  ) {
    let parts = Parallel.ranges(of: store.count)
    Parallel.run(parts.count) { part in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NameKey.most + 8) { room in
        let room = room.baseAddress!
        for row in parts[part] {
          let count = store.withName(ofRow: row) { NameKey.write($0, to: room) }
          body(row, room, count)
        }
      }
    }
  }
}

/// The same, each once.
struct DistinctNames: NumberedTexts {
  let text: Column<UInt8>
  let starts: Column<Int>
  let rowStarts: Column<UInt32>

  var count: Int { starts.count - 1 }

  func bytes(of name: Int) -> UnsafeBufferPointer<UInt8> {
    let start = starts.base[name]
    return UnsafeBufferPointer(start: text.base + start, count: starts.base[name + 1] - start)
  }

  func rows(of name: Int) -> Range<Int> {
    Int(rowStarts.base[name])..<Int(rowStarts.base[name + 1])
  }

  fileprivate init(_ folded: FoldedRows, _ order: Column<UInt32>) {
    var text = GrowingList<UInt8>()
    var starts = GrowingList<Int>()
    var rowStarts = GrowingList<UInt32>()
    for place in 0..<order.count {
      let bytes = folded.bytes(of: Int(order[place]))
      if place > 0, bytes.hasSameBytes(as: folded.bytes(of: Int(order[place - 1]))) { continue }
      starts.append(text.count)
      rowStarts.append(UInt32(place))
      if let first = bytes.baseAddress, bytes.count > 0 {
        text.extend(by: bytes.count).update(from: first, count: bytes.count)
      }
    }
    starts.append(text.count)
    rowStarts.append(UInt32(order.count))
    self.text = text.column()
    self.starts = starts.column()
    self.rowStarts = rowStarts.column()
  }
}

/// Where words begin in the names.
private struct NameEntries: NumberedTexts {
  private let all: DistinctNames
  private let names: Column<UInt32>
  private let offsets: Column<UInt16>

  init(_ all: DistinctNames) {
    self.all = all
    var names = GrowingList<UInt32>()
    var offsets = GrowingList<UInt16>()
    for name in 0..<all.count {
      NameKey.forEachWord(in: all.bytes(of: name)) { place in
        names.append(UInt32(name))
        offsets.append(UInt16(place))
      }
    }
    self.names = names.column()
    self.offsets = offsets.column()
  }

  func bytes(of number: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      rebasing: all.bytes(of: Int(names.base[number]))[Int(offsets.base[number])...])
  }

  func sorted() -> (names: Column<UInt32>, offsets: Column<UInt16>) {
    let order = TextSort.order(of: names.count, self)
    return (
      Column(count: order.count) { names.base[Int(order.base[$0])] },
      Column(count: order.count) { offsets.base[Int(order.base[$0])] }
    )
  }
}

extension WordList {
  /// Of entries in order: those of a word stand together.
  fileprivate init(
    _ names: DistinctNames, _ entryNames: Column<UInt32>, _ entryOffsets: Column<UInt16>
  ) {
    var text = GrowingList<UInt8>()
    var starts = GrowingList<UInt32>()
    var shared = GrowingList<UInt8>()
    var entries = GrowingList<EntryRange>()
    var last = [UInt8]()
    for entry in 0..<entryNames.count {
      let name = names.bytes(of: Int(entryNames.base[entry]))
      let rest = name[Int(entryOffsets.base[entry])...]
      let end = rest.firstIndex(of: 0x20) ?? rest.endIndex
      let word = UnsafeBufferPointer(rebasing: rest[..<end])
      guard word.count <= Self.longest, text.count < Int(UInt32.max) - Self.longest else {
        continue
      }
      if entries.count > 0, word.elementsEqual(last) {
        entries[entries.count - 1].end = UInt32(entry + 1)
        continue
      }
      shared.append(UInt8(zip(word, last).prefix { $0 == $1 }.count))
      last = Array(word)
      starts.append(UInt32(text.count))
      text.extend(by: word.count).update(from: word.baseAddress!, count: word.count)
      entries.append(EntryRange(first: UInt32(entry), end: UInt32(entry + 1)))
    }
    starts.append(UInt32(text.count))
    self.text = text.column()
    self.starts = starts.column()
    self.shared = shared.column()
    self.entries = entries.column()
  }
}
