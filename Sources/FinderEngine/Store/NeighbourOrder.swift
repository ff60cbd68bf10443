/// Sorts venues that share a spot and a leaf of the index by name, then in the dataset's order:
/// answers list equal distances in that order.
///
/// One venue in five shares its spot, so most answers hold some. Sorting them once saves every
/// query from comparing names. To the index all rows of a spot are alike.
struct NeighbourOrder {
  let store: VenueStore

  func arranged(_ order: [UInt32], in index: SpatialIndex) -> [UInt32] {
    var order = order
    order.withUnsafeMutableBufferPointer { order in
      for leaf in 0..<index.leafCount {
        let range = index.rows(ofLeaf: leaf)
        arrange(UnsafeMutableBufferPointer(rebasing: order[range]))
      }
    }
    return order
  }

  /// Insertion sort among the venues of each spot, wherever in the leaf they are.
  private func arrange(_ leaf: UnsafeMutableBufferPointer<UInt32>) {
    for later in leaf.indices.dropFirst() {
      var place = later
      for earlier in (0..<later).reversed() where shareSpot(leaf[earlier], leaf[place]) {
        guard precedes(leaf[place], leaf[earlier]) else { break }
        leaf.swapAt(earlier, place)
        place = earlier
      }
    }
  }

  @inline(__always) private func shareSpot(_ a: UInt32, _ b: UInt32) -> Bool {
    store.coordinate(ofRow: Int(a)) == store.coordinate(ofRow: Int(b))
  }

  private func precedes(_ a: UInt32, _ b: UInt32) -> Bool {
    store.precedesAtSameDistance(Int(a), Int(b))
  }
}
