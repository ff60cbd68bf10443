/// Everything within a geodesic distance of a point, the circle's line included.
///
/// The chord decides nearly every row. Only a row within about a millionth of the radius of the
/// line needs the geodesic.
struct CircleRegion: SearchRegion {
  private let center: Coordinate
  private let radius: Double
  private let target: SIMD4<Double>
  private let place: FloatPlace
  /// Squares of chords. Up to the first a row is certainly inside; past the second it is certainly
  /// outside.
  private let surelyInside: Double
  let surelyOutside: Double
  private let positions: DegreeColumns
  private let index: SpatialIndex?

  init(
    center: Coordinate, radius: Double, of positions: DegreeColumns, index: SpatialIndex?
  ) {
    self.center = center
    self.radius = radius
    let point = Cartesian(center)
    target = SIMD4(point.x, point.y, point.z, 0)
    place = FloatPlace(point)
    let inner = ChordBounds.chordWithin(radius)
    let outer = ChordBounds.chordReaching(radius)
    surelyInside = inner < 0 ? -1 : inner * inner
    surelyOutside = outer < 0 ? -1 : outer * outer
    self.positions = positions
    self.index = index
  }

  @inline(__always) func relation(to quad: BoxQuad) -> QuadRelation {
    QuadRelation(
      outside: quad.squaredDistances(from: place) .> FloatPlace.atLeast(surelyOutside),
      inside: quad.squaredDistancesToFarthestCorner(from: place)
        .<= FloatPlace.atMost(surelyInside))
  }

  var window: DegreeWindow {
    DegreeWindow(around: center, chord: max(0, surelyOutside).squareRoot())
  }

  @inline(__always) func contains(rowsFrom row: Int, before end: Int) -> RowMask {
    guard let index else {
      let center = Cartesian(center)
      return mask(rowsFrom: row, before: end) { row in
        let place = Cartesian(positions.coordinate(ofRow: row))
        return contains(row: row, squaredChord: place.squaredChord(to: center))
      }
    }
    index.verify(row..<min(row + 4, end))
    let chords = index.squaredChords(fromRow: row, to: target)
    let isInside = chords .<= surelyInside
    let isInDoubt = (chords .<= surelyOutside) .& .!isInside
    guard any(isInDoubt) else { return isInside }
    return mask(rowsFrom: row, before: end) { contains(row: $0, squaredChord: chords[$0 - row]) }
  }

  func contains(row: Int, squaredChord: Double) -> Bool {
    if squaredChord <= surelyInside { return true }
    if squaredChord > surelyOutside { return false }
    return Geodesic.distance(from: center, to: positions.coordinate(ofRow: row)) <= radius
  }
}
