import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// Queries by recorded visits, compared with a count of the records themselves.
@Suite struct VisitTalliesTests {
  fileprivate struct World {
    let names: NameDirectory
    let folder: FilePath
    let records: [VisitRecord]
    let byID: [String: [VisitRecord]]

    init(_ names: NameDirectory, _ folder: FilePath, _ records: [VisitRecord]) {
      (self.names, self.folder, self.records) = (names, folder, records)
      byID = Dictionary(grouping: records) { $0.venue.id }
    }

    var store: VenueStore { names.store }

    var kept: VisitTallies? { VisitTallies.kept(for: store, in: folder) }

    func record(of row: Int) -> VisitRecord {
      var record = VisitRecord(
        .review, of: RecordedVenue(store.venue(ofRow: row), id: names.id(ofRow: row)), on: .today)
      record.rating = 3
      return record
    }

    /// The rows to be found, from the records alone.
    func rows(_ filter: VisitFilter) -> [Int] {
      (0..<store.count).filter { row in
        let own = byID[names.id(ofRow: row)] ?? []
        let ratings = own.compactMap(\.rating).map { Double($0) }
        switch filter.wanted {
        case .reviewed: return own.contains { $0.kind == .review }
        case .rated(let least):
          return !ratings.isEmpty && ratings.reduce(0, +) / Double(ratings.count) >= least
        case .notVisited: return own.isEmpty
        }
      }
    }

    func found(_ filter: VisitFilter, _ tallies: VisitTallies, limit: Int?) -> [Int] {
      var query = Query(from: Coordinate(latitude: 51, longitude: 0), limit: limit)
      tallies.limit(&query, by: filter, in: store)
      var searcher = Searcher(store)
      return searcher.search(query).map(\.row)
    }

    func count(_ filter: VisitFilter, _ tallies: VisitTallies) -> Int {
      var query = Query(from: Coordinate(latitude: 51, longitude: 0))
      tallies.limit(&query, by: filter, in: store)
      return Searcher(store).count(query)
    }
  }

  private static let filters = [
    VisitFilter(.reviewed), VisitFilter(.notVisited), VisitFilter(.rated(atLeast: 1)),
    VisitFilter(.rated(atLeast: 3.5)), VisitFilter(.rated(atLeast: 4)),
    VisitFilter(.rated(atLeast: 5)),
  ]

  private func with(venues: Int, records: Int, _ body: (World) throws -> Void) throws {
    var random = SeededGenerator(seed: UInt64(venues + records))
    let positions = PointCloud.clustered.positions(count: venues, using: &random)
    let store = try VenueStore(
      reading: PaddedBytes(copying: positions.map { TestVenue($0) }.geoJSON.utf8))
    try TemporaryDirectory.with { place in
      try NamesHarness.with("tallies", store) { harness in
        for (label, names) in harness.directories {
          let folder: FilePath = "\(place.path)/\(label)"
          let made = (0..<records).map { _ in
            let row = Int.random(in: 0..<venues, using: &random)
            let kind = VisitRecord.Kind.allCases.randomElement(using: &random)!
            var record = VisitRecord(
              kind, of: RecordedVenue(names.store.venue(ofRow: row), id: names.id(ofRow: row)),
              on: .today)
            record.text = "t"
            if kind == .review {
              record.rating = [nil, 1, 2, 3, 4, 5].randomElement(using: &random)!
            }
            return record
          }
          try VisitLog.change(in: folder, whenWaiting: {}) { $0.merge(made).added == records }
          try body(World(names, folder, made))
        }
      }
    }
  }

  /// With few records, which are measured one by one, and with enough for the index to be used.
  @Test(arguments: [(50, 0), (50, 30), (300, 200), (3000, 3000)])
  func filters(venues: Int, records: Int) throws {
    try with(venues: venues, records: records) { world in
      let tallies = try VisitTallies(world.names, in: world.folder)
      #expect(tallies.faults == 0)
      for filter in Self.filters {
        let all = world.found(filter, tallies, limit: nil)
        let expected = world.rows(filter)
        #expect(all.sorted() == expected)
        #expect(world.count(filter, tallies) == expected.count)
        #expect(world.found(filter, tallies, limit: 7) == Array(all.prefix(7)))
      }
    }
  }

  /// Kept only for a snapshot, for that state of the log, and only if it is complete.
  @Test(.slow) func theFile() throws {
    try with(venues: 60, records: 40) { world in
      #expect(world.kept == nil)
      // For a log that changed just now, the bytes are compared.
      try VisitTallies(world.names, in: world.folder).keep()
      #expect((world.kept != nil) == world.store.isMapped)
      usleep(2_100_000)
      guard world.store.isMapped else { return }
      let path = "\(world.folder)/visits.index"
      let identity = try #require(
        DatasetIdentity(ofFile: "\(world.folder)/\(VisitLog.fileName)")?.words)
      func isSettled() throws -> Bool {
        try VisitLogState(ofFile: path, world).identity == identity
      }
      #expect(try !isSettled())
      world.kept?.keep()
      #expect(try isSettled())
      #expect(stat(ofFile: FilePath(path))!.st_mode & 0o777 == 0o600)
      let kept = try #require(world.kept)
      let tallies = try VisitTallies(world.names, in: world.folder)
      #expect(kept == tallies)
      for filter in Self.filters {
        #expect(
          world.found(filter, kept, limit: nil) == world.found(filter, tallies, limit: nil))
      }
      let whole = try Files.bytes(path)
      for place in stride(from: 0, to: whole.count, by: 499) {
        var bytes = whole
        bytes[place] ^= 0x10
        try Files.write(bytes, to: path)
        guard let damaged = world.kept else { continue }
        // A byte that is never read.
        for filter in Self.filters {
          #expect(
            world.found(filter, damaged, limit: nil) == world.found(filter, tallies, limit: nil))
        }
      }
      for length in [0, 1, 4095, whole.count - 1] {
        try Files.write(Array(whole.prefix(length)), to: path)
        #expect(world.kept == nil)
      }
      try Files.write(whole, to: path)
      #expect(world.kept != nil)
      try VisitLog.add(world.record(of: 0), in: world.folder, whenWaiting: {})
      #expect(world.kept == nil)
    }
  }

  /// Whatever is done to the log, at once and without a pause, the file gives the same results as the log
  /// alone; for each venue too.
  @Test(.slow, arguments: 1...4) func asTheLogChanges(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    try with(venues: 40, records: 20) { world in
      let path = "\(world.folder)/\(VisitLog.fileName)"
      let changes: [(String, ([UInt8]) throws -> [UInt8]?)] = [
        (
          "added",
          { _ in
            let row = Int.random(in: 0..<40, using: &random)
            try VisitLog.add(world.record(of: row), in: world.folder, whenWaiting: {})
            return nil
          }
        ),
        ("torn", { $0.dropLast(Int.random(in: 1...30, using: &random)) }),
        ("a part of a line", { $0 + Array("{\"version\":1,\"id\":".utf8) }),
        ("its end", { $0 + Array("\n\n \n".utf8) }),
        ("the first line again", { $0 + $0.prefix { $0 != 10 } + [10] }),
        (
          "a mark in the middle",
          { bytes in
            let line = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
            let number = Int.random(in: 0..<1_000_000, using: &random)
            let other = line.replacing("\"id\":\"", with: "\"id\":\"\(number)", maxReplacements: 1)
            return bytes + Array("\u{FEFF}\(other)\n".utf8)
          }
        ),
        (
          "another rating of the same length",
          { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let rating = (1...5).randomElement(using: &random)!
            return Array(text.replacing(/"rating":[1-5]/, with: "\"rating\":\(rating)").utf8)
          }
        ),
        (
          "removed",
          { _ in
            try VisitLog.change(in: world.folder, whenWaiting: {}) { log in
              log.remove(Set(log.records.prefix(1).map(\.id)))
              return true
            }
            return nil
          }
        ),
      ]
      for step in 0..<60 {
        let (label, change) = changes[step % 3 == 0 ? 0 : Int.random(in: 0..<8, using: &random)]
        if let bytes = try change(try Files.bytes(path)) { try Files.write(bytes, to: path) }
        let expected = try VisitTallies(world.names, in: world.folder)
        let found = try VisitTallies.current(world.names, in: world.folder)
        #expect(found == expected, "seed \(seed), step \(step): \(label)")
        if Bool.random(using: &random) { found.keep() }
        let log = try VisitLog(in: world.folder)
        for row in [0, 17, 39] {
          let part = try #require(found.log(ofRow: row, in: world.folder))
          let id = world.names.id(ofRow: row)
          #expect(part.newestFirst == log.newestFirst.filter { $0.venue.id == id })
        }
      }
    }
  }

  /// When a log has grown, its earlier part is not read again.
  @Test func onlyWhatIsNew() throws {
    try with(venues: 40, records: 20) { world in
      guard world.store.isMapped else { return }
      let all = try VisitTallies(world.names, in: world.folder)
      // As if none of the records' venues were in the dataset.
      VisitTallies(
        Column(count: 0) { _ in fatalError() }, ids: all.ids, all.state,
        target: VisitTallies.Target(world.store, in: world.folder)
      ).keep()
      try VisitLog.add(world.record(of: 7), in: world.folder, whenWaiting: {})
      let found = try VisitTallies.current(world.names, in: world.folder)
      #expect(found.records.values.map(\.row) == [7])
      #expect(found.log(ofRow: 7, in: world.folder)?.records.count == 1)
      #expect(found.ids.count == 21 && found.state.bytes > all.state.bytes)
    }
  }
}

extension VisitTallies {
  static func == (one: VisitTallies, other: VisitTallies) -> Bool {
    func words(_ tallies: VisitTallies) -> [UInt64] {
      tallies.records.values.flatMap {
        [$0.row, $0.start, $0.length, UInt32($0.rating), UInt32($0.isReview)].map { UInt64($0) }
      } + [0] + tallies.ids.values + tallies.state.words.prefix(3)
    }
    return words(one) == words(other)
  }
}

extension VisitLogState {
  fileprivate init(ofFile path: String, _ world: VisitTalliesTests.World) throws {
    let target = try #require(VisitTallies.Target(world.store, in: world.folder))
    self = try #require(VisitTallies(target, for: world.store)).state
  }
}
