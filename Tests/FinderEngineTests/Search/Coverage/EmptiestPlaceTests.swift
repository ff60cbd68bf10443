import TestSupport
import Testing

@testable import FinderEngine

@Suite struct EmptiestPlaceTests {
  private static let anywhere = Query(from: Coordinate(latitude: 0, longitude: 0))

  private func emptiest(
    of area: CoverageArea, _ harness: SearchHarness, nth: Int
  ) throws -> EmptiestPlace {
    let cells = try #require(CoverageCells(area, cell: CoverageAreas.cell(of: area)))
    return try emptiest(of: cells, harness, nth: nth)
  }

  private func emptiest(
    of cells: CoverageCells, _ harness: SearchHarness, nth: Int
  ) throws -> EmptiestPlace {
    let coverage = AreaCoverage(cells, in: harness.store, Self.anywhere, nth: nth)
    return try #require(coverage.emptiest())
  }

  private func distance(
    from point: Coordinate, _ harness: SearchHarness, nth: Int
  ) -> Double {
    harness.oracle.distances(from: point).map(\.distance).sorted()[nth - 1]
  }

  /// It is in the area and as far away as stated. No point of a fine grid is farther by more than a metre,
  /// and it is not farther than the grid's farthest by more than half of the grid's diagonal.
  @Test(.slow) func agreesWithAFineGrid() throws {
    let harnesses = try [PointCloud.uniform, .clustered, .dateLine, .poles, .oneSpot].map {
      try SearchHarness($0, count: 40, seed: 1)
    }
    for (place, (name, area)) in CoverageAreas.all.enumerated() {
      let cell = CoverageAreas.cell(of: area)
      let cells = try #require(CoverageCells(area, cell: cell))
      // Two clouds for each area, in turn: all clouds for all areas take a minute.
      let clouds = [harnesses[place % 5], harnesses[(place + 2) % 5]]
      for (harness, nth) in clouds.flatMap({ [($0, 1), ($0, 4)] }) {
        let what = "\(harness.label), \(name), nth \(nth)"
        let found = try emptiest(of: cells, harness, nth: nth)
        #expect(area.contains(found.point), "\(what)")
        #expect(found.distance == distance(from: found.point, harness, nth: nth), "\(what)")
        let venue = harness.oracle.positions[Int(harness.store.position(ofRow: found.row))]
        #expect(venue.distance(to: found.point) == found.distance, "\(what)")
        // With venues exactly at a pole, a whole parallel is equally far, up to 40,000 km: too many places to
        // decide to the metre. Then the figure states its uncertainty, and that is compared with the grid.
        #expect(found.within <= 1 || harness.label.hasPrefix("poles"), "\(what): \(found.within)")
        var farthest = 0.0
        cells.forEach(in: 0..<cells.count) {
          farthest = max(farthest, distance(from: $1, harness, nth: nth))
        }
        #expect(farthest <= found.distance + found.within, "\(what)")
        // No corner of a box is farther from a middle: half a cell, plus what is left over.
        if case .box = area { #expect(found.distance <= farthest + cell * 1.5, "\(what)") }
      }
    }
  }

  /// Boxes divided without an index or a queue, level by level, with all venues measured.
  @Test func agreesWithPlainSubdivision() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let harness = try SearchHarness(.uniform, count: 12, seed: seed)
      var generator = SeededGenerator(seed: seed)
      let south = Double.random(in: -70...60, using: &generator)
      let west = Double.random(in: -170...160, using: &generator)
      let nth = Int.random(in: 1...3, using: &generator)
      let area = CoverageAreas.box(west, south, west + 8, south + 6)
      let found = try emptiest(of: area, harness, nth: nth)
      var boxes = [(south, west, south + 6, west + 8)]
      var (best, open) = (0.0, Double.infinity)
      while open > 0.5 {
        var next: [(bound: Double, box: (Double, Double, Double, Double))] = []
        for (south, west, north, east) in boxes {
          let (middle, across) = ((south + north) / 2, (west + east) / 2)
          for box in [
            (south, west, middle, across), (south, across, middle, east),
            (middle, west, north, across),
            (middle, across, north, east),
          ] {
            let center = Coordinate(latitude: (box.0 + box.2) / 2, longitude: (box.1 + box.3) / 2)
            let distance = distance(from: center, harness, nth: nth)
            best = max(best, distance)
            // A degree is at most 111.7 km in either direction.
            let (height, width) = (box.2 - box.0, box.3 - box.1)
            next.append((distance + (height + width) / 2 * 111_700, box))
          }
        }
        next.removeAll { $0.bound < best }
        open = (next.map(\.bound).max() ?? best) - best
        boxes = next.map(\.box)
      }
      #expect(abs(found.distance - best) <= 1.5, "seed \(seed): \(found.distance), \(best)")
    }
  }

  /// The whole rim is equally far away.
  @Test func aCircleRoundTheOnlyVenue() throws {
    let spot = ExactPosition(nearestTo: 51.5, -0.1)
    let harness = try SearchHarness("one", [TestVenue(spot)])
    for radius in [0.0, 10, 5_000, 400_000] {
      let area = CoverageArea.circle(spot.coordinate, radius: radius)
      let found = try emptiest(of: area, harness, nth: 1)
      #expect(found.distance <= radius && found.distance >= radius - 1)
      #expect(area.contains(found.point) && found.within <= 1)
    }
    // Slightly to one side, so that there is a single farthest place.
    let aside = CoverageArea.circle(Coordinate(latitude: 51.51, longitude: -0.1), radius: 5_000)
    let found = try emptiest(of: aside, harness, nth: 1)
    let expected =
      5_000
      + Geodesic.distance(
        from: Coordinate(latitude: 51.51, longitude: -0.1), to: spot.coordinate)
    #expect(abs(found.distance - expected) <= 1)
    #expect(found.point.latitude > 51.55)
  }

  /// Opposite the only venue, and in the corner of a box beside it.
  @Test func knownPlaces() throws {
    let harness = try SearchHarness("one", [TestVenue(ExactPosition(nearestTo: 50, 10))])
    let world = try emptiest(of: CoverageAreas.box(-180, -90, 180, 90), harness, nth: 1)
    #expect(abs(world.point.latitude - -50) < 0.5 && abs(world.point.longitude - -170) < 1)
    let corner = try emptiest(of: CoverageAreas.box(11, 51, 12, 52), harness, nth: 1)
    #expect(abs(corner.point.latitude - 52) < 1e-5 && abs(corner.point.longitude - 12) < 2e-5)
  }

  @Test func manyOnOneSpot() throws {
    let venues = (0..<200).map { TestVenue(ExactPosition(nearestTo: $0 < 150 ? 51 : 51.2, 0)) }
    let harness = try SearchHarness("two spots", venues)
    let area = CoverageAreas.box(-0.1, 50.9, 0.1, 51.3)
    for nth in [1, 50, 150, 151, 200] {
      let found = try emptiest(of: area, harness, nth: nth)
      #expect(found.distance == distance(from: found.point, harness, nth: nth))
    }
  }

  /// No point with few decimals lies in the area.
  @Test func anAreaTooThinForDecimals() throws {
    let harness = try SearchHarness(.uniform, count: 5, seed: 3)
    let sliver = CoverageAreas.polygon([(0, 50), (1, 50.3), (1, 50.300_000_000_1)])
    let found = try emptiest(of: .polygon(sliver), harness, nth: 1)
    #expect(found.distance == distance(from: found.point, harness, nth: 1))
    #expect(found.within <= 1.1)
  }
}

extension Coordinate {
  fileprivate func distance(to other: Coordinate) -> Double {
    Geodesic.distance(from: other, to: self)
  }
}
