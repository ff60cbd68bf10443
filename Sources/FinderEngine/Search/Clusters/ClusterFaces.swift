/// Finds the venue of a group that is nearest to the group's centre.
///
/// Chords decide but where two are too close to tell; there the geodesic does, and of venues equally far
/// away the name, the postcode, the position and the id. So the file's order decides between venues alone
/// that are otherwise identical.
struct ClusterFaces: ~Copyable {
  let store: VenueStore
  /// Made where venues are asked for theirs: without a snapshot they take a walk over the whole store.
  private(set) var ids: UniqueIDs?
  private var nearest = GrowingList<Candidate>()
  private var best = Double.infinity
  /// Chords above it are surely longer than the best.
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

  /// `nil` where no venue has a real place, as in a damaged file.
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
        // As long as all share their spot nothing is measured.
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
