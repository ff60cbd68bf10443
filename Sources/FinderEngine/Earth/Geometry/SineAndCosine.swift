/// Sines and cosines of two angles at once, instead of four calls to the C library. Sine and cosine share one
/// reduction, and the two angles are the two halves of one register.
///
/// A whole number of quarter turns is subtracted in degrees, which is exact; the rest, at most 45 degrees,
/// goes into the polynomials of Sun's fdlibm, each good to less than one unit in the last place. So multiples
/// of 90 degrees give exact results.
struct SineAndCosine {
  let sine: SIMD2<Double>
  let cosine: SIMD2<Double>

  /// For -360 to 360 degrees.
  @inline(__always) init(degrees: SIMD2<Double>) {
    // Adding 1.5 * 2^52 leaves no room for fractions: the sum's last bits are the whole number.
    let shifted = degrees * (1.0 / 90) + 0x1.8p52
    let quarters = shifted - 0x1.8p52
    let radians = (degrees - 90 * quarters) * (Double.pi / 180)
    let (sine, cosine) = Self.upToAnEighthTurn(radians)

    let turns = unsafeBitCast(shifted, to: SIMD2<UInt64>.self)
    let isOdd = (turns & 1) .== 1
    // The sine is negative in the third and fourth quarter, the cosine in the second and third.
    let sineSign = (turns & 2) &<< 62
    let cosineSign = ((turns &+ 1) & 2) &<< 62
    self.sine = Self.flip(sine.replacing(with: cosine, where: isOdd), sineSign)
    self.cosine = Self.flip(cosine.replacing(with: sine, where: isOdd), cosineSign)
  }

  @inline(__always)
  private static func flip(_ value: SIMD2<Double>, _ sign: SIMD2<UInt64>) -> SIMD2<Double> {
    unsafeBitCast(
      unsafeBitCast(value, to: SIMD2<UInt64>.self) ^ sign, to: SIMD2<Double>.self)
  }

  @inline(__always)
  private static func upToAnEighthTurn(
    _ x: SIMD2<Double>
  ) -> (sine: SIMD2<Double>, cosine: SIMD2<Double>) {
    let z = x * x
    var s = z * 1.58969099521155010221e-10 - 2.50507602534068634195e-08
    s = z * s + 2.75573137070700676789e-06
    s = z * s - 1.98412698298579493134e-04
    s = z * s + 8.33333333332248946124e-03
    s = z * s - 1.66666666666666324348e-01

    var c = z * -1.13596475577881948265e-11 + 2.08757232129817482790e-09
    c = z * c - 2.75573143513906633035e-07
    c = z * c + 2.48015872894767294178e-05
    c = z * c - 1.38888888888741095749e-03
    c = z * c + 4.16666666666666019037e-02
    // 1 - z / 2 is rounded; the rounding error is added back.
    let half = 0.5 * z
    let near = 1 - half
    return (x + x * (z * s), near + (((1 - near) - half) + z * (z * c)))
  }
}
