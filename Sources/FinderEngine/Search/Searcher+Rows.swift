extension Searcher {
  /// The rows that the query finds, in no order and whatever its limit. O(rows that its area may hold).
  package func rows(of query: Query) -> [Int] {
    var rows: [Int] = []
    forEachRow(of: query) { rows.append($0) }
    return rows
  }
}
