import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The file of food beside a snapshot says the same as the venues and is used only with that snapshot. Damage
/// leads neither to a wrong answer nor to a read outside the file.
@Suite struct FoodFileTests {
  private struct Place {
    let city: FoodCity
    let kept: KeptSnapshot
    let digest: UInt64

    var cache: SnapshotCache { kept.cache }
    var store: VenueStore { kept.store }
    var identity: DatasetIdentity { kept.identity }
    var path: String { "\(cache.path(ofCompanion: ".food", for: identity))" }

    func columns() -> FoodColumns? { cache.companion(of: store, for: identity) }
    func keep(_ columns: FoodColumns) -> SnapshotCache.Outcome {
      cache.keep(companion: columns, for: identity)
    }

    /// Writes columns as if they had been made with these tables and rules.
    func write(
      _ columns: FoodColumns, tables: UInt64 = FoodTable.digest,
      reading: UInt64 = FoodColumns.rulesVersion
    ) throws {
      var writer = SectionWriter(
        FoodColumns.kind, identity: identity.words + [tables, reading] + [digest])
      columns.add(to: &writer)
      try writer.write(durablyTo: FilePath(path))
    }
  }

  private static func with(
    count: Int = 150, _ body: (Place, _ original: [UInt8]) throws -> Void
  ) throws {
    let city = try FoodCity(count: count, seed: 36)
    try TemporaryDirectory.with { folder in
      let kept = try KeptSnapshot(city.store, in: folder)
      let place = Place(city: city, kept: kept, digest: try #require(kept.store.digest))
      #expect(place.columns() == nil, "none is made by a query without food")
      #expect(place.keep(FoodColumns(of: kept.store)) == .kept)
      try body(place, try Files.bytes(place.path))
    }
  }

  /// The answers to all questions; venues by their places in the dataset.
  private func answers(_ columns: FoodColumns) throws -> [String] {
    let store = columns.store
    let rows = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
    var answers = rows.map { row in
      let values = columns.values(ofRow: row).map { value in
        let place = FoodMark.place(of: value)
        switch FoodMark.mark(of: value) {
        case FoodMark.cuisine: return columns.cuisines[place]
        case FoodMark.kind: return "kind \(columns.kinds[place])"
        default: return "name \(place)"
        }
      }
      return "\(columns.facts(ofRow: row).bits) \(values)"
    }
    for values in [columns.cuisines, columns.kinds] {
      answers += (0..<values.count).map { place in
        "\(values[place]) \(values.venues(at: place)) \(values.place(of: values[place]) ?? -1)"
      }
      answers.append("\(values.place(of: "zzz") ?? -1)")
    }
    answers += FoodAspect.allCases.map { "\($0) \(columns.has($0))" }
    for question in FoodCity.questions {
      var request = FoodRequest()
      try question.add(&request)
      let filter = FoodFilter(request, columns)
      answers.append(rows.map { "\(filter.answer(ofRow: $0, of: store))" }.joined())
      answers.append(request.parts.map { "\($0.choices.map(columns.has))" }.joined())
      var query = Query(from: Coordinate(latitude: 51.5, longitude: -0.1))
      query.food = filter
      let tally = FoodTally(of: query, in: store)
      answers.append("\(tally.unknown) \(tally.neighbours)")
    }
    return answers
  }

  // MARK: Undamaged

  @Test("Computed in any order of rows, and read back", .slow) func sameAnswers() throws {
    try Self.with(count: 6_000) { place, _ in
      let mapped = try #require(place.columns())
      #expect(mapped.isMapped)
      let right = try answers(FoodColumns(of: place.city.storeAsRead))
      #expect(try answers(FoodColumns(of: place.city.store)) == right)
      #expect(try answers(mapped) == right)
      mapped.verifyAll()
      #expect(!mapped.isDamaged)
    }
  }

  /// The answer of the first query is kept, and equals what the snapshot would give.
  @Test func keptAsItWasMade() throws {
    try Self.with(count: 700) { place, original in
      for store in [place.store, place.city.store, place.city.storeAsRead] {
        try Files.remove(place.path)
        #expect(place.keep(FoodColumns(of: store)) == .kept)
        #expect(try Files.bytes(place.path) == original)
        #expect(place.keep(FoodColumns(of: store)) == .notKept, "it is there already")
      }
    }
  }

  @Test(arguments: [1, 2]) func fewVenues(count: Int) throws {
    try Self.with(count: count) { place, _ in
      let mapped = try #require(place.columns())
      #expect(try answers(mapped) == answers(FoodColumns(of: place.store)))
    }
  }

  /// More values than 16 bits can count, very long ones, and letters that are not shown: the same as each
  /// venue has.
  @Test func hostileValues() throws {
    let odd = [
      #"\u0000"#, #"a\u0000b;\u0000"#, #"\ud800"#, #"x\udfff;y"#, #"\u202epizza\u200f"#, "بيتزا;🍕",
      #"\ufeff\u200b"#, String(repeating: "x", count: 64), String(repeating: "y", count: 65),
      String(repeating: "é", count: 40), String(repeating: "z", count: 70_000), ";;;", "_pizza_",
    ]
    let many = (0..<1040).map { venue in
      (0..<64).map { "c\(venue)x\($0)" }.joined(separator: ";")
    }
    let features = (odd + many).enumerated().map { number, cuisine in
      let kind = number < odd.count ? cuisine : "pub"
      return feature(
        id: "\(number)",
        properties: "{\"name\":\"A\",\"cuisine\":\"\(cuisine)\",\"kind\":\"\(kind)\"}")
    }
    try TemporaryDirectory.with { folder in
      let cache = SnapshotCache(folder: FilePath(folder.file("cache/finder")), limit: 1 << 40)
      let identity = SettledFile.identity
      let read = try LoadedDataset(features: features).store.indexed()
      #expect(cache.keep(read, for: identity) == .kept)
      let store = try #require(cache.store(for: identity))
      #expect(cache.keep(companion: FoodColumns(of: store), for: identity) == .kept)
      let kept: FoodColumns? = cache.companion(of: store, for: identity)
      let mapped = try #require(kept)
      #expect(mapped.isMapped && mapped.cuisines.count > 1 << 16)
      let made = FoodColumns(of: read)
      for row in 0..<store.count {
        let food = store.venue(ofRow: row).food
        #expect(mapped.food(ofRow: row) == food)
        #expect(read.venue(ofRow: row).food == made.food(ofRow: row))
        #expect(food.cuisines.allSatisfy { mapped.cuisines.place(of: $0) != nil })
      }
      let places = 0..<mapped.cuisines.count
      #expect(places.allSatisfy { mapped.cuisines[$0] == made.cuisines[$0] })
      let texts = places.map { Array(mapped.cuisines[$0].utf8) }
      #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
      #expect(places.allSatisfy { mapped.cuisines.venues(at: $0) == made.cuisines.venues(at: $0) })
      #expect(!mapped.isDamaged)
    }
  }

  @Test func venuesWithoutFood() throws {
    let store = try LoadedDataset(features: [feature(name: "A"), feature(name: "B")]).store
    let columns = FoodColumns(of: store)
    #expect(FoodAspect.allCases.allSatisfy { !columns.has($0) })
    #expect(columns.cuisines.count == 0 && columns.kinds.count == 0)
    let none = FoodColumns(of: try LoadedDataset(features: []).store)
    #expect(FoodAspect.allCases.allSatisfy { !none.has($0) })
  }

  // MARK: Of another snapshot

  /// Rows of another snapshot are different venues, so its columns are not used, whatever the dataset.
  @Test func anotherSnapshot() throws {
    try Self.with { place, original in
      let other = try FoodCity(count: 150, seed: 37)
      #expect(place.cache.keep(other.store, for: place.identity) == .kept)
      #expect(place.columns() == nil, "it went with its snapshot")
      try Files.write(original, to: place.path)
      chmod(place.path, 0o600)
      let second = try #require(place.cache.store(for: place.identity))
      let found: FoodColumns? = place.cache.companion(of: second, for: place.identity)
      #expect(found == nil)
      #expect(place.keep(FoodColumns(of: second)) == .kept)
      #expect(place.columns() == nil, "it was replaced")
      let rowsAsRead: FoodColumns? = place.cache.companion(
        of: other.storeAsRead, for: place.identity)
      #expect(rowsAsRead == nil)
    }
  }

  /// With other words, names mean something else, and with other rules, values do.
  @Test func madeWithOtherTables() throws {
    try Self.with { place, original in
      let columns = FoodColumns(of: place.store)
      try place.write(columns)
      #expect(try Files.bytes(place.path) == original)
      for isOfTables in [true, false] {
        if isOfTables {
          try place.write(columns, tables: FoodTable.digest ^ 1)
        } else {
          try place.write(columns, reading: FoodColumns.rulesVersion - 1)
        }
        #expect(place.columns() == nil)
        #expect(place.keep(columns) == .kept)
        #expect(try Files.bytes(place.path) == original)
      }
    }
  }

  /// A file of another version is replaced without a message.
  @Test func otherVersion() throws {
    try Self.with { place, original in
      let own = UInt8(FoodColumns.kind.version)
      for version in [own - 1, own + 1] {
        var bytes = original
        #expect(bytes[12] == own, "after the letters of its kind")
        bytes[12] = version
        let header = try #require(original.withUnsafeBytes { SectionHeader($0, FoodColumns.kind) })
        try Files.write(bytes.signed(header), to: place.path)
        #expect(place.columns() == nil)
        #expect(place.keep(FoodColumns(of: place.store)) == .kept)
        #expect(try Files.bytes(place.path) == original)
      }
    }
  }

  /// Counted and removed together with its snapshot; there may also be a file of names.
  @Test func goesWithItsSnapshot() throws {
    try Self.with { place, original in
      let alone = try #require(place.cache.entries.first)
      #expect((alone.namesBytes, alone.foodBytes) == (0, original.count))
      #expect(alone.bytes > original.count)
      #expect(place.cache.keepNames(for: place.identity) == .kept)
      let both = try #require(place.cache.entries.first)
      #expect(both.bytes == alone.bytes + both.namesBytes)
      #expect(place.columns() != nil)
      place.cache.remove(for: place.identity)
      #expect(try Files.names(in: "\(place.cache.folder)").isEmpty)
      #expect(place.keep(FoodColumns(of: place.store)) == .notKept, "there is no snapshot")
    }
  }

  // MARK: Damaged

  @Test(.slow) func flippedAndCut() throws {
    try Self.with { place, original in
      let right = try answers(try #require(place.columns()))
      for offset in stride(from: 0, to: original.count, by: 61) {
        var bytes = original
        bytes[offset] ^= 1 << UInt8(offset % 8)
        try Files.write(bytes, to: place.path)
        guard let columns = place.columns() else { continue }
        let found = try answers(columns)
        #expect(columns.isDamaged || found == right, "byte \(offset)")
      }
      for size in stride(from: 0, to: original.count, by: 1021) {
        try Files.write(Array(original[..<size]), to: place.path)
        #expect(place.columns() == nil)
      }
    }
  }

  /// The whole file is verified before threads share the columns.
  @Test func damageIsFoundBeforehand() throws {
    try Self.with { place, original in
      for start in stride(from: 0, to: original.count, by: 4096) {
        var bytes = original
        for offset in start..<min(start + 4096, bytes.count) { bytes[offset] ^= 0x55 }
        try Files.write(bytes, to: place.path)
        guard let columns = place.columns() else { continue }
        columns.verifyAll()
        #expect(columns.isDamaged, "block \(start / 4096)")
      }
    }
  }

  /// Forged files with valid checksums may answer anything, but nothing in them traps.
  @Test(.slow, arguments: 1...12 as ClosedRange<UInt64>)
  func forgedFilesDoNotTrap(seed: UInt64) throws {
    try Self.with { place, original in
      var generator = SeededGenerator(seed: 360 + seed)
      for _ in 0..<30 {
        let bytes = try original.forged(FoodColumns.kind, rows: 1...100, &generator)
        try Files.write(bytes, to: place.path)
        guard let columns = place.columns() else { continue }
        #expect(try answers(columns).count > 150)
      }
    }
  }

  /// One column that is longer, shorter, empty, of another size, or missing: the file is not used, or the
  /// damage is noticed, or it is as harmless as wrong numbers.
  @Test func otherCounts() throws {
    try Self.with { place, original in
      let header = try #require(original.withUnsafeBytes { SectionHeader($0, FoodColumns.kind) })
      for changed in 0..<header.columnCount {
        for rows in [-1, 0, 1, 1_000, nil] as [Int?] {
          try Files.write(original, to: place.path)
          var writer = SectionWriter(
            FoodColumns.kind, identity: place.identity.words + [FoodTable.digest] + [place.digest])
          for number in 0..<header.columnCount {
            let column = header.column(number)
            let start = header.blocks.payloadStart + header.offset(ofColumn: number)
            let bytes = Array(original[start..<start + column.rows * column.stride])
            guard number == changed else {
              writer.add(column, bytes)
              continue
            }
            guard let rows else { continue }
            let longer = max(0, rows == 0 ? 0 : column.rows + rows)
            writer.add(
              SectionHeader.Column(rows: longer, stride: column.stride),
              Array((bytes + [UInt8](repeating: 0xA5, count: 8_000)).prefix(longer * column.stride))
            )
          }
          try writer.write(durablyTo: FilePath(place.path))
          guard let columns = place.columns() else { continue }
          #expect(changed > 1, "the rows are not those of the store")
          #expect(try answers(columns).count > 150)
        }
      }
    }
  }

  /// Rows that end before they begin, or after the values.
  @Test func startsOutOfOrder() throws {
    try Self.with { place, original in
      let header = try #require(original.withUnsafeBytes { SectionHeader($0, FoodColumns.kind) })
      let start = header.blocks.payloadStart + header.offset(ofColumn: 1)
      for (row, value) in [(40, 0), (40, UInt32.max), (149, 1 << 20), (0, 7_000)] {
        var bytes = original
        withUnsafeBytes(of: UInt32(value)) { word in
          for place in 0..<4 { bytes[start + 4 * row + place] = word[place] }
        }
        try Files.write(bytes.signed(header), to: place.path)
        let columns = try #require(place.columns())
        _ = try answers(columns)
        #expect(columns.isDamaged, "row \(row), \(value)")
      }
    }
  }
}

extension SectionWriter {
  fileprivate mutating func add(_ column: SectionHeader.Column, _ bytes: [UInt8]) {
    let held = Column<UInt8>(count: bytes.count) { bytes[$0] }
    add(column) { range, _ in
      withExtendedLifetime(held) { UnsafeRawPointer(held.base) + range.lowerBound }
    }
  }
}
