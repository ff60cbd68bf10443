extension NameDirectory {
  /// A chain of venues, as far as names tell.
  package struct Chain: Sendable {
    let number: Int
    package let name: String
    package let venues: Int
  }

  /// The chain that a venue is a branch of; `nil` where it belongs to none, or has a name that many houses
  /// share and nobody owns.
  package func chain(ofRow row: Int) -> Chain? {
    guard row < store.count, let number = chains.ownedChain(ofRow: row) else { return nil }
    return Chain(number: number, name: chains.name(of: number), venues: chains.venues(of: number))
  }

  /// To the nearest branch. Of few each is measured, of many one is near. `nil` for a number that a damaged
  /// file has in place of a chain's.
  func distance(toChain chain: Int, from point: Coordinate) -> Double? {
    guard chain < chains.count else { return nil }
    var query = Query(from: point, limit: 1)
    if chains.venues(of: chain) <= Self.mostMeasured {
      query.rows = chains.rows(of: chain)
    } else {
      query.chains = ChainFilter(chains, keeps: .chain(chain), onePerChain: false)
    }
    var searcher = Searcher(store)
    return searcher.search(query).first?.distance
  }

  private static let mostMeasured = 2048
}
