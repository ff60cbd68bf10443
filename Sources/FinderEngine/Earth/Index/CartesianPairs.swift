import CVector

/// A place to which chords are worked out, each coordinate twice.
struct CartesianPairs {
  let x, y, z: SIMD2<Double>

  @inline(__always) init(_ place: Cartesian) {
    (x, y, z) = (
      SIMD2(repeating: place.x), SIMD2(repeating: place.y), SIMD2(repeating: place.z)
    )
  }

  @inline(__always)
  func squaredChords(
    _ x: SIMD2<Double>, _ y: SIMD2<Double>, _ z: SIMD2<Double>
  ) -> SIMD2<Double> {
    let (dx, dy, dz) = (x - self.x, y - self.y, z - self.z)
    return dx * dx + dy * dy + dz * dz
  }
}
