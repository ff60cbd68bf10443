/// How many venues a query finds, ignoring its limit, and what its food filter left out that a user would
/// want to know.
package struct FoodTally: Sendable {
  package private(set) var fits = 0
  /// Venues that meet everything else, but for which this is unknown.
  package private(set) var unknown = 0
  /// The choices that are unknown for them.
  package private(set) var unknownChoices: [FoodRequest.Choice] = []
  /// Venues whose names say it, but whose properties do not.
  package private(set) var inNamesAlone = 0
  /// Choices close to those requested, with the number of venues that have each instead, most first.
  package private(set) var neighbours: [(choice: FoodRequest.Choice, venues: Int)] = []

  /// Counts the venues in the query's area, ignoring its limit. If the query lists one of each chain, a chain
  /// counts once, and not at all if one of its venues fits. O(n) for the venues there
  package init(of query: Query, in store: VenueStore) {
    guard let food = query.food else { return }
    var rest = query
    (rest.food, rest.limit) = (nil, nil)
    let others = food.neighbours
    let fitting = RowCount(fitting: query, in: store)
    var (fits, subjects) = (0, FoodQuestion.Subjects())
    var (unknown, inNamesAlone) = (fitting, fitting)
    var counts = others.map { _ in fitting }
    let filters = others.map(\.filter)
    let withFacts = food.asksForFacts || filters.contains(where: \.asksForFacts)
    Searcher(store).forEachRow(of: rest) { row in
      let own = food.columns.row(row, withFacts: withFacts)
      var open = FoodQuestion.Subjects()
      switch food.answer(own, row, of: store, { open = $0 }) {
      case .fits:
        fits += 1
        return
      case .inNameAlone: inNamesAlone.add(row)
      case .unknown: if unknown.add(row) { subjects.formUnion(open) }
      case .no: break
      }
      for place in filters.indices where filters[place].accepts(own, row, of: store) {
        counts[place].add(row)
      }
    }
    self.fits = fitting.chains?.count ?? fits
    (self.unknown, self.inNamesAlone) = (unknown.rows, inNamesAlone.rows)
    unknownChoices = food.choices(of: subjects)
    neighbours = zip(others, counts).filter { $1.rows > 0 }.map { ($0.choice, $1.rows) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.words < $1.0.words }
  }
}

/// Counts venues that would make an answer longer.
private struct RowCount {
  private(set) var rows = 0
  /// If an answer lists one of each chain: the chains that are in it, or were counted.
  private(set) var chains: ChainCounter?

  init(fitting query: Query, in store: VenueStore) {
    guard let filter = query.chains, filter.isOnePerChain else { return }
    var chains = filter.counter(in: store)
    Searcher(store).forEachRow(of: query) { chains.add($0) }
    self.chains = chains
  }

  @discardableResult
  mutating func add(_ row: Int) -> Bool {
    guard chains?.add(row) ?? true else { return false }
    rows += 1
    return true
  }
}

extension FoodFilter {
  /// The same filter with a neighbour in place of each choice, for neighbours that any venue has.
  fileprivate var neighbours: [(choice: FoodRequest.Choice, filter: FoodFilter)] {
    request.neighbours.filter { columns.has($0.choice) }
      .map { ($0.choice, FoodFilter($0.request, columns)) }
  }
}
