import TestSupport
import Testing

@testable import FinderEngine

/// Properties in words, without losing anything that they say.
@Suite struct VenueWordsTests {
  private func words(_ properties: String) throws -> VenueWords {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","#
      + #""coordinates":[-0.1,51.5]},"properties":{"name":"A","postcode":"N1 1AA"\#(properties)}}]}"#
    let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    return VenueWords(of: store.venue(ofRow: 0))
  }

  private func lines(_ rows: [VenueWords.Row]) -> [String] { rows.map { "\($0.name): \($0.text)" } }

  /// The members after name and postcode: what is put in words, then what is kept as it is.
  private static let cases: [(properties: String, said: [String], others: [String])] = [
    ("", [], []),
    // From a fetch, from an extract.
    (
      #","kind":"fast_food","address":"12 High St, Leeds","phone":"1; 2","website":"http://a.example/;b","#
        + #""email":"a@b.example","opening_hours":"24/7","cuisine":"italian; Neapolitan pizza","#
        + #""wheelchair":"limited","toilets:wheelchair":"yes","outdoor_seating":"garden;terrace","#
        + #""internet_access":"wlan","dog":"leashed","diet:vegan":"only","diet:vegetarian":"limited","#
        + #""diet:halal":"no","real_ale":"no","level":"2""#,
      [
        "kind: fast food", "cuisine: italian, neapolitan pizza",
        "diet: vegan only, vegetarian (limited); not halal",
        "with: wheelchair access (partly), outdoor seating (garden, terrace), wifi, dogs on a lead, "
          + "accessible toilet; no real ale",
        "address: 12 High St, Leeds", "phone: 1, 2", "website: http://a.example/;b",
        "email: a@b.example",
      ], ["opening_hours: 24/7", "level: 2"]
    ),
    // A `no` is shown.
    (
      #","wheelchair":"no","outdoor_seating":"no","takeaway":"no","dog":"no","highchair":"no","diet:vegan":"no""#,
      [
        "diet: not vegan",
        "with: no wheelchair access, no outdoor seating, no takeaway, no dogs, no high chairs",
      ], []
    ),
    (
      #","takeaway":"only","delivery":"only","dog":"outside","internet_access":"terminal","#
        + #""reservation":"required","smoking":"outside","changing_table":"limited""#,
      [
        "with: takeaway only, delivery only, internet (terminal), dogs outside, reservations (required), "
          + "smoking (outside), changing table (partly)"
      ], []
    ),
    // OpenStreetMap's own tag, also inside an object.
    (
      #","tags":{"amenity":"pub","addr:housenumber":"1","wheelchair":"designated","fixme":"x"}"#,
      ["kind: pub", "with: wheelchair access"], ["addr:housenumber: 1", "fixme: x"]
    ),
    (
      #","amenity":"cafe","addr:housenumber":"1","addr:street":"Row","addr:city":"York","addr:country":"GB","#
        + #""contact:phone":"+44 1","contact:website":"x.example""#,
      ["kind: cafe", "address: 1 Row, York", "phone: +44 1", "website: x.example"],
      ["addr:country: GB"]
    ),
    // A town alone is not an address.
    (
      #","addr:city":"York","addr:housenumber":"1""#, [],
      ["addr:city: York", "addr:housenumber: 1"]
    ),
    // The hygiene ratings do not distinguish some of these.
    (
      #","business_type":"Restaurant/Cafe/Canteen","hygiene_rating":5"#,
      ["kind: restaurant, cafe or canteen"], ["hygiene_rating: 5"]
    ),
    // Overture, as installed: a category that says more than the kind is kept.
    (
      #","kind":"bar","category":"wine_bar","confidence":0.9"#, ["kind: bar"],
      ["category: wine_bar", "confidence: 0.9"]
    ),
    (
      #","kind":"restaurant","category":"sushi_restaurant","cuisine":"sushi""#,
      ["kind: restaurant", "cuisine: sushi"], []
    ),
    // And as published.
    (
      #","taxonomy":{"primary":"pub","hierarchy":["food_and_drink","bar","pub"]}"#, ["kind: pub"],
      [#"taxonomy: {"primary":"pub","hierarchy":["food_and_drink","bar","pub"]}"#]
    ),
    // A list.
    (
      #","Type":"Café","Cuisines":["Thai","Chippy"],"Dog friendly":true,"Wi-Fi":"yes","Facilities":"WiFi, high chair","#
        + #""Dietary options":"vegan, gluten free""#,
      [
        "kind: cafe", "cuisine: thai, fish and chips", "diet: vegan, gluten free",
        "with: wifi, dogs, high chairs",
      ], []
    ),
    (
      #","Facilities":"wifi, piano","category":"pub;wedding venue""#, ["kind: pub", "with: wifi"],
      ["Facilities: wifi, piano", "category: pub;wedding venue"]
    ),
    // Values that contradict each other.
    (
      #","kind":"pub","amenity":"bar","wheelchair":"yes","wheelchair access":"no""#,
      ["kind: pub", "with: wheelchair access"], ["amenity: bar", "wheelchair access: no"]
    ),
    // Neither yes nor no.
    (
      #","wheelchair":"ask","diet:vegan":"on request","takeaway":"unknown","outdoor_seating":"","real_ale":null"#,
      [],
      [
        "wheelchair: ask", "diet:vegan: on request", "takeaway: unknown", "outdoor_seating: ",
        "real_ale: ",
      ]
    ),
    (
      #","payment:cash":"yes","payment:credit_cards":"no","payment:notes":"up to 50","diet:meat":"yes","diet:fish":"no""#,
      ["diet: meat; not fish", "payment: cash; no credit cards"], ["payment:notes: up to 50"]
    ),
    // Of other types.
    (
      #","phone":["1","2"],"website":{"a":1},"email":7,"cuisine":[1,"thai"],"wheelchair":[true],"kind":{}"#,
      ["cuisine: thai", "phone: 1, 2", "email: 7"],
      [
        #"website: {"a":1}"#, #"cuisine: [1,"thai"]"#, "wheelchair: [true]", "kind: {}",
      ]
    ),
    // Several values at once, with every separator between them.
    (
      #","phone":"+44 20 1234;+44 20 5678","website":"www.a.example; https://b.example/x;y,z","email":"a@b.example,c@d.example""#,
      [
        "phone: +44 20 1234, +44 20 5678", "website: www.a.example, https://b.example/x;y,z",
        "email: a@b.example, c@d.example",
      ], []
    ),
    (
      #","phone":"020 1234 / 020 5678\n(0)1","website":"http://a.example,HTTP://b.example / c.example""#,
      [
        "phone: 020 1234, 020 5678, (0)1",
        "website: http://a.example, HTTP://b.example, c.example",
      ], []
    ),
    // A number with an area code.
    (#","phone":"+49 30 / 1234567, 030/12""#, ["phone: +49 30 / 1234567, 030/12"], []),
    (#","phone":"; ,","website":",""#, [], ["phone: ; ,", "website: ,"]),
    // Hostile values: what would control a terminal is removed, and what is cut short is given in full below.
    (
      #","outdoor_seating":"a\u001b[31m\u202eb","phone":"\u0007","kind":"\#(String(repeating: "x", count: 70))""#,
      ["with: outdoor seating (a[31mb)"],
      ["phone: ", "kind: \(String(repeating: "x", count: 70))"]
    ),
    (
      #","cuisine":"\#((0..<70).map { "c\($0)" }.joined(separator: ";"))""#,
      ["cuisine: \((0..<64).map { "c\($0)" }.joined(separator: ", "))"],
      ["cuisine: \((0..<70).map { "c\($0)" }.joined(separator: ";"))"]
    ),
    (
      #","cuisine":[\#((0..<70).map { "\"c\($0)\"" }.joined(separator: ","))]"#,
      ["cuisine: \((0..<64).map { "c\($0)" }.joined(separator: ", "))"],
      ["cuisine: [\((0..<70).map { "\"c\($0)\"" }.joined(separator: ","))]"]
    ),
    (
      #","features":"\#(String(repeating: "wifi;", count: 70))dogs""#, ["with: wifi"],
      ["features: \(String(repeating: "wifi;", count: 70))dogs"]
    ),
  ]

  /// Each key is read in the light of the others, all in one pass.
  @Test func ofManyKeys() throws {
    let keys = (0..<3000).map { ",\"cuisine\":\"c\($0)\",\"phone\":\"\($0)\"" }.joined()
    let words = try words(keys)
    #expect(lines(words.phrases) == ["cuisine: c2999", "phone: 2999"])
    #expect(words.others.count == 2 * 2999)
  }

  @Test(arguments: cases.indices) func inWords(number: Int) throws {
    let (properties, said, others) = Self.cases[number]
    let words = try words(properties)
    #expect(lines(words.phrases) == said, "\(properties)")
    #expect(lines(words.others) == others, "\(properties)")
  }
}
