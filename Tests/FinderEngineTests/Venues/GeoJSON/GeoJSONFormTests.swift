import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The forms that a dataset's text may have, and those that it may not.
@Suite("GeoJSON texts") struct GeoJSONFormTests {
  /// Every order of a feature's members, with every order of its collection's, means the same.
  @Test func membersInAnyOrder() throws {
    let feature = [
      #""type":"Feature""#, #""id":7"#, #""bbox":[0,0,1,1]"#,
      #""geometry":{"coordinates":[-0.1278,51.5074],"type":"Point"}"#,
      #""properties":{"postcode":"SW1A 2AA","seats":4,"name":"Inn"}"#,
    ]
    let expected =
      #"{"id":"7","name":"Inn","postcode":"SW1A 2AA","lat":51.5074,"lon":-0.1278,"#
      + #""distance_m":0,"bearing_deg":0,"properties":{"seats":4}}"#
    for members in permutations(of: feature) {
      let collection = [
        #""type":"FeatureCollection""#, #""features":[{\#(members.joined(separator: ","))}]"#,
        #""made":{"by":["us",{"type":"Feature"}]}"#,
      ]
      for members in permutations(of: collection) {
        let text = "{\(members.joined(separator: ","))}"
        let written = try LoadedDataset(text).written
        guard written != [expected] else { continue }
        Issue.record("\(text): \(written)")
      }
    }
  }

  @Test(arguments: [
    "\n{ \"type\" : \"FeatureCollection\" ,\n \"features\" : [\n %1 ,\n\t%2\r\n] }\n\n",
    #"{"features":[%1,%2],"type":"FeatureCollection"}"#,
    #"{"\u0074ype":"\u0046eatureCollection","f\u0065atures":[%1,%2]}"#,
    "\u{FEFF}{\"type\":\"FeatureCollection\",\"features\":[%1,%2]}",
    // One feature per line.
    "%1\n%2", "%1\n%2\n", "%1\r\n%2\r\n", "\n\n%1\n\n \t\n%2\n\n", " %1 \n\t%2 ",
    "\u{FEFF}%1\n%2\n",
    // Collections count as well as features.
    "%1\n{\"type\":\"FeatureCollection\",\"features\":[%2]}\n",
    "{\"type\":\"FeatureCollection\",\"features\":[%1]}\n%2\n",
    // RFC 8142.
    "\u{1E}%1\n\u{1E}%2\n", "\u{1E}%1\u{1E}%2", "\u{1E}\n%1\n\n\u{1E} %2",
    "\u{FEFF}\u{1E}%1\u{1E}%2",
    "\u{1E}\u{1E}\n\u{1E}%1\u{1E}\u{1E}%2\n\u{1E}", "\n \u{1E}%1\n\u{1E}\n\u{1E}%2\n\u{1E}\n",
    "\u{1E}{\"type\":\"FeatureCollection\",\n\"features\":[%1,\n%2]}\n",
  ])
  func twoVenues(form: String) throws {
    let (first, second) = (feature(name: "A", id: "1"), feature(name: "B", id: "2"))
    let dataset = try LoadedDataset(
      form.replacingOccurrences(of: "%1", with: first).replacingOccurrences(of: "%2", with: second))
    #expect(dataset.names == ["A", "B"])
    #expect(dataset.ids == ["1", "2"])
    #expect(dataset.store.tally.features == 2 && dataset.store.tally.leftOut == 0)
  }

  @Test(arguments: ["%", "\u{1E}%", "\u{FEFF} %\r\n"])
  func aFeatureAloneMayTakeLines(form: String) throws {
    let lines = feature(name: "A").replacingOccurrences(of: ",", with: "\n,\n")
    #expect(try LoadedDataset(form.replacingOccurrences(of: "%", with: lines)).names == ["A"])
  }

  @Test func textsOfASequenceMayTakeLines() throws {
    let lines = feature(name: "A").replacingOccurrences(of: ",", with: ",\n")
    #expect(try LoadedDataset("\u{1E}\(lines)\n\u{1E}\(lines)").names == ["A", "A"])
  }

  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[]}"#, #"{"features":[ ],"type":"FeatureCollection"}"#,
    "\u{1E}", "\u{1E}\n\u{1E}",
  ])
  func noVenues(text: String) throws {
    let dataset = try LoadedDataset(text)
    #expect(dataset.store.count == 0 && dataset.store.tally == DatasetTally())
    #expect(dataset.store.extent == nil && !dataset.store.tally.looksSwapped)
  }

  // MARK: Texts that fail as a whole

  @Test(arguments: [
    // Nothing, or no object.
    ("▸", "expected GeoJSON, but there is nothing but white space"),
    (" \n\t\r\n▸", "expected GeoJSON, but there is nothing but white space"),
    ("\u{FEFF}▸", "expected GeoJSON, but there is nothing but white space"),
    ("▸[]", noObject), ("▸null", noObject),
    ("▸\"{}\"", noObject), ("▸name,lat,lon\n", noObject),
    ("▸<kml/>", noObject), ("▸\u{0}{}", noObject),
    ("\u{FEFF}▸\u{FEFF}{}", noObject),
    ("▸\u{FFFE}", noObject),
    // An object that is not a dataset.
    ("▸{}", "expected GeoJSON, but this object has no 'type'"),
    (#"▸{"features":[]}"#, "expected GeoJSON, but this object has no 'type'"),
    (#"▸{"Type":"Feature"}"#, "expected GeoJSON, but this object has no 'type'"),
    (#"▸{"type":"point","coordinates":[0,51]}"#, expectedType("point")),
    (#"▸{"type":"featurecollection","features":[]}"#, expectedType("featurecollection")),
    (#"▸{"type":"Topology","objects":{}}"#, expectedType("Topology")),
    (#"▸{"type":"","features":[]}"#, expectedType("")),
    (#"▸{"type":null,"features":[]}"#, expectedType("null")),
    (#"▸{"type":["Feature"]}"#, expectedType(#"["Feature"]"#)),
    // An invalid collection.
    (#"▸{"type":"FeatureCollection"}"#, "expected a 'features' array in the FeatureCollection"),
    (#"{"type":"FeatureCollection","features":▸{}}"#, "expected 'features' to be an array"),
    (#"{"type":"FeatureCollection","features":▸null}"#, "expected 'features' to be an array"),
    (#"{"features":▸"","type":"FeatureCollection"}"#, "expected 'features' to be an array"),
    (
      #"{"type":"FeatureCollection","features":[],"features":▸[]}"#, "expected 'features' only once"
    ),
    // Something after the dataset.
    (#"{"type":"FeatureCollection","features":[]}▸x"#, nothingMore),
    (#"{"type":"FeatureCollection","features":[]} ▸]"#, nothingMore),
    ("{\"type\":\"FeatureCollection\",\n\"features\":[]}\n▸{}", nothingMore),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}▸\u{0}", nothingMore),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}\n▸\u{0}", noObject),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}\n▸}", noObject),
    // Not JSON.
    (#"{"type":"FeatureCollection","features":[▸"#, "expected a value, but the text ends here"),
    (#"{"type":"FeatureCollection" ▸"features":[]}"#, "expected ',' or '}' after a member"),
    (#"{"features":[▸,],"type":"FeatureCollection"}"#, "expected a value"),
    (#"{"features":[] ▸"type":"FeatureCollection"}"#, "expected ',' or '}' after a member"),
    (#"{"features" ▸[]}"#, "expected ':' after a member's name"),
    (#"{"type":"FeatureCollection",▸features:[]}"#, "expected a member's name in double quotes"),
    (#"{▸'type':'FeatureCollection'}"#, "expected a member's name in double quotes"),
    (#"{"type":▸}"#, "expected a value"), (#"{"type":"Feature▸"#, "the text ends inside a string"),
  ])
  func fails(marked: String, problem: String) throws {
    let text = MarkedText(marked)
    let error = try #require(throws: ParseError.self) { try LoadedDataset(text.bytes) }
    #expect(error == ParseError(text.mark, problem))
  }

  @Test(arguments: [
    ("%\n▸[]", noObject),
    ("%\n{\"type\":\"Feature\",▸oops}\n%", "expected a member's name in double quotes"),
    ("%\n%\n▸nonsense\n%", noObject),
    ("%\n▸{}\n", "expected GeoJSON, but this object has no 'type'"),
    ("%\n▸{\"type\":\"Circle\"}\n", expectedType("Circle")),
    ("% ▸%", nothingMore),
    ("%\n% ▸%\n", nothingMore),
    ("%▸,\n%", nothingMore),
    ("%\n▸{\n\"type\":\"Feature\"}", "expected one whole feature on this line"),
    ("{\n\"type\":\"Feature\"}\n▸{\n\"type\":\"Feature\"}", nothingMore),
    ("%\r▸%", nothingMore),
    ("%\n▸\u{1E}%", noObject),
    ("%\n▸\u{FEFF}%", noObject),
    ("%\n{\"type\":\"Feature\",\"id\":\"12▸", "the text ends inside a string"),
    ("\u{1E}%\n▸%", "expected a record separator (0x1E) before the next text"),
    ("\u{1E}%▸x", "expected a record separator (0x1E) before the next text"),
    ("\u{1E}%\n\u{1E}▸nonsense\n\u{1E}%", noObject),
    (
      "\u{1E}%\n\u{1E}{\"type\":\"Feature\"\n▸",
      "expected ',' or '}' after a member, but the text ends here"
    ),
    ("\u{1E}%\n\u{1E}{\"type\":\"Feature\"\n▸\u{1E}%", "expected ',' or '}' after a member"),
    ("\u{1E}▸\u{FEFF}%", noObject),
  ])
  func failsAmongFeatures(marked: String, problem: String) throws {
    let text = MarkedText(marked.replacingOccurrences(of: "%", with: feature(name: "A", id: "1")))
    let error = try #require(throws: ParseError.self) { try LoadedDataset(text.bytes) }
    #expect(error == ParseError(text.mark, problem))
  }

  /// A dataset cut at any place fails, or is a valid one with fewer lines.
  @Test func everyCut() throws {
    let features = [feature(name: "A", id: "\"é\""), feature(name: "B")]
    let whole = Array(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8)
    for end in 0..<whole.count {
      #expect(throws: ParseError.self, "cut at \(end)") { try LoadedDataset(whole[..<end]) }
    }
    for separators in [("", "\n"), ("\u{1E}", "\n")] {
      let lines = features.map { separators.0 + $0 + separators.1 }.joined()
      let first = (separators.0 + features[0]).utf8.count
      for end in 0..<lines.utf8.count - 1 {
        let loaded = try? LoadedDataset(lines.utf8.prefix(end)).names
        let isWhole = end >= first && end <= first + 1 + separators.0.utf8.count
        let isEmptySequence = end > 0 && end == separators.0.utf8.count
        #expect(loaded == (isWhole ? ["A"] : isEmptySequence ? [] : nil), "cut at \(end)")
      }
    }
  }
}

private let noObject = "expected a GeoJSON object ('{')"
private let nothingMore = "expected nothing more, or one feature a line"

private func expectedType(_ type: String) -> String {
  "expected a Feature, a FeatureCollection or a geometry, but the type is '\(type)'"
}

private func permutations(of items: [String]) -> [[String]] {
  guard let first = items.first else { return [[]] }
  return permutations(of: Array(items.dropFirst())).flatMap { rest in
    (0...rest.count).map { place in
      var order = rest
      order.insert(first, at: place)
      return order
    }
  }
}
