import FinderEngine
import TestSupport
import Testing

@testable import FinderLists

/// Places of Overture as venues, in its newer and its older schema.
@Suite struct OverturePlaceTests {
  private static let sources =
    #""version":1,"sources":[{"property":"","dataset":"meta","record_id":"1","between":null}]"#

  private static func names(_ name: String) -> String {
    #""names":{"primary":"\#(name)","common":null,"rules":null}"#
  }

  private static func tree(_ words: String...) -> String {
    let all = words.map { "\"\($0)\"" }.joined(separator: ",")
    return
      #""basic_category":"x","taxonomy":{"primary":"\#(words.last!)","hierarchy":[\#(all)],"alternates":null}"#
  }

  private static func place(_ parts: String..., at position: String = "0.5,51.5") -> String {
    ListText.feature("g1", ([sources] + parts).joined(separator: ","), at: position)
  }

  private func run(_ features: String..., choice: VenueChoice = VenueChoice()) throws -> VenueRun {
    let run = try VenueRun(ListText.collection(features), choice)
    #expect(run.failure == nil)
    #expect(run.faults == [])
    return run
  }

  /// The properties of the only venue.
  private func properties(_ feature: String) throws -> String {
    let run = try run(feature)
    #expect(run.features.count == 1)
    let text = run.features.first ?? ""
    guard let start = text.firstRange(of: #""properties":{"#),
      let end = text.firstRange(of: #"},"geometry""#)
    else { return text }
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func allProperties() throws {
    let run = try run(
      Self.place(
        Self.names("Caffè \\\"Uno\\\""),
        Self.tree("food_and_drink", "restaurant", "european_restaurant", "pizza_restaurant"),
        #""confidence":0.77,"operating_status":"open""#,
        #""websites":["https://a.example","https://b.example"],"phones":["+441","+442"]"#,
        #""emails":[null,"a@b.example"],"socials":["https://s.example"]"#,
        #""brand":{"wikidata":"Q1","names":{"primary":"Uno","common":null}}"#,
        #""addresses":[{"freeform":"1 High Street","locality":"Leeds","postcode":"LS1 1AA","region":"ENG"}]"#
      ))
    #expect(
      run.features == [
        #"{"type":"Feature","id":"overture:g1","properties":{"name":"Caffè \"Uno\"","postcode":"LS1 1AA","#
          + #""kind":"restaurant","category":"pizza_restaurant","address":"1 High Street, Leeds","#
          + #""phone":"+441","website":"https://a.example","email":"a@b.example","cuisine":"pizza","#
          + #""brand":"Uno","brand:wikidata":"Q1","socials":["https://s.example"],"confidence":0.77},"#
          + #""geometry":{"type":"Point","coordinates":[0.5,51.5]}}"#
      ])
    #expect(
      run.end == #"],"attribution":"Overture Maps Foundation","licence":"CDLA-Permissive-2.0"}"#)
    #expect(run.tally == ChoiceTally())
  }

  @Test(arguments: [
    (tree("food_and_drink", "bar", "pub"), #""kind":"pub","category":"pub""#),
    (
      tree("food_and_drink", "restaurant", "asian_restaurant", "thai_restaurant"),
      #""kind":"restaurant","category":"thai_restaurant","cuisine":"thai""#
    ),
    // A category above it decides the kind.
    (
      tree("food_and_drink", "casual_eatery", "fast_food_restaurant", "fish_and_chips_restaurant"),
      #""kind":"fast_food","category":"fish_and_chips_restaurant","cuisine":"fish_and_chips""#
    ),
    // A word that is newer than the table.
    (tree("food_and_drink", "bar", "mead_hall"), #""kind":"bar","category":"mead_hall""#),
    (tree("food_and_drink"), #""category":"food_and_drink""#),
    (tree("food_and_drink", "new_word"), #""category":"new_word""#),
    (
      #""categories":{"primary":"vegan_restaurant","alternate":["pizza_restaurant","coffee_shop","gym"]}"#,
      #""kind":"restaurant","category":"vegan_restaurant","cuisine":"pizza","diet:vegan":"yes","diet:vegetarian":"yes""#
    ),
    (
      #""categories":{"primary":"coffee_shop","alternate":null}"#,
      #""kind":"cafe","category":"coffee_shop","cuisine":"coffee_shop""#
    ),
    (
      #""basic_category":"fast_food_restaurant""#,
      #""kind":"fast_food","category":"fast_food_restaurant""#
    ),
    // Both, as during the change of schemas: the newer one counts.
    (
      #""categories":{"primary":"hotel"},"# + tree("food_and_drink", "bar"),
      #""kind":"bar","category":"bar""#
    ),
    // Neither: a place of no kind is kept.
    (
      #""categories":null,"taxonomy":null,"basic_category":null,"confidence":1"#, #""confidence":1"#
    ),
  ])
  func whatItIs(_ stated: String, _ expected: String) throws {
    #expect(try properties(Self.place(Self.names("A"), stated)) == #""name":"A","# + expected)
  }

  @Test func whatIsLeftOut() throws {
    let pub = Self.tree("food_and_drink", "bar", "pub")
    let run = try run(
      Self.place(Self.names("Salon"), Self.tree("lifestyle_services", "beauty_salon")),
      Self.place(Self.names("Inn"), #""categories":{"primary":"hotel","alternate":["pub"]}"#),
      Self.place(Self.names("Loaf"), Self.tree("food_and_drink", "casual_eatery", "bakery")),
      Self.place(Self.names("Cone"), #""categories":{"primary":"gelato","alternate":null}"#),
      Self.place(Self.names("Gone"), pub, #""operating_status":"permanently_closed""#),
      Self.place(Self.names("Works"), pub, #""operating_status":"temporarily_closed""#),
      Self.place(pub), Self.place(Self.names("  "), pub),
      Self.place(Self.names("Nowhere"), pub, at: ""),
      Self.place(Self.names("Far"), pub, at: "9,9"),
      choice: VenueChoice(box: BoundingBox(south: 51, west: 0, north: 52, east: 1)))
    #expect(
      run.features == [
        #"{"type":"Feature","id":"overture:g1","properties":{"name":"Works","kind":"pub","category":"pub","#
          + #""operating_status":"temporarily_closed"},"geometry":{"type":"Point","coordinates":[0.5,51.5]}}"#
      ])
    var expected = ChoiceTally()
    (expected[.notFood], expected[.closed], expected[.nameless]) = (2, 1, 2)
    (expected[.placeless], expected[.outside]) = (1, 1)
    expected.otherKinds = ["bakery": 1, "ice_cream": 1]
    #expect(run.tally == expected)
  }

  @Test func kindsThatAreChosen() throws {
    let cone = Self.place(
      Self.names("Cone"), #""categories":{"primary":"gelato","alternate":null}"#)
    let run = try run(cone, choice: VenueChoice(kinds: [.iceCream]))
    #expect(run.features.count == 1)
    #expect(run.text.contains(#""kind":"ice_cream","category":"gelato","cuisine":"gelato""#))
  }

  @Test(arguments: [
    (#""names":{"primary":null,"common":{"cy":"B","en":"C"}}"#, "B"),
    (#""names":{"primary":"","common":[["cy","D"],["en","E"]]}"#, "D"),
    (#""names":{"common":[{"key":"cy","value":"F"}]}"#, "F"),
    (#""names":null,"brand":{"names":{"primary":"G"}}"#, "G"),
    (#""names":[1,{"primary":"X"}],"brand":{"names":{"primary":"H"}}"#, "H"),
  ])
  func otherNames(_ names: String, _ expected: String) throws {
    let text = try properties(Self.place(names, #""basic_category":"pub""#))
    #expect(text.hasPrefix(#""name":"\#(expected)","kind":"pub""#))
  }

  /// Members of other types say nothing, and do no harm.
  @Test func wrongTypes() throws {
    let members = [
      "taxonomy", "basic_category", "confidence", "operating_status", "addresses", "phones",
      "websites", "emails", "socials", "brand",
    ]
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    for value in ["null", "1", "-0.5e3", "true", "\"x\"", "[]", "[null]", "{}", "[[{}]]", deep] {
      for member in members {
        let text = try properties(
          Self.place(
            Self.names("A"), #""categories":{"primary":"pub","alternate":\#(value)}"#,
            "\"\(member)\":\(value)"))
        #expect(text.hasPrefix(#""name":"A""#), "\(member) \(value)")
      }
    }
  }

  @Test func quotesAndEscapesInWords() throws {
    let text = try properties(
      Self.place(Self.names("\\u00c9"), #""categories":{"primary":"a\"\\b_restaurant"}"#))
    #expect(
      text
        == #""name":"\u00c9","kind":"restaurant","category":"a\"\\b_restaurant","cuisine":"a\"\\b""#
    )
  }

  @Test func itsIdMayBeAProperty() throws {
    let feature =
      #"{"type":"Feature","geometry":null,"properties":{"id":"g2","#
      + #""sources":[{"dataset":"meta"}],"confidence":1,"names":{"primary":"A"}}}"#
    let run = try run(feature.replacing("null", with: #"{"type":"Point","coordinates":[1,2]}"#))
    #expect(run.text.contains(#""id":"overture:g2","properties":{"name":"A","confidence":1}"#))
  }

  @Test func whoIsOwed() throws {
    func source(_ name: String) -> String {
      ListText.feature(
        name, #""names":{"primary":"A"},"basic_category":"bar","sources":[{"dataset":"\#(name)"}]"#)
    }
    let run = try run(source("meta"), source("OpenStreetMap"), source("Foursquare"))
    #expect(
      run.end
        == #"],"attribution":["Overture Maps Foundation","© OpenStreetMap contributors","Foursquare Labs, Inc."],"#
        + #""licence":["CDLA-Permissive-2.0","ODbL 1.0","Apache-2.0"]}"#)
  }

  /// Features of other lists stay unchanged, even with a few members of the same names.
  @Test(arguments: [
    #""name":"A","confidence":1"#, #""names":{"primary":"A"}"#, #""categories":{"primary":"pub"}"#,
    #""name":"A","sources":["x"],"basic_category":"pub""#,
    #""amenity":"pub","addr:street":"High Street""#,
  ])
  func othersStay(_ properties: String) throws {
    let feature =
      #"{"type":"Feature","id":"x","properties":{\#(properties)},"#
      + #""geometry":{"type":"Point","coordinates":[1,2]},"more":[1]}"#
    let text = ListText.collection([feature], #""attribution":"Us","name":"list","#)
    let run = try VenueRun(text)
    #expect(run.features == [feature])
    #expect(run.text.hasPrefix(#"{"type":"FeatureCollection","name":"list","features":["#))
    #expect(run.end == #"],"attribution":"Us"}"#)
  }

  /// As written by programs that have a column for each member.
  @Test func nullForEveryMember() throws {
    let members = [
      "names", "basic_category", "taxonomy", "categories", "confidence", "addresses", "phones",
      "websites",
      "socials", "sources", "brand",
    ]
    let found = try run(
      ListText.feature("g1", members.map { "\"\($0)\":null" }.joined(separator: ",")))
    #expect(found.features == [] && found.tally[.nameless] == 1)
  }

  @Test func asASequence() throws {
    let line = Self.place(Self.names("A"), Self.tree("food_and_drink", "cafe"))
    #expect(try VenueRun("\(line)\n\(line)\n").features.count == 2)
    #expect(try VenueRun("\u{1E}\(line)\n\u{1E}\(line)\n").features.count == 2)
  }

  @Test func cutAnywhere() throws {
    let text = Array(
      ListText.collection([Self.place(Self.names("A"), Self.tree("food_and_drink", "cafe"))]).utf8)
    for length in stride(from: 1, to: text.count - 2, by: 7) {
      #expect(try VenueRun(Array(text[..<length])).failure != nil, "\(length)")
    }
  }

  /// Every word of the table leads to a kind that finder has, or to one that says what else it is.
  @Test func theTable() {
    for word in ["restaurant", "pizza_restaurant", "steakhouse", "sushi_restaurant", "diner"] {
      #expect(OvertureCategories.meaning(of: word)?.kind == "restaurant")
    }
    #expect(OvertureCategories.meaning(of: "grocery_store") == nil)
    #expect(OvertureCategories.meaning(of: "_restaurant") == nil)
    #expect(
      OvertureCategories.meaning(of: String(repeating: "x", count: 1000) + "_restaurant") == nil)
    #expect(
      OvertureCategories.meaning(of: "asian_fusion_restaurant")?.cuisines == ["asian", "fusion"])
    #expect(OvertureCategories.meaning(of: "beer_garden")?.kind == FetchKind.beerGarden.rawValue)
    #expect(OvertureCategories.meaning(of: "food_and_drink")?.kind == nil)
  }
}
