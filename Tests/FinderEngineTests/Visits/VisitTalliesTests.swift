import TestSupport
import Testing

@testable import FinderEngine

/// Queries by what was recorded, against a count of the records themselves.
@Suite struct VisitTalliesTests {
  private struct World {
    let names: NameDirectory
    let folder: FilePath
    let records: [VisitRecord]
    let byID: [String: [VisitRecord]]

    init(_ names: NameDirectory, _ folder: FilePath, _ records: [VisitRecord]) {
      (self.names, self.folder, self.records) = (names, folder, records)
      byID = Dictionary(grouping: records) { $0.venue.id }
    }

    var store: VenueStore { names.store }

    /// Rows that are to be found, by the records alone.
    func rows(_ filter: VisitFilter) -> [Int] {
      (0..<store.count).filter { row in
        let own = byID[names.id(ofRow: row)] ?? []
        let ratings = own.compactMap(\.rating).map { Double($0) }
        switch filter.kept {
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

  /// With few records, which are measured one by one, and with so many that the index is asked.
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

  /// Kept only for a snapshot, for that state of the log, and only where it is whole.
  @Test func theFile() throws {
    try with(venues: 60, records: 40) { world in
      #expect(VisitTallies.kept(for: world.store, in: world.folder) == nil)
      // Of a log that changed this moment another change might not show.
      try VisitTallies(world.names, in: world.folder).keep()
      #expect(VisitTallies.kept(for: world.store, in: world.folder) == nil)
      usleep(2_100_000)
      let tallies = try VisitTallies(world.names, in: world.folder)
      tallies.keep()
      guard world.store.isMapped else {
        #expect(VisitTallies.kept(for: world.store, in: world.folder) == nil)
        return
      }
      let path = "\(world.folder)/visits.index"
      #expect(stat(ofFile: FilePath(path))!.st_mode & 0o777 == 0o600)
      let kept = try #require(VisitTallies.kept(for: world.store, in: world.folder))
      for filter in Self.filters {
        #expect(
          world.found(filter, kept, limit: nil) == world.found(filter, tallies, limit: nil))
      }
      let whole = try Files.bytes(path)
      for place in stride(from: 0, to: whole.count, by: 499) {
        var bytes = whole
        bytes[place] ^= 0x10
        try Files.write(bytes, to: path)
        guard let damaged = VisitTallies.kept(for: world.store, in: world.folder) else { continue }
        // A byte that nobody reads.
        for filter in Self.filters {
          #expect(
            world.found(filter, damaged, limit: nil) == world.found(filter, tallies, limit: nil))
        }
      }
      for length in [0, 1, 4095, whole.count - 1] {
        try Files.write(Array(whole.prefix(length)), to: path)
        #expect(VisitTallies.kept(for: world.store, in: world.folder) == nil)
      }
      try Files.write(whole, to: path)
      #expect(VisitTallies.kept(for: world.store, in: world.folder) != nil)
      try VisitLog.add(world.records[0], in: world.folder, whenWaiting: {})
      #expect(VisitTallies.kept(for: world.store, in: world.folder) == nil)
    }
  }
}
