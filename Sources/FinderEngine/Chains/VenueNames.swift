/// The names of a store's venues, folded: rows that have the same one stand together.
struct VenueNames {
  /// Rows in order of their folded names, then of their spelling, position and place in the dataset.
  let rows: [UInt32]
  /// Where the rows of each name begin; one more at the end.
  let starts: [Int]

  private let store: VenueStore

  var count: Int { starts.count - 1 }

  init(_ store: VenueStore) {
    self.store = store
    var text: [UInt8] = []
    var ends: [Int] = [0]
    text.reserveCapacity(store.count * 16)
    for row in 0..<store.count {
      store.withName(ofRow: row) { Self.append(folded: $0, to: &text) }
      ends.append(text.count)
    }
    var rows = (0..<store.count).filter { ends[$0 + 1] > ends[$0] }.map { UInt32($0) }
    var starts: [Int] = []
    text.withUnsafeBufferPointer { text in
      func folded(_ row: UInt32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text[ends[Int(row)]..<ends[Int(row) + 1]])
      }
      rows.sort { a, b in
        let order = folded(a).order(folded(b))
        return order != 0 ? order < 0 : Self.precedes(Int(a), Int(b), in: store)
      }
      for place in rows.indices
      where place == 0 || !folded(rows[place - 1]).hasSameBytes(as: folded(rows[place])) {
        starts.append(place)
      }
    }
    (self.rows, self.starts) = (rows, starts + [rows.count])
  }

  private static func precedes(_ a: Int, _ b: Int, in store: VenueStore) -> Bool {
    let order = store.withName(ofRow: a) { first in store.withName(ofRow: b) { first.order($0) } }
    if order != 0 { return order < 0 }
    let (first, second) = (store.coordinate(ofRow: a), store.coordinate(ofRow: b))
    if first != second { return first.order(second) < 0 }
    return store.position(ofRow: a) < store.position(ofRow: b)
  }

  /// Words with one space between them, none at the ends.
  static func append(folded name: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    var scalars = FoldedScalars(name)
    let start = text.count
    var spaceIsDue = false
    while let scalar = scalars.next() {
      guard scalar != FoldedScalars.separator else {
        spaceIsDue = text.count > start
        continue
      }
      if spaceIsDue { text.append(0x20) }
      spaceIsDue = false
      if scalar < 0x80 {
        text.append(UInt8(scalar))
      } else if let scalar = Unicode.Scalar(scalar) {
        text.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  func rows(of name: Int) -> ArraySlice<UInt32> { rows[starts[name]..<starts[name + 1]] }

  /// What the resolver takes.
  func venues(of name: Int) -> NamedVenues {
    let rows = rows(of: name)
    var (best, bestCount, run) = (rows.startIndex, 0, rows.startIndex)
    var position = store.coordinate(ofRow: Int(rows[run]))
    var hasSeveral = false
    for place in rows.indices {
      let here = store.coordinate(ofRow: Int(rows[place]))
      hasSeveral = hasSeveral || here != position
      if here.order(position) < 0 { position = here }
      if !haveSameSpelling(rows[run], rows[place]) { run = place }
      if place - run + 1 > bestCount { (best, bestCount) = (run, place - run + 1) }
    }
    return NamedVenues(
      spelling: store.withName(ofRow: Int(rows[best])) { Array($0) }, venues: UInt32(rows.count),
      position: position,
      hasSeveralPositions: hasSeveral)
  }

  private func haveSameSpelling(_ a: UInt32, _ b: UInt32) -> Bool {
    store.withName(ofRow: Int(a)) { first in
      store.withName(ofRow: Int(b)) { first.hasSameBytes(as: $0) }
    }
  }
}

extension ChainList {
  /// The chains of a store, worked out anew; by row, its chain or `none`.
  package static func make(of store: VenueStore) -> (list: ChainList, chainOfRow: [UInt32]) {
    let names = VenueNames(store)
    let list = ChainList(count: names.count) { names.venues(of: $0) }
    var chainOfRow = [UInt32](repeating: none, count: store.count)
    for name in 0..<names.count {
      for row in names.rows(of: name) { chainOfRow[Int(row)] = list.chainOfName[name] }
    }
    return (list, chainOfRow)
  }
}
