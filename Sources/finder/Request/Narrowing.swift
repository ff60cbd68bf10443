import CommandLineKit
import FinderEngine
import FinderOwn

// What narrows a search and is known only with its venues: chains, the user's visits, names. Each is read
// off the command line once, and then says for a store what it makes of a query.

extension Invocation {
  /// Somebody who gives a filter twice may think that both hold.
  func noteOverriddenFilters() {
    forEachOverridden { option in
      guard Options.filters.contains(where: { $0.name == option.name }) else { return }
      diagnostics.note(
        "\(option.flag) is given more than once; the last, \(UsageError.show(self[option] ?? "")), counts"
      )
    }
  }
}

/// `--chain`, `--independents-only` and `--one-per-chain`; `nil` where nothing is said of chains.
final class ChainNarrowing: Sendable {
  /// Of each `--chain`: a branch of any is wanted.
  let names: [String]
  private let independentsOnly: Bool
  let onePerChain: Bool
  /// Nobody named the chain; a meal is from it.
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

  func filter(by chains: StoreChains) -> ChainFilter {
    let kept: ChainFilter.Kept =
      if !names.isEmpty { .chains(names.compactMap(chains.chain(named:))) } else if independentsOnly
      { .independents } else { .all }
    return ChainFilter(chains, keeps: kept, onePerChain: onePerChain)
  }

  /// What there is to say of the names: that one is no chain's, or nobody's.
  func notes(in chains: StoreChains) -> [String] {
    var notes: [String] = []
    for name in names {
      if let note = note(on: name, in: chains), !notes.contains(note) { notes.append(note) }
    }
    return notes
  }

  private func note(on name: String, in chains: StoreChains) -> String? {
    guard let chain = chains.chain(named: name) else {
      guard !isOfMeal else {
        return "no \(name) in this dataset; --anywhere takes any venue that is far enough"
      }
      return "no chain is named \(UsageError.quote(name))"
        + didYouMean(chains.closestName(to: name))
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
    let compared = largestFirst.prefix(Self.mostCompared).map(name(of:))
    let typed = text.lowercased()
    if typed.count >= 3, let longer = compared.first(where: { $0.lowercased().hasPrefix(typed) }) {
      return longer
    }
    return Misspelling.closest(to: text, among: compared) { $0 }
  }

  /// Those of one size by their names: their numbers are others in a snapshot than in the file.
  var largestFirst: [Int] {
    (0..<count).sorted {
      let (first, second) = (venues(of: $0), venues(of: $1))
      return first != second ? first > second : name(of: $0) < name(of: $1)
    }
  }

  /// A tenth of a second's work.
  private static let mostCompared = 10_000
}

/// `--reviewed`, `--min-rating` and `--not-visited`; `nil` where nothing is said of visits.
final class VisitNarrowing: Sendable {
  private let filter: VisitFilter
  private let folder: FilePath?
  private let usesFile: Bool

  init?(_ invocation: Invocation) throws {
    let (reviewed, rated) = (invocation.has(Options.reviewed), invocation.has(Options.minRating))
    let notVisited = invocation.has(Options.notVisited)
    guard reviewed || rated || notVisited else { return nil }
    guard !notVisited || !reviewed && !rated else {
      let other = reviewed ? Options.reviewed : Options.minRating
      throw invocation.error(Options.notVisited, "cannot be combined with \(other.flag)")
    }
    let least = notVisited ? nil : try invocation.number(Options.minRating)
    let range = Double(VisitRecord.ratings.lowerBound)...Double(VisitRecord.ratings.upperBound)
    guard least.map(range.contains) ?? true else {
      throw invocation.error(
        Options.minRating, "\(invocation[Options.minRating] ?? "") is not from 1 to 5")
    }
    filter = VisitFilter(notVisited ? .notVisited : least.map { .rated(atLeast: $0) } ?? .reviewed)
    folder = invocation.locator.dataFolder
    usesFile = invocation.cache != nil
  }

  /// What was worked out for a query before, if it is still right: then no names are needed.
  func kept(for store: VenueStore) -> VisitTallies? {
    guard usesFile, let folder else { return nil }
    return VisitTallies.kept(for: store, in: folder)
  }

  /// Without a folder there is nothing to look up.
  var hasFolder: Bool { folder != nil }

  /// `nil` where nothing can have been recorded.
  func tallies(_ names: NameDirectory) throws -> VisitTallies? {
    guard let folder else { return nil }
    return try usesFile
      ? VisitTallies.current(names, in: folder) : VisitTallies(names, in: folder)
  }

  func narrow(_ query: inout Query, by tallies: VisitTallies?, in store: VenueStore) {
    guard let tallies else {
      query.rows = filter.kept == .notVisited ? nil : []
      return
    }
    tallies.limit(&query, by: filter, in: store)
  }

  static func note(_ tallies: VisitTallies?) -> String? {
    guard let faults = tallies?.faults, faults > 0 else { return nil }
    return
      "\(counted(faults, "line")) of \(VisitLog.fileName) cannot be read; 'finder history' says why"
  }
}

/// The favourite, chain or venues of a name that `closest` looks for.
final class NameNarrowing: Sendable {
  private let text: String
  private let favourites: Favourites?
  private let favourite: Favourite?

  init(_ text: String, among favourites: Favourites?) {
    (self.text, self.favourites) = (text, favourites)
    favourite = favourites?.meant(by: text)
  }

  /// Returns what there is to say of the name. Throws where nothing is called so.
  func narrow(_ query: inout Query, by names: NameDirectory) throws -> String? {
    let wanted = VenueByName(text: favourite?.shown ?? text, names: names)
    let meant = favourite.map { VenueByName.branches(of: $0, in: names) } ?? wanted.branches()
    guard meant.count(in: names.chains) > 0 else {
      if let favourites { throw favourites.missing(text, wanted) }
      throw wanted.missing
    }
    meant.limit(&query, by: names.chains)
    return wanted.likelyChain
  }
}

extension Favourites {
  /// `nil` where there is no folder for them.
  static func ofUser(_ invocation: Invocation) throws -> Favourites? {
    try invocation.locator.dataFolder.map { folder in try Favourites(in: folder) }
  }

  /// The one of that position, name or id.
  func meant(by text: String) -> Favourite? { place(of: text).map { items[$0] } }

  /// Why no venue is meant, neither by a favourite nor by a name.
  fileprivate func missing(_ text: String, _ wanted: VenueByName) -> Failure {
    if let place = place(of: text) {
      return Failure(
        .nothingFound,
        "of favourite \(place + 1), \(UsageError.quote(items[place].shown)), no venue is in the dataset"
      )
    }
    guard let position = Int(text), position > 0, !items.isEmpty else { return wanted.missing }
    return Failure(
      .nothingFound, "there is no favourite \(position), and no venue is called so",
      hint: "  'finder favourites list' shows the \(items.count) that there are")
  }
}
