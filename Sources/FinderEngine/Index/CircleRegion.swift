/// All that is within a geodesic distance of a point, the circle's line included.
///
/// A chord settles nearly every row; only one within about a millionth of the radius of the line
/// needs the geodesic.
struct CircleRegion: SearchRegion {
  private let center: Coordinate
  private let origin: GeodesicOrigin
  private let radius: Double
  private let target: Cartesian
  /// Squares of chords: up to the first surely inside, past the second surely outside.
  private let surelyInside: Double
  private let surelyOutside: Double
  private let store: VenueStore

  init(center: Coordinate, radius: Double, store: VenueStore) {
    self.center = center
    origin = GeodesicOrigin(center)
    self.radius = radius
    target = Cartesian(center)
    let inner = ChordBounds.chordWithin(radius)
    let outer = ChordBounds.chordReaching(radius)
    surelyInside = inner < 0 ? -1 : inner * inner
    surelyOutside = outer * outer
    self.store = store
  }

  /// The square of the longest chord that may lie inside.
  var reach: Double { surelyOutside }

  var window: DegreeWindow {
    DegreeWindow(around: center, chord: surelyOutside.squareRoot())
  }

  func relation(to box: NodeBox) -> RegionRelation {
    let target = SIMD4(target.x, target.y, target.z, 0)
    if box.squaredDistance(from: target) > surelyOutside { return .outside }
    return box.squaredDistanceToFarthestCorner(from: target) <= surelyInside ? .inside : .partly
  }

  func contains(row: Int) -> Bool {
    contains(row: row, squaredChord: store.squaredChord(from: target, toRow: row))
  }

  func contains(row: Int, squaredChord: Double) -> Bool {
    if squaredChord <= surelyInside { return true }
    if squaredChord > surelyOutside { return false }
    return origin.distance(to: store.coordinate(ofRow: row)) <= radius
  }
}
