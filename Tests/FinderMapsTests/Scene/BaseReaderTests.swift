import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct BaseReaderTests {
  private func read(_ text: String) throws(ParseError) -> [BaseShape] {
    try BaseReader.read(PaddedBytes(copying: Array(text.utf8)))
  }

  private static let triangle = "[[0,50],[1,50],[1,51],[0,50]]"

  @Test func kindsAndRings() throws {
    let shapes = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[\(Self.triangle)]},"properties":{"kind":"land"}},
      {"type":"Feature","properties":{"a":{"kind":"lake"},"kind":"river"},"geometry":{"type":"LineString","coordinates":[[0,50,12.5],[1,51]]}},
      {"type":"Feature","properties":{"kind":"sea"},"geometry":{"type":"MultiLineString","coordinates":[[[0,50],[1,51]],[[3,50],[4,51]]]}},
      {"type":"Feature","properties":null,"geometry":null},
      {"type":"Feature","properties":{"kind":7},"geometry":{"type":"GeometryCollection","geometries":[
        {"type":"Point","coordinates":[1,2]},{"type":"MultiPolygon","coordinates":[[\(Self.triangle),\(Self.triangle)]]}]}}
      ]}
      """)
    #expect(shapes.map(\.kind) == [.land, .river, .other, .other, .other])
    #expect(shapes.map(\.isClosed) == [true, false, false, false, true])
    #expect(shapes.map { $0.lines.map(\.count) } == [[3], [2], [2], [2], [3, 3]])
    #expect(shapes[0].lines[0][2] == Coordinate(latitude: 51, longitude: 1))
  }

  /// Of adjacent features, only the one that says so is a lake.
  @Test func kindIsItsOwn() throws {
    let line = #"{"type":"LineString","coordinates":[[0,50],[1,51]]}"#
    let shapes = try read(
      #"{"type":"Feature","geometry":\#(line),"properties":{"kind":"road"}}"#
        + "\n\u{1E}" + #"{"type":"Feature","properties":{},"geometry":\#(line)}"# + "\n\(line)")
    #expect(shapes.map(\.kind) == [.road, .other, .other])
  }

  @Test(arguments: [
    ("", "expected a GeoJSON object"), ("[1,2]", "expected a GeoJSON object"),
    (#"{"a":1}"#, "has no 'type'"), (#"{"type":"Topology"}"#, "the type is 'Topology'"),
    (#"{"type":"LineString"}"#, "expected 'coordinates'"),
    (#"{"type":"LineString","coordinates":[[0]]}"#, "a longitude and a latitude"),
    (#"{"type":"LineString","coordinates":[[0,95],[0,1]]}"#, "a latitude of -90…90"),
    (#"{"type":"LineString","coordinates":[[200,5],[0,1]]}"#, "a longitude of -180…180"),
    (#"{"type":"LineString","coordinates":[["0",1]]}"#, "expected a number"),
    (#"{"type":"Polygon","coordinates":[[0,1]]}"#, "expected an array"),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"#, ""),
  ]) func refusals(text: String, problem: String) {
    do throws(ParseError) {
      Issue.record("\(text) gave \(try read(text))")
    } catch {
      #expect(problem.isEmpty || error.problem.contains(problem), "\(error)")
    }
  }

  /// A text cut at any place is refused with an error.
  @Test func cuts() {
    let text = Array(
      #"{"type":"Feature","properties":{"kind":"lake"},"geometry":{"type":"Polygon","coordinates":[[[0,1],[1,1],[1,2],[0,1]]]}}"#
        .utf8)
    for end in text.indices {
      #expect(throws: ParseError.self) {
        try BaseReader.read(PaddedBytes(copying: Array(text[..<end])))
      }
    }
  }

  /// A line across the antimeridian remains one line of the right length.
  @Test func acrossTheAntimeridian() throws {
    let line = [
      Coordinate(latitude: 0, longitude: 179), Coordinate(latitude: 0, longitude: -179),
    ]
    let base = BaseMap(
      [BaseShape(kind: .road, lines: [line], isClosed: false)], credit: "")
    for middle in [179.5, -179.5] {
      var scene = MapScene(
        view: MapView(
          center: Coordinate(latitude: 0, longitude: middle), zoom: 7, width: 600, height: 100))
      base.draw(into: &scene)
      let drawn = try #require(scene.shapes.first?.lines.first)
      #expect(drawn.count == 2)
      #expect(abs(abs(drawn[1].x - drawn[0].x) - 256 * 128 / 180) < 0.01)
    }
  }

  /// Details of half a pixel are left out, and so is everything out of view.
  @Test func simplified() {
    let line = (0...10_000).map { Coordinate(latitude: 51, longitude: Double($0) / 10_000) }
    let far = [Coordinate(latitude: 10, longitude: 10), Coordinate(latitude: 11, longitude: 10)]
    let base = BaseMap(
      [
        BaseShape(kind: .path, lines: [line], isClosed: false),
        BaseShape(kind: .path, lines: [far], isClosed: false),
      ], credit: "")
    var scene = MapScene(
      view: MapView(
        center: Coordinate(latitude: 51, longitude: 0.5), zoom: 8, width: 200, height: 100))
    base.draw(into: &scene)
    #expect(scene.shapes.count == 1)
    let count = scene.shapes[0].lines[0].count
    #expect(count > 100 && count < 400, "\(count)")
  }
}
