import TestSupport
import Testing

@testable import FinderEngine

/// The `crs` member of GeoJSON before RFC 7946.
@Suite("Reference systems") struct ReferenceSystemTests {
  static let collection = #"{"type":"FeatureCollection",%"features":[@]}"#

  @Test(arguments: [
    "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "urn:ogc:def:crs:EPSG::4326",
    "EPSG:4326", "epsg:4326", "urn:ogc:def:crs:EPSG:6.9:4326", "CRS84", "OGC:CRS84", "CRS84h",
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "http://www.opengis.net/def/crs/EPSG/0/4326",
    "http://www.opengis.net/gml/srs/epsg.xml#4326", #"EPSG:\u0034326"#,
  ])
  func accepted(name: String) throws {
    for crs in [
      #"{"type":"name","properties":{"name":"\#(name)"}}"#,
      #"{"properties":{"x":[1],"name":"\#(name)","y":null},"type":"name","z":{}}"#,
      #"{"type":"name","properties":{"name":"EPSG:27700","name":"\#(name)"}}"#,
    ] {
      #expect(try load(crs).names == ["A"])
    }
  }

  @Test func nullSaysNothing() throws { #expect(try load("null").names == ["A"]) }

  @Test(arguments: [
    (#"{"type":"name","properties":{"name":"EPSG:27700"}}"#, "names EPSG:27700"),
    (
      #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#,
      "names urn:ogc:def:crs:EPSG::3857"
    ),
    (
      #"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS83"}}"#,
      "names urn:ogc:def:crs:OGC:1.3:CRS83"
    ),
    (#"{"type":"name","properties":{"name":"4326"}}"#, "names 4326"),
    (#"{"type":"name","properties":{"name":"SR-ORG:4326"}}"#, "names SR-ORG:4326"),
    (#"{"type":"name","properties":{"name":""}}"#, "names "),
    (#"{"type":"name","properties":{"name":"EPSG:4326","name":"EPSG:2154"}}"#, "names EPSG:2154"),
    (#"{"type":"name","properties":{"name":4326}}"#, "names no such system"),
    (#"{"type":"name","properties":{}}"#, "names no such system"),
    (#"{"type":"name","properties":null}"#, "names no such system"),
    (#"{"type":"link","properties":{"href":"http://example.org/crs/42"}}"#, "names no such system"),
    ("{}", "names no such system"), (#"{"name":"EPSG:4326"}"#, "names no such system"),
  ])
  func refused(crs: String, clause: String) throws {
    for form in ["%\"features\":[@]", "\"features\":[@],%\"x\":1"] {
      let text = #"{"type":"FeatureCollection",\#(form)}"#
        .replacing("%", with: "\"crs\":▸\(crs),").replacing("@", with: feature(name: "A"))
      let marked = MarkedText(text)
      let error = try #require(throws: ParseError.self) { try LoadedDataset(marked.bytes) }
      #expect(error.offset == marked.mark)
      #expect(
        error.problem == "expected WGS 84 longitudes and latitudes (CRS84 or EPSG:4326), but the "
          + "'crs' member \(clause)")
    }
  }

  @Test(arguments: ["\"EPSG:4326\"", "[]", "4326", "true"])
  func notAnObject(crs: String) throws {
    let error = try #require(throws: ParseError.self) { try load(crs) }
    #expect(error.problem == "expected the 'crs' member to be an object or null")
  }

  /// At every place where it may be, but not among the properties, where it belongs to the venue.
  @Test func everyPlace() throws {
    let crs = #""crs":{"type":"name","properties":{"name":"EPSG:27700"}}"#
    let geometry = #""type":"Point","coordinates":[0,51]"#
    for text in [
      #"{"type":"Feature","geometry":{\#(geometry)},\#(crs)}"#,
      #"{\#(crs),"type":"Feature","geometry":{\#(geometry)}}"#,
      #"{"type":"Feature","geometry":{\#(geometry),\#(crs)}}"#,
      #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[],\#(crs)}}"#,
      #"{"type":"FeatureCollection","features":[],\#(crs)}"#,
      #"{"type":"FeatureCollection","features":[],\#(crs.replacing("crs", with: #"\u0063rs"#))}"#,
    ] {
      #expect(throws: ParseError.self, "\(text)") { try LoadedDataset(text) }
    }
    let own = #"{"type":"Feature","geometry":{\#(geometry)},"properties":{\#(crs)}}"#
    #expect(try LoadedDataset(own).store.count == 1)
  }

  private func load(_ crs: String) throws -> LoadedDataset {
    try LoadedDataset(
      Self.collection.replacing("%", with: "\"crs\":\(crs),")
        .replacing("@", with: feature(name: "A")))
  }
}
