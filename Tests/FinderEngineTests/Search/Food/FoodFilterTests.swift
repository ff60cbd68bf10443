import TestSupport
import Testing

@testable import FinderEngine

/// Searches for food against brute force: every result fits, and every venue that fits is found.
@Suite struct FoodFilterTests {
  private static let city = Result { try FoodCity(count: 5_000, seed: 35) }
  private static let fitting = Result {
    let made = try city.get()
    return FoodCity.questions.map(made.fitting)
  }
  private static let center = Coordinate(latitude: 51.5, longitude: -0.15)

  /// A store's columns, computed once for all tests.
  private struct Asked: Sendable {
    let label: String
    let store: VenueStore
    let columns: FoodColumns
  }

  private static let stores = Result {
    try [("as read", city.get().storeAsRead), ("indexed", city.get().store)].map {
      Asked(label: $0.0, store: $0.1, columns: FoodColumns(of: $0.1))
    }
  }
  private static let ranking = Result { try city.get().oracle.ranking(from: center) }

  private static func filter(_ questions: [Int], _ columns: FoodColumns) throws -> FoodFilter {
    var request = FoodRequest()
    for question in questions { try FoodCity.questions[question].add(&request) }
    return FoodFilter(request, columns)
  }

  private static func label(_ questions: [Int]) -> String {
    questions.map { FoodCity.questions[$0].line }.joined(separator: " ")
  }

  /// For each venue, whether it fits all of them.
  private static func expected(_ questions: [Int]) throws -> [Bool] {
    let fitting = try fitting.get()
    return fitting[0].indices.map { number in questions.allSatisfy { fitting[$0][number] } }
  }

  /// In both ways, for every venue of every store, and as `near` finds them.
  private func check(_ questions: [Int]) throws {
    let expected = try Self.expected(questions)
    let ranked = try Self.ranking.get().map(\.number).filter { expected[$0] }
    for asked in try Self.stores.get() {
      let (store, filter) = (asked.store, try Self.filter(questions, asked.columns))
      let wrong = (0..<store.count).first { row in
        filter.accepts(row, of: store) != expected[Int(store.position(ofRow: row))]
      }
      if let wrong {
        let venue = try Self.city.get().venues[Int(store.position(ofRow: wrong))]
        Issue.record("\(asked.label), \(Self.label(questions)): \(venue)")
      }
      guard store.index != nil else { continue }
      var query = Query(from: Self.center)
      query.food = filter
      var searcher = Searcher(store)
      let found = searcher.search(query).map { Int(store.position(ofRow: $0.row)) }
      #expect(found == ranked, "\(Self.label(questions))")
    }
  }

  /// The city would be no use if a question found nothing, or everything.
  @Test(.slow) func questionsDivideTheCity() throws {
    for (question, fitting) in zip(FoodCity.questions, try Self.fitting.get()) {
      let count = fitting.count { $0 }
      #expect(count > 100 && count < 4_000, "\(question.line): \(count)")
    }
  }

  @Test(.slow, arguments: FoodCity.questions.indices) func aloneAndInPairs(first: Int) throws {
    try check([first])
    for second in FoodCity.questions.indices where second > first { try check([first, second]) }
  }

  @Test func triples() throws {
    var generator = SeededGenerator(seed: 351)
    for _ in 0..<100 {
      try check(Array(FoodCity.questions.indices.shuffled(using: &generator).prefix(3)))
    }
  }

  /// Not known differs from not so.
  @Test(arguments: FoodCity.questions.indices) func unknown(number: Int) throws {
    let question = FoodCity.questions[number]
    guard question.parts.count == 1 else { return }
    let venues = try Self.city.get().venues
    let expected = venues.map { $0.answer(question.parts[0]) }
    for asked in try Self.stores.get() {
      let filter = try Self.filter([number], asked.columns)
      for row in 0..<asked.store.count {
        let place = Int(asked.store.position(ofRow: row))
        let answer = filter.answer(ofRow: row, of: asked.store)
        guard (answer == .unknown) == (expected[place] == .unknown),
          (answer == .fits) == (expected[place] == .fits)
        else {
          Issue.record("\(question.line): \(answer), \(venues[place])")
          break
        }
      }
      var query = Query(from: Self.center, limit: 3)
      query.food = filter
      let tally = FoodTally(of: query, in: asked.store)
      #expect(tally.unknown == expected.count { $0 == .unknown }, "\(question.line)")
    }
  }

  /// In parts of the world, with a limit, counted, marked, walked over, and as `bulk` searches.
  @Test(.slow, arguments: FoodCity.questions.indices) func areas(number: Int) throws {
    var generator = SeededGenerator(seed: 3_500 + UInt64(number))
    let other = Int.random(in: FoodCity.questions.indices, using: &generator)
    let city = try Self.city.get()
    let box = BoundingBox(south: 51.45, west: -0.2, north: 51.52, east: -0.1)
    let radius = Double.random(in: 2_000...9_000, using: &generator)
    let areas: [(Query.Area, (BruteForce.Ranked) -> Bool)] = [
      (.everywhere, { _ in true }), (.circle(radius: radius), { $0.distance <= radius }),
      (.box(box), { box.contains(city.oracle.positions[$0.number]) }),
    ]
    for questions in [[number], [number, other]] {
      let expected = try Self.expected(questions)
      for asked in try Self.stores.get() {
        let (store, filter) = (asked.store, try Self.filter(questions, asked.columns))
        let part = store.matching(nil, [], filter)
        #expect(part.count == expected.count { $0 })
        for (area, isInside) in areas {
          let ranked = try Self.ranking.get().filter { isInside($0) && expected[$0.number] }
          for limit in [nil, 0, 1, 7] {
            let what = "\(asked.label), \(Self.label(questions)), \(area), limit \(limit ?? -1)"
            let wanted = limit.map { Array(ranked.prefix($0)) } ?? ranked
            var query = Query(from: Self.center, area: area, limit: limit)
            query.food = filter
            #expect(query.isNarrowed && !query.asksForAll)
            var searcher = Searcher(store)
            #expect(searcher.search(query).map { Self.ranked($0, store) } == wanted, "\(what)")
            #expect(searcher.count(query) == ranked.count, "\(what)")
            let rows = Set(searcher.marks(of: query).rows.map { Int(store.position(ofRow: $0)) })
            if limit == nil { #expect(rows == Set(ranked.map(\.number)), "\(what)") }
            var walked: Set<Int> = []
            searcher.forEachRow(of: query) { walked.insert(Int(store.position(ofRow: $0))) }
            if limit == nil { #expect(walked == rows, "\(what)") }
            // A store with the remaining venues, which is not filtered again.
            query.food = nil
            var rest = Searcher(part)
            #expect(rest.search(query).map { Self.ranked($0, part) } == wanted, "part, \(what)")
          }
        }
      }
    }
  }

  private static func ranked(_ hit: Hit, _ store: VenueStore) -> BruteForce.Ranked {
    BruteForce.Ranked(number: Int(store.position(ofRow: hit.row)), distance: hit.distance)
  }

  @Test("Together with a match and conditions") func withOthers() throws {
    let city = try Self.city.get()
    let pizza = try #require(
      FoodCity.questions.firstIndex { $0.line == "--cuisine 'pizza'" })
    let expected = try Self.expected([pizza])
    let ranked = try Self.ranking.get().map(\.number).filter {
      expected[$0] && city.venues[$0].name.contains("Corner")
    }
    for asked in try Self.stores.get() {
      var query = Query(
        from: Self.center, area: .everywhere, limit: nil, match: NameMatch("corner"),
        conditions: [try Condition("name!=Zzz Corner")])
      query.food = try Self.filter([pizza], asked.columns)
      var searcher = Searcher(asked.store)
      let found = searcher.search(query).map { Int(asked.store.position(ofRow: $0.row)) }
      #expect(found == ranked.filter { city.venues[$0].name != "Zzz Corner" }, "\(asked.label)")
      #expect(found.count > 10)
    }
  }

  @Test func bulk() throws {
    let asked = try #require(try Self.stores.get().last)
    for number in stride(from: 0, to: FoodCity.questions.count, by: 5) {
      var question = BulkQuestion.counts
      question.store = asked.store
      question.query.food = try Self.filter([number], asked.columns)
      question.jobs = 2
      let count = try Self.expected([number]).count { $0 }
      let run = try question.run("51.5,-0.1\n51.45,-0.2\n")
      #expect(run.lines.count == 2)
      #expect(run.lines.allSatisfy { $0.contains("\"count\":\(count)}") }, "\(run.text)")
    }
  }

  @Test("With one venue per chain, what the answer lacks counts", arguments: 0..<5)
  func onePerChain(number: Int) throws {
    for asked in try Self.stores.get() {
      let store = asked.store
      // One venue in three belongs to no chain, and every seventh chain is a shared name.
      func chainNumber(_ row: Int) -> UInt32 {
        let position = Int(store.position(ofRow: row))
        return position % 3 == 0 ? ChainList.none : UInt32(position % 500)
      }
      func isShared(_ chain: Int) -> Bool { chain % 7 == 0 }
      var list: [ChainList.Chain] = []
      for chain in 0..<500 {
        list.append(.init(name: "\(chain)", venues: 2, isShared: isShared(chain)))
      }
      let chains = StoreChains(
        list, keys: [], chainOfRow: Column(count: store.count) { chainNumber($0) })
      var query = Query(from: Self.center, area: .circle(radius: 3_000), limit: 3)
      query.food = try Self.filter([number], asked.columns)
      query.chains = ChainFilter(chains, keeps: .all, onePerChain: true)
      let tally = FoodTally(of: query, in: store)
      var all = Query(from: Self.center, area: query.area)
      all.limit = nil
      var houses: [FoodFilter.Answer: Set<Int>] = [:]
      var searcher = Searcher(store)
      for row in searcher.rank(all) {
        let chain = chainNumber(row)
        let isAlone = chain == ChainList.none || isShared(Int(chain))
        let answer = try #require(query.food).answer(ofRow: row, of: store)
        houses[answer, default: []].insert(isAlone ? -1 - row : Int(chain))
      }
      let fits = houses[.fits] ?? []
      #expect(tally.fits == fits.count)
      #expect(tally.unknown == (houses[.unknown] ?? []).subtracting(fits).count)
      #expect(tally.inNamesAlone == (houses[.inNameAlone] ?? []).subtracting(fits).count)
      #expect(tally.fits == searcher.count(query))
    }
  }

  @Test("Similar things, if what was asked for does not exist") func neighbours() throws {
    let city = try Self.city.get()
    for asked in try Self.stores.get() {
      var request = FoodRequest()
      try request.add(cuisines: "sushi")
      var query = Query(from: Self.center)
      query.food = FoodFilter(request, asked.columns)
      let tally = FoodTally(of: query, in: asked.store)
      let japanese = FoodCity.Part.any("cuisine japanese")
      let expected = city.venues.count {
        $0.answer(japanese) == .fits && $0.answer(.any("cuisine sushi")) != .fits
      }
      #expect(tally.neighbours.map(\.choice) == [.cuisine("japanese")] && expected > 20)
      #expect(tally.neighbours.map(\.venues) == [expected])
    }
  }
}
