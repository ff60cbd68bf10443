/// An index, and the order in which it needs a store's rows.
struct Arrangement {
  let index: SpatialIndex
  /// For each of the index's rows, the store's.
  let order: [UInt32]
}

extension VenueStore {
  /// This store with an index, its rows in the index's order.
  package func indexed() -> VenueStore {
    guard index == nil else { return self }
    let arrangement = arranged()
    let order = arrangement.order
    return VenueStore(
      text: text, columns: columns.rearranged(by: order), tally: tally,
      positions: Column(count: count) { position(ofRow: Int(order[$0])) },
      index: arrangement.index)
  }

  func arranged() -> Arrangement {
    if let index { return Arrangement(index: index, order: Array(0..<UInt32(count))) }
    let (index, order) = SpatialIndex.build(count: count) { coordinate(ofRow: $0) }
    return Arrangement(
      index: index, order: NeighbourOrder(store: self).arranged(order, in: index))
  }
}
