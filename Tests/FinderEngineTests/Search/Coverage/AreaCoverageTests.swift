import TestSupport
import Testing

@testable import FinderEngine

@Suite struct AreaCoverageTests {
  private static let anywhere = Query(from: Coordinate(latitude: 0, longitude: 0))

  /// Every cell's nth nearest from measuring all venues, and all figures from that.
  private func check(
    _ harness: SearchHarness, _ area: CoverageArea, cells wanted: Int = 25, nth ranks: [Int]
  ) throws {
    let cells = try #require(CoverageCells(area, cell: CoverageAreas.cell(of: area, wanted)))
    var rankings: [[BruteForce.Ranked]] = []
    cells.forEach(in: 0..<cells.count) { rankings.append(harness.oracle.ranking(from: $1)) }
    for nth in ranks {
      let exact = rankings.map { $0[nth - 1].distance }
      for store in [harness.store, harness.storeAsRead] {
        let coverage = AreaCoverage(cells, in: store, Self.anywhere, nth: nth)
        #expect(coverage.isAnswered)
        for cell in 0..<cells.count {
          let expected = rankings[cell][nth - 1]
          let distance = try #require(coverage.distance(cell))
          let row = try #require(coverage.row(cell))
          if Int(coverage.store.position(ofRow: row)) != expected.number
            || distance.tenths != expected.distance.tenths
          {
            Issue.record(
              "\(harness.label), \(area), nth \(nth), cell \(cell) at \(cells.middle(cell)): \(distance)"
            )
            return
          }
        }
        // Some of the limits are a cell's own distance, exactly or with the last bit changed.
        let own = exact[exact.count / 2]
        let limits = [0, own.nextDown, own, own.nextUp, 800, 2e6]
        let figures = try #require(coverage.figures(beyond: limits))
        let sorted = exact.sorted()
        let mean = exact.reduce(0, +) / Double(exact.count)
        let median = (sorted[(exact.count - 1) / 2] + sorted[exact.count / 2]) / 2
        let ninth = sorted[Int((Double(exact.count) * 0.9).rounded(.up)) - 1]
        #expect(abs(figures.mean - mean) < 0.02 && figures.mean.tenths == mean.tenths)
        #expect(figures.median.tenths == median.tenths)
        #expect(figures.ninth.tenths == ninth.tenths)
        #expect(figures.beyond == limits.map { limit in exact.count { $0 > limit } })
      }
    }
  }

  @Test(.slow, arguments: PointCloud.allCases)
  func agreesWithBruteForce(cloud: PointCloud) throws {
    for (place, count) in [1, 2, 40, 150].enumerated() {
      let harness = try SearchHarness(cloud, count: count, seed: 36 + UInt64(place))
      var generator = SeededGenerator(seed: 360 + UInt64(place))
      let at = try #require(harness.venues.randomElement(using: &generator)).coordinate
      let ranks = Set([1, 2, 17, count / 2, count]).filter { $0 > 0 && $0 <= count }.sorted()
      // Near venues, far from most, and all over the world, even opposite the venues.
      for radius in [300.0, 40_000, 3_000_000] {
        try check(harness, .circle(at, radius: radius), nth: ranks)
      }
      try check(harness, CoverageAreas.box(-180, -90, 180, 90), nth: ranks)
    }
  }

  @Test func areas() throws {
    let harness = try SearchHarness(.clustered, count: 60, seed: 5)
    for (_, area) in CoverageAreas.all { try check(harness, area, nth: [1, 3]) }
  }

  /// Dense towns of one country, seen from its other end and from the other side of the earth.
  @Test func farFromAllVenues() throws {
    var generator = SeededGenerator(seed: 77)
    let towns = (0..<6).map { _ in
      (Double.random(in: 50...55, using: &generator), Double.random(in: -5...1, using: &generator))
    }
    let venues = (0..<600).map { number in
      let (latitude, longitude) = towns[number % towns.count]
      return TestVenue(
        ExactPosition(
          nearestTo: latitude + .random(in: -0.02...0.02, using: &generator),
          longitude + .random(in: -0.02...0.02, using: &generator)))
    }
    let harness = try SearchHarness("towns", venues)
    for center in [
      Coordinate(latitude: -52, longitude: 178), Coordinate(latitude: 10, longitude: -120),
      Coordinate(latitude: 71, longitude: 25), Coordinate(latitude: -90, longitude: 0),
    ] {
      try check(harness, .circle(center, radius: 600_000), nth: [1, 20])
    }
  }

  /// Compared with `near`'s own search, for every filter.
  @Test func filters() throws {
    let harness = try SearchHarness(.clustered, count: 300, seed: 9)
    let cells = try #require(
      CoverageCells(.circle(harness.venues[0].coordinate, radius: 300_000), cell: 60_000))
    var named = Self.anywhere
    named.match = NameMatch("cafe")
    var conditional = Self.anywhere
    conditional.conditions = [try Condition("name!=A")]
    var listed = Self.anywhere
    listed.rows = [7, 8, 100, 250]
    var marked = Self.anywhere
    let marks = RowMarks(rows: 300, keepsMarked: false)
    for row in 20..<300 { marks.mark(row) }
    marked.marks = marks
    for query in [named, conditional, listed, marked] {
      for nth in [1, 3] {
        let coverage = AreaCoverage(cells, in: harness.store, query, nth: nth)
        #expect(coverage.store.count < 300 && coverage.store.count > 3)
        var searcher = Searcher(harness.store)
        for cell in 0..<cells.count {
          var near = query
          (near.point, near.limit) = (cells.middle(cell), nth)
          let hit = try #require(searcher.search(near).last)
          let row = try #require(coverage.row(cell))
          #expect(coverage.store.position(ofRow: row) == harness.store.position(ofRow: hit.row))
          #expect(coverage.distance(cell)?.tenths == hit.distance.tenths)
        }
      }
    }
  }

  @Test func tooFewVenues() throws {
    let harness = try SearchHarness(.uniform, count: 3, seed: 1)
    let cells = try #require(CoverageCells(CoverageAreas.box(0, 50, 1, 51), cell: 20_000))
    let coverage = AreaCoverage(cells, in: harness.store, Self.anywhere, nth: 4)
    #expect(!coverage.isAnswered)
    #expect(coverage.figures(beyond: [1]) == nil)
    #expect(coverage.distance(0) == nil && coverage.row(0) == nil)
    #expect(coverage.emptiest() == nil)
    var none = Self.anywhere
    none.match = NameMatch("nowhere")
    let empty = AreaCoverage(cells, in: harness.store, none, nth: 1)
    #expect(!empty.isAnswered && empty.store.count == 0)
  }

  /// The emptiest place is found even without cells.
  @Test func noCells() throws {
    let ring = CoverageAreas.polygon(
      [(0, 50), (1, 50), (1, 51), (0, 51)],
      [(0.001, 50.001), (0.999, 50.001), (0.999, 50.999), (0.001, 50.999)])
    let cells = try #require(CoverageCells(.polygon(ring), cell: 300_000))
    let harness = try SearchHarness(.uniform, count: 30, seed: 1)
    let coverage = AreaCoverage(cells, in: harness.store, Self.anywhere, nth: 1)
    #expect(coverage.isAnswered)
    #expect(coverage.figures(beyond: []) == nil)
    #expect(coverage.emptiest() != nil)
  }
}
