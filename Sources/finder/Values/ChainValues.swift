import CommandLineKit
import FinderEngine

/// What somebody wants of chains.
final class ChainWishes {
  /// `--chain`
  let name: String?
  private let independentsOnly: Bool
  private let onePerChain: Bool
  /// Nobody named the chain; a meal is from it.
  let isOfMeal: Bool

  init(ofMeal chain: String, onePerChain: Bool) {
    (name, independentsOnly, isOfMeal) = (chain, false, true)
    self.onePerChain = onePerChain
  }

  init(name: String?, independentsOnly: Bool, onePerChain: Bool) {
    self.name = name
    self.independentsOnly = independentsOnly
    self.onePerChain = onePerChain
    isOfMeal = false
  }

  func filter(by chains: StoreChains) -> ChainFilter {
    let kept: ChainFilter.Kept =
      if let name { .chain(chains.chain(named: name)) } else if independentsOnly {
        .independents
      } else { .all }
    return ChainFilter(chains, keeps: kept, onePerChain: onePerChain)
  }

  /// What there is to say of the name: that it is no chain's, or nobody's.
  func note(in chains: StoreChains) -> String? {
    guard let name else { return nil }
    guard let chain = chains.chain(named: name) else {
      guard !isOfMeal else {
        return "no \(name) in this dataset; --anywhere takes any venue that is far enough"
      }
      let close =
        chains.closestName(to: name).map { "; did you mean \(UsageError.quote($0))?" } ?? ""
      return "no chain is named \(UsageError.quote(name))\(close)"
    }
    guard chains.isShared(chain) else { return nil }
    return
      "\(chains.name(of: chain)) is a name that \(chains.venues(of: chain)) venues share rather "
      + "than a chain"
  }
}

extension StoreChains {
  /// The chain whose name begins with what somebody typed, or is nearest to it; of those alike the
  /// largest.
  func closestName(to text: String) -> String? {
    let largest = (0..<count).sorted {
      venues(of: $0) != venues(of: $1) ? venues(of: $0) > venues(of: $1) : $0 < $1
    }
    let compared = largest.prefix(Self.mostCompared).map(name(of:))
    let typed = text.lowercased()
    if typed.count >= 3, let longer = compared.first(where: { $0.lowercased().hasPrefix(typed) }) {
      return longer
    }
    return CommandLineKit.nearest(to: text, among: compared) { $0 }
  }

  /// A tenth of a second's work.
  private static let mostCompared = 10_000
}

extension Invocation {
  /// `nil` where nothing is said of chains.
  func chainWishes() throws -> ChainWishes? {
    let (independents, one) = (has(Options.independentsOnly), has(Options.onePerChain))
    let name = self[Options.chain]
    guard name != nil || independents || one else { return nil }
    if let name {
      guard NameMatch(name) != nil else {
        throw error(Options.chain, "\(UsageError.quote(name)) has no word to search for")
      }
      guard !independents else {
        throw error(Options.chain, "cannot be combined with --independents-only")
      }
    }
    return ChainWishes(name: name, independentsOnly: independents, onePerChain: one)
  }
}
