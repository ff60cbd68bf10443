// What a straight chord through the earth says about the distance over its surface.
//
// A geodesic bends only as the surface under it does: its curvature is the surface's normal curvature,
// between a / b^2 and b / a^2 everywhere. So, for a chord c and a distance s:
//
// Upper. By Schur's theorem, an arc whose curvature is at most 1 / r has a chord at least as long as that of
// a circle of radius r, up to half a turn: s <= 2 r asin(c / 2r), r = b^2 / a. Points farther apart than that
// half turn (19903.4 km) are so nearly antipodal that their chords exceed 2r = 12670.9 km. From there on, the
// bound is half a meridian, the longest distance there is.
//
// Lower. An arc whose curvature is at least 1 / R could still be straighter than the circle if it twisted.
// Its tangent, drawn on the unit sphere, moves at the speed of the arc's curvature, on a curve whose own
// curvature there is torsion over curvature. A geodesic's torsion is half the difference of the principal
// curvatures times sin 2 alpha, greatest at the equator, so this ratio stays below 0.00337. Schur's theorem
// on the sphere then makes a helix with R = a^2 / b and that torsion the extreme case. Its chord exceeds the
// circle's by less than one part in 300,000 (0.234 times the ratio's square) up to half a turn, so a circle
// one part in 100,000 larger than R has the longer chord: s >= 2 R' asin(c / 2R'), R' = 1.00001 R. Past half
// a turn the bound is never above 19060 km, so it holds there too.
//
// The two bounds differ by 2 cm at 100 km and 2e-5 mm at 1 km. Below that, noise dominates: the computed
// distance is off by up to 15 nm and the computed chord by a few, so both bounds are widened by 100 nm. (In
// 360,000 random pairs, the bare bounds were exceeded by at most 2.2 nm.)

/// Bounds between the chord of two `Cartesian` points and their `Geodesic` distance, in metres. They hold for
/// the computed figures, not only for the true ones.
package enum ChordBounds {
  /// Half the meridian ellipse, the longest distance between any two points; rounded up.
  static let longestDistance = 20_003_931.458_626

  /// b^2 / a, the radius of the sharpest curve (a meridian where it crosses the equator).
  @inline(__always) static var sharpest: Double {
    Geodesic.polarRadius * Geodesic.axisRatio
  }
  /// The radius of the flattest curve, a^2 / b (at the poles), plus a hundred-thousandth.
  @inline(__always) static var flattest: Double {
    Geodesic.equatorialRadius / Geodesic.axisRatio * 1.00001
  }
  static let noise = 1e-7

  /// The upper bound: no pair with this chord is farther apart. Never falls as the chord grows.
  static func upper(chord: Double) -> Double {
    guard chord < 2 * sharpest else { return longestDistance + noise }
    return min(longestDistance, 2 * sharpest * asin(chord / (2 * sharpest))) + noise
  }

  /// The lower bound: no pair with this chord is closer together. Never falls as the chord grows.
  static func lower(chord: Double) -> Double {
    max(0, 2 * flattest * asin(chord / (2 * flattest)) - noise)
  }

  /// No pair within this distance has a longer chord, so anything beyond this chord is too far away. -1 if
  /// the distance is negative, since no pair is within it.
  package static func chordReaching(_ distance: Double) -> Double {
    guard distance >= 0 else { return -1 }
    // Twice the noise: once for the lower bound, once for the rounding here.
    let turn = (distance + 2 * noise) / (2 * flattest)
    return turn < Double.pi / 2 ? 2 * flattest * sin(turn) : .infinity
  }

  /// Every pair with at most this chord is within the distance, and need not be measured. -1 if the distance
  /// is too small for that to be certain of any pair.
  package static func chordWithin(_ distance: Double) -> Double {
    let sure = distance - 2 * noise
    guard sure > 0 else { return -1 }
    guard sure < longestDistance else { return .infinity }
    // The noise is subtracted from the chord as well: near half a turn, the chord hardly changes with the
    // distance.
    let chord = 2 * sharpest * sin(min(Double.pi / 2, sure / (2 * sharpest))) - noise
    return chord >= 0 ? chord : -1
  }

  /// Pairs with a longer chord than this one (squared) are certainly farther apart than pairs with a chord of
  /// square `squared`. Up to it, the order of the two distances is in doubt.
  ///
  /// Every step of a search calls this, so up to 1,000 km it avoids roots. The gap between the bounds is at
  /// most 2.2e-17 c³ + 4e-7 m: c³/24 · (1/6,335,439² - 1/6,399,658²) is 2.08e-17 c³, 6 % more covers the next
  /// term, and the rest is noise. Squared, c plus the gap is at most c² + 4.5e-17 c⁴ + 8e-7 c, and 2c is at
  /// most c²/1000 + 1000, which leaves only even powers. The doubt is 2 µm at 100 m, and 2 cm at 100 km.
  @inline(__always)
  package static func squaredChordInDoubt(_ squared: Double) -> Double {
    guard squared < 1e12 else { return squaredChordInDoubtFar(squared) }
    return squared + squared * (4.1e-10 + 4.5e-17 * squared) + 4.1e-4
  }

  @inline(never)
  private static func squaredChordInDoubtFar(_ squared: Double) -> Double {
    let farthest = chordReaching(upper(chord: squared.squareRoot()))
    return farthest * farthest
  }
}
