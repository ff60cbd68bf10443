import FinderEngine

extension LoadedData {
  /// Works out an answer to a query that is narrowed by chains, and by visits and reviews, and writes
  /// it. Names are looked at only where something is wanted of chains, or of visits that were not looked
  /// up before.
  mutating func answer(
    to output: Output, _ query: Query, _ chains: ChainWishes?, _ visits: VisitWishes?,
    _ work: (VenueStore, Query) throws -> Answer
  ) throws -> Int {
    guard chains != nil || !(visits?.isKept(for: store) ?? true) else {
      return try answer(to: output) { store in
        var narrowed = query
        try visits?.limit(&narrowed, in: store, nil)
        return try work(store, narrowed)
      }
    }
    return try answer(to: output) { store, names in
      var narrowed = query
      narrowed.chains = chains?.filter(by: names.chains)
      try visits?.limit(&narrowed, in: store, names)
      return try work(store, narrowed)
    }
  }
}
