import CZlib
import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The contents of a page, read slowly from its document.
struct PageReader {
  struct Venue: Hashable {
    var row: Int
    var column: Int
    var name: String
    var postcode: String
    var properties: String
  }

  let text: String
  let facts: [String: Any]
  var venues: [Venue] = []

  init(_ document: UnsafeBufferPointer<UInt8>) throws {
    text = String(decoding: document, as: UTF8.self)
    let json = try JSONSerialization.jsonObject(with: Data(Self.unpacked("data-facts", of: text)))
    facts = try #require(json as? [String: Any])
    let count = try #require(facts["venues"] as? Int)
    let keys = Self.keys(try Self.unpacked("data-positions", of: text))
    let names = try lines("data-names")
    let postcodes = try lines("data-postcodes")
    let properties = try lines("data-properties")
    try #require(keys.count == count)
    guard count > 0 else { return }
    try #require(names.count == count && postcodes.count == 2 * count && properties.count == count)
    venues = (0..<count).map { place in
      let (outward, inward) = (postcodes[place], postcodes[count + place])
      return Venue(
        row: Self.everySecondBit(keys[place] >> 1), column: Self.everySecondBit(keys[place]),
        name: names[place], postcode: inward.isEmpty ? outward : "\(outward) \(inward)",
        properties: properties[place])
    }
  }

  private func lines(_ id: String) throws -> [String] {
    String(decoding: try Self.unpacked(id, of: text), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What is between the tags of the element.
  static func element(_ start: String, _ end: String, of text: String) throws -> String {
    let opening = try #require(text.range(of: start), "\(start)")
    let closing = try #require(text.range(of: end, range: opening.upperBound..<text.endIndex))
    return String(text[opening.upperBound..<closing.lowerBound])
  }

  static func unpacked(_ id: String, of text: String) throws -> [UInt8] {
    let packed = decoded(
      try element("<script type=\"application/octet-stream\" id=\"\(id)\">", "</script>", of: text))
    var room = 1 << 16
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      var count = uLong(room)
      let outcome = uncompress(&bytes, &count, packed, uLong(packed.count))
      if outcome == Z_BUF_ERROR, room < 1 << 28 {
        room *= 4
        continue
      }
      try #require(outcome == Z_OK, "\(id): zlib says \(outcome)")
      return Array(bytes[..<Int(count)])
    }
  }

  /// Five characters give four bytes.
  static func decoded(_ text: String) -> [UInt8] {
    let digits = text.utf8.map { UInt64($0 == 125 ? 60 : $0) - 40 }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 5) {
      let present = min(5, digits.count - start)
      let word = (0..<5).reduce(0 as UInt64) {
        $0 * 85 + ($1 < present ? digits[start + $1] : 84)
      }
      bytes += (0..<present - 1).map { UInt8(truncatingIfNeeded: word >> UInt64(24 - 8 * $0)) }
    }
    return bytes
  }

  private static func keys(_ bytes: [UInt8]) -> [UInt64] {
    var keys: [UInt64] = []
    var (difference, shift) = (0 as UInt64, 0 as UInt64)
    for byte in bytes {
      difference |= UInt64(byte & 127) << shift
      shift += 7
      guard byte < 128 else { continue }
      keys.append((keys.last ?? 0) + difference)
      (difference, shift) = (0, 0)
    }
    return keys
  }

  private static func everySecondBit(_ key: UInt64) -> Int {
    (0..<28).reduce(0) { $0 | Int(key >> UInt64(2 * $1) & 1) << $1 }
  }
}
