/// Rough positions of each name's venues, side by side, so the distances to all venues of some names can be
/// computed from contiguous memory. In the snapshot they are at thousands of scattered places, each on a page
/// to be fetched and verified: 40 ms for 20,000 venues of 5.5 million; this takes 0.1 ms.
struct NamePlaces: Sendable {
  /// In the order of `NameColumns.rows`.
  let places: Column<RoughPlace>

  init(places: Column<RoughPlace>) { self.places = places }

  /// A name's rows ascend, so venues are read in the store's order, and each is put in its place.
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

  /// The least distance of a name's venues, squared, in steps.
  func leastSquare(in range: Range<Int>, to point: RoughPlace.Point) -> Double {
    var least = Double.infinity
    for place in places.values(from: range.lowerBound, to: range.upperBound) {
      least = min(least, place.squaredSteps(to: point))
    }
    return least
  }
}
