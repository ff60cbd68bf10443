import Foundation
import Synchronization
import Testing

@testable import FinderEngine

/// The bytes with the padding that the reader may look into, and right behind that a page that
/// nobody may touch: a reader that goes too far ends the test run.
func guarded(_ bytes: some Collection<UInt8>) -> PaddedBytes {
  let needed = bytes.count + PaddedBytes.padding
  let block = GuardedBlock.take(atLeast: needed)
  let start = block.end - needed
  _ = UnsafeMutableBufferPointer(start: start, count: bytes.count).update(fromContentsOf: bytes)
  (start + bytes.count).update(repeating: 0, count: PaddedBytes.padding)
  return PaddedBytes(
    base: UnsafePointer(start), count: bytes.count,
    owner: AllocatedMemory(start) { block.giveBack() })
}

/// Pages that may be written, before one that may not even be read. Those of one page are used
/// again: the random tests want half a million of them.
private struct GuardedBlock: @unchecked Sendable {
  let end: UnsafeMutablePointer<UInt8>
  let size: Int

  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let spare = Mutex<[GuardedBlock]>([])

  static func take(atLeast needed: Int) -> GuardedBlock {
    let size = (needed + page - 1) / page * page
    let spare = size == page ? spare.withLock { $0.popLast() } : nil
    return spare ?? GuardedBlock(size: size)
  }

  private init(size: Int) {
    let memory = mmap(
      nil, size + Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)!
    precondition(memory != MAP_FAILED && mprotect(memory + size, Self.page, PROT_NONE) == 0)
    end = (memory + size).assumingMemoryBound(to: UInt8.self)
    self.size = size
  }

  func giveBack() {
    if size == Self.page {
      Self.spare.withLock { $0.append(self) }
    } else {
      munmap(end - size, size + Self.page)
    }
  }
}

/// A text with the place of its error marked: `{"a":▸}`. The mark is no part of the text.
struct MarkedText: CustomStringConvertible, Sendable {
  let bytes: [UInt8]
  let mark: Int

  init(_ text: String) {
    let parts = Array(text.utf8).split(
      separator: Array("▸".utf8), maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "\(text) has no mark")
    bytes = Array(parts.joined())
    mark = parts[0].count
  }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - JSON

/// What is wrong with the bytes as one JSON text, or nothing.
func jsonError(_ bytes: some Collection<UInt8>) -> ParseError? {
  let text = guarded(bytes)
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  do throws(ParseError) {
    cursor.skipWhitespace()
    try cursor.skipValue()
  } catch {
    return error
  }
  return cursor.isAtEnd() ? nil : cursor.failure("expected nothing more")
}

func jsonError(_ text: String) -> ParseError? { jsonError(Array(text.utf8)) }

/// What the JSON string token says, quotes and all its characters given.
func decodedString(_ token: String) throws -> [UInt8] {
  let text = guarded(Array(token.utf8))
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  let span = try cursor.readString()
  let isWhole = cursor.isAtEnd()
  try #require(isWhole)
  return cursor.decoded(span)
}

// MARK: - GeoJSON

/// A dataset as the engine loads it, its venues in the order of the text.
struct LoadedDataset {
  let store: VenueStore
  let venues: [Venue]

  init(_ bytes: some Collection<UInt8>) throws(ParseError) {
    let store = try VenueStore(reading: guarded(bytes))
    venues = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
      .map { Venue(row: $0, of: store) }
    self.store = store
  }

  init(_ text: String) throws(ParseError) { try self.init(Array(text.utf8)) }

  /// A collection of features.
  init(features: [String]) throws(ParseError) {
    try self.init(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}")
  }

  var names: [String] { venues.map(\.name) }
  var postcodes: [String?] { venues.map(\.postcode) }
  var coordinates: [Coordinate] { venues.map(\.coordinate) }

  var ids: [String] {
    let ids = UniqueIDs(store)
    return venues.map { venue in output { ids.append(idOf: venue, in: store, to: &$0) } }
  }

  /// Each venue as `near --format json` prints it, seen from where it stands.
  var written: [String] {
    let writer = VenueWriter(store)
    return venues.map { venue in
      output { writer.append(jsonOf: Hit(row: venue.row, distance: 0, bearing: 0), to: &$0) }
    }
  }

  func count(of fault: FeatureFault) -> Int { store.tally.count(of: fault) }
}

/// A feature at latitude 51.5, longitude -0.1, unless told otherwise.
func feature(
  name: String? = nil, coordinates: String = "[-0.1,51.5]", id: String? = nil,
  properties: String? = nil
) -> String {
  let properties = properties ?? name.map { "{\"name\":\"\($0)\"}" } ?? "null"
  return "{\"type\":\"Feature\"," + (id.map { "\"id\":\($0)," } ?? "")
    + "\"geometry\":{\"type\":\"Point\",\"coordinates\":\(coordinates)},"
    + "\"properties\":\(properties)}"
}

extension Coordinate {
  init(_ latitude: Double, _ longitude: Double) {
    self.init(latitude: latitude, longitude: longitude)
  }
}
