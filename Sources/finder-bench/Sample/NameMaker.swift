import FinderEngine

/// Makes up the names of venues: a chain's now and then, else one from the grammar.
struct NameMaker {
  private let grammar = Grammar(Rule.all(WordLists.rules))
  private let chains = Weighted(WordLists.chains) { $0.share }
  private var random: SplitMix64

  /// Out of 100,000 names, how many are a chain's.
  private static let chainShare = WordLists.chains.reduce(0) { $0 + $1.share }

  init(seed: UInt64) { random = SplitMix64(seed: seed, stream: 3) }

  /// Names for `count` venues on one spot. About one in 200 of the later ones is its neighbour
  /// registered twice, as in the real dataset.
  mutating func names(_ count: Int, in place: Place) -> [String] {
    let town = place.name.split(separator: "(")[0]
    let townName = String(town.hasSuffix(" ") ? town.dropLast() : town)
    return (0..<count).reduce(into: []) { names, _ in
      if let last = names.last, random.chance(1, in: 200) {
        names.append(last)
      } else {
        names.append(name(in: townName))
      }
    }
  }

  private mutating func name(in town: String) -> String {
    guard random.chance(Self.chainShare, in: 100_000) else {
      return grammar.name(in: town, &random)
    }
    return spelling(of: chains.draw(&random).name, in: town)
  }

  /// Each branch fills in the form by itself, so a chain goes by several names.
  private mutating func spelling(of chain: String, in town: String) -> String {
    switch random.below(100) {
    case ..<55: chain
    case ..<63: chain.lowercased()
    case ..<70: chain.uppercased()
    case ..<78: chain.filter { $0 != "'" }
    case ..<86: chain + " Restaurant"
    case ..<89: chain + " Restaurants Ltd"
    case ..<96: chain + " " + town
    case ..<98: chain + " - " + town
    default: chain + " Ltd"
    }
  }
}
