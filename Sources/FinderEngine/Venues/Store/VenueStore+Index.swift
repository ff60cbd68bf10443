extension VenueStore {
  /// This store with an index, its rows in the index's order.
  package func indexed() -> VenueStore {
    guard index == nil else { return self }
    let (index, order) = arranged()
    return rearranged(by: order, index: index)
  }

  /// The rows that `order` names, in that order.
  package func rearranged(by order: [UInt32], index: SpatialIndex? = nil) -> VenueStore {
    VenueStore(
      text: text, columns: columns.rearranged(by: order), tally: tally,
      positions: Column(count: order.count) { position(ofRow: Int(order[$0])) }, index: index,
      attributionText: attributionText)
  }

  /// An index, and for each of its rows the store's row.
  ///
  /// Venues at one spot are in order of their names, then as in the dataset, whichever rows they occupy.
  /// Answers list equal distances in that order. One venue in five shares its spot, so most answers include
  /// some: sorting them once saves every query from comparing names. To the index, all rows of a spot are
  /// alike.
  func arranged() -> (index: SpatialIndex, order: [UInt32]) {
    if let index { return (index, Array(0..<UInt32(count))) }
    var (index, order, divided) = SpatialIndex.build(count: count) { coordinate(ofRow: $0) }
    order.withUnsafeMutableBufferPointer { order in
      let base = order.baseAddress
      let leaves = Parallel.ranges(of: index.leafCount, atLeast: 1 << 10)
      Parallel.run(leaves.count) { part in
        for leaf in leaves[part] {
          let rows = index.rows(ofLeaf: leaf)
          sortNeighbours(
            UnsafeMutableBufferPointer(start: base.map { $0 + rows.lowerBound }, count: rows.count))
        }
      }
      sortDividedSpots(order, among: divided, index)
    }
    return (index, order)
  }

  /// Sorts venues that share a spot and a leaf: an insertion sort among the venues of each spot, wherever in
  /// the leaf they are.
  private func sortNeighbours(_ leaf: UnsafeMutableBufferPointer<UInt32>) {
    for later in leaf.indices.dropFirst() {
      var place = later
      for earlier in (0..<later).reversed() {
        let (row, other) = (Int(leaf[place]), Int(leaf[earlier]))
        guard coordinate(ofRow: other) == coordinate(ofRow: row) else { continue }
        guard precedesAtSameDistance(row, other) else { break }
        leaf.swapAt(earlier, place)
        place = earlier
      }
    }
  }

  /// Sorts the venues of spots that lie in several leaves.
  private func sortDividedSpots(
    _ order: UnsafeMutableBufferPointer<UInt32>, among divided: [UInt32], _ index: SpatialIndex
  ) {
    var places = divided.map { ($0, coordinate(ofRow: Int(order[Int($0)]))) }
    places.sort { a, b in
      if a.1.latitude != b.1.latitude { return a.1.latitude < b.1.latitude }
      if a.1.longitude != b.1.longitude { return a.1.longitude < b.1.longitude }
      return a.0 < b.0
    }
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end].1 == places[start].1 { end += 1 }
      let rows = places[start..<end].map { Int($0.0) }
      if index.leaf(ofRow: rows[0]) != index.leaf(ofRow: rows[rows.count - 1]) {
        let sorted = TextSort(NamesOnOneSpot(store: self)).sorted(rows.map { order[$0] })
        for (row, number) in zip(rows, sorted) { order[row] = number }
      }
      start = end
    }
  }
}

/// Names by row, with ties as in `precedesAtSameDistance`, for any number of venues that a file may put on
/// one spot.
struct NamesOnOneSpot: NumberedTexts {
  let store: VenueStore

  func withText(_ row: Int, _ body: (Bytes) -> UInt64) -> UInt64 {
    store.withName(ofRow: row, body)
  }

  func precedes(_ row: Int, _ other: Int) -> Bool { store.precedesAtSameDistance(row, other) }
}
