/// A point of the ellipsoid's surface in earth-centred, earth-fixed metres: x towards the equator at
/// Greenwich, z towards the north pole. Here the poles and the 180th meridian, which have several spellings
/// in degrees, have just one. Each coordinate is good to about 2 nm.
package struct Cartesian: Equatable, Sendable {
  package var x, y, z: Double

  package init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The square of the straight-line distance between two points, for comparing without a root.
  @inline(__always) package func squaredChord(to other: Cartesian) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }

  package init(_ point: Coordinate) {
    self.init(SineAndCosine(degrees: SIMD2(point.latitude, point.longitude)))
  }

  /// For callers that need the sines and cosines of latitude and longitude as well.
  @inline(__always) init(_ angles: SineAndCosine) {
    let e2 = Geodesic.flattening * (2 - Geodesic.flattening)
    // The radius of curvature across the meridian (in the prime vertical).
    let across =
      Geodesic.equatorialRadius / (1 - e2 * angles.sine[0] * angles.sine[0]).squareRoot()
    let fromAxis = across * angles.cosine[0]
    // Adding 0 turns -0 into 0, so that each place has a single bit pattern.
    self.init(
      x: fromAxis * angles.cosine[1] + 0, y: fromAxis * angles.sine[1] + 0,
      z: across * (1 - e2) * angles.sine[0] + 0)
  }
}
