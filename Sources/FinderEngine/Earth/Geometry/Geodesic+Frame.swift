// Moves the two points into a standard position, which leaves few cases.

extension Geodesic {
  /// A point on the auxiliary sphere.
  struct Endpoint: Sendable {
    /// In degrees.
    let latitude, longitude: Double
    /// The reduced latitude. Its cosine is never quite zero, so that a pole is not a special case: 1.5e-154
    /// is invisible in any sum, and its square is still not zero.
    let beta: Angle
    /// sqrt(1 + e'^2 sin^2 beta): the factor by which the sphere's north-south arcs are stretched.
    let stretch: Double

    @inline(__always) init(_ point: Coordinate) {
      latitude = Angle.roundTiny(point.latitude)
      longitude = point.longitude
      let phi = Angle(degrees: latitude)
      let unit = Angle(y: axisRatio * phi.sine, x: phi.cosine)
      beta = Angle(sine: unit.sine, cosine: max(tiny, unit.cosine))
      stretch = (1 + ep2 * unit.sine * unit.sine).squareRoot()
    }
  }

  /// The square root of the smallest normal number, about 1.5e-154.
  @inline(__always) static var tiny: Double { 0x1p-511 }

  /// The pair in standard position: point 1 is the one farther from the equator, and is south of it; point 2
  /// is 0 to 180 degrees east of point 1. The reflections that lead there are stored for the bearing. The
  /// distance does not depend on them, so it is the same, to the last bit, in both directions.
  struct Frame {
    private(set) var beta1, beta2: Angle
    let stretch1, stretch2: Double
    /// The longitude of point 2 less that of point 1, in radians and as an exact angle.
    let lambda: Double
    let lambdaAngle: Angle
    /// How far `lambda` falls short of a half turn, in degrees.
    let supplement: Double
    let atPole: Bool
    private let swapped, southward, westward: Bool

    @inline(__always) init(_ from: Endpoint, _ to: Endpoint) {
      let east = eastward(from: from.longitude, to: to.longitude)
      westward = east.degrees < 0
      let degrees = westward ? -east.degrees : east.degrees
      let rest = westward ? -east.rest : east.rest
      lambda = degrees * Angle.degree
      lambdaAngle = Angle(degrees: degrees, rest: rest)
      supplement = (180 - degrees) - rest

      swapped = abs(from.latitude) < abs(to.latitude)
      let first = swapped ? to : from
      let second = swapped ? from : to
      southward = first.latitude >= 0
      beta1 = southward ? first.beta.mirrored : first.beta
      beta2 = southward ? second.beta.mirrored : second.beta
      stretch1 = first.stretch
      stretch2 = second.stretch
      atPole = abs(first.latitude) == 90
      matchLatitudes()
    }

    /// Latitudes that are equal or opposite to within rounding are made exactly so in both sine and cosine:
    /// whichever of the two is the finer measure here decides. Otherwise the solver's two measures could
    /// disagree about which point is farther south.
    @inline(__always) private mutating func matchLatitudes() {
      if beta1.cosine < -beta1.sine {
        if beta2.cosine == beta1.cosine {
          beta2.sine = Double(signOf: beta2.sine, magnitudeOf: beta1.sine)
        }
      } else if abs(beta2.sine) == -beta1.sine {
        beta2.cosine = beta1.cosine
      }
    }

    /// Degrees clockwise from north at the caller's first point.
    @inline(__always) func bearing(of line: Line) -> Double {
      guard line.distance != 0 else { return 0 }
      let azimuth = swapped ? line.azimuth2 : line.azimuth1
      let sine = westward ? -azimuth.sine : azimuth.sine
      let cosine = swapped != southward ? -azimuth.cosine : azimuth.cosine
      let degrees = atan2(sine, cosine) / Angle.degree
      guard degrees < 0 else { return degrees + 0 }  // never -0
      return degrees + 360 < 360 ? degrees + 360 : 0
    }
  }

  /// The solution in the frame's own terms, with both azimuths in the direction from point 1 to point 2.
  struct Line {
    var distance: Double
    var azimuth1, azimuth2: Angle
  }

  /// The degrees east from one longitude to another, in [-180, 180], as a double and its rounding error. Near
  /// a half turn that error is up to 1.4e-14 degrees, or 1.6 nm on the ground.
  @inline(__always) private static func eastward(from: Double, to: Double)
    -> (degrees: Double, rest: Double)
  {
    var (degrees, rest) = exactSum(to, -from)
    // Both exact: the operands are within a factor of two of each other.
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    (degrees, rest) = exactSum(degrees, rest)
    // Just past a half turn means just short of one in the other direction.
    if abs(degrees) == 180 { degrees = Double(signOf: -rest, magnitudeOf: degrees) }
    return (degrees, rest)
  }

  /// x + y and the rounding error of that sum (Knuth).
  @inline(__always) private static func exactSum(_ x: Double, _ y: Double) -> (Double, Double) {
    let sum = x + y
    let yPart = sum - x
    return (sum, (x - (sum - yPart)) + (y - yPart))
  }
}

extension Angle {
  /// With north and south swapped.
  @inline(__always) fileprivate var mirrored: Angle { Angle(sine: -sine, cosine: cosine) }
}
