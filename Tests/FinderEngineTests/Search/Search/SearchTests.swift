import TestSupport
import Testing

@testable import FinderEngine

@Suite struct SearchTests {
  /// Datasets of several sizes, each with its own generator.
  private func forEachSize(
    of cloud: PointCloud, seed: UInt64,
    _ body: (SearchHarness, inout SeededGenerator) throws -> Void
  ) throws {
    for (number, count) in [0, 1, 2, 33, 400].enumerated() {
      var generator = SeededGenerator(seed: UInt64(number) + seed)
      try body(try SearchHarness(cloud, count: count, seed: UInt64(number)), &generator)
    }
  }

  @Test(arguments: PointCloud.allCases) func nearest(cloud: PointCloud) throws {
    try forEachSize(of: cloud, seed: 100) { harness, generator in
      for point in harness.points(using: &generator) {
        let ranking = harness.oracle.ranking(from: point)
        for limit in [0, 1, 2, 10, 100, ranking.count, ranking.count + 1, nil] {
          harness.check(Query(from: point, limit: limit), ranking)
        }
      }
    }
  }

  @Test(arguments: PointCloud.allCases) func circles(cloud: PointCloud) throws {
    try forEachSize(of: cloud, seed: 200) { harness, generator in
      for point in harness.points(using: &generator) where Bool.random(using: &generator) {
        let ranking = harness.oracle.ranking(from: point)
        for radius in radii(ranking, &generator) {
          let inside = Array(ranking.prefix { $0.distance <= radius })
          for limit in [nil, [0, 1, 10].randomElement(using: &generator)] {
            harness.check(Query(from: point, area: .circle(radius: radius), limit: limit), inside)
          }
        }
      }
    }
  }

  /// None, all, and exactly the distance of some venue, which is inside; the next Double below leaves it out.
  private func radii(
    _ ranking: [BruteForce.Ranked], _ generator: inout SeededGenerator
  ) -> [Double] {
    var radii = [0, 1, 1000, 250_000, 9_000_000, 20_003_931, 20_003_932, 1e9, .infinity]
    for _ in 0..<2 {
      guard let some = ranking.randomElement(using: &generator)?.distance else { break }
      radii += [some, some.nextUp, max(0, some.nextDown)]
    }
    return radii
  }

  @Test(arguments: PointCloud.allCases) func boxes(cloud: PointCloud) throws {
    try forEachSize(of: cloud, seed: 300) { harness, generator in
      for exact in boxes(about: harness.venues, &generator) {
        let numbers = harness.venues.indices.filter { exact.contains(harness.venues[$0].position) }
        let inside = Set(numbers)
        let point = exact.box.center
        let expected = harness.oracle.ranking(from: point).filter { inside.contains($0.number) }
        for limit in [nil, [0, 1, 10].randomElement(using: &generator)] {
          harness.check(Query(from: point, area: .box(exact.box), limit: limit), expected)
        }
      }
    }
  }

  private func boxes(
    about venues: [TestVenue], _ generator: inout SeededGenerator
  ) -> [ExactBox] {
    let half = 180 * ExactPosition.unit
    let pole = half / 2
    var boxes = [
      ExactBox(south: -pole, west: -half, north: pole, east: half),
      ExactBox(south: -pole, west: half, north: pole, east: -half),
      ExactBox(south: -pole, west: 0, north: pole, east: 0),
      ExactBox(south: 0, west: -half, north: 0, east: half),
      ExactBox(south: pole, west: -half, north: pole, east: half),
      ExactBox(south: pole - 10, west: 20, north: pole, east: half),
      ExactBox(south: -pole, west: half - 5, north: 10 - pole, east: 5 - half),
      ExactBox(south: -pole, west: half, north: pole, east: 0),
      ExactBox(south: -pole, west: 1, north: pole, east: 0),
      ExactBox(south: -pole, west: 0, north: pole, east: half),
      ExactBox(south: 10, west: 0, north: -10, east: half),
    ]
    for _ in 0..<12 {
      let longitudes = (0..<2).map { _ in Int.random(in: -half...half, using: &generator) }
      let latitudes = (0..<2).map { _ in Int.random(in: -pole...pole, using: &generator) }.sorted()
      boxes.append(
        ExactBox(
          south: latitudes[0], west: longitudes[0], north: latitudes[1], east: longitudes[1]))
    }
    for _ in 0..<12 { boxes += self.boxes(onVenues: venues, &generator) }
    return boxes
  }

  /// Edges at two venues' coordinates, then each a ten-millionth inside; the second box is nearly the
  /// complement.
  private func boxes(
    onVenues venues: [TestVenue], _ generator: inout SeededGenerator
  ) -> [ExactBox] {
    guard let a = venues.randomElement(using: &generator)?.position,
      let b = venues.randomElement(using: &generator)?.position
    else { return [] }
    let (south, north) = (min(a.latitude, b.latitude), max(a.latitude, b.latitude))
    let tight = ExactBox(south: south, west: a.longitude, north: north, east: b.longitude)
    var inner = tight
    inner.south += 1
    inner.west = min(inner.west + 1, 180 * ExactPosition.unit)
    let around = ExactBox(south: south, west: b.longitude, north: north, east: a.longitude)
    let spot = ExactBox(
      south: a.latitude, west: a.longitude, north: a.latitude, east: a.longitude)
    return [tight, inner, around, spot]
  }

  /// The filter comes before the limit, and a filtered circle or box counts only what it keeps.
  @Test(arguments: PointCloud.allCases) func namesBeforeLimit(cloud: PointCloud) throws {
    let cafes = Set(TestName.all.filter(\.isCafe).map(\.meaning))
    let match = try #require(NameMatch("cafe"))
    try forEachSize(of: cloud, seed: 400) { harness, generator in
      for point in harness.points(using: &generator) {
        let ranking = harness.oracle.ranking(from: point)
        let named = ranking.filter { cafes.contains(harness.venues[$0.number].name) }
        let radius = ranking.randomElement(using: &generator)?.distance ?? 1
        let near = named.filter { $0.distance <= radius }
        let half = ExactBox(
          south: 0, west: -170 * ExactPosition.unit, north: 90 * ExactPosition.unit,
          east: 20 * ExactPosition.unit)
        let boxed = named.filter { half.contains(harness.venues[$0.number].position) }
        for limit in [1, 5, 100, nil] {
          for (area, expected) in [
            (Query.Area.everywhere, named), (.circle(radius: radius), near),
            (.box(half.box), boxed),
          ] {
            let query = Query(from: point, area: area, limit: limit, match: match)
            harness.check(query, expected, "cafe")
          }
        }
        let part = harness.store.matching(match)
        var searcher = Searcher(part)
        let numbers = searcher.search(Query(from: point, limit: 10)).map {
          Int(part.position(ofRow: $0.row))
        }
        #expect(numbers == named.prefix(10).map(\.number), "\(harness.label), matching store")
      }
    }
  }

  /// All names at the same four places, which are exactly equally far from the origin.
  @Test func tiesGoByNameBytesThenPosition() throws {
    var generator = SeededGenerator(seed: 5)
    let degree = ExactPosition.unit
    let spots = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map {
      ExactPosition(latitude: $0 * degree, longitude: $1 * degree)
    }
    let venues = (spots + spots).flatMap { spot in TestName.all.map { TestVenue(spot, name: $0) } }
    let harness = try SearchHarness("ties", venues.shuffled(using: &generator))
    let origin = Coordinate(latitude: 0, longitude: 0)
    let ranking = harness.oracle.ranking(from: origin)
    try #require(Set(ranking.map(\.distance)).count == 1)
    for limit in [nil, 1, 7, 50, 100] { harness.check(Query(from: origin, limit: limit), ranking) }
    harness.check(
      Query(from: origin, area: .circle(radius: ranking[0].distance), limit: 20), ranking)
  }

  /// The order by bytes, for a few names that other orders would place differently.
  @Test func orderOfNames() throws {
    let names = ["", "A", "A\tB", "A B", "B", "a", "é", "～", "😀"]
    let tokens = names.map { "\"\($0.replacing("\t", with: "\\t"))\"" }
    let spot = ExactPosition(latitude: 0, longitude: 0)
    var venues = names.indices.reversed().map { i in
      TestVenue(spot, name: TestName(meaning: names[i], token: tokens[i]))
    }
    venues.append(venues[0])
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    var searcher = Searcher(store)
    let hits = searcher.search(Query(from: Coordinate(latitude: 1, longitude: 1)))
    let order = hits.map { Int(store.position(ofRow: $0.row)) }
    #expect(order == [8, 7, 6, 5, 4, 3, 2, 1, 0, 9])
  }

  @Test func oneSearcherServesManyQueries() throws {
    let harness = try SearchHarness(.clustered, count: 500, seed: 9)
    var searcher = Searcher(harness.store)
    var generator = SeededGenerator(seed: 10)
    for point in harness.points(using: &generator) + harness.points(using: &generator) {
      let limit = Int.random(in: 1...60, using: &generator)
      let hits = searcher.search(Query(from: point, limit: limit))
      let expected = harness.oracle.ranking(from: point).prefix(limit)
      #expect(hits.map(harness.number) == expected.map(\.number), "\(point), \(limit)")
    }
  }
}

extension VenueStore {
  /// A store of the venues that fit these filters.
  func matching(
    _ match: NameMatch?, _ conditions: [Condition] = [], _ food: FoodFilter? = nil,
    _ chains: ChainFilter? = nil
  ) -> VenueStore {
    var query = Query(
      from: Coordinate(latitude: 0, longitude: 0), area: .everywhere, limit: nil, match: match,
      conditions: conditions)
    (query.food, query.chains) = (food, chains)
    return fitting(query)
  }
}
