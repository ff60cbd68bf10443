/// The distinct names of a store's venues, folded (`NameKey`) and sorted, with the rows of each.
///
/// They are sorted once, for both the chains and the table that looks up names. Five million rows take 70
/// bytes each during the sort, and 8 afterwards.
struct VenueNames: Sendable {
  let columns: NameColumns
  /// For each name, how many spellings its venues use.
  private let spellings: Column<UInt32>

  var count: Int { columns.starts.count - 1 }

  func bytes(of name: Int) -> Bytes {
    let starts = columns.starts.base
    return UnsafeBufferPointer(
      start: columns.text.base + starts[name], count: starts[name + 1] - starts[name])
  }

  func rows(of name: Int) -> UnsafeBufferPointer<UInt32> {
    let starts = columns.rowStarts.base
    return UnsafeBufferPointer(
      start: columns.rows.base + Int(starts[name]), count: Int(starts[name + 1] - starts[name]))
  }

  init(_ store: VenueStore) {
    let folded = FoldedNames(store)
    let order = TextSort.order(of: store.count, folded)
    var text = GrowingList<UInt8>()
    var starts = GrowingList<Int>()
    var rowStarts = GrowingList<UInt32>()
    let nameOfRow = GrowingList<UInt32>(filled: store.count)
    for place in 0..<order.count {
      let row = Int(order.base[place])
      let bytes = folded.bytes(of: row)
      if place == 0 || !bytes.hasSameBytes(as: folded.bytes(of: Int(order.base[place - 1]))) {
        starts.append(text.count)
        rowStarts.append(UInt32(place))
        if let first = bytes.baseAddress, bytes.count > 0 {
          text.extend(by: bytes.count).update(from: first, count: bytes.count)
        }
      }
      nameOfRow.base[row] = UInt32(starts.count - 1)
    }
    starts.append(text.count)
    rowStarts.append(UInt32(order.count))
    let spellings = GrowingList<UInt32>(filled: starts.count - 1)
    let faces = Column<UInt32>(count: starts.count - 1) { name in
      let range = Int(rowStarts.base[name])..<Int(rowStarts.base[name + 1])
      let rows = UnsafeBufferPointer(rebasing: order.values[range])
      let (face, count) = folded.mostFrequent(of: rows, in: store)
      spellings.base[name] = UInt32(count)
      return face
    }
    self.spellings = spellings.column()
    columns = NameColumns(
      text: text.column(), starts: starts.column(), rowStarts: rowStarts.column(), rows: order,
      nameOfRow: nameOfRow.column(), faces: faces)
  }

  /// What `ChainList` needs to know of a name.
  func venues(of name: Int, in store: VenueStore) -> NamedVenues {
    let rows = rows(of: name)
    var position = store.coordinate(ofRow: Int(rows[0]))
    var hasSeveral = false
    for row in rows {
      let here = store.coordinate(ofRow: Int(row))
      guard here != position else { continue }
      hasSeveral = true
      if here.order(position) < 0 { position = here }
    }
    return NamedVenues(
      spelling: store.withName(ofRow: Int(columns.faces[name])) { Array($0) },
      venues: UInt32(rows.count), position: position, hasSeveralPositions: hasSeveral)
  }

  /// A name's rows are scattered over the file, and reading each one maps another piece of it. Pages are
  /// released along the way, since they came to 47 MB for 550,000 venues in a snapshot.
  func oneByOne(in store: VenueStore) -> VenuesOfNames {
    let cursor = JSONCursor(store.text)
    var readings = 0
    return VenuesOfNames { name, most in
      let rows = rows(of: name)
      let count = min(rows.count, most)
      return (0..<count).map { Int(rows[$0 * rows.count / count]) }
    } spellings: { name in
      Int(spellings[name])
    } position: {
      store.coordinate(ofRow: $0)
    } district: { row in
      if readings & 0xFF == 0 { store.releasePages() }
      readings += 1
      return cursor.withDecoded(store.tokens(ofRow: row).postcode) { text in
        (try? PostcodeReading(text).certain)?.outcode.key ?? 0
      }
    }
  }
}

private struct FoldedNames: NumberedBytes {
  private let text: Column<UInt8>
  private let starts: Column<Int>
  private let spellings: Column<UInt64>

  func bytes(of row: Int) -> Bytes {
    let start = starts.base[row]
    return UnsafeBufferPointer(start: text.base + start, count: starts.base[row + 1] - start)
  }

  /// Makes two passes over all names, so as to allocate no more memory than they need.
  init(_ store: VenueStore) {
    let starts = GrowingList<Int>(filled: store.count + 1)
    let base = starts.base
    Self.forEachRow(of: store) { row, _, _, count in base[row + 1] = count }
    base[0] = 0
    for row in 0..<store.count { base[row + 1] += base[row] }
    let text = GrowingList<UInt8>(filled: base[store.count])
    let spellings = GrowingList<UInt64>(filled: store.count)
    let (bytes, hashes) = (text.base, spellings.base)
    Self.forEachRow(of: store) { row, name, folded, count in
      if count > 0 { (bytes + base[row]).update(from: folded, count: count) }
      hashes[row] = StableHash.of(name)
    }
    self.text = text.column()
    self.starts = starts.column()
    self.spellings = spellings.column()
  }

  private static func forEachRow(
    of store: VenueStore,
    _ body: (
      _ row: Int, _ name: Bytes,
      _ folded: UnsafePointer<UInt8>, _ count: Int
    ) -> Void
  ) {
    let parts = Parallel.ranges(of: store.count)
    Parallel.run(parts.count) { part in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NameKey.most + 8) { room in
        let room = room.baseAddress!
        for row in parts[part] {
          store.withName(ofRow: row) { body(row, $0, room, NameKey.write($0, to: room)) }
        }
        store.releasePages()
      }
    }
  }

  /// The first of some rows with the most frequent spelling, and the number of spellings.
  func mostFrequent(
    of rows: UnsafeBufferPointer<UInt32>, in store: VenueStore
  ) -> (row: UInt32, spellings: Int) {
    let first = spellings.base[Int(rows[0])]
    if rows.allSatisfy({ spellings.base[Int($0)] == first }) { return (rows[0], 1) }
    var spelled = rows.map { KeyedRow(key: spellings.base[Int($0)], row: $0) }
    spelled.withUnsafeMutableBufferPointer { KeyedRows.sort($0) }
    var (best, most, count) = (spelled[0].row, 0, 0)
    var start = 0
    while start < spelled.count {
      var end = start + 1
      while end < spelled.count, spelled[end].key == spelled[start].key { end += 1 }
      let row = spelled[start].row
      if end - start > most || end - start == most && Self.precedes(row, best, in: store) {
        (best, most) = (row, end - start)
      }
      (start, count) = (end, count + 1)
    }
    return (best, count)
  }

  private static func precedes(_ a: UInt32, _ b: UInt32, in store: VenueStore) -> Bool {
    store.withName(ofRow: Int(a)) { first in
      store.withName(ofRow: Int(b)) { first.order($0) < 0 }
    }
  }
}

/// Distinct folded names, sorted, with the rows of each. They come from a store (`VenueNames`), or from a
/// file (`NameTable`), whose numbers must be checked before they are used as indices.
struct NameColumns: Sendable {
  /// All names in one text, and where each begins in it, with the end of the last.
  let text: Column<UInt8>
  let starts: Column<Int>
  /// For each name, where its rows begin in `rows`, with the end of the last.
  let rowStarts: Column<UInt32>
  /// In ascending order for each name.
  let rows: Column<UInt32>
  let nameOfRow: Column<UInt32>
  /// For each name, the first row with its most frequent spelling; among equally frequent ones, the first by
  /// bytes.
  let faces: Column<UInt32>
}
