import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Corridors and searches along ways against `WayOracle`: every venue found is near enough, and no other is.
@Suite struct WaySearchTests {
  private func pieces(
    _ harness: SearchHarness, _ cloud: PointCloud, _ generator: inout SeededGenerator
  ) -> [[Coordinate]] {
    var pieces = WayTests.pieces(cloud, using: &generator)
    // Also through venues.
    for _ in 0..<2 {
      if let venue = harness.venues.randomElement(using: &generator) {
        pieces[0].append(venue.coordinate)
      }
    }
    return pieces
  }

  @Test(.slow, arguments: PointCloud.allCases)
  func corridors(_ cloud: PointCloud) throws {
    for seed in 0..<3 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let harness = try SearchHarness(cloud, count: 90, seed: seed)
      let pieces = pieces(harness, cloud, &generator)
      let way = try #require(Way(pieces))
      let oracle = WayOracle(pieces)
      let offsets = harness.venues.map { oracle.nearest(to: $0.coordinate).offset }
      // Between two venues of the ranking, and exactly at the distance of one.
      let ranked = offsets.sorted()
      for reach in [0, ranked[20] + 1e-3, ranked[60] + 1e-3, 3e7] {
        let corridor = Corridor(way, reach: reach)
        let what = "\(harness.label), reach \(reach), \(pieces)"
        let sure = Set(offsets.indices.filter { offsets[$0] < reach - 1e-6 })
        let possible = Set(offsets.indices.filter { offsets[$0] <= reach + 1e-6 })
        for store in [harness.store, harness.storeAsRead] {
          let query = Query(from: way.points[0], area: .corridor(corridor))
          var searcher = Searcher(store)
          let found = Set(searcher.search(query).map { Int(store.position(ofRow: $0.row)) })
          #expect(found.isSuperset(of: sure) && found.isSubset(of: possible), "\(what)")
          #expect(searcher.count(query) == found.count, "\(what)")
          for order in WaySearch.Order.allCases {
            check(
              WaySearch(corridor, points: seed == 0 ? nil : way, in: store), query, order, found,
              oracle, way, harness, in: store, isOfPoints: seed > 0, what)
          }
        }
      }
    }
  }

  private func check(
    _ search: WaySearch, _ query: Query, _ order: WaySearch.Order, _ wanted: Set<Int>,
    _ oracle: WayOracle, _ way: Way, _ harness: SearchHarness, in store: VenueStore,
    isOfPoints: Bool, _ what: String
  ) {
    let hits = search.search(query, by: order)
    let numbers = hits.map { Int(store.position(ofRow: $0.row)) }
    #expect(hits.count == wanted.count && Set(numbers) == wanted, "\(what)")
    for (hit, number) in zip(hits, numbers) {
      let point = harness.venues[number].coordinate
      let place = way.nearest(to: point)
      // Places are compared to the micrometre.
      let along = place.map { ($0.along * 1e6).rounded() / 1e6 }
      #expect(along == hit.along && place?.offset == hit.offset, "\(what)")
      #expect(place?.side == hit.side, "\(what)")
      let legs = way.segments.map { leg in
        let (from, to) = (way.points[leg], way.points[leg + 1])
        return Geodesic.distance(from: from, to: point) + Geodesic.distance(from: point, to: to)
          - Geodesic.distance(from: from, to: to)
      }
      let detour = isOfPoints ? legs.min().map { max(0, $0) } ?? 2 * hit.offset : 2 * hit.offset
      #expect(hit.detour == detour, "\(what)")
    }
    let sorted = zip(hits, numbers).sorted { a, b in
      let (one, other) = (a.0, b.0)
      if order == .detour, one.detour != other.detour { return one.detour < other.detour }
      if one.along != other.along { return one.along < other.along }
      if order == .way, one.offset != other.offset { return one.offset < other.offset }
      let (first, second) = (harness.venues[a.1].name.utf8, harness.venues[b.1].name.utf8)
      if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
      return a.1 < b.1
    }
    #expect(sorted.map(\.1) == numbers, "\(order), \(what)")
    var few = query
    few.limit = 7
    #expect(search.search(few, by: order) == Array(hits.prefix(7)), "\(what)")
  }

  /// The whole leg counts, even if only a part of it is searched.
  @Test func detoursOfAPart() throws {
    let (a, b) = (Coordinate(latitude: 51, longitude: 0), Coordinate(latitude: 51, longitude: 1))
    let venue = TestVenue(ExactPosition(nearestTo: 51.01, 0.5))
    let harness = try SearchHarness("one", [venue])
    let way = try #require(Way([[a, b]]))
    let part = try #require(way.slice(from: 30_000, to: 40_000))
    func hits(_ way: Way, _ points: Way?) -> [WayHit] {
      let corridor = Corridor(way, reach: 5000)
      return WaySearch(corridor, points: points, in: harness.store).search(
        Query(from: a, area: .corridor(corridor)), by: .way)
    }
    let (whole, cut) = (hits(way, way), hits(part, way))
    #expect(whole.count == 1 && whole.map(\.detour) == cut.map(\.detour))
    #expect(abs(whole[0].along - cut[0].along) < 1e-6)
    // Off a track, it is there and back.
    #expect(hits(part, nil).map(\.detour) == cut.map { 2 * $0.offset })
  }

  @Test func filtersAndChains() throws {
    var generator = SeededGenerator(seed: 5)
    let venues = (0..<40).map { number in
      TestVenue(
        ExactPosition(
          nearestTo: 51.5 + .random(in: -0.01...0.01, using: &generator), 0.01 * Double(number)),
        name: TestName.all.randomElement(using: &generator)!)
    }
    let harness = try SearchHarness("a line of venues", venues)
    let way = try #require(
      Way([[Coordinate(latitude: 51.5, longitude: 0), Coordinate(latitude: 51.5, longitude: 0.4)]]))
    let corridor = Corridor(way, reach: 5000)
    let query = Query(from: way.points[0], area: .corridor(corridor), match: NameMatch("cafe"))
    for store in [harness.store, harness.storeAsRead] {
      let hits = WaySearch(corridor, points: way, in: store).search(query, by: .way)
      #expect(hits.count == venues.count { TestName.isCafe($0.name) })
      #expect(hits.map(\.along) == hits.map(\.along).sorted())
    }
  }
}

extension TestName {
  fileprivate static func isCafe(_ name: String) -> Bool {
    all.contains { $0.meaning.utf8.elementsEqual(name.utf8) && $0.isCafe }
  }
}
