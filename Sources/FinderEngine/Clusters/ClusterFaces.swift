/// Finds the venue of a group that is nearest to the group's centre.
///
/// Chords decide but where two are too close to tell; there the geodesic does, and of venues equally far
/// away the name, the postcode, the position and the id. So the file's order decides between venues alone
/// that are otherwise identical.
struct ClusterFaces: ~Copyable {
  let store: VenueStore
  private let ids: UniqueIDs
  private var nearest = GrowingList<Candidate>()
  private var best = Double.infinity
  /// Chords above it are surely longer than the best.
  private var bound = Double.infinity

  init(_ store: VenueStore, _ ids: UniqueIDs) { (self.store, self.ids) = (store, ids) }

  mutating func begin() {
    nearest.removeAll()
    (best, bound) = (.infinity, .infinity)
  }

  mutating func add(_ rows: Range<Int>, around center: Cartesian) {
    store.index?.verify(rows)
    for row in rows {
      let squaredChord = store.squaredChord(from: center, toRow: row)
      guard squaredChord <= bound else { continue }
      nearest.append(Candidate(squaredChord: squaredChord, row: row))
      guard squaredChord < best else { continue }
      best = squaredChord
      bound = ChordBounds.squaredChordInDoubt(squaredChord)
    }
  }

  /// `nil` where no venue has a real place, as in a damaged file.
  mutating func finish(around center: Coordinate) -> Int? {
    let bound = bound
    nearest.removeAll { $0.squaredChord > bound }
    guard let first = nearest.all.first else { return nil }
    guard nearest.count > 1 else { return first.row }
    return nearestByGeodesic(center)
  }

  private func nearestByGeodesic(_ center: Coordinate) -> Int {
    let origin = GeodesicOrigin(center)
    var (face, least) = (-1, Double.infinity)
    var (spot, distance) = (center, -1.0)
    for candidate in nearest.all {
      let place = store.coordinate(ofRow: candidate.row)
      if distance < 0 || place != spot { distance = origin.distance(to: place) }
      spot = place
      if face < 0 || distance < least || distance == least && precedes(candidate.row, face) {
        (face, least) = (candidate.row, distance)
      }
    }
    return face
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    var order = store.withName(ofRow: a) { first in store.withName(ofRow: b) { first.order($0) } }
    if order != 0 { return order < 0 }
    let (one, other) = (store.venue(ofRow: a), store.venue(ofRow: b))
    one.withPostcode { first in other.withPostcode { order = first.order($0) } }
    if order != 0 { return order < 0 }
    let (here, there) = (one.coordinate, other.coordinate)
    if here.latitude != there.latitude { return here.latitude < there.latitude }
    if here.longitude != there.longitude { return here.longitude < there.longitude }
    var id = ByteBuffer(capacity: 64)
    var otherID = ByteBuffer(capacity: 64)
    ids.append(idOf: one, to: &id)
    ids.append(idOf: other, to: &otherID)
    return id.bytes.order(otherID.bytes) < 0
  }
}
