import TestSupport
import Testing

@testable import FinderEngine

/// The results of lists in JSON, and of lists in any form that exceed limits.
@Suite struct ListFormTests {
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

  /// A geometry alone is a feature without properties, as in a dataset.
  @Test func bareGeometries() throws {
    let line = #"{"coordinates":[[0,1],[2,3]],"type":"LineString","name":"kept"}"#
    let point = #"{"type":"Point","coordinates":[2,1]}"#
    let all = #"{"type":"GeometryCollection","geometries":[\#(point)]}"#
    let whole = { (geometry: String) in
      #"{"type":"Feature","properties":{},"geometry":\#(geometry)}"#
    }
    let named = feature("4", "3", #"{"name":"B"}"#)
    for text in [point, " \(point)\n", "\u{1E}\(point)\n", "[\(point)]"] {
      try expect(text, features: [whole(point)])
    }
    try expect(#"{"coordinates":[2,1],"type":"Point"}"#, features: [whole(point)])
    try expect("\(line)\n\(named)\n\(all)", features: [whole(line), named, whole(all)])
    let csv = try ListTask(.csv).run("\(point)\n\(point)\n")
    #expect(csv.text == "lat,lon\n1,2\n1,2\n")
    // Things that only look like one: a place of its own, a type of another kind, no coordinates.
    try expect(
      #"[{"type":"Point","coordinates":[9,9],"lat":1,"lon":2},{"type":"Point","name":"A"}]"#,
      features: [
        feature("2", "1", #"{"type":"Point","coordinates":[9,9]}"#),
        placeless(#"{"type":"Point","name":"A"}"#),
      ])
    try expect(
      #"{"type":"Point","coordinates":[191,1]}"#, features: [],
      faults: ["byte 0: longitude 191 is out of range (-180…180)"])
    #expect(try ListTask().run(#"{"type":"Pointy","coordinates":[1,2]}"#).failure != nil)
  }

  /// A collection with a venue's member before its type. It was looked at again without end.
  @Test func collectionsThatBeginLikeVenues() throws {
    let good = feature("2", "1", #"{"name":"A"}"#)
    for text in [
      #"{"lat":51,"lon":0,"type":"FeatureCollection"}"#,
      #"{"geometry":null,"type":"FeatureCollection","features":[\#(good)]}"#,
    ] {
      try expect(text, features: [], faults: ["byte 0: is a FeatureCollection"])
      try expect(
        "\(good)\n\(text)\n\(good)\n", features: [good, good],
        faults: ["line 2, column 1: is a FeatureCollection"])
    }
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

  /// Members that GeoJSON allows and finder does not use are kept where the format has a place for them.
  @Test func foreignMembers() throws {
    let feature =
      #"{"type":"Feature","properties":{"a":1},"geometry":null,"bbox":[1,2,3,4],"x":{}}"#
    let text =
      "{\"type\":\"FeatureCollection\",\"name\":\"n\",\"features\":[\n\(feature)\n],\"bbox\":[0,1,2,3]}\n"
    #expect(try ListTask().run(text).text == text)
    let row = try ListTask(.csv).run(text)
    #expect(row.text == "lat,lon,a\n,,1\n")
    #expect(row.summary.tally.membersLost == 2 && row.summary.notes.count == 1)
    // A bounding box of the old positions is wrong for the new ones.
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

  /// Wide headers and long cells take time in proportion to their bytes.
  @Test(.slow) func wideAndLong() throws {
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
