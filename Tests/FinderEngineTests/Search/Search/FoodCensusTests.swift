import TestSupport
import Testing

@testable import FinderEngine

/// What there is to eat, compared with checking each venue for each value.
@Suite struct FoodCensusTests {
  private static let kinds = [
    "pub", "Restaurant/Cafe", "cafe", "fast_food", "own_cafe", " ", "Bar",
  ]
  private static let cuisines = [
    "pizza", "neapolitan_pizza", "Pizza; Italian", "thai;Vietnamese ;thai", "sushi;own_dish", " ; ",
    "steak_house", "dish", "curry",
  ]
  private static let answers = ["yes", "only", "limited", "no", "YES", ""]
  private static let names = [
    "A", "B", "Pizza Palace", "The Red Lion", "Curry House", "Sushi Wifi",
  ]

  /// Venues some of which say a good deal, and some nothing.
  private static func dataset(count: Int, seed: UInt64) throws -> LoadedDataset {
    var generator = SeededGenerator(seed: seed)
    func one<Element>(_ all: [Element]) -> Element { all.randomElement(using: &generator)! }
    let features = (0..<count).map { _ in
      var members = ["\"name\":\"\(one(names))\""]
      func add(_ key: String, _ values: [String]) {
        if Int.random(in: 0..<3, using: &generator) > 0 {
          members.append("\"\(key)\":\"\(one(values))\"")
        }
      }
      if Int.random(in: 0..<5, using: &generator) > 0 {
        add("kind", kinds)
        add("cuisine", cuisines)
        for key in ["diet:vegan", "diet:halal", "wheelchair", "outdoor_seating", "dog"] {
          add(key, answers)
        }
      }
      // Tenths of a degree, so that many are equally far away.
      let (x, y) = (
        Int.random(in: -4...4, using: &generator), Int.random(in: 0...9, using: &generator)
      )
      return feature(
        coordinates: "[\(Double(x) / 10),5\(y % 3).\(y)]",
        properties: "{\(members.joined(separator: ","))}")
    }
    return try LoadedDataset(features: features)
  }

  /// A value, how many venues have it, and which of them is nearest.
  private struct Found: Equatable {
    let aspect: FoodAspect
    let value: String
    let count: Int
    let number: Int
  }

  private static func elements(_ venue: Venue, _ aspect: FoodAspect) -> [String] {
    let values = venue.food.values(aspect)
    return aspect == .kind ? values.flatMap { $0.split(separator: "/").map(String.init) } : values
  }

  /// Of venues by their numbers, the nearest first.
  private static func look(_ venues: [Venue], _ numbers: [Int]) -> [Found] {
    var found: [Found] = []
    for aspect in FoodAspect.allCases {
      let said = numbers.map { elements(venues[$0], aspect) }
      for value in Set(said.joined()) {
        let having = zip(numbers, said).filter { _, values in
          values.contains { $0 == value || aspect == .cuisine && $0.hasSuffix("_" + value) }
        }
        found.append(
          Found(aspect: aspect, value: value, count: having.count, number: having[0].0))
      }
    }
    return found.sorted { one, other in
      if one.count != other.count { return one.count > other.count }
      return (one.value, one.aspect.rawValue) < (other.value, other.aspect.rawValue)
    }
  }

  private static func found(_ census: FoodCensus, _ store: VenueStore) -> [Found] {
    census.entries.map {
      Found(
        aspect: $0.aspect, value: $0.value, count: $0.count,
        number: Int(store.position(ofRow: $0.row)))
    }
  }

  @Test(arguments: 1...6) func bruteForce(seed: Int) throws {
    let dataset = try Self.dataset(count: 40 * seed, seed: UInt64(seed))
    let venues = dataset.venues
    let oracle = BruteForce(positions: venues.map(\.coordinate), names: venues.map(\.name))
    for store in [dataset.store, dataset.store.indexed()] {
      let columns = FoodColumns(of: store)
      for point in [
        Coordinate(latitude: 51, longitude: 0), Coordinate(latitude: 50, longitude: 0.4),
      ] {
        let ranked = oracle.ranking(from: point)
        for radius in [0, 30_000, 120_000, 1e7] {
          let numbers = ranked.filter { $0.distance <= radius }.map(\.number)
          // The limit is on rows, not on venues.
          let query = Query(from: point, area: .circle(radius: radius), limit: 3)
          let census = FoodCensus(of: query, in: store, columns)
          #expect(census.venues == numbers.count)
          guard !census.isOfNames else { continue }
          let expected = Self.look(venues, numbers)
          #expect(Self.found(census, store) == expected, "seed \(seed), \(point), \(radius)")
          for aspect in FoodAspect.allCases {
            let having = numbers.count { !Self.elements(venues[$0], aspect).isEmpty }
            #expect(census.venues(having: aspect) == having, "seed \(seed), \(aspect)")
          }
          let hits = FoodCensus.hits(census.entries, from: point, in: store)
          for (hit, entry) in zip(hits, census.entries) {
            #expect(hit.row == entry.row)
            let position = store.coordinate(ofRow: entry.row)
            #expect(hit.distance == GeodesicOrigin(point).distance(to: position))
          }
        }
      }
    }
  }

  @Test("A value's count equals that of the filter for it")
  func filters() throws {
    let store = try Self.dataset(count: 300, seed: 9).store.indexed()
    let columns = FoodColumns(of: store)
    let everywhere = Query(from: Coordinate(latitude: 51, longitude: 0))
    let census = FoodCensus(of: everywhere, in: store, columns)
    var looked = 0
    for entry in census.entries where FoodLine.called(entry.value, entry.aspect).count < 2 {
      var request = FoodRequest()
      switch entry.aspect {
      case .kind: try request.add(kinds: entry.value)
      case .cuisine: try request.add(cuisines: entry.value)
      case .diet: try request.add(diets: entry.value)
      case .feature: try request.add(features: entry.value)
      }
      var query = everywhere
      query.food = FoodFilter(request, columns)
      var searcher = Searcher(store)
      let rows = searcher.rank(query)
      #expect(rows.count == entry.count && rows.first == entry.row, "\(entry)")
      looked += 1
    }
    #expect(looked > 15)
    // What is left after a filter is counted again.
    var pubs = FoodRequest()
    try pubs.add(kinds: "pub")
    var query = everywhere
    query.food = FoodFilter(pubs, columns)
    let ofPubs = FoodCensus(of: query, in: store, columns)
    #expect(ofPubs.entries(.kind).map(\.value) == ["pub"])
    #expect(ofPubs.venues == census.entries(.kind).first { $0.value == "pub" }?.count)
  }

  private func census(_ properties: [String]) throws -> FoodCensus {
    let store = try LoadedDataset(features: properties.map { feature(properties: $0) }).store
    return FoodCensus(of: 0..<store.count, FoodColumns(of: store))
  }

  private func shown(_ census: FoodCensus) -> [String] {
    census.entries.map { "\($0.aspect.name) \($0.value) \($0.count)" }
  }

  @Test func namesCountIfNothingElseDoes() throws {
    let names = [#"{"name":"Pizza & Pizza"}"#, #"{"name":"Pizza Inn"}"#, #"{"name":"Nelson"}"#]
    let alone = try census(names)
    #expect(alone.isOfNames && alone.venues == 3)
    #expect(shown(alone) == ["cuisine pizza 2", "kind pub 1"])
    #expect(FoodAspect.allCases.allSatisfy { alone.venues(having: $0) == 0 })
    // What is known to be absent counts as known too.
    for said in [#""cuisine":"thai""#, #""diet:vegan":"no""#, #""wheelchair":"no""#] {
      let some = try census(names + ["{\"name\":\"Thai Inn\",\(said)}"])
      #expect(!some.isOfNames && some.venues == 4)
      #expect(shown(some) == (said.contains("thai") ? ["cuisine thai 1"] : []))
    }
    #expect(try census([]).entries.isEmpty)
  }

  @Test func aVenueCountsOnceForAValue() throws {
    let census = try census([
      #"{"name":"A","cuisine":"pizza;neapolitan_pizza;roman_pizza","kind":"pub/cafe"}"#,
      #"{"name":"B","cuisine":"roman_pizza"}"#,
    ])
    #expect(
      shown(census) == [
        "cuisine pizza 2", "cuisine roman_pizza 2", "kind cafe 1", "cuisine neapolitan_pizza 1",
        "kind pub 1",
      ])
  }

  /// A venue of many kinds counts for each, and no two of their texts are confused.
  @Test func manyKinds() throws {
    let census = try census(
      (0..<300).map { number in
        let kinds = (0..<20).map { "k\(number % 100)x\($0)" }.joined(separator: "/")
        return "{\"name\":\"A\",\"kind\":\"\(kinds)\",\"cuisine\":\"a_b\(number)\"}"
      })
    #expect(census.entries(.kind).count == 2000)
    #expect(census.entries(.kind).allSatisfy { $0.count == 3 })
    #expect(census.entries(.cuisine).count == 300)
    for (one, next) in zip(census.entries, census.entries.dropFirst()) {
      #expect(one.count > next.count || one.count == next.count && one.value < next.value)
    }
  }

  /// A hostile file may have any number of values.
  @Test func manyValues() throws {
    let census = try census(
      (0..<3000).map { #"{"name":"A","cuisine":"dish\#($0);a_dish\#($0)"}"# })
    #expect(census.entries.count == 6000)
    #expect(census.entries.allSatisfy { $0.count == 1 })
  }

  /// The general values of a cuisine are exactly those that find it.
  @Test func generalValues() {
    let all = (1...6).flatMap { count in
      (0..<1 << count).map { bits in
        String(
          decoding: (0..<count).map { UInt8(bits >> $0 & 1 == 0 ? 0x61 : 0x5F) }, as: UTF8.self)
      }
    }
    for cuisine in all {
      var general: [String] = []
      cuisine.withBytes { bytes in
        FoodValues.forEachGeneral(bytes) { general.append(String(decoding: $0, as: UTF8.self)) }
      }
      let finders = all.filter { value in
        cuisine.withBytes { cuisine in value.withBytes { FoodValues.isOne(cuisine, of: $0) } }
      }
      #expect(general.sorted() == finders.sorted(), "\(cuisine)")
    }
  }

  @Test(arguments: [
    ("neapolitan piza", "neapolitan pizza"), ("tahi", "thai"), ("neapolitan", "neapolitan pizza"),
    ("korean", nil),
  ]) func closest(typed: String, cuisine: String?) throws {
    let properties = #"{"cuisine":"neapolitan_pizza;thai"}"#
    let store = try LoadedDataset(features: [feature(properties: properties)]).store
    #expect(FoodColumns(of: store).cuisines.closest(to: typed) == cuisine)
  }
}
