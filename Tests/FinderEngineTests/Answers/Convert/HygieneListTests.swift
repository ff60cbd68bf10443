import TestSupport
import Testing

@testable import FinderEngine

/// The Food Standards Agency's ratings, from their API and as XML.
@Suite struct HygieneListTests {
  private static let establishments = """
    {"establishments":[{"FHRSID":12,"BusinessName":"A","BusinessType":"Pub/bar/nightclub",\
    "RatingValue":"5","RatingDate":"2020-01-01T00:00:00","scores":{"Hygiene":5},\
    "geocode":{"longitude":"-0.10","latitude":"51.50"},"Phone":""},
    {"FHRSID":13,"BusinessType":"Takeaway/sandwich shop","geocode":{"longitude":null,"latitude":null}}],
    "meta":{"itemCount":2},"links":[]}
    """

  @Test func hygieneRatingsFromTheAPI() throws {
    let pub = feature(
      "-0.10", "51.50",
      #"{"FHRSID":12,"BusinessName":"A","BusinessType":"Pub/bar/nightclub","RatingValue":"5","#
        + #""RatingDate":"2020-01-01T00:00:00","scores":{"Hygiene":5},"Phone":""}"#, id: "12")
    try expect(
      Self.establishments,
      features: [
        pub, placeless(#"{"FHRSID":13,"BusinessType":"Takeaway/sandwich shop"}"#, id: "13"),
      ])
    try expect(
      Self.establishments, ListTask { $0.input.businessTypes = ["pub/bar/nightclub", "x"] },
      features: [pub])
    let none = try ListTask { $0.input.businessTypes = ["x"] }.run(Self.establishments)
    #expect(none.summary.otherTypes == 2)
    #expect(none.summary.typesSeen == ["Pub/bar/nightclub", "Takeaway/sandwich shop"])
  }

  private static let part = "the list is part of a longer one: it has"

  /// One page of many must not be taken for the whole list.
  @Test func partialPagesAreNoted() throws {
    let one = #"{"FHRSID":1,"BusinessName":"A"}"#
    func page(_ meta: String) -> String {
      let ones = Array(repeating: one, count: 5).joined(separator: ",")
      return "{\"establishments\":[\(ones)],\"meta\":{\(meta)},\"links\":[]}"
    }
    let twice = page(#""itemCount":10,"totalPages":2"#)
    let thrice = page(#""itemCount":12,"totalPages":3"#)
    let collection = #"{"type":"FeatureCollection","features":[\#(feature("1", "2", "{}"))],"#
    let more = "venues, and says that there are more"
    for (text, note) in [
      (page(#""itemCount":25000,"totalCount":5,"totalPages":5000"#), "5 of 25000 venues"),
      (page(#""totalCount":25000,"totalPages":5000"#), "5 of 25000 venues"),
      (page(#""itemCount":"5","totalPages":2"#), "5 " + more),
      (page(#""itemCount":5,"totalPages":1"#), nil), (page(""), nil), (twice + twice, nil),
      (thrice + thrice, "10 of 12 venues"),
      (#"{"meta":{"totalPages":2},"establishments":[\#(one)]}"#, "1 " + more),
      (collection + #""numberMatched":7,"numberReturned":1}"#, "1 of 7 venues"),
      (collection + #""links":[{"rel":"self"},{"href":"x","rel":"next"}]}"#, "1 " + more),
      (collection + #""exceededTransferLimit":false,"links":[{"rel":"self"}]}"#, nil),
      (
        "<FHRSEstablishment><Header><ItemCount> 2 </ItemCount></Header><EstablishmentCollection>"
          + "<EstablishmentDetail><FHRSID>1</FHRSID></EstablishmentDetail>"
          + "</EstablishmentCollection></FHRSEstablishment>", "1 of 2 venues"
      ),
    ] as [(String, String?)] {
      for run in [try ListTask().run(text), try ListTask().run(Array(text.utf8).chunks(of: 7))] {
        #expect(
          run.failure == nil && run.summary.notes == (note.map { ["\(Self.part) \($0)"] } ?? []),
          "\(text)")
      }
    }
  }

  /// JSON is UTF-8: another encoding on the command line is a mistake.
  @Test func jsonInLatin1() throws {
    let failure = try ListTask { $0.encoding = .latin1 }.run(Self.establishments).failure
    #expect(failure?.contains("--encoding latin1 is not for JSON") == true)
  }

  @Test func hygieneRatingsInXML() throws {
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- a comment -->
      <FHRSEstablishment xmlns:xsi="x"><Header><ExtractDate>2020</ExtractDate><ItemCount/></Header>
      <EstablishmentCollection>
      <EstablishmentDetail>
        <FHRSID>12</FHRSID><BusinessName> Fish &amp; Chips &#233;&#x20AC; "q" </BusinessName>
        <AddressLine1/><AddressLine2></AddressLine2><PostCode><![CDATA[N1 <1&]]></PostCode>
        <RatingDate xsi:nil="true" /><Scores><Hygiene>5</Hygiene><Structural/></Scores>
        <Geocode><Longitude>-0.10</Longitude><Latitude>51.50</Latitude></Geocode>
      </EstablishmentDetail>
      <EstablishmentDetail><FHRSID>13</FHRSID><BusinessType>Pub</BusinessType><Geocode/></EstablishmentDetail>
      <EstablishmentDetail><FHRSID>14</FHRSID><Geocode><Longitude>x</Longitude><Latitude>1</Latitude></Geocode></EstablishmentDetail>
      </EstablishmentCollection></FHRSEstablishment>
      """
    let first = feature(
      "-0.10", "51.50",
      #"{"FHRSID":"12","BusinessName":" Fish & Chips é€ \"q\" ","PostCode":"N1 <1&","Scores":{"Hygiene":"5"}}"#,
      id: #""12""#)
    let second = placeless(#"{"FHRSID":"13","BusinessType":"Pub"}"#, id: #""13""#)
    try expect(
      text, features: [first, second], faults: ["line 12: its longitude is not a number: 'x'"])
    try expect(
      text, ListTask { $0.input.businessTypes = ["PUB"] }, features: [second],
      faults: ["line 12: its longitude is not a number: 'x'"])
  }

  @Test(arguments: [
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><FHRSEstablishment/>", "document type"),
    ("<kml/>", "no other XML"), ("<FHRSEstablishment>", "</FHRSEstablishment>"),
    ("<FHRSEstablishment></a>", "end of another"), ("<FHRSEstablishment/><a/>", "nothing more"),
    ("<FHRSEstablishment/>text", "expected"), ("<FHRSEstablishment a></FHRSEstablishment>", "'='"),
    ("<FHRSEstablishment a=\"<\"/>", "&lt;"),
    ("<?xml version='1.0' encoding='utf-16'?><a/>", "utf-16"),
    (
      "<FHRSEstablishment><EstablishmentDetail><a>&nbsp;</a></EstablishmentDetail></FHRSEstablishment>",
      "entity"
    ),
    (
      "<FHRSEstablishment><EstablishmentDetail><a>&#0;</a></EstablishmentDetail></FHRSEstablishment>",
      "entity"
    ),
    (
      "<FHRSEstablishment><EstablishmentDetail><a>& b</a></EstablishmentDetail></FHRSEstablishment>",
      "&amp;"
    ),
    (
      "<FHRSEstablishment><EstablishmentDetail>x</EstablishmentDetail></FHRSEstablishment>",
      "expected an element"
    ),
    (
      "<FHRSEstablishment><EstablishmentDetail><a>x<b>y</b></a></EstablishmentDetail></FHRSEstablishment>",
      "not both"
    ),
    ("<FHRSEstablishment><!-- ", "-->"), ("<", "name"), ("<1/>", "name"),
  ])
  func badXML(text: String, word: String) throws {
    let run = try ListTask().run(text)
    #expect(run.failure?.contains(word) == true, "\(run.failure ?? "no failure")")
  }

}
