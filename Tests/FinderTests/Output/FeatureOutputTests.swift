import FinderEngine
import Foundation
import TestSupport
import Testing

/// The geojson forms: whole features, with id, distance and bearing.
@Suite struct FeatureOutputTests {
  private static let polygon = #"""
    {"bbox":[-0.12,51.49,-0.10,51.51],
     "properties":{"name":" caf\u00e9\t","distance_m":"far","stars":4.50,
       "tags":["a"],"bearing_deg":null,"postcode":"n1 1aa"},
     "geometry":{"coordinates":[[[-0.12,51.49],[-0.10,51.49],
       [-0.10,51.51],[-0.12,51.51],[-0.12,51.49]]],"type":"Polygon"},
     "id":17.0, "type":"Feature","style":{"fill":"red"}, "nothing":null}
    """#

  private static let point = #"""
    {"type":"Feature","geometry":{"type":"Point","coordinates":[-0.11,51.502,35.5]},"properties":null}
    """#

  private static let dataset = Dataset.collection([point, polygon])

  /// Members in the order of the file, after type, id and properties.
  private static let whole =
    #"{"type":"Feature","id":"17.0","properties":{"name":" caf\u00e9\t","stars":4.50,"#
    + #""tags":["a"],"postcode":"n1 1aa","distance_m":0,"bearing_deg":0},"#
    + #""bbox":[-0.12,51.49,-0.10,51.51],"geometry":{"coordinates":[[[-0.12,51.49],[-0.10,51.49],"#
    + #"   [-0.10,51.51],[-0.12,51.51],[-0.12,51.49]]],"type":"Polygon"},"#
    + #""style":{"fill":"red"},"nothing":null}"#

  @Test(arguments: ["near --at 51.5,-0.11", "within --at 51.5,-0.11 --span 0.1,0.1"])
  func collection(question: String) throws {
    try Dataset.with(Self.dataset) { _, data in
      let result = try Finder.run("\(question) --format geojson", data: data)
      let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(result.status == 0 && lines.count == 4, "\(result)")
      #expect(lines.first == #"{"type":"FeatureCollection","features":["#, "\(result)")
      expect(result, stdout: "\(lines[0])\n\(Self.whole),\n\(lines[2])\n")
      let geometry = #""geometry":{"type":"Point","coordinates":[-0.11,51.502,35.5]}}]}"#
      #expect(lines[2].hasSuffix(geometry))
      #expect(lines[2].contains(#""properties":{"distance_m":222.5,"bearing_deg":0},"geometry""#))
    }
  }

  @Test func sequence() throws {
    try Dataset.with(Self.dataset) { _, data in
      let collection = try Finder.run("near --at 51.5,-0.11 --format geojson", data: data)
      let lines = collection.stdout.split(separator: "\n")
      let features = [lines[1].dropLast(), lines[2].dropLast(2)]
      expect(
        try Finder.run("near --at 51.5,-0.11 --format geojsonseq", data: data),
        stdout: features.map { "\u{1E}\($0)\n" }.joined())
    }
  }

  /// finder reads what it wrote, and finds the same venues in it.
  @Test(arguments: ["geojson", "geojsonseq"])
  func readAgain(format: String) throws {
    try TemporaryDirectory.with { folder in
      let copy = folder.file("copy")
      let question = "within --bbox -0.2,51.45,-0.05,51.55 --format"
      let written = try Finder.run("\(question) \(format) --output \(copy)", data: Sample.path)
      expect(written, stdout: "")
      let first = try Finder.run("\(question) csv", data: Sample.path)
      #expect(first.stdout.utf8.count > 100_000)
      expect(try Finder.run("\(question) csv", data: copy), stdout: first.stdout)
    }
  }

  @Test func foundationReadsIt() throws {
    let result = try Finder.run(
      "near --at 51.5,-0.11 --limit 200 --format geojson", data: Sample.path)
    let object = try JSONSerialization.jsonObject(with: Data(result.stdoutBytes))
    let features = try #require((object as? [String: Any])?["features"] as? [[String: Any]])
    #expect(features.count == 200)
    for feature in features {
      let properties = try #require(feature["properties"] as? [String: Any])
      #expect(properties["distance_m"] is Double && properties["bearing_deg"] is Double)
      #expect(feature["id"] is String && feature["geometry"] is [String: Any])
    }
  }
}
