/// A place in the form that is compared with boxes: rounded to Float, a metre to either side.
///
/// Rounding moves a coordinate by at most 0.25 m (they stay below 2^23), a difference of two (below
/// 2^24) by at most 0.5 m. So a coordinate's distance to a box is never more than the true one when
/// it is measured from a metre nearer, and never less when from a metre farther.
struct FloatPlace {
  let aboveX, aboveY, aboveZ: BoxQuad.Lanes
  let belowX, belowY, belowZ: BoxQuad.Lanes

  @inline(__always) init(_ place: Cartesian) {
    let (x, y, z) = (Float(place.x), Float(place.y), Float(place.z))
    aboveX = BoxQuad.Lanes(repeating: x + 1)
    aboveY = BoxQuad.Lanes(repeating: y + 1)
    aboveZ = BoxQuad.Lanes(repeating: z + 1)
    belowX = BoxQuad.Lanes(repeating: x - 1)
    belowY = BoxQuad.Lanes(repeating: y - 1)
    belowZ = BoxQuad.Lanes(repeating: z - 1)
  }

  /// Three squares and two sums in Float may be off by four parts in 2^24, a quarter of the margin
  /// here.
  @inline(__always) static func atLeast(_ square: Double) -> Float { Float(square * 1.000_001) }

  @inline(__always) static func atMost(_ square: Double) -> Float { Float(square * 0.999_999) }
}
