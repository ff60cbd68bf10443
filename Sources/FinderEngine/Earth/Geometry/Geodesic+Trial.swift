// One evaluation of the function whose root is wanted: leave point 1 at a given azimuth, go as far as point
// 2's latitude, and see how far off the longitude is.

extension Geodesic {
  /// One geodesic from point 1 to the parallel of point 2.
  struct Trial {
    private let azimuth1, azimuth2: Angle
    /// Arcs on the auxiliary sphere from the northward crossing of the equator to the two ends.
    private let sigma1, sigma2: Angle
    private let arc: Double
    private let epsilon: Double
    /// The longitude reached minus the longitude wanted, in radians.
    let error: Double
    /// The reduced length in units of b: a turn by t at point 1 moves the end sideways by b m t.
    private let m: Double

    @inline(__always) init(_ frame: Frame, _ azimuth: Angle) {
      let beta1 = frame.beta1
      let beta2 = frame.beta2
      // Along the equator, north and south are equivalent; choose south.
      azimuth1 =
        beta1.sine == 0 && azimuth.cosine == 0
        ? Angle(sine: azimuth.sine, cosine: -tiny) : azimuth
      // Clairaut: sin(alpha) cos(beta) is the same everywhere along a geodesic.
      let sine0 = azimuth1.sine * beta1.cosine
      let eastward = azimuth1.sine * beta1.sine
      let cosine0Squared = azimuth1.cosine * azimuth1.cosine + eastward * eastward
      azimuth2 = Self.azimuthAtEnd(frame, azimuth1, sine0)

      let cosine1 = azimuth1.cosine * beta1.cosine
      let cosine2 = azimuth2.cosine * beta2.cosine
      sigma1 = Angle(y: beta1.sine, x: cosine1)
      sigma2 = Angle(y: beta2.sine, x: cosine2)
      arc = sigma1.arc(to: sigma2)

      // Longitudes on the sphere. Both lack the same factor, which does not affect the arctangent.
      let omega1 = Angle(sine: sine0 * beta1.sine, cosine: cosine1)
      let omega2 = Angle(sine: sine0 * beta2.sine, cosine: cosine2)
      let omega = omega2.minus(omega1).notBehind

      epsilon = Geodesic.epsilon(cosineAtEquatorSquared: cosine0Squared)
      let b3 = Geodesic.c3(epsilon).difference(from: sigma1, to: sigma2)
      error =
        omega.minus(frame.lambdaAngle).radians
        - flattening * Geodesic.a3(epsilon) * sine0 * (arc + b3)
      m = Self.reducedLength(frame, sigma1, sigma2, arc, epsilon)
    }

    @inline(__always)
    private static func azimuthAtEnd(_ frame: Frame, _ azimuth1: Angle, _ sine0: Double) -> Angle {
      let beta1 = frame.beta1
      let beta2 = frame.beta2
      // Opposite or equal latitudes are exactly symmetrical; the square root would only add noise.
      let sameWidth = beta2.cosine == beta1.cosine
      if sameWidth, abs(beta2.sine) == -beta1.sine {
        return Angle(sine: azimuth1.sine, cosine: abs(azimuth1.cosine))
      }
      let part = azimuth1.cosine * beta1.cosine
      let rise =
        beta1.cosine < -beta1.sine
        ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
        : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
      return Angle(
        sine: sameWidth ? azimuth1.sine : sine0 / beta2.cosine,
        cosine: (part * part + rise).squareRoot() / beta2.cosine)
    }

    @inline(__always)
    private static func reducedLength(
      _ frame: Frame, _ sigma1: Angle, _ sigma2: Angle, _ arc: Double, _ e: Double
    ) -> Double {
      let a1 = Geodesic.a1Less1(e)
      let a2 = Geodesic.a2Less1(e)
      let series = Geodesic.c1(e).times(1 + a1, less: 1 + a2, times: Geodesic.c2(e))
      let j = (a1 - a2) * arc + series.difference(from: sigma1, to: sigma2)
      // The products are taken in this order so that they cancel exactly for coincident points.
      return frame.stretch2 * (sigma1.cosine * sigma2.sine)
        - frame.stretch1 * (sigma1.sine * sigma2.cosine) - sigma1.cosine * sigma2.cosine * j
    }

    /// The next azimuth by Newton's rule, unless it leaves (0, pi).
    @inline(__always) func newtonStep(_ frame: Frame) -> Angle? {
      let slope =
        azimuth2.cosine == 0
        ? -2 * axisRatio * frame.stretch1 / frame.beta1.sine
        : m * axisRatio / (azimuth2.cosine * frame.beta2.cosine)
      guard slope > 0 else { return nil }
      let turn = -error / slope
      guard abs(turn) < Double.pi else { return nil }
      let by = Angle(radians: turn)
      let sine = azimuth1.sine * by.cosine + azimuth1.cosine * by.sine
      guard sine > 0 else { return nil }
      return Angle(y: sine, x: azimuth1.cosine * by.cosine - azimuth1.sine * by.sine)
    }

    /// The distance along this geodesic, in metres.
    @inline(__always) private var distance: Double {
      let series = Geodesic.c1(epsilon).difference(from: sigma1, to: sigma2)
      return polarRadius * (1 + Geodesic.a1Less1(epsilon)) * (arc + series)
    }

    @inline(__always) func line() -> Line {
      Line(distance: distance, azimuth1: azimuth1, azimuth2: azimuth2)
    }

    /// Whether the end is so close to point 2 that the first variation of length is enough. That ignores d^2
    /// / 2m, where d is the end's error and m the reduced length; the bound keeps it below b 1e-17 / 2 = 0.03
    /// nm, and the azimuth's error, (d / m)^2 / 2, below 1e-17 / 2m. The last tenth of the way to the
    /// antipode is left to Newton's method alone: m changes quickly there.
    @inline(__always) func canBeCorrected(_ frame: Frame) -> Bool {
      let aside = error * frame.beta2.cosine
      return aside * aside <= 1e-17 * m && arc < 2.8
    }

    @inline(__always) func corrected(_ frame: Frame) -> Line {
      let aside = error * frame.beta2.cosine
      let turn = -aside / (axisRatio * m)
      return Line(
        distance: distance - equatorialRadius * aside * azimuth2.sine,
        azimuth1: azimuth1.nudged(by: turn * azimuth2.cosine),
        azimuth2: azimuth2.nudged(
          by: turn * azimuth1.cosine * frame.beta1.cosine / frame.beta2.cosine))
    }
  }
}
