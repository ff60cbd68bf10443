/// All that is within a geodesic distance of a point, the circle's line included.
///
/// A chord settles nearly every row; only one within about a millionth of the radius of the line
/// needs the geodesic.
struct CircleRegion: SearchRegion {
  private let center: GeodesicOrigin
  private let radius: Double
  private let target: Cartesian
  /// Squares of chords: up to the first surely inside, past the second surely outside.
  private let surelyInside: Double
  private let surelyOutside: Double
  private let index: SpatialIndex
  private let latitude: Column<Double>
  private let longitude: Column<Double>

  init(center: Coordinate, radius: Double, store: VenueStore) {
    self.center = GeodesicOrigin(center)
    self.radius = radius
    target = Cartesian(center)
    let inner = ChordBounds.chordWithin(radius)
    let outer = ChordBounds.chordReaching(radius)
    surelyInside = inner < 0 ? -1 : inner * inner
    surelyOutside = outer * outer
    index = store.index
    latitude = store.latitude
    longitude = store.longitude
  }

  /// The square of the longest chord that may lie inside.
  var reach: Double { surelyOutside }

  func relation(to box: NodeBox) -> RegionRelation {
    let target = SIMD4(target.x, target.y, target.z, 0)
    if box.squaredDistance(from: target) > surelyOutside { return .outside }
    return box.squaredDistanceToFarthestCorner(from: target) <= surelyInside ? .inside : .partly
  }

  func contains(row: Int) -> Bool {
    contains(row: row, squaredChord: index.squaredChord(from: target, toRow: row))
  }

  func contains(row: Int, squaredChord: Double) -> Bool {
    if squaredChord <= surelyInside { return true }
    if squaredChord > surelyOutside { return false }
    let venue = Coordinate(latitude: latitude[row], longitude: longitude[row])
    return center.distance(to: venue) <= radius
  }
}
