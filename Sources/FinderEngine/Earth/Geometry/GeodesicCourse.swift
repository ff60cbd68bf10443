/// A geodesic that leaves a point in a known direction, and the place on it after a given distance: the
/// direct problem, by the method and the series of `Geodesic`. Good to about 15 nm.
///
///     let course = GeodesicCourse(from: london, bearing: 339)
///     course.stop(after: 534_334).point  // Edinburgh, within a few hundred metres
///
/// Everything that depends only on the geodesic is computed once; a stop takes 0.15 µs.
package struct GeodesicCourse: Sendable {
  /// A place on the course, and the direction of travel there in degrees clockwise from north.
  package struct Stop: Sendable {
    package let point: Coordinate
    package let heading: Double
  }

  private let longitude: Double
  /// Sine and cosine of the azimuth at which the geodesic crosses the equator northwards.
  private let sine0, cosine0: Double
  /// Arc and longitude of the start on the auxiliary sphere, both from that crossing.
  private let sigma1, omega1: Angle
  /// The start's arc stretched by the series of `c1`.
  private let tau1: Angle
  private let stretch1: Double
  private let unit: Double
  private let back: Geodesic.SineSeries
  private let c3: Geodesic.SineSeries
  private let longitudeFactor: Double

  /// `bearing` is in degrees clockwise from north. From a pole, it is measured from the meridian of the
  /// point's longitude.
  package init(from point: Coordinate, bearing: Double) {
    let start = Geodesic.Endpoint(point)
    longitude = point.longitude
    let azimuth = Angle(degrees: bearing > 180 ? bearing - 360 : bearing)
    let beta = start.beta
    sine0 = azimuth.sine * beta.cosine
    let aside = azimuth.sine * beta.sine
    cosine0 = (azimuth.cosine * azimuth.cosine + aside * aside).squareRoot()
    // Going east along the equator there is no crossing, so the start counts as one.
    let isLevel = beta.sine == 0 && azimuth.cosine == 0
    let along = isLevel ? 1 : azimuth.cosine * beta.cosine
    sigma1 = Angle(y: beta.sine, x: along)
    omega1 = Angle(sine: sine0 * beta.sine, cosine: along)
    let epsilon = Geodesic.epsilon(cosineAtEquatorSquared: cosine0 * cosine0)
    let series = Geodesic.c1(epsilon)
    stretch1 = series.value(at: sigma1)
    tau1 = sigma1.turned(by: Angle(radians: stretch1))
    unit = Geodesic.polarRadius * (1 + Geodesic.a1Less1(epsilon))
    back = Geodesic.c1Reverted(epsilon)
    c3 = Geodesic.c3(epsilon)
    longitudeFactor = Geodesic.flattening * sine0 * Geodesic.a3(epsilon)
  }

  /// The place after this many metres, which may be negative, and not much more than once round the earth.
  package func stop(after metres: Double) -> Stop {
    let tau = metres / unit
    let arc = tau + back.value(at: tau1.turned(by: Angle(radians: tau))) + stretch1
    var sigma2 = sigma1.turned(by: Angle(radians: arc))
    let sineBeta = cosine0 * sigma2.sine
    let across = cosine0 * sigma2.cosine
    var cosineBeta = (sine0 * sine0 + across * across).squareRoot()
    if cosineBeta == 0 {
      // At a pole: anything but zero.
      cosineBeta = Geodesic.tiny
      sigma2.cosine = Geodesic.tiny
    }
    // The difference of the longitudes on the sphere minus the arc is small, so no half turn is lost.
    let omega2 = Angle(sine: sine0 * sigma2.sine, cosine: sigma2.cosine)
    let side = sine0 < 0 ? -1.0 : 1
    let turn =
      (atan2(side * omega2.sine, omega2.cosine) - atan2(side * omega1.sine, omega1.cosine))
      - (sigma2.radians - sigma1.radians)
    let omega = side * (arc + turn)
    let bent = arc + c3.difference(from: sigma1, to: sigma2)
    let lambda = (omega - longitudeFactor * bent) / Angle.degree
    let latitude = atan2(sineBeta, Geodesic.axisRatio * cosineBeta) / Angle.degree
    let heading = atan2(sine0, cosine0 * sigma2.cosine) / Angle.degree
    return Stop(
      point: Coordinate(
        latitude: min(90, max(-90, latitude)), longitude: Self.inRange(longitude + lambda)),
      heading: heading < 0 ? heading + 360 : heading)
  }

  private static func inRange(_ longitude: Double) -> Double {
    var longitude = longitude
    while longitude > 180 { longitude -= 360 }
    while longitude < -180 { longitude += 360 }
    return longitude
  }
}

extension Geodesic {
  /// The series of `c1` inverted: Karney's equations 20 and 21.
  @inline(__always) fileprivate static func c1Reverted(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    let e4 = e2 * e2
    return SineSeries(
      c1: e * (1.0 / 2 + e2 * (-9.0 / 32 + e2 * (205.0 / 1536))),
      c2: e2 * (5.0 / 16 + e2 * (-37.0 / 96 + e2 * (1335.0 / 4096))),
      c3: e3 * (29.0 / 96 + e2 * (-75.0 / 128)),
      c4: e4 * (539.0 / 1536 + e2 * (-2391.0 / 2560)),
      c5: e4 * e * (3467.0 / 7680),
      c6: e4 * e2 * (38081.0 / 61440))
  }
}

extension Geodesic.SineSeries {
  @inline(__always) fileprivate func value(at sigma: Angle) -> Double {
    difference(from: Angle(sine: 0, cosine: 1), to: sigma)
  }
}

extension Angle {
  @inline(__always) fileprivate func turned(by other: Angle) -> Angle {
    Angle(
      sine: sine * other.cosine + cosine * other.sine,
      cosine: cosine * other.cosine - sine * other.sine)
  }
}
