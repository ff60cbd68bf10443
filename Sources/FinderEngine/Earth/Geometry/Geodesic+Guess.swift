// Where Newton's method starts.

extension Geodesic {
  /// The great circle on the auxiliary sphere. It is close to the answer for most pairs, and is exactly the
  /// answer for points a step apart.
  struct SphericalGuess {
    /// At point 1, not normalised.
    private let north, east: Double
    private let arcSine, arcCosine: Double
    private let omega: Angle
    private let stretch: Double
    private let isShort: Bool
    private let latitudes: Angle

    @inline(__always) init(_ frame: Frame) {
      let beta1 = frame.beta1
      let beta2 = frame.beta2
      latitudes = beta2.minus(beta1)
      isShort =
        latitudes.cosine >= 0 && latitudes.sine < 0.5 && beta2.cosine * frame.lambda < 0.5
      if isShort {
        // The ellipsoid's curvature at the middle latitude turns lambda into omega.
        let sum = beta1.sine + beta2.sine
        let width = beta1.cosine + beta2.cosine
        let sineSquared = sum * sum / (sum * sum + width * width)
        stretch = (1 + ep2 * sineSquared).squareRoot()
        omega = Angle(radians: frame.lambda / (axisRatio * stretch))
      } else {
        stretch = 1
        omega = frame.lambdaAngle
      }
      // Either form avoids a difference of nearly equal terms.
      let bulge = beta2.cosine * beta1.sine * omega.sine * omega.sine
      east = beta2.cosine * omega.sine
      north =
        omega.cosine >= 0
        ? latitudes.sine + bulge / (1 + omega.cosine)
        : beta2.sine * beta1.cosine + beta2.cosine * beta1.sine - bulge / (1 - omega.cosine)
      arcSine = (east * east + north * north).squareRoot()
      arcCosine = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine
    }

    @inline(__always) var azimuth1: Angle { Angle(eastward: east, north) }

    /// The complete answer below 23 cm: there the sphere's error, which grows as the square of the line's
    /// length, is a hundredth of a rounding error.
    @inline(__always) func tinyLine(_ frame: Frame) -> Line? {
      guard isShort, arcSine < 3.6e-8 else { return nil }
      let fall =
        omega.cosine >= 0 ? omega.sine * omega.sine / (1 + omega.cosine) : 1 - omega.cosine
      let azimuth2 = Angle(
        y: frame.beta1.cosine * omega.sine,
        x: latitudes.sine - frame.beta1.cosine * frame.beta2.sine * fall)
      let arc = atan2(arcSine, arcCosine)
      return Line(
        distance: arc * polarRadius * stretch, azimuth1: azimuth1, azimuth2: azimuth2)
    }

    /// Whether point 2 is within reach of the astroid around the antipode of point 1, where the sphere
    /// misleads.
    @inline(__always) func isNearAntipodal(_ frame: Frame) -> Bool {
      arcCosine < 0
        && arcSine < 6 * n * Double.pi * frame.beta1.cosine * frame.beta1.cosine
    }
  }
}

extension Geodesic.Frame {
  /// Karney's section 5: seen from the antipode of point 1, and measured in units of the astroid's half
  /// width, point 2 is at (x, y), both at most 0; the geodesic that reaches it is the normal of an ellipse
  /// through it.
  func antipodalGuess() -> Angle {
    let e = Geodesic.epsilon(cosineAtEquatorSquared: beta1.sine * beta1.sine)
    let scale = Geodesic.flattening * beta1.cosine * Geodesic.a3(e) * Double.pi
    let latitudes = beta2.sine * beta1.cosine + beta2.cosine * beta1.sine
    let x = atan2(-lambdaAngle.sine, -lambdaAngle.cosine) / scale
    let y = latitudes / (scale * beta1.cosine)
    // On the cut locus, or very close to it, the azimuth is that of the symmetrical geodesic.
    if y > -200 * Geodesic.ulp, x > -1 - 1000 * Geodesic.rootUlp {
      let sine = min(1, -x)
      return Angle(eastward: sine, -(1 - sine * sine).squareRoot())
    }
    let k = astroidRoot(x, y)
    let short = scale * -x * k / (1 + k)  // pi - omega
    let omega = Angle(sine: sin(short), cosine: -cos(short))
    let bulge = beta2.cosine * beta1.sine * omega.sine * omega.sine
    return Angle(
      eastward: beta2.cosine * omega.sine, latitudes - bulge / (1 - omega.cosine))
  }

  /// The positive root k of k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0: the root of a cubic by
  /// Cardano's formula, then that of a quadratic, each in the form without cancellation.
  private func astroidRoot(_ x: Double, _ y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    if q == 0, r <= 0 { return 0 }
    let u = cubicRoot(r: r, s: p * q / 4)
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }

  private func cubicRoot(r: Double, s: Double) -> Double {
    let r3 = r * r * r
    let discriminant = s * (s + 2 * r3)
    if discriminant < 0 {
      // Inside the astroid: three real roots; this one involves no cancellation.
      let angle = atan2((-discriminant).squareRoot(), -(s + r3))
      return r + 2 * r * cos(angle / 3)
    }
    let half = s + r3
    let t = cbrt(half + Double(signOf: half, magnitudeOf: discriminant.squareRoot()))
    return r + t + (t == 0 ? 0 : r * r / t)
  }
}

extension Angle {
  /// An azimuth from its eastward part, which must be positive, and its northward part; due east if it is
  /// not.
  @inline(__always) fileprivate init(eastward east: Double, _ north: Double) {
    // A NaN passes, and ends the search at the first trial.
    if !(east <= 0) { self.init(y: east, x: north) } else { self.init(sine: 1, cosine: 0) }
  }
}
