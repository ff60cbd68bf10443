import TestSupport
import Testing

@testable import FinderEngine

/// The explanations of searches for a place to meet and along a way, against a walk over the whole ranking.
@Suite struct MeetingExplanationTests {
  /// What is asked besides the area: names, then positions.
  private struct Asked {
    let match: Bool
    let even: Bool

    func narrow(_ query: inout Query) {
      if match { query.match = NameMatch("cafe") }
      if even { query.conditions = [Condition(EvenPosition())] }
    }

    func refusal(_ venue: TestVenue, _ number: Int) -> Explanation.Filter? {
      if match, !MeetingExplanationTests.cafes.contains(venue.name) { return .match }
      return even && number % 2 != 0 ? .condition(0) : nil
    }

    var filters: [Explanation.Filter] { (match ? [.match] : []) + (even ? [.condition(0)] : []) }
  }

  private final class EvenPosition: RowTest {
    func accepts(_ row: Int, of store: VenueStore) -> Bool { store.position(ofRow: row) % 2 == 0 }
  }

  private static let cafes = Set(TestName.all.filter(\.isCafe).map(\.meaning))

  private static let asked = [false, true].flatMap { match in
    [false, true].map { Asked(match: match, even: $0) }
  }

  /// For numbers in order. `looked` are those that count; `isInside` says whether the area contains them.
  private func leftOut(
    _ asked: Asked, _ harness: SearchHarness, shown: Int, looked: [Int], hasLimit: Bool,
    hasArea: Bool, isInside: (Int) -> Bool
  ) -> [Explanation.LeftOut] {
    func refusal(_ number: Int) -> Explanation.Filter? {
      asked.refusal(harness.venues[number], number)
    }
    var all: [Explanation.LeftOut] = []
    if hasArea { all.append(.init(filter: .area, venues: looked.count { !isInside($0) })) }
    for filter in asked.filters {
      all.append(
        .init(filter: filter, venues: looked.count { isInside($0) && refusal($0) == filter }))
    }
    let rest = harness.venues.count - shown - all.reduce(0) { $0 + $1.venues }
    return all + (hasLimit ? [.init(filter: .limit, venues: rest)] : [])
  }

  /// Runs of two or more equal ones.
  private func ties<Ranked>(
    _ ranked: [Ranked], number: (Ranked) -> Int, areAlike: (Ranked, Ranked) -> Bool
  ) -> [[Int]] {
    var runs: [[Ranked]] = []
    for one in ranked {
      if let first = runs.last?.first, areAlike(first, one) {
        runs[runs.count - 1].append(one)
      } else {
        runs.append([one])
      }
    }
    return runs.filter { $0.count > 1 }.map { $0.map(number) }
  }

  @Test(.slow, arguments: PointCloud.allCases, [Meeting.Order.longest, .sum])
  func meetings(cloud: PointCloud, order: Meeting.Order) throws {
    for (seed, count) in [0, 1, 40, 150].enumerated() {
      var generator = SeededGenerator(seed: UInt64(4200 + seed))
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(seed))
      let hard = harness.points(using: &generator)
      for people in [2, 3, 3] {
        let points = (0..<people).map { _ in hard.randomElement(using: &generator)! }
        let oracle = MeetingOracle(harness.oracle, points: points, order: order)
        let ranking = oracle.ranking()
        for radius in [nil, ranking.randomElement(using: &generator)?.worst ?? 1] {
          let meeting = Meeting(from: points, by: order, radius: radius)
          for asked in Self.asked {
            for limit in [0, 1, 5, count, nil] {
              try check(harness, meeting, ranking, asked, limit: limit)
            }
          }
        }
      }
    }
  }

  private func check(
    _ harness: SearchHarness, _ meeting: Meeting, _ ranking: [MeetingOracle.Ranked],
    _ asked: Asked, limit: Int?
  ) throws {
    var query = Query(from: meeting.points[0], area: .together(meeting), limit: limit)
    asked.narrow(&query)
    let inside = Set(
      ranking.filter { $0.worst <= meeting.radius ?? .infinity }.map(\.number))
    let fitting = ranking.filter {
      inside.contains($0.number) && asked.refusal(harness.venues[$0.number], $0.number) == nil
    }
    let shown = Array(fitting.prefix(limit ?? .max))
    var looked = ranking
    if fitting.count > shown.count {
      let last = shown.last.flatMap { ranking.firstIndex(of: $0) }
      looked = last.map { Array(ranking[...$0]) } ?? []
    }
    let leftOut = self.leftOut(
      asked, harness, shown: shown.count, looked: looked.map(\.number), hasLimit: limit != nil,
      hasArea: meeting.radius != nil
    ) { inside.contains($0) }
    let withNext = shown.isEmpty ? [] : Array(fitting.prefix(shown.count + 1))
    let ties = self.ties(withNext, number: \.number) {
      $0.worst == $1.worst && $0.total == $1.total
    }
    func figure(_ one: MeetingOracle.Ranked) -> Double {
      meeting.order == .longest ? one.worst : one.total
    }
    for store in [harness.store, harness.storeAsRead] {
      let what: Comment =
        "\(harness.label), \(meeting.points), \(meeting.order), radius \(meeting.radius ?? -1), \(asked), limit \(limit ?? -1), \(store.index == nil ? "scan" : "index")"
      func number(_ row: Int) -> Int { Int(store.position(ofRow: row)) }
      var search = MeetingSearch(store, meeting)
      let (hits, found) = search.explained(query)
      #expect(hits == search.search(query), what)
      #expect(hits.map { number($0.row) } == shown.map(\.number), what)
      #expect(found.venues == harness.venues.count, what)
      #expect(found.leftOut == leftOut, what)
      #expect(found.ties.map { $0.rows.map(number) } == ties, what)
      let next = withNext.count > shown.count ? withNext.last : nil
      #expect(found.next.map { number($0.row) } == next?.number, what)
      #expect(found.next?.margin == next.map { figure($0) - figure(shown[shown.count - 1]) }, what)
      #expect(found.geodesics >= hits.count * meeting.points.count, what)
      var searcher = Searcher(store)
      let (count, counted) = searcher.explainedCount(query)
      #expect(count == shown.count, what)
      #expect(count + counted.leftOut.reduce(0) { $0 + $1.venues } == store.count, what)
    }
  }

  /// If only some rows count, all of them are examined one by one.
  @Test func amongSomeRows() throws {
    let harness = try SearchHarness(.clustered, count: 90, seed: 15)
    let points = harness.venues[0..<2].map(\.coordinate)
    for store in [harness.store, harness.storeAsRead] {
      let meeting = Meeting(from: points, by: .sum)
      var query = Query(
        from: points[0], area: .together(meeting), limit: 2, match: NameMatch("cafe"))
      query.rows = (0..<90).filter { store.position(ofRow: $0) % 9 == 4 }
      let cafes = query.rows!.count {
        Self.cafes.contains(harness.venues[Int(store.position(ofRow: $0))].name)
      }
      var search = MeetingSearch(store, meeting)
      #expect(
        search.explained(query).explanation.leftOut == [
          .init(filter: .rows, venues: 80), .init(filter: .match, venues: 10 - cafes),
          .init(filter: .limit, venues: max(0, cafes - 2)),
        ])
    }
  }

  @Test(.slow, arguments: PointCloud.allCases) func ways(cloud: PointCloud) throws {
    for seed in 0..<2 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed + 90)
      let harness = try SearchHarness(cloud, count: 80, seed: seed)
      let way = try #require(Way(WayTests.pieces(cloud, using: &generator)))
      let offsets = harness.venues.compactMap { way.nearest(to: $0.coordinate)?.offset }
      for reach in [offsets.sorted()[30] + 1e-3, 3e7] {
        let corridor = Corridor(way, reach: reach)
        let cases = WaySearch.Order.allCases.flatMap { order in Self.asked.map { (order, $0) } }
        for (order, asked) in cases {
          for limit in [0, 1, 7, nil] as [Int?] {
            for store in [harness.store, harness.storeAsRead] {
              var query = Query(from: way.points[0], area: .corridor(corridor))
              asked.narrow(&query)
              let search = WaySearch(corridor, points: way, in: store)
              let all = search.search(query, by: order)
              query.limit = limit
              let (hits, found) = search.explained(query, by: order)
              let what: Comment = "\(harness.label), \(reach), \(order), \(asked), \(limit ?? -1)"
              #expect(hits == search.search(query, by: order), what)
              func number(_ row: Int) -> Int { Int(store.position(ofRow: row)) }
              #expect(
                found.leftOut
                  == leftOut(
                    asked, harness, shown: hits.count, looked: Array(harness.venues.indices),
                    hasLimit: limit != nil, hasArea: true
                  ) { offsets[$0] <= reach }, what)
              #expect(
                hits.count + found.leftOut.reduce(0) { $0 + $1.venues } == harness.venues.count,
                what)
              let withNext = hits.isEmpty ? [] : Array(all.prefix(hits.count + 1))
              let ties = self.ties(withNext) {
                number($0.row)
              } areAlike: {
                $0.along == $1.along
                  && (order == .way ? $0.offset == $1.offset : $0.detour == $1.detour)
              }
              #expect(found.ties.map { $0.rows.map(number) } == ties, what)
              let next = withNext.count > hits.count ? withNext.last : nil
              #expect(found.next?.row == next?.row, what)
              func figure(_ hit: WayHit) -> Double { order == .way ? hit.along : hit.detour }
              #expect(
                found.next?.margin == next.map { figure($0) - figure(hits[hits.count - 1]) }, what)
              #expect(found.geodesics >= (hits.isEmpty ? 0 : 1), what)
            }
          }
        }
      }
    }
  }
}
