import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

@Suite struct FetchAreaTests {
  private static func anyArea(_ generator: inout SeededGenerator) -> FetchArea {
    let latitude = Double.random(in: -80...80, using: &generator)
    let longitude = Double.random(in: -180...180, using: &generator)
    if Bool.random(using: &generator) {
      let radius = Double.random(in: 1...89_000, using: &generator)
      return .circle(Coordinate(latitude: latitude, longitude: longitude), radius: radius)
    }
    let height = Double.random(in: 0.001...1.5, using: &generator)
    let width = Double.random(in: 0.001...1.5, using: &generator)
    let east = longitude + width > 180 ? longitude + width - 360 : longitude + width
    return .box(
      BoundingBox(south: latitude, west: longitude, north: latitude + height, east: east))
  }

  /// Somewhere in its bounding box, or beyond the box's edges.
  private static func anyPoint(
    near area: FetchArea, _ generator: inout SeededGenerator
  ) -> Coordinate {
    let box = area.box
    let longitude = box.west + Double.random(in: -0.1...1.1, using: &generator) * box.longitudeWidth
    return Coordinate(
      latitude: Double.random(in: box.south - 0.01...box.north + 0.01, using: &generator),
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  @Test(arguments: [UInt64](1...40))
  func parts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let area = Self.anyArea(&generator)
      let parts = area.parts
      let tests = parts.map { FetchAreaTest($0) }
      let test = FetchAreaTest(area)
      let (center, radius) = area.circle
      #expect(parts.allSatisfy { $0.squareKilometres <= FetchArea.mostAtOnce }, "\(area)")
      #expect(parts.allSatisfy { !$0.box.crossesAntimeridian || parts.count == 1 }, "\(area)")
      for _ in 0..<50 {
        let point = Self.anyPoint(near: area, &generator)
        let isInside =
          switch area {
          case .circle(let middle, let radius):
            Geodesic.distance(from: middle, to: point) <= radius
          case .box(let box): box.contains(point)
          }
        #expect(test.contains(point) == isInside, "\(area) \(point)")
        guard isInside else { continue }
        #expect(tests.contains { $0.contains(point) }, "\(area): no part has \(point)")
        #expect(area.box.contains(point), "\(area) \(point)")
        #expect(Geodesic.distance(from: center, to: point) <= radius, "\(area) \(point)")
      }
    }
  }

  @Test func sizes() {
    let london = FetchArea.box(BoundingBox(south: 51.28, west: -0.51, north: 51.69, east: 0.33))
    #expect(abs(london.squareKilometres - 2655) < 5)
    #expect(london.parts.count == 2)
    let radius = FetchArea.radius(ofSquareKilometres: FetchArea.mostAtOnce)
    let circle = FetchArea.circle(Coordinate(latitude: 51.5, longitude: 0), radius: radius)
    #expect(abs(circle.squareKilometres - FetchArea.mostAtOnce) < 1e-6)
    #expect(FetchArea.circle(Coordinate(latitude: 90, longitude: 5), radius: 10).box.east == 180)
  }
}
