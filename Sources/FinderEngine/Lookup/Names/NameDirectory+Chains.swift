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
}
