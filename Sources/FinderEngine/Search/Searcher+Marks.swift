extension Searcher {
  /// The rows that the query finds, wherever they are and whatever its limit, in the order of rows. The
  /// area of the query must be everywhere. Several threads compare the names.
  package func rows(of query: Query) -> [Int] {
    precondition(query.area == .everywhere)
    guard let filter = RowsWanted(query, of: store) else {
      return query.rows ?? Array(0..<store.count)
    }
    let parts = Parallel.ranges(of: query.rows?.count ?? store.count)
    let found = UnsafeMutablePointer<[Int]>.allocate(capacity: parts.count)
    found.initialize(repeating: [], count: parts.count)
    defer {
      found.deinitialize(count: parts.count)
      found.deallocate()
    }
    Parallel.run(parts.count) { part in
      found[part] =
        query.rows.map { rows in rows[parts[part]].filter(filter.accepts) }
        ?? parts[part].filter(filter.accepts)
    }
    return (0..<parts.count).flatMap { found[$0] }
  }
}
