/// Puts venues that share a spot, and a leaf of the index, into the order in which equal distances
/// are answered: by name, then as the dataset has them.
///
/// One venue in five shares its spot, so most answers hold some; ordering them once saves every
/// query from comparing names. To the index the rows of a spot are all alike.
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

  /// Insertion sort among those of one spot, wherever in the leaf they stand.
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
