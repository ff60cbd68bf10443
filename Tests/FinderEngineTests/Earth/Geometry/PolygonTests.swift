import TestSupport
import Testing

@testable import FinderEngine

/// Polygons, compared with whole numbers without any rounding.
@Suite struct PolygonTests {
  // MARK: Sides of a line

  /// On whole numbers of 2^-47 from 32 to 64, where the difference of two Doubles has at most 53 bits.
  @Test(arguments: [1, 2, 3] as [UInt64]) func sidesAreExact(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var onTheLine = 0
    for _ in 0..<20_000 {
      let (a, b) = (ExactPoint.random(&generator), ExactPoint.random(&generator))
      // Half-way, or just beside that.
      var p = a.between(b)
      if Bool.random(using: &generator) { p.x += Int64.random(in: -2...2, using: &generator) }
      if Int.random(in: 0..<4, using: &generator) == 0 { p = .random(&generator) }
      let side = Orientation.side(of: p.coordinate, from: a.coordinate, to: b.coordinate)
      let exact = p.side(from: a, to: b)
      onTheLine += exact == 0 ? 1 : 0
      guard (side > 0) == (exact > 0), (side < 0) == (exact < 0) else {
        Issue.record("seed \(seed): \(a), \(b), \(p): \(side), not \(exact)")
        return
      }
    }
    #expect(onTheLine > 100)
  }

  // MARK: Points

  /// Random rings on a small grid, which cross and touch themselves, with edges and corners at most of its
  /// points. All points of the grid, and those between, are tested.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithWholeNumbers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let size: Int64 = round % 3 == 0 ? 4 : 12
      let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          let count = Int.random(in: 3...(round % 5 == 0 ? 400 : 9), using: &generator)
          return ExactPoint.ring(count, size: size, &generator)
        }
      }
      let polygon = Polygon(parts.map { Polygon.Part(rings: $0.map { Ring($0.map(\.small)) }) })
      for x in -1...(2 * size + 1) {
        for y in -1...(2 * size + 1) {
          let point = ExactPoint(x: x, y: y)
          let expected = parts.contains { point.isInside($0) }
          guard polygon.contains(point.small) != expected else { continue }
          Issue.record("seed \(seed), round \(round): \(point) of \(parts)")
          return
        }
      }
    }
  }

  /// A polygon's answer for a box is true for every point of it.
  @Test(arguments: [5, 6] as [UInt64]) func boxesAgreeWithTheirPoints(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var clear = 0
    for round in 0..<300 {
      let rings = (0..<2).map { _ in
        ExactPoint.ring(round % 3 == 0 ? 100 : 4, size: 12, &generator)
      }
      let polygon = Polygon([Polygon.Part(rings: rings.map { Ring($0.map(\.small)) })])
      let (x, y) = (
        Int64.random(in: 0...24, using: &generator), Int64.random(in: 0...24, using: &generator)
      )
      let (width, height) = (
        Int64.random(in: 0...4, using: &generator), Int64.random(in: 0...4, using: &generator)
      )
      let (low, high) = (
        ExactPoint(x: x, y: y).small, ExactPoint(x: x + width, y: y + height).small
      )
      let box = BoundingBox(
        south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
      let relation = polygon.relation(to: box)
      if relation == .unclear { continue }
      clear += 1
      for px in x...(x + width) {
        for py in y...(y + height) {
          let isInside = ExactPoint(x: px, y: py).isInside(rings)
          #expect(isInside == (relation == .inside), "seed \(seed), round \(round)")
        }
      }
    }
    #expect(clear > 50)
  }

  @Test func holesAndTheirEdges() {
    func square(_ low: Double, _ high: Double) -> Ring {
      Ring(
        [(low, low), (high, low), (high, high), (low, high), (low, low)].map {
          Coordinate(latitude: $0.1, longitude: $0.0)
        })
    }
    let polygon = Polygon([Polygon.Part(rings: [square(0, 3), square(1, 2)])])
    for (latitude, longitude, isInside) in [
      (0.5, 0.5, true), (0.0, 1.5, true), (3, 3, true), (1.5, 1.5, false), (1, 1.5, true),
      (2, 2, true), (1.000_000_000_000_000_2, 1.5, false), (1.5, 0.999_999_999_999_999_9, true),
      (-0.000_000_1, 1, false), (1.5, 3.000_000_000_000_000_4, false),
    ] {
      let point = Coordinate(latitude: latitude, longitude: longitude)
      #expect(polygon.contains(point) == isInside, "\(point)")
    }
  }

  @Test func theMeridian180IsOne() {
    func box(_ west: Double, _ east: Double) -> Polygon.Part {
      Polygon.Part(rings: [
        Ring(
          [(west, 0), (east, 0), (east, 9), (west, 9), (west, 0)].map {
            Coordinate(latitude: $0.1, longitude: $0.0)
          })
      ])
    }
    let fiji = Polygon([box(177, 180), box(-180, -178)])
    #expect(fiji.box == BoundingBox(south: 0, west: 177, north: 9, east: -178))
    #expect(fiji.box.center.longitude == 179.5)
    let east = Polygon([box(177, 180)])
    #expect(east.contains(Coordinate(latitude: 5, longitude: -180)))
    #expect(east.box == BoundingBox(south: 0, west: 177, north: 9, east: 180))
    #expect(Polygon([box(-180, 180)]).box.longitudeWidth == 360)
    #expect(Polygon([box(-180, 1), box(0, 180)]).box.longitudeWidth == 360)
  }

  /// Small parts and some as tall as all together, against each part alone.
  @Test(arguments: [1, 5, 40, 900]) func manyParts(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let boxes = (0..<count).map { number in
      let (south, west) = (
        Double(Int.random(in: 0..<300, using: &generator)) / 10,
        Double(Int.random(in: 0..<300, using: &generator)) / 10
      )
      return BoundingBox(
        south: south, west: west, north: number % 50 == 7 ? 40 : south + 0.3, east: west + 0.4)
    }
    let polygon = Polygon(
      boxes.map { box in
        let corners = [
          (box.south, box.west), (box.south, box.east), (box.north, box.east),
          (box.north, box.west), (box.south, box.west),
        ]
        return Polygon.Part(
          rings: [Ring(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })])
      })
    for _ in 0..<2000 {
      let box = boxes.randomElement(using: &generator)!
      let point = Coordinate(
        latitude: [box.south, box.north, .random(in: -1...42, using: &generator)]
          .randomElement(using: &generator)!,
        longitude: [box.west, box.east, .random(in: -1...31, using: &generator)]
          .randomElement(using: &generator)!)
      #expect(polygon.contains(point) == boxes.contains { $0.contains(point) }, "\(point)")
      let around = BoundingBox(
        south: point.latitude - 0.05, west: point.longitude - 0.05,
        north: point.latitude + 0.05, east: point.longitude + 0.05)
      switch polygon.relation(to: around) {
      case .outside: #expect(!boxes.contains { $0.meets(around) })
      case .inside: #expect(polygon.contains(point))
      case .unclear: #expect(boxes.contains { $0.meets(around) })
      }
    }
    #expect(!polygon.contains(Coordinate(latitude: .nan, longitude: .nan)))
  }

  // MARK: Searches

  /// Clouds of venues all over the globe and in one town, with and without an index.
  @Test(arguments: PointCloud.allCases) func searchesAgreeWithBruteForce(cloud: PointCloud) throws {
    let harness = try SearchHarness(cloud, count: 700, seed: 22)
    var generator = SeededGenerator(seed: 23)
    for round in 0..<12 {
      let corners = (0..<(round % 2 == 0 ? 3 : 40)).map { _ -> Coordinate in
        let venue = harness.venues.randomElement(using: &generator)!.coordinate
        guard round % 3 > 0 else { return venue }
        return Coordinate(
          latitude: min(90, max(-90, venue.latitude + .random(in: -0.1...0.1, using: &generator))),
          longitude: min(
            180, max(-180, venue.longitude + .random(in: -0.1...0.1, using: &generator))))
      }
      let polygon = Polygon([Polygon.Part(rings: [Ring(corners + [corners[0]])])])
      let point = corners[0]
      let expected = harness.oracle.ranking(from: point).filter {
        polygon.contains(harness.oracle.positions[$0.number])
      }
      #expect(round % 3 > 0 || expected.count >= min(3, corners.count))
      for limit in [nil, 5] {
        harness.check(
          Query(from: point, area: .polygon(polygon), limit: limit), expected, "round \(round)")
      }
    }
  }

  /// A forged snapshot may hold any boxes.
  @Test func impossibleBoxesDoNotTrap() {
    let ring = Ring(
      [(0, 0), (9, 0), (9, 9), (0, 0)].map { Coordinate(latitude: $0.1, longitude: $0.0) })
    let region = PolygonRegion(
      polygon: Polygon([Polygon.Part(rings: [ring])]),
      positions: DegreeColumns(
        latitude: Column(count: 0) { _ in 0 }, longitude: Column(count: 0) { _ in 0 }))
    let odd: [Float] = [.nan, .infinity, -.infinity, 0, 1e38, -7e6, 7e6]
    for low in odd {
      for high in odd {
        var quad = BoxQuad.empty
        (quad.lowX[0], quad.lowY[1], quad.lowZ[2]) = (low, low, low)
        (quad.highX[0], quad.highY[1], quad.highZ[2]) = (high, high, high)
        (quad.lowX[3], quad.lowY[3], quad.lowZ[3]) = (low, high, low)
        (quad.highX[3], quad.highY[3], quad.highZ[3]) = (high, low, high)
        _ = region.relation(to: quad)
      }
    }
  }
}

/// A point whose coordinates are whole numbers.
private struct ExactPoint {
  var x: Int64
  var y: Int64

  /// x and y in halves of about 0.1 degrees, for which a Double holds every sum needed here exactly.
  var small: Coordinate { Coordinate(latitude: Double(y) / 8, longitude: Double(x) / 8) }

  private static let unit = 1.0 / Double(1 << 47 as Int64)

  var coordinate: Coordinate {
    Coordinate(latitude: 32 + Double(y) * Self.unit, longitude: 32 + Double(x) * Self.unit)
  }

  static func random(_ generator: inout SeededGenerator) -> ExactPoint {
    let range = Int64(1)..<(1 << 52 - 1)
    return ExactPoint(
      x: .random(in: range, using: &generator) & ~1, y: .random(in: range, using: &generator) & ~1)
  }

  func between(_ other: ExactPoint) -> ExactPoint {
    ExactPoint(x: (x + other.x) / 2, y: (y + other.y) / 2)
  }

  /// A closed ring on the even points of a grid.
  static func ring(_ count: Int, size: Int64, _ generator: inout SeededGenerator) -> [ExactPoint] {
    let points = (0..<count).map { _ in
      ExactPoint(
        x: 2 * .random(in: 0...size, using: &generator),
        y: 2 * .random(in: 0...size, using: &generator))
    }
    return points + [points[0]]
  }

  /// The sign of the cross product, in 128 bits.
  func side(from a: ExactPoint, to b: ExactPoint) -> Int {
    let left = (b.x - a.x).multipliedFullWidth(by: y - a.y)
    let right = (b.y - a.y).multipliedFullWidth(by: x - a.x)
    if left.high != right.high { return left.high < right.high ? -1 : 1 }
    return left.low == right.low ? 0 : left.low < right.low ? -1 : 1
  }

  /// By the plainest rule, edge by edge.
  func isInside(_ rings: [[ExactPoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      // Tests are not optimised, and `zip` would take six times as long.
      for i in 1..<max(1, ring.count) {
        let (a, b) = (ring[i - 1], ring[i])
        let isBeside =
          min(a.x, b.x) <= x && x <= max(a.x, b.x) && min(a.y, b.y) <= y && y <= max(a.y, b.y)
        let side = side(from: a, to: b)
        if side == 0, isBeside { return true }
        if (a.y > y) != (b.y > y), (side > 0) == (b.y > a.y) { isInside.toggle() }
      }
    }
    return isInside
  }
}
