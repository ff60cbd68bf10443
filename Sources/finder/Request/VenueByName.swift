import CommandLineKit
import FinderEngine
import FinderOwn

/// What a name refers to: some venues, by row, or a chain.
enum NameMeaning {
  case rows([Int])
  case chain(Int)

  /// Up to this many branches are measured one by one. For a larger chain, the index finds those near the
  /// point.
  private static let mostMeasured = 64

  func count(in chains: StoreChains) -> Int {
    switch self {
    case .rows(let rows): rows.count
    case .chain(let chain): chains.venueCount(of: chain)
    }
  }

  func rows(in chains: StoreChains) -> [Int] {
    switch self {
    case .rows(let rows): rows
    case .chain(let chain): chains.rows(of: chain)
    }
  }

  func limit(_ query: inout Query, by chains: StoreChains) {
    if case .chain(let chain) = self, chains.venueCount(of: chain) > Self.mostMeasured {
      query.chains = ChainFilter(chains, keeps: .chains([chain]))
    } else {
      query.rows = rows(in: chains)
    }
  }
}

/// The venue that a text names.
struct VenueByName {
  let text: String
  let names: NameDirectory
  /// Of several venues, the nearest to this point is taken. Suggestions come from near it, too.
  let point: Coordinate?
  let units: ReadableFigures.Units

  private var store: VenueStore { names.store }

  /// The one venue that the text refers to. Of several, the nearest to the point; without a point, the only
  /// one with exactly that name, even if it belongs to a chain. Throws if no venue is meant, or several still.
  func one() throws -> (row: Int, hit: Hit?) {
    let meant = names.meaning(of: text)
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

  /// The nearest of the venues that the text refers to.
  func closest(to point: Coordinate) throws -> Hit {
    try closest(of: names.meaning(of: text), to: point)
  }

  func closest(of meant: NameMeaning, to point: Coordinate) throws -> Hit {
    guard meant.count(in: names.chains) > 0 else { throw missing }
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: names.chains)
    var searcher = Searcher(store)
    guard let hit = searcher.search(query).first else { throw missing }
    return hit
  }

  /// A note on the answer: that the chain's nearest branch is far away, or that a chain may have been meant
  /// (`likelyChain`).
  func note(on meant: NameMeaning) -> String? {
    guard case .chain(let chain) = meant, !names.chains.isShared(chain) else { return likelyChain }
    return point.flatMap { names.farAway(chain, from: $0, units) }
  }

  /// The note for what the text refers to.
  var note: String? { note(on: names.meaning(of: text)) }

  var missing: Failure {
    if let id = PointForm.venueID(text) { return Self.noVenue(id) }
    return Failure(
      .nothingFound,
      "no venue has the id or the name \(UsageError.quote(text))\(didYouMean(suggestion, units))")
  }

  /// A note on a name that is being saved: that no venue has it, or that a chain may have been meant.
  var unknownName: String? {
    guard names.branches(of: text).count(in: names.chains) == 0 else { return likelyChain }
    return "no venue in the dataset is called \(UsageError.quote(text))"
      + didYouMean(suggestion, units)
  }

  /// A note if only a few venues have exactly that name, and a far larger chain has almost the same:
  /// `McDonald`.
  var likelyChain: String? {
    guard case .rows(let rows) = names.branches(of: text), !rows.isEmpty,
      PointForm.venueID(text) == nil
    else { return nil }
    let chains = names.chains
    let large = chains.largestFirst.filter {
      chains.venueCount(of: $0) >= Self.timesLarger * rows.count && !chains.isShared($0)
    }
    guard let chain = Misspelling.closest(to: text, among: large, by: chains.name(of:)) else {
      return nil
    }
    let venues = rows.count == 1 ? "1 venue" : "\(rows.count) venues"
    return "\(UsageError.quote(text)) is the name of \(venues); for the chain of "
      + "\(chains.venueCount(of: chain)) write \(UsageError.quote(chains.name(of: chain)))"
  }

  private static let timesLarger = 20

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
      let words = venue.name.split(separator: " ")
      return [words.first, words.last].contains { word in
        word.map { FoldedName(String($0)) == FoldedName(text) } ?? false
      }
    }
  }

  /// Shorter texts are in too many names, so they must be a name's first or last word.
  private static let fewestLetters = 4

  /// The error for several venues and no point to choose the nearest by.
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
      "\(UsageError.quote(text)) is the name of \(rows.count) venues: give a point to get the nearest, "
        + "or give an id", hint: shown.joined() + more)
  }

  private static let mostShown = 6
}

extension NameDirectory {
  /// The venue with that id, or the only one with that name even if it is a branch (`Mowgli - Leeds`); else
  /// all branches.
  func meaning(of text: String) -> NameMeaning {
    guard PointForm.venueID(text) == nil else { return branches(of: text) }
    if let row = row(ofTypedID: text) { return .rows([row]) }
    let named = rows(named: text)
    guard named.count == 1, let chain = chains.chain(named: text) else { return branches(of: text) }
    return isName(text, of: chain) ? .chain(chain) : .rows(named)
  }

  /// Whether the text is the chain's name or its beginning: `mowgli`. Otherwise it is the name of one branch:
  /// `Mowgli Restaurant`.
  private func isName(_ text: String, of chain: Int) -> Bool {
    NameKey.bytes(of: chains.name(of: chain)).starts(with: NameKey.bytes(of: text))
  }

  /// The branches of the chain with that name, else all venues whose names fold to the text. With `venue:`,
  /// the venue with that id.
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

  /// The venue with a typed or pasted id. If no venue has exactly that id, the spaces and quotes around it
  /// are dropped.
  func row(ofTypedID id: String) -> Int? { row(ofID: id) ?? row(ofID: VenueByName.pastedID(id)) }
}

extension VenueByName {
  /// Without the white space and quotes around it. Some programs make quotes curly.
  static func pastedID(_ text: String) -> String {
    let id = TidyText.string(text)
    let isQuoted = ["“”", "‘’", "\"\"", "''"].contains { pair in
      id.first == pair.first && id.last == pair.last
    }
    return isQuoted ? TidyText.string(String(id.dropFirst().dropLast())) : id
  }
}
