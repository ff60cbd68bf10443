import TestSupport
import Testing

@testable import FinderEngine

@Suite struct UniqueIDsTests {
  /// What a feature says of itself: name, own id, place. Few of each, so that most come many times.
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
    // Ids that look like those which others are given.
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

  /// The rule itself, by hand.
  @Test func laterOnesAreNumbered() throws {
    #expect(try ids(["x", "x", "x"]) == ["x", "x~2", "x~3"])
    #expect(try ids(["x", "x~2", "x"]) == ["x", "x~2", "x~3"])
    #expect(try ids(["x", "x", "x~2"]) == ["x", "x~3", "x~2"])
    #expect(try ids(["x~2", "x~2", "x", "x"]) == ["x~2", "x~2~2", "x", "x~3"])
  }

  @Test func idsAreThoseOfTheFeature() throws {
    let tokens = ["12345678901234567890123", "1.50", "-0", "\"\\u00e9\\n\"", "\"A b\""]
    let venues = tokens.map { token in
      var venue = TestVenue(ExactPosition(latitude: 1, longitude: 1))
      venue.idToken = token
      return venue
    }
    #expect(try ids(of: venues) == ["12345678901234567890123", "1.50", "-0", "é\n", "A b"])
  }

  /// Of the same name, postcode and place, however these are written, and wherever in the dataset.
  @Test func derivedIDsStayTheSame() throws {
    let spot = ExactPosition(latitude: 515_074_000, longitude: -1_278_000)
    let plain = TestVenue(spot, name: TestName(meaning: "Café", token: "\"Café\""))
    let escaped = TestVenue(spot, name: TestName(meaning: "Café", token: "\"Caf\\u00e9\""))
    let other = TestVenue(ExactPosition(latitude: 0, longitude: 0))
    let id = try ids(of: [plain])[0]
    #expect(try ids(of: [escaped]) == [id])
    #expect(try ids(of: [other, plain]).last == id)
    #expect(id.count == VenueIDKey.derivedLength)
    #expect(id.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
    var elsewhere = plain
    elsewhere.position.longitude += 1
    var renamed = plain
    renamed.nameToken = "\"Cafe\""
    var moved = plain
    moved.postcode = "AB1 2CE"
    #expect(Set(try ids(of: [plain, elsewhere, renamed, moved])).count == 4)
  }

  /// Where the name ends and the postcode begins is part of the id.
  @Test func nameAndPostcodeAreKeptApart() throws {
    let spot = ExactPosition(latitude: 0, longitude: 0)
    var venues = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc")].map { name, postcode in
      var venue = TestVenue(spot, name: TestName(meaning: name, token: "\"\(name)\""))
      venue.postcode = postcode
      return venue
    }
    venues.append(TestVenue(spot))
    #expect(Set(try ids(of: venues)).count == 5)
    #expect(try ids(of: venues).allSatisfy { !$0.contains("~") })
  }

  /// Zero and minus zero are one place.
  @Test func signOfZeroDoesNotMatter() throws {
    let text = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%,%]}}\n"
    let both = text.replacing("%", with: "0") + text.replacing("%", with: "-0.0")
    let given = try ids(ofText: both)
    #expect(given[1] == given[0] + "~2")
  }

  // MARK: Oracle

  /// The id that a venue has in a dataset of its own is the one before any number.
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

  private func ids(_ own: [String]) throws -> [String] {
    try ids(
      of: own.map { id in
        var venue = TestVenue(ExactPosition(latitude: 1, longitude: 1))
        venue.idToken = "\"\(id)\""
        return venue
      })
  }

  /// In the dataset's order.
  private func ids(of venues: [TestVenue]) throws -> [String] {
    try ids(ofText: venues.geoJSON)
  }

  private func ids(ofText text: String) throws -> [String] {
    let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    let ids = UniqueIDs(store)
    let rows = (0..<store.count).sorted { store.position[$0] < store.position[$1] }
    return rows.map { row in
      var id = ByteBuffer()
      ids.append(idOf: Venue(row: row, of: store), in: store, to: &id)
      return String(decoding: id.bytes, as: UTF8.self)
    }
  }
}
