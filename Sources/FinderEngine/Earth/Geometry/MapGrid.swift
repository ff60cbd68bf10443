/// A map's grid, turned back into degrees. The letters and numerals are those of "A guide to
/// coordinate systems in Great Britain" (see `national`), for a transverse Mercator projection.
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

  /// The latitude whose arc of the central meridian has this length.
  private func footLatitude(_ northing: Double) -> Double {
    var latitude = originLatitude + northing / (ellipsoid.a * scale)
    // Each round brings it 300 times nearer, so the fifth makes no difference.
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
}
