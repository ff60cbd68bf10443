/// A map's grid, converted back into degrees. The letters and numerals are those of "A guide to coordinate
/// systems in Great Britain" (see `national`), for a transverse Mercator projection.
struct MapGrid {
  let ellipsoid: Ellipsoid
  /// On the central meridian.
  let scale: Double
  let origin: Coordinate
  let falseEasting: Double
  let falseNorthing: Double
  /// From the ellipsoid's datum.
  let toWGS84: HelmertShift

  private var originLatitude: Double { origin.latitude * .pi / 180 }

  func coordinate(easting: Double, northing: Double) -> Coordinate {
    let (latitude, longitude) = inverse(easting: easting, northing: northing)
    let point = ellipsoid.cartesian(latitude: latitude, longitude: longitude)
    let (x, y, z) = toWGS84.applied(to: point)
    return Ellipsoid.wgs84.coordinate(x: x, y: y, z: z)
  }

  /// In radians, on the grid's own ellipsoid.
  private func inverse(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let foot = footLatitude(northing - falseNorthing)
    let (sine, tangent, secant) = (sin(foot), tan(foot), 1 / cos(foot))
    let e2 = ellipsoid.squaredEccentricity
    let nu = scale * ellipsoid.normalRadius(sine: sine)
    let rho = nu * (1 - e2) / (1 - e2 * sine * sine)
    let eta2 = nu / rho - 1
    let (t2, t4) = (tangent * tangent, tangent * tangent * tangent * tangent)
    let t6 = t4 * t2

    let vii = tangent / (2 * rho * nu)
    let viii = tangent / (24 * rho * nu * nu * nu) * (5 + 3 * t2 + eta2 - 9 * t2 * eta2)
    let ix = tangent / (720 * rho * power(nu, 5)) * (61 + 90 * t2 + 45 * t4)
    let x = secant / nu
    let xi = secant / (6 * nu * nu * nu) * (nu / rho + 2 * t2)
    let xii = secant / (120 * power(nu, 5)) * (5 + 28 * t2 + 24 * t4)
    let xiia = secant / (5040 * power(nu, 7)) * (61 + 662 * t2 + 1320 * t4 + 720 * t6)

    let east = easting - falseEasting
    let square = east * east
    return (
      foot - square * (vii - square * (viii - square * ix)),
      origin.longitude * .pi / 180 + east * (x - square * (xi - square * (xii - square * xiia)))
    )
  }

  /// The latitude at this arc length along the central meridian.
  private func footLatitude(_ northing: Double) -> Double {
    var latitude = originLatitude + northing / (ellipsoid.a * scale)
    // Each round reduces the error by a factor of 300, so the fifth makes no difference.
    for _ in 0..<5 {
      latitude += (northing - meridianArc(to: latitude)) / (ellipsoid.a * scale)
    }
    return latitude
  }

  private func meridianArc(to latitude: Double) -> Double {
    let n = (ellipsoid.a - ellipsoid.b) / (ellipsoid.a + ellipsoid.b)
    let (n2, n3) = (n * n, n * n * n)
    let (difference, sum) = (latitude - originLatitude, latitude + originLatitude)
    let a = (1 + n + 5 / 4 * n2 + 5 / 4 * n3) * difference
    let b = (3 * n + 3 * n2 + 21 / 8 * n3) * sin(difference) * cos(sum)
    let c = (15 / 8 * n2 + 15 / 8 * n3) * sin(2 * difference) * cos(2 * sum)
    let d = 35 / 24 * n3 * sin(3 * difference) * cos(3 * sum)
    return ellipsoid.b * scale * (a - b + c - d)
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  /// The Ordnance Survey's National Grid (OSGB36), for anywhere near Great Britain; the Channel Islands have
  /// negative northings.
  ///
  /// Grid positions become latitudes and longitudes on the Airy ellipsoid of 1830 (exact to a millimetre).
  /// The Survey's Helmert transformation, one shift, rotation and scale for the whole of Great Britain,
  /// converts these to WGS 84. OSGB36 is not that regular, but the answer is within 5 m of the true position
  /// everywhere. At the Survey's own 23 test points it is off by 4.7 m at worst, and by 2.1 m in the root
  /// mean square. Only the Survey's table of 876,951 shifts would do better. Those points are given in
  /// ETRS89, which has drifted from WGS 84 by under a metre.
  ///
  /// Method and constants: "A guide to coordinate systems in Great Britain", Ordnance Survey, annexes A to C.
  static let national = MapGrid(
    ellipsoid: .airy, scale: 0.999_601_271_7, origin: Coordinate(latitude: 49, longitude: -2),
    falseEasting: 400_000, falseNorthing: -100_000,
    toWGS84: HelmertShift(
      metres: (446.448, -125.157, 542.060), seconds: (0.1502, 0.2470, 0.8421),
      partsPerMillion: -20.4894))

  /// The grid of the whole island of Ireland, to about 1 m, by the Ordnance Surveys' transformation of 1999
  /// (EPSG 1641). Tables of UK postcodes give Northern Ireland's eastings and northings on this grid, in
  /// columns named after the National Grid.
  static let irish = MapGrid(
    ellipsoid: .modifiedAiry, scale: 1.000_035, origin: Coordinate(latitude: 53.5, longitude: -8),
    falseEasting: 200_000, falseNorthing: 250_000,
    toWGS84: HelmertShift(
      metres: (482.5, -130.6, 564.6), seconds: (-1.042, -0.214, -0.631), partsPerMillion: 8.15))
}

/// An ellipsoid of revolution, with its semi-axes in metres.
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

  /// Bowring's formula. Near the surface, its first step is good to far below a millimetre.
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

/// A conversion from one datum to another, by seven parameters.
struct HelmertShift {
  let metres: (x: Double, y: Double, z: Double)
  let seconds: (x: Double, y: Double, z: Double)
  let partsPerMillion: Double

  func applied(to point: (x: Double, y: Double, z: Double)) -> (x: Double, y: Double, z: Double) {
    let radians = Double.pi / 180 / 3600
    let turn = (x: seconds.x * radians, y: seconds.y * radians, z: seconds.z * radians)
    let scale = 1 + partsPerMillion / 1_000_000
    return (
      metres.x + scale * point.x - turn.z * point.y + turn.y * point.z,
      metres.y + turn.z * point.x + scale * point.y - turn.x * point.z,
      metres.z - turn.y * point.x + turn.x * point.y + scale * point.z
    )
  }
}
