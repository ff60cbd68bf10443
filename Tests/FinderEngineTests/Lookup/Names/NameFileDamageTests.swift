import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Changed files of names. No wrong answer passes for a right one, and no number leads to a read outside the
/// file.
@Suite struct NameFileDamageTests {
  private struct Place {
    let kept: KeptSnapshot
    let harness: SearchHarness
    var store: VenueStore { kept.store }
    var path: String { "\(kept.cache.path(ofCompanion: ".names", for: kept.identity))" }

    func keep(_ made: NameDirectory? = nil) -> SnapshotCache.Outcome {
      kept.cache.keepNames(for: kept.identity, made: made)
    }
    func directory() -> NameDirectory? { kept.cache.names(of: store, for: kept.identity) }
  }

  private static func with(
    count: Int = 60, _ body: (Place, _ original: [UInt8]) throws -> Void
  ) throws {
    let harness = try SearchHarness.numbered(.clustered, count: count, seed: 601)
    try TemporaryDirectory.with { folder in
      let place = Place(kept: try KeptSnapshot(harness.store, in: folder), harness: harness)
      #expect(place.keep() == .kept)
      try body(place, try Files.bytes(place.path))
    }
  }

  /// The answers to all kinds of questions.
  private func answers(_ directory: NameDirectory) -> [String] {
    let store = directory.store
    let point = Coordinate(latitude: 51.5, longitude: -0.1)
    let texts = ["", "c", "the", "cafe", "cfae", "bar old", "zzz", "restuarant"]
    var answers = texts.flatMap { text in
      [nil, point].map { "\(text): \(directory.suggest(text, from: $0, limit: 20))" }
    }
    answers += ["AB", "AB1 2", "A"].map { "\(directory.postcodes.suggest($0, limit: 9))" }
    for row in stride(from: 0, to: store.count, by: 7) {
      answers.append("\(directory.row(ofID: directory.id(ofRow: row)) ?? -1)")
      answers.append("\(directory.rows(named: Venue(row: row, of: store).name))")
    }
    _ = PostcodePositions(directory.postcodes)
    let postcode = "AB1 2CD".withBytes { try? PostcodeReading($0).certain }
    answers.append("\(String(describing: postcode.flatMap { directory.postcodes.mean(of: $0) }))")
    return answers
  }

  @Test(.slow) func flippedAndCut() throws {
    try Self.with { place, original in
      let right = answers(try #require(place.directory()))
      for offset in stride(from: 0, to: original.count, by: 61) {
        var bytes = original
        bytes[offset] ^= 1 << UInt8(offset % 8)
        try Files.write(bytes, to: place.path)
        guard let directory = place.directory() else { continue }
        let found = answers(directory)
        #expect(directory.isDamaged || found == right, "byte \(offset)")
      }
      for size in stride(from: 0, to: original.count, by: 4099) {
        try Files.write(Array(original[..<size]), to: place.path)
        #expect(place.directory() == nil)
      }
    }
  }

  /// Forged files with valid checksums may answer anything, but nothing in them traps.
  @Test(.slow, arguments: 1...12 as ClosedRange<UInt64>)
  func forgedFilesDoNotTrap(seed: UInt64) throws {
    try Self.with { place, original in
      var generator = SeededGenerator(seed: 610 + seed)
      for _ in 0..<40 {
        try Files.write(
          original.forged(NameDirectory.kind, rows: 1...20, &generator), to: place.path)
        let directory = try #require(place.directory())
        #expect(answers(directory).count > 10)
      }
    }
  }

  /// With this many venues, the index is walked for the nearest of their names.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func forgedFilesOfManyVenuesDoNotTrap(seed: UInt64) throws {
    try Self.with(count: 6000) { place, original in
      var generator = SeededGenerator(seed: 630 + seed)
      for _ in 0..<10 {
        try Files.write(
          original.forged(NameDirectory.kind, rows: 1...4000, &generator), to: place.path)
        let directory = try #require(place.directory())
        let point = place.store.coordinate(ofRow: 17)
        for text in ["", "v", "cafe"] {
          #expect(directory.suggest(text, from: point, limit: 20).count <= 20)
        }
      }
    }
  }

  /// A file of another version is replaced without a message.
  @Test func otherVersion() throws {
    try Self.with { place, original in
      let right = answers(try #require(place.directory()))
      let own = UInt8(NameDirectory.kind.version)
      for version in [own - 1, own + 1] {
        var bytes = original
        #expect(bytes[12] == own, "after the letters of its kind")
        bytes[12] = version
        let header = try #require(
          original.withUnsafeBytes { SectionHeader($0, NameDirectory.kind) })
        try Files.write(bytes.signed(header), to: place.path)
        #expect(place.directory() == nil)
        #expect(place.keep() == .kept)
        #expect(answers(try #require(place.directory())) == right)
      }
    }
  }

  /// The answer of the first query is kept, and equals what the snapshot would give.
  @Test func keptAsItWasMade() throws {
    try Self.with(count: 700) { place, original in
      let text = try VenueStore(reading: PaddedBytes(copying: place.harness.venues.geoJSON.utf8))
      let others = [
        NameDirectory(of: place.store), NameDirectory(of: text.indexed()), NameDirectory(of: text),
        nil,
      ]
      for made in others {
        #expect(unlink(place.path) == 0)
        #expect(place.keep(made) == .kept)
        #expect(try Files.bytes(place.path) == original)
      }
    }
  }
}
