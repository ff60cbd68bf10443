extension Searcher {
  /// The rows that the query finds, whatever its limit. Where it looks everywhere, several threads compare
  /// the names.
  package func marks(of query: Query) -> RowMarks {
    let marks = RowMarks(rows: store.count, keepsMarked: true)
    if query.area == .everywhere, query.rows == nil {
      let filter = RowsWanted(query, of: store)
      // No two of them have a word of the marks in common.
      let parts = Parallel.ranges(of: store.count / 64 + 1, atLeast: 1 << 8)
      Parallel.run(parts.count) { part in
        let rows = parts[part].lowerBound * 64..<min(parts[part].upperBound * 64, store.count)
        func look(_ row: Int) {
          if filter?.accepts(row) ?? true { marks.mark(row) }
        }
        // Most of what others left out is passed over 64 rows at a time.
        if let known = query.marks { known.forEach(in: rows, look) } else { rows.forEach(look) }
      }
    } else {
      forEachRow(of: query) { marks.mark($0) }
    }
    marks.countRows()
    return marks
  }
}
