import TestSupport
import Testing

@testable import FinderEngine

/// Venues drawn by lot, against numbers from another program and against sorting all venues by theirs.
@Suite struct LotTests {
  /// From a few lines of Python: what a seed draws today, it must always draw.
  @Test(
    arguments: [
      (0, "", 0xCC76_972B_21C7_8C87), (0, "a", 0xDCEE_0BC3_4B39_651B),
      (0, "node/240109189", 0xC1A7_89A7_B29A_6EAC), (0, "way/1~2", 0xE869_D664_45A5_F42F),
      (0, "000000000000", 0xA706_DD2F_4D19_7E6F), (0, "zzzzzzzzzzzz", 0xABDE_3E99_738B_0619),
      (0, "7k3m9q2x0abc", 0x8E3B_3358_8355_AD0F), (0, "café 北京", 0xAF48_4C72_0C6E_A9D5),
      (1, "", 0xFC59_1663_6924_5809), (1, "a", 0x228A_E8FA_85E0_F842),
      (1, "node/240109189", 0x44C0_3D83_1F23_51DF), (1, "way/1~2", 0x2849_9609_B5A8_3775),
      (1, "000000000000", 0x5E41_AB08_7439_611E), (1, "zzzzzzzzzzzz", 0x032D_DD65_1EB9_E0C7),
      (1, "7k3m9q2x0abc", 0x3E37_A85F_1AC1_4D81), (1, "café 北京", 0x0B61_22A1_F1C1_49FF),
      (1 << 53 - 1, "", 0xC2CF_526C_5189_EE3F), (1 << 53 - 1, "a", 0x2C1A_DC8A_EB48_26F8),
      (1 << 53 - 1, "node/240109189", 0x2A65_FE9B_780A_D04F),
      (1 << 53 - 1, "way/1~2", 0xD57F_2C7C_E810_6AD6),
      (1 << 53 - 1, "000000000000", 0xEB6A_22A7_EDCB_5262),
      (1 << 53 - 1, "7k3m9q2x0abc", 0xDF66_95C5_27D6_CACC),
      (1 << 53 - 1, "café 北京", 0x3D07_716E_37DD_48D5),
    ] as [(UInt64, String, UInt64)])
  func numbers(seed: UInt64, id: String, number: UInt64) {
    let found = id.withBytes { Lot(seed: seed).number(ofID: $0) }
    #expect(found == number, "0x\(String(found, radix: 16))")
  }

  @Test func randomSeeds() {
    let seeds = Set((0..<100).map { _ in Lot.random().seed })
    // The chance that two of a hundred are equal is one in a million million.
    #expect(seeds.count == 100)
    #expect(seeds.allSatisfy { $0 < 1 << 53 })
  }

  // MARK: Evenness

  /// The sum of squared differences from an even distribution.
  private func chiSquare(_ counts: some Collection<Int>, cells: Int, of total: Int) -> Double {
    let expected = Double(total) / Double(cells)
    let seen = counts.reduce(0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    return seen + Double(cells - counts.count) * expected
  }

  /// Ten venues, with ids that differ in a letter or that are made from names and positions. A fair lot would
  /// fail one of these bounds for one set of seeds in a thousand million; these seeds do not change.
  @Test(arguments: [true, false]) func even(hasIDs: Bool) throws {
    var generator = SeededGenerator(seed: 36)
    var venues = [TestVenue](.clustered, count: 10, using: &generator)
    for place in venues.indices where hasIDs { venues[place].idToken = "\"node/\(place)\"" }
    let store = try SearchHarness("ten", venues).store
    var searcher = Searcher(store)
    let total = 10_000
    var firsts: [Int: Int] = [:]
    var places: [Int: Int] = [:]
    var orders: [[Int]: Int] = [:]
    for seed in 0..<UInt64(total) {
      let point = Coordinate(latitude: 0, longitude: 0)
      let one = searcher.draw(Query(from: point, limit: 1), by: Lot(seed: seed))
      let all = searcher.draw(Query(from: point), by: Lot(seed: seed))
      #expect(one.rows == [all.rows[0]] && one.candidates == 10)
      firsts[one.rows[0], default: 0] += 1
      for place in 0..<10 { places[10 * place + all.rows[place], default: 0] += 1 }
      orders[all.rows.filter { $0 < 4 }, default: 0] += 1
    }
    // With 9, 81 and 23 degrees of freedom; for whole orders, the second is 10/9 of that.
    #expect(chiSquare(firsts.values, cells: 10, of: total) < 60.7)
    #expect(chiSquare(places.values, cells: 100, of: 10 * total) < 202.2)
    #expect(chiSquare(orders.values, cells: 24, of: total) < 89.2)
  }

  // MARK: Against all of them

  private func ids(of store: VenueStore) -> [[UInt8]] {
    let ids = UniqueIDs(store)
    return (0..<store.count).map { row in
      var id = ByteBuffer()
      ids.append(idOf: Venue(row: row, of: store), to: &id)
      return Array(id.bytes)
    }
  }

  /// Places in the dataset.
  private func drawn(_ query: Query, _ seed: UInt64, in store: VenueStore) -> [Int] {
    var searcher = Searcher(store)
    return searcher.draw(query, by: Lot(seed: seed)).rows.map { Int(store.position(ofRow: $0)) }
  }

  private func harness(_ cloud: PointCloud, _ count: Int, seed: UInt64) throws -> SearchHarness {
    var generator = SeededGenerator(seed: seed)
    var venues = [TestVenue](cloud, count: count, using: &generator)
    // Numbers, texts, some of them repeated, and none.
    for place in venues.indices {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: venues[place].idToken = "\(place)"
      case 1: venues[place].idToken = "\"node/\(place)\""
      case 2: venues[place].idToken = "\"twice \(place % 7)\""
      default: break
      }
    }
    return try SearchHarness("\(cloud), \(count) venues, seed \(seed)", venues)
  }

  @Test(.slow, arguments: PointCloud.allCases) func oracle(cloud: PointCloud) throws {
    for (number, count) in [0, 1, 2, 33, 400].enumerated() {
      var generator = SeededGenerator(seed: UInt64(number) + 3600)
      let harness = try harness(cloud, count, seed: UInt64(number) + 36)
      for point in harness.points(using: &generator) {
        let seed = UInt64.random(in: Lot.seeds, using: &generator)
        let all = harness.oracle.distances(from: point)
        // Also exactly at a venue's distance, which is inside.
        let radius = all.randomElement(using: &generator)?.distance ?? 1000
        for store in [harness.store, harness.storeAsRead] {
          let ids = ids(of: store)
          for (area, inside) in [
            (Query.Area.everywhere, all),
            (.circle(radius: radius), all.filter { $0.distance <= radius }),
          ] {
            let places = Set(inside.map(\.number))
            let rows = (0..<store.count).filter { places.contains(Int(store.position(ofRow: $0))) }
            let wanted = rows.map { row in
              (ids[row].withUnsafeBufferPointer { Lot(seed: seed).number(ofID: $0) }, row)
            }.sorted { $0.0 < $1.0 }.map { Int(store.position(ofRow: $0.1)) }
            for limit in [0, 1, 3, 70, count, count + 5, nil] {
              let found = drawn(Query(from: point, area: area, limit: limit), seed, in: store)
              let first = limit.map { Array(wanted.prefix($0)) } ?? wanted
              #expect(
                found == first, "\(harness.label), seed \(seed), \(area), limit \(limit ?? -1)")
            }
            var searcher = Searcher(store)
            let lot = searcher.draw(Query(from: point, area: area, limit: 1), by: Lot(seed: seed))
            #expect(lot.candidates == wanted.count)
          }
        }
      }
    }
  }

  /// Whatever the order of the file, and whatever other venues it has.
  @Test func oneMoreOrLess() throws {
    var generator = SeededGenerator(seed: 5)
    var venues = [TestVenue](.clustered, count: 60, using: &generator)
    for place in venues.indices { venues[place].name = "\(place)" }
    for place in venues.indices {
      venues[place].nameToken = "\"\(place)\""
      if place % 2 == 0 { venues[place].idToken = "\"way/\(place)\"" }
    }
    func names(_ venues: [TestVenue], _ seed: UInt64) throws -> [String] {
      let store = try SearchHarness("some", venues).store
      return drawn(Query(from: venues[0].coordinate), seed, in: store).map { venues[$0].name }
    }
    for seed in 0..<20 as Range<UInt64> {
      let all = try names(venues, seed)
      #expect(Set(all).count == 60)
      #expect(try names(venues.shuffled(using: &generator), seed) == all)
      let gone = venues.indices.randomElement(using: &generator)!
      var fewer = venues
      fewer.remove(at: gone)
      #expect(try names(fewer, seed) == all.filter { $0 != "\(gone)" }, "\(seed) without \(gone)")
    }
  }

  // MARK: Filters

  @Test func filters() throws {
    let harness = try harness(.clustered, 400, seed: 8)
    for store in [harness.store, harness.storeAsRead] {
      let all = drawn(Query(from: harness.venues[0].coordinate), 3, in: store)
      let cafes = Set(
        TestName.all.filter(\.isCafe).map(\.meaning))
      var query = Query(from: harness.venues[0].coordinate, match: NameMatch("cafe"))
      #expect(
        drawn(query, 3, in: store) == all.filter { cafes.contains(harness.venues[$0].name) })
      query.match = nil
      let others = Set((0..<store.count).filter { $0 % 3 == 0 })
      let left = all.filter { place in
        !others.contains { Int(store.position(ofRow: $0)) == place }
      }
      query.conditions = [Condition(OtherThanRows(others))]
      #expect(drawn(query, 3, in: store) == left)
      query.conditions = []
      query.rows = (0..<store.count).filter { !others.contains($0) }
      #expect(drawn(query, 3, in: store) == left)
    }
  }

  /// The nearest branch represents its chain.
  @Test func oneForEachChain() throws {
    let harness = try harness(.clustered, 300, seed: 9)
    for store in [harness.store, harness.storeAsRead] {
      let chains = StoreChains(
        (0..<7).map { .init(name: "\($0)", venues: 2, isShared: $0 == 3) }, keys: [],
        chainOfRow: Column(count: store.count) { row in
          let place = Int(store.position(ofRow: row))
          return place % 3 == 0 ? ChainList.none : UInt32(place % 7)
        })
      for place in 0..<5 {
        let point = harness.venues[place].coordinate
        var query = Query(from: point, area: .circle(radius: 5_000_000))
        query.chains = ChainFilter(chains, keeps: .all, onePerChain: true)
        var searcher = Searcher(store)
        let nearest = Set(searcher.rank(query).map { Int(store.position(ofRow: $0)) })
        query.chains = nil
        let wanted = drawn(query, 4, in: store).filter(nearest.contains)
        query.chains = ChainFilter(chains, keeps: .all, onePerChain: true)
        #expect(drawn(query, 4, in: store) == wanted)
        query.limit = 2
        #expect(drawn(query, 4, in: store) == Array(wanted.prefix(2)))
      }
    }
  }

  /// Distance and direction are those of a search.
  @Test(arguments: [PointCloud.clustered, .dateLine, .poles, .oneSpot]) func figures(
    cloud: PointCloud
  ) throws {
    var generator = SeededGenerator(seed: 10)
    let harness = try harness(cloud, 200, seed: 10)
    for store in [harness.store, harness.storeAsRead] {
      for point in harness.points(using: &generator) {
        var searcher = Searcher(store)
        let rows = searcher.draw(Query(from: point), by: Lot(seed: 1)).rows
        let hits = searcher.hits(ofRows: rows, from: point)
        #expect(hits.map(\.row) == rows)
        for hit in searcher.search(Query(from: point)) {
          #expect(hits.contains(hit), "\(harness.label), \(point)")
        }
      }
    }
  }
}
