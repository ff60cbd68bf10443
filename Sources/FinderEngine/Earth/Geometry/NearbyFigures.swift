/// Distances and bearings for print, from one point to places nearby, without the geodesic.
///
/// The index has every venue as a place in space, so the straight chord is at hand. `ChordBounds` gives a
/// lower and an upper bound for the geodesic's length. If both round to the same tenth, Karney's method would
/// print that tenth. Up to 20 km, 99 in 100 do. The same goes for other roundings.
///
/// The chord leaves in nearly the geodesic's direction. A geodesic's principal normal is the surface's
/// normal, so only its torsion takes it out of the vertical plane in which it starts: by at most k t s^3 / 6,
/// with the curvature k below 1 / 6,335,000 m and the torsion t below 0.00337 k (see `ChordBounds`). Seen
/// from the start that is less than 1.5e-17 s^2 radians, 2.2e-6 degrees at 50 km. The rounding of the places
/// and of Karney's method, 25 nm together, is 1.5e-6 degrees from 1 m on. So the result of Karney's method is
/// within 1e-5 degrees to either side. If both ends round to the same tenth, that is the tenth to print.
struct NearbyFigures {
  private let latitude: Double
  let here: Cartesian
  private let east: (x: Double, y: Double)
  private let north: (x: Double, y: Double, z: Double)

  /// Chords from 1 m to 50 km; others are left to the geodesic.
  private static let squaredChords = 1.0...2.5e9

  init(_ point: Coordinate) {
    latitude = point.latitude
    let angles = SineAndCosine(degrees: SIMD2(point.latitude, point.longitude))
    here = Cartesian(angles)
    east = (-angles.sine[1], angles.cosine[1])
    north = (-angles.sine[0] * angles.cosine[1], -angles.sine[0] * angles.sine[1], angles.cosine[0])
  }

  /// Figures that print like those of `Geodesic.inverse`; `nil` if that is not certain.
  @inline(__always)
  func path(to place: Cartesian, for rounding: some FigureRounding) -> Geodesic.Path? {
    let (dx, dy, dz) = (place.x - here.x, place.y - here.y, place.z - here.z)
    let squared = dx * dx + dy * dy + dz * dz
    // At a pole, every direction depends on how the longitude was written.
    guard Self.squaredChords.contains(squared), abs(latitude) < 89.9,
      let distance = Self.distance(squaredChord: squared, rounding)
    else { return nil }
    let eastward = east.x * dx + east.y * dy
    let northward = north.x * dx + north.y * dy + north.z * dz
    var bearing = atan2(eastward, northward) * (180 / Double.pi)
    if bearing < 0 { bearing += 360 }
    guard rounding.printsAlike(bearings: bearing - 1e-5, bearing + 1e-5) else { return nil }
    return Geodesic.Path(distance: distance, bearing: bearing)
  }

  /// The bounds of `ChordBounds` by the arcsine's series: 2r asin(c/2r) is c (1 + u/6 + 3u²/40) for u =
  /// (c/2r)², and the rest, 1e-11 m at 50 km, is lost in the noise.
  @inline(__always)
  private static func distance(squaredChord: Double, _ rounding: some FigureRounding) -> Double? {
    let chord = squaredChord.squareRoot()
    let low = Self.arc(chord, squaredChord, ChordBounds.flattest) - 2 * ChordBounds.noise
    let high = Self.arc(chord, squaredChord, ChordBounds.sharpest) + 2 * ChordBounds.noise
    return rounding.printsAlike(distances: low, high) ? low : nil
  }

  /// The distance alone, from the square of the chord.
  @inline(__always)
  static func distance(
    nearbySquaredChord square: Double, for rounding: some FigureRounding
  ) -> Double? {
    squaredChords.contains(square) ? distance(squaredChord: square, rounding) : nil
  }

  /// No figure from `path` or `distance` is below the geodesic's by more than this: the bounds of a chord are
  /// 2.2e-17 of its cube apart, and each is widened by twice the noise.
  static func shortfall(_ distance: Double) -> Double {
    2.3e-17 * distance * distance * distance + 5 * ChordBounds.noise
  }

  @inline(__always)
  private static func arc(_ chord: Double, _ squaredChord: Double, _ radius: Double) -> Double {
    let u = squaredChord * (1 / (4 * radius * radius))
    return chord + chord * u * (1.0 / 6 + 3.0 / 40 * u)
  }
}

/// How figures are rounded for print, which determines which of them look the same.
package protocol FigureRounding {
  func printsAlike(distances low: Double, _ high: Double) -> Bool
  func printsAlike(bearings low: Double, _ high: Double) -> Bool
}

/// One decimal, as in all output for programs.
package struct TenthsRounding: FigureRounding {
  package init() {}

  @inline(__always) package func printsAlike(distances low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }

  @inline(__always) package func printsAlike(bearings low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }
}
