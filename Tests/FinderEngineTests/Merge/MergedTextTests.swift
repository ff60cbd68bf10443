import TestSupport
import Testing

@testable import FinderEngine

/// The order in which merged venues are written, and how their features are read.
@Suite struct MergedTextTests {
  /// By the names' bytes, then by the features', whatever the order in the file.
  @Test(arguments: 1...4) func order(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let letters = ["a", "b", "\\u0000", "é", " ", "\\\"", "𝄞"]
    // Names that agree in eight bytes, in 64, and as a whole.
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

  /// Of equal keys the last holds; `properties` may stand anywhere, with escapes, and be none.
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
