import TestSupport
import Testing

@testable import FinderEngine

/// Meetings against measuring every way, with and without an index.
@Suite struct MeetingSearchTests {
  private func forEachSize(
    of cloud: PointCloud, seed: UInt64,
    _ body: (SearchHarness, inout SeededGenerator) throws -> Void
  ) throws {
    for (number, count) in [0, 1, 2, 33, 300].enumerated() {
      var generator = SeededGenerator(seed: UInt64(number) + seed)
      try body(try SearchHarness(cloud, count: count, seed: UInt64(number)), &generator)
    }
  }

  /// Two to fifty of the hard points, sometimes all in one street, or with one of them twice.
  private func people(
    _ harness: SearchHarness, _ generator: inout SeededGenerator
  ) -> [Coordinate] {
    let hard = harness.points(using: &generator)
    let count = [2, 2, 3, 5, 50].randomElement(using: &generator)!
    guard Bool.random(using: &generator) else {
      return (0..<count).map { _ in hard.randomElement(using: &generator)! }
    }
    let middle = hard.randomElement(using: &generator)!
    return (0..<count).map { _ in
      let latitude = middle.latitude + .random(in: -0.01...0.01, using: &generator)
      return Coordinate(latitude: max(-90, min(90, latitude)), longitude: middle.longitude)
    }
  }

  private func weights(_ count: Int, _ generator: inout SeededGenerator) -> [Double]? {
    guard Bool.random(using: &generator) else { return nil }
    return (0..<count).map { _ in
      [1, 2, 3, 1_000_000].randomElement(using: &generator)!
    }
  }

  /// The answer agrees with `ranking`, venue by venue and figure by figure, and so does the count.
  private func check(
    _ harness: SearchHarness, _ meeting: Meeting, _ ranking: [MeetingOracle.Ranked], limit: Int?,
    match: NameMatch? = nil, _ location: SourceLocation = #_sourceLocation
  ) {
    let query = Query(
      from: meeting.points[0], area: .together(meeting), limit: limit, match: match)
    let wanted = limit.map { Array(ranking.prefix($0)) } ?? ranking
    for store in [harness.store, harness.storeAsRead] {
      let what =
        "\(harness.label); \(meeting.order), \(meeting.points.count) points \(meeting.points), weights "
        + "\(meeting.weights), radius \(meeting.radius ?? -1), limit \(limit ?? -1), "
        + (store.index == nil ? "scan" : "index")
      var search = MeetingSearch(store, meeting)
      let found = search.search(query).map { hit in
        MeetingOracle.Ranked(
          number: Int(store.position(ofRow: hit.row)), ways: hit.ways.map(\.distance),
          worst: hit.figures.worst, total: hit.figures.total)
      }
      if found != wanted {
        let place = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        Issue.record(
          "\(what): \(found.count) found, \(wanted.count) expected; they differ at \(place ?? -1)",
          sourceLocation: location)
      }
      let count = Searcher(store).count(query)
      if count != ranking.count {
        Issue.record("\(what): counts \(count) of \(ranking.count)", sourceLocation: location)
      }
    }
  }

  @Test(.slow, arguments: PointCloud.allCases, [Meeting.Order.longest, .sum])
  func everywhere(cloud: PointCloud, order: Meeting.Order) throws {
    try forEachSize(of: cloud, seed: 3600) { harness, generator in
      for _ in 0..<6 {
        let points = people(harness, &generator)
        let weights = weights(points.count, &generator)
        let meeting = Meeting(from: points, weights: weights, by: order)
        let ranking = MeetingOracle(
          harness.oracle, points: points, weights: weights, order: order
        ).ranking()
        for limit in [0, 1, 10, ranking.count, ranking.count + 1, nil] {
          check(harness, meeting, ranking, limit: limit)
        }
      }
    }
  }

  /// Exactly the longest way of some venue, which is inside; the next Double below leaves it out.
  @Test(.slow, arguments: PointCloud.allCases, [Meeting.Order.longest, .sum])
  func withinARadius(cloud: PointCloud, order: Meeting.Order) throws {
    try forEachSize(of: cloud, seed: 3700) { harness, generator in
      for _ in 0..<3 {
        let points = people(harness, &generator)
        let oracle = MeetingOracle(harness.oracle, points: points, order: order)
        var radii = [0, 1000, 9_000_000, 1e9]
        if let some = oracle.ranking().randomElement(using: &generator)?.worst {
          radii += [some, some.nextUp, max(0, some.nextDown)]
        }
        for radius in radii {
          let meeting = Meeting(from: points, by: order, radius: radius)
          let ranking = oracle.ranking(radius: radius)
          for limit in [nil, 1, 10] { check(harness, meeting, ranking, limit: limit) }
        }
      }
    }
  }

  /// Everything no worse than a given venue: the region in which notes on filters count.
  @Test(arguments: [Meeting.Order.longest, .sum])
  func noWorseThanAVenue(order: Meeting.Order) throws {
    try forEachSize(of: .clustered, seed: 3800) { harness, generator in
      for _ in 0..<3 {
        let points = people(harness, &generator)
        let weights = weights(points.count, &generator)
        let ranking = MeetingOracle(
          harness.oracle, points: points, weights: weights, order: order
        ).ranking()
        for last in ranking.indices.shuffled(using: &generator).prefix(5) {
          let meeting = Meeting(from: points, weights: weights, by: order)
          let most = meeting.figure(
            Meeting.Figures(worst: ranking[last].worst, total: ranking[last].total))
          let expected = ranking.filter {
            meeting.figure(Meeting.Figures(worst: $0.worst, total: $0.total)) <= most
          }
          check(harness, meeting.limited(to: most), expected, limit: nil)
        }
      }
    }
  }

  @Test(arguments: [Meeting.Order.longest, .sum])
  func filtersBeforeTheLimit(order: Meeting.Order) throws {
    let cafes = Set(TestName.all.filter(\.isCafe).map(\.meaning))
    try forEachSize(of: .clustered, seed: 3900) { harness, generator in
      let points = people(harness, &generator)
      let ranking = MeetingOracle(harness.oracle, points: points, order: order).ranking()
        .filter { cafes.contains(harness.venues[$0.number].name) }
      for limit in [1, 3, nil] {
        check(
          harness, Meeting(from: points, by: order), ranking, limit: limit,
          match: NameMatch("cafe"))
      }
    }
  }

  /// Only these rows, as for reviewed venues.
  @Test func amongSomeRows() throws {
    let harness = try SearchHarness(.clustered, count: 200, seed: 40)
    var generator = SeededGenerator(seed: 40)
    let points = Array(harness.points(using: &generator).prefix(3))
    let meeting = Meeting(from: points, by: .longest)
    let store = harness.store
    let rows = (0..<store.count).filter { $0.isMultiple(of: 7) }
    var query = Query(from: points[0], area: .together(meeting), limit: 5)
    query.rows = rows
    let numbers = Set(rows.map { Int(store.position(ofRow: $0)) })
    let expected = MeetingOracle(harness.oracle, points: points, order: .longest).ranking()
      .filter { numbers.contains($0.number) }.prefix(5).map(\.number)
    var search = MeetingSearch(store, meeting)
    #expect(search.search(query).map { Int(store.position(ofRow: $0.row)) } == expected)
  }

  /// Four corners of a square around the crossing of the equator with a meridian, and people on its sides.
  /// The ways to the corners have equal lengths, each from a different person, and the names decide.
  @Test func tiesAreInTheOrderOfTheirNames() throws {
    let unit = ExactPosition.unit
    var venues: [TestVenue] = []
    for (name, latitude, longitude) in [("D", 1, 1), ("B", 1, -1), ("C", -1, 1), ("A", -1, -1)] {
      var venue = TestVenue(ExactPosition(latitude: latitude * unit, longitude: longitude * unit))
      (venue.name, venue.nameToken) = (name, "\"\(name)\"")
      venues.append(venue)
    }
    let harness = try SearchHarness("corners", venues)
    let points = [(2.0, 0.0), (-2, 0), (0, 2), (0, -2)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    for order in [Meeting.Order.longest, .sum] {
      let meeting = Meeting(from: points, by: order)
      let query = Query(from: points[0], area: .together(meeting))
      for store in [harness.store, harness.storeAsRead] {
        var search = MeetingSearch(store, meeting)
        let hits = search.search(query)
        #expect(hits.map { store.venue($0.hit).name } == ["A", "B", "C", "D"])
        #expect(Set(hits.map(\.figures.total)).count == 1, "\(hits.map(\.figures))")
      }
    }
  }

  /// Best first: few of two thousand venues are measured.
  @Test func fewGeodesics() throws {
    let harness = try SearchHarness(.grid, count: 2000, seed: 41)
    for order in [Meeting.Order.longest, .sum] {
      let points = [(0.31, 0.17), (-0.23, 0.41), (0.11, -0.37)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
      }
      let meeting = Meeting(from: points, by: order)
      var search = MeetingSearch(harness.store, meeting)
      let hits = search.search(Query(from: points[0], area: .together(meeting), limit: 10))
      #expect(hits.count == 10)
      #expect(search.geodesics < 3 * 60, "\(search.geodesics)")
    }
  }
}
