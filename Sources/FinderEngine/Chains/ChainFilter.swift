/// Which venues a query wants by their chains, beside all else that it wants.
///
///     ChainFilter(chains, of: store, keeps: .independents)
///     ChainFilter(chains, of: store, keeps: .all, onePerChain: true)
///
/// A venue is independent where it belongs to no chain, or where its name is one that many houses share
/// and nobody owns (`SharedNames`).
package final class ChainFilter: Sendable {
  package enum Kept: Equatable, Sendable {
    case all
    case independents
    /// Those of one chain; `nil` for one that there is not, which has no venues.
    case chain(Int?)
  }

  let kept: Kept
  /// Of each chain only the venue that comes first in the order of the answer.
  let isOnePerChain: Bool
  private let chains: StoreChains
  /// By the venues' positions in the dataset, which a store of some of them has too; `nil` where rows are
  /// those of `chains`.
  private let chainAtPosition: [UInt32]?

  /// For queries on `store`, whose rows are those of `chains`.
  package init(
    _ chains: StoreChains, keeps kept: Kept, onePerChain isOnePerChain: Bool = false
  ) {
    (self.chains, self.kept, self.isOnePerChain) = (chains, kept, isOnePerChain)
    chainAtPosition = nil
  }

  /// What is still to be done on a store of those venues of `store` that `filter` keeps.
  init(_ filter: ChainFilter, onStoresOf store: VenueStore) {
    (chains, kept, isOnePerChain) = (filter.chains, .all, filter.isOnePerChain)
    var chainAtPosition = [UInt32](repeating: ChainList.none, count: store.count)
    for row in 0..<store.count {
      let position = Int(store.position(ofRow: row))
      guard position < store.count else { continue }
      chainAtPosition[position] = filter.chains.chainOfRow[row]
    }
    self.chainAtPosition = chainAtPosition
  }

  /// The number of a venue's chain, where it has one that is owned.
  func ownedChain(ofRow row: Int, in store: VenueStore) -> Int? {
    let chain: Int?
    if let chainAtPosition {
      let position = Int(store.position(ofRow: row))
      chain = position < chainAtPosition.count ? chains.known(chainAtPosition[position]) : nil
    } else {
      chain = chains.chain(ofRow: row)
    }
    return chain.flatMap { chains.isShared($0) ? nil : $0 }
  }

  func accepts(_ row: Int, in store: VenueStore) -> Bool {
    switch kept {
    case .all: true
    case .independents: ownedChain(ofRow: row, in: store) == nil
    case .chain(let chain): chain != nil && chains.chain(ofRow: row) == chain
    }
  }
}
