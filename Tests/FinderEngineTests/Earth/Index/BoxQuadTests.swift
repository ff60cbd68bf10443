import TestSupport
import Testing

@testable import FinderEngine

/// The boxes of the tree, four at a time in Float, against one at a time in Double.
@Suite struct BoxQuadTests {
  /// Never farther than the truth, and at most 2 m per coordinate too near.
  @Test(.slow, arguments: [1, 2, 3] as [UInt64]) func distancesAreOnTheSafeSide(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<30_000 {
      let corners = (0..<4).map { _ in
        (PlaceMaker.place(&generator), size: PlaceMaker.size(&generator))
      }
      let quad = PlaceMaker.quad(corners)
      let place = PlaceMaker.place(&generator, near: corners[round & 3].0)
      let distances = quad.squaredDistances(from: FloatPlace(place))
      let farthest = quad.squaredDistancesToFarthestCorner(from: FloatPlace(place))
      for lane in 0..<4 {
        let (near, far) = PlaceMaker.distances(from: place, to: quad[lane])
        // A box exactly at the bound must pass it.
        let isReached = distances[lane] <= FloatPlace.atLeast(near * near)
        // A box vouched for must have its farthest corner within the bound.
        let isWithin = far * far <= Double(farthest[lane]) * 1.000_001
        let isTight =
          Double(distances[lane]).squareRoot() >= near * 0.999_999 - 3.5
          && Double(farthest[lane]).squareRoot() <= far * 1.000_001 + 3.5
        if !(isReached && isWithin && isTight) {
          Issue.record("seed \(seed), round \(round), lane \(lane): \(place), \(quad[lane])")
          return
        }
      }
    }
  }

  @Test func anEmptyBoxIsNowhere() {
    let place = FloatPlace(Cartesian(x: 0, y: 0, z: 0))
    #expect(BoxQuad.empty.squaredDistances(from: place) == SIMD4(repeating: .infinity))
    var quad = BoxQuad.empty
    quad.extend(lane: 1, over: PlaceBox(low: (-5, -6, -7), high: (5, 6, 7)))
    #expect(quad[1].contains(Cartesian(x: 5, y: -6, z: 0)))
    #expect(!quad[1].contains(Cartesian(x: 5, y: -6.001, z: 0)))
    #expect(!quad[0].contains(Cartesian(x: 0, y: 0, z: 0)))
    quad.extend(lane: 3, over: PlaceBox(low: (1, 1, 1), high: (9, 9, 9)))
    #expect(quad.whole.low == (-5, -6, -7) && quad.whole.high == (9, 9, 9))
  }

  @Test func masksBecomeBits() {
    for bits in 0..<16 as Range<UInt32> {
      var mask = BoxQuad.Mask(repeating: false)
      for lane in 0..<4 { mask[lane] = bits >> UInt32(lane) & 1 != 0 }
      #expect(mask.bits == bits)
    }
  }
}

private enum PlaceMaker {
  static func place(_ generator: inout SeededGenerator) -> Cartesian {
    Cartesian(
      Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator)))
  }

  /// Half the time within a few sizes of another.
  static func place(_ generator: inout SeededGenerator, near other: Cartesian) -> Cartesian {
    guard Bool.random(using: &generator) else { return place(&generator) }
    let size = size(&generator)
    func moved(_ value: Double) -> Double {
      min(max(value + .random(in: -size...size, using: &generator), -6_378_137), 6_378_137)
    }
    return Cartesian(x: moved(other.x), y: moved(other.y), z: moved(other.z))
  }

  static func size(_ generator: inout SeededGenerator) -> Double {
    [0, 0.3, 10, 1000, 1e6].randomElement(using: &generator)!
  }

  static func quad(_ corners: [(Cartesian, size: Double)]) -> BoxQuad {
    var quad = BoxQuad.empty
    for (lane, (corner, size)) in corners.enumerated() {
      for step in [-size, size] {
        let corner = (
          clamped(corner.x + step), clamped(corner.y + step), clamped(corner.z + step)
        )
        quad.extend(lane: lane, over: PlaceBox(low: corner, high: corner))
      }
    }
    return quad
  }

  private static func clamped(_ value: Double) -> Float {
    Float(min(max(value, -6_378_137), 6_378_137))
  }

  /// To the nearest point of a box and to the corner farthest away.
  static func distances(from place: Cartesian, to box: PlaceBox) -> (near: Double, far: Double) {
    let low = [box.low.x, box.low.y, box.low.z].map { Double($0) }
    let high = [box.high.x, box.high.y, box.high.z].map { Double($0) }
    var (near, far) = (0.0, 0.0)
    for (value, (low, high)) in zip([place.x, place.y, place.z], zip(low, high)) {
      let outside = max(low - value, value - high, 0)
      let farther = max(value - low, high - value)
      near += outside * outside
      far += farther * farther
    }
    return (near.squareRoot(), far.squareRoot())
  }
}
