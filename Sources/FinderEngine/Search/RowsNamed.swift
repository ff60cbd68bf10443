/// The rows whose name has a word for each word looked for.
struct RowsNamed: RowFilter {
  let store: VenueStore
  let match: NameMatch

  func accepts(_ row: Int) -> Bool {
    store.name(ofRow: row).withBytes { match.matches($0) }
  }
}

extension VenueStore {
  /// The venues whose names match, as a store of their own: what a stream of queries looks for once
  /// and not for every point. Positions and texts stay those of the whole.
  func matching(_ match: NameMatch) -> VenueStore {
    let filter = RowsNamed(store: self, match: match)
    let rows = (0..<count).filter(filter.accepts).map { UInt32($0) }
    return VenueStore(
      text: text, columns: columns.rearranged(by: rows), tally: tally,
      positions: Column(count: rows.count) { position(ofRow: Int(rows[$0])) }
    ).indexed()
  }
}
