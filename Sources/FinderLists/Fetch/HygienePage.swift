import FinderEngine

/// One page of establishments, read into features.
struct HygienePage {
  private let test: FetchAreaTest
  /// What it says of the whole list, and of itself.
  private(set) var (total, pages, number): (Int?, Int?, Int?)
  private(set) var received = 0
  private(set) var hasEstablishments = false

  init(_ test: FetchAreaTest) { self.test = test }

  mutating func read(
    _ text: PaddedBytes, into features: inout FetchedFeatures
  ) throws(ParseError) {
    var cursor = JSONCursor(text)
    defer { withExtendedLifetime(text) {} }
    cursor.skipWhitespace()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if cursor.string(key, is: "establishments") {
        hasEstablishments = true
        var isFirst = true
        while try cursor.nextElement(&isFirst) {
          try readEstablishment(&cursor, into: &features)
        }
      } else if cursor.string(key, is: "meta"), cursor.byte == UInt8(ascii: "{") {
        try readMeta(&cursor)
      } else {
        try cursor.skipValue()
      }
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
  }

  private mutating func readMeta(_ cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let value = try cursor.spanOfValue()
      let count = Int(String(decoding: cursor.rawBytes(cursor.idToken(value)), as: UTF8.self))
      guard let count, count >= 0 else { continue }
      if cursor.string(key, is: "totalCount") { total = count }
      if cursor.string(key, is: "totalPages") { pages = count }
      if cursor.string(key, is: "pageNumber") { number = count }
    }
  }

  // MARK: Establishments

  private mutating func readEstablishment(
    _ cursor: inout JSONCursor, into features: inout FetchedFeatures
  ) throws(ParseError) {
    let start = cursor.position
    var venue = HygieneVenue()
    try venue.read(&cursor)
    guard venue.id > 0, venue.id < 1 << 60 else {
      throw ParseError(start, "expected an establishment with its FHRSID")
    }
    received += 1
    guard let name = venue[.name], cursor.hasText(name) else {
      features.tally.nameless += 1
      return
    }
    guard let point = venue.point(in: cursor) else {
      features.tally.placeless += 1
      return
    }
    guard test.contains(point) else {
      features.tally.outside += 1
      return
    }
    let cursor = cursor
    features.append(venue.id) { output in
      output.append(number: point.longitude)
      output.append(",")
      output.append(number: point.latitude)
    } properties: {
      venue.append(name: name, cursor, to: &$0)
    }
  }
}
