import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct WorldLinesTests {
  private func line(_ points: [(Double, Double)]) -> [Coordinate] {
    points.map { Coordinate(latitude: $0.1, longitude: $0.0) }
  }

  private func columns(_ lines: [[(Double, Double)]]) -> [[Double]] {
    WorldLines.places(of: lines.map(line)).map { $0.map { $0.x * 360 - 180 } }
  }

  private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  @Test func theShorterWayRound() {
    #expect(isNear(columns([[(179, -17), (-179, -17)]])[0], [179, 181]))
    #expect(isNear(columns([[(-179, 5), (179, 5), (178, 5)]])[0], [-179, -181, -182]))
    #expect(isNear(columns([[(170, 0), (-100, 0), (0, 0), (100, 0)]])[0], [170, 260, 360, 460]))
    #expect(isNear(columns([[(-180, 0), (0, 0), (180, 0)]])[0], [-180, 0, 180]))
  }

  /// As with Antarctica.
  @Test func anEdgeRoundTheWorldStays() {
    let ring = [(-180.0, -84.0), (-90, -80), (90, -70), (180, -84), (180, -90), (-180, -90)]
    #expect(isNear(columns([ring])[0], ring.map(\.0)))
    #expect(isNear(columns([[(180, 1), (-180, 1)]])[0], [180, -180]))
  }

  @Test func aHoleLiesInItsArea() {
    let outer = [(170.0, 10.0), (-170, 10), (-170, -10), (170, -10)]
    #expect(isNear(columns([outer, [(-175, 1), (-174, 1), (-174, 2)]])[1], [185, 186, 186]))
    #expect(isNear(columns([outer, [(175, 1), (176, 1), (176, 2)]])[1], [175, 176, 176]))
    #expect(columns([[], [(1, 1), (2, 2)]]).count == 2)
  }

  /// Of all steps that lead to the same meridian, each is the one of at most half the world.
  @Test func randomLines() {
    var generator = SeededGenerator(seed: 180)
    for _ in 0..<200 {
      let points = (0..<20).map { _ in (Double.random(in: -180...180, using: &generator), 0.0) }
      let found = columns([points])[0]
      #expect(found[0] == points[0].0 || abs(found[0] - points[0].0) < 1e-9)
      for (place, (before, after)) in zip(found, found.dropFirst()).enumerated() {
        #expect(abs(after - before) <= 180 + 1e-9)
        let turns = (after - points[place + 1].0) / 360
        #expect(abs(turns - turns.rounded()) < 1e-9)
      }
    }
  }

  // MARK: In a picture

  private func drawn(_ shape: BaseShape, around longitude: Double) -> [MapShape] {
    let view = MapView(
      center: Coordinate(latitude: 0, longitude: longitude), zoom: 3, width: 400, height: 300)
    var scene = MapScene(view: view)
    BaseMap([shape], credit: "").draw(into: &scene)
    return scene.shapes
  }

  /// Twice, if both of its ends are in view, so that neither side of the antimeridian lacks it.
  @Test func aBandRoundTheWorld() {
    let band = BaseShape(
      kind: .land, lines: [line([(-180, 5), (180, 5), (180, -5), (-180, -5)])], isClosed: true)
    for (longitude, wanted) in [(0.0, 1), (180, 2), (-180, 2), (175, 2), (90, 1)] {
      let lines = drawn(band, around: longitude).flatMap(\.lines)
      #expect(lines.count == wanted, "\(longitude)")
      let xs = lines.flatMap { $0.map(\.x) }
      #expect(xs.min() ?? 0 <= 0 && xs.max() ?? 0 >= 400, "\(longitude): \(xs)")
    }
  }

  @Test func anIslandIsDrawnOnce() {
    let island = BaseShape(
      kind: .land, lines: [line([(179, 1), (-179, 1), (-179, -1), (179, -1)])], isClosed: true)
    for longitude in [180.0, -180, 170, -170] {
      let lines = drawn(island, around: longitude).flatMap(\.lines)
      #expect(lines.count == 1, "\(longitude)")
      let xs = lines.flatMap { $0.map(\.x) }
      #expect(abs((xs.max() ?? 0) - (xs.min() ?? 0) - 2 * 2048 / 360.0) < 1e-6)
    }
    #expect(drawn(island, around: 0).isEmpty)
  }
}
