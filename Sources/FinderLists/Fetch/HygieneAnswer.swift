import FinderEngine

/// Reads the pages of one list of establishments, in order, into features. All pages must agree about the
/// whole list, and it must have as many establishments as they say.
package struct HygieneAnswer {
  package let query: HygieneQuery
  private let test: FetchAreaTest
  /// The number of pages, known once one has come.
  package private(set) var pageCount: Int?
  private var total: Int?
  private var received = 0
  /// The page to ask for next; `nil` after the last.
  package private(set) var nextPage: Int? = 1

  /// A quarter of a million establishments: half of all there are.
  private static let mostPages = 500

  package init(to query: HygieneQuery) {
    self.query = query
    test = FetchAreaTest(query.area)
  }

  package mutating func take(
    page text: PaddedBytes, into features: inout FetchedFeatures
  ) throws(FetchFault) {
    guard let page = nextPage else { return }
    var reading = HygienePage(test)
    do throws(ParseError) {
      try reading.read(text, into: &features)
    } catch {
      throw .unreadable(error, text)
    }
    try features.refuseTooMany()
    features.tally.received += reading.received
    received += reading.received
    try check(reading, page)
    guard let pageCount, let total else { return }
    nextPage = page < pageCount ? page + 1 : nil
    guard nextPage == nil else { return }
    guard received == total else {
      throw FetchFault("it counted \(total) establishments and sent \(received)")
    }
    try features.endPart()
  }

  private mutating func check(_ reading: HygienePage, _ page: Int) throws(FetchFault) {
    guard reading.hasEstablishments else {
      throw FetchFault("its answer has no list of establishments")
    }
    guard let total = reading.total, let pages = reading.pages else {
      throw FetchFault("it does not say how many establishments and pages there are")
    }
    guard total == self.total ?? total, pages == pageCount ?? pages else {
      throw FetchFault("its list changed between page \(page - 1) and page \(page); try again")
    }
    if let number = reading.number, number != page {
      throw FetchFault("it sent page \(number) instead of page \(page)")
    }
    guard pages <= Self.mostPages else {
      throw FetchFault(
        "it has \(pages) pages, more than the \(Self.mostPages) that finder asks for")
    }
    guard reading.received > 0 || page >= pages else {
      throw FetchFault("page \(page) of \(pages) is empty")
    }
    guard received <= total else {
      throw FetchFault("it counted \(total) establishments and sent at least \(received)")
    }
    (self.total, pageCount) = (total, pages)
  }
}

/// One page of establishments, read into features.
struct HygienePage {
  private let test: FetchAreaTest
  /// What it says about the whole list, and about itself.
  private(set) var (total, pages, number): (Int?, Int?, Int?)
  private(set) var received = 0
  private(set) var hasEstablishments = false

  init(_ test: FetchAreaTest) { self.test = test }

  mutating func read(_ text: PaddedBytes, into features: inout FetchedFeatures) throws(ParseError) {
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
      guard let count = cursor.integer(value), count >= 0 else { continue }
      if cursor.string(key, is: "totalCount") { total = count }
      if cursor.string(key, is: "totalPages") { pages = count }
      if cursor.string(key, is: "pageNumber") { number = count }
    }
  }

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
    guard let name = venue[.name], cursor.rawBytes(name).showsText else {
      features.tally.leftOut[.nameless] += 1
      return
    }
    guard let point = venue.point(in: cursor) else {
      features.tally.leftOut[.placeless] += 1
      return
    }
    guard test.contains(point) else {
      features.tally.leftOut[.outside] += 1
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
