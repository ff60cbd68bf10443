import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// The order in which merged venues are written, and how their features are read.
@Suite struct MergedTextTests {
  /// By the names' bytes, then by the features' bytes, in whatever order the file has them.
  @Test(.slow, arguments: 1...4) func order(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let letters = ["a", "b", "\\u0000", "é", " ", "\\\"", "𝄞"]
    // Names that agree in eight bytes, in 64, and completely.
    let starts = ["", "12345678", String(repeating: "1234567", count: 10)]
    var features = (0..<3000).map { number in
      let start = starts[Int(random.next() % 3)]
      let end = (0..<Int(random.next() % 5)).map { _ in letters[Int(random.next() % 7)] }
      let place = Double(random.next() % 4)
      return
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"x\(start)\(end.joined())\",\"n\":\(number % 50)},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(place),51.5]}}"
    }
    let expected = try features.map { feature in
      let store = try VenueStore(reading: guarded(Array(feature.utf8)))
      return (name: store.withName(ofRow: 0) { Array($0) }, feature: Array(feature.utf8))
    }.sorted { a, b in
      a.name == b.name
        ? a.feature.lexicographicallyPrecedes(b.feature) : a.name.lexicographicallyPrecedes(b.name)
    }.map { String(decoding: $0.feature, as: UTF8.self) }
    for _ in 0..<2 {
      let text = try VenueMergeTests.merged([VenueMergeTests.source("osm", features)]).text
      #expect(
        text
          == "{\"type\":\"FeatureCollection\",\"features\":[\n\(expected.joined(separator: ",\n"))\n]}\n"
      )
      for place in features.indices {
        features.swapAt(place, Int(random.next() % UInt64(features.count)))
      }
    }
  }

  private func feature(
    _ properties: String, _ latitude: Double, _ more: String = ""
  ) -> String {
    "{\"type\":\"Feature\",\(more)\"properties\":{\(properties)},"
      + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-0.1,\(latitude)]}}"
  }

  /// Enough venues that each step works in several parts: names without a postcode, names whose postcodes
  /// lack a letter, and links to a house of another name. The last link with an id counts.
  @Test func manyParts() throws {
    let count = 27_000
    var (osm, ratings): ([String], [String]) = ([], [])
    for number in 0..<count {
      let latitude = 50 + Double(number) / 10_000
      let near = latitude + 0.00005
      let id = "\"id\":\"fhrs:\(number)\","
      switch number % 3 {
      case 0:
        osm.append(feature("\"name\":\"Kitchen \(number)\"", latitude))
        ratings.append(
          feature("\"name\":\"KITCHEN \(number) LTD\",\"n\":\(number)", near, id))
      case 1:
        let code = "\"postcode\":\"N\(number % 99 + 1) \(number / 99 % 10)\(letters(number))\""
        osm.append(feature("\"name\":\"Restaurant \(number)\",\(code)", latitude))
        ratings.append(
          feature("\"name\":\"Restarant \(number)\",\(code),\"n\":\(number)", near, id))
      default:
        osm.append(feature("\"name\":\"Inn \(number)\",\"fhrs_id\":\"\(number)\"", latitude))
        ratings.append(feature("\"name\":\"A \(number)\",\"n\":-1", near, id))
        ratings.append(feature("\"name\":\"B \(number)\",\"n\":\(number)", near, id))
      }
    }
    let (text, summary) = try VenueMergeTests.merged([
      VenueMergeTests.source("osm", osm),
      VenueMergeTests.source("hygiene", ratings.reversed(), links: .hygiene),
    ])
    #expect(summary.venues == count + count / 3 && summary.shared == count)
    let store = try VenueStore(reading: guarded(Array(text.utf8)))
    #expect(store.count == summary.venues)
    var (wrong, before) = (0, [UInt8]())
    for row in 0..<count {
      let name = store.withName(ofRow: row) { Array($0) }
      let number = name.drop { $0 != 0x20 }.dropFirst()
      let shown = Array("\"n\":".utf8) + number + Array(",".utf8)
      let isRight = shown.withUnsafeBufferPointer { store.featureBytes(ofRow: row).holds($0) }
      if !isRight || !before.lexicographicallyPrecedes(name) { wrong += 1 }
      before = name
    }
    #expect(wrong == 0)
  }

  private func letters(_ number: Int) -> String {
    String(
      decoding: [UInt8(0x41 + number / 990 % 26), UInt8(0x41 + number / 25_740)], as: UTF8.self)
  }

  /// Single venues with `sources`, white space, names too long for the store's column, properties given twice
  /// (an object, then null), and geometries without features.
  @Test func oddFeatures() throws {
    let long = String(repeating: "Zz", count: 1500)
    let osm = VenueMergeTests.source(
      "osm",
      [
        feature(#""name":"Crown","sources":{"old":1}"#, 51),
        #"{"type":"Point","coordinates":[0.5,52]}"#,
        "{ \"properties\" : {\n \"name\" : \"Bell\" , \"a\" : [ 1,\n 2 ] }\n, \"type\" : \"Feature\" , "
          + "\"geometry\" : {\"type\":\"Point\", \"coordinates\":[0,53]} }",
        feature("\"name\":\"\(long)\"", 54, "\"properties\":{\"old\":1},"),
      ])
    let ratings = VenueMergeTests.source(
      "hygiene",
      [
        #"{"type":"Feature","properties":{"name":"X"},"properties":[1],"#
          + #""geometry":{"type":"Point","coordinates":[0,55]}}"#,
        feature("\"name\":\"\(long) Ltd\",\"r\":1", 54),
      ])
    let (text, summary) = try VenueMergeTests.merged([osm, ratings])
    #expect(summary.leftOut == [1, 1])
    #expect(
      text == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"Bell","a":[ 1, 2 ],"sources":{"osm":{}}},\
        "geometry":{"type":"Point", "coordinates":[0,53]}},
        {"type":"Feature","properties":{"name":"Crown","sources":{"osm":{"properties":\
        {"sources":{"old":1}}}}},"geometry":{"type":"Point","coordinates":[-0.1,51.0]}},
        {"type":"Feature","properties":{"name":"\(long)","sources":{"osm":{}}},"geometry":\
        {"type":"Point","coordinates":[-0.1,54.0]}},
        {"type":"Feature","properties":{"name":"\(long) Ltd","r":1,"sources":{"hygiene":{}}},\
        "geometry":{"type":"Point","coordinates":[-0.1,54.0]}}
        ]}

        """)
    let point = guarded(Array(#"{ "type":"Point" , "coordinates":[0.5,52]}"#.utf8))
    let bare = try VenueMergeTests.merged([
      VenueMerge.Source(name: "map", text: point), VenueMergeTests.source("hygiene", []),
    ]).text
    #expect(
      bare.contains(
        #"{"sources":{"map":{}}},"geometry":{ "type":"Point" , "coordinates":[0.5,52]}}"#),
      "\(bare)")
  }

  /// The last of equal keys counts. `properties` may be anywhere, have escapes, and be null.
  @Test func propertiesThatComeTwice() throws {
    func feature(_ members: String, _ longitude: Double) -> String {
      "{\(members),\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),51.5]}}"
    }
    let osm = VenueMergeTests.source(
      "osm",
      [
        feature(
          #""properties":{"old":1,"name":"Crown"},"type":"Feature","\u0070roperties":"#
            + #"{"name":"Crown","postcode":"N1 1AA","a":{"properties":{"b":1}}},"x":1,"id":"1""#,
          -0.1),
        feature(#""properties":{"old":1},"properties":null,"type":"Feature""#, -0.2),
      ])
    let ratings = VenueMergeTests.source(
      "hygiene",
      [
        feature(#""type":"Feature","properties":[{"old":1}],"properties":{"name":"Roma"}"#, -0.3),
        feature(
          #""type":"Feature","properties":{"old":1},"properties":{"name":"Crown","postcode":"#
            + #""N1 1AA","c":2},"x":2"#, -0.1),
      ])
    let text = try VenueMergeTests.merged([osm, ratings]).text
    #expect(
      text == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"sources":{"osm":{}}},"geometry":{"type":"Point",\
        "coordinates":[-0.2,51.5]}},
        {"type":"Feature","id":"1","properties":{"name":"Crown","postcode":"N1 1AA",\
        "a":{"properties":{"b":1}},"c":2,"sources":{"osm":{"id":"1"},"hygiene":{}}},"x":1,\
        "geometry":{"type":"Point","coordinates":[-0.1,51.5]}},
        {"type":"Feature","properties":{"name":"Roma","sources":{"hygiene":{}}},"geometry":\
        {"type":"Point","coordinates":[-0.3,51.5]}}
        ]}

        """)
  }
}
