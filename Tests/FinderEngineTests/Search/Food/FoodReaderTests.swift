import TestSupport
import Testing

@testable import FinderEngine

/// The food read from the properties of each source, and from lists of no known source.
@Suite struct FoodReaderTests {
  /// `pub; pie,pizza; vegan=only; outdoor dogs=no`: kind, cuisines, diets and features; those without a value
  /// are present.
  static func read(_ properties: String) throws -> String {
    let dataset = try LoadedDataset(features: [feature(properties: properties)])
    let food = try #require(dataset.venues.first).food
    let diets = FoodLine.all(.diet).compactMap { line -> String? in
      switch food.facts[diet: line.number] {
      case .unknown: nil
      case .yes: line.value
      case .no: "\(line.value)=no"
      case .limited: "\(line.value)=limited"
      case .only: "\(line.value)=only"
      }
    }
    let features = FoodLine.all(.feature).compactMap { line -> String? in
      switch food.facts[feature: line.number] {
      case .unknown: nil
      case .yes: line.value
      case .no: "\(line.value)=no"
      }
    }
    return [
      food.kind ?? "", food.cuisines.joined(separator: ","), diets.joined(separator: " "),
      features.joined(separator: " "),
    ].joined(separator: "; ")
  }

  private func check(
    _ properties: String, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Self.read(properties)
    #expect(found == expected, "\(properties)", sourceLocation: location)
  }

  @Test func openStreetMap() throws {
    try check(
      #"""
      {"kind":"pub","cuisine":"pie; pizza","diet:vegan":"only","diet:halal":"no",
       "diet:gluten_free":"limited","outdoor_seating":"garden","wheelchair":"limited","dog":"leashed",
       "internet_access":"wlan","takeaway":"only","delivery":"no","highchair":"yes"}
      """#,
      "pub; pie,pizza; vegan=only halal=no gluten_free=limited; "
        + "wheelchair=no outdoor takeaway delivery=no wifi dogs highchair")
    try check(
      #"{"amenity":"fast_food","cuisine":"Fish & Chips;KEBAB","wheelchair":"designated"}"#,
      "fast_food; fish_and_chips,kebab; ; wheelchair")
    try check(
      #"{"id":7,"tags":{"amenity":"cafe","cuisine":"coffee_shop","diet:vegetarian":"yes"}}"#,
      "cafe; coffee_shop; vegetarian; ")
    // Only one level deep, and only in an object.
    try check(#"{"tags":{"tags":{"amenity":"pub"}}}"#, "; ; ; ")
    try check(#"{"tags":"pub","toilets:wheelchair":"yes"}"#, "; ; ; ")
  }

  @Test func overture() throws {
    for taxonomy in [
      #""taxonomy":{"primary":"sushi_restaurant","hierarchy":["food_and_drink","restaurant"]}"#,
      #""categories":{"primary":"sushi_restaurant","alternate":["bar"]}"#,
      #""basic_category":"sushi_restaurant""#,
      #""basic_category":"restaurant","taxonomy":{"primary":"sushi_restaurant"}"#,
      #""kind":"restaurant","category":"sushi_restaurant","cuisine":"sushi""#,
    ] {
      try check("{\(taxonomy)}", "restaurant; sushi; ; ")
    }
    try check(#"{"taxonomy":{"primary":"irish_pub"}}"#, "pub; irish; ; ")
    try check(#"{"taxonomy":{"primary":"pizzaria"}}"#, "restaurant; pizza; ; ")
    try check(#"{"taxonomy":{"primary":"vegan_restaurant"}}"#, "restaurant; ; vegan vegetarian; ")
    // A category does not override a tag about a diet.
    try check(
      #"{"diet:vegan":"no","taxonomy":{"primary":"vegan_restaurant"}}"#,
      "restaurant; ; vegan=no vegetarian; ")
    try check(#"{"taxonomy":{"primary":"bank"},"categories":null,"basic_category":7}"#, "; ; ; ")
  }

  @Test func hygieneRatings() throws {
    for (type, kind) in [
      ("Restaurant/Cafe/Canteen", "restaurant/cafe/canteen"),
      ("Pub/bar/nightclub", "pub/bar/nightclub"),
      ("Takeaway/sandwich shop", "fast_food"), ("Mobile caterer", "fast_food"),
      ("School/college/university", "school"), ("Retailers - other", "shop"),
      ("Hospitals/Childcare/Caring Premises", "caring_premises"), ("Farmers/growers", "farm"),
      ("Manufacturers/packers", "manufacturer"), ("Distributors/Transporters", "distributor"),
      ("Importers/Exporters", "importer"),
      ("Other catering premises", "caterer"),
      ("Hotel/bed & breakfast/guest house", "hotel/guest_house"),
      ("Retailers - supermarkets/hypermarkets", "supermarket"),
    ] {
      try check("{\"business_type\":\"\(type)\"}", "\(kind); ; ; ")
      try check("{\"BusinessType\":\"\(type)\"}", "\(kind); ; ; ")
    }
    try check(#"{"Category":"Pub/bar/nightclub"}"#, "pub/bar/nightclub; ; ; ")
    try check(#"{"Category":"School/college/university"}"#, "school; ; ; ")
  }

  @Test func lists() throws {
    try check(
      #"""
      {"Type":"Café","Cuisines":["Thai","noodles"],"Dog friendly":true,"Vegan options":"Yes","Wi-Fi":"free",
       "Wheelchair access":"Partial","HIGH CHAIRS":1,"Outside seating":0}
      """#, "cafe; thai,noodle; vegan; wheelchair=no outdoor=no wifi dogs highchair")
    try check(
      #"{"category":["Restaurants","Italian","Open late"],"Gluten-free":"y","Serves halal":"N"}"#,
      "restaurant; italian; halal=no gluten_free; ")
    try check(#"{"Category":"Pizza","venue_type":"Take Away"}"#, "fast_food; pizza; ; ")
    try check(
      #"{"features":["wifi","Outdoor seating","parking"],"diets":"vegan; Halal, gf"}"#,
      "; ; vegan halal gluten_free; outdoor wifi")
    try check(
      #"{"amenities":{"wheelchair":"yes","dogs":false,"wifi":null},"Dietary options":{"vegan":"only"}}"#,
      "; ; vegan=only; wheelchair dogs=no")
    try check(#"{"shop":"bakery","food type":"Pies|Cakes"}"#, "bakery; pie,cake; ; ")
  }

  /// Several values in words, each the longest known one.
  @Test func severalInWords() throws {
    try check(
      #"{"Type of venue":"Pub / bar","Type of food":"Italian & pizza"}"#,
      "pub/bar; italian,pizza; ; ")
    try check(
      #"{"venue type":"Pub, restaurant","cuisine":"Italian and pizza"}"#,
      "pub/restaurant; italian,pizza; ; ")
    try check(
      #"{"kind":"Bed and breakfast and pub","cuisine":"Fish and chips and pizza"}"#,
      "guest_house/pub; fish_and_chips,pizza; ; ")
    try check(#"{"cuisine":"Salt and pepper;Thai + Lao"}"#, "; salt_and_pepper,thai,laotian; ; ")
    try check(#"{"Category":"Cafe and pizza"}"#, "cafe; pizza; ; ")
  }

  /// A restaurant remains one, whatever else it is.
  @Test(arguments: [
    ("Hotel Restaurant", "hotel/restaurant"), ("Café Restaurant", "cafe/restaurant"),
    ("Restaurant Bar", "restaurant/bar"), ("Hotel with restaurant", "hotel/restaurant"),
    ("Fast food restaurants", "fast_food/restaurant"), ("Cafe bar", "cafe/bar"),
    ("Bed and breakfast hotel", "guest_house/hotel"), ("The pub", "pub"), ("Hotel bar", "bar"),
    ("Pub / Kiosk", "pub/kiosk"), ("Own restaurant", "own_restaurant"),
    ("restaurant", "restaurant"),
  ])
  func severalKinds(text: String, expected: String) throws {
    try check("{\"kind\":\"\(text)\"}", "\(expected); ; ; ")
    guard expected.contains("/") && !text.contains("/") else { return }
    try check("{\"category\":\"\(text)\"}", "\(expected); ; ; ")
  }

  /// Values in OpenStreetMap's spelling, unless a word means several values or none.
  @Test(arguments: [
    ("Noodle", "noodle"), ("middle eastern", "middle_eastern"), ("hotdog", "hot_dog"),
    ("Fish & Chips", "fish_and_chips"), ("fish_and_chips", "fish_and_chips"), ("burgers", "burger"),
    ("Crêpes", "crepe"), ("coffee", "coffee_shop"), ("steakhouse", "steak_house"),
    ("tex-mex", "tex-mex"), ("Tex Mex", "tex-mex"), ("BBQ", "barbecue"), ("curry", "curry"),
    ("Own thing", "own_thing"), ("beef_noodles", "beef_noodle"), ("Thai food", "thai"),
    ("a_b_Fish n Chips", "a_b_fish_and_chips"), ("own_curry", "own_curry"),
    ("All you can eat", "buffet"), ("specialty_coffee", "specialty_coffee_shop"),
    ("Thai restaurant", "thai"), ("the street food", "street_food"),
    ("non_vegetarian", "non_vegetarian"),
    ("food", "food"), ("neapolitan_pizza", "neapolitan_pizza"),
    ("pizza;Pizzas; pizza ", "pizza"), (";; ,pizza|thai/greek;", "pizza,thai,greek"),
    ("寿司", "寿司"), ("  ", ""), (";", ""), ("!?", ""),
  ])
  func cuisineValues(text: String, expected: String) throws {
    try check("{\"cuisine\":\"\(text)\"}", "; \(expected); ; ")
  }

  @Test func answers() throws {
    for (text, meaning) in [
      ("\"yes\"", "vegan"), ("\" YES \"", "vegan"), ("true", "vegan"), ("1", "vegan"),
      ("\"only\"", "vegan=only"), ("\"Exclusively\"", "vegan=only"),
      ("\"limited\"", "vegan=limited"),
      ("\"some\"", "vegan=limited"), ("\"no\"", "vegan=no"), ("false", "vegan=no"),
      ("0", "vegan=no"),
      ("\"none\"", "vegan=no"), ("null", ""), ("\"\"", ""), ("\" \"", ""), ("\"unknown\"", ""),
      ("\"ask\"", ""), ("{}", ""), ("[]", ""), ("{\"yes\":1}", ""), ("[\"yes\"]", "vegan"),
    ] {
      try check("{\"diet:vegan\":\(text)}", "; ; \(meaning); ")
    }
    for (text, meaning) in [
      ("\"yes\"", "wheelchair"), ("\"designated\"", "wheelchair"), ("\"limited\"", "wheelchair=no"),
      ("\"no\"", "wheelchair=no"), ("\"ramp\"", ""), ("\"unknown\"", ""), ("\" \"", ""),
    ] {
      try check("{\"wheelchair\":\(text)}", "; ; ; \(meaning)")
    }
    for (text, meaning) in [
      ("\"terrace\"", "outdoor"), ("12", "outdoor"), ("\"limited\"", "outdoor"), ("\"?\"", ""),
      ("\"NO\"", "outdoor=no"),
    ] {
      try check("{\"outdoor_seating\":\(text)}", "; ; ; \(meaning)")
    }
  }

  /// OpenStreetMap's own tag counts, whatever else comes before or after it.
  @Test func severalKeys() throws {
    let cases: [(first: String, second: String, expected: String)] = [
      (#""wheelchair":"no""#, #""Wheelchair access":"yes""#, "; ; ; wheelchair=no"),
      (#""internet_access":"wlan""#, #""wifi":"no""#, "; ; ; wifi"),
      (#""diet:vegan":"no""#, #""Vegan":"yes""#, "; ; vegan=no; "),
      (#""diet:vegan":"no""#, #""diets":["vegan"]"#, "; ; vegan=no; "),
      (#""kind":"pub""#, #""business_type":"Restaurant/Cafe/Canteen""#, "pub; ; ; "),
      (#""kind":"bakery""#, #""amenity":"cafe""#, "bakery; ; ; "),
      (#""cuisine":"thai""#, #""category":"Pizza""#, "; thai; ; "),
      (#""cuisine":"thai""#, #""Food type":"pizza""#, "; thai; ; "),
      // Values that say nothing are passed over.
      (#""cuisine":" ; ""#, #""Food type":"pizza""#, "; pizza; ; "),
      (#""kind":null"#, #""amenity":"cafe""#, "cafe; ; ; "),
    ]
    for (first, second, expected) in cases {
      try check("{\(first),\(second)}", expected)
      try check("{\(second),\(first)}", expected)
    }
  }

  @Test("Of equal keys, the last one that says something counts, as a whole")
  func sameKey() throws {
    try check(#"{"cuisine":"pizza;thai","cuisine":"greek"}"#, "; greek; ; ")
    try check(#"{"cuisine":"pizza","cuisine":["thai","greek"]}"#, "; thai,greek; ; ")
    try check(#"{"cuisine":"pizza","cuisine":"","cuisine":null}"#, "; pizza; ; ")
    try check(#"{"kind":"pub","kind":"bar"}"#, "bar; ; ; ")
    try check(#"{"kind":["pub","bar"]}"#, "pub/bar; ; ; ")
    try check(#"{"diet:vegan":"yes","diet:vegan":"no"}"#, "; ; vegan=no; ")
    try check(#"{"dog":"no","dog":"yes"}"#, "; ; ; dogs")
  }

  @Test func keysAndValuesWithEscapes() throws {
    try check(#"{"cui\u0073ine":"piz\u007aa","D\u0049ET:VEGAN":"\u0079es"}"#, "; pizza; vegan; ")
    // Half of a surrogate pair is not a letter.
    try check(#"{"cuisine":"\ud800;\ud83d\ude00;a\ud800b"}"#, try Self.read(#"{"cuisine":"a b"}"#))
  }

  @Test(.slow) func huge() throws {
    let many = (0..<1_000_000).map { "a\($0)" }
    for text in [
      "\"\(many.joined(separator: ";"))\"", "[\(many.map { "\"\($0)\"" }.joined(separator: ","))]",
    ] {
      let found = try Self.read("{\"cuisine\":\(text),\"kind\":\(text),\"category\":\(text)}")
      let cuisines = many.prefix(64).joined(separator: ",")
      #expect(found == "\(many.prefix(64).joined(separator: "/")); \(cuisines); ; ")
    }
    let long = String(repeating: "x", count: 65)
    try check(
      "{\"cuisine\":\"\(long);thai\",\"kind\":\"\(long)\",\"\(long)\":\"pub\"}", "; thai; ; ")
    let deep = String(repeating: "[", count: 100) + "\"pizza\"" + String(repeating: "]", count: 100)
    try check("{\"cuisine\":\(deep),\"kind\":{\"a\":\(deep)},\"diets\":[[\"vegan\"]]}", "; ; ; ")
  }

  @Test func noProperties() throws {
    for properties in ["null", "{}", #"{"name":"Pizza","postcode":"AB1 2CD"}"#] {
      try check(properties, "; ; ; ")
    }
  }
}
