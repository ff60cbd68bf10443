extension ChainFilter {
  /// Leaves out all but the first of each chain. Independent venues stay.
  func firstOfEach(_ candidates: [Candidate], in store: VenueStore) -> [Candidate] {
    var counter = counter(in: store)
    return candidates.filter { counter.add($0.row) }
  }

  package func counter(in store: VenueStore) -> ChainCounter {
    ChainCounter(filter: self, store: store)
  }
}

/// Counts chains once and independent venues each.
package struct ChainCounter {
  let filter: ChainFilter
  let store: VenueStore
  private(set) var count = 0
  private var seen: Set<Int> = []

  init(filter: ChainFilter, store: VenueStore) { (self.filter, self.store) = (filter, store) }

  /// Whether it is the first of its chain.
  @discardableResult
  package mutating func add(_ row: Int) -> Bool {
    if let chain = filter.ownedChain(ofRow: row, in: store), !seen.insert(chain).inserted {
      return false
    }
    count += 1
    return true
  }
}
