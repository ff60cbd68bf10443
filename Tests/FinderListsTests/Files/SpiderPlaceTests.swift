import FinderEngine
import TestSupport
import Testing

@testable import FinderLists

/// Places of AllThePlaces as venues.
@Suite struct SpiderPlaceTests {
  private func run(_ features: String..., choice: VenueChoice = VenueChoice()) throws -> VenueRun {
    let run = try VenueRun(
      ListText.collection(features, #""dataset_attributes":{"@spider":"a"},"#), choice)
    #expect(run.failure == nil)
    return run
  }

  private static func place(_ tags: String, at position: String = "0.5,51.5") -> String {
    ListText.feature("x1", #""ref":"7","@spider":"greggs_gb",\#(tags)"#, at: position)
  }

  @Test func asAFetchGivesIt() throws {
    let run = try run(
      Self.place(
        #""amenity":"fast_food","cuisine":"sandwich;bakery","name":"Greggs","brand":"Greggs","#
          + #""brand:wikidata":"Q3403981","addr:housenumber":"1","addr:street":"High Street","#
          + #""addr:city":"Leeds","addr:postcode":"LS1 1AA","phone":"+441","website":"https://a.example","#
          + #""opening_hours":"Mo-Su 07:00-18:00","nsi_id":"greggs-1","takeaway":"yes""#))
    #expect(
      run.features == [
        #"{"type":"Feature","id":"x1","properties":{"name":"Greggs","postcode":"LS1 1AA","kind":"fast_food","#
          + #""address":"1 High Street, Leeds","phone":"+441","website":"https://a.example","#
          + #""opening_hours":"Mo-Su 07:00-18:00","cuisine":"sandwich;bakery","takeaway":"yes","#
          + #""brand":"Greggs","brand:wikidata":"Q3403981","@spider":"greggs_gb"},"#
          + #""geometry":{"type":"Point","coordinates":[0.5,51.5]}}"#
      ])
    #expect(run.end == #"],"attribution":"All the Places","licence":"CC0-1.0"}"#)
    #expect(run.text.contains(#""dataset_attributes":{"@spider":"a"}"#))
  }

  @Test(arguments: [
    (#""addr:street_address":"1 High Street","addr:full":"1 High Street, Leeds""#, "1 High Street"),
    (#""addr:full":"1 High Street, Leeds""#, "1 High Street, Leeds"),
    (#""addr:full":"all","addr:street":"High Street""#, "High Street"),
    (
      #""addr:street_address":"1 High Street","addr:housenumber":"1","addr:city":"Leeds""#,
      "1 High Street, Leeds"
    ),
    (#""addr:full":"1 High Street, Leeds","addr:city":"Leeds""#, "1 High Street, Leeds"),
  ])
  func addresses(_ tags: String, _ expected: String) throws {
    let run = try run(Self.place(#""amenity":"cafe","brand":"A",\#(tags)"#))
    #expect(run.text.contains(#""name":"A","kind":"cafe","address":"\#(expected)","brand":"A""#))
  }

  @Test func whatIsLeftOut() throws {
    let run = try run(
      Self.place(#""name":"Shop","shop":"supermarket""#),
      Self.place(#""name":"Fuel","amenity":"fuel""#),
      Self.place(#""name":"Ices","amenity":"ice_cream""#),
      Self.place(#""name":"Old","amenity":"cafe","end_date":"2026-11-26""#),
      Self.place(#""name":"Gone","amenity":"cafe","end_date":"yes""#),
      Self.place(#""name":"Later","amenity":"cafe","end_date":"2027-01""#),
      Self.place(#""name":"Staff","amenity":"cafe","access":"private""#),
      Self.place(#""amenity":"cafe""#), Self.place(#""name":"Nowhere","amenity":"cafe""#, at: ""),
      Self.place(#""name":"Plain""#))
    #expect(
      run.features.map { $0.contains("\"Later\"") || $0.contains("\"Plain\"") } == [true, true])
    var expected = ChoiceTally()
    (expected[.notFood], expected[.closed], expected[.isPrivate]) = (2, 2, 1)
    (expected[.nameless], expected[.placeless]) = (1, 1)
    expected.otherKinds = ["ice_cream": 1]
    #expect(run.tally == expected)
  }

  /// OpenStreetMap tags alone do not make a place of AllThePlaces.
  @Test func othersStay() throws {
    let feature =
      #"{"type":"Feature","id":"x","properties":{"amenity":"fuel","name":"A","@spider":null},"#
      + #""geometry":{"type":"Point","coordinates":[1,2]}}"#
    #expect(try run(feature).features == [feature])
  }

  @Test func wrongTypes() throws {
    for value in ["null", "1", "[]", "{}", "true"] {
      let run = try run(
        Self.place(
          #""brand":"A","name":\#(value),"amenity":\#(value),"shop":\#(value),"end_date":\#(value)"#
        ))
      #expect(run.text.contains(#""properties":{"name":"A","brand":"A","@spider":"greggs_gb"}"#))
    }
  }
}
