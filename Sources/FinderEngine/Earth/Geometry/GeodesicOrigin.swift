/// A point from which many others are measured. What depends on it alone is computed once. The
/// figures are those of `Geodesic`, to the last bit.
package struct GeodesicOrigin: Sendable {
  private let endpoint: Geodesic.Endpoint

  package init(_ point: Coordinate) { endpoint = Geodesic.Endpoint(point) }

  package func path(to point: Coordinate) -> Geodesic.Path {
    let target = Geodesic.Endpoint(point)
    let frame = Geodesic.Frame(endpoint, target)
    let line = frame.solve()
    return Geodesic.Path(distance: line.distance, bearing: frame.bearing(of: line))
  }

  package func distance(to point: Coordinate) -> Double {
    Geodesic.Frame(endpoint, Geodesic.Endpoint(point)).solve().distance
  }
}
