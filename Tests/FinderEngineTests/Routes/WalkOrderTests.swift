import TestSupport
import Testing

@testable import FinderEngine

/// The order of the walks, against the walks to all venues of made-up towns.
@Suite struct WalkOrderTests {
  private struct Harness {
    let town: StreetTown
    let venues: [(place: Coordinate, name: String)]
    let store: VenueStore
    let point: Coordinate
    let router: MadeUpRouter

    init(seed: UInt64, venues count: Int, _ kind: RouterAddress.Kind) throws {
      var generator = SeededGenerator(seed: seed)
      town = StreetTown(seed: seed)
      router = MadeUpRouter(town: town, kind: kind)
      venues = StreetTown.venues(count, using: &generator)
      let features = venues.map { venue in
        """
        {"type":"Feature","properties":{"name":"\(venue.name)"},"geometry":{"type":"Point",\
        "coordinates":[\(venue.place.longitude),\(venue.place.latitude)]}}
        """
      }
      store = try VenueStore(reading: PaddedBytes(copying: features.joined(separator: "\n").utf8))
        .indexed()
      point = StreetTown.point(using: &generator)
    }

    /// Of all venues, by their places in the dataset.
    func expected(
      _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity
    ) -> [(venue: Int, walk: Walk)] {
      let start = town.crossing(nearestTo: point)
      let ways = town.ways(from: start)
      let origin = GeodesicOrigin(point)
      var reached: [(venue: Int, walk: Walk)] = []
      var others: [(venue: Int, walk: Walk)] = []
      for (number, venue) in venues.enumerated() {
        let straight = origin.distance(to: venue.place)
        if case .circle(let radius) = query.area, straight > radius { continue }
        let end = town.crossing(nearestTo: venue.place)
        guard let way = ways[end] else {
          others.append((number, Walk(metres: straight * 1.2, source: .estimate)))
          continue
        }
        let first = Geodesic.distance(from: point, to: town.crossings[start])
        let last = Geodesic.distance(from: venue.place, to: town.crossings[end])
        let metres = max(straight, first + way + last)
        reached.append((number, Walk(metres: metres, source: .router)))
      }
      let all = sorted(reached) + sorted(others)
      return Array(all.filter { lengths.contains($0.walk.metres) }.prefix(query.limit ?? .max))
    }

    private func sorted(_ list: [(venue: Int, walk: Walk)]) -> [(venue: Int, walk: Walk)] {
      list.sorted { a, b in
        if a.walk.metres != b.walk.metres { return a.walk.metres < b.walk.metres }
        let (first, second) = (venues[a.venue].name.utf8, venues[b.venue].name.utf8)
        guard first.elementsEqual(second) else { return first.lexicographicallyPrecedes(second) }
        return a.venue < b.venue
      }
    }

    /// What comes of it, and how many questions that took.
    func found(
      _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity
    ) throws -> (hits: [WalkedHit], requests: Int) {
      var order = WalkOrder(store, query, lengths: lengths)
      var requests = 0
      while let request = order.next() {
        requests += 1
        #expect(request.targets.count <= WalkOrder.mostTargets)
        order.take(try request.ways(in: router.answer(request), status: 200, from: router.kind))
      }
      #expect(!order.gaveUp && !order.lacksSteps)
      return (order.hits(), requests)
    }

    func check(
      _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity, mostRequests: Int? = nil
    ) throws {
      let expected = expected(query, lengths: lengths)
      let (hits, requests) = try found(query, lengths: lengths)
      let isInOrder = hits.map { Int(store.position(ofRow: $0.hit.row)) } == expected.map(\.venue)
      #expect(isInOrder, "\(query)")
      for (hit, (_, walk)) in zip(hits, expected) {
        #expect(hit.walk.source == walk.source)
        #expect(abs(hit.walk.metres - walk.metres) < 1e-6)
        #expect(hit.walk.metres >= hit.hit.distance)
      }
      if let mostRequests { #expect(requests <= mostRequests, "\(query)") }
    }
  }

  @Test("As by the walks to all venues", arguments: RouterAddress.Kind.allCases)
  func oracle(_ kind: RouterAddress.Kind) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: [1, 30, 120, 400][Int(seed % 4)], kind)
      for limit in [nil, 0, 1, 3, 10, 50] {
        for radius in [nil, 0, 250.0, 600] {
          try harness.check(
            Query(
              from: harness.point, area: radius.map { .circle(radius: $0) } ?? .everywhere,
              limit: limit))
        }
      }
    }
  }

  @Test("Ten venues of a small town take two questions at most")
  func fewRequests() throws {
    for seed in 100...130 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: 120, .valhalla)
      try harness.check(Query(from: harness.point, limit: 10), mostRequests: 2)
    }
  }

  @Test("Only walks of so many metres")
  func lengths() throws {
    for seed in 40...46 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: 300, .osrm)
      for range in [500...900.0, 0...300, 1000...1000.5, 5000...9000] {
        for limit in [nil, 5] {
          try harness.check(Query(from: harness.point, limit: limit), lengths: range)
        }
      }
    }
  }

  @Test("The straight line alone, in that order, makes another answer")
  func walksDiffer() throws {
    let harness = try Harness(seed: 5, venues: 400, .valhalla)
    let query = Query(from: harness.point, limit: 10)
    var order = WalkOrder(harness.store, query)
    let estimates = order.estimates()
    var searcher = Searcher(harness.store)
    let straight = searcher.search(query)
    #expect(estimates.map(\.hit) == straight)
    #expect(
      estimates.allSatisfy { $0.walk == Walk(metres: $0.hit.distance * 1.2, source: .estimate) })
    let walked = try harness.found(query).hits
    #expect(walked.map(\.hit.row) != estimates.map(\.hit.row))
  }

  @Test("Estimates after some answers are those without any")
  func estimatesAfterAll() throws {
    let harness = try Harness(seed: 6, venues: 400, .valhalla)
    var order = WalkOrder(harness.store, Query(from: harness.point, limit: 30))
    var fresh = order
    let first = order.next()
    let request = try #require(first)
    order.take(
      try request.ways(in: harness.router.answer(request), status: 200, from: .valhalla))
    let (late, early) = (order.estimates(), fresh.estimates())
    #expect(late == early)
  }

  @Test("A router that does not say where the streets are", arguments: RouterAddress.Kind.allCases)
  func noSteps(_ kind: RouterAddress.Kind) throws {
    let harness = try Harness(seed: 9, venues: 60, kind)
    var router = harness.router
    router.tellsSteps = false
    var order = WalkOrder(harness.store, Query(from: harness.point, limit: 10))
    while let request = order.next() {
      order.take(try request.ways(in: router.answer(request), status: 200, from: kind))
    }
    #expect(order.lacksSteps)
    let hits = order.hits()
    #expect(hits.allSatisfy { $0.walk.source == .estimate })
  }

  @Test("Where few can be reached, not all the world is asked for")
  func givesUp() throws {
    let harness = try Harness(seed: 7, venues: 3000, .valhalla)
    let query = Query(from: harness.point, limit: 10)
    var order = WalkOrder(harness.store, query)
    var asked = 0
    while let request = order.next() {
      order.take(request.targets.indices.map { asked + $0 == 4 ? .whole(7000) : .none })
      asked += request.targets.count
    }
    #expect(order.gaveUp && asked >= WalkOrder.patience && asked < 1200)
    let hits = order.hits()
    var searcher = Searcher(harness.store)
    var nearest = searcher.search(query).map(\.row)
    nearest.insert(nearest.remove(at: 4), at: 0)
    #expect(hits.map(\.hit.row) == nearest)
    #expect(hits.map(\.walk.source) == [.router] + Array(repeating: .estimate, count: 9))
  }

  @Test("Nobody is asked for what is too far to walk, and the best may come last")
  func tooFar() throws {
    let text = [0.1, 0.5, 1.2].map {
      "{\"type\":\"Feature\",\"properties\":null,\"geometry\":"
        + "{\"type\":\"Point\",\"coordinates\":[0,\(50 + $0)]}}"
    }.joined(separator: "\n")
    let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    var order = WalkOrder(store, Query(from: Coordinate(latitude: 50, longitude: 0), limit: nil))
    let first = order.next()
    #expect(first?.targets.map(\.latitude) == [50.1, 50.5])
    order.take([.none, .whole(90_000)])
    let second = order.next()
    #expect(second == nil)
    let hits = order.hits()
    #expect(hits.map(\.walk.source) == [.router, .estimate, .estimate])
    #expect(hits.map { $0.hit.distance.rounded() } == [55_617, 11_123, 133_489])
  }
}
