import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

@Suite struct HygieneAnswerTests {
  private static let query = HygieneQuery.all(
    FetchRequest(
      sources: [.hygiene], kinds: [.pub],
      areas: [.circle(Coordinate(latitude: 51.5, longitude: -0.1), radius: 1000)]),
    authorities: [])[0]

  private struct Read {
    var document: String
    var tally: FetchTally
    var nextPage: Int?
  }

  private func read(_ pages: [String]) throws(FetchFault) -> Read {
    var features = FetchedFeatures(of: .hygiene)
    var answer = HygieneAnswer(to: Self.query)
    for page in pages {
      try answer.take(page: PaddedBytes(copying: page.utf8), into: &features)
    }
    let document = features.document { _ in }
    return Read(
      document: String(decoding: document.bytes, as: UTF8.self), tally: features.tally,
      nextPage: answer.nextPage)
  }

  private static func venue(_ id: String, _ more: String = "") -> String {
    """
    {"FHRSID":\(id),"BusinessName":"A","geocode":{"longitude":"-0.1","latitude":"51.5"}\(more)}
    """
  }

  private static func page(
    _ venues: [String], _ number: Int = 1, of pages: Int = 1, total: Int? = nil
  ) -> String {
    """
    {"establishments":[\(venues.joined(separator: ","))],"meta":{"returncode":"OK",
    "totalCount":\(total ?? venues.count),"totalPages":\(pages),"pageNumber":\(number)},"links":[]}
    """
  }

  @Test func properties() throws {
    let whole = #"""
      {"FHRSID":"12","LocalAuthorityBusinessID":"PI/1","BusinessName":"The \"Crown\"",
      "BusinessType":"Pub/bar/nightclub","BusinessTypeID":7843,"AddressLine1":"1 High Street",
      "AddressLine2":"","AddressLine3":"London","AddressLine4":null,"PostCode":"N1 1AA","Phone":"",
      "RatingValue":"5","RatingDate":"2019-05-10T00:00:00","LocalAuthorityName":"Lambeth",
      "scores":{"Hygiene":5},"geocode":{"longitude":-0.1,"latitude":"51.50"},"links":[]}
      """#
    let plain = Self.venue("3", #","RatingValue":"Pass","RatingDate":"1901-01-01T00:00:00""#)
    let found = try read([Self.page([whole, plain])])
    #expect(found.nextPage == nil && found.tally.received == 2)
    #expect(
      found.document == #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"fhrs:3","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"A","hygiene_rating":"Pass"}},
        {"type":"Feature","id":"fhrs:12","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"The \"Crown\"","postcode":"N1 1AA","address":"1 High Street, London","business_type":"Pub/bar/nightclub","hygiene_rating":5,"hygiene_date":"2019-05-10","authority":"Lambeth"}}
        ]}

        """#)
  }

  @Test func leftOut() throws {
    let venues = [
      #"{"FHRSID":1,"geocode":{"longitude":"-0.1","latitude":"51.5"}}"#,
      #"{"FHRSID":7,"BusinessName":" ","geocode":{"longitude":"-0.1","latitude":"51.5"}}"#,
      #"{"FHRSID":2,"BusinessName":"A","geocode":null}"#,
      #"{"FHRSID":3,"BusinessName":"A","geocode":{"longitude":null,"latitude":null}}"#,
      #"{"FHRSID":4,"BusinessName":"A","geocode":{"longitude":"0","latitude":"0.0"}}"#,
      #"{"FHRSID":5,"BusinessName":"A","geocode":{"longitude":"-0.1","latitude":"51.51"}}"#,
      Self.venue("6"),
    ]
    let found = try read([Self.page(venues)])
    #expect(
      found.tally.leftOut[.nameless] == 2 && found.tally.leftOut[.placeless] == 3
        && found.tally.leftOut[.outside] == 1)
    #expect(try read([Self.page([])]).nextPage == nil)
    #expect(try read([Self.page([], of: 0)]).nextPage == nil)
  }

  @Test func pages() throws {
    let pages = [
      Self.page([Self.venue("2"), Self.venue("9")], 1, of: 2, total: 3),
      Self.page([Self.venue("1")], 2, of: 2, total: 3),
    ]
    #expect(try read([pages[0]]).nextPage == 2)
    let both = try read(pages)
    #expect(both.nextPage == nil && both.tally.received == 3)
    #expect(
      both.document.firstRange(of: "fhrs:1\"")!.lowerBound
        < both.document.firstRange(of: "fhrs:2\"")!.lowerBound)
  }

  @Test(arguments: [
    ([page([venue("1")], total: 2)], "it counted 2 establishments and sent 1"),
    (
      [page([venue("1"), venue("2")], total: 1)],
      "it counted 1 establishments and sent at least 2"
    ),
    (
      [page([venue("1")], of: 2, total: 2), page([], 2, of: 2, total: 2)],
      "it counted 2 establishments and sent 1"
    ),
    (
      [page([venue("1")], of: 3, total: 2), page([], 2, of: 3, total: 2)],
      "page 2 of 3 is empty"
    ),
    (
      [page([venue("1")], of: 2, total: 2), page([venue("2")], 1, of: 2, total: 2)],
      "it sent page 1 instead of page 2"
    ),
    (
      [page([venue("1")], of: 2, total: 2), page([venue("2")], 2, of: 2, total: 3)],
      "its list changed between page 1 and page 2; try again"
    ),
    (
      [page([venue("1")], of: 2, total: 2), page([venue("1")], 2, of: 2, total: 2)],
      "fhrs:1 is in its answer twice: the data may have changed while it was read; try again"
    ),
    (
      [page([venue("1")], of: 501, total: 1)],
      "it has 501 pages, more than the 500 that finder asks for"
    ),
    ([#"{"establishments":[]}"#], "it does not say how many establishments and pages there are"),
    (
      [#"{"meta":{"totalCount":0,"totalPages":0}}"#],
      "its answer has no list of establishments"
    ),
    (["<html>"], "it sent a web page instead of data"), ([""], "its answer is empty"),
    (
      [page([#"{"FHRSID":"x"}"#])],
      "its answer is not what was asked for: line 1, column 20: expected an establishment with its "
        + "FHRSID, found '{\"FHRSID\":\"x\"}],\"met…'"
    ),
  ])
  func faults(pages: [String], message: String) {
    #expect(throws: FetchFault(message)) { try read(pages) }
  }

  @Test("An answer cut anywhere is refused")
  func cut() throws {
    let page = Self.page([Self.venue("1")])
    for length in 0..<page.utf8.count {
      #expect(throws: FetchFault.self) {
        try read([String(decoding: page.utf8.prefix(length), as: UTF8.self)])
      }
    }
  }
}

@Suite struct AuthorityListTests {
  private static let names = [
    "Lambeth", "Brighton and Hove", "Lancaster", "West Lancashire", "Bath", "Bath",
  ]

  @Test func found() throws {
    let rows = Self.names.enumerated().map {
      #"{"LocalAuthorityId":\#($0.offset + 1),"Name":"\#($0.element)","links":[]}"#
    }
    let text = "{\"meta\":{},\"authorities\":[\(rows.joined(separator: ","))]}"
    let list = try AuthorityList(reading: PaddedBytes(copying: text.utf8))
    #expect(list.find("lambeth") == .one(.init(id: 1, name: "Lambeth")))
    #expect(list.find("brighton") == .one(.init(id: 2, name: "Brighton and Hove")))
    #expect(list.find("lanca") == .several(["Lancaster", "West Lancashire"]))
    #expect(list.find("LANCASTER") == .one(.init(id: 3, name: "Lancaster")))
    guard case .several(let baths) = list.find("Bath"), baths.count == 2 else {
      Issue.record("\(list.find("Bath"))")
      return
    }
    // Each is found by its number.
    for bath in list.all where bath.name == "Bath" {
      #expect(baths.contains("Bath (\(bath.id))") && list.find(String(bath.id)) == .one(bath))
      #expect(list.word(for: bath) == String(bath.id))
    }
    #expect(list.word(for: .init(id: 2, name: "Brighton and Hove")) == "Brighton and Hove")
    #expect(list.find("Lambet h") == .none && list.find("") == .none && list.find("…") == .none)
  }

  @Test(arguments: [
    ("", "its answer is empty"), ("<a>", "it sent a web page instead of data"),
    ("{}", "its answer has no authorities"),
    (#"{"authorities":[]}"#, "its answer has no authorities"),
    (#"{"authorities":[{"Name":"A"#, "its answer is cut short: it ends after 26 bytes"),
    (
      #"{"authorities":[{"Name":"A"}]}"#,
      "its answer is not what was asked for: byte 16: expected an authority with its LocalAuthorityId "
        + "and Name, found '{\"Name\":\"A\"}]}'"
    ),
  ])
  func faults(text: String, message: String) {
    #expect(throws: FetchFault(message)) {
      _ = try AuthorityList(reading: PaddedBytes(copying: text.utf8))
    }
  }
}
