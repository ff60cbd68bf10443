import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// What there is to eat at venues that changed: it is noted and can be searched, and is unknown in journals
/// of earlier finders.
@Suite struct NewsFoodTests {
  private static func venue(_ name: String, _ y: Double, _ more: String = "") -> String {
    NewsPlace.venue(name, y, more)
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

  /// As it is now, or for a closed venue as it was. A venue with only a name is known to say nothing about
  /// food.
  @Test func foodIsNoted() throws {
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
      // The pub, the palace and the venue that says nothing.
      #expect(pizza.result.unknown == 3 && pizza.result.unnoted == 0)
      try journal.refuseDamage()
      // A rollback removes it, and another brings it back.
      try place.rollBack()
      #expect(try Self.result(place.journal(), Self.question("pizza")).names.isEmpty)
      try place.rollBack()
      #expect(try Self.result(place.journal(), Self.question("pizza")).names.count == 2)
    }
  }

  /// Filters come before the limit, and of the unknown venues only those count that would have been shown.
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

  /// The journal as earlier finders wrote it: without food, and the earliest also without days.
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

  @Test(arguments: [true, false]) func journalsOfEarlierFinders(withDays: Bool) throws {
    try NewsPlace.with { place in
      try place.install(Self.old)
      try place.install(Self.new)
      let summaries = try place.summaries()
      try Self.writeAsBefore(try place.journal(), withDays: withDays)
      try Files.remove(place.foodPath)
      #expect(try place.summaries() == summaries)
      let journal = try place.journal()
      #expect(journal.item(0)?.venue.food == nil)
      #expect(!FoodAspect.allCases.contains(where: journal.has))
      // Only names count.
      let pizza = try Self.result(journal, Self.question("pizza"))
      #expect(pizza.names == ["Pizza Palace"])
      #expect(pizza.result.unknown == 4 && pizza.result.unnoted == 4)
      #expect(try Self.result(journal, Self.question("bosna")).names == ["Bosna Grill"])
      // The next install keeps all of it, and adds the food of its own changes.
      try place.install(Self.new + [Self.venue("Napoli", 57, ",\"cuisine\":\"pizza\"")])
      #expect(try place.summaries() == summaries + [["opened Napoli N1 1AA 57.0,0.0"]])
      let both = try Self.result(try place.journal(), Self.question("pizza"))
      #expect(both.names == ["Napoli", "Pizza Palace"])
      #expect(both.result.unknown == 4 && both.result.unnoted == 4)
      try place.rollBack()
      #expect(try place.summaries() == summaries)
    }
  }

  /// Earlier finders read the journal and rewrite it with the columns that they know. Food is still known for
  /// the changes that they leave as they are.
  @Test func betweenEarlierFinders() throws {
    try NewsPlace.with { place in
      try place.install(Self.old)
      try place.install(Self.new)
      #expect(try place.journal().file.columnCount == 6)
      let foods = try Files.bytes(place.foodPath)
      // An earlier finder installs an edition.
      try place.install(Self.new + [Self.venue("Napoli", 57, ",\"cuisine\":\"pizza\"")])
      try Files.write(foods, to: place.foodPath)
      for _ in 0..<2 {
        let journal = try place.journal()
        let pizza = try Self.result(journal, Self.question(cuisines: "pizza"))
        #expect(pizza.names == ["Franco's"])
        #expect(pizza.result.unknown == 4 && pizza.result.unnoted == 1)
        #expect(journal.has(.cuisine))
        // So it is once a journal has been made with both.
        try NewsDraft(journal).write(in: place.folder)
      }
    }
  }

  /// A journal never uses the food of another. If a process was stopped between writing the two, or a query
  /// reads them at that moment, everything is still known: the next journal's food includes what was noted
  /// for this one.
  @Test func stoppedHalfWay() throws {
    try NewsPlace.with { place in
      func file(_ path: String) throws -> [UInt8] { try Files.bytes(path) }
      var states: [(journal: [UInt8], foods: [UInt8])] = []
      func keep() throws {
        states.append((try file(place.journalPath), try file(place.foodPath)))
      }
      let thai = Self.venue("Zen", 58, ",\"cuisine\":\"thai\"")
      for edition in [Self.old, Self.new, Self.new + [thai], Self.old] {
        try place.install(edition)
        try keep()
      }
      try place.rollBack()
      try keep()
      func known(_ journal: NewsJournal) -> [String?] {
        (0..<journal.entries.count).map { number in
          journal.item(number).flatMap { $0.venue.food == nil ? nil : NewsPlace.food($0) }
        }
      }
      let right = try states.map { state in
        try Files.write(state.journal, to: place.journalPath)
        try Files.write(state.foods, to: place.foodPath)
        return known(try place.journal())
      }
      #expect(right.allSatisfy { !$0.contains(nil) } && right[3].count > right[2].count)
      for (number, journal) in states.map(\.journal).enumerated() {
        for (step, foods) in states.map(\.foods).enumerated() {
          try Files.write(journal, to: place.journalPath)
          try Files.write(foods, to: place.foodPath)
          let found = known(try place.journal())
          #expect(found.count == right[number].count)
          for (one, other) in zip(found, right[number]) { #expect(one == nil || one == other) }
          if step == number || step == number + 1 { #expect(found == right[number], "\(number)") }
        }
      }
    }
  }

  /// Old editions are dropped together with the food noted for them, if any.
  @Test func bounded() throws {
    var draft = NewsDraft.ofDays(to: 130) { day, part in
      (day + part) % 4 == 0
        ? nil : VenueFood(kind: "pub", cuisines: ["c\(day)"], facts: FoodFacts())
    }
    for _ in 0..<3 { draft.dropNewest() }
    try NewsPlace.with { place in
      try place.write(draft)
      for _ in 0..<2 {
        let journal = try place.journal()
        let foods: [[[String]?]] = journal.editions.indices.map { edition in
          journal.entryRange(ofEdition: edition).map { journal.item($0)?.venue.food?.cuisines }
        }
        let expected: [[[String]?]] = (31...127).map { number in
          (0..<number % 3).map { (number + $0) % 4 == 0 ? nil : ["c\(number)"] }
        }
        #expect(foods == expected)
        // Reading and writing it again changes nothing.
        try place.write(NewsDraft(journal))
      }
    }
  }

  /// Impossible numbers, with valid checksums.
  @Test(.slow) func forged() throws {
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
        let original = try Files.bytes(place.journalPath)
        let file = try #require(
          try SectionFile.open(FilePath(place.foodPath), NewsFoods.kind, identity: []))
        let editions = file.column(0, of: NewsFoods.Edition.self)
        var foods = Array(file.column(1, of: NewsFood.self).values)
        var text = Array(file.column(2, of: UInt8.self).values)
        #expect(text == [3] + Array("pub".utf8) + [4] + Array("thai".utf8))
        edit(&foods, &text)
        let last = (foods, text)
        var writer = SectionWriter(NewsFoods.kind, identity: [])
        writer.add(
          editions, Column(count: last.0.count) { last.0[$0] },
          Column(count: last.1.count) { last.1[$0] })
        try writer.write(durablyTo: FilePath(place.foodPath))
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
          // Searches that do not ask for food are not affected.
          let plain = try #require(try NewsJournal.open(in: place.folder))
          #expect(plain.search(NewsQuery()).found.count == 1)
          // It is moved aside, whole, when a new edition comes, and the journal goes on.
          let bytes = try Files.bytes(place.foodPath)
          let early = try place.keeper.follow(place.installer().installed, after: .nothing)
          #expect(early.foodsAside == nil)
          // An edition that a stopped install missed is added later, without food.
          let isLate = number % 2 == 1
          let dan = Self.venue("Dan", 54)
          if isLate { try place.installWithoutNews([venue, dan]) }
          let outcome =
            try isLate
            ? place.keeper.follow(place.installer().installed, after: .nothing)
            : place.install([venue])
          #expect(
            try Files.bytes("\(try #require(outcome.foodsAside))") == bytes, "edit \(number)")
          #expect(try outcome.aside == nil && Files.bytes(place.journalPath) != original)
          #expect(outcome.foodsLost == nil)
          if isLate { try place.install([venue, dan, Self.venue("Cid", 53)]) }
          let (opened, closed) = (["opened Bob N1 1AA 52.0,0.0"], "closed Bob N1 1AA 52.0,0.0")
          #expect(
            try place.summaries()
              == (isLate
                ? [
                  [], opened, [closed, "opened Dan N1 1AA 54.0,0.0"],
                  ["opened Cid N1 1AA 53.0,0.0"],
                ] : [[], opened, [closed]]))
        }
      }
    }
  }

  /// Food that cannot be read or written does not harm the journal, and is neither read nor replaced.
  @Test func filesThatOthersMayWriteTo() throws {
    let thai = Self.venue("Zen", 58, ",\"cuisine\":\"thai\"")
    for isLink in [false, true] {
      try NewsPlace.with { place in
        try place.install(Self.old)
        try place.install(Self.new)
        let foods = try Files.bytes(place.foodPath)
        if isLink {
          let isMoved = FilePath(place.foodPath).rename(to: "\(place.foodPath)-of-another")
          #expect(isMoved && symlink("food-of-another", place.foodPath) == 0)
        } else {
          let isOpen = FilePath(place.foodPath).withCString { chmod($0, 0o660) } == 0
          #expect(isOpen)
        }
        let before = try #require(try NewsJournal.open(in: place.folder)).changes
        let outcome = try place.install(Self.new + [thai])
        #expect(outcome.foodsLost != nil && outcome.foodsAside == nil && outcome.aside == nil)
        let journal = try #require(try NewsJournal.open(in: place.folder))
        #expect(journal.editions.count == 3 && journal.changes == before + 1)
        #expect(throws: NewsError.self) { try journal.readFoods() }
        #expect(try Files.bytes(place.foodPath) == foods)
        guard !isLink else { return }
        // Once the file is ours again, food is known except for what came in the meantime.
        let isOurs = FilePath(place.foodPath).withCString { chmod($0, 0o600) } == 0
        #expect(isOurs)
        let pizza = try Self.result(place.journal(), Self.question(cuisines: "pizza"))
        #expect(pizza.names == ["Franco's"] && pizza.result.unnoted == 1)
      }
    }
  }

  /// If there is too much of it, an edition has no entries, as with too many changes.
  @Test func tooMuchFood() throws {
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
