/// On which side of a line a point lies, exactly.
///
/// The sign of (bx - ax) (py - ay) - (by - ay) (px - ax), computed in Double, is right unless the
/// result is smaller than its rounding may be. Then the six products that it comes down to are written
/// as sums of two Doubles each, without rounding, and all twelve are added without rounding. After
/// Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997.
enum Orientation {
  /// (3 + 16 e) e for e = 2^-53.
  private static let doubt = 3.330_669_073_875_471_6e-16

  /// Above 0 where the point is left of the line from `a` to `b`, below 0 where it is right of it, and
  /// 0 where it is on it. For coordinates in degrees; beyond 1e-140 the products would run out of
  /// exponents.
  @inline(__always)
  static func side(of p: Coordinate, from a: Coordinate, to b: Coordinate) -> Double {
    let left = (b.longitude - a.longitude) * (p.latitude - a.latitude)
    let right = (b.latitude - a.latitude) * (p.longitude - a.longitude)
    let difference = left - right
    return abs(difference) > doubt * (abs(left) + abs(right))
      ? difference : exactSide(of: p, from: a, to: b)
  }

  @inline(never)
  private static func exactSide(
    of p: Coordinate, from a: Coordinate, to b: Coordinate
  ) -> Double {
    // Without p.longitude * p.latitude and its like, which come twice and cancel out.
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 12) { parts in
      var sum = ExactSum(parts: parts.baseAddress!)
      sum.add(b.longitude, p.latitude)
      sum.add(-b.longitude, a.latitude)
      sum.add(-a.longitude, p.latitude)
      sum.add(-b.latitude, p.longitude)
      sum.add(b.latitude, a.longitude)
      sum.add(a.latitude, p.longitude)
      return sum.sign
    }
  }
}

/// A sum of Doubles kept as Doubles that do not overlap, the smallest first, so that the last that is
/// not 0 has its sign.
private struct ExactSum {
  let parts: UnsafeMutablePointer<Double>
  private var count = 0

  init(parts: UnsafeMutablePointer<Double>) { self.parts = parts }

  var sign: Double {
    for place in (0..<count).reversed() where parts[place] != 0 { return parts[place] }
    return 0
  }

  /// Adds a product.
  mutating func add(_ a: Double, _ b: Double) {
    let product = a * b
    add((-product).addingProduct(a, b))
    add(product)
  }

  private mutating func add(_ value: Double) {
    var carried = value
    for place in 0..<count {
      let sum = carried + parts[place]
      let added = sum - carried
      parts[place] = (carried - (sum - added)) + (parts[place] - added)
      carried = sum
    }
    parts[count] = carried
    count += 1
  }
}
