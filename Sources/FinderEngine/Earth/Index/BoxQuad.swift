import CVector

/// The boxes of four sibling nodes, with like coordinates side by side, so that one instruction handles all
/// four. They are Floats, rounded outwards, and take 96 bytes.
package struct BoxQuad: BitwiseCopyable {
  package typealias Lanes = SIMD4<Float>
  typealias Mask = SIMDMask<SIMD4<Int32>>

  package var lowX, lowY, lowZ: Lanes
  package var highX, highY, highZ: Lanes

  /// Four empty boxes, infinitely far from everywhere.
  static let empty = BoxQuad(
    lowX: Lanes(repeating: .infinity), lowY: Lanes(repeating: .infinity),
    lowZ: Lanes(repeating: .infinity), highX: Lanes(repeating: -.infinity),
    highY: Lanes(repeating: -.infinity), highZ: Lanes(repeating: -.infinity))

  /// The squared distance to each box, or a little less. Never more than the true one, if it is compared with
  /// a number from `FloatPlace.atLeast`.
  @inline(__always) func squaredDistances(from place: FloatPlace) -> Lanes {
    let x = Self.outside(lowX - place.aboveX, place.belowX - highX)
    let y = Self.outside(lowY - place.aboveY, place.belowY - highY)
    let z = Self.outside(lowZ - place.aboveZ, place.belowZ - highZ)
    return cvector_whole4(x * x + y * y + z * z)
  }

  /// The squared distance to the farthest corner of each box, or a little more, for comparison with a number
  /// from `FloatPlace.atMost`.
  @inline(__always) func squaredDistancesToFarthestCorner(from place: FloatPlace) -> Lanes {
    let x = cvector_larger4(place.aboveX - lowX, highX - place.belowX)
    let y = cvector_larger4(place.aboveY - lowY, highY - place.belowY)
    let z = cvector_larger4(place.aboveZ - lowZ, highZ - place.belowZ)
    return x * x + y * y + z * z
  }

  @inline(__always) private static func outside(_ below: Lanes, _ above: Lanes) -> Lanes {
    cvector_larger4(cvector_larger4(below, above), Lanes(repeating: 0))
  }

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

  var whole: PlaceBox {
    PlaceBox(
      low: (lowX.min(), lowY.min(), lowZ.min()), high: (highX.max(), highY.max(), highZ.max()))
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// One bit per lane.
  @inline(__always) var bits: UInt32 {
    let lanes = unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(1, 2, 4, 8)
    let pair = lanes.lowHalf | lanes.highHalf
    return pair[0] | pair[1]
  }
}

/// A place in the form that is compared with boxes: rounded to Float, a metre to either side.
///
/// Rounding moves a coordinate by at most 0.25 m (they stay below 2^23), and a difference of two (below 2^24)
/// by at most 0.5 m. So a coordinate's distance to a box is never more than the true one if it is measured
/// from a metre nearer, and never less if it is measured from a metre farther away.
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

  /// Three squares and two sums in Float may be off by four parts in 2^24, a quarter of this margin.
  @inline(__always) static func atLeast(_ square: Double) -> Float { Float(square * 1.000_001) }

  @inline(__always) static func atMost(_ square: Double) -> Float { Float(square * 0.999_999) }
}

package struct PlaceBox {
  typealias Corner = (x: Float, y: Float, z: Float)

  var low: Corner = (.infinity, .infinity, .infinity)
  var high: Corner = (-.infinity, -.infinity, -.infinity)

  /// A degree of latitude is at least 110,574 m long; a chord is shorter than its arc by less than 1 in
  /// 10,000 if it is shorter than a degree.
  package static let degreesPerMetre = 1.0001 / 110_574

  /// The length of its diagonal, in metres.
  @inline(__always) var diagonal: Double {
    let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
    return Double((x * x + y * y + z * z).squareRoot())
  }

  @inline(__always) var middle: Cartesian {
    Cartesian(
      x: (Double(low.x) + Double(high.x)) / 2, y: (Double(low.y) + Double(high.y)) / 2,
      z: (Double(low.z) + Double(high.z)) / 2)
  }

  func contains(_ place: Cartesian) -> Bool {
    Double(low.x) <= place.x && place.x <= Double(high.x)
      && Double(low.y) <= place.y && place.y <= Double(high.y)
      && Double(low.z) <= place.z && place.z <= Double(high.z)
  }
}

/// Which of four sibling nodes are outside a region, and which inside. The search opens those that are
/// neither.
struct QuadRelation {
  let outside: BoxQuad.Mask
  let inside: BoxQuad.Mask
}
