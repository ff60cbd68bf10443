import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine
@testable import FinderOwn

/// Records, and the venues of another edition.
@Suite struct RecordMatchingTests {
  private static let before = EditedVenue(name: "7H SPICES", postcode: "N1 1AA", x: 0, y: 51)

  private static func north(_ metres: Double) -> Double { 51 + metres / 111_247 }

  private func recorded(_ venue: EditedVenue) throws -> RecordedVenue {
    let names = NameDirectory(of: try LoadedDataset(features: [venue.feature]).store)
    return RecordedVenue(names.store.venue(ofRow: 0), id: names.id(ofRow: 0))
  }

  private func row(of venue: EditedVenue, among others: [EditedVenue]) throws -> Int? {
    let names = NameDirectory(of: try LoadedDataset(features: others.map(\.feature)).store)
    return RecordMatching(names).row(of: try recorded(venue))
  }

  private static let other = EditedVenue(name: "Costa", postcode: "N1 1AA", x: 0, y: 51)

  /// Each rule of `data diff`, and venues that no rule pairs.
  @Test(arguments: [
    ("7H SPICES", "N1 1AA", 0.0, true), ("7H SPICES", "N1 1AA", 90, true),
    ("7H SPICES", "n11aa", 50_000, true), ("7h Spices Ltd", "N1 1AA", 0, true),
    ("7h Spyces", "N1 1AA", 249, true), ("7h Spyces", "N1 1AA", 251, false),
    ("7H SPICES", "N1 1AB", 0, true), ("7H SPICES", "N1 1AB", 20, false),
    ("Sushi", "N1 1AA", 0, false), ("8h Spices", "N1 1AA", 0, false),
  ])
  func rules(name: String, postcode: String, metres: Double, isPaired: Bool) throws {
    let after = EditedVenue(name: name, postcode: postcode, x: 0, y: Self.north(metres))
    let found = try row(of: Self.before, among: [Self.other, after])
    #expect(found == (isPaired ? 1 : nil))
    // As in the comparison of whole editions.
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: [Self.before.feature]).store,
      to: try LoadedDataset(features: [Self.other, after].map(\.feature)).store)
    #expect((comparison.count(of: .closed) == 0) == isPaired)
  }

  /// Venues with their own ids: id, name, postcode and metres to the north.
  private typealias Numbered = (id: Int, name: String, postcode: String, metres: Double)

  private func names(_ venues: [Numbered]) throws -> NameDirectory {
    let features = venues.map { venue in
      EditedVenue(name: venue.name, postcode: venue.postcode, x: 0, y: Self.north(venue.metres))
        .feature.replacing("\"Feature\",", with: "\"Feature\",\"id\":\(venue.id),")
    }
    return NameDirectory(of: try LoadedDataset(features: features).store)
  }

  /// The ids that venues of the first edition have in the second.
  private func ids(_ before: [Numbered], _ after: [Numbered]) throws -> [Int?] {
    let (old, new) = try (names(before), names(after))
    let matching = RecordMatching(new)
    return before.indices.map { row in
      let venue = RecordedVenue(old.store.venue(ofRow: row), id: old.id(ofRow: row))
      return matching.row(of: venue).map { Int(new.id(ofRow: $0))! }
    }
  }

  /// A publisher renumbers its features: the venues are still recognised.
  @Test(arguments: [40.0, 400, 4000]) func renumbered(apart: Double) throws {
    let venues: [Numbered] = [
      (1, "Alpha Cafe", "N1 1AA", 0), (2, "Beta Grill", "N1 1AB", apart),
      (3, "Gamma Pizza", "N1 1AC", 2 * apart),
    ]
    func numbered(_ numbers: Int...) -> [Numbered] {
      zip(venues, numbers).filter { $1 > 0 }.map { ($1, $0.name, $0.postcode, $0.metres) }
    }
    for numbers in [[1, 2, 3], [2, 1, 3], [3, 1, 2], [9, 8, 7]] {
      #expect(try ids(venues, numbered(numbers[0], numbers[1], numbers[2])) == numbers)
    }
    // The first closed, and all later ones have the number of the one before.
    #expect(try ids(venues, numbered(0, 1, 2)) == [nil, 1, 2])
  }

  /// Branches of a chain, next to each other in a list sorted by name. One branch closed, and the next got
  /// its number: its records do not become the next one's.
  @Test func aBranchThatClosed() throws {
    let venues: [Numbered] = [
      (1, "Costa", "BA1 1AA", 0), (2, "Costa", "BA2 2BB", 2000), (3, "Costa", "BA3 3CC", 4000),
    ]
    let after: [Numbered] = [(1, "Costa", "BA1 1AA", 0), (2, "Costa", "BA3 3CC", 4000)]
    #expect(try ids(venues, after) == [1, nil, 2])
  }

  @Test func renumberedBranches() throws {
    let venues: [Numbered] = [(1, "Costa", "N1 1AA", 0), (2, "Costa", "B1 1AA", 150_000)]
    #expect(try ids(venues, [(1, "Costa", "B1 1AA", 150_000)]) == [nil, 1])
    #expect(
      try ids(venues, [(2, "Costa", "N1 1AA", 0), (1, "Costa", "B1 1AA", 150_000)]) == [2, 1])
  }

  /// No rule recognises these, but the id does.
  @Test(
    arguments: [
      ("Alpha Cafe", "N9 9ZZ", 2000.0, 1), ("ALPHA CAFÉ LTD", "N9 9ZZ", 2000, 1),
      ("Sushi", "N1 1AA", 0, 1), ("Sushi", "N1 1AA", 30, nil), ("Sushi", "N9 9ZZ", 2000, nil),
      ("Alpha Cafe", "N9 9ZZ", 20_000, nil),
    ] as [(String, String, Double, Int?)])
  func byID(name: String, postcode: String, metres: Double, id: Int?) throws {
    #expect(try ids([(1, "Alpha Cafe", "N1 1AA", 0)], [(1, name, postcode, metres)]) == [id])
  }

  /// Only venues that a dataset of that region would have can be closed.
  @Test(arguments: [(9_000.0, true), (11_000, false)])
  func elsewhere(metres: Double, isCovered: Bool) throws {
    let other = Self.other.with { $0.y = Self.north(metres) }
    let names = NameDirectory(of: try LoadedDataset(features: [other.feature]).store)
    #expect(try RecordMatching(names).hasVenues(around: recorded(Self.before)) == isCovered)
  }

  /// Records of three editions lead to the one venue that exists.
  @Test func manyEditions() throws {
    let editions = [0, 13, 40].map { metres in Self.before.with { $0.y = Self.north(metres) } }
    for edition in editions {
      let now = Self.before.with { $0.y = Self.north(27) }
      #expect(try row(of: edition, among: [now, Self.other]) == 0)
    }
  }

  /// Of two possible venues, the nearer one.
  @Test func theNearest() throws {
    let places = [900, 30, 400].map { metres in Self.before.with { $0.y = Self.north(metres) } }
    #expect(try row(of: Self.before, among: places) == 1)
  }

  /// A store's own venues are recognised, in the store's order and the index's, and from a file.
  @Test func everyVenue() throws {
    var random = SeededGenerator(seed: 7)
    let venues = (0..<400).map { number in
      EditedVenue(
        name: "N \(number % 90)", postcode: "N\(number % 7) 1AA",
        x: Double.random(in: -0.1...0.1, using: &random),
        y: Double.random(in: 51...51.1, using: &random))
    }
    let store = try LoadedDataset(features: venues.map(\.feature)).store
    try NamesHarness.with("records", store) { harness in
      for (label, names) in harness.directories {
        let matching = RecordMatching(names)
        for row in 0..<names.store.count {
          let venue = RecordedVenue(names.store.venue(ofRow: row), id: names.id(ofRow: row))
          #expect(matching.row(of: venue) == row, "\(label)")
        }
      }
    }
  }

  @Test func recordsOfOneVenue() throws {
    let names = NameDirectory(
      of: try LoadedDataset(features: [Self.before.feature, Self.other.feature]).store)
    let date = CalendarDate("2026-11-22")!
    let moved = try recorded(Self.before.with { $0.y = Self.north(300) })
    let venues = [
      try recorded(Self.before), try recorded(Self.other), moved,
      try recorded(Self.other.with { $0.name = "Sushi" }),
    ]
    try TemporaryDirectory.with { place in
      for venue in venues {
        try VisitLog.add(
          VisitRecord(.visit, of: venue, on: date), in: FilePath(place.path), whenWaiting: {})
      }
      let log = try VisitLog(in: FilePath(place.path))
      let matching = RecordMatching(names)
      #expect(matching.records(ofRow: 0, in: log).map(\.venue) == [moved, venues[0]])
      #expect(matching.records(ofRow: 1, in: log).map(\.venue) == [venues[1]])
      #expect(matching.row(of: venues[3]) == nil)
    }
  }

  /// Nor do reviews of another venue come along with its id.
  @Test func ofOneVenueRenumbered() throws {
    let old = try names([(1, "Alpha Cafe", "N1 1AA", 0), (2, "Beta Grill", "N1 1AB", 400)])
    let new = try names([(2, "Alpha Cafe", "N1 1AA", 0), (1, "Beta Grill", "N1 1AB", 400)])
    try TemporaryDirectory.with { place in
      for row in 0..<2 {
        let venue = RecordedVenue(old.store.venue(ofRow: row), id: old.id(ofRow: row))
        try VisitLog.add(
          VisitRecord(.visit, of: venue, on: .today), in: FilePath(place.path), whenWaiting: {})
      }
      let log = try VisitLog(in: FilePath(place.path))
      for row in 0..<2 {
        let found = RecordMatching(new).records(ofRow: row, in: log)
        #expect(found.map(\.venue.name) == [new.store.venue(ofRow: row).name])
      }
    }
  }
}
