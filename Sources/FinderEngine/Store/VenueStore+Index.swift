extension VenueStore {
  /// This store with an index, its rows in the index's order.
  package func indexed() -> VenueStore {
    guard index == nil else { return self }
    let (index, order) = arranged()
    return rearranged(by: order, index: index)
  }

  /// The rows that `order` names, in that order.
  func rearranged(by order: [UInt32], index: SpatialIndex? = nil) -> VenueStore {
    VenueStore(
      text: text, columns: columns.rearranged(by: order), tally: tally,
      positions: Column(count: order.count) { position(ofRow: Int(order[$0])) }, index: index)
  }

  /// An index, and for each of its rows the store's.
  func arranged() -> (index: SpatialIndex, order: [UInt32]) {
    if let index { return (index, Array(0..<UInt32(count))) }
    var (index, order) = SpatialIndex.build(count: count) { coordinate(ofRow: $0) }
    order.withUnsafeMutableBufferPointer { order in
      for leaf in 0..<index.leafCount {
        sortNeighbours(UnsafeMutableBufferPointer(rebasing: order[index.rows(ofLeaf: leaf)]))
      }
    }
    return (index, order)
  }

  /// Sorts venues that share a spot and a leaf of the index by name, then in the dataset's order:
  /// answers list equal distances in that order.
  ///
  /// One venue in five shares its spot, so most answers hold some. Sorting them once saves every
  /// query from comparing names. To the index all rows of a spot are alike. An insertion sort among
  /// the venues of each spot, wherever in the leaf they are.
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
}
