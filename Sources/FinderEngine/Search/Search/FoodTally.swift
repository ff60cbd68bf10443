/// How many venues a query finds, whatever its limit, and what its food left out that a user would want to hear
/// of.
package struct FoodTally: Sendable {
  package private(set) var fits = 0
  /// Venues that meet all else, where this is not known.
  package private(set) var unknown = 0
  /// What nothing is known of at those.
  package private(set) var unknownChoices: [FoodRequest.Choice] = []
  /// Venues whose names say it, and whose properties say other things.
  package private(set) var inNamesAlone = 0
  /// What comes near to what was asked for, and how many venues have that instead, most first.
  package private(set) var neighbours: [(choice: FoodRequest.Choice, venues: Int)] = []

  /// Of the venues in the query's area, whatever its limit. O(n) for the venues there
  package init(of query: Query, in store: VenueStore) {
    guard let food = query.food else { return }
    var rest = query
    (rest.food, rest.limit) = (nil, nil)
    let others = food.neighbours
    var counts = others.map { _ in 0 }
    var (fits, unknown, inNamesAlone, subjects) = (0, 0, 0, FoodQuestion.Subjects())
    let filters = others.map(\.filter)
    let withFacts = food.asksForFacts || filters.contains(where: \.asksForFacts)
    Searcher(store).forEachRow(of: rest) { row in
      let own = food.columns.row(row, withFacts: withFacts)
      switch food.answer(own, row, of: store, { subjects |= $0 }) {
      case .fits:
        fits += 1
        return
      case .inNameAlone: inNamesAlone += 1
      case .unknown: unknown += 1
      case .no: break
      }
      for place in filters.indices where filters[place].accepts(own, row, of: store) {
        counts[place] += 1
      }
    }
    (self.fits, self.unknown, self.inNamesAlone) = (fits, unknown, inNamesAlone)
    unknownChoices = food.choices(of: subjects)
    neighbours = zip(others, counts).filter { $1 > 0 }.map { ($0.choice, $1) }
      .sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.words < $1.0.words }
  }
}

extension FoodFilter {
  /// The same with a neighbour in place of each of its choices, where any venue has it.
  fileprivate var neighbours: [(choice: FoodRequest.Choice, filter: FoodFilter)] {
    request.neighbours.filter { columns.has($0.choice) }
      .map { ($0.choice, FoodFilter($0.request, columns)) }
  }
}
