import TestSupport

@testable import FinderEngine

/// Areas to cover, each difficult in its own way.
enum CoverageAreas {
  static func polygon(_ rings: [(Double, Double)]...) -> Polygon {
    Polygon([
      Polygon.Part(
        rings: rings.map { corners in
          let vertices = corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
          return Ring(vertices + [vertices[0]])
        })
    ])
  }

  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> CoverageArea
  {
    .box(BoundingBox(south: south, west: west, north: north, east: east))
  }

  static let all: [(name: String, area: CoverageArea)] = [
    ("a box", box(-0.6, 51.2, 0.4, 51.8)),
    ("a flat box", box(-3, 50, 4, 50.01)),
    ("over the date line", box(179.2, -17, -179.1, -16)),
    ("at the north pole", box(-180, 88, 180, 90)),
    ("a wedge to the south pole", box(10, -90, 80, -86)),
    ("the world", box(-180, -90, 180, 90)),
    ("a circle", .circle(Coordinate(latitude: 51.5, longitude: -0.1), radius: 20_000)),
    (
      "a circle over the date line",
      .circle(Coordinate(latitude: -17, longitude: 179.9), radius: 70_000)
    ),
    (
      "a circle round the pole", .circle(Coordinate(latitude: 89.5, longitude: 40), radius: 200_000)
    ),
    ("half the world", .circle(Coordinate(latitude: 20, longitude: 100), radius: 9_000_000)),
    ("a triangle", .polygon(polygon([(-5.7, 50), (-4.2, 50.2), (-4.6, 50.9)]))),
    (
      "a ring of land",
      .polygon(
        polygon(
          [(0, 50), (1, 50), (1, 51), (0, 51)],
          [(0.2, 50.2), (0.8, 50.2), (0.8, 50.8), (0.2, 50.8)]
        ))
    ),
    ("a sliver", .polygon(polygon([(0, 50), (1, 50.3), (1, 50.300_001)]))),
  ]

  /// The size of cell that gives a few dozen of them.
  static func cell(of area: CoverageArea, _ wanted: Int = 40) -> Double {
    var cell = 1e7
    while (CoverageCells(area, cell: cell)?.count ?? .max) < wanted { cell /= 1.3 }
    return cell
  }
}
