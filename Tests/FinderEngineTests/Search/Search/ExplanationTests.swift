import TestSupport
import Testing

@testable import FinderEngine

/// A search's explanation of itself, against a walk over the whole ranking.
@Suite struct ExplanationTests {
  /// What a query asks besides its area, in a form that the brute force understands.
  private struct Asked {
    let label: String
    /// In the order in which they are checked.
    let filters: [(filter: Explanation.Filter, fits: @Sendable (TestVenue, Int) -> Bool)]

    func narrow(_ query: inout Query, _ store: VenueStore) throws {
      for (filter, fits) in filters {
        switch filter {
        case .match: query.match = NameMatch("cafe")
        case .marks:
          let marks = RowMarks(rows: store.count, keepsMarked: false)
          for row in 0..<store.count {
            if Int(store.position(ofRow: row)) % 3 == 0 { marks.mark(row) }
          }
          query.marks = marks
        default: query.conditions.append(Condition(OfPosition { fits(TestVenue.any, $0) }))
        }
      }
    }

    func refusal(_ venue: TestVenue, _ number: Int) -> Explanation.Filter? {
      filters.first { !$0.fits(venue, number) }?.filter
    }
  }

  private final class OfPosition: RowTest {
    private let fits: @Sendable (Int) -> Bool
    init(_ fits: @escaping @Sendable (Int) -> Bool) { self.fits = fits }
    func accepts(_ row: Int, of store: VenueStore) -> Bool {
      fits(Int(store.position(ofRow: row)))
    }
  }

  private static let cafes = Set(TestName.all.filter(\.isCafe).map(\.meaning))

  private static let asked: [Asked] = {
    let marks = (Explanation.Filter.marks, { @Sendable (_: TestVenue, n: Int) in n % 3 != 0 })
    let match = (
      Explanation.Filter.match, { @Sendable (v: TestVenue, _: Int) in cafes.contains(v.name) }
    )
    let first = (
      Explanation.Filter.condition(0), { @Sendable (_: TestVenue, n: Int) in n % 2 == 0 }
    )
    let second = (
      Explanation.Filter.condition(1), { @Sendable (_: TestVenue, n: Int) in n % 5 != 1 }
    )
    return [
      Asked(label: "all", filters: []), Asked(label: "cafe", filters: [match]),
      Asked(label: "conditions", filters: [first, second]),
      Asked(label: "everything", filters: [marks, match, first, second]),
    ]
  }()

  private struct Expected {
    var rows: [Int] = []
    var leftOut: [Explanation.LeftOut] = []
    var ties: [[Int]] = []
    var next: (number: Int, margin: Double)?
  }

  /// By the words of the first lines of `Explanation`.
  private func expected(
    _ query: Query, _ asked: Asked, _ harness: SearchHarness, _ ranking: [BruteForce.Ranked],
    isInside: (BruteForce.Ranked) -> Bool
  ) -> Expected {
    func refusal(_ one: BruteForce.Ranked) -> Explanation.Filter? {
      asked.refusal(harness.venues[one.number], one.number)
    }
    var expected = Expected()
    let fitting = ranking.filter { isInside($0) && refusal($0) == nil }
    let shown = Array(fitting.prefix(query.limit ?? .max))
    expected.rows = shown.map(\.number)
    let isBox = if case .box = query.area { true } else { false }
    var looked = ranking
    if !isBox, fitting.count > shown.count {
      looked =
        shown.last.map { last in
          Array(ranking[...ranking.firstIndex(of: last)!])
        } ?? []
    }
    var rest = harness.venues.count - shown.count
    func add(_ filter: Explanation.Filter, _ venues: Int) {
      expected.leftOut.append(Explanation.LeftOut(filter: filter, venues: venues))
      rest -= venues
    }
    if query.area != .everywhere { add(.area, looked.count { !isInside($0) }) }
    for (filter, _) in asked.filters {
      add(filter, looked.count { isInside($0) && refusal($0) == filter })
    }
    if query.limit != nil { add(.limit, rest) }
    let withNext = Array(fitting.prefix(query.limit.map { $0 + 1 } ?? .max))
    if let last = shown.last {
      let all = Dictionary(grouping: withNext) { $0.distance }
      expected.ties = withNext.map(\.distance).reduce(into: [Double]()) { distances, distance in
        if distances.last != distance { distances.append(distance) }
      }
      .compactMap { all[$0] }.filter { $0.count > 1 }.map { $0.map(\.number) }
      if withNext.count > shown.count {
        let next = withNext[shown.count]
        expected.next = (next.number, next.distance - last.distance)
      }
    }
    return expected
  }

  private func check(
    _ query: Query, _ asked: Asked, _ harness: SearchHarness, _ ranking: [BruteForce.Ranked],
    isInside: (BruteForce.Ranked) -> Bool
  ) throws {
    let expected = expected(query, asked, harness, ranking, isInside: isInside)
    for store in [harness.store, harness.storeAsRead] {
      let what: Comment =
        "\(harness.label), \(asked.label), \(store.index == nil ? "scan" : "index"), \(query)"
      var query = query
      try asked.narrow(&query, store)
      var searcher = Searcher(store)
      func number(_ row: Int) -> Int { Int(store.position(ofRow: row)) }
      for isExact in [true, false] {
        let (hits, found) =
          isExact
          ? searcher.explained(query, for: ExactFigures())
          : searcher.explained(query, for: TenthsRounding())
        #expect(hits.map { number($0.row) } == expected.rows, what)
        #expect(found.venues == harness.venues.count, what)
        #expect(found.leftOut == expected.leftOut, what)
        #expect(found.ties.map { $0.rows.map(number) } == expected.ties, what)
        #expect(found.next.map { number($0.row) } == expected.next?.number, what)
        #expect(found.next?.margin == expected.next?.margin, what)
        for tie in found.ties {
          let names = tie.rows.map { harness.venues[number($0)].name }
          let areDifferent = zip(names, names.dropFirst()).allSatisfy {
            !$0.utf8.elementsEqual($1.utf8)
          }
          #expect(tie.isByName == areDifferent, what)
        }
        if isExact {
          #expect(found.geodesics >= hits.count + (found.next == nil ? 0 : 2), what)
          #expect(hits == searcher.search(query), what)
        } else {
          #expect(hits == searcher.search(query, for: TenthsRounding()), what)
        }
      }
      let (count, counted) = searcher.explainedCount(query)
      #expect(count == min(searcher.count(query), query.limit ?? .max), what)
      #expect(count + counted.leftOut.reduce(0) { $0 + $1.venues } == store.count, what)
      #expect(counted.ties.isEmpty && counted.next == nil, what)
    }
  }

  @Test(.slow, arguments: PointCloud.allCases) func agreesWithTheRanking(cloud: PointCloud) throws {
    for (number, count) in [0, 1, 40, 200].enumerated() {
      var generator = SeededGenerator(seed: UInt64(700 + number))
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(number))
      for point in harness.points(using: &generator)
      where Int.random(in: 0..<4, using: &generator) == 0 {
        let ranking = harness.oracle.ranking(from: point)
        let radius = ranking.randomElement(using: &generator)?.distance ?? 1
        let half = ExactBox(
          south: 0, west: -170 * ExactPosition.unit, north: 90 * ExactPosition.unit,
          east: 20 * ExactPosition.unit)
        for asked in Self.asked {
          for limit in [1, 3, 20, count, nil] {
            try check(Query(from: point, limit: limit), asked, harness, ranking) { _ in true }
            try check(
              Query(from: point, area: .circle(radius: radius), limit: limit), asked, harness,
              ranking
            ) { $0.distance <= radius }
            try check(
              Query(from: point, area: .box(half.box), limit: limit), asked, harness, ranking
            ) { half.contains(harness.venues[$0.number].position) }
          }
        }
      }
    }
  }

  /// Both extremes of a limit: nothing listed, and one more than there are numbers.
  @Test func limits() throws {
    let harness = try SearchHarness(.clustered, count: 50, seed: 3)
    let point = Coordinate(latitude: 1, longitude: 2)
    var searcher = Searcher(harness.store)
    let none = searcher.explained(Query(from: point, limit: 0), for: TenthsRounding())
    #expect(none.hits.isEmpty && none.explanation.next == nil && none.explanation.ties.isEmpty)
    #expect(none.explanation.leftOut == [.init(filter: .limit, venues: 50)])
    let all = searcher.explained(Query(from: point, limit: .max), for: TenthsRounding())
    #expect(all.hits.count == 50 && all.explanation.next == nil)
    #expect(all.explanation.leftOut == [.init(filter: .limit, venues: 0)])
  }

  /// More venues on one spot than a search for a few can hold, filtered, so that it starts again.
  @Test func crowds() throws {
    let harness = try SearchHarness(.oneSpot, count: 900, seed: 4)
    let point = harness.venues[0].coordinate
    let ranking = harness.oracle.ranking(from: point)
    for asked in Self.asked {
      for limit in [1, 10, 100, nil] {
        try check(Query(from: point, limit: limit), asked, harness, ranking) { _ in true }
        try check(
          Query(from: point, area: .circle(radius: 5), limit: limit), asked, harness, ranking
        ) { $0.distance <= 5 }
      }
    }
  }

  /// A query limited to some rows examines only those.
  @Test func rows() throws {
    let harness = try SearchHarness(.clustered, count: 90, seed: 5)
    let point = Coordinate(latitude: 10, longitude: 20)
    for store in [harness.store, harness.storeAsRead] {
      var query = Query(from: point, limit: 2, match: NameMatch("cafe"))
      query.rows = (0..<90).filter { store.position(ofRow: $0) % 9 == 4 }
      var searcher = Searcher(store)
      let cafes = query.rows!.count {
        Self.cafes.contains(harness.venues[Int(store.position(ofRow: $0))].name)
      }
      let (hits, found) = searcher.explained(query, for: TenthsRounding())
      #expect(
        found.leftOut == [
          .init(filter: .rows, venues: 80), .init(filter: .match, venues: 10 - cafes),
          .init(filter: .limit, venues: max(0, cafes - 2)),
        ])
      #expect(hits.count == min(2, cafes))
    }
  }

  /// The other branches of a chain are left out if they come before the last venue of the answer.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func oneOfEachChain(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let harness = try SearchHarness(seed % 2 == 0 ? .clustered : .grid, count: 200, seed: seed)
    let chainOf = (0..<200).map { _ in Int.random(in: -1..<6, using: &generator) }
    for store in [harness.store, harness.storeAsRead] {
      let chains = StoreChains(
        (0..<6).map { ChainList.Chain(name: "\($0)", venues: 9, isShared: false) }, keys: [],
        chainOfRow: Column(count: store.count) { row in
          let chain = chainOf[Int(store.position(ofRow: row))]
          return chain < 0 ? ChainList.none : UInt32(chain)
        })
      var searcher = Searcher(store)
      for point in harness.points(using: &generator).prefix(8) {
        let ranking = harness.oracle.ranking(from: point)
        for limit in [1, 4, 9, 20, 150, nil] {
          var query = Query(from: point, limit: limit)
          query.chains = ChainFilter(chains, keeps: .all, onePerChain: true)
          var (seen, firsts, others, before) = (Set<Int>(), [BruteForce.Ranked](), 0, 0)
          for one in ranking {
            let chain = chainOf[one.number]
            if chain >= 0, !seen.insert(chain).inserted {
              others += 1
              continue
            }
            firsts.append(one)
            if firsts.count == limit { before = others }
          }
          let shown = firsts.prefix(limit ?? .max)
          let left = firsts.count > shown.count ? before : others
          let (hits, found) = searcher.explained(query, for: TenthsRounding())
          let what: Comment = "\(harness.label), limit \(limit ?? 0)"
          #expect(hits.map { Int(store.position(ofRow: $0.row)) } == shown.map(\.number), what)
          #expect(
            found.leftOut
              == [.init(filter: .onePerChain, venues: left)]
              + (limit == nil
                ? [] : [.init(filter: .limit, venues: 200 - shown.count - left)]),
            what)
          let next = firsts.dropFirst(shown.count).first
          #expect(
            found.next.map { Int(store.position(ofRow: $0.row)) } == next?.number, what)
          let ties = found.ties.map { $0.rows.map { Int(store.position(ofRow: $0)) } }
          var expected: [[Int]] = []
          for one in firsts.prefix(limit.map { $0 + 1 } ?? .max) {
            let last = expected.last?.last
            if let last, ranking.first(where: { $0.number == last })?.distance == one.distance {
              expected[expected.count - 1].append(one.number)
            } else {
              expected.append([one.number])
            }
          }
          #expect(ties == expected.filter { $0.count > 1 }, what)
        }
      }
    }
  }

  /// Venues a kilometre apart, none of them doubtful: one geodesic for each figure, two for the margin.
  @Test func countsGeodesics() throws {
    let venues = (0..<30).map {
      TestVenue(ExactPosition(latitude: 510_000_000 + 100_000 * $0, longitude: 0))
    }
    let harness = try SearchHarness("a road", venues)
    let point = Coordinate(latitude: 50.99, longitude: 0)
    for store in [harness.store, harness.storeAsRead] {
      var searcher = Searcher(store)
      func geodesics(_ query: Query, exactly: Bool = true) -> Int {
        exactly
          ? searcher.explained(query, for: ExactFigures()).explanation.geodesics
          : searcher.explained(query, for: TenthsRounding()).explanation.geodesics
      }
      #expect(geodesics(Query(from: point, limit: 3)) == 3 + 2)
      #expect(geodesics(Query(from: point, limit: 30)) == 30)
      #expect(geodesics(Query(from: point)) == 30)
      #expect(geodesics(Query(from: point, limit: 3), exactly: false) <= 3 + 2)
      // The fifth is on the edge, and so is measured for that.
      let edge = Geodesic.distance(from: point, to: venues[4].coordinate)
      let circle = Query(from: point, area: .circle(radius: edge))
      #expect(geodesics(circle) == 5 + 1)
      #expect(searcher.explainedCount(circle).explanation.geodesics == 1)
    }
    // Two equally far to the west and to the east are measured to find their order.
    let pair = [1, -1].map { TestVenue(ExactPosition(latitude: 0, longitude: $0 * 100_000)) }
    var searcher = Searcher(try SearchHarness("a pair", pair).store)
    let (_, found) = searcher.explained(
      Query(from: Coordinate(latitude: 0, longitude: 0), limit: 2), for: ExactFigures())
    #expect(found.geodesics == 4)
    #expect(found.ties.map(\.rows.count) == [2])
  }
}

extension TestVenue {
  fileprivate static let any = TestVenue(ExactPosition(latitude: 0, longitude: 0))
}
