/// A polygon, searched for in the tree of places in space.
///
/// The part of the globe in a box in space is within a box of degrees. If none of the polygon's edges passes
/// through that box, all of it is inside or outside. Otherwise the search goes on, and tests the remaining
/// rows one by one, exactly as they were written.
struct PolygonRegion: SearchRegion {
  let polygon: Polygon
  let positions: DegreeColumns

  func relation(to quad: BoxQuad) -> QuadRelation {
    var outside = BoxQuad.Mask(repeating: false)
    var inside = outside
    for lane in 0..<4 {
      guard let degrees = BoundingBox(surrounding: quad[lane]) else { continue }
      switch polygon.relation(to: degrees) {
      case .outside: outside[lane] = true
      case .inside: inside[lane] = true
      case .unclear: break
      }
    }
    return QuadRelation(outside: outside, inside: inside)
  }

  var window: DegreeWindow { DegreeWindow(polygon.planeBox) }

  func contains(rowsFrom row: Int, before end: Int) -> RowMask {
    mask(rowsFrom: row, before: end) { polygon.contains(positions.coordinate(ofRow: $0)) }
  }
}

extension BoundingBox {
  /// More than the error of the arithmetic here: a place a nanometre from its true position is 1e-6 degrees
  /// off close to a pole, and far less elsewhere.
  private static let slack = 1e-5

  /// The latitudes and longitudes of everything on the earth's surface that is in the box. `nil` if the
  /// longitudes are not a simple range: around a pole, across the antimeridian, or in a damaged box.
  init?(surrounding box: PlaceBox) {
    let (south, north) = (Self.latitude(atHeight: box.low.z), Self.latitude(atHeight: box.high.z))
    let isEast = box.low.x > 0
    // Clear of the half-plane of the antimeridian.
    guard south > -89.9, north < 89.9, isEast || box.low.y > 0 || box.high.y < 0 else { return nil }
    var (west, east) = (Double.infinity, -Double.infinity)
    for x in [box.low.x, box.high.x] {
      for y in [box.low.y, box.high.y] {
        let longitude = atan2(Double(y), Double(x)) * (180 / .pi)
        (west, east) = (min(west, longitude), max(east, longitude))
      }
    }
    guard west <= east, south <= north else { return nil }
    self.init(
      south: south - Self.slack, west: west - Self.slack, north: north + Self.slack,
      east: east + Self.slack)
  }

  /// The latitude of the parallel at this height above the equator's plane: the inverse of
  /// `BoxRegion.heights`.
  private static func latitude(atHeight z: Float) -> Double {
    let e2 = Geodesic.flattening * (2 - Geodesic.flattening)
    let polar = Geodesic.equatorialRadius * (1 - e2)
    let height = Double(z)
    let sine = height / (polar * polar + e2 * height * height).squareRoot()
    return asin(min(max(sine, -1), 1)) * (180 / .pi)
  }
}
