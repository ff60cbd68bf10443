import FinderEngine
import TestSupport
import Testing

/// All that `show` says about a venue, in the order of a diner's questions.
@Suite struct ShownFoodTests {
  private static func links(_ degrees: String, _ label: String, _ words: String) -> [(
    String, String
  )] {
    let parts = degrees.split(separator: ",")
    let (latitude, longitude) = (parts[0], parts[1])
    let place = "mlat=\(latitude)&mlon=\(longitude)#map=19/\(latitude)/\(longitude)"
    return [
      ("map", "https://www.openstreetmap.org/?\(place)"),
      (
        "walk",
        "https://www.google.com/maps/dir/?api=1&destination=\(latitude)%2C\(longitude)&travelmode=walking"
      ),
      ("search", "https://www.google.com/search?q=\(words)"),
      ("geo", "geo:\(degrees)?q=\(degrees)(\(label))"),
    ]
  }

  private func check(_ properties: String, _ rows: [(String, String)], label: String, words: String)
    throws
  {
    let venues = Dataset.collection([
      Dataset.feature(51.5, -0.1, properties: properties, id: "\"a\"")
    ])
    try Dataset.with(venues) { _, data in
      let all = rows + Self.links("51.5,-0.1", label, words)
      let width = all.map(\.0.count).max() ?? 0
      let lines = all.map { name, text in
        name + String(repeating: " ", count: width + 2 - name.count) + text + "\n"
      }
      expect(try Finder.run("show a", data: data), stdout: lines.joined())
    }
  }

  @Test func openStreetMap() throws {
    try check(
      #"{"name":"Roma","alt_name":"Da Mario","postcode":"N1 1AA","kind":"restaurant","address":"2 High St, London","#
        + #""phone":"+44 20 1","website":"https://roma.example","email":"a@roma.example","cuisine":"italian;pizza","#
        + #""takeaway":"yes","delivery":"no","outdoor_seating":"garden","wheelchair":"limited","#
        + #""toilets:wheelchair":"yes","dog":"leashed","diet:vegan":"yes","diet:vegetarian":"only","diet:halal":"no","#
        + #""level":"2","brand":"Roma"}"#,
      [
        ("name", "Roma"), ("kind", "restaurant"), ("cuisine", "italian, pizza"),
        ("diet", "vegan, vegetarian only; not halal"),
        (
          "with",
          "wheelchair access (partly), outdoor seating (garden), takeaway, dogs on a lead, "
            + "accessible toilet; no delivery"
        ),
        ("address", "2 High St, London"), ("postcode", "N1 1AA"), ("phone", "+44 20 1"),
        ("website", "https://roma.example"), ("email", "a@roma.example"),
        ("position", "51.5,-0.1"), ("id", "a"), ("alt_name", "Da Mario"), ("level", "2"),
        ("brand", "Roma"),
      ], label: "Roma", words: "Roma%20N1%201AA")
  }

  /// As an installation writes it.
  @Test func overture() throws {
    try check(
      #"{"name":"Kura","postcode":"N1 1AA","kind":"restaurant","category":"sushi_restaurant","address":"1 Row, York","#
        + #""phone":"+44 1","website":"http://kura.example/","cuisine":"sushi;japanese","diet:vegan":"yes","#
        + #""brand":"Kura","socials":["https://f.example/1"],"confidence":0.93}"#,
      [
        ("name", "Kura"), ("kind", "restaurant"), ("cuisine", "sushi, japanese"), ("diet", "vegan"),
        ("address", "1 Row, York"), ("postcode", "N1 1AA"), ("phone", "+44 1"),
        ("website", "http://kura.example/"), ("position", "51.5,-0.1"), ("id", "a"),
        ("brand", "Kura"), ("socials", #"["https://f.example/1"]"#), ("confidence", "0.93"),
      ], label: "Kura", words: "Kura%20N1%201AA")
  }

  @Test func hygieneRatings() throws {
    try check(
      #"{"name":"Caf","postcode":"N1 1AA","address":"1 Row, York","business_type":"Restaurant/Cafe/Canteen","#
        + #""hygiene_rating":5,"authority":"York"}"#,
      [
        ("name", "Caf"), ("kind", "restaurant, cafe or canteen"), ("address", "1 Row, York"),
        ("postcode", "N1 1AA"), ("position", "51.5,-0.1"), ("id", "a"), ("hygiene_rating", "5"),
        ("authority", "York"),
      ], label: "Caf", words: "Caf%20N1%201AA")
  }

  @Test func aList() throws {
    try check(
      #"{"Name":"Bo","Type":"Café","Cuisines":["Thai"],"Dog friendly":true,"Address Line 1":"1 Row","Town":"York","#
        + #""Telephone":"01","Owner":"Jo"}"#,
      [
        ("name", "Bo"), ("kind", "cafe"), ("cuisine", "thai"), ("with", "dogs"),
        ("address", "1 Row, York"), ("phone", "01"), ("position", "51.5,-0.1"), ("id", "a"),
        ("Owner", "Jo"),
      ], label: "Bo", words: "Bo")
  }

  @Test func hostile() throws {
    try check(
      #"{"name":"X","kind":"a\u001b]0;x\u0007b","cuisine":"\u202e;thai","outdoor_seating":"\u001b[2Jyes\nno","#
        + #""website":"\u0007javascript:alert(1)","with":"y","kind\u0000":"z"}"#,
      [
        ("name", "X"), ("kind", "z"), ("cuisine", "thai"),
        ("with", "outdoor seating ([2Jyes no)"), ("website", "javascript:alert(1)"),
        ("position", "51.5,-0.1"), ("id", "a"), ("kind", "a]0;xb"), ("cuisine", ";thai"),
        ("with", "y"),
      ], label: "X", words: "X")
  }

  /// As a separate member, if a venue says anything about food.
  @Test func document() throws {
    let venues = Dataset.collection([
      Dataset.feature(
        51.5, -0.1,
        properties:
          #"{"name":"A","amenity":"pub","cuisine":"pie","diet:vegan":"no","wheelchair":"yes"}"#,
        id: "\"a\""),
      Dataset.feature(51.6, -0.1, properties: #"{"name":"B","stars":4}"#, id: "\"b\""),
    ])
    try Dataset.with(venues) { _, data in
      let shown = try Finder.run("show a --json", data: data).stdout
      #expect(
        shown.contains(
          "\n \"food\":{\"kind\":\"pub\",\"cuisine\":[\"pie\"],\"diet\":[],\"with\":[\"wheelchair\"]},\n"
        ),
        "\(shown)")
      #expect(try !Finder.run("show b --json", data: data).stdout.contains("food"))
    }
  }
}
