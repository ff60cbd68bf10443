/// Limits a query to some chains or to independent venues, in addition to its other conditions.
///
///     ChainFilter(chains, of: store, keeps: .independents)
///     ChainFilter(chains, of: store, keeps: .all, onePerChain: true)
///
/// A venue is independent if it belongs to no chain, or if many unrelated venues share its name
/// (`ChainList.Chain.isShared`).
package final class ChainFilter: Sendable {
  package enum Kept: Equatable, Sendable {
    case all
    case independents
    /// Venues of any of these chains; none if it is empty.
    case chains([Int])
  }

  let kept: Kept
  /// Whether to keep only the first venue of each chain, in the order of the answer.
  package let isOnePerChain: Bool
  private let chains: StoreChains
  /// The owned chain of each venue by its position in the dataset, which is also known in a store with only
  /// some of the venues; `nil` if rows are those of `chains`. Several threads use it, so it is never read
  /// from a file.
  private let chainAtPosition: [UInt32]?

  /// For queries on the store that `chains` belongs to.
  package init(_ chains: StoreChains, keeps kept: Kept, onePerChain isOnePerChain: Bool = false) {
    (self.chains, self.kept, self.isOnePerChain) = (chains, kept, isOnePerChain)
    chainAtPosition = nil
  }

  /// What remains of `filter` to be applied to a store with only those venues of `store` that it keeps.
  init(_ filter: ChainFilter, onStoresOf store: VenueStore) {
    (chains, kept, isOnePerChain) = (filter.chains, .all, filter.isOnePerChain)
    var chainAtPosition = [UInt32](repeating: ChainList.none, count: store.count)
    for row in 0..<store.count {
      let position = Int(store.position(ofRow: row))
      guard position < store.count,
        let chain = filter.ownedChain(ofRow: row, in: store)
      else { continue }
      chainAtPosition[position] = UInt32(chain)
    }
    self.chainAtPosition = chainAtPosition
  }

  private init(_ filter: ChainFilter, onePerChain isOnePerChain: Bool) {
    (chains, kept) = (filter.chains, filter.kept)
    (chainAtPosition, self.isOnePerChain) = (filter.chainAtPosition, isOnePerChain)
  }

  /// The same filter, but keeping all branches of each chain.
  package var ofAllBranches: ChainFilter { ChainFilter(self, onePerChain: false) }

  /// The number of the venue's chain; `nil` if the venue is independent.
  func ownedChain(ofRow row: Int, in store: VenueStore) -> Int? {
    guard let chainAtPosition else { return chains.ownedChain(ofRow: row) }
    let position = Int(store.position(ofRow: row))
    guard position < chainAtPosition.count, chainAtPosition[position] != ChainList.none else {
      return nil
    }
    return Int(chainAtPosition[position])
  }

  func accepts(_ row: Int, in store: VenueStore) -> Bool {
    switch kept {
    case .all: true
    case .independents: ownedChain(ofRow: row, in: store) == nil
    case .chains(let wanted): chains.chain(ofRow: row).map(wanted.contains) ?? false
    }
  }
}
