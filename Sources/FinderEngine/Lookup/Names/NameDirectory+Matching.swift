extension NameDirectory {
  /// The rows whose names have the typed words, of those with `marks`. Each name is compared once, not once
  /// a row, so that over 5.5 million venues a key in a filter has its frame before the next key.
  package func marks(of match: NameMatch, among marks: RowMarks?) -> RowMarks {
    let found = RowMarks(rows: store.count, keepsMarked: true)
    let (table, fits) = (table, fits(of: match))
    // No two of them have a word of the marks in common.
    let parts = Parallel.ranges(of: store.count / 64 + 1, atLeast: 1 << 10)
    Parallel.run(parts.count) { part in
      let rows = parts[part].lowerBound * 64..<min(parts[part].upperBound * 64, store.count)
      guard let names = table.names.nameOfRow.values(in: rows) else {
        return table.names.nameOfRow.owner.noteDamage()
      }
      func look(_ row: Int) {
        let name = Int(names[row - rows.lowerBound])
        guard name < fits.count, let fits = fits[name] else {
          // Of a long name the table has only the beginning.
          return store.withName(ofRow: row) { if match.matches($0) { found.mark(row) } }
        }
        if fits { found.mark(row) }
      }
      if let marks { marks.forEach(in: rows, look) } else { rows.forEach(look) }
    }
    found.countRows()
    return found
  }

  /// By name; `nil` where the table does not tell.
  private func fits(of match: NameMatch) -> [Bool?] {
    (0..<table.count).map { name in
      let text = table.text(of: name)
      return NameKey.mayBeCut(text.count) ? nil : match.matches(text)
    }
  }
}
