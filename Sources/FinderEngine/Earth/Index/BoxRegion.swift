/// A box of latitudes and longitudes, searched for in the tree of places in space.
///
/// Latitude grows with z, so two latitudes are two heights. A meridian is a half-plane from the earth's axis,
/// so two longitudes cut out a wedge, wherever the date line runs. Heights and wedge decide whole boxes of
/// the tree, with 4 m to spare for the rounding of Float. Each remaining row is compared in degrees, exactly
/// as it was written.
struct BoxRegion: SearchRegion {
  private let box: BoundingBox
  private let lowest: Float
  private let highest: Float
  private let wedge: Wedge
  /// Whether the meridian that is both -180 and 180 is in the box: rows on it may be written either way.
  private let hasDateLine: Bool
  private let positions: DegreeColumns

  private static let slack: Float = 4

  init(_ box: BoundingBox, of positions: DegreeColumns) {
    self.box = box
    let heights = Self.heights(of: SIMD2(box.south, box.north))
    lowest = Float(heights[0])
    highest = Float(heights[1])
    wedge = Wedge(box)
    hasDateLine = box.crossesAntimeridian || box.west <= -180 || box.east >= 180
    self.positions = positions
  }

  /// `Cartesian.z` of two latitudes.
  private static func heights(of latitudes: SIMD2<Double>) -> SIMD2<Double> {
    let sine = SineAndCosine(degrees: latitudes).sine
    let e2 = Geodesic.flattening * (2 - Geodesic.flattening)
    return Geodesic.equatorialRadius * (1 - e2) * sine / (1 - e2 * sine * sine).squareRoot()
  }

  @inline(__always) func relation(to quad: BoxQuad) -> QuadRelation {
    let slack = Self.slack
    let sides = wedge.relation(to: quad, slack: slack)
    let isAbove = quad.lowZ .> highest + slack
    let isBelow = quad.highZ .< lowest - slack
    let isBetween = (quad.lowZ .> lowest + slack) .& (quad.highZ .< highest - slack)
    return QuadRelation(
      outside: sides.outside .| isAbove .| isBelow, inside: sides.inside .& isBetween)
  }

  var window: DegreeWindow { DegreeWindow(box) }

  @inline(__always) func contains(rowsFrom row: Int, before end: Int) -> RowMask {
    let rows = row..<min(row + 4, end)
    positions.latitude.verify(rows)
    positions.longitude.verify(rows)
    if hasDateLine {
      return mask(rowsFrom: row, before: end) {
        box.contains(positions.coordinate(ofRow: $0))
      }
    }
    let latitudes = positions.latitude.lanes(row)
    let longitudes = positions.longitude.lanes(row)
    return (latitudes .>= box.south) .& (latitudes .<= box.north) .& (longitudes .>= box.west)
      .& (longitudes .<= box.east)
  }
}

/// The space between two half-planes that share the earth's axis.
private struct Wedge {
  /// Points east of the western meridian have a positive product with the first, points west of the eastern
  /// one with the second, if they are less than half the globe away.
  let eastOfWest: Side
  let westOfEast: Side
  let form: Form

  enum Form {
    /// Up to 180°, a point must be on the right side of both.
    case narrow
    /// Beyond that, it must be on the right side of at least one.
    case wide
    /// Every longitude is inside.
    case everything
  }

  init(_ box: BoundingBox) {
    let angles = SineAndCosine(degrees: SIMD2(box.west, box.east))
    eastOfWest = Side(x: Float(-angles.sine[0]), y: Float(angles.cosine[0]))
    westOfEast = Side(x: Float(angles.sine[1]), y: Float(-angles.cosine[1]))
    let width = box.longitudeWidth
    form = width >= 360 ? .everything : width <= 180 ? .narrow : .wide
  }

  struct Side {
    /// A unit vector at right angles to the half-plane.
    let x: Float
    let y: Float

    @inline(__always) func most(in quad: BoxQuad) -> BoxQuad.Lanes {
      x * (x > 0 ? quad.highX : quad.lowX) + y * (y > 0 ? quad.highY : quad.lowY)
    }

    @inline(__always) func least(in quad: BoxQuad) -> BoxQuad.Lanes {
      x * (x > 0 ? quad.lowX : quad.highX) + y * (y > 0 ? quad.lowY : quad.highY)
    }
  }

  @inline(__always) func relation(to quad: BoxQuad, slack: Float) -> QuadRelation {
    let missesFirst = eastOfWest.most(in: quad) .< -slack
    let missesSecond = westOfEast.most(in: quad) .< -slack
    let isInFirst = eastOfWest.least(in: quad) .> slack
    let isInSecond = westOfEast.least(in: quad) .> slack
    switch form {
    case .narrow:
      return QuadRelation(
        outside: missesFirst .| missesSecond, inside: isInFirst .& isInSecond)
    case .wide:
      return QuadRelation(
        outside: missesFirst .& missesSecond, inside: isInFirst .| isInSecond)
    case .everything:
      return QuadRelation(
        outside: BoxQuad.Mask(repeating: false), inside: BoxQuad.Mask(repeating: true))
    }
  }
}
