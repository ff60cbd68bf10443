import TestSupport
import Testing

@testable import FinderEngine

/// What each form of list comes out as.
@Suite struct ListFormTests {
  private func expect(
    _ text: String, _ task: ListTask = ListTask(), features: [String], faults: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try task.run(text)
    #expect(run.failure == nil, sourceLocation: sourceLocation)
    #expect(run.text == collection(features), sourceLocation: sourceLocation)
    #expect(run.faults == faults, sourceLocation: sourceLocation)
    #expect(run.summary.faults == faults.count, sourceLocation: sourceLocation)
  }

  // MARK: Rows

  @Test func columnsByTheirUsualNames() throws {
    for header in ["lat,lon", "Latitude,Longitude", "LAT,LNG", "latitude,long", "y,x"] {
      try expect(
        "name,\(header)\nA,51.50,-0.10\n", features: [feature("-0.10", "51.50", #"{"name":"A"}"#)])
    }
  }

  @Test func namedColumns() throws {
    try expect(
      "Venue,name,P,a,b\nA,other,N1,51,0\n",
      ListTask {
        $0.input.columns = ListColumns(latitude: "a", longitude: "b", name: "Venue", postcode: "P")
      }, features: [feature("0", "51", #"{"name":"A","name_2":"other","postcode":"N1"}"#)])
  }

  /// Numbers stay as they are written where JSON allows it, and say the same where it does not.
  @Test func spellingsOfNumbers() throws {
    for (cell, token) in [
      ("51.50", "51.50"), ("5.15e1", "5.15e1"), ("+51.5", "51.5"), ("051.5", "51.5"), (".5", "0.5"),
      ("-.5", "-0.5"), ("5.", "5"), (" 51.5 ", "51.5"), ("\"51.5\"", "51.5"), ("-0", "-0"),
      ("\u{2212}1.5", "-1.5"), ("51.123456789012345678", "51.123456789012345678"),
    ] {
      try expect("lat,lon\n\(cell),0\n", features: [feature("0", token, "{}")])
    }
    try expect("a;lat;lon\nx;51,5;-0,1\n", features: [feature("-0.1", "51.5", #"{"a":"x"}"#)])
  }

  @Test func cellsAsValues() throws {
    let cells: [(String, String?)] = [
      ("1847", "1847"), ("\"1847\"", "\"1847\""), ("01", "\"01\""), ("1e5", "1e5"),
      ("true", "true"),
      ("\"true\"", "\"true\""), ("null", "null"), ("", nil), ("\"\"", "\"\""),
      ("\"{\"\"a\"\":[1]}\"", #"{"a":[1]}"#), ("\"{\"\"a\"\":\"", #""{\"a\":""#), ("{}", "{}"),
      ("\"\"\"x\"\"\"", "\"x\""), (" x ", "\" x \""), ("[closed]", "\"[closed]\""),
      ("\"a\\b\"", #""a\\b""#),
    ]
    for (cell, value) in cells {
      let members = value.map { "\"v\":\($0)" } ?? ""
      try expect("lat,lon,v\n1,2,\(cell)\n", features: [feature("2", "1", "{\(members)}")])
    }
    // A restaurant may be called 1847, or true.
    try expect(
      "lat,lon,name,Postcode\n1,2,1847,12\n1,2,\"true\",\n",
      features: [
        feature("2", "1", #"{"name":"1847","Postcode":"12"}"#),
        feature("2", "1", #"{"name":"true"}"#),
      ])
  }

  @Test func doubledAndNamelessColumns() throws {
    try expect(
      "lat,lon,a,a,,id,id\n1,2,x,y,z,7,8\n",
      features: [feature("2", "1", #"{"a":"x","a_2":"y","column_5":"z","id":8}"#, id: "7")])
  }

  @Test func rowsThatCannotBeUsed() throws {
    try expect(
      "name,lat,lon\nA,1,2\nB,x,2\nC,,\nD,1,\nE,51.5,200\nF,95,1\nG,1,2,3\nH,1,2,\nI,1\n\"J\"x,1,2\n",
      features: [
        feature("2", "1", #"{"name":"A"}"#), placeless(#"{"name":"C"}"#),
        feature("2", "1", #"{"name":"H"}"#),
      ],
      faults: [
        "line 3: 'lat' is not a number: 'x'", "line 5: has no 'lon'",
        "line 6: longitude 200 is out of range (-180…180)",
        "line 7: latitude 95 is out of range (-90…90); latitude and longitude look swapped",
        "line 8: has 4 cells, but there are 3 columns", "line 10: has no 'lon'",
        "line 11: expected ',' after a quoted cell",
      ])
  }

  @Test func onlyTenAreTold() throws {
    let run = try ListTask().run("lat,lon\n" + String(repeating: "x,1\n", count: 25) + "1,2\n")
    #expect(run.faults.count == 10 && run.summary.faults == 25)
    #expect(run.text == collection([feature("2", "1", "{}")]))
  }

  @Test func eastingsAndNorthings() throws {
    // Caister water tower, as the Ordnance Survey works it out, within the 5 m of the shift.
    let run = try ListTask().run("name,Easting,Northing\nA,651409.903,313177.270\nB,,\nC,1,-5\n")
    #expect(run.faults == ["line 4: easting 1, northing -5 is outside the National Grid"])
    let numbers = run.lines[1].split(separator: "[")[1].split(separator: "]")[0].split(
      separator: ",")
    let point = Coordinate(latitude: Double(numbers[1])!, longitude: Double(numbers[0])!)
    let truth = Coordinate(latitude: 52.6579759, longitude: 1.7160520)
    #expect(Geodesic.distance(from: point, to: truth) < 5, "\(run.text)")
  }

  @Test func aTableWithBoth() throws {
    let text = "lat,lon,easting,northing\n51.4,0,530000,180000\n"
    let grid = try ListTask(.ndjson).run(text)
    #expect(grid.text.hasPrefix(#"{"name":null,"postcode":null,"lat":51.50"#))
    #expect(grid.text.hasSuffix(#""properties":{"lat":51.4,"lon":0}}"# + "\n"))
    #expect(
      grid.summary.notes == [
        "positions are taken from 'easting' and 'northing' where they stand within 50 km of the degrees; --lat-column 'lat' --lon-column 'lon' takes the others"
      ])
    let degrees = ListTask(.ndjson) {
      $0.input.columns = ListColumns(latitude: "lat", longitude: "lon")
    }
    #expect(try degrees.run(text).text.contains(#""lat":51.4,"lon":0,"#))
  }

  // MARK: Encodings

  @Test func latin1() throws {
    let bytes = Array("name,lat,lon\nCaf".utf8) + [0xE9, 0x20, 0x80, 0x93] + Array(",1,2\n".utf8)
    let refused = try ListTask().run(bytes)
    #expect(refused.failure == "line 2: expected UTF-8, found byte 0xe9")
    #expect(refused.hint?.contains("--encoding latin1") == true)
    let read = try ListTask { $0.encoding = .latin1 }.run(bytes)
    #expect(read.text == collection([feature("2", "1", "{\"name\":\"Café €\u{201C}\"}")]))
    // Every byte, against the table of the standard library's own Latin-1 where the two agree.
    let all = (0xA0...0xFF as ClosedRange<UInt8>).map { $0 }
    let text = String(String.UnicodeScalarView(all.map { Unicode.Scalar($0) }))
    let run = try ListTask { $0.encoding = .latin1 }.run(
      Array("lat,lon,name\n1,2,".utf8) + all + Array("\n".utf8))
    #expect(run.text == collection([feature("2", "1", "{\"name\":\"\(text)\"}")]))
  }

  @Test func whatIsNoText() throws {
    for (bytes, word) in [
      ([0xFF, 0xFE, 0x61, 0x00] as [UInt8], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"),
      ([0x50, 0x4B, 0x03, 0x04, 0xFF], "zip"), (Array("%PDF-1.7".utf8), "PDF"),
    ] {
      #expect(try ListTask().run(bytes).failure?.contains(word) == true)
    }
    for text in ["", " \n \n"] {
      #expect(
        try ListTask().run(text).failure
          == "line 1: expected a list, but there is nothing but white space")
    }
  }

  // MARK: JSON

  @Test func overpass() throws {
    let text = """
      {"version":0.6,"osm3s":{"copyright":"x"},"elements":[
      {"type":"node","id":12345678901,"lat":51.0,"lon":-0.10,"tags":{"name":"A","amenity":"cafe"}},
      {"type":"node","id":2,"lat":51,"lon":0},
      {"type":"way","id":3,"center":{"lat":1.50,"lon":2},"nodes":[1,2],"tags":{"name":"W"}},
      {"type":"relation","id":4,"members":[],"tags":{"name":"R"}}],"remark":"runtime error"}
      """
    try expect(
      text,
      features: [
        feature("-0.10", "51.0", #"{"name":"A","amenity":"cafe"}"#, id: #""node/12345678901""#),
        feature("2", "1.50", #"{"name":"W"}"#, id: #""way/3""#),
        placeless(#"{"name":"R"}"#, id: #""relation/4""#),
      ])
    let run = try ListTask().run(text)
    #expect(run.summary.passedOver == 1 && run.summary.tally.withoutPosition == 1)
    #expect(run.summary.notes == ["Overpass remarks: runtime error"])
  }

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

  @Test func objectsOneALine() throws {
    try expect(
      """
      {"lat":1,"lon":2,"name":"A","id":7}
      {"name":null,"postcode":"N1","latitude":"1.50","lng":" 2","properties":{"z":[1, 2]},"x":"y"}

      {"lat":null,"lon":null,"name":"C"}
      {"lat":1,"name":"D"}
      {"lat":3,"lon":4,"geometry":{"type":"Point","coordinates":[1,2,3]}}
      """,
      features: [
        feature("2", "1", #"{"name":"A"}"#, id: "7"),
        feature("2", "1.50", #"{"postcode":"N1","x":"y","z":[1, 2]}"#), placeless(#"{"name":"C"}"#),
        #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2,3]}}"#,
      ], faults: ["line 5, column 1: has no longitude"])
    try expect(
      #"[{"lat":1,"lon":2,"features":["terrace"]}]"#,
      features: [feature("2", "1", #"{"features":["terrace"]}"#)])
    try expect(
      #"{"count":1,"venues":[{"id":"a","name":"A","lat":1,"lon":2,"distance_m":3.5}]}"#,
      features: [feature("2", "1", #"{"name":"A","distance_m":3.5}"#, id: #""a""#)])
  }

  @Test func geoJSONOfEveryForm() throws {
    let (a, b) = (feature("2", "1", #"{"name":"A"}"#), feature("4", "3", #"{"name":"B"}"#, id: "1"))
    for text in [
      collection([a, b]), "\(a)\n\(b)\n", "\u{1E}\(a)\n\u{1E}\(b)\n", "\(a)\r\n\n\(b)",
      #"{"features":[\#(a),\#(b)],"type":"FeatureCollection"}"#, "[\(a),\(b)]",
      collection([a]) + collection([b]), "\u{FEFF}" + collection([a, b]),
      "{ \"type\" : \"FeatureCollection\" , \"features\" : [ \(a) , \(b) ] }",
    ] {
      try expect(text, features: [a, b])
    }
    try expect(a, features: [a])
    try expect(collection([]), features: [])
  }

  /// Members that GeoJSON allows and finder does not use go where there is a place for them.
  @Test func foreignMembers() throws {
    let feature =
      #"{"type":"Feature","properties":{"a":1},"geometry":null,"bbox":[1,2,3,4],"x":{}}"#
    let text =
      "{\"type\":\"FeatureCollection\",\"name\":\"n\",\"features\":[\n\(feature)\n],\"bbox\":[0,1,2,3]}\n"
    #expect(try ListTask().run(text).text == text)
    let row = try ListTask(.csv).run(text)
    #expect(row.text == "lat,lon,a\n,,1\n")
    #expect(row.summary.tally.membersLost == 2 && row.summary.notes.count == 1)
    // A box round where they stood is none round where they stand.
    let rounded = try ListTask { $0.output.precision = 2 }.run(text)
    #expect(!rounded.text.contains("bbox") && rounded.text.contains(#""x":{}"#))
  }

  @Test func featuresThatCannotBeUsed() throws {
    let good = feature("2", "1", "{}")
    let bad = [
      (#"{"type":"Point","coordinates":[2,1]}"#, FeatureFault.notAFeature.explanation),
      (
        #"{"type":"Feature","properties":3,"geometry":null}"#,
        FeatureFault.malformedProperties.explanation
      ),
      (feature("200", "1", "{}"), "longitude 200 is out of range (-180…180)"),
      (
        #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[1,2]}}"#,
        FeatureFault.malformedCoordinates.explanation
      ),
      ("7", "is not an object"),
    ]
    try expect(
      collection([good] + bad.map(\.0)), features: [good],
      faults: bad.enumerated().map { "line \($0.offset + 3), column 1: \($0.element.1)" })
  }

  @Test(arguments: [
    #"{"a":1}"#, #"{"type":"FeatureCollection"}"#, #"{"type":"FeatureCollection","features":{}}"#,
    "[1",
    #"{"type":"FeatureCollection","features":[],"features":[]}"#,
    #"{"features":[{}],"type":"Topology"}"#,
    #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:27700"}},"features":[]}"#,
    "{\"lat\":1,\"lon\":2}\n{\"lat\":", "[{\"a\":\"\u{1}\"}]", #"{"elements":[{}}"#,
  ])
  func badJSON(text: String) throws {
    let run = try ListTask().run(text)
    #expect(run.failure != nil, "\(run.text)")
  }

  /// Wide headers and long cells take no longer than their bytes.
  @Test func wideAndLong() throws {
    let wide = "lat,lon" + String(repeating: ",", count: 200_000) + "\n1,2\n"
    #expect(try ListTask().run(wide).text == collection([feature("2", "1", "{}")]))
    let long = String(repeating: "a\u{1}\"\"", count: 300_000)
    let run = try ListTask().run("lat,lon,name\n1,2,\"\(long)\"\n")
    let token = String(repeating: #"a\u0001\""#, count: 300_000)
    #expect(run.text == collection([feature("2", "1", "{\"name\":\"\(token)\"}")]))
    let tooLong = try ListTask().run(
      "lat,lon,name\n1,2,\"" + String(repeating: "long ", count: 4_000_000))
    #expect(tooLong.failure?.contains("longer than 16 MiB") == true)
  }

  @Test func deepNesting() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    for text in [deep, "{\"elements\":[\(deep)", "lat,lon,a\n1,2,\(deep)\n"] {
      let run = try ListTask().run(text)
      #expect(run.failure != nil || run.output.count > 1_000_000)
    }
  }
}
