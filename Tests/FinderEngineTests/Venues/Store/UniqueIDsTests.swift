import TestSupport
import Testing

@testable import FinderEngine

/// Random datasets in which nearly every id is shared, and many are ids that others would be given.
@Suite struct UniqueIDsTests {
  /// Name, own id and place of a feature. There are few of each, so that most repeat.
  private static func venues(count: Int, using generator: inout SeededGenerator) -> [TestVenue] {
    let tokens: [String?] = [
      nil, nil, nil, "\"x\"", "\"x~2\"", "\"x~3\"", "\"x~2~2\"", "\"\\u0078\"", "7", "\"7\"",
      "\"7~2\"", "7.0", "-7", "1e400", "123456789012345678901234567890", "\"\"", "null", "true",
      "\"é\"", "\"a\\\"b\"", "\"0000000000ab\"", "\"0000000000ab~2\"", "\"0000000000AB\"",
    ]
    return (0..<count).map { _ in
      var venue = TestVenue(
        ExactPosition(latitude: Int.random(in: 0...1, using: &generator), longitude: 0),
        name: TestName.all[Int.random(in: 0...4, using: &generator)])
      venue.idToken = tokens.randomElement(using: &generator)!
      venue.postcode = ["", "AB1 2CD"].randomElement(using: &generator)!
      return venue
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func agreesWithASetOfStrings(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    var venues = Self.venues(count: Int(seed) * 4, using: &generator)
    // Ids that look like those given to others.
    for _ in 0..<venues.count / 4 {
      let venue = try #require(venues.randomElement(using: &generator))
      let other = try ids(of: [venue])[0]
      let suffix = ["", "~2", "~3", "~2~2"].randomElement(using: &generator)!
      let token = "\"\(other.replacing("\"", with: "\\\""))\(suffix)\""
      venues[Int.random(in: venues.indices, using: &generator)].idToken = token
    }
    let given = try ids(of: venues)
    #expect(given == (try expected(venues)), "seed \(seed)")
    #expect(Set(given).count == venues.count, "seed \(seed)")
  }

  // MARK: Oracle

  /// The id that a venue has in a dataset of its own is its id without any number.
  private func expected(_ venues: [TestVenue]) throws -> [String] {
    let bases = try venues.map { try ids(of: [$0])[0] }
    var taken = Set(bases)
    var lastNumber: [String: Int] = [:]
    return bases.map { base in
      guard var number = lastNumber[base] else {
        lastNumber[base] = 1
        return base
      }
      repeat { number += 1 } while !taken.insert("\(base)~\(number)").inserted
      lastNumber[base] = number
      return "\(base)~\(number)"
    }
  }

  // MARK: Helpers

  /// In the dataset's order; the same whether the rows are in it or in an index's.
  private func ids(of venues: [TestVenue]) throws -> [String] {
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    let found = ids(in: store)
    #expect(ids(in: store.indexed()) == found)
    return found
  }

  private func ids(in store: VenueStore) -> [String] {
    let ids = UniqueIDs(store)
    let rows = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
    return rows.map { row in
      var id = ByteBuffer()
      ids.append(idOf: Venue(row: row, of: store), to: &id)
      return String(decoding: id.bytes, as: UTF8.self)
    }
  }
}
