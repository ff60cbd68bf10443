/// Searches a store that has no index. Each row's latitude and longitude are compared with a window
/// of degrees, four rows at a time, and only the rows inside are examined further. 54,754 venues
/// take 30 µs, where building an index takes milliseconds.
struct ColumnScan {
  let store: VenueStore

  /// Gathers every row that could be among the `limit` nearest that the filter accepts. The window
  /// shrinks with the list's bound.
  func gatherNearest(
    to target: Coordinate, filter: some RowFilter, into list: inout CandidateList
  ) {
    let point = Cartesian(target)
    var bound = list.bound
    scan(DegreeWindow(around: target, chord: bound.squareRoot())) { first, inside, window in
      for lane in 0..<min(4, store.count - first) where inside[lane] {
        let row = first + lane
        let squaredChord = store.squaredChord(from: point, toRow: row)
        guard squaredChord <= list.bound, filter.accepts(row) else { continue }
        list.insert(Candidate(squaredChord: squaredChord, row: row))
        guard list.bound < bound else { continue }
        bound = list.bound
        window = DegreeWindow(around: target, chord: bound.squareRoot())
      }
    }
  }

  /// Calls `body` with each row that lies in the region.
  func forEachRow(in region: some SearchRegion, _ body: (Int) -> Void) {
    scan(region.window) { row, inside, _ in
      let mask = inside .& region.contains(rowsFrom: row, before: store.count)
      for lane in 0..<min(4, store.count - row) where mask[lane] { body(row + lane) }
    }
  }

  /// Calls `body` with each four rows of which some are inside the window, and with which ones are.
  /// It may narrow the window for the rows that follow.
  @inline(__always)
  private func scan(
    _ window: DegreeWindow, _ body: (Int, SearchRegion.RowMask, inout DegreeWindow) -> Void
  ) {
    let (latitude, longitude) = (store.columns.position.latitude, store.columns.position.longitude)
    var window = window
    // Rows past the last one are read from the columns' padding.
    for row in stride(from: 0, to: store.count, by: 4) {
      let (north, east) = (latitude.lanes(row), longitude.lanes(row))
      let inside =
        (north .>= window.south) .& (north .<= window.north) .& (east .>= window.west)
        .& (east .<= window.east)
      if any(inside) { body(row, inside, &window) }
    }
  }
}
