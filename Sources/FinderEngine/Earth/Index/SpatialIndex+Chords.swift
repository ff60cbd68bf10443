import CVector

extension SpatialIndex {
  /// Writes the squared chords of a leaf's rows, which the caller has verified, to `chords`. Returns a bit
  /// for each that is at most `bound`.
  ///
  /// Two rows at a time, since every processor has instructions for that. Up to three rows past the leaf's
  /// last one, or the columns' padding, are read and ignored.
  @inline(__always)
  func squaredChords(
    of rows: Range<Int>, to target: CartesianPairs, within bound: Double,
    into chords: UnsafeMutablePointer<Double>
  ) -> UInt32 {
    let bounds = SIMD2(repeating: bound)
    var near: UInt32 = 0
    var place = 0
    while place < rows.count {
      let row = rows.lowerBound &+ place
      let first = target.squaredChords(x.pair(row), y.pair(row), z.pair(row))
      let second = target.squaredChords(x.pair(row &+ 2), y.pair(row &+ 2), z.pair(row &+ 2))
      let four = UnsafeMutableRawPointer(chords + place)
      four.storeBytes(of: first, as: SIMD2<Double>.self)
      four.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
      let bits = cvector_at_most2(first, bounds) | cvector_at_most2(second, bounds) << 2
      near |= bits &<< UInt32(truncatingIfNeeded: place)
      place &+= 4
    }
    return near & (1 &<< UInt32(truncatingIfNeeded: rows.count) &- 1)
  }
}

extension Column<Double> {
  /// Two rows from `row` on, which the caller has verified.
  @inline(__always) func pair(_ row: Int) -> SIMD2<Double> {
    UnsafeRawPointer(base + row).loadUnaligned(as: SIMD2<Double>.self)
  }
}

/// A place to which chords are computed, with each coordinate twice.
struct CartesianPairs {
  let x, y, z: SIMD2<Double>

  @inline(__always) init(_ place: Cartesian) {
    (x, y, z) = (SIMD2(repeating: place.x), SIMD2(repeating: place.y), SIMD2(repeating: place.z))
  }

  @inline(__always)
  func squaredChords(_ x: SIMD2<Double>, _ y: SIMD2<Double>, _ z: SIMD2<Double>) -> SIMD2<Double> {
    let (dx, dy, dz) = (x - self.x, y - self.y, z - self.z)
    return dx * dx + dy * dy + dz * dz
  }
}
