import CommandLineKit
import FinderEngine
import FinderOwn

/// What a name refers to.
enum NameMeaning {
  case rows([Int])
  case chain(Int)

  /// For a chain with more branches than this, the index finds those near the point; fewer are measured one
  /// by one.
  private static let mostMeasured = 64

  func count(in chains: StoreChains) -> Int {
    switch self {
    case .rows(let rows): rows.count
    case .chain(let chain): chains.venues(of: chain)
    }
  }

  func rows(in chains: StoreChains) -> [Int] {
    switch self {
    case .rows(let rows): rows
    case .chain(let chain): chains.rows(of: chain)
    }
  }

  func limit(_ query: inout Query, by chains: StoreChains) {
    if case .chain(let chain) = self, chains.venues(of: chain) > Self.mostMeasured {
      query.chains = ChainFilter(chains, keeps: .chains([chain]))
    } else {
      query.rows = rows(in: chains)
    }
  }
}

struct VenueByName {
  let text: String
  let names: NameDirectory
  /// The nearest venue to it is meant, and suggestions should be near it.
  let point: Coordinate?
  let units: ReadableFigures.Units

  private var store: VenueStore { names.store }

  /// The venue that is meant: if there are several, the nearest to the point. Without a point, the only venue
  /// with exactly that name, even if it belongs to a chain. Throws if there is none, or if there are several
  /// and no point.
  func one() throws -> (row: Int, hit: Hit?) {
    let meant = names.venues(of: text)
    guard let point else {
      var rows = meant.rows(in: names.chains)
      if rows.count > 1, case let named = names.rows(named: text), named.count == 1 { rows = named }
      guard let row = rows.first else { throw missing }
      guard rows.count == 1 else { throw ambiguous(rows) }
      return (row, nil)
    }
    let hit = try closest(of: meant, to: point)
    return (hit.row, hit)
  }

  /// The nearest venue that may be meant.
  func closest(to point: Coordinate) throws -> Hit {
    try closest(of: names.venues(of: text), to: point)
  }

  func closest(of meant: NameMeaning, to point: Coordinate) throws -> Hit {
    guard meant.count(in: names.chains) > 0 else { throw missing }
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: names.chains)
    var searcher = Searcher(store)
    guard let hit = searcher.search(query).first else { throw missing }
    return hit
  }

  /// A note on the answer: how far the chain's nearest branch is, or that the name is a single venue's while
  /// a chain's is spelt almost the same.
  func note(on meant: NameMeaning) -> String? {
    guard case .chain(let chain) = meant, !names.chains.isShared(chain) else { return likelyChain }
    return point.flatMap { names.farAway(chain, from: $0, units) }
  }

  /// The note for what the text refers to.
  var note: String? { note(on: names.venues(of: text)) }

  var missing: Failure {
    if let id = PointForm.venueID(text) { return Self.noVenue(id) }
    return Failure(
      .nothingFound,
      "no venue has the id or the name \(UsageError.quote(text))\(didYouMean(suggestion, units))")
  }

  /// For a name that is being saved: a note if no venue has it.
  var unknownName: String? {
    guard names.branches(of: text).count(in: names.chains) == 0 else { return likelyChain }
    return "no venue in the dataset is called \(UsageError.quote(text))"
      + didYouMean(suggestion, units)
  }

  /// Set if only a few venues have exactly that name, and it is close to the name of a far larger chain:
  /// `McDonald`.
  var likelyChain: String? {
    guard case .rows(let rows) = names.branches(of: text), !rows.isEmpty,
      PointForm.venueID(text) == nil
    else { return nil }
    let chains = names.chains
    let large = chains.largestFirst.filter {
      chains.venues(of: $0) >= Self.manyTimes * rows.count && !chains.isShared($0)
    }
    guard let chain = Misspelling.closest(to: text, among: large, by: chains.name(of:)) else {
      return nil
    }
    let venues = rows.count == 1 ? "1 venue" : "\(rows.count) venues"
    return "\(UsageError.quote(text)) is the name of \(venues); for the chain of "
      + "\(chains.venues(of: chain)) write \(UsageError.quote(chains.name(of: chain)))"
  }

  private static let manyTimes = 20

  static func noVenue(_ id: String) -> Failure {
    Failure(
      .nothingFound, "no venue in the dataset has the id \(UsageError.quote(id))",
      hint: "  'finder near POINT --format csv' lists ids")
  }

  /// A chain or a venue near the point with a similar name; else, among names that contain all the words, the
  /// nearest to the point, or the first in alphabetical order.
  private var suggestion: SuggestedName? {
    let chain = names.closestChain(to: text, from: point)
    if let chain, chain.distance == nil { return chain }
    if let point, let venue = names.closestVenue(to: text, from: point) { return venue }
    if let chain { return chain }
    let rows = rowsWithAllWords
    guard let point else {
      return rows.map { Venue(row: $0, of: store).name }.min().map { SuggestedName(name: $0) }
    }
    var query = Query(from: point, area: .circle(radius: SuggestedName.far), limit: 1)
    query.rows = rows
    var searcher = Searcher(store)
    return searcher.search(query).first.map {
      SuggestedName(name: Venue(row: $0.row, of: store).name)
    }
  }

  private var rowsWithAllWords: [Int] {
    guard let match = NameMatch(text) else { return [] }
    let isShort = text.unicodeScalars.count < Self.fewestLetters
    return (0..<store.count).filter { row in
      let venue = Venue(row: row, of: store)
      var matches = false
      venue.withName { matches = match.matches($0) }
      guard matches, isShort else { return matches }
      let words = TidyName.string(venue.name).split(separator: " ")
      return [words.first, words.last].contains { word in
        word.map { FoldedName(String($0)) == FoldedName(text) } ?? false
      }
    }
  }

  /// Shorter texts occur inside too many names, so they must be the first or last word.
  private static let fewestLetters = 4

  /// Several venues match, and there is no point to decide which is nearest.
  func ambiguous(_ rows: [Int]) -> Failure {
    let writer = VenueWriter(store)
    let shown = rows.prefix(Self.mostShown).map { row -> String in
      let venue = Venue(row: row, of: store)
      let id = written { id in writer.withText(.id, of: venue) { id.append($0) } }
      let facts = [id, venue.name, venue.postcode ?? ""]
      return "  " + UsageError.escape(facts.filter { !$0.isEmpty }.joined(separator: "  ")) + "\n"
    }
    let more = rows.count > shown.count ? "  … and \(rows.count - shown.count) more\n" : ""
    return Failure(
      .usage,
      "\(UsageError.quote(text)) is the name of \(rows.count) venues: give a point, for the nearest, "
        + "or an id", hint: shown.joined() + more)
  }

  private static let mostShown = 6
}

extension NameDirectory {
  /// The venue with that id, or with a name that belongs to one branch (`Mowgli - Leeds`); else all branches.
  func venues(of text: String) -> NameMeaning {
    guard PointForm.venueID(text) == nil else { return branches(of: text) }
    if let row = row(ofTypedID: text) { return .rows([row]) }
    let named = rows(named: text)
    guard named.count == 1, let chain = chains.chain(named: text) else { return branches(of: text) }
    return isName(text, of: chain) ? .chain(chain) : .rows(named)
  }

  /// Whether the text is the chain's name, or its beginning: `mowgli`. With other words it is the name of the
  /// one venue that has exactly those: `Mowgli Restaurant`.
  private func isName(_ text: String, of chain: Int) -> Bool {
    NameKey.bytes(of: chains.name(of: chain)).starts(with: NameKey.bytes(of: text))
  }

  /// The branches of the chain with that name, else all venues whose names fold to the text. `venue:` means
  /// one venue.
  func branches(of text: String) -> NameMeaning {
    if let id = PointForm.venueID(text) { return venue(id) }
    if let chain = chains.chain(named: text) { return .chain(chain) }
    return .rows(rows(named: text))
  }

  /// The branches of a favourite, which may be a single venue.
  func branches(of favourite: Favourite) -> NameMeaning {
    favourite.id.map { venue($0) } ?? branches(of: favourite.shown)
  }

  private func venue(_ id: String) -> NameMeaning { .rows(row(ofTypedID: id).map { [$0] } ?? []) }

  /// The venue with an id that was typed or pasted. If no venue has exactly that id, spaces and quotes around
  /// it are dropped.
  func row(ofTypedID id: String) -> Int? { row(ofID: id) ?? row(ofID: VenueByName.pastedID(id)) }
}

extension VenueByName {
  /// Without surrounding white space or quotes, which some programs make curly.
  static func pastedID(_ text: String) -> String {
    let id = TidyName.string(text)
    let isQuoted = ["“”", "‘’", "\"\"", "''"].contains { pair in
      id.first == pair.first && id.last == pair.last
    }
    return isQuoted ? TidyName.string(String(id.dropFirst().dropLast())) : id
  }
}
