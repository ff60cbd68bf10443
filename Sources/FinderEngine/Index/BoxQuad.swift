import CVector

/// The boxes of four sibling nodes, side by side by coordinate, so that one instruction looks at all
/// four. In Float, rounded outwards: 96 bytes.
struct BoxQuad: BitwiseCopyable {
  typealias Lanes = SIMD4<Float>
  typealias Mask = SIMDMask<SIMD4<Int32>>

  var lowX, lowY, lowZ: Lanes
  var highX, highY, highZ: Lanes

  /// Nothing is inside, and all four are infinitely far from everywhere.
  static let empty = BoxQuad(
    lowX: Lanes(repeating: .infinity), lowY: Lanes(repeating: .infinity),
    lowZ: Lanes(repeating: .infinity), highX: Lanes(repeating: -.infinity),
    highY: Lanes(repeating: -.infinity), highZ: Lanes(repeating: -.infinity))

  /// Squares of what each box is away, or a little less: never more than it is in truth, once the
  /// other side of the comparison has been through `FloatPlace.atLeast`.
  @inline(__always) func squaredDistances(from place: FloatPlace) -> Lanes {
    let x = Self.outside(lowX - place.aboveX, place.belowX - highX)
    let y = Self.outside(lowY - place.aboveY, place.belowY - highY)
    let z = Self.outside(lowZ - place.aboveZ, place.belowZ - highZ)
    return cvector_whole4(x * x + y * y + z * z)
  }

  /// Squares of how far each box's farthest corner is, or a little more; `FloatPlace.atMost` on the
  /// other side.
  @inline(__always) func squaredDistancesToFarthestCorner(from place: FloatPlace) -> Lanes {
    let x = Self.larger(place.aboveX - lowX, highX - place.belowX)
    let y = Self.larger(place.aboveY - lowY, highY - place.belowY)
    let z = Self.larger(place.aboveZ - lowZ, highZ - place.belowZ)
    return x * x + y * y + z * z
  }

  @inline(__always) private static func outside(_ below: Lanes, _ above: Lanes) -> Lanes {
    larger(larger(below, above), Lanes(repeating: 0))
  }

  @inline(__always) private static func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    cvector_larger4(a, b)
  }

  /// Makes room in one of the boxes.
  mutating func extend(lane: Int, over box: PlaceBox) {
    lowX[lane] = min(lowX[lane], box.low.x)
    lowY[lane] = min(lowY[lane], box.low.y)
    lowZ[lane] = min(lowZ[lane], box.low.z)
    highX[lane] = max(highX[lane], box.high.x)
    highY[lane] = max(highY[lane], box.high.y)
    highZ[lane] = max(highZ[lane], box.high.z)
  }

  subscript(lane: Int) -> PlaceBox {
    PlaceBox(
      low: (lowX[lane], lowY[lane], lowZ[lane]), high: (highX[lane], highY[lane], highZ[lane]))
  }

  /// The box round all four.
  var whole: PlaceBox {
    PlaceBox(
      low: (lowX.min(), lowY.min(), lowZ.min()), high: (highX.max(), highY.max(), highZ.max()))
  }
}

/// One box in space.
struct PlaceBox {
  typealias Corner = (x: Float, y: Float, z: Float)

  var low: Corner = (.infinity, .infinity, .infinity)
  var high: Corner = (-.infinity, -.infinity, -.infinity)

  func contains(_ place: Cartesian) -> Bool {
    Double(low.x) <= place.x && place.x <= Double(high.x)
      && Double(low.y) <= place.y && place.y <= Double(high.y)
      && Double(low.z) <= place.z && place.z <= Double(high.z)
  }
}

/// A place as the boxes are held against: rounded to Float, and a metre to either side of that.
///
/// Rounding moves a coordinate by at most 0.25 m (they stay below 2^23), a difference of two (below
/// 2^24) by at most 0.5 m. So a coordinate's distance to a box counted from a metre nearer is never
/// more than the true one, and from a metre farther never less.
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

  /// Three squares and two sums in Float may be off by four parts in 2^24, a quarter of what this
  /// makes room for.
  @inline(__always) static func atLeast(_ square: Double) -> Float { Float(square * 1.000_001) }

  @inline(__always) static func atMost(_ square: Double) -> Float { Float(square * 0.999_999) }
}

extension SIMDMask<SIMD4<Int32>> {
  /// One bit a lane.
  @inline(__always) var bits: UInt32 {
    let lanes = unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(1, 2, 4, 8)
    let pair = lanes.lowHalf | lanes.highHalf
    return pair[0] | pair[1]
  }
}
