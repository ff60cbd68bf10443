import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// What there is to eat where something changed: noted, found by, and not known in journals of earlier finders.
@Suite struct NewsFoodTests {
  private static func venue(_ name: String, _ y: Double, _ more: String = "") -> String {
    EditedVenue(name: name, postcode: "N1 1AA", x: 0, y: y, more: more).feature
  }

  private static let old = [
    venue("Franco's", 51, ",\"amenity\":\"restaurant\",\"cuisine\":\"italian;pizza\""),
    venue("Red Lion", 52, ",\"amenity\":\"pub\",\"diet:vegan\":\"no\",\"dog\":\"yes\""),
    venue("Pizza Palace", 53), venue("Corner", 54),
  ]
  private static let new = [
    venue("Red Lion", 52, ",\"amenity\":\"pub\",\"diet:vegan\":\"only\",\"dog\":\"yes\""),
    venue("Pizza Palace", 53.01), venue("Corner", 54),
    venue("Bosna Grill", 55, ",\"kind\":\"fast_food\",\"cuisine\":\"bosna\""),
    venue("Silent", 56),
  ]

  private static func question(_ text: String) throws -> FoodQuestion {
    var request = FoodRequest()
    try request.add(text: text)
    return FoodQuestion(request)
  }

  private static func question(cuisines: String) throws -> FoodQuestion {
    var request = FoodRequest()
    try request.add(cuisines: cuisines)
    return FoodQuestion(request)
  }

  private static func result(
    _ journal: NewsJournal, _ question: FoodQuestion, limit: Int? = nil,
    _ kinds: Set<DatasetComparison.Kind> = Set(DatasetComparison.Kind.allCases)
  ) throws -> (names: [String], result: NewsResult) {
    var query = NewsQuery()
    (query.food, query.limit, query.kinds) = (question, limit, kinds)
    let result = journal.search(query)
    let names = result.found.compactMap { journal.item($0.entry)?.venue.name }
    try journal.refuseDamage()
    return (names, result)
  }

  /// As it is now; where it closed, as it was. Of a name alone it is known that it says nothing.
  @Test func noted() throws {
    try NewsPlace.with { place in
      try place.install(Self.old)
      try place.install(Self.new)
      let journal = try place.journal()
      let foods = journal.entryRange(ofEdition: 1).compactMap { journal.item($0) }.map {
        "\($0.kind) \($0.venue.name)\(NewsPlace.food($0))"
      }
      #expect(
        foods.sorted() == [
          "changed Red Lion pub  vegan dogs", "closed Franco's restaurant italian,pizza  ",
          "moved Pizza Palace    ", "opened Bosna Grill fast_food bosna  ", "opened Silent    ",
        ])
      #expect(journal.item(0)?.before?.food == nil)
      #expect(FoodAspect.allCases.allSatisfy(journal.has))
      func names(_ text: String) throws -> [String] {
        try Self.result(journal, Self.question(text)).names.sorted()
      }
      #expect(try names("pizza") == ["Franco's", "Pizza Palace"])
      #expect(try names("vegan pub") == ["Red Lion"])
      #expect(try names("bosna") == ["Bosna Grill"])
      #expect(try names("restaurant") == ["Franco's"])
      #expect(
        try Self.result(journal, Self.question("pizza"), [.closed]).names == ["Franco's"])
      let pizza = try Self.result(journal, Self.question(cuisines: "pizza"))
      #expect(pizza.names == ["Franco's"])
      // The pub, the palace and the silent one.
      #expect(pizza.result.unknown == 3 && pizza.result.unnoted == 0)
      try journal.refuseDamage()
      // A rollback takes it back, and another brings it back.
      try place.rollBack()
      #expect(try Self.result(place.journal(), Self.question("pizza")).names.isEmpty)
      try place.rollBack()
      #expect(try Self.result(place.journal(), Self.question("pizza")).names.count == 2)
    }
  }

  /// Filters come before the limit, and of what is not known only that counts which would have been shown.
  @Test func beforeTheLimit() throws {
    try NewsPlace.with { place in
      try place.install([Self.venue("Zoe", 50)])
      let features = (0..<60).map { number in
        Self.venue(
          "V\(number)", 51 + Double(number) / 100,
          [",\"cuisine\":\"thai\"", ",\"cuisine\":\"pizza\"", ""][number % 3])
      }
      try place.install(features)
      let journal = try place.journal()
      var query = NewsQuery()
      query.food = try Self.question(cuisines: "pizza")
      query.kinds = [.opened]
      query.around = (Coordinate(51, 0), 1_000_000)
      for (limit, found, unknown, hasMore) in [
        (1, 1, 0, true), (2, 2, 1, true), (5, 5, 4, true), (19, 19, 18, true),
        (20, 20, 20, false), (nil, 20, 20, false),
      ] as [(Int?, Int, Int, Bool)] {
        query.limit = limit
        let result = journal.search(query)
        #expect(
          result.found.map { journal.item($0.entry)?.venue.name ?? "" }
            == (0..<found).map { "V\(3 * $0 + 1)" })
        #expect(result.unknown == unknown && result.hasMore == hasMore, "\(limit ?? 0)")
      }
      try journal.refuseDamage()
    }
  }

  /// The journal as finders wrote it that noted no food, and those that noted no days either.
  private static func writeAsBefore(_ journal: NewsJournal, withDays: Bool) throws {
    var writer = SectionWriter(NewsJournal.kind, identity: [])
    let editions = journal.editions
    writer.add(
      Column(count: editions.count) { editions[$0] }, journal.entries, journal.text, journal.keys,
      journal.keyEntries)
    if withDays {
      writer.add(Column(count: editions.count) { Int64(journal.day(ofEdition: $0)) })
    }
    try writer.write(durablyTo: journal.path)
  }

  @Test(arguments: [true, false]) func ofEarlierFinders(withDays: Bool) throws {
    try NewsPlace.with { place in
      try place.install(Self.old)
      try place.install(Self.new)
      let summaries = try place.summaries()
      try Self.writeAsBefore(try place.journal(), withDays: withDays)
      #expect(try place.summaries() == summaries)
      let journal = try place.journal()
      #expect(journal.item(0)?.venue.food == nil)
      #expect(!FoodAspect.allCases.contains(where: journal.has))
      // Names alone count.
      let pizza = try Self.result(journal, Self.question("pizza"))
      #expect(pizza.names == ["Pizza Palace"])
      #expect(pizza.result.unknown == 4 && pizza.result.unnoted == 4)
      #expect(try Self.result(journal, Self.question("bosna")).names == ["Bosna Grill"])
      // The next install keeps all of it, and knows the food of its own changes.
      try place.install(Self.new + [Self.venue("Napoli", 57, ",\"cuisine\":\"pizza\"")])
      #expect(try place.summaries() == summaries + [["opened Napoli N1 1AA 57.0,0.0"]])
      let both = try Self.result(try place.journal(), Self.question("pizza"))
      #expect(both.names == ["Napoli", "Pizza Palace"])
      #expect(both.result.unknown == 4 && both.result.unnoted == 4)
      try place.rollBack()
      #expect(try place.summaries() == summaries)
    }
  }

  /// Old editions go with what was noted of theirs, whether it was or not.
  @Test func bounded() throws {
    var draft = NewsDraft()
    func record(_ number: Int) -> EditionRecord {
      EditionRecord(
        file: "editions/x", source: "-", sha256: "\(number)", bytes: 1, features: 1, venues: 1,
        installed: Timestamp.text(number * 86_400))
    }
    draft.append(record(0))
    for number in 1...130 {
      var changes = NewsChanges()
      for part in 0..<number % 3 {
        let food =
          (number + part) % 4 == 0
          ? nil : VenueFood(kind: "pub", cuisines: ["c\(number)"], facts: FoodFacts())
        let venue = NewsVenue(
          id: "id \(number)", name: "Venue \(number)", postcode: "N1", place: Coordinate(51, 0),
          food: food)
        changes.add(.opened, venue, nil, chain: 1, fields: [])
      }
      draft.append(record(number), after: record(number - 1), changes)
    }
    for _ in 0..<3 { draft.dropNewest() }
    try NewsPlace.with { place in
      try Folder.make("\(place.folder)/\(NewsJournal.folderName)")
      try draft.write(to: NewsJournal.path(in: place.folder))
      for _ in 0..<2 {
        let journal = try place.journal()
        let foods: [[[String]?]] = journal.editions.indices.map { edition in
          journal.entryRange(ofEdition: edition).map { journal.item($0)?.venue.food?.cuisines }
        }
        let expected: [[[String]?]] = (31...127).map { number in
          (0..<number % 3).map { (number + $0) % 4 == 0 ? nil : ["c\(number)"] }
        }
        #expect(foods == expected)
        // Read and written again, it is the same.
        try NewsDraft(journal).write(to: NewsJournal.path(in: place.folder))
      }
    }
  }

  /// Right checksums round numbers that cannot be.
  @Test func forged() throws {
    let edits: [(inout [NewsFood], inout [UInt8]) -> Void] = [
      { foods, _ in foods[0].textStart = 9_000_000 }, { foods, _ in foods[0].textLength = .max },
      { foods, _ in foods[0].textLength = 3 }, { _, text in text[0] = 99 },
      { _, text in text[4] = 0x80 }, { foods, _ in foods.removeLast() },
      { foods, _ in foods.append(foods[0]) }, { _, text in text.removeLast() },
      { _, _ in },
    ]
    for (number, edit) in edits.enumerated() {
      try NewsPlace.with { place in
        let venue = Self.venue("Ann", 51)
        try place.install([venue])
        try place.install([venue, Self.venue("Bob", 52, ",\"kind\":\"pub\",\"cuisine\":\"thai\"")])
        let journal = try place.journal()
        let columns = try #require(journal.foods)
        var (foods, text) = (Array(columns.rows.values), Array(columns.text.values))
        #expect(text == [3] + Array("pub".utf8) + [4] + Array("thai".utf8))
        edit(&foods, &text)
        let (editions, last) = (journal.editions, (foods, text))
        var writer = SectionWriter(NewsJournal.kind, identity: [])
        writer.add(
          Column(count: editions.count) { editions[$0] }, journal.entries, journal.text,
          journal.keys, journal.keyEntries, Column(count: editions.count) { _ in 0 as Int64 },
          Column(count: last.0.count) { last.0[$0] }, Column(count: last.1.count) { last.1[$0] })
        try writer.write(durablyTo: journal.path)
        func read() throws -> [String] {
          let journal = try place.journal()
          let found = try Self.result(journal, Self.question("thai")).names
          _ = FoodAspect.allCases.map(journal.has)
          try journal.refuseDamage()
          return found
        }
        if number == edits.count - 1 {
          #expect(try read() == ["Bob"])
        } else {
          #expect(throws: NewsError.self, "edit \(number)") { try read() }
          // It is put aside, whole.
          let bytes = try Files.bytes(place.journalPath)
          let outcome = try place.install([venue])
          #expect(try Files.bytes("\(try #require(outcome.aside))") == bytes, "edit \(number)")
        }
      }
    }
  }

  /// Where there is too much of it, an edition goes without entries, as where there are too many.
  @Test func tooMuch() throws {
    let features = (0..<20).map { Self.venue("V\($0)", 51 + Double($0), ",\"cuisine\":\"c\($0)\"") }
    let (a, b) = (
      try LoadedDataset(features: [Self.venue("Ann", 50)]).store,
      try LoadedDataset(features: features).store
    )
    func changes(mostText: Int) -> NewsChanges {
      NewsChanges(
        DatasetComparison(from: a, to: b), old: NameDirectory(of: a), new: NameDirectory(of: b),
        mostText: mostText)
    }
    let all = changes(mostText: NewsChanges.mostText)
    let bytes = all.entries.text.count + all.foods.text.count
    #expect(all.foods.text.count >= 20 * 3)
    for (most, count, omitted) in [(bytes, 21, 0), (bytes - 1, 0, 21)] {
      let changes = changes(mostText: most)
      #expect(
        changes.entries.count == count && changes.foods.count == count
          && changes.omitted == omitted)
    }
  }
}
