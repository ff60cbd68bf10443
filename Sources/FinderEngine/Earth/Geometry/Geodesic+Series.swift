// The series of Karney 2013, equations 15 to 18, 23 to 25 and 41 to 43, to order 6. Everything that depends
// only on the flattening is a constant expression, which the compiler folds: no table is built or looked up
// at run time.

extension Geodesic {
  /// The ellipsoid's other constants.
  @inline(__always) static var polarRadius: Double { equatorialRadius * axisRatio }
  /// b / a.
  @inline(__always) static var axisRatio: Double { 1 - flattening }
  /// The third flattening, n.
  @inline(__always) static var n: Double { flattening / (2 - flattening) }
  /// The second eccentricity squared, e'^2.
  @inline(__always) static var ep2: Double {
    flattening * (2 - flattening) / (axisRatio * axisRatio)
  }

  /// The series' variable, from the azimuth at which the geodesic crosses the equator: 0 for the equator
  /// itself, n for a meridian.
  @inline(__always) static func epsilon(cosineAtEquatorSquared: Double) -> Double {
    let k2 = ep2 * cosineAtEquatorSquared
    return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }

  /// c1 sin(2 sigma) + ... + c6 sin(12 sigma).
  struct SineSeries {
    var c1, c2, c3, c4, c5, c6: Double

    /// The series at `end` minus the series at `start`, summed together by Clenshaw's method.
    @inline(__always) func difference(from start: Angle, to end: Angle) -> Double {
      let sine = SIMD2(start.sine, end.sine)
      let cosine = SIMD2(start.cosine, end.cosine)
      let twice = 2 * (cosine - sine) * (cosine + sine)  // 2 cos(2 sigma)
      let b5 = twice * c6 + c5
      let b4 = twice * b5 - c6 + c4
      let b3 = twice * b4 - b5 + c3
      let b2 = twice * b3 - b4 + c2
      let b1 = twice * b2 - b3 + c1
      let sum = 2 * sine * cosine * b1
      return sum[1] - sum[0]
    }

    /// The coefficients `p` times its own minus `q` times the other's.
    @inline(__always) func times(_ p: Double, less q: Double, times other: SineSeries)
      -> SineSeries
    {
      SineSeries(
        c1: p * c1 - q * other.c1, c2: p * c2 - q * other.c2, c3: p * c3 - q * other.c3,
        c4: p * c4 - q * other.c4, c5: p * c5 - q * other.c5, c6: p * c6 - q * other.c6)
    }
  }

  @inline(__always) static func a1Less1(_ e: Double) -> Double {
    let e2 = e * e
    let t = e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 * (1.0 / 256)))
    return (t + e) / (1 - e)
  }

  @inline(__always) static func c1(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    let e4 = e2 * e2
    return SineSeries(
      c1: e * (-1.0 / 2 + e2 * (3.0 / 16 + e2 * (-1.0 / 32))),
      c2: e2 * (-1.0 / 16 + e2 * (1.0 / 32 + e2 * (-9.0 / 2048))),
      c3: e3 * (-1.0 / 48 + e2 * (3.0 / 256)),
      c4: e4 * (-5.0 / 512 + e2 * (3.0 / 512)),
      c5: e4 * e * (-7.0 / 1280),
      c6: e4 * e2 * (-7.0 / 2048))
  }

  @inline(__always) static func a2Less1(_ e: Double) -> Double {
    let e2 = e * e
    let t = e2 * (-3.0 / 4 + e2 * (-7.0 / 64 + e2 * (-11.0 / 256)))
    return (t - e) / (1 + e)
  }

  @inline(__always) static func c2(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    let e4 = e2 * e2
    return SineSeries(
      c1: e * (1.0 / 2 + e2 * (1.0 / 16 + e2 * (1.0 / 32))),
      c2: e2 * (3.0 / 16 + e2 * (1.0 / 32 + e2 * (35.0 / 2048))),
      c3: e3 * (5.0 / 48 + e2 * (5.0 / 256)),
      c4: e4 * (35.0 / 512 + e2 * (7.0 / 512)),
      c5: e4 * e * (63.0 / 1280),
      c6: e4 * e2 * (77.0 / 2048))
  }

  @inline(__always) static func a3(_ e: Double) -> Double {
    let k1 = (n - 1) / 2
    let k2 = ((3 * n - 1) * n - 2) / 8
    let k3 = ((-n - 3) * n - 1) / 16
    let k4 = (-2 * n - 3) / 64
    return 1 + e * (k1 + e * (k2 + e * (k3 + e * (k4 + e * (-3.0 / 128)))))
  }

  @inline(__always) static func c3(_ e: Double) -> SineSeries {
    let e2 = e * e
    let e3 = e * e2
    let e4 = e2 * e2
    let k11 = (1 - n) / 4
    let k12 = (1 - n * n) / 8
    let k13 = ((3 - n) * n + 3) / 64
    let k14 = (2 * n + 5) / 128
    let k22 = ((n - 3) * n + 2) / 32
    let k23 = ((-3 * n - 2) * n + 3) / 64
    let k24 = (n + 3) / 128
    let k33 = ((5 * n - 9) * n + 5) / 192
    let k34 = (9 - 10 * n) / 384
    let k44 = (7 - 14 * n) / 512
    return SineSeries(
      c1: e * (k11 + e * (k12 + e * (k13 + e * (k14 + e * (3.0 / 128))))),
      c2: e2 * (k22 + e * (k23 + e * (k24 + e * (5.0 / 256)))),
      c3: e3 * (k33 + e * (k34 + e * (7.0 / 512))),
      c4: e4 * (k44 + e * (7.0 / 512)),
      c5: e4 * e * (21.0 / 2560),
      c6: 0)
  }
}
