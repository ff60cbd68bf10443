import TestSupport
import Testing

@testable import FinderEngine

/// Filters by chain, against a walk over the whole ranking.
@Suite struct ChainFilterTests {
  /// Chains drawn at random, for venues by their places in the dataset.
  private struct Drawn {
    let chainOfVenue: [UInt32]
    let isShared: [Bool]

    init(_ count: Int, chains: Int, using generator: inout SeededGenerator) {
      chainOfVenue = (0..<count).map { _ in
        let chain = Int.random(in: -2..<chains, using: &generator)
        return chain < 0 ? ChainList.none : UInt32(chain)
      }
      isShared = (0..<chains).map { _ in Int.random(in: 0..<3, using: &generator) == 0 }
    }

    func of(_ store: VenueStore) -> StoreChains {
      var list: [ChainList.Chain] = []
      for (number, isShared) in isShared.enumerated() {
        list.append(.init(name: "\(number)", venues: 2, isShared: isShared))
      }
      return StoreChains(
        list, keys: [],
        chainOfRow: Column(count: store.count) { chainOfVenue[Int(store.position(ofRow: $0))] })
    }

    private func owned(_ venue: Int) -> UInt32? {
      let chain = chainOfVenue[venue]
      return chain == ChainList.none || isShared[Int(chain)] ? nil : chain
    }

    /// The rest of a ranking.
    func left(
      of ranking: [BruteForce.Ranked], _ kept: ChainFilter.Kept, onePerChain: Bool
    ) -> [BruteForce.Ranked] {
      var seen: Set<UInt32> = []
      return ranking.filter { venue in
        switch kept {
        case .all: break
        case .independents where owned(venue.number) != nil: return false
        case .independents: break
        case .chains(let wanted):
          guard wanted.contains(where: { chainOfVenue[venue.number] == UInt32($0) }) else {
            return false
          }
        }
        guard onePerChain, let chain = owned(venue.number) else { return true }
        return seen.insert(chain).inserted
      }
    }
  }

  private static let kinds: [ChainFilter.Kept] = [
    .all, .independents, .chains([0]), .chains([1]), .chains([0, 1]), .chains([]),
  ]

  @Test("Every kind of filter, limit, radius and box", .slow, arguments: PointCloud.allCases)
  func oracle(cloud: PointCloud) throws {
    for (seed, count, chains) in [(1, 1, 2), (2, 30, 3), (3, 300, 7), (4, 300, 150)] {
      var generator = SeededGenerator(seed: UInt64(seed) + 700)
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(seed))
      let drawn = Drawn(count, chains: chains, using: &generator)
      for point in harness.points(using: &generator).shuffled(using: &generator).prefix(2) {
        let ranking = harness.oracle.ranking(from: point)
        let radius = ranking.randomElement(using: &generator)?.distance ?? 1
        for kept in Self.kinds {
          for onePerChain in [false, true] {
            check(harness, drawn, kept, onePerChain, point, .everywhere, ranking)
            check(
              harness, drawn, kept, onePerChain, point, .circle(radius: radius),
              ranking.filter { $0.distance <= radius })
            let box = BoundingBox(south: -40, west: -100, north: 60, east: 90)
            check(
              harness, drawn, kept, onePerChain, point, .box(box),
              ranking.filter { box.contains(harness.oracle.positions[$0.number]) })
          }
        }
      }
    }
  }

  private func check(
    _ harness: SearchHarness, _ drawn: Drawn, _ kept: ChainFilter.Kept, _ onePerChain: Bool,
    _ point: Coordinate, _ area: Query.Area, _ ranking: [BruteForce.Ranked]
  ) {
    let expected = drawn.left(of: ranking, kept, onePerChain: onePerChain)
    for store in [harness.store, harness.storeAsRead] {
      let filter = ChainFilter(drawn.of(store), keeps: kept, onePerChain: onePerChain)
      // As in `bulk`: first a store of the venues left, then the rest of the work.
      let part = store.matching(nil, [], nil, filter)
      let rest = ChainFilter(filter, onStoresOf: store)
      for (store, filter) in [(store, filter), (part, rest)] {
        for limit in [nil, 0, 1, 5, 17] {
          var query = Query(from: point, area: area, limit: limit)
          query.chains = filter
          var searcher = Searcher(store)
          let found = searcher.search(query).map {
            BruteForce.Ranked(number: Int(store.position(ofRow: $0.row)), distance: $0.distance)
          }
          let what = "\(harness.label), \(kept), \(onePerChain), \(query)"
          #expect(found == limit.map { Array(expected.prefix($0)) } ?? expected, "\(what)")
          #expect(searcher.count(query) == expected.count, "\(what)")
        }
      }
    }
  }

  @Test("Together with a match and conditions")
  func withOthers() throws {
    var generator = SeededGenerator(seed: 77)
    let harness = try SearchHarness(.grid, count: 400, seed: 9)
    let drawn = Drawn(400, chains: 5, using: &generator)
    let names = TestName.all.filter(\.isCafe).map(\.meaning)
    for point in harness.points(using: &generator) {
      let cafes = harness.oracle.ranking(from: point).filter {
        names.contains(harness.oracle.names[$0.number])
      }
      let expected = drawn.left(of: cafes, .independents, onePerChain: false)
      var query = Query(from: point, limit: 5, match: NameMatch("cafe"))
      query.chains = ChainFilter(drawn.of(harness.store), keeps: .independents)
      var searcher = Searcher(harness.store)
      let found = searcher.search(query).map(harness.number)
      #expect(found == expected.prefix(5).map(\.number), "\(query)")
    }
  }

  @Test("Numbers in a forged file that are out of range belong to no chain")
  func forged() throws {
    let harness = try SearchHarness(.clustered, count: 30, seed: 4)
    let none = Column<UInt32>(count: 0) { _ in 0 }
    let forged = try #require(
      StoreChains(
        chainOfRow: Column(count: 30) { UInt32($0 * 100) },
        rowStart: Column(count: 2) { $0 == 0 ? 0 : 2 }, rows: Column(count: 2) { $0 == 0 ? 7 : 99 },
        shared: Column(count: 1) { _ in 0 }, nameStart: Column(count: 2) { $0 == 0 ? 9 : 3 },
        text: Column(count: 4) { _ in 65 }, keys: Column(count: 0) { _ in 0 }, chainOfKey: none,
        of: harness.store))
    #expect(forged.chain(ofRow: 0) == 0)
    #expect(forged.chain(ofRow: 1) == nil)
    #expect(forged.name(of: 0) == "")
    #expect(forged.rows(of: 0) == [7])
    var query = Query(from: Coordinate(latitude: 0, longitude: 0))
    query.chains = ChainFilter(forged, keeps: .all, onePerChain: true)
    #expect(Searcher(harness.store).count(query) == 30)
    #expect(
      StoreChains(
        chainOfRow: none, rowStart: none, rows: none, shared: Column(count: 0) { _ in 0 },
        nameStart: none, text: Column(count: 0) { _ in 0 }, keys: Column(count: 0) { _ in 0 },
        chainOfKey: none, of: harness.store) == nil)
  }
}
