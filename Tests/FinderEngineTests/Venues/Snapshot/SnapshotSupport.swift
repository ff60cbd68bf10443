import TestSupport
import Testing

@testable import FinderEngine

/// One file that is opened as a snapshot again and again, with changed bytes.
final class SnapshotFile {
  let descriptor: CInt
  let identity: DatasetIdentity
  /// The bytes as they were written.
  let original: [UInt8]

  init(of store: VenueStore, in folder: TemporaryDirectory) throws {
    identity = SettledFile.identity
    let path = folder.file("mapped")
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let writer = SnapshotWriter(store, identity)
    #expect(writer.write(to: descriptor))
    original = try Files.bytes(path)
    #expect(original.count == writer.fileBytes)
  }

  /// With forty venues, and questions about them.
  static func with(
    seed: UInt64, _ body: (SnapshotFile, Interrogation, SearchHarness) throws -> Void
  ) throws {
    let harness = try SearchHarness.numbered(.clustered, count: 40, seed: seed)
    try TemporaryDirectory.with { folder in
      let file = try SnapshotFile(of: harness.store, in: folder)
      try body(file, Interrogation(harness.venues, seed: seed + 1), harness)
    }
  }

  deinit { close(descriptor) }

  var header: SectionHeader {
    original.withUnsafeBytes { SectionHeader($0, SnapshotLayout.kind)! }
  }

  /// The store in the file as it is now, if it passes as a snapshot.
  func map(size: Int? = nil, identity words: [UInt64]? = nil) -> VenueStore? {
    VenueStore(
      snapshot: descriptor, size: size ?? original.count, of: words ?? identity.words)
  }

  func put(_ bytes: [UInt8], at offset: Int = 0) {
    #expect(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
  }

  /// Opens `bytes` as a whole file.
  func map(_ bytes: [UInt8]) -> VenueStore? {
    #expect(ftruncate(descriptor, off_t(bytes.count)) == 0)
    put(bytes)
    return map(size: bytes.count)
  }
}

/// The answers to all questions of a store in one text, for comparing two stores.
struct Interrogation {
  let points: [Coordinate]
  let match = NameMatch("cafe")!

  init(_ points: [Coordinate]) { self.points = points }

  init(_ venues: [TestVenue], seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var points = [
      Coordinate(latitude: 51.5, longitude: -0.1), Coordinate(latitude: -89.9, longitude: 10),
      Coordinate(latitude: 3, longitude: 179.999),
    ]
    for _ in 0..<3 {
      guard let venue = venues.randomElement(using: &generator) else { break }
      points.append(venue.coordinate)
    }
    self.points = points
  }

  /// Everything: the results of each kind of query, and every venue in every format. The ids are those of the
  /// store, or of the whole that it is a part of.
  func answers(of store: VenueStore, ids: UniqueIDs? = nil) -> [UInt8] {
    var output = ByteBuffer(capacity: 1 << 16)
    output.append(text: "\(store.count) \(store.tally) \(String(describing: store.extent))\n")
    for point in points { appendQueries(from: point, store, to: &output) }
    let writer = VenueWriter(store, ids: ids ?? UniqueIDs(store))
    for hit in allVenues(of: store) {
      appendFormats(of: hit, writer, to: &output)
      let venue = store.venue(hit)
      output.append(text: "\(venue.name)|\(venue.postcode ?? "-")\n")
    }
    return Array(output.bytes)
  }

  /// Touches every row and every meaningful byte, in a tenth of the time. `all` has all venues as some store
  /// of the same rows found them.
  func quickAnswers(of store: VenueStore, _ all: [Hit]) -> [UInt8] {
    var output = ByteBuffer(capacity: 1 << 16)
    var searcher = Searcher(store)
    let point = points[points.count - 1]
    for query in [Query(from: point, limit: 3), Query(from: point, limit: 3, match: match)] {
      for hit in searcher.search(query) {
        output.append(text: " \(hit.row) \(hit.distance.bitPattern)")
      }
    }
    let writer = VenueWriter(store)
    for hit in all { writer.append(jsonOf: hit, to: &output) }
    return Array(output.bytes)
  }

  func allVenues(of store: VenueStore) -> [Hit] {
    var searcher = Searcher(store)
    return searcher.search(Query(from: points[0]))
  }

  private func appendQueries(
    from point: Coordinate, _ store: VenueStore, to output: inout ByteBuffer
  ) {
    var searcher = Searcher(store)
    let box = BoundingBox(
      south: max(-90, point.latitude - 3), west: max(-180, point.longitude - 3),
      north: min(90, point.latitude + 3), east: min(180, point.longitude + 3))
    let queries = [
      Query(from: point, limit: 1), Query(from: point, limit: 10),
      Query(from: point, area: .circle(radius: 1000)),
      Query(from: point, area: .circle(radius: 3_000_000), limit: 5),
      Query(from: point, area: .box(box)), Query(from: point, area: .box(box), match: match),
      Query(from: point, limit: 3, match: match),
    ]
    for query in queries {
      output.append(text: "\(searcher.count(query)):")
      for hit in searcher.search(query) {
        output.append(text: " \(hit.row) \(store.position(ofRow: hit.row))")
        output.append(text: " \(hit.distance.bitPattern) \(hit.bearing.bitPattern)")
      }
      output.append("\n")
    }
  }

  private func appendFormats(
    of hit: Hit, _ writer: VenueWriter, to output: inout ByteBuffer
  ) {
    writer.append(jsonOf: hit, to: &output)
    output.append("\n")
    writer.append(featureOf: hit, to: &output)
    output.append("\n")
    writer.append(cellsOf: hit, .csv, to: &output)
    output.append("\n")
    writer.append(cellsOf: hit, .tsv, to: &output)
    output.append("\n")
  }
}

extension SearchHarness {
  /// Venues of which every third has an id, shared by many, so that ids need numbers.
  static func numbered(_ cloud: PointCloud, count: Int, seed: UInt64) throws -> SearchHarness {
    var generator = SeededGenerator(seed: seed)
    var venues = [TestVenue](cloud, count: count, using: &generator)
    for i in stride(from: 0, to: count, by: 3) {
      venues[i].idToken = ["\"x\"", "\"x~2\"", "7"].randomElement(using: &generator)
    }
    return try SearchHarness("\(cloud), \(count) venues with ids, seed \(seed)", venues)
  }
}

extension [UInt8] {
  /// With valid checksums for a section file, from the payload's blocks up to the header.
  func signed(_ header: SectionHeader) -> [UInt8] {
    var copy = self
    let (blocks, size) = (header.blocks, BlockLayout.blockSize)
    let words = (blocks.fixedBytes) / 8
    copy.withUnsafeMutableBytes { file in
      func sign(_ start: Int, _ count: Int, at place: Int) {
        let sum = Checksum.of(UnsafeRawPointer(file.baseAddress! + start), count)
        file.storeBytes(of: sum, toByteOffset: place, as: UInt64.self)
      }
      for block in 0..<blocks.payloadBlocks {
        sign(blocks.payloadStart + block * size, size, at: blocks.checksumsStart + block * 8)
      }
      for block in 0..<blocks.checksumBlocks {
        sign(blocks.checksumsStart + block * size, size, at: (words + block) * 8)
      }
      file.storeBytes(of: 0, toByteOffset: 24, as: UInt64.self)
      sign(0, blocks.headerBytes, at: 24)
    }
    return copy
  }

  /// With nonsense in this many rows of a quarter of the columns, and valid checksums.
  func forged(
    _ kind: SectionKind, rows: ClosedRange<Int>, _ generator: inout SeededGenerator
  ) throws -> [UInt8] {
    var bytes = self
    let header = try #require(withUnsafeBytes { SectionHeader($0, kind) })
    for number in 0..<header.columnCount {
      let column = header.column(number)
      guard column.rows > 0, Int.random(in: 0..<4, using: &generator) == 0 else { continue }
      let start = header.blocks.payloadStart + header.offset(ofColumn: number)
      for _ in 0..<Int.random(in: rows, using: &generator) {
        let row = Int.random(in: 0..<column.rows, using: &generator)
        let first = start + row * column.stride
        let filling = Int.random(in: 0..<3, using: &generator)
        for place in first..<first + column.stride {
          bytes[place] =
            filling == 0 ? 0xFF : filling == 1 ? 0 : .random(in: 0...255, using: &generator)
        }
      }
    }
    return bytes.signed(header)
  }
}
