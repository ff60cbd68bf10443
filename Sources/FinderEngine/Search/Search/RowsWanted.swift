/// The rows whose names have a word for each word of the search, that meet every condition, and whose food,
/// chains and marks are wanted.
struct RowsWanted: RowFilter {
  private let store: VenueStore
  private let match: NameMatch?
  private let conditions: [Condition]
  private let food: FoodFilter?
  private let chains: ChainFilter?
  private let marks: RowMarks?
  /// Set if a condition needs them: without a snapshot they take a pass over the whole store.
  private let ids: UniqueIDs?

  /// `nil` if all rows are wanted.
  init?(_ query: Query, of store: VenueStore) {
    let chains = query.chains?.kept == .all ? nil : query.chains
    // Before any member is set, since to undo that would cost the runtime 21,000 instructions.
    guard
      query.match != nil || !query.conditions.isEmpty || query.food != nil || chains != nil
        || query.marks != nil
    else { return nil }
    (match, conditions, food, marks) = (query.match, query.conditions, query.food, query.marks)
    self.store = store
    self.chains = chains
    let needsIDs = conditions.contains { if case .id = $0.subject { true } else { false } }
    ids = needsIDs ? UniqueIDs(store) : nil
  }

  func accepts(_ row: Int) -> Bool {
    if let marks, !marks.accepts(row) { return false }
    if let chains, !chains.accepts(row, in: store) { return false }
    if let match, !store.withName(ofRow: row, { match.matches($0) }) { return false }
    if let food, !food.accepts(row, of: store) { return false }
    return conditions.isEmpty || meetsConditions(row)
  }

  /// The first filter that does not want a row, in the order in which `accepts` asks them; `nil` if all of
  /// them do.
  func refusal(of row: Int) -> Explanation.Filter? {
    if let marks, !marks.accepts(row) { return .marks }
    if let chains, !chains.accepts(row, in: store) { return .chains }
    if let match, !store.withName(ofRow: row, { match.matches($0) }) { return .match }
    if let food, !food.accepts(row, of: store) { return .food }
    return conditions.firstIndex { !$0.holds(ofRow: row, in: store, ids: ids) }
      .map { .condition($0) }
  }

  @inline(never) private func meetsConditions(_ row: Int) -> Bool {
    for condition in conditions where !condition.holds(ofRow: row, in: store, ids: ids) {
      return false
    }
    return true
  }
}

extension VenueStore {
  /// A store of the venues that a query finds anywhere, with an index, so that a search from many points
  /// selects them once. Positions and texts are those of the whole store.
  func fitting(_ query: Query) -> VenueStore {
    var all = query
    (all.area, all.limit) = (.everywhere, nil)
    guard all.isNarrowed, RowsWanted(all, of: self) != nil || all.rows != nil else {
      return indexed()
    }
    return rearranged(by: Searcher(self).marks(of: all).rows.map { UInt32($0) }).indexed()
  }
}
