/// Everything in a ring around a point, including its edges; a circle if its inner edge is at 0.
///
/// The chord decides nearly every row; only one within about a millionth of an edge needs the geodesic. Boxes
/// inside the hole are left out, like those beyond the rim.
struct AnnulusRegion: SearchRegion {
  private let center: Coordinate
  private let annulus: Annulus
  private let target: SIMD4<Double>
  private let place: FloatPlace
  private let hole: Edge
  private let rim: Edge
  private let positions: DegreeColumns
  private let index: SpatialIndex?
  private let geodesics: GeodesicCount?

  /// Squares of chords: up to the first, a row is certainly nearer than the edge; past the second, certainly
  /// farther. Each leaves a margin of a tenth of a micrometre; the scale's rounding takes up to 4 nm of it.
  private struct Edge {
    let surelyWithin: Double
    let surelyBeyond: Double

    init(_ distance: Double) {
      let within = ChordBounds.chordWithin(distance)
      let beyond = ChordBounds.chordReaching(distance)
      surelyWithin = within < 0 ? -1 : within * within
      surelyBeyond = beyond < 0 ? -1 : beyond * beyond
    }
  }

  /// The geodesics that it computes are added to `geodesics`.
  init(
    center: Coordinate, annulus: Annulus, of positions: DegreeColumns, index: SpatialIndex?,
    geodesics: GeodesicCount? = nil
  ) {
    self.center = center
    self.annulus = annulus
    let point = Cartesian(center)
    target = SIMD4(point.x, point.y, point.z, 0)
    place = FloatPlace(point)
    // Nothing is too near for a circle, not even its centre.
    hole = Edge(annulus.inner > 0 ? annulus.inner / annulus.scale : -1)
    rim = Edge(annulus.outer / annulus.scale)
    self.positions = positions
    self.index = index
    self.geodesics = geodesics
  }

  /// No row with a longer chord than this (squared) is in it.
  var farthest: Double { rim.surelyBeyond }

  @inline(__always) func relation(to quad: BoxQuad) -> QuadRelation {
    let nearest = quad.squaredDistances(from: place)
    let farthest = quad.squaredDistancesToFarthestCorner(from: place)
    return QuadRelation(
      outside: (nearest .> FloatPlace.atLeast(rim.surelyBeyond))
        .| (farthest .<= FloatPlace.atMost(hole.surelyWithin)),
      inside: (farthest .<= FloatPlace.atMost(rim.surelyWithin))
        .& (nearest .> FloatPlace.atLeast(hole.surelyBeyond)))
  }

  var window: DegreeWindow {
    DegreeWindow(around: center, chord: max(0, rim.surelyBeyond).squareRoot())
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
    let isInside = (chords .<= rim.surelyWithin) .& (chords .> hole.surelyBeyond)
    let isPossible = (chords .<= rim.surelyBeyond) .& (chords .> hole.surelyWithin)
    guard any(isPossible .& .!isInside) else { return isInside }
    return mask(rowsFrom: row, before: end) { contains(row: $0, squaredChord: chords[$0 - row]) }
  }

  func contains(row: Int, squaredChord: Double) -> Bool {
    if squaredChord <= hole.surelyWithin || squaredChord > rim.surelyBeyond { return false }
    if squaredChord <= rim.surelyWithin, squaredChord > hole.surelyBeyond { return true }
    geodesics?.count += 1
    let distance = Geodesic.distance(from: center, to: positions.coordinate(ofRow: row))
    return annulus.contains(distance: distance)
  }
}
