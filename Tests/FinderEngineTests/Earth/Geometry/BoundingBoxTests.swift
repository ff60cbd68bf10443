import TestSupport
import Testing

@testable import FinderEngine

@Suite struct BoundingBoxTests {
  private static let sixties = Array(stride(from: -180, through: 180, by: 60))

  /// All boxes and points on a grid of whole degrees, decided by counting degrees eastwards.
  @Test func containsAgreesWithWholeNumbers() {
    for west in Self.sixties {
      for east in Self.sixties {
        let exact = ExactBox(
          south: -30 * unit, west: west * unit, north: 30 * unit, east: east * unit)
        for longitude in stride(from: -180, through: 180, by: 15) {
          for latitude in [-31, -30, 0, 30, 31] {
            let position = ExactPosition(latitude: latitude * unit, longitude: longitude * unit)
            let isInside = exact.box.contains(position.coordinate)
            #expect(isInside == exact.contains(position), "\(exact.box), \(position.coordinate)")
          }
        }
      }
    }
  }

  private let unit = ExactPosition.unit

  /// The oracle above, checked by hand: otherwise both could have the same error.
  @Test(arguments: [
    (170.0, -170.0, 180.0, true), (170, -170, -180, true), (170, -170, -170, true),
    (170, -170, 169.9, false), (170, -170, -169.9, false), (170, -170, 0, false),
    (-170, 170, 180, false), (-170, 170, -180, false), (-170, 170, 0, true),
    (100, 180, -180, true), (-180, -100, 180, true), (180, -100, -180, true),
    (100, -180, 180, true), (-180, 180, 12, true), (180, -180, 12, false), (180, -180, 180, true),
    (180, -180, -180, true), (5, 5, 5, true), (5, 5, 5.1, false), (-0.0, 0.0, 0, true),
  ])
  func longitudes(west: Double, east: Double, longitude: Double, isInside: Bool) {
    let box = BoundingBox(south: -10, west: west, north: 10, east: east)
    #expect(box.contains(Coordinate(latitude: 0, longitude: longitude)) == isInside)
    #expect(box.contains(Coordinate(latitude: 10, longitude: longitude)) == isInside)
    #expect(!box.contains(Coordinate(latitude: 10.0.nextUp, longitude: longitude)))
    #expect(!box.contains(Coordinate(latitude: (-10.0).nextDown, longitude: longitude)))
  }

  @Test(arguments: [
    (-10.0, 20.0, 5.0, 30.0), (0, 0, 0, 0), (-180, 180, 0, 360), (170, -170, 180, 20),
    (170, -150, -170, 40), (150, -170, 170, 40), (180, -180, 180, 0), (180, -160, -170, 20),
    (160, -180, 170, 20), (10, -10, 180, 340), (20, -10, -175, 330), (10, -20, 175, 330),
  ])
  func centerAndWidth(west: Double, east: Double, longitude: Double, width: Double) {
    let box = BoundingBox(south: -10, west: west, north: 30, east: east)
    #expect(box.center == Coordinate(latitude: 10, longitude: longitude))
    #expect(box.longitudeWidth == width)
    #expect(box.crossesAntimeridian == (west > east))
    #expect(box.contains(box.center))
  }

  @Test func centerIsInRangeAndInside() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let box = BoundingBox(
        south: -20, west: .random(in: -180...180, using: &generator), north: 40,
        east: .random(in: -180...180, using: &generator))
      let center = box.center
      let isSound =
        box.contains(center) && Coordinate.longitudeRange.contains(center.longitude)
        && (0...360).contains(box.longitudeWidth)
      #expect(isSound, "\(box)")
    }
  }
}
