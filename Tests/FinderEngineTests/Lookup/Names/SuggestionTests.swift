import TestSupport
import Testing

@testable import FinderEngine

/// Suggestions compared with their definition.
@Suite struct SuggestionTests {
  static let words = [
    "mcdonalds", "mcdonald", "crown", "crow", "old", "the", "bar", "bard", "barn", "café", "CAFE",
    "inn",
    "pizza", "pizzaexpress", "express", "o'neill's", "fish", "chips", "北京飯店", "飯店", "Über", "a",
    "ab",
    "abc", "restaurant", "restaurants", "resturant", "&", "🍕", "1st", "noodle", "noodles",
  ]

  /// Names of few words, so that many begin alike, repeat, or differ slightly.
  private static func venues(_ count: Int, _ generator: inout SeededGenerator) -> [TestVenue] {
    var venues = [TestVenue](.clustered, count: count, using: &generator)
    for i in venues.indices {
      let count = Int.random(in: 0...3, using: &generator)
      let name = (0..<count).map { _ in
        mistyped(words.randomElement(using: &generator)!, &generator)
      }
      venues[i].name = name.joined(
        separator: [" ", " ", "-", "  "].randomElement(using: &generator)!)
      venues[i].nameToken = "\"\(venues[i].name)\""
    }
    return venues
  }

  private static func mistyped(_ word: String, _ generator: inout SeededGenerator) -> String {
    var letters = Array(word)
    guard Int.random(in: 0..<4, using: &generator) == 0, letters.count > 2 else { return word }
    let place = Int.random(in: 0..<letters.count - 1, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.swapAt(place, place + 1)
    case 1: letters.remove(at: place)
    case 2: letters.insert("x", at: place)
    default: letters[place] = "e"
    }
    return String(letters)
  }

  private static func typed(_ names: [String], _ generator: inout SeededGenerator) -> String {
    let name = names.randomElement(using: &generator) ?? ""
    var text = name.split(separator: " ").map { mistyped(String($0), &generator) }
    if Int.random(in: 0..<3, using: &generator) == 0 { text.shuffle(using: &generator) }
    let whole = text.joined(separator: Int.random(in: 0..<6, using: &generator) == 0 ? "" : " ")
    return String(whole.prefix(Int.random(in: 0...14, using: &generator)))
  }

  static func oracle(_ venues: [TestVenue]) throws -> SuggestionOracle {
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    let directory = NameDirectory(of: store)
    return SuggestionOracle(venues.map { ($0.name, $0.coordinate) }) { number in
      directory.chain(ofRow: number).map { ($0.name, $0.venues) }
    }
  }

  static func check(
    _ directory: NameDirectory, _ oracle: SuggestionOracle, _ text: String, _ point: Coordinate?,
    limit: Int, _ label: String
  ) {
    let found = directory.suggest(text, from: point, limit: limit).map {
      SuggestionOracle.Line(
        text: $0.kind == .chain ? $0.text : SuggestionOracle.folded($0.text),
        venues: $0.venues ?? -1, distance: $0.distance)
    }
    let right = oracle.suggest(text, from: point, limit: limit)
    let isRight =
      found.count == right.count
      && zip(found, right).allSatisfy { one, other in
        let distances = abs((one.distance ?? 0) - (other.distance ?? 0))
        return one.text == other.text && one.venues == other.venues && distances < 1e-6
      }
    #expect(isRight, "\(label): \(text.debugDescription), limit \(limit): \(found), not \(right)")
  }

  @Test(.slow, arguments: 1...6 as ClosedRange<UInt64>) func randomNames(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 400 + seed)
    let venues = Self.venues([1, 5, 40, 300, 600, 900][Int(seed) - 1], &generator)
    let oracle = try Self.oracle(venues)
    try NamesHarness.with("seed \(seed)", venues) { names in
      for round in 0..<60 {
        let text = Self.typed(venues.map(\.name), &generator)
        let point = round % 2 == 0 ? nil : venues.randomElement(using: &generator)!.coordinate
        let limit = [1, 3, 10, 1000].randomElement(using: &generator)!
        for (kind, directory) in names.directories {
          Self.check(directory, oracle, text, point, limit: limit, "seed \(seed), \(kind)")
        }
      }
    }
  }

  @Test(.slow, RealDataset.needed) func realNames() throws {
    let store = try RealDataset.store
    let directory = NameDirectory(of: store)
    let venues = (0..<store.count).map {
      (Venue(row: $0, of: store).name, store.coordinate(ofRow: $0))
    }
    let oracle = SuggestionOracle(venues) { number in
      directory.chain(ofRow: number).map { ($0.name, $0.venues) }
    }
    let table = directory.table
    let seen = (0..<table.count).filter { table.branches[$0] > 0 }
    #expect(oracle.names.count == seen.count)
    var generator = SeededGenerator(seed: 431)
    let names = oracle.names.map(\.text)
    for text in ["mcd", "costa c", "mcdnoalds", "crown old", "", "the", "ltd"] {
      Self.check(directory, oracle, text, nil, limit: 10, "real")
    }
    for round in 0..<8 {
      let point = round % 2 == 0 ? nil : venues.randomElement(using: &generator)!.1
      Self.check(
        directory, oracle, Self.typed(names, &generator), point, limit: 10, "real \(round)")
    }
  }

  /// A name of a distant branch may fit: the chain next door comes first, whatever the limit.
  @Test(RealDataset.needed) func nearestChainsFirst() throws {
    let directory = NameDirectory(of: try RealDataset.store)
    let point = Coordinate(latitude: 51.5074, longitude: -0.1278)
    for text in ["costa b", "harvester", "mcd", "the", "a", "co", "pizza exp"] {
      let ten = directory.suggest(text, from: point, limit: 10)
      for limit in 1...9 {
        let fewer = directory.suggest(text, from: point, limit: limit)
        #expect(fewer.map(\.text) == ten.prefix(limit).map(\.text), "\(text), \(limit)")
      }
    }
    #expect(directory.suggest("costa b", from: point, limit: 1).first?.text == "Costa Coffee")
  }

  /// Each name is found by itself, by its beginning, and by each of its words.
  @Test(RealDataset.needed) func everyNameByItsBeginnings() throws {
    let table = NameDirectory(of: try RealDataset.store).table
    var generator = SeededGenerator(seed: 441)
    for name in 0..<table.count where table.branches[name] > 0 {
      let text = Array(table.text(of: name))
      #expect(table.name(text) == name)
      let beginning = Array(text.prefix(Int.random(in: 1...text.count, using: &generator)))
      #expect(table.names(beginningWith: beginning).contains(name))
      var entries = 0
      text.withUnsafeBufferPointer { bytes in NameKey.forEachWord(in: bytes) { _ in entries += 1 } }
      #expect(entries > 0)
      let row = Int(table.rows(of: name)[0])
      #expect(Int(table.names.nameOfRow[row]) == name)
    }
    for entry in stride(from: 1, to: table.entryNames.count, by: 7) {
      #expect(table.text(ofEntry: entry - 1).order(table.text(ofEntry: entry)) <= 0)
      let text = Array(table.text(ofEntry: entry).prefix(9))
      #expect(table.entries(beginningWith: text).contains(entry))
    }
  }

  @Test(.slow) func wholeNames() throws {
    var generator = SeededGenerator(seed: 451)
    let venues = Self.venues(500, &generator)
    try NamesHarness.with("whole names", venues) { names in
      for (kind, directory) in names.directories {
        for venue in venues {
          let folded = SuggestionOracle.folded(venue.name)
          let right = venues.indices.filter {
            // Of signs alone nothing remains, so each stands for itself.
            folded.isEmpty
              ? !venue.name.isEmpty && venues[$0].name == venue.name
              : SuggestionOracle.folded(venues[$0].name) == folded
          }
          let found = directory.rows(named: venue.name).map {
            Int(directory.store.position(ofRow: $0))
          }
          #expect(found.sorted() == right, "\(kind): \(venue.name)")
        }
        #expect(directory.rows(named: "mcdonal") == [] && directory.rows(named: "") == [])
      }
    }
  }
}
