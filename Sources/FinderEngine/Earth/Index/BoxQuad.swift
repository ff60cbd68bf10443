import CVector

/// The boxes of four sibling nodes, with equal coordinates side by side, so that one instruction
/// examines all four. They are of Float, rounded outwards, and take 96 bytes.
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

  /// The squared distance to each box, or a little less: never more than the true one, if the other
  /// side of the comparison comes from `FloatPlace.atLeast`.
  @inline(__always) func squaredDistances(from place: FloatPlace) -> Lanes {
    let x = Self.outside(lowX - place.aboveX, place.belowX - highX)
    let y = Self.outside(lowY - place.aboveY, place.belowY - highY)
    let z = Self.outside(lowZ - place.aboveZ, place.belowZ - highZ)
    return cvector_whole4(x * x + y * y + z * z)
  }

  /// The squared distance to the farthest corner of each box, or a little more. The other side of
  /// the comparison comes from `FloatPlace.atMost`.
  @inline(__always) func squaredDistancesToFarthestCorner(from place: FloatPlace) -> Lanes {
    let x = cvector_larger4(place.aboveX - lowX, highX - place.belowX)
    let y = cvector_larger4(place.aboveY - lowY, highY - place.belowY)
    let z = cvector_larger4(place.aboveZ - lowZ, highZ - place.belowZ)
    return x * x + y * y + z * z
  }

  @inline(__always) private static func outside(_ below: Lanes, _ above: Lanes) -> Lanes {
    cvector_larger4(cvector_larger4(below, above), Lanes(repeating: 0))
  }

  /// Extends one of the boxes.
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

extension SIMDMask<SIMD4<Int32>> {
  /// One bit a lane.
  @inline(__always) var bits: UInt32 {
    let lanes = unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(1, 2, 4, 8)
    let pair = lanes.lowHalf | lanes.highHalf
    return pair[0] | pair[1]
  }
}
