import TestSupport
import Testing

@testable import FinderEngine

/// The position of a feature, by its geometry.
@Suite("Geometries") struct GeometryReadingTests {
  @Test(arguments: [
    ("[-0.1278,51.5074]", 51.5074, -0.1278), ("[0,0]", 0, 0), ("[2,49]", 49, 2),
    ("[-180,-90]", -90, -180), ("[180,90]", 90, 180), ("[-0.0,-0]", 0, 0), (" [ 1 , 2 ] ", 2, 1),
    ("[1e0,4.9e1]", 49, 1), ("[100E-2,490.0e-1]", 49, 1), ("[1.0000000,49.00]", 49, 1),
    ("[-0.12780000000000000001,51.507400000000000000001]", 51.5074, -0.1278),
    // A height, and anything else after the two numbers.
    ("[1,49,12.5]", 49, 1), ("[1,49,-3e2]", 49, 1), ("[1,49,0,1546300800]", 49, 1),
    ("[1,49,1e400]", 49, 1), ("[-1e-300,1e-400]", 0, -1e-300),
  ])
  func point(coordinates: String, latitude: Double, longitude: Double) throws {
    let dataset = try LoadedDataset(features: [feature(coordinates: coordinates)])
    #expect(dataset.coordinates == [Coordinate(latitude, longitude)])
  }

  /// The centre of the bounding box, not that of the positions.
  @Test(arguments: [
    ("MultiPoint", "[[0,50],[1,52],[4,51]]", 51.0, 2.0), ("MultiPoint", "[[3,51]]", 51, 3),
    ("LineString", "[[0,50,9],[0,51,1],[-2,50,5]]", 50.5, -1),
    ("LineString", "[[-2,50],[-1,50],[-0.5,51],[-0.1,51.5],[-2,51.5]]", 50.75, -1.05),
    ("MultiLineString", "[[[0,50],[1,50]],[[1,52],[2,50]]]", 51, 1),
    ("Polygon", "[[[0,50],[2,50],[2,53],[0,53],[0,50]],[[1,51],[1,52],[1.5,52],[1,51]]]", 51.5, 1),
    ("Polygon", "[[[0,50],[2,50],[2,53],[0,50]],[]]", 51.5, 1),
    ("MultiPolygon", "[[[[0,50],[1,50],[1,51],[0,50]]],[[[3,52],[4,52],[4,53],[3,52]]]]", 51.5, 2),
    ("MultiPoint", "[[-180,0],[180,10]]", 5, 0), ("LineString", "[[0.1,0.2],[0.1,0.2]]", 0.2, 0.1),
    ("MultiPoint", "[[0,-90],[0,90]]", 0, 0), ("MultiPoint", "[[-0.0,50],[0,50]]", 50, 0),
  ])
  func boxCentre(
    type: String, coordinates: String, latitude: Double, longitude: Double
  ) throws {
    for members in [
      #""type":"\#(type)","coordinates":\#(coordinates)"#,
      #""coordinates":\#(coordinates),"type":"\#(type)""#,
      #""coordinates":\#(coordinates),"bbox":[9,9,9,9],"\u0074ype":"\#(type)""#,
    ] {
      #expect(try located("{\(members)}") == Coordinate(latitude, longitude))
      #expect(
        try located(#"{"geometries":[{\#(members)}],"type":"GeometryCollection"}"#)
          == Coordinate(latitude, longitude))
    }
  }

  @Test func collections() throws {
    let point = #"{"type":"Point","coordinates":[4,50]}"#
    let line = #"{"coordinates":[[0,51],[1,52]],"type":"LineString"}"#
    for members in ["[\(point),\(line)]", "[\(line),\(point)]"] {
      #expect(
        try located(#"{"type":"GeometryCollection","geometries":\#(members)}"#) == Coordinate(51, 2)
      )
    }
    let nested = #"{"type":"GeometryCollection","geometries":[\#(line)]}"#
    #expect(
      try located(#"{"type":"GeometryCollection","geometries":[\#(nested),\#(point)]}"#)
        == Coordinate(51, 2))
    // An empty part does not count.
    let empty = #"{"type":"MultiPoint","coordinates":[]}"#
    #expect(
      try located(#"{"type":"GeometryCollection","geometries":[\#(empty),\#(point)]}"#)
        == Coordinate(50, 4))
  }

  /// The last of several equal keys counts, for coordinates as for everything else.
  @Test(arguments: [
    #"{"type":"Point","coordinates":[1,49],"coordinates":[4,50]}"#,
    #"{"type":"Point","coordinates":[[[1,49]]],"coordinates":[4,50]}"#,
    #"{"type":"Point","coordinates":"none","coordinates":[4,50]}"#,
    #"{"coordinates":[999,999],"coordinates":[4,50],"type":"LineString","type":"Point"}"#,
    #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,49]}],"#
      + #""geometries":[{"type":"Point","coordinates":[4,50]}]}"#,
    #"{"type":"GeometryCollection","geometries":[null],"#
      + #""geometries":[{"type":"Point","coordinates":[4,50]}]}"#,
  ])
  func duplicatedKeys(geometry: String) throws {
    #expect(try located(geometry) == Coordinate(50, 4))
  }

  @Test func duplicatedKeysInsideACollection() throws {
    let first = #"{"type":"Point","coordinates":[0,52]}"#
    let second = #"{"type":"Point","coordinates":[1,49],"coordinates":[4,50]}"#
    #expect(
      try located(#"{"type":"GeometryCollection","geometries":[\#(first),\#(second)]}"#)
        == Coordinate(51, 2))
  }

  @Test func duplicatedGeometry() throws {
    let point = #""geometry":{"type":"Point","coordinates":[4,50]}"#
    for other in ["null", #"{"type":"Point","coordinates":[999,49]}"#, "[]", "{}"] {
      let feature = #"{"type":"Feature","geometry":\#(other),\#(point)}"#
      #expect(try LoadedDataset(feature).coordinates == [Coordinate(50, 4)])
    }
  }

  // MARK: Unusable geometries

  @Test(arguments: [
    // No geometry.
    ("null", FeatureFault.noGeometry),
    // Empty ones.
    (#"{"type":"Point","coordinates":[]}"#, .emptyGeometry),
    (#"{"type":"MultiPoint","coordinates":[]}"#, .emptyGeometry),
    (#"{"type":"LineString","coordinates":[]}"#, .emptyGeometry),
    (#"{"type":"Polygon","coordinates":[]}"#, .emptyGeometry),
    (#"{"type":"Polygon","coordinates":[[]]}"#, .emptyGeometry),
    (#"{"type":"MultiPolygon","coordinates":[[[]]]}"#, .emptyGeometry),
    (#"{"type":"GeometryCollection","geometries":[]}"#, .emptyGeometry),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[]}]}"#,
      .emptyGeometry
    ),
    // Of unknown type.
    (#"{"coordinates":[0,51]}"#, .unknownGeometry),
    (#"{}"#, .unknownGeometry),
    (#"{"type":"point","coordinates":[0,51]}"#, .unknownGeometry),
    (#"{"type":"Circle","coordinates":[0,51],"radius":5}"#, .unknownGeometry),
    (#"{"type":"Feature","coordinates":[0,51]}"#, .unknownGeometry),
    (#"{"type":null,"coordinates":[0,51]}"#, .unknownGeometry),
    (#"{"type":["Point"],"coordinates":[0,51]}"#, .unknownGeometry),
    (#"{"type":"Point","type":7,"coordinates":[0,51]}"#, .unknownGeometry),
    // Coordinates that do not fit the type.
    (#"{"type":"Point"}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":null}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":"0,51"}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":{"lon":0,"lat":51}}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[0]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":["0","51"]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[0,"51"]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[0,null]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[null,null]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[0,51,"12 m"]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[0,[51]]}"#, .malformedCoordinates),
    (#"{"type":"Point","coordinates":[[0,51]]}"#, .malformedCoordinates),
    (#"{"type":"Point","geometries":[]}"#, .malformedCoordinates),
    (#"{"type":"MultiPoint","coordinates":[0,51]}"#, .malformedCoordinates),
    (#"{"type":"MultiPoint","coordinates":[[0,51],[[0,51]]]}"#, .malformedCoordinates),
    (#"{"type":"MultiPoint","coordinates":[[[0,51]],[0,51]]}"#, .malformedCoordinates),
    (#"{"type":"LineString","coordinates":[[0,51],7]}"#, .malformedCoordinates),
    (#"{"type":"LineString","coordinates":[[[0,51]]]}"#, .malformedCoordinates),
    (#"{"type":"Polygon","coordinates":[[0,51]]}"#, .malformedCoordinates),
    (#"{"type":"MultiLineString","coordinates":[[[[0,51]]]]}"#, .malformedCoordinates),
    (#"{"type":"MultiPolygon","coordinates":[[[0,51]]]}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection"}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","geometries":null}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","geometries":{}}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","coordinates":[0,51]}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","geometries":[7]}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","geometries":[null]}"#, .noGeometry),
    (#"{"type":"Point","coordinates":[0,51],"geometries":[]}"#, .malformedCoordinates),
    (#"{"type":"GeometryCollection","geometries":[],"coordinates":[0,51]}"#, .malformedCoordinates),
    (#""Point""#, .malformedCoordinates), ("[0,51]", .malformedCoordinates),
    ("true", .malformedCoordinates), ("7", .malformedCoordinates),
    // Out of range, by any amount.
    (#"{"type":"Point","coordinates":[0,90.00000000000001]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[0,-90.1]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[180.00000000000003,0]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[-181,0]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[359.9,51]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[0,1e400]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[-1e400,0]}"#, .outOfRange),
    (#"{"type":"Point","coordinates":[530000,180000]}"#, .outOfRange),
    (#"{"type":"MultiPoint","coordinates":[[0,51],[0,91],[0,-91]]}"#, .outOfRange),
    (#"{"type":"MultiPoint","coordinates":[[1e400,51],[-1e400,51]]}"#, .outOfRange),
  ])
  func leftOut(geometry: String, fault: FeatureFault) throws {
    let bad = #"{"type":"Feature","properties":{"name":"bad"},"geometry":\#(geometry)}"#
    let dataset = try LoadedDataset(
      features: [feature(name: "before"), bad, feature(name: "behind")])
    #expect(dataset.names == ["before", "behind"])
    #expect(dataset.count(of: fault) == 1)
    #expect(dataset.store.tally.leftOut == 1 && dataset.store.tally.features == 3)
  }

  /// A geometry that cannot be used must still be valid JSON.
  @Test(arguments: [
    (#"{"type":"Point","coordinates":[0,51▸}"#, "expected ',' or ']' after an element"),
    (#"{"type":"Point","coordinates":[0,▸]}"#, "expected a value"),
    (#"{"type":"Point","coordinates":[▸.5,51]}"#, "expected a value"),
    (#"{"type":"Point","coordinates":[0▸1,51]}"#, "expected ',' or ']' after an element"),
    (#"{"type":"Point","coordinates":[-▸,51]}"#, "expected a digit"),
    (#"{"type":"Point","coordinates":[0,51.▸]}"#, "expected a digit"),
    (#"{"type":"Point","coordinates":[0,51e▸]}"#, "expected a digit"),
    (#"{"type":"Point","coordinates":[0,51,12▸:30]}"#, "expected ',' or ']' after an element"),
    (#"{"type":"Point","coordinates":[0,▸NaN]}"#, "expected a value"),
    (#"{"type":"Circle","coordinates":{"x":▸}}"#, "expected a value"),
    (
      #"{"type":"Point","coordinates":[0,51]▸"#,
      "expected ',' or '}' after a member, but the text ends here"
    ),
    ("▸nil", "expected a value"),
  ])
  func failsWhole(marked: String, problem: String) throws {
    let prefix = #"{"type":"Feature","properties":null,"geometry":"#
    let text = MarkedText(prefix + marked)
    let error = try #require(throws: ParseError.self) { try LoadedDataset(text.bytes) }
    #expect(error == ParseError(text.mark, problem))
  }

  private func located(_ geometry: String) throws -> Coordinate? {
    let dataset = try LoadedDataset(#"{"type":"Feature","geometry":\#(geometry)}"#)
    return dataset.coordinates.first
  }
}
