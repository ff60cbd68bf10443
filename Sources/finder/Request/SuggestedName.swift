import CommandLineKit
import FinderEngine

/// A chain or a venue that the user may have meant.
struct SuggestedName {
  let name: String
  /// The distance to its nearest branch, if that is far from the point.
  var distance: Double?

  /// Anything farther away is hardly what the user is looking for.
  static let far = 50_000.0

  /// About a tenth of a second's work.
  static let mostCompared = 10_000
}

func didYouMean(_ suggested: SuggestedName?, _ units: ReadableFigures.Units) -> String {
  guard let suggested, let distance = suggested.distance else {
    return didYouMean(suggested?.name)
  }
  return "; did you mean \(UsageError.quote(suggested.name)), \(readable(distance, units)) away?"
}

extension NameDirectory {
  /// The chain whose name begins with what was typed, or is most similar; the largest if there are several.
  /// With a point, it must have a branch within 50 km, unless its name differs by only a letter.
  func closestChain(to text: String, from point: Coordinate? = nil) -> SuggestedName? {
    guard let point else {
      return chains.closest(to: text) { _ in true }.map { SuggestedName(name: chains.name(of: $0)) }
    }
    let nearby = chainsNear(point)
    if let chain = chains.closest(to: text, among: { nearby[$0] }) {
      return SuggestedName(name: chains.name(of: chain))
    }
    guard let chain = chains.nearlySame(as: text) else { return nil }
    return SuggestedName(
      name: chains.name(of: chain), distance: distance(to: .chain(chain), from: point))
  }

  /// The venue within 50 km of a point whose name is most similar to what was typed.
  func closestVenue(to text: String, from point: Coordinate) -> SuggestedName? {
    var searcher = Searcher(store)
    let query = Query(
      from: point, area: .circle(radius: SuggestedName.far), limit: SuggestedName.mostCompared)
    let names = searcher.search(query).lazy.map { Venue(row: $0.row, of: self.store).name }
    return Misspelling.closest(to: text, among: names) { $0 }.map { SuggestedName(name: $0) }
  }

  /// For each chain, whether it has a branch within 50 km.
  private func chainsNear(_ point: Coordinate) -> [Bool] {
    var nearby = [Bool](repeating: false, count: chains.count)
    var searcher = Searcher(store)
    for hit in searcher.search(Query(from: point, area: .circle(radius: SuggestedName.far))) {
      if let chain = chains.chain(ofRow: hit.row) { nearby[chain] = true }
    }
    return nearby
  }

  func distance(to meant: NameMeaning, from point: Coordinate) -> Double? {
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: chains)
    var searcher = Searcher(store)
    return searcher.search(query).first?.distance
  }

  /// If a chain has no branch within 50 km, how far the nearest is.
  func farAway(_ chain: Int, from point: Coordinate, _ units: ReadableFigures.Units) -> String? {
    guard let distance = distance(to: .chain(chain), from: point), distance > SuggestedName.far
    else { return nil }
    return "the nearest \(chains.name(of: chain)) is \(readable(distance, units)) away"
  }
}

extension StoreChains {
  /// The chain whose name begins with what was typed, or is most similar; the largest if there are several.
  fileprivate func closest(to text: String, among isWanted: (Int) -> Bool) -> Int? {
    let compared = largestFirst.lazy.filter(isWanted).prefix(SuggestedName.mostCompared)
    let typed = text.lowercased()
    if typed.count >= 3,
      let longer = compared.first(where: { name(of: $0).lowercased().hasPrefix(typed) })
    {
      return longer
    }
    return Misspelling.closest(to: text, among: Array(compared), by: name(of:))
  }

  /// The largest chain whose name differs by only a letter.
  fileprivate func nearlySame(as text: String) -> Int? {
    Misspelling.closest(
      to: text, within: 1, among: largestFirst.prefix(SuggestedName.mostCompared), by: name(of:))
  }

  /// Chains of equal size are sorted by name, since chain numbers differ between a snapshot and the file.
  var largestFirst: [Int] {
    (0..<count).sorted {
      let (first, second) = (venueCount(of: $0), venueCount(of: $1))
      return first != second ? first > second : name(of: $0) < name(of: $1)
    }
  }
}
