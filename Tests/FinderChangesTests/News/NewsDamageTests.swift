import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Journals that were cut, changed or made by another program give an error or the right answer, never a
/// wrong one, and are never overwritten.
@Suite struct NewsDamageTests {
  private func venue(_ number: Int) -> String {
    EditedVenue(
      name: "Venue \(number)", postcode: "N1 \(number % 10)AA", x: Double(number) / 100, y: 51,
      more: ",\"amenity\":\"pub\",\"cuisine\":\"pizza;c\(number)\",\"diet:vegan\":\"yes\""
    ).feature
  }

  private func with(_ body: (NewsPlace, [UInt8]) throws -> Void) throws {
    try NewsPlace.with { place in
      try place.install((0..<20).map(venue))
      try place.install((5..<120).map(venue))
      try body(place, try Files.bytes(place.journalPath))
    }
  }

  /// The answers to all questions; `nil` if the journal is refused.
  private func answers(_ place: NewsPlace) throws -> [String]? {
    do {
      let journal = try place.journal()
      var query = NewsQuery()
      query.around = (Coordinate(51, 0.2), 30_000)
      var request = FoodRequest()
      try request.add(text: "vegan pizza")
      query.food = FoodQuestion(request)
      let found = journal.search(query).found
      let items = found.map { found in
        journal.item(found.entry).map { NewsPlace.summary($0) + NewsPlace.food($0) } ?? "damaged"
      }
      let ids = journal.item(0).map { journal.entries(ofID: $0.venue.id) } ?? []
      try journal.refuseDamage()
      return items + ids.map(String.init)
    } catch NewsError.damaged {
      return nil
    }
  }

  @Test(.slow, arguments: [false, true]) func changedBytes(ofFood: Bool) throws {
    try with { place, _ in
      let path = ofFood ? place.foodPath : place.journalPath
      let original = try Files.bytes(path)
      let right = try #require(try answers(place))
      #expect(right.count > 10)
      var generator = SeededGenerator(seed: 3)
      var refused = 0
      for _ in 0..<400 {
        var bytes = original
        let spot = Int.random(in: bytes.indices, using: &generator)
        bytes[spot] ^= UInt8.random(in: 1...255, using: &generator)
        try Files.write(bytes, to: path)
        let found = try answers(place)
        if found == nil { refused += 1 } else { #expect(found == right, "byte \(spot)") }
      }
      #expect(refused > 50)
    }
  }

  @Test(arguments: [false, true]) func cutAndOthers(ofFood: Bool) throws {
    try with { place, _ in
      let path = ofFood ? place.foodPath : place.journalPath
      let original = try Files.bytes(path)
      let cuts = [0, 1, 31, 4095, 4096, 8191, original.count / 2, original.count - 1]
      var others = cuts.map { Array(original.prefix($0)) }
      others += [original + [0], Array("{}\n".utf8), [UInt8](repeating: 7, count: 20_000)]
      for bytes in others {
        try Files.write(bytes, to: path)
        #expect(try answers(place) == nil, "\(bytes.count) bytes")
      }
    }
  }

  /// Impossible numbers, with valid checksums.
  @Test func forged() throws {
    try NewsPlace.with { place in
      try Folder.make("\(place.folder)")
      try Folder.make("\(place.folder)/\(NewsJournal.folderName)")
      let record = EditionRecord(
        file: "x", source: "-", sha256: "1", bytes: 1, features: 1, venues: 1,
        installed: Timestamp.text(0))
      let good = NewsEntry(
        place: Coordinate(51, 0), placeBefore: Coordinate(51, 0), chain: 1, textStart: 0,
        textLength: 6, kindNumber: 0, flags: 0)
      let edits: [(inout NewsEntry, inout UInt32) -> Void] = [
        { entry, _ in entry.place.latitude = .nan },
        { entry, _ in entry.placeBefore.longitude = 1e300 },
        { entry, _ in entry.kindNumber = 77 }, { entry, _ in entry.textStart = 9_000_000 },
        { entry, _ in entry.textLength = .max }, { entry, _ in entry.textLength = 5 },
        { entry, _ in entry.textLength = 0 }, { _, key in key = 4_000_000_000 },
        { _, _ in },
      ]
      for (number, edit) in edits.enumerated() {
        var (entry, keyEntry) = (good, 0 as UInt32)
        edit(&entry, &keyEntry)
        var edition = NewsEdition(record)
        edition.entries = 1
        var writer = SectionWriter(NewsJournal.kind, identity: [])
        writer.add(Column(count: 1) { _ in edition })
        writer.add(Column(count: 1) { _ in entry })
        writer.add(Column(count: 6) { [1, 97, 1, 97, 1, 97][$0] as UInt8 })
        writer.add(Column(count: 2) { _ in NewsKeys.key(ofID: "a") })
        writer.add(Column(count: 2) { $0 == 0 ? 0 : keyEntry })
        let file = try #require(
          ReplacementFile(for: NewsJournal.path(in: place.folder), mode: 0o600))
        #expect(writer.write(to: file.descriptor) && file.commit() == 0)
        let journal = try place.journal()
        _ = journal.search(NewsQuery())
        _ = journal.item(0)
        _ = journal.entries(ofID: "a")
        if number == edits.count - 1 {
          try journal.refuseDamage()
          #expect(try NewsDraft(place.journal()).entries.count == 1)
        } else {
          #expect(throws: NewsError.self, "edit \(number)") { try journal.refuseDamage() }
        }
      }
    }
  }

  /// A damaged journal is moved aside when a new edition comes, each under a different name, and installing
  /// goes on.
  @Test func putAside() throws {
    try with { place, original in
      for (number, ending) in ["", "-2", "-3"].enumerated() {
        var bytes = original
        bytes[bytes.count - 1 - number] ^= 1
        bytes[40] ^= 1
        try Files.write(bytes, to: place.journalPath)
        // An install that ends here leaves it in its place.
        let early = try place.keeper.follow(place.installer().installed, after: .nothing)
        #expect(try early.aside == nil && Files.bytes(place.journalPath) == bytes)
        let outcome = try place.install((number..<30).map(venue))
        #expect(outcome.aside?.description == "\(place.journalPath).damaged\(ending)")
        #expect(try Files.bytes("\(place.journalPath).damaged\(ending)") == bytes)
        #expect(try !place.summaries().isEmpty)
      }
      try Files.write([1, 2, 3], to: place.journalPath)
      try place.installWithoutNews([venue(1)])
      let installer = try place.installer()
      let outcome = try place.keeper.follow(installer.installed, after: .install)
      #expect(outcome.aside?.description == "\(place.journalPath).damaged-4")
    }
  }

  /// Files that others may write to are neither read nor replaced.
  @Test func filesThatOthersMayWriteTo() throws {
    try with { place, original in
      let isOpen = FilePath(place.journalPath).withCString { chmod($0, 0o666) } == 0
      #expect(isOpen)
      var refused = false
      do { _ = try NewsJournal.open(in: place.folder) } catch NewsError.notOurs { refused = true }
      #expect(refused)
      #expect(throws: NewsError.self) { try place.install([venue(1)]) }
      let kept = try Files.bytes(place.journalPath)
      #expect(kept == original)
    }
  }
}
