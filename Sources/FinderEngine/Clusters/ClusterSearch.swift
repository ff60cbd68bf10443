/// Groups the venues of a query by cells of one size.
///
/// Rows become runs, runs are sorted by their cells, and those of one cell are added up. Then each
/// group's rows are looked at once more for the venue nearest to their mean. All sums are of whole
/// numbers, so the order in which venues come changes nothing.
///
///     let size = ClusterSize(zoom: 9, pixels: 64)!
///     var search = ClusterSearch(store)
///     for group in search.search(query, size) { print(group.count) }
package struct ClusterSearch {
  private let store: VenueStore
  /// Those of the whole dataset, where they were needed.
  package private(set) var ids: UniqueIDs?

  package init(_ store: VenueStore) { self.store = store }

  /// In order of their ids. O(n). The query's limit and point do not matter.
  package mutating func search(_ query: Query, _ size: ClusterSize) -> [Cluster] {
    var runs = ClusterRuns(store, size)
    if query.asksForAll {
      runs.addAll()
    } else {
      Searcher(store).forEachRow(of: query) { runs.add($0, store.coordinate(ofRow: $0)) }
    }
    runs.finish()
    return groups(of: runs.runs.all, size)
  }

  /// The rows of the venues in a cell.
  package func members(of cell: ClusterCell, _ query: Query) -> [Int] {
    var rows: [Int] = []
    let square = MercatorSquare()
    var query = query
    if query.area == .everywhere { query.area = .box(cell.reach) }
    Searcher(store).forEachRow(of: query) { row in
      guard let point = store.checkedCoordinate(ofRow: row) else { return }
      let own = ClusterCell(
        size: cell.size, row: square.row(ofLatitude: point.latitude),
        column: MercatorSquare.column(ofLongitude: point.longitude))
      if own == cell { rows.append(row) }
    }
    return rows
  }

  private mutating func groups(
    of runs: UnsafeBufferPointer<ClusterRun>, _ size: ClusterSize
  ) -> [Cluster] {
    var order = GrowingList<KeyedRow>(capacity: runs.count)
    for (place, run) in runs.enumerated() {
      let cell = ClusterCell(size: size, row: run.row, column: run.column)
      order.append(KeyedRow(key: cell.key, row: UInt32(truncatingIfNeeded: place)))
    }
    KeyedRows.sort(UnsafeMutableBufferPointer(start: order.base, count: order.count))
    let sorted = order.all
    var faces = ClusterFaces(store, ids)
    var groups: [Cluster] = []
    var start = 0
    while start < sorted.count {
      let key = sorted[start].key
      var end = start + 1
      while end < sorted.count, sorted[end].key == key { end += 1 }
      let own = UnsafeBufferPointer(rebasing: sorted[start..<end])
      let cell = ClusterCell(size: size, key: key)
      if let group = group(cell, of: own, among: runs, &faces) { groups.append(group) }
      start = end
    }
    ids = faces.ids
    return groups
  }

  private func group(
    _ cell: ClusterCell, of entries: UnsafeBufferPointer<KeyedRow>,
    among runs: UnsafeBufferPointer<ClusterRun>, _ faces: inout ClusterFaces
  ) -> Cluster? {
    var sum = runs[Int(entries[0].row)]
    for entry in entries.dropFirst() { sum.add(runs[Int(entry.row)]) }
    let center = sum.center
    var face: Int? = Int(sum.firstRow)
    if sum.count > 1 {
      let place = Cartesian(center)
      faces.begin()
      for entry in entries { faces.add(runs[Int(entry.row)].rows, around: place) }
      face = faces.finish(around: center)
    }
    guard let face else {
      store.noteDamage()
      return nil
    }
    return Cluster(
      cell: cell, count: Int(sum.count), center: center,
      splitsAtZoom: cell.size.splittingZoom(differing: sum.differing), face: face)
  }
}
