import FinderEngine
import TestSupport
import Testing

/// What is returned of a feature, and how: names, postcodes, properties, ids.
@Suite struct VenueContentTests {
  /// The one venue of a dataset in a given `--format`, without its measures.
  private func shown(
    _ properties: String, id: String? = nil, format: String = "ndjson"
  ) throws -> String {
    let feature = Dataset.feature(51.5, -0.1, properties: properties, id: id)
    return try Dataset.with(Dataset.collection([feature])) { _, data in
      let result = try Finder.run("near --at 51.5,-0.1 --format \(format)", data: data)
      #expect(result.status == 0 && result.stderr == "", "\(result)")
      return result.stdout
    }
  }

  private func line(id: String, name: String, postcode: String = "null", rest: String = "")
    -> String
  {
    "{\"id\":\"\(id)\",\"name\":\(name),\"postcode\":\(postcode),\"lat\":51.5,\"lon\":-0.1,"
      + "\"distance_m\":0,\"bearing_deg\":0\(rest)}\n"
  }

  @Test func namesAreTidied() throws {
    let name =
      #"{"name":"\t  The\t\u00a0 Red\u200f \u202eLi\u0007on\u202c\n","#
      + #""postcode":" n1\t 1aa "}"#
    #expect(
      try shown(name, id: "1") == line(id: "1", name: #""The Red Lion""#, postcode: #""n1 1aa""#))
    #expect(
      try shown(name, id: "1", format: "csv").split(separator: "\n").last
        == "1,The Red Lion,n1 1aa,51.5,-0.1,0,0")
    #expect(try shown(name, id: "1", format: "table").contains("  The Red Lion  n1 1aa\n"))
    // The geojson formats keep it unchanged, including escapes.
    for format in ["geojson", "geojsonseq"] {
      let stood = #""properties":\#(name.dropLast()),"distance_m":0,"bearing_deg":0}"#
      #expect(try shown(name, id: "1", format: format).contains(stood))
    }
  }

  @Test(arguments: [
    (#"{"name":"x","postcode":null}"#, "null"), (#"{"name":"x"}"#, "null"),
    (#"{"name":"x","postcode":""}"#, "null"), (#"{"name":"x","postcode":" \t"}"#, "null"),
    (#"{"name":"x","postcode":"N1 1AA"}"#, #""N1 1AA""#),
    (#"{"name":"x","PostCode":"N1 1AA"}"#, #""N1 1AA""#),
    (#"{"name":"x","addr:postcode":"N1 1AA"}"#, #""N1 1AA""#),
  ])
  func postcodes(properties: String, postcode: String) throws {
    let line = try shown(properties, id: "1")
    #expect(line.contains(#""name":"x","postcode":\#(postcode),"lat""#), "\(line)")
  }

  @Test func noPropertiesAtAll() throws {
    for properties in ["null", "{}"] {
      #expect(try shown(properties, id: "1") == line(id: "1", name: "null"))
    }
    #expect(try shown("null", id: "1", format: "table").contains("  (no name)\n"))
  }

  /// A name or postcode that says nothing is still not another property.
  @Test(arguments: [
    (#"{"name":""}"#, "null"), (#"{"name":"x","postcode":null}"#, #""x""#),
    (#"{"postcode":"","name":"x"}"#, #""x""#), (#"{"name":null,"title":"x"}"#, #""x""#),
    (#"{"name":" \t","title":"x","postcode":"  "}"#, #""x""#),
  ])
  func emptyNamesAndPostcodes(properties: String, name: String) throws {
    let shown = try shown(properties, id: "1")
    #expect(shown == line(id: "1", name: name))
  }

  /// Unchanged: digits of numbers, escapes, order, spaces; only line breaks are removed.
  @Test func otherProperties() throws {
    let properties = #"""
      {"stars":1.50,"name":"x","tags":["a",
        "b\n\u00e9"],"big":123456789012345678901234567890, "deep":{"k" :
      null},"postcode":"N1 1AA","yes":true,"e":1E+2}
      """#
    let expected =
      #","properties":{"stars":1.50,"tags":["a",  "b\n\u00e9"],"#
      + #""big":123456789012345678901234567890,"deep":{"k" :null},"yes":true,"e":1E+2}"#
    #expect(
      try shown(properties, id: "1")
        == line(id: "1", name: #""x""#, postcode: #""N1 1AA""#, rest: expected))
  }

  @Test func aSecondNameIsAPropertyLikeOthers() throws {
    #expect(
      try shown(#"{"title":"t","name":"n"}"#, id: "1")
        == line(id: "1", name: #""n""#, rest: #","properties":{"title":"t"}"#))
  }

  @Test(arguments: [
    ("12345678901234567890123", "12345678901234567890123"), ("-0", "-0"), ("1.50", "1.50"),
    ("1e400", "1e400"), (#""a\"b\\c\u00e9""#, #"a\"b\\cé"#), (#""node/17""#, "node/17"),
  ])
  func ownIDs(id: String, shown expected: String) throws {
    #expect(try shown(#"{"name":"x"}"#, id: id) == line(id: expected, name: #""x""#))
    let geojson = try shown(#"{"name":"x"}"#, id: id, format: "geojsonseq")
    #expect(geojson.hasPrefix("\u{1E}{\"type\":\"Feature\",\"id\":\"\(expected)\",\"properties\""))
  }

  /// From name, postcode and position only: the rest of the feature, and of the file, may change.
  @Test func derivedIDs() throws {
    func id(_ properties: String, _ latitude: Double = 51.5, beside others: [String] = [])
      throws -> Substring
    {
      let feature = Dataset.feature(latitude, -0.1, properties: properties)
      return try Dataset.with(Dataset.collection(others + [feature])) { _, data in
        let result = try Finder.run("near --at 51.5,-0.1 --radius 50 --format csv", data: data)
        let row = result.stdout.split(separator: "\n").last ?? ""
        return row.prefix { $0 != "," }
      }
    }
    let plain = try id(#"{"name":"x","postcode":"N1 1AA"}"#)
    #expect(plain.count == 12)
    #expect(try id(#"{"more":1,"postcode":"N1 1AA","name":"\u0078"}"#) == plain)
    #expect(
      try id(
        #"{"name":"x","postcode":"N1 1AA"}"#, beside: [Dataset.venue("far", 55, -3)]) == plain)
    #expect(try id(#"{"name":"y","postcode":"N1 1AA"}"#) != plain)
    #expect(try id(#"{"name":"x","postcode":"N1 1AB"}"#) != plain)
    #expect(try id(#"{"name":"x","postcode":"N1 1AA"}"#, 51.5001) != plain)
  }

  @Test func laterTwinsAreNumbered() throws {
    let twin = Dataset.feature(51.5, -0.1, properties: #"{"name":"t"}"#)
    let features =
      ["\"a\"", "\"a~2\"", "\"a\"", "7", "\"7\"", "7"].map {
        Dataset.feature(51.6, -0.1, properties: #"{"name":"x"}"#, id: $0)
      } + [twin, twin, twin]
    try Dataset.with(Dataset.collection(features)) { _, data in
      let result = try Finder.run("near --at 51.6,-0.1 --format csv", data: data)
      let ids = result.stdout.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
      #expect(ids.prefix(6) == ["a", "a~2", "a~3", "7", "7~2", "7~3"], "\(result)")
      let derived = ids[6]
      #expect(ids.dropFirst(6) == [derived, derived + "~2", derived + "~3"], "\(result)")
    }
  }
}
