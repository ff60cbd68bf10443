/// A position in space, precise to a few metres, in 8 bytes: x, y and z, each in 21 bits, as steps from the
/// earth's centre. It is enough to select the few of many venues that may be the nearest; those are then
/// measured exactly.
struct RoughPlace: BitwiseCopyable {
  let bits: UInt64

  /// In metres. The ellipsoid's diameter, 12,756 km, is less than 2^21 steps.
  static let step = 6.25
  /// In metres. Each axis is off by at most half a step, and the position by at most this.
  static let error = step * 0.87

  private static let middle = Double(1 << 20)
  private static let mask: UInt64 = 1 << 21 - 1

  init(_ place: Cartesian) {
    func steps(_ metres: Double) -> UInt64 {
      // A damaged snapshot may hold any number; results from it are not shown.
      let steps = (metres / Self.step + Self.middle).rounded()
      return steps >= 0 && steps <= Double(Self.mask) ? UInt64(steps) : 0
    }
    bits = steps(place.x) | steps(place.y) << 21 | steps(place.z) << 42
  }

  /// A point in the same units, not rounded.
  struct Point {
    let x, y, z: Double

    init(_ place: Cartesian) {
      x = place.x / RoughPlace.step + RoughPlace.middle
      y = place.y / RoughPlace.step + RoughPlace.middle
      z = place.z / RoughPlace.step + RoughPlace.middle
    }
  }

  /// The squared distance in steps.
  @inline(__always) func squaredSteps(to point: Point) -> Double {
    let dx = Double(Int32(truncatingIfNeeded: bits & Self.mask)) - point.x
    let dy = Double(Int32(truncatingIfNeeded: bits >> 21 & Self.mask)) - point.y
    let dz = Double(Int32(truncatingIfNeeded: bits >> 42)) - point.z
    return dx * dx + dy * dy + dz * dz
  }

  /// Beyond this many squared steps, no place can be nearer than one at `squaredSteps`, or so little farther
  /// that its distance along the ellipsoid may still be less.
  static func squaredStepsInDoubt(_ squaredSteps: Double) -> Double {
    let farthest = squaredSteps.squareRoot() * step + error
    let chord = ChordBounds.squaredChordInDoubt(farthest * farthest).squareRoot()
    let steps = (chord + error) / step
    return steps * steps
  }
}
