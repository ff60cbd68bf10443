import CommandLineKit
import FinderEngine

/// `--chain`, `--independents-only` and `--one-per-chain`; `nil` if none is given.
final class ChainNarrowing: Sendable {
  /// From each `--chain`; branches of any of them match.
  let names: [String]
  private let independentsOnly: Bool
  let onePerChain: Bool
  /// The chain comes from a meal, not from the user.
  let isOfMeal: Bool

  init(ofMeal chain: String, onePerChain: Bool) {
    (names, independentsOnly, isOfMeal) = ([chain], false, true)
    self.onePerChain = onePerChain
  }

  init?(_ invocation: Invocation) throws {
    names = invocation.values(Options.chain)
    independentsOnly = invocation.has(Options.independentsOnly)
    onePerChain = invocation.has(Options.onePerChain)
    isOfMeal = false
    guard !names.isEmpty || independentsOnly || onePerChain else { return nil }
    for name in names where NameMatch(name) == nil {
      throw invocation.error(Options.chain, "\(UsageError.quote(name)) has no word to search for")
    }
    guard names.isEmpty || !independentsOnly else {
      throw invocation.error(Options.chain, "cannot be combined with --independents-only")
    }
  }

  /// Throws if one name lists several chains: a search for just the first would mislead.
  func filter(by chains: StoreChains) throws -> ChainFilter {
    for name in names where !isOfMeal {
      let several = TypedChain(name, chains).several
      guard several.isEmpty else {
        let flags = several.map { "\(Options.chain.flag) \(Invocation.quoted($0))" }
        throw Failure(
          .usage,
          "\(Options.chain.flag) \(UsageError.quote(name)) names several chains; write "
            + flags.joined(separator: " "))
      }
    }
    let kept: ChainFilter.Kept =
      if !names.isEmpty { .chains(names.compactMap(chains.chain(named:))) } else if independentsOnly
      { .independents } else { .all }
    return ChainFilter(chains, keeps: kept, onePerChain: onePerChain)
  }

  /// Notes on names that are unknown, that are not chains, or that have no branch near the point, if there is
  /// one.
  func notes(
    in directory: NameDirectory, from point: Coordinate? = nil, _ units: ReadableFigures.Units
  ) -> [String] {
    var notes: [String] = []
    for name in names {
      if let note = note(on: name, in: directory, from: point, units), !notes.contains(note) {
        notes.append(note)
      }
    }
    return notes
  }

  private func note(
    on name: String, in names: NameDirectory, from point: Coordinate?,
    _ units: ReadableFigures.Units
  ) -> String? {
    let chains = names.chains
    guard let chain = chains.chain(named: name) else {
      guard !isOfMeal else {
        return "no \(name) in this dataset; --anywhere takes any venue that is far enough"
      }
      return "no chain is named \(UsageError.quote(name))"
        + didYouMean(names.closestChain(to: name, from: point), units)
    }
    guard !isOfMeal else { return nil }
    if let note = TypedChain(name, chains).note { return note }
    guard chains.isShared(chain) else {
      return point.flatMap { names.farAway(chain, from: $0, units) }
    }
    return
      "\(chains.name(of: chain)) is a name that \(chains.venueCount(of: chain)) venues share rather "
      + "than a chain"
  }
}

/// A chain's name as typed. The dataset's chains may know only the part before a comma or another separator,
/// since the branch's place often follows it.
struct TypedChain {
  private let text: String
  private let chains: StoreChains

  init(_ text: String, _ chains: StoreChains) { (self.text, self.chains) = (text, chains) }

  /// The chain that the beginning of the text names, unless the whole text names it too.
  private var chainOfBeginning: Int? {
    let words = text.split { " ,|;:@()[]".contains($0) }
      .filter { !["-", "–", "—"].contains($0) }
    guard words.count > 1, let chain = chains.chain(named: text),
      chains.chain(named: words.joined(separator: " ")) != chain
    else { return nil }
    return chain
  }

  /// `KFC, Subway`: the chains named. Empty if there is only one.
  var several: [String] {
    let names = text.split { ",|;".contains($0) }.map { trimmed($0) }.filter { !$0.isEmpty }
    guard names.count > 1, chainOfBeginning != nil else { return [] }
    // `Starbucks, Victoria` is a branch, although many venues are called Victoria.
    let areChains = names.allSatisfy { name in
      chains.chain(named: name).map { !chains.isShared($0) && chains.venueCount(of: $0) > 2 }
        ?? false
    }
    return areChains ? names : []
  }

  /// Says that the rest of the name is ignored; `nil` if there is no rest.
  var note: String? {
    chainOfBeginning.map {
      "\(UsageError.quote(text)) is taken for the chain \(chains.name(of: $0)); the rest of the name "
        + "is ignored"
    }
  }
}
