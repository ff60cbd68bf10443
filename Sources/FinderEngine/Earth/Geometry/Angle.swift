// Angles as sine and cosine: a sum or a difference costs four multiplications, and a right angle is exact.

/// An angle held as its sine and cosine.
package struct Angle {
  var sine: Double
  var cosine: Double

  @inline(__always) init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// The direction of (x, y). The solver always passes a longer side between 1e-154 and 2, so the squares
  /// neither overflow nor underflow, and `hypot` would only be slower.
  @inline(__always) init(y: Double, x: Double) {
    let length = (y * y + x * x).squareRoot()
    self.init(sine: y / length, cosine: x / length)
  }

  @inline(__always) init(radians: Double) {
    self.init(sine: sin(radians), cosine: cos(radians))
  }

  /// For -360 to 360 degrees; exact at multiples of 90. `rest`, a residue below one ulp of `degrees`, is
  /// added after the quarter turns are removed.
  @inline(__always) init(degrees: Double, rest: Double = 0) {
    let quarters = (degrees / 90).rounded()
    // The difference is exact: both operands are multiples of the same ulp, and it is smaller than they are.
    let remainder = Self.roundTiny(degrees - 90 * quarters + rest)
    let angle = Angle(radians: remainder * Self.degree)
    switch quarters {
    case 1, -3: self.init(sine: angle.cosine, cosine: 0 - angle.sine)
    case -1, 3: self.init(sine: 0 - angle.cosine, cosine: angle.sine)
    case 2, -2: self.init(sine: 0 - angle.sine, cosine: 0 - angle.cosine)
    default: self = angle
    }
  }

  /// In radians.
  @inline(__always) package static var degree: Double { Double.pi / 180 }

  /// Rounds a small angle (in degrees) to a multiple of 2^-57, which is 0.7 pm on the ground, so that no
  /// later step gets an angle like 1e-200, which is neither zero nor usable.
  @inline(__always) static func roundTiny(_ degrees: Double) -> Double {
    let limit = 0.0625
    let size = abs(degrees)
    guard size < limit else { return degrees }
    let gap = limit - size
    return Double(signOf: degrees, magnitudeOf: limit - gap)
  }

  @inline(__always) func minus(_ other: Angle) -> Angle {
    Angle(
      sine: sine * other.cosine - cosine * other.sine,
      cosine: cosine * other.cosine + sine * other.sine)
  }

  /// Turned by an angle (in radians) so small that its square is below the last bit.
  @inline(__always) func nudged(by radians: Double) -> Angle {
    Angle(sine: sine + cosine * radians, cosine: cosine - sine * radians)
  }

  /// From this angle to a later one, in [0, pi].
  @inline(__always) func arc(to end: Angle) -> Double {
    end.minus(self).notBehind.radians
  }

  /// For a difference known to be in [0, pi], whose sine may be negative through rounding. Adding 0 turns -0
  /// into 0: the arctangent of (-0, -1) is -pi.
  @inline(__always) var notBehind: Angle { Angle(sine: max(0, sine) + 0, cosine: cosine) }

  /// The cotangent, for comparing azimuths in (0, pi).
  @inline(__always) var cotangent: Double { cosine / sine }

  /// In (-pi, pi].
  @inline(__always) var radians: Double { atan2(sine, cosine) }
}
