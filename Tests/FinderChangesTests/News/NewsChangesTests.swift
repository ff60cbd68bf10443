import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Which differences count as news.
@Suite struct NewsChangesTests {
  private static let venue = EditedVenue(name: "Joe's Cafe", postcode: "N1 1AA", x: -0.1, y: 51)
  /// One metre, in degrees of longitude at 51 north.
  private static let metre = 1 / 70_198.0

  private func news(_ edit: (inout EditedVenue) -> Void) throws -> [String] {
    try news([Self.venue.feature], [Self.venue.with(edit).feature])
  }

  private func news(_ old: [String], _ new: [String]) throws -> [String] {
    var found: [String] = []
    try NewsPlace.with { place in
      try place.install(old)
      try place.install(new)
      let journal = try place.journal()
      #expect(journal.editions.count == 2 && journal.entryRange(ofEdition: 0).isEmpty)
      found = journal.entryRange(ofEdition: 1).compactMap { journal.item($0) }.map {
        ([$0.kind.rawValue] + $0.fields).joined(separator: " ")
      }
    }
    return found
  }

  @Test func moves() throws {
    #expect(try news { $0.x += 99 * Self.metre } == [])
    #expect(try news { $0.x += 101 * Self.metre } == ["moved"])
    let (old, new) = (
      Coordinate(51, -0.1), Coordinate(51, -0.1 + 100 * Self.metre)
    )
    // The metre that this test uses is right.
    #expect(abs(Geodesic.distance(from: old, to: new) - 100) < 0.01)
  }

  /// Other changes of a venue that stayed within 100 m count as if it had not moved.
  @Test func besideNoise() throws {
    #expect(
      try news {
        $0.x += 50 * Self.metre
        $0.more = ",\"rating\":5"
      } == ["changed rating"])
    #expect(
      try news {
        $0.x += 50 * Self.metre
        $0.name = "JOES CAFE LTD"
      } == ["renamed"])
    #expect(
      try news {
        $0.x += 50 * Self.metre
        $0.name = "JOES CAFE LTD"
        $0.more = ",\"rating\":5"
      } == ["renamed rating"])
    #expect(
      try news {
        $0.x += 150 * Self.metre
        $0.name = "JOES CAFE LTD"
      } == ["moved"])
    #expect(
      try news {
        $0.x += 150 * Self.metre
        $0.more = ",\"rating\":5"
      } == ["moved rating"])
  }

  @Test func kindsOfChanges() throws {
    #expect(try news { $0.name = "JOES CAFE LTD" } == ["renamed"])
    #expect(try news { $0.postcode = "N1 1AB" } == ["changed postcode"])
    #expect(try news { $0.name = "Costa" } == ["opened", "closed"])
    let other = Self.venue.with { ($0.name, $0.postcode, $0.y) = ("Nero", "N2", 52) }.feature
    #expect(try news([Self.venue.feature, other], [other]) == ["closed"])
  }

  /// An id, or the way a geometry is written, makes no difference to a venue.
  @Test func idsAndGeometries() throws {
    let feature = Self.venue.feature
    for (old, new) in [
      ("\"type\":\"Feature\"", "\"type\":\"Feature\",\"id\":7"),
      ("51.0]", "51.0,12]"), ("\"type\":\"Feature\"", "\"type\":\"Feature\",\"bbox\":[1,2,1,2]"),
    ] {
      let other = feature.replacing(old, with: new)
      #expect(other != feature)
      #expect(try news([feature], [other]) == [])
      let rated = other.replacing("\"properties\":{", with: "\"properties\":{\"rating\":5,")
      #expect(try news([feature], [rated]) == ["changed rating"])
    }
  }

  /// Nearly every venue has moved, by 13 m in the median, as between two real editions: no news, and no
  /// growth.
  @Test func scatteredAgain() throws {
    try NewsPlace.with { place in
      var generator = SeededGenerator(seed: 11)
      let venues = (0..<2000).map { number in
        EditedVenue(
          name: "Venue \(number % 700)", postcode: "N\(number % 90) 1AA",
          x: Double.random(in: -3...0, using: &generator),
          y: Double.random(in: 50...58, using: &generator))
      }
      func scattered() -> [String] {
        venues.map { venue in
          venue.with {
            let angle = Double.random(in: 0..<6.3, using: &generator)
            let metres = Double.random(in: 1...25, using: &generator)
            $0.x += metres * Self.metre * angle.sign()
            $0.y += metres / 111_000 * (angle > 3 ? 0.5 : -0.5)
          }.feature
        }
      }
      try place.install(scattered())
      let empty = try Files.bytes(place.journalPath).count
      for _ in 0..<5 { try place.install(scattered()) }
      let journal = try place.journal()
      #expect(journal.editions.count == 6 && journal.changes == 0)
      #expect(try Files.bytes(place.journalPath).count == empty)
      // The noise is really there.
      let stores = try (0..<2).map { _ in try LoadedDataset(features: scattered()).store }
      let comparison = DatasetComparison(from: stores[0], to: stores[1])
      #expect(comparison.count(of: .moved) > 1900)
    }
  }

  /// An edition with hardly anything in common with the one before is another dataset.
  @Test func tooMany() throws {
    let old = (0..<30).map { _ in Self.venue.with { ($0.x, $0.name) = (1, "a") }.feature }
    let (a, b) = (
      try LoadedDataset(features: old).store,
      try LoadedDataset(features: [Self.venue.feature]).store
    )
    let comparison = DatasetComparison(from: a, to: b)
    for (most, entries, omitted) in [(31, 31, 0), (30, 0, 31)] {
      let changes = NewsChanges(
        comparison, old: NameDirectory(of: a), new: NameDirectory(of: b), mostEntries: most)
      #expect(changes.entries.count == entries && changes.omitted == omitted)
    }
  }

  /// If one edition lacks a fifth of the other, the two were not made from the same source.
  @Test func tooFewShared() throws {
    let venues = (0..<100).map { number in
      EditedVenue(
        name: "Venue \(number)", postcode: "N1 \(number)AA", x: -0.1, y: 51 + Double(number) / 50
      ).feature
    }
    for (left, news) in [(95, 5), (81, 19), (79, 0)] {
      for isClosing in [true, false] {
        try NewsPlace.with { place in
          let few = Array(venues[..<left])
          try place.install(isClosing ? venues : few)
          try place.install(isClosing ? few : venues) {
            .places({ _ in true }, leastShared: 0.8)
          }
          #expect(try place.summaries()[1].count == news, "\(left) \(isClosing)")
        }
      }
    }
    // With few venues, there is no way to know.
    try NewsPlace.with { place in
      try place.install(Array(venues[..<10]))
      try place.install([venues[0]]) { .places({ _ in true }, leastShared: 0.8) }
      #expect(try place.summaries()[1].count == 9)
    }
  }

  @Test func conditions() throws {
    let venues = ["pub", "cafe"].map { kind in
      Self.venue.with {
        $0.name = kind
        $0.more = ",\"kind\":\"\(kind)\""
      }.feature
    }
    try NewsPlace.with { place in
      let pubs = try Condition("kind=pub")
      try place.install(venues + [Self.venue.feature])
      try place.install([Self.venue.feature]) { .places({ _ in true }, conditions: [pubs]) }
      #expect(try place.summaries()[1].count == 1)
    }
  }
}

extension Double {
  fileprivate func sign() -> Double { self < 3.15 ? 1 : -1 }
}
