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
    guard let number = ownedChain(ofRow: row) else { return nil }
    return Chain(number: number, name: chains.name(of: number), venues: chains.venues(of: number))
  }

  func ownedChain(ofRow row: Int) -> Int? {
    guard row < store.count, let number = chains.chain(ofRow: row), !chains.isShared(number) else {
      return nil
    }
    return number
  }

  /// What a name is suggested as: its chain, or itself.
  func group(ofName name: Int) -> SuggestionSearch.Group {
    guard let row = table.faces.value(at: name), let chain = ownedChain(ofRow: Int(row)) else {
      return .name(name)
    }
    return .chain(chain)
  }
}
