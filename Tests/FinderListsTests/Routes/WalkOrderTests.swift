import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// The order of walks, against the walks to all venues of made-up towns.
@Suite struct WalkOrderTests {
  private struct Harness {
    let town: StreetTown
    let venues: [(place: Coordinate, name: String)]
    let store: VenueStore
    let point: Coordinate
    let router: MadeUpRouter
    let chains: StoreChains

    init(seed: UInt64, venues count: Int, _ kind: RouterAddress.Kind) throws {
      var generator = SeededGenerator(seed: seed)
      town = StreetTown(seed: seed)
      router = MadeUpRouter(town: town, kind: kind)
      venues = StreetTown.venues(count, using: &generator)
      let features = venues.enumerated().map { number, venue in
        """
        {"type":"Feature","properties":{"name":"\(venue.name)","floor":\(number % 3)},\
        "geometry":{"type":"Point","coordinates":[\(venue.place.longitude),\(venue.place.latitude)]}}
        """
      }
      store = try VenueStore(reading: PaddedBytes(copying: features.joined(separator: "\n").utf8))
        .indexed()
      point = StreetTown.point(using: &generator)
      let store = store
      // Three in seven are independent, one of them by a shared name.
      chains = StoreChains(
        (0..<5).map { .init(name: "\($0)", venues: 2, isShared: $0 == 4) }, keys: [],
        chainOfRow: Column(count: store.count) { row in
          let chain = Int(store.position(ofRow: row)) % 7
          return chain < 5 ? UInt32(chain) : ChainList.none
        })
    }

    func query(limit: Int?, radius: Double? = nil, _ filter: Filter = Filter()) throws -> Query {
      var query = Query(
        from: point, area: radius.map { .circle(radius: $0) } ?? .everywhere, limit: limit,
        match: filter.name.map { NameMatch($0)! },
        conditions: try filter.floor.map { [try Condition("floor=\($0)")] } ?? [])
      if filter.kept != .all || filter.onePerChain {
        query.chains = ChainFilter(chains, keeps: filter.kept, onePerChain: filter.onePerChain)
      }
      return query
    }

    /// Of all venues, by their places in the dataset.
    func expected(
      _ query: Query, lengths: ClosedRange<Double>, _ filter: Filter
    ) -> [(venue: Int, walk: Walk)] {
      let start = town.crossing(nearestTo: point)
      let ways = town.ways(from: start)
      let origin = GeodesicOrigin(point)
      var reached: [(venue: Int, walk: Walk)] = []
      var others: [(venue: Int, walk: Walk)] = []
      for (number, venue) in venues.enumerated() {
        let straight = origin.distance(to: venue.place)
        if case .circle(let radius) = query.area, straight > radius { continue }
        guard filter.accepts(number, venue.name) else { continue }
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
      var seen: Set<Int> = []
      let left = all.filter { lengths.contains($0.walk.metres) }.filter { venue, _ in
        guard filter.onePerChain, venue % 7 < 4 else { return true }
        return seen.insert(venue % 7).inserted
      }
      return Array(left.prefix(query.limit ?? .max))
    }

    private func sorted(_ list: [(venue: Int, walk: Walk)]) -> [(venue: Int, walk: Walk)] {
      list.sorted { a, b in
        if a.walk.metres != b.walk.metres { return a.walk.metres < b.walk.metres }
        let (first, second) = (venues[a.venue].name.utf8, venues[b.venue].name.utf8)
        guard first.elementsEqual(second) else { return first.lexicographicallyPrecedes(second) }
        return a.venue < b.venue
      }
    }

    /// The result, and how many requests it took.
    func found(
      _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity
    ) throws -> (hits: [WalkedHit], requests: Int) {
      var order = WalkOrder(store, query, lengths: lengths)
      var requests = 0
      while let request = order.next() {
        requests += 1
        #expect(request.targets.count <= WalkOrder.mostTargets)
        order.take(try request.answer(in: router.answer(request), status: 200, from: router.kind))
      }
      #expect(!order.gaveUp && !order.hasUnmeasuredSteps)
      return (order.hits(), requests)
    }

    func check(
      _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity,
      _ filter: Filter = Filter(), mostRequests: Int? = nil
    ) throws {
      let expected = expected(query, lengths: lengths, filter)
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

  /// What the venues of an answer have in common.
  private struct Filter {
    /// A word of their names, regardless of case and accents.
    var name: String?
    var floor: Int?
    var kept = ChainFilter.Kept.all
    var onePerChain = false

    func accepts(_ number: Int, _ venueName: String) -> Bool {
      if let name, !["a": ["A", "a"], "cafe": ["Café"]][name]!.contains(venueName) {
        return false
      }
      if let floor, number % 3 != floor { return false }
      switch kept {
      case .all: return true
      case .independents: return number % 7 >= 4
      case .chains(let chains): return chains.contains(number % 7)
      }
    }
  }

  private static let filters = [
    Filter(name: "a"), Filter(name: "cafe", floor: 1), Filter(floor: 2), Filter(onePerChain: true),
    Filter(kept: .independents), Filter(kept: .chains([3])), Filter(kept: .chains([1, 3])),
    Filter(kept: .chains([])),
    Filter(name: "a", floor: 0, kept: .chains([2])), Filter(name: "a", onePerChain: true),
    Filter(floor: 1, kept: .independents, onePerChain: true),
  ]

  @Test("The same with filters, and with walks of certain lengths only", .slow)
  func filters() throws {
    for seed in 200...205 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: 400, seed % 2 == 0 ? .valhalla : .osrm)
      for filter in Self.filters {
        for limit in [nil, 1, 3, 10] {
          for radius in [nil, 600.0] {
            try harness.check(
              try harness.query(limit: limit, radius: radius, filter), filter)
          }
          try harness.check(
            try harness.query(limit: limit, filter), lengths: 400...900, filter)
        }
      }
    }
  }

  @Test("The same as with the walks to all venues", .slow, arguments: RouterAddress.Kind.allCases)
  func oracle(_ kind: RouterAddress.Kind) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: [1, 30, 120, 400][Int(seed % 4)], kind)
      for limit in [nil, 0, 1, 3, 10, 50] {
        for radius in [nil, 0, 250.0, 600] {
          try harness.check(try harness.query(limit: limit, radius: radius))
        }
      }
    }
  }

  @Test("Ten venues of a small town take at most two requests")
  func fewRequests() throws {
    for seed in 100...130 as ClosedRange<UInt64> {
      let harness = try Harness(seed: seed, venues: 120, .valhalla)
      try harness.check(Query(from: harness.point, limit: 10), mostRequests: 2)
    }
  }

  @Test("Only walks within limits in metres", .slow)
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

  @Test("The order of straight lines alone would give another answer")
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

  @Test("Estimates after some answers equal those without any")
  func estimatesAfterAll() throws {
    let harness = try Harness(seed: 6, venues: 400, .valhalla)
    var order = WalkOrder(harness.store, Query(from: harness.point, limit: 30))
    var fresh = order
    let first = order.next()
    let request = try #require(first)
    order.take(
      try request.answer(in: harness.router.answer(request), status: 200, from: .valhalla))
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
      order.take(try request.answer(in: router.answer(request), status: 200, from: kind))
    }
    #expect(order.hasUnmeasuredSteps)
    let hits = order.hits()
    #expect(hits.allSatisfy { $0.walk.source == .estimate })
  }

  @Test("Venues without a way are counted if they would come before the last")
  func leftOut() throws {
    let harness = try Harness(seed: 8, venues: 200, .valhalla)
    func order(_ query: Query, _ way: (Int) -> RoutedWay) -> WalkOrder {
      var order = WalkOrder(harness.store, query)
      while let request = order.next() { order.take(request.targets.indices.map(way)) }
      _ = order.hits()
      return order
    }
    var searcher = Searcher(harness.store)
    let nearest = searcher.search(Query(from: harness.point, limit: 20))
    // The walks are the straight lines, and every other venue has no way.
    let query = Query(from: harness.point, limit: 5)
    let some = order(query) { $0 % 2 == 0 ? .none : .whole(0) }
    #expect(some.known == 5 && !some.foundNoRoute)
    #expect(
      some.leftOut
        == nearest.indices.count { $0 % 2 == 0 && nearest[$0].distance * 1.2 < nearest[9].distance }
    )
    #expect(some.leftOut > 0)
    let all = order(query) { _ in .whole(0) }
    #expect(all.leftOut == 0 && all.known == 5)
    let none = order(query) { _ in .none }
    #expect(none.leftOut == 0 && none.known == 0 && none.foundNoRoute)
    // The other branches of a chain in the answer are not left out.
    var one = try harness.query(limit: 1, Filter(kept: .chains([1]), onePerChain: true))
    let branch = order(one) { $0 == 1 ? .whole(9000) : .none }
    #expect(branch.known == 1 && branch.leftOut == 0)
    one.chains = nil
    #expect(order(one) { $0 == 1 ? .whole(9000) : .none }.leftOut > 0)
  }

  @Test("If few venues can be reached, the requests still end")
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

  @Test("Venues too far to walk are not requested, and the best may come last")
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
