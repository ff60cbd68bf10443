/// Groups the venues of a query by cells of one size.
///
/// Rows become runs, runs are sorted by cell, and those of the same cell are added up. Then each group's rows
/// are read again to find the venue nearest to their mean. Only whole numbers are added, so the order of the
/// venues does not matter.
///
///     let size = ClusterSize(zoom: 9, pixels: 64)!
///     var search = ClusterSearch(store)
///     for group in search.search(query, size) { print(group.count) }
package struct ClusterSearch {
  private let store: VenueStore
  /// The ids of the whole dataset, if they were needed.
  package private(set) var ids: UniqueIDs?

  package init(_ store: VenueStore) { self.store = store }

  /// In the order of their ids. O(n). The query's limit and point are ignored.
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

package struct Cluster: Sendable {
  package let cell: ClusterCell
  package let count: Int
  /// The mean of their positions, to 6 decimals.
  package let center: Coordinate
  /// The first zoom at which the venues are in several cells; `nil` if there is no such zoom.
  package let splitsAtZoom: Int?
  /// The row of the venue that is nearest to the centre.
  package let face: Int
}

/// Finds the venue of a group that is nearest to the group's centre.
///
/// Chords decide, unless two are too close. Then the geodesic decides, and for venues equally far away the
/// name, the postcode, the position and the id. So the file's order only decides between venues that are
/// otherwise identical.
struct ClusterFaces: ~Copyable {
  let store: VenueStore
  /// Made only when ids are needed, since without a snapshot that takes a pass over the whole store.
  private(set) var ids: UniqueIDs?
  private var nearest = GrowingList<Candidate>()
  private var best = Double.infinity
  /// The longest squared chord that may, on the geodesic, be as short as the best.
  private var bound = Double.infinity

  init(_ store: VenueStore, _ ids: UniqueIDs?) { (self.store, self.ids) = (store, ids) }

  mutating func begin() {
    nearest.removeAll()
    (best, bound) = (.infinity, .infinity)
  }

  mutating func add(_ rows: Range<Int>, around center: Cartesian) {
    guard let index = store.index else {
      for row in rows { add(row, store.squaredChord(from: center, toRow: row)) }
      return
    }
    index.verify(rows)
    let (x, y, z) = (index.x.base, index.y.base, index.z.base)
    var bound = bound
    for row in rows {
      let squaredChord = Cartesian(x: x[row], y: y[row], z: z[row]).squaredChord(to: center)
      guard squaredChord <= bound else { continue }
      add(row, squaredChord)
      bound = self.bound
    }
  }

  private mutating func add(_ row: Int, _ squaredChord: Double) {
    guard squaredChord <= bound else { return }
    nearest.append(Candidate(squaredChord: squaredChord, row: row))
    guard squaredChord < best else { return }
    best = squaredChord
    bound = ChordBounds.squaredChordInDoubt(squaredChord)
  }

  /// `nil` if no venue has a real position, as may happen in a damaged file.
  mutating func finish(around center: Coordinate) -> Int? {
    let bound = bound
    nearest.removeAll { $0.squaredChord > bound }
    guard let first = nearest.all.first else { return nil }
    guard nearest.count > 1 else { return first.row }
    return nearestByGeodesic(center)
  }

  private mutating func nearestByGeodesic(_ center: Coordinate) -> Int {
    let candidates = Array(nearest.all)
    let origin = GeodesicOrigin(center)
    var (face, least) = (candidates[0].row, Double.nan)
    var spot = store.coordinate(ofRow: face)
    var distance = Double.nan
    for candidate in candidates.dropFirst() {
      let place = store.coordinate(ofRow: candidate.row)
      if place != spot {
        // Nothing is measured as long as all of them share one spot.
        if least.isNaN { least = origin.distance(to: spot) }
        (spot, distance) = (place, origin.distance(to: place))
      }
      let isEqual = least.isNaN || distance == least
      if isEqual ? precedes(candidate.row, face) : distance < least {
        (face, least) = (candidate.row, distance)
      }
    }
    return face
  }

  private mutating func precedes(_ a: Int, _ b: Int) -> Bool {
    var order = store.withName(ofRow: a) { first in store.withName(ofRow: b) { first.order($0) } }
    if order != 0 { return order < 0 }
    let (one, other) = (store.venue(ofRow: a), store.venue(ofRow: b))
    one.withPostcode { first in other.withPostcode { order = first.order($0) } }
    if order != 0 { return order < 0 }
    let (here, there) = (one.coordinate, other.coordinate)
    if here.latitude != there.latitude { return here.latitude < there.latitude }
    if here.longitude != there.longitude { return here.longitude < there.longitude }
    let ids = ids ?? UniqueIDs(store)
    self.ids = ids
    var id = ByteBuffer(capacity: 64)
    var otherID = ByteBuffer(capacity: 64)
    ids.append(idOf: one, to: &id)
    ids.append(idOf: other, to: &otherID)
    return id.bytes.order(otherID.bytes) < 0
  }
}
