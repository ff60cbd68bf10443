/// A place in space to a few metres, in 8 bytes: x, y and z, each in 21 bits, as steps from the earth's
/// centre. Enough to tell which few of many venues may be the nearest; these are then measured exactly.
struct RoughPlace: BitwiseCopyable {
  let bits: UInt64

  /// In metres. The ellipsoid, 12,756 km across, takes less than 2^21 of them.
  static let step = 6.25
  /// A place is off by half a step along each axis, and so by at most that many metres in all.
  static let error = step * 0.87

  private static let middle = Double(1 << 20)
  private static let mask: UInt64 = 1 << 21 - 1

  init(_ place: Cartesian) {
    func steps(_ metres: Double) -> UInt64 {
      // A damaged snapshot may hold anything for a number; what is found in it is not shown.
      let steps = (metres / Self.step + Self.middle).rounded()
      return steps >= 0 && steps <= Double(Self.mask) ? UInt64(steps) : 0
    }
    bits = steps(place.x) | steps(place.y) << 21 | steps(place.z) << 42
  }

  /// A point in the same steps, not rounded.
  struct Point {
    let x, y, z: Double

    init(_ place: Cartesian) {
      x = place.x / RoughPlace.step + RoughPlace.middle
      y = place.y / RoughPlace.step + RoughPlace.middle
      z = place.z / RoughPlace.step + RoughPlace.middle
    }
  }

  /// In steps, squared.
  @inline(__always) func squaredSteps(to point: Point) -> Double {
    let dx = Double(Int32(truncatingIfNeeded: bits & Self.mask)) - point.x
    let dy = Double(Int32(truncatingIfNeeded: bits >> 21 & Self.mask)) - point.y
    let dz = Double(Int32(truncatingIfNeeded: bits >> 42)) - point.z
    return dx * dx + dy * dy + dz * dz
  }

  /// No place farther than that many steps, squared, is nearer than one at so many, or so little farther
  /// that its distance along the ellipsoid may yet be less.
  static func squaredStepsInDoubt(_ squaredSteps: Double) -> Double {
    let farthest = squaredSteps.squareRoot() * step + error
    let chord = ChordBounds.squaredChordInDoubt(farthest * farthest).squareRoot()
    let steps = (chord + error) / step
    return steps * steps
  }
}
