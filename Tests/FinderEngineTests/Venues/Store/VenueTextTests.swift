import TestSupport
import Testing

@testable import FinderEngine

/// What is printed without reading the feature again equals what is printed after reading it.
@Suite struct VenueTextTests {
  private func store(_ features: [String]) throws -> VenueStore {
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return try VenueStore(reading: PaddedBytes(copying: text.utf8))
  }

  private func feature(_ properties: String, before: String = "") -> String {
    #"{"type":"Feature",\#(before)"geometry":{"type":"Point","coordinates":[0,51]},"#
      + #""properties":{\#(properties)}}"#
  }

  /// Lengths and places on both sides of the limits of 64 bits.
  @Test func whatDoesNotFitIsReadAgain() throws {
    for (name, postcode, distance, isKnown) in [
      (0, 0, 0, true), (1, 1, 0, true), (2_046, 1_022, 0, true), (2_047, 1, 0, false),
      (1, 1_023, 0, false), (2_048, 1_024, 0, false), (100_000, 5_000, 0, false),
      (7, 7, 1_000_000, true), (7, 7, 1_048_576, false), (0, 0, 1_048_576, true),
    ] {
      let names = (String(repeating: "n", count: name), String(repeating: "p", count: postcode))
      let store = try store([
        feature(
          #""name":"\#(names.0)","postcode":"\#(names.1)""#,
          before: String(repeating: " ", count: distance))
      ])
      let label: Comment = "\(name), \(postcode), \(distance)"
      #expect(store.columns.text[0].isKnown == isKnown, label)
      let venue = Venue(row: 0, of: store)
      #expect(venue.name == names.0, label)
      #expect(venue.postcode == (postcode > 0 ? names.1 : nil), label)
      #expect(store.withName(ofRow: 0) { $0.count } == name, label)
    }
  }

  @Test func escapesAreResolved() throws {
    let store = try store([
      feature(#""postcode":"\u0041B","name":"a\"b""#), feature(#""postcode":"AB","name":"ab""#),
    ])
    #expect(Venue(row: 0, of: store).name == #"a"b"#)
    #expect(Venue(row: 0, of: store).postcode == "AB")
    #expect(Venue(row: 1, of: store).name == "ab")
  }

  /// The mark may be there without need; without it, there must be nothing to show.
  @Test(arguments: [
    (#""name":"a","postcode":"b""#, false, ""),
    (#""postcode":"b""#, false, ""),
    ("", false, ""),
    (#""name":7,"postcode":-1"#, false, ""),
    (#""name":"a","name":"b""#, false, ""),
    (#""name":" ","postcode":"""#, false, ""),
    (#""name":"a","n":1"#, true, #"{"n":1}"#),
    (#""name":"a","Name":"b""#, true, #"{"Name":"b"}"#),
    (#""Name":"b""#, true, ""),
    (#""title":"a","name":null"#, true, ""),
    (#""name":{"x":1}"#, true, #"{"name":{"x":1}}"#),
    (#""name":[1],"postcode":true"#, true, #"{"name":[1],"postcode":true}"#),
    (#""name":null"#, true, ""),
    (#""nam\u0065":"a","n\u0061mes":2"#, true, #"{"n\u0061mes":2}"#),
  ])
  func otherProperties(properties: String, isMarked: Bool, shown: String) throws {
    let store = try store([feature(properties)])
    #expect(store.columns.text[0].hasOtherProperties == isMarked)
    var searcher = Searcher(store)
    let hit = searcher.search(Query(from: Coordinate(latitude: 51, longitude: 0)))[0]
    var output = ByteBuffer()
    VenueWriter(store).append(jsonOf: hit, to: &output)
    let document = String(decoding: output.bytes, as: UTF8.self)
    let tail = shown.isEmpty ? "}" : #","properties":\#(shown)}"#
    #expect(document.hasSuffix(#""bearing_deg":0"# + tail), "\(document)")
  }
}
