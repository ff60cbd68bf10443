import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// What the journal knows of one venue.
@Suite struct VenueStoryTests {
  private static let ann = EditedVenue(name: "Ann's Bar", postcode: "N1 1AA", x: 0, y: 51)
  private static let other = EditedVenue(name: "Nero", postcode: "N9 9ZZ", x: 1, y: 52)

  /// The story of the first venue in the file whose name begins like this.
  private func story(_ place: NewsPlace) throws -> VenueStory {
    let installed = try #require(try InstalledDataset(folder: place.folder))
    let store = try DatasetLoader.load(DatasetSource(kind: .installed, path: installed.path))
    let names = NameDirectory(of: store)
    let row = try #require(
      (0..<store.count).first { Venue(row: $0, of: store).name.uppercased().hasPrefix("ANN") })
    let journal = try place.journal()
    #expect(journal.endsWith(editionAt: installed.path))
    let story = VenueStory(
      of: Venue(row: row, of: store), id: names.id(ofRow: row), in: journal
    ) { names.places(alike: row) }
    try journal.refuseDamage()
    return story
  }

  private func kinds(_ story: VenueStory) -> [String] { story.items.map(\.kind.rawValue) }

  @Test func fromTheBeginning() throws {
    try NewsPlace.with { place in
      try place.install([Self.ann.feature])
      #expect(try story(place).knownSince != nil && story(place).items.isEmpty)
      // Positions are scattered again, so that ids made from positions differ.
      var ann = Self.ann
      ann.x += 0.0004
      try place.install([ann.feature, Self.other.feature])
      ann.name = "ANNS BAR LTD"
      try place.install([ann.feature, Self.other.feature])
      ann.x -= 0.0003
      try place.install([ann.feature])
      ann.y += 0.01
      ann.more = ",\"rating\":5"
      try place.install([ann.feature])
      ann.y += 0.0005
      try place.install([ann.feature, Self.other.feature])
      let story = try story(place)
      #expect(kinds(story) == ["moved", "renamed"])
      #expect(story.items.last?.before?.name == "Ann's Bar")
      #expect(story.knownSince == (try Int(place.journal().editions[0].date)))
    }
  }

  /// An edition installed later may be from an earlier day.
  @Test func daysOutOfOrder() throws {
    func day(_ text: String) -> Int? { Timestamp.seconds(of: text) }
    let (later, earlier) = ("2021-06-01T00:00:00Z", "2020-08-05T00:00:00Z")
    for isFirst in [true, false] {
      try NewsPlace.with { place in
        try place.install(isFirst ? [Self.ann.feature] : [Self.other.feature], modified: later)
        try place.install(
          [Self.ann.feature, Self.other.feature], modified: isFirst ? earlier : later)
        let third = Self.other.with { $0.y = 53 }
        try place.install([Self.ann.feature, third.feature], modified: earlier)
        #expect(try story(place).knownSince == day(earlier))
      }
    }
  }

  /// Journals of earlier finders have five columns, and know only when an edition was installed.
  @Test func withoutDays() throws {
    try NewsPlace.with { place in
      try place.install([Self.ann.feature])
      let journal = try place.journal()
      var writer = SectionWriter(NewsJournal.kind, identity: [])
      writer.add(
        Column(count: journal.editions.count) { journal.editions[$0] }, journal.entries,
        journal.text,
        journal.keys, journal.keyEntries)
      try writer.write(durablyTo: NewsJournal.path(in: place.folder))
      #expect(try story(place).knownSince == Int(journal.editions[0].date))
      try place.install([Self.ann.feature, Self.other.feature])
      #expect(try story(place).knownSince == Int(journal.editions[0].date))
    }
  }

  @Test("What became of a venue that is looked up")
  func showsClosed() throws {
    try NewsPlace.with { place in
      func venue(_ name: String, id: String = "?", y: Double = 51) -> NewsVenue {
        NewsVenue(
          id: id, name: name, postcode: "N1 1AA", place: Coordinate(latitude: y, longitude: 0))
      }
      func showsClosed(_ venue: NewsVenue) throws -> Bool { try place.journal().showsClosed(venue) }
      func numbered(_ venue: EditedVenue) -> String {
        venue.feature.replacing("\"Feature\",", with: "\"Feature\",\"id\":7,")
      }
      let (name, id) = ("Ann's Bar", "7")
      try place.install([numbered(Self.ann), Self.other.feature])
      #expect(try !showsClosed(venue(name, id: id)))
      let renamed = numbered(Self.ann.with { $0.name = "ANNS BAR LTD" })
      try place.install([renamed, Self.other.feature])
      #expect(try !showsClosed(venue(name, id: id)))
      try place.install([Self.other.feature])
      // By its first name and its id; by its last name, a short way off.
      #expect(try showsClosed(venue(name, id: id)))
      #expect(try showsClosed(venue("ANNS BAR LTD")))
      #expect(try showsClosed(venue("ANNS BAR LTD", y: 51.0005)))
      // Not another venue of the name elsewhere, nor one with the number, nor anything unknown.
      #expect(try !showsClosed(venue("ANNS BAR LTD", y: 51.1)))
      #expect(try !showsClosed(venue("Bob's", id: id)) && !showsClosed(venue("Bob's")))
      try place.install([Self.other.feature, renamed])
      #expect(try !showsClosed(venue(name, id: id)))
      try place.install([Self.other.feature])
      #expect(try showsClosed(venue(name, id: id)))
      try place.rollBack()
      #expect(try !showsClosed(venue(name, id: id)))
    }
  }

  @Test func aVenueThatOpened() throws {
    try NewsPlace.with { place in
      try place.install([Self.other.feature])
      try place.install([Self.other.feature, Self.ann.feature])
      let renamed = Self.ann.with { $0.name = "ANNS BAR" }.feature
      try place.install([Self.other.feature, renamed])
      #expect(try kinds(story(place)) == ["renamed", "opened"])
      #expect(try story(place).knownSince != nil)
      // A venue of the same name and postcode that is farther away is a different one.
      let twin = Self.ann.with { ($0.name, $0.y) = ("ANNS BAR", 51.01) }.feature
      try place.install([Self.other.feature, renamed, twin])
      #expect(try kinds(story(place)) == ["renamed", "opened"])
    }
  }

  /// If a publisher renumbers its features, what became of another venue is not shown for this one.
  @Test func renumbered() throws {
    try NewsPlace.with { place in
      func numbered(_ number: Int, _ venue: EditedVenue) -> String {
        venue.feature.replacing("\"Feature\",", with: "\"Feature\",\"id\":\(number),")
      }
      let renamed = Self.other.with { $0.name = "NERO LTD" }
      try place.install([numbered(1, Self.other), numbered(2, Self.ann)])
      try place.install([numbered(1, renamed), numbered(2, Self.ann)])
      try place.install([numbered(2, renamed), numbered(1, Self.ann)])
      #expect(try kinds(story(place)) == [])
    }
  }

  /// Two venues with one name and postcode, 40 m apart and with scattered positions: the second opened, the
  /// first did not.
  @Test func twins() throws {
    try NewsPlace.with { place in
      let twin = Self.ann.with { $0.y += 0.00036 }
      try place.install([Self.ann.feature])
      try place.install([Self.ann.feature, twin.feature])
      func scattered(_ venue: EditedVenue) -> String { venue.with { $0.x += 0.0001 }.feature }
      try place.install([scattered(Self.ann), scattered(twin)])
      #expect(try kinds(story(place)) == [] && story(place).knownSince != nil)
      try place.install([scattered(twin), scattered(Self.ann)])
      #expect(try kinds(story(place)) == ["opened"])
    }
  }

  /// Nothing is said that the journal cannot know.
  @Test func whereEditionsAreMissing() throws {
    try NewsPlace.with { place in
      try place.install([Self.ann.feature])
      try place.installWithoutNews([Self.ann.feature, Self.other.feature])
      try place.installWithoutNews([Self.ann.feature, Self.other.with { $0.y = 53 }.feature])
      try place.install([Self.ann.feature, Self.other.feature])
      #expect(try story(place).isEmpty)
      try place.install([Self.ann.with { $0.name = "ANNS BAR" }.feature])
      #expect(try kinds(story(place)) == ["renamed"] && story(place).knownSince == nil)
    }
  }

  /// A venue with an id of its own is recognised wherever it moved.
  @Test func ownID() throws {
    try NewsPlace.with { place in
      func feature(_ venue: EditedVenue) -> String {
        venue.feature.replacing("\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"id\":7")
      }
      try place.install([feature(Self.ann)])
      try place.install([feature(Self.ann.with { $0.postcode = "N1 1AB" })])
      let story = try story(place)
      #expect(kinds(story) == ["changed"] && story.items[0].fields == ["postcode"])
      #expect(story.items[0].venue.id == "7" && story.items[0].before?.postcode == "N1 1AA")
    }
  }
}
