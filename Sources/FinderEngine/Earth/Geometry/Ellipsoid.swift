/// An ellipsoid of rotation, with its half axes in metres.
struct Ellipsoid {
  let a: Double
  let b: Double

  static let airy = Ellipsoid(a: 6_377_563.396, b: 6_356_256.909)
  static let modifiedAiry = Ellipsoid(a: 6_377_340.189, b: 6_356_034.447)
  static let wgs84 = Ellipsoid(a: 6_378_137, b: 6_356_752.314_245_179)

  /// The square of the first eccentricity.
  var squaredEccentricity: Double { 1 - (b * b) / (a * a) }

  /// The distance from the axis to the surface, along its normal.
  func normalRadius(sine: Double) -> Double {
    a / (1 - squaredEccentricity * sine * sine).squareRoot()
  }

  /// A point on the surface; angles are in radians.
  func cartesian(latitude: Double, longitude: Double) -> (x: Double, y: Double, z: Double) {
    let radius = normalRadius(sine: sin(latitude))
    return (
      radius * cos(latitude) * cos(longitude), radius * cos(latitude) * sin(longitude),
      radius * (1 - squaredEccentricity) * sin(latitude)
    )
  }

  /// Bowring's formula. Near the surface its first step is good to far below a millimetre.
  func coordinate(x: Double, y: Double, z: Double) -> Coordinate {
    let distance = (x * x + y * y).squareRoot()
    let reduced = atan2(z * a, distance * b)
    let height = squaredEccentricity * a * a / b
    let inwards = squaredEccentricity * a
    let (sine, cosine) = (sin(reduced), cos(reduced))
    let latitude = atan2(
      z + height * sine * sine * sine, distance - inwards * cosine * cosine * cosine)
    return Coordinate(latitude: latitude * 180 / .pi, longitude: atan2(y, x) * 180 / .pi)
  }
}
