import TestSupport
import Testing

@testable import FinderEngine

/// Right answers along ways pass verification, and each kind of wrong one fails.
@Suite struct WayVerificationTests {
  private struct Asked {
    let harness: SearchHarness
    let corridor: Corridor
    let points: Way?
    let order: WaySearch.Order

    func hits(_ query: Query, in store: VenueStore) -> [WayHit] {
      WaySearch(corridor, points: points, in: store).search(query, by: order)
    }

    func difference(
      _ query: Query, _ hits: [WayHit], of store: VenueStore? = nil
    ) -> Verification.Difference? {
      let plain = harness.storeAsRead
      let given = GivenAnswer(hits, in: store ?? harness.store)
      let found = PlainWaySearch(query, corridor, points: points, by: order, in: plain)
        .answer(like: given)
      return Verification(given, found, in: plain, for: TenthsRounding()).difference
    }
  }

  @Test(.slow, arguments: PointCloud.allCases) func findsNothingInRightAnswers(cloud: PointCloud)
    throws
  {
    for seed in 0..<2 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed + 70)
      let harness = try SearchHarness.numbered(cloud, count: 90, seed: seed)
      let pieces = WayTests.pieces(cloud, using: &generator)
      let way = try #require(Way(pieces))
      let ranked = harness.venues.compactMap { way.nearest(to: $0.coordinate)?.offset }.sorted()
      let part = way.slice(from: way.length / 4, to: way.length / 2) ?? way
      // Half-way round the globe, only rounding decides which of two passes is nearer.
      let reaches = [0, ranked[20] + 1e-3, ranked[60] + 1e-3, 20_000].filter { $0 < 1e6 }
      for reach in reaches {
        for (part, points) in [(way, way), (way, nil), (part, way)] as [(Way, Way?)] {
          let corridor = Corridor(part, reach: reach)
          for (order, limit) in [(.way, nil), (.way, 5), (.detour, nil), (.detour, 5)]
            as [(WaySearch.Order, Int?)]
          {
            let asked = Asked(harness: harness, corridor: corridor, points: points, order: order)
            let query = Query(from: part.points[0], area: .corridor(corridor), limit: limit)
            for store in [harness.store, harness.storeAsRead] {
              let found = asked.difference(query, asked.hits(query, in: store), of: store)
              #expect(found == nil, "\(harness.label), \(reach), \(order), \(pieces)")
            }
          }
        }
      }
    }
  }

  /// Two opposite points on the equator: only rounding decides which comes first.
  @Test func opposite() throws {
    let venues = [1, -1, 2, -2].map {
      TestVenue(ExactPosition(nearestTo: Double($0) / 1000, 0.5))
    }
    let harness = try SearchHarness("opposite", venues)
    let way = try #require(
      Way([[Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 2)]]))
    let corridor = Corridor(way, reach: 500)
    for order in WaySearch.Order.allCases {
      let asked = Asked(harness: harness, corridor: corridor, points: way, order: order)
      for limit in [1, 2, 3, nil] {
        let query = Query(from: way.points[0], area: .corridor(corridor), limit: limit)
        #expect(asked.difference(query, asked.hits(query, in: harness.store)) == nil)
      }
    }
  }

  @Test(arguments: WaySearch.Order.allCases) func plantedFaults(order: WaySearch.Order) throws {
    var generator = SeededGenerator(seed: 6)
    let venues = (0..<40).map { number in
      TestVenue(
        ExactPosition(
          nearestTo: 51.5 + .random(in: -0.01...0.01, using: &generator), 0.01 * Double(number)),
        name: TestName.all.randomElement(using: &generator)!)
    }
    let harness = try SearchHarness("a line of venues", venues)
    let way = try #require(
      Way([
        [51.5, 51.502, 51.5].enumerated().map {
          Coordinate(latitude: $1, longitude: 0.2 * Double($0))
        }
      ]))
    let corridor = Corridor(way, reach: 900)
    let asked = Asked(harness: harness, corridor: corridor, points: way, order: order)
    let query = Query(from: way.points[0], area: .corridor(corridor), limit: 8)
    var more = query
    more.limit = 9
    let nine = asked.hits(more, in: harness.store)
    let right = Array(nine.prefix(8))
    func place(_ hits: [WayHit]) -> Int? {
      guard case .venue(let place, _, _)? = asked.difference(query, hits) else { return nil }
      return place
    }
    #expect(asked.difference(query, right) == nil && nine.count == 9)
    #expect(place(nine) == 8 && place(Array(right.dropLast())) == 7)
    for missing in 0..<8 {
      var hits = nine
      hits.remove(at: missing)
      #expect(place(hits) == missing)
    }
    for first in 0..<7 {
      var hits = right
      hits.swapAt(first, first + 1)
      #expect(place(hits) == first)
    }
    func planted(_ hit: WayHit, _ number: Int) -> WayHit {
      WayHit(
        row: hit.row, along: hit.along + (number == 0 ? 0.1 : 0),
        offset: hit.offset + (number == 1 ? 0.1 : 0),
        side: number == 2 ? (hit.side == .left ? .right : .left) : hit.side,
        detour: hit.detour + (number == 3 ? 0.1 : 0))
    }
    for number in right.indices {
      for figure in 0..<4 {
        var hits = right
        hits[number] = planted(hits[number], figure)
        guard case .figures(let found, _, _)? = asked.difference(query, hits) else {
          Issue.record("figure \(figure) of \(number)")
          continue
        }
        #expect(found == number)
      }
    }
    let all = asked.hits(
      Query(from: way.points[0], area: .corridor(corridor)), in: harness.store
    ).count
    var count = query
    count.limit = nil
    for (given, isRight) in [(all, true), (all + 1, false)] {
      let found = Verification(
        countOf: count, GivenAnswer(count: given), in: harness.storeAsRead
      ).difference
      #expect((found == nil) == isRight)
    }
  }
}
