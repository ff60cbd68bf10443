import TestSupport
import Testing

@testable import FinderEngine

/// Right answers pass verification, and each kind of wrong one fails.
@Suite struct VerificationTests {
  private static let point = Coordinate(latitude: 12, longitude: 34)

  private static func hits(_ query: Query, _ store: VenueStore) -> [Hit] {
    var searcher = Searcher(store)
    return searcher.search(query, for: TenthsRounding())
  }

  private static func difference(
    _ query: Query, _ hits: [Hit], of store: VenueStore, in plain: VenueStore
  ) -> Verification.Difference? {
    Verification(query, GivenAnswer(hits, in: store), in: plain, for: TenthsRounding()).difference
  }

  // MARK: Right answers

  @Test(.slow, arguments: PointCloud.allCases) func findsNothingInRightAnswers(cloud: PointCloud)
    throws
  {
    for count in [0, 1, 40, 250] {
      var generator = SeededGenerator(seed: UInt64(count) + 60)
      let harness = try SearchHarness.numbered(cloud, count: count, seed: UInt64(count) + 1)
      let plain = harness.storeAsRead
      for point in harness.points(using: &generator) {
        let radius =
          harness.oracle.ranking(from: point).randomElement(using: &generator)?.distance ?? 1
        let box = BoundingBox(south: -20, west: 100, north: 90, east: 30)
        for area in [Query.Area.everywhere, .circle(radius: radius), .box(box)] {
          for (limit, match) in [(1, nil), (10, NameMatch("cafe")), (nil, nil)]
            as [(Int?, NameMatch?)]
          {
            let query = Query(from: point, area: area, limit: limit, match: match)
            for store in [harness.store, plain] {
              let found = Self.difference(query, Self.hits(query, store), of: store, in: plain)
              #expect(found == nil, "\(harness.label), \(query)")
            }
            let count = min(Searcher(harness.store).count(query), limit ?? .max)
            let counted = Verification(countOf: query, GivenAnswer(count: count), in: plain)
            #expect(counted.difference == nil && counted.venues == plain.count)
          }
        }
      }
    }
  }

  /// For all figures that a table rounds to.
  @Test func figuresOfTables() throws {
    let harness = try SearchHarness(.clustered, count: 300, seed: 8)
    for units in [ReadableFigures.Units.metric, .imperial] {
      let figures = ReadableFigures(units: units)
      for venue in harness.venues.prefix(40) {
        let query = Query(from: venue.position.antipode.coordinate, limit: 30)
        var searcher = Searcher(harness.store)
        let given = GivenAnswer(searcher.search(query, for: figures), in: harness.store)
        #expect(
          Verification(query, given, in: harness.storeAsRead, for: figures).difference == nil)
      }
    }
  }

  /// Polygons that cross themselves, with holes, and with points on their edges.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func polygons(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let harness = try SearchHarness(.grid, count: 300, seed: seed)
    func tenth() -> Double { Double(Int.random(in: -9...9, using: &generator)) / 10 }
    for _ in 0..<30 {
      let parts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Polygon.Part(
          rings: (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            var vertices = (0..<Int.random(in: 3...7, using: &generator)).map { _ in
              Coordinate(latitude: tenth(), longitude: tenth())
            }
            vertices.append(vertices[0])
            return Ring(vertices)
          })
      }
      let polygon = Polygon(parts)
      for venue in harness.venues {
        #expect(
          polygon.contains(venue.coordinate) == polygon.plainlyContains(venue.coordinate),
          "seed \(seed), \(venue.coordinate)")
      }
      let query = Query(from: Self.point, area: .polygon(polygon))
      #expect(
        Self.difference(
          query, Self.hits(query, harness.store), of: harness.store, in: harness.storeAsRead) == nil
      )
    }
  }

  /// `--for` and similar options, with venues whose properties and names say different things.
  @Test func food() throws {
    var generator = SeededGenerator(seed: 9)
    let kinds = ["pub", "restaurant", "cafe;bar", "fast_food"]
    let names = ["Pizza Hut", "The Red Lion", "Vegan Corner", "Café Nero", "Bosna Grill"]
    let features = (0..<200).map { number in
      let kind = kinds.randomElement(using: &generator)!
      let name = names.randomElement(using: &generator)!
      let vegan = ["yes", "no", "only", ""].randomElement(using: &generator)!
      return feature(
        coordinates: "[\(Double(number) / 1000),51]",
        properties: #"{"name":"\#(name)","amenity":"\#(kind)","diet:vegan":"\#(vegan)"}"#)
    }
    let plain = try LoadedDataset(features: features).store
    let store = plain.indexed()
    for text in ["pizza", "vegan pizza", "pub", "vegan or cafe", "bosna", "zzz"] {
      var request = FoodRequest()
      try request.add(text: text)
      var (query, again) = (Query(from: Self.point, limit: 70), Query(from: Self.point, limit: 70))
      query.food = FoodFilter(request, FoodColumns(of: store))
      again.food = FoodFilter(request, FoodColumns(of: plain))
      let hits = Self.hits(query, store)
      #expect(Self.difference(again, hits, of: store, in: plain) == nil, "\(text)")
      if hits.count > 1 {
        #expect(Self.difference(again, Array(hits.dropFirst()), of: store, in: plain) != nil)
      }
    }
  }

  // MARK: Planted faults

  private struct Planted {
    let harness: SearchHarness
    /// Four venues at one distance, two of which share a name, and others farther away.
    let query = Query(from: Coordinate(latitude: 0, longitude: 0), limit: 6)
    let hits: [Hit]

    init() throws {
      let degree = ExactPosition.unit
      let near = [(1, 1), (1, -1), (-1, 1), (-1, -1)].enumerated().map { number, spot in
        TestVenue(
          ExactPosition(latitude: spot.0 * degree, longitude: spot.1 * degree),
          name: number < 2
            ? .plain : TestName(meaning: "Cafe \(number)", token: "\"Cafe \(number)\""))
      }
      let far = (2..<9).map { TestVenue(ExactPosition(latitude: 0, longitude: $0 * degree)) }
      harness = try SearchHarness("planted", (near + far).reversed())
      hits = VerificationTests.hits(query, harness.store)
      #expect(
        VerificationTests.difference(query, hits, of: harness.store, in: harness.storeAsRead) == nil
      )
    }

    func difference(_ hits: [Hit]) -> Verification.Difference? {
      VerificationTests.difference(query, hits, of: harness.store, in: harness.storeAsRead)
    }

    /// The place of the first venue that is wrong.
    func place(_ hits: [Hit]) -> Int? {
      guard case .venue(let place, _, _)? = difference(hits) else { return nil }
      return place
    }
  }

  /// A row that is missing from the index.
  @Test func aVenueThatWasNotFound() throws {
    let planted = try Planted()
    for missing in 0..<6 {
      var query = planted.query
      query.limit = 7
      var hits = Self.hits(query, planted.harness.store)
      hits.remove(at: missing)
      #expect(planted.place(hits) == missing)
    }
  }

  @Test func aVenueOutOfItsRank() throws {
    let planted = try Planted()
    var hits = planted.hits
    hits.swapAt(4, 5)
    #expect(planted.place(hits) == 4)
    hits = planted.hits
    hits.append(hits.remove(at: 0))
    #expect(planted.place(hits) == 0)
  }

  /// Equal distances: by the bytes of the names, and for equal names by the position in the file.
  @Test func aTieInTheWrongOrder() throws {
    let planted = try Planted()
    for place in 0..<3 {
      var hits = planted.hits
      hits.swapAt(place, place + 1)
      #expect(planted.place(hits) == place)
    }
  }

  @Test func aFilterThatWasNotAsked() throws {
    let planted = try Planted()
    var narrow = planted.query
    narrow.match = NameMatch("cafe")
    let harness = planted.harness
    func difference(_ query: Query, _ hits: [Hit]) -> Verification.Difference? {
      Self.difference(query, hits, of: harness.store, in: harness.storeAsRead)
    }
    let found = Self.hits(narrow, harness.store)
    #expect(difference(narrow, found) == nil && found.count == 2)
    #expect(difference(narrow, planted.hits) != nil)
    #expect(difference(planted.query, found) != nil)
    narrow.match = nil
    narrow.conditions = [try Condition("name=plain")]
    #expect(difference(narrow, Self.hits(narrow, harness.store)) == nil)
    #expect(difference(narrow, planted.hits) != nil)
    narrow.conditions = []
    narrow.rows = [0, 1]
    #expect(difference(narrow, planted.hits) != nil)
    narrow.rows = nil
    narrow.area = .circle(radius: planted.hits[3].distance + 1)
    #expect(difference(narrow, Array(planted.hits.prefix(4))) == nil)
    #expect(difference(narrow, Array(planted.hits.prefix(5))) != nil)
    #expect(difference(narrow, Array(planted.hits.prefix(3))) != nil)
    let marks = RowMarks(rows: harness.venues.count, keepsMarked: false)
    marks.mark(Int(harness.store.position(ofRow: planted.hits[2].row)))
    narrow = planted.query
    narrow.marks = marks
    #expect(difference(narrow, planted.hits) != nil)
  }

  @Test func aLimitThatWasMissed() throws {
    let planted = try Planted()
    #expect(planted.place(Array(planted.hits.dropLast())) == 5)
    var query = planted.query
    query.limit = 7
    let more = Self.hits(query, planted.harness.store)
    guard case .venue(6, let given?, nil)? = planted.difference(more) else {
      Issue.record("\(String(describing: planted.difference(more)))")
      return
    }
    #expect(given.name == "Plain")
    #expect(planted.place([]) == 0)
    let count = Verification(countOf: query, GivenAnswer(count: 6), in: planted.harness.storeAsRead)
    #expect(count.difference == .count(given: 6, found: 7))
  }

  @Test func aDistanceOrADirection() throws {
    let planted = try Planted()
    for (distance, bearing) in [(0.1, 0.0), (-0.1, 0), (0, 0.1), (0, -0.1), (1e6, 0)] {
      for place in planted.hits.indices {
        var hits = planted.hits
        let hit = hits[place]
        hits[place] = Hit(
          row: hit.row, distance: hit.distance + distance, bearing: hit.bearing + bearing)
        guard case .figures(let found, _, _)? = planted.difference(hits) else {
          Issue.record("\(distance) \(bearing) at \(place)")
          continue
        }
        #expect(found == place)
      }
    }
  }

  /// A chain's second branch, and a venue of no chain.
  @Test func aChainTwice() throws {
    let planted = try Planted()
    let harness = planted.harness
    func chains(_ store: VenueStore) -> ChainFilter {
      let chains = StoreChains(
        [ChainList.Chain(name: "a", venues: 9, isShared: false)], keys: [],
        chainOfRow: Column(count: store.count) {
          store.position(ofRow: $0) % 2 == 0 ? 0 : ChainList.none
        })
      return ChainFilter(chains, keeps: .all, onePerChain: true)
    }
    var (query, again) = (planted.query, planted.query)
    query.chains = chains(harness.store)
    again.chains = chains(harness.storeAsRead)
    let hits = Self.hits(query, harness.store)
    #expect(Self.difference(again, hits, of: harness.store, in: harness.storeAsRead) == nil)
    #expect(Self.difference(again, planted.hits, of: harness.store, in: harness.storeAsRead) != nil)
  }
}
