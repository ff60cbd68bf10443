import TestSupport
import Testing

@testable import FinderEngine

/// A store in a file gives the same answers as the store that was written.
@Suite struct SnapshotTests {
  @Test(arguments: PointCloud.allCases, [0, 1, 17, 1000])
  func answersAsTheStoreItCameFrom(cloud: PointCloud, count: Int) throws {
    let harness = try SearchHarness.numbered(cloud, count: count, seed: 71)
    try TemporaryDirectory.with { folder in
      // A first query writes from a store without an index, a first stream of points from one with an index.
      let fromIndexed = try SnapshotFile(of: harness.store, in: folder).original
      let file = try SnapshotFile(of: harness.storeAsRead, in: folder)
      #expect(file.original == fromIndexed, "\(harness.label)")
      let store = try #require(file.map())
      let questions = Interrogation(harness.venues, seed: 72)
      let (ids, original) = (UniqueIDs(store).numbered, UniqueIDs(harness.store).numbered)
      #expect((0..<ids.count).map { ids[$0] } == (0..<original.count).map { original[$0] })
      #expect((ids.count == 0) == (count < 17))
      #expect(store.isMapped && store.tally == harness.store.tally)
      #expect(store.extent == harness.store.extent)
      #expect(
        questions.answers(of: store) == questions.answers(of: harness.store), "\(harness.label)")
      #expect(store.index?.brokenInvariant() == nil)
      #expect(!store.isDamaged)
      store.verifyAll()
      #expect(!store.isDamaged)
    }
  }

  /// The header is enough to report features that were left out or have swapped coordinates.
  @Test func keepsTheTally() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":null,"properties":{}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[51.5,-0.1]},"properties":{}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[52.5,-1.1]},"properties":{}},
      7]}
      """
    let fresh = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    try TemporaryDirectory.with { folder in
      let store = try #require(try SnapshotFile(of: fresh, in: folder).map())
      #expect(store.tally == fresh.tally)
      #expect(store.tally.features == 4 && store.tally.leftOut == 2 && store.tally.looksSwapped)
    }
  }

  /// Venues of a part of a dataset are outside the file, with their text inside.
  @Test func aPartAnswersAsThePart() throws {
    let harness = try SearchHarness.numbered(.clustered, count: 300, seed: 73)
    try TemporaryDirectory.with { folder in
      let store = try #require(try SnapshotFile(of: harness.store, in: folder).map())
      let questions = Interrogation(harness.venues, seed: 74)
      let (part, wanted) = (
        store.matching(questions.match), harness.store.matching(questions.match)
      )
      #expect(part.count > 0 && part.count < store.count)
      #expect(
        questions.answers(of: part, ids: UniqueIDs(store))
          == questions.answers(of: wanted, ids: UniqueIDs(harness.store)))
    }
  }

  /// A snapshot for several threads is verified at once, and damage is known before they start.
  @Test func verifiedAsAWhole() throws {
    let harness = try SearchHarness.numbered(.uniform, count: 500, seed: 75)
    try TemporaryDirectory.with { folder in
      let file = try SnapshotFile(of: harness.store, in: folder)
      let store = try #require(file.map())
      store.verifyAll()
      #expect(store.text.owner.isVerified && !store.isDamaged)
      let latitude = SnapshotLayout.Part.latitude.rawValue
      let offset = file.header.blocks.payloadStart + file.header.offset(ofColumn: latitude)
      file.put([file.original[offset] ^ 1], at: offset)
      let damaged = try #require(file.map())
      #expect(!damaged.isDamaged)
      damaged.verifyAll()
      #expect(damaged.isDamaged)
    }
  }
}

/// The same with the real dataset, writing all of its venues.
@Suite(RealDataset.needed) struct RealDataSnapshotTests {
  @Test func answersAsTheStoreItCameFrom() throws {
    let fresh = try RealDataset.store
    try TemporaryDirectory.with { folder in
      let store = try #require(try SnapshotFile(of: fresh, in: folder).map())
      let questions = Interrogation(
        [
          Coordinate(latitude: 51.5074, longitude: -0.1278),
          Coordinate(latitude: 55.95, longitude: -3.19),
        ])
      let isSame = questions.answers(of: store) == questions.answers(of: fresh)
      #expect(isSame)
      #expect(!store.isDamaged)
      store.verifyAll()
      #expect(!store.isDamaged)
    }
  }
}
