/// The rows whose names have a word for each word of the search.
struct RowsNamed: RowFilter {
  let store: VenueStore
  let match: NameMatch

  func accepts(_ row: Int) -> Bool {
    store.withName(ofRow: row) { match.matches($0) }
  }
}

extension VenueStore {
  /// A store of the venues whose names match, so that a stream of queries looks for them once
  /// rather than for every point. Positions and texts are those of the whole store.
  func matching(_ match: NameMatch) -> VenueStore {
    let filter = RowsNamed(store: self, match: match)
    return rearranged(by: (0..<count).filter(filter.accepts).map { UInt32($0) }).indexed()
  }
}
