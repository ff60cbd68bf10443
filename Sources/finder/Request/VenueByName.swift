import CommandLineKit
import FinderEngine
import FinderOwn

/// What a name stands for.
enum NameMeaning {
  case rows([Int])
  case chain(Int)

  /// Of a chain with more branches, those around the point are found by the index; a few are measured
  /// one by one.
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
  /// Suggestions should be near this.
  var point: Coordinate?
  var units = ReadableFigures.Units.metric

  private var store: VenueStore { names.store }

  private var named: [Int] { names.rows(named: text) }

  /// The venue of the id; else the only one of that name; else the branches.
  func venues() -> NameMeaning {
    if PointForm.venueID(text) == nil {
      if let row = names.row(ofTypedID: text) { return .rows([row]) }
      let named = self.named
      if named.count == 1 { return .rows(named) }
    }
    return branches()
  }

  /// The venue that is meant: of several the nearest to a point. Throws if there is none, or several and
  /// no point.
  func one(from point: Coordinate?) throws -> (row: Int, hit: Hit?) {
    let meant = venues()
    let count = meant.count(in: names.chains)
    guard count > 0 else { throw missing }
    guard let point else {
      let rows = meant.rows(in: names.chains)
      guard count == 1, let row = rows.first else { throw ambiguous(rows) }
      return (row, nil)
    }
    let hit = try closest(of: meant, to: point)
    return (hit.row, hit)
  }

  /// The nearest that is meant.
  func closest(to point: Coordinate) throws -> Hit { try closest(of: venues(), to: point) }

  func closest(of meant: NameMeaning, to point: Coordinate) throws -> Hit {
    guard meant.count(in: names.chains) > 0 else { throw missing }
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: names.chains)
    var searcher = Searcher(store)
    guard let hit = searcher.search(query).first else { throw missing }
    return hit
  }

  /// Of the chain that it names, else all whose names fold to the text. `venue:` means one venue.
  func branches() -> NameMeaning {
    if let id = PointForm.venueID(text) { return venue(id) }
    if let chain = names.chains.chain(named: text) { return .chain(chain) }
    return .rows(named)
  }

  private func venue(_ id: String) -> NameMeaning {
    .rows(names.row(ofTypedID: id).map { [$0] } ?? [])
  }

  /// Of a favourite, which may be one venue.
  static func branches(of favourite: Favourite, in names: NameDirectory) -> NameMeaning {
    let wanted = VenueByName(text: favourite.shown, names: names)
    return favourite.id.map { wanted.venue($0) } ?? wanted.branches()
  }

  var missing: Failure {
    if let id = PointForm.venueID(text) { return Self.noVenue(id) }
    return Failure(
      .nothingFound,
      "no venue has the id or the name \(UsageError.quote(text))\(didYouMean(suggestion, units))")
  }

  /// A note on a name that is kept for later, if no venue has it.
  var unknownName: String? {
    guard branches().count(in: names.chains) == 0 else { return likelyChain }
    return "no venue of the dataset is called \(UsageError.quote(text))"
      + didYouMean(suggestion, units)
  }

  /// If a few venues have just that name, and it is close to that of a far larger chain: `McDonald`.
  var likelyChain: String? {
    guard case .rows(let rows) = branches(), PointForm.venueID(text) == nil else { return nil }
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
      .nothingFound, "no venue of the dataset has the id \(UsageError.quote(id))",
      hint: "  'finder near POINT --format csv' lists ids")
  }

  /// A name with a similar spelling, of a chain or of a venue near the point; else of the names with all its
  /// words the nearest to the point, or the alphabetically first.
  private var suggestion: SuggestedName? {
    let chain = names.closestChain(to: text, from: point)
    if let chain, chain.distance == nil { return chain }
    guard let point else { return nameWithAllWords }
    if let venue = names.closestVenue(to: text, from: point) { return venue }
    if let chain { return chain }
    guard let match = NameMatch(text) else { return nil }
    var searcher = Searcher(store)
    let query = Query(
      from: point, area: .circle(radius: SuggestedName.far), limit: 1, match: match)
    return searcher.search(query).first.map {
      SuggestedName(name: Venue(row: $0.row, of: store).name)
    }
  }

  private var nameWithAllWords: SuggestedName? {
    guard let match = NameMatch(text) else { return nil }
    let fitting = (0..<store.count).lazy.map { Venue(row: $0, of: store) }.filter { venue in
      var matches = false
      venue.withName { matches = match.matches($0) }
      return matches
    }
    return fitting.map(\.name).min().map { SuggestedName(name: $0) }
  }

  /// Several fit, and no point says which is the nearest.
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
  /// The venue of an id that the user typed or pasted. If no venue has it exactly, spaces and quotes around
  /// it are dropped.
  func row(ofTypedID id: String) -> Int? { row(ofID: id) ?? row(ofID: VenueByName.pastedID(id)) }
}

extension VenueByName {
  /// Without white space around it, or quotes, which some programs make curly.
  static func pastedID(_ text: String) -> String {
    let id = TidyName.string(text)
    let isQuoted = ["“”", "‘’", "\"\"", "''"].contains { pair in
      id.first == pair.first && id.last == pair.last
    }
    return isQuoted ? TidyName.string(String(id.dropFirst().dropLast())) : id
  }
}
