/// Where the venues of each name are, roughly, side by side: the distances to all venues of some names
/// are worked out from one run of memory. Looked up in the snapshot they are thousands of places far
/// apart, each with a page of its own to be fetched and verified: 40 ms for 20,000 venues of 5.5 million,
/// where this takes a tenth of one.
struct NamePlaces: Sendable {
  /// In the order of `NameColumns.rows`.
  let places: Column<RoughPlace>

  init(places: Column<RoughPlace>) { self.places = places }

  /// A name's rows ascend, so that each venue is taken in the store's order and put where it belongs.
  init(_ table: NameTable, of store: VenueStore) {
    let list = GrowingList<RoughPlace>(filled: store.count)
    let next = GrowingList<UInt32>(filled: table.count)
    for name in 0..<table.count { next.base[name] = table.names.rowStarts[name] }
    for row in 0..<store.count {
      let name = Int(table.names.nameOfRow[row])
      list.base[Int(next.base[name])] = RoughPlace(store.place(ofRow: row))
      next.base[name] += 1
    }
    places = list.column()
  }

  /// The least of those of a name, in steps, squared.
  func leastSquare(in range: Range<Int>, to point: RoughPlace.Point) -> Double {
    var least = Double.infinity
    for place in places.values(from: range.lowerBound, to: range.upperBound) {
      least = min(least, place.squaredSteps(to: point))
    }
    return least
  }
}
