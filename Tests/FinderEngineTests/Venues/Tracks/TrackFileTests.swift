import TestSupport
import Testing

@testable import FinderEngine

/// Ways from GPX and GeoJSON.
@Suite struct TrackFileTests {
  /// `51.5,-0.1 51.6,-0.2 | 52,1`
  private func pieces(_ text: some Collection<UInt8>) throws(ParseError) -> String {
    try TrackFile.read(guarded(text)).map { piece in
      piece.map { point in
        var text = ByteBuffer(capacity: 64)
        text.append(number: point.latitude)
        text.append(",")
        text.append(number: point.longitude)
        return String(decoding: text.bytes, as: UTF8.self)
      }
      .joined(separator: " ")
    }
    .joined(separator: " | ")
  }

  /// The place and the problem, as shown.
  private func problem(_ text: some Collection<UInt8>) -> String? {
    let bytes = guarded(text)
    do {
      _ = try TrackFile.read(bytes, named: "x")
      return nil
    } catch {
      return error.message
    }
  }

  // MARK: GPX

  private static let garmin = """
    <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
    <gpx xmlns="http://www.topografix.com/GPX/1/1" creator="Edge" version="1.1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
      <metadata><name>Thames &amp; back</name><bounds minlat="51" minlon="-1" maxlat="52" maxlon="0"/></metadata>
      <wpt lat="51" lon="0"><name>Not of the way</name></wpt>
      <trk>
        <name><![CDATA[<trkpt lat="1" lon="1"/>]]></name>
        <!-- <trkpt lat="2" lon="2"/> -->
        <trkseg>
          <trkpt lat="51.5007" lon="-0.1246"><ele>12.4</ele><time>2026-05-02T09:00:00Z</time>
            <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>96</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>
          </trkpt>
          <trkpt lon="-0.1195" lat="51.5033"/>
        </trkseg>
        <trkseg>
          <trkpt lat='51.5055' lon='-0.0754'></trkpt>
          <extensions><trkpt lat="3" lon="3"/></extensions>
        </trkseg>
        <trkseg></trkseg>
        <trkseg/>
      </trk>
      <trk><trkseg><trkpt lat="51.4769" lon="0"/></trkseg></trk>
    </gpx>
    """

  private static let garminPieces =
    "51.5007,-0.1246 51.5033,-0.1195 | 51.5055,-0.0754 | 51.4769,0"

  @Test func tracks() throws {
    #expect(try pieces(Self.garmin.utf8) == Self.garminPieces)
    // Line ends of Windows, a byte order mark, nothing between the elements.
    let windows = Self.garmin.replacing("\n", with: "\r\n")
    #expect(try pieces(windows.utf8) == Self.garminPieces)
    #expect(try pieces(("\u{FEFF}" + Self.garmin).utf8) == Self.garminPieces)
    let packed = Self.garmin.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(try pieces(packed.joined(separator: " ").utf8) == Self.garminPieces)
  }

  @Test(arguments: [
    // GPX 1.0, with its own elements.
    (
      """
      <?xml version="1.0"?>
      <gpx version="1.0" creator="ExpertGPS" xmlns="http://www.topografix.com/GPX/1/0"><time>x</time>
      <bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/>
      <trk><name>T</name><number>1</number><trkseg><trkpt lat="42.43" lon="-71.1"><ele>1</ele><course>5</course>\
      <speed>1</speed></trkpt><trkpt lat="+42.5" lon="-71.10000000000000000"/></trkseg></trk></gpx>
      """, "42.43,-71.1 42.5,-71.1"
    ),
    // A route, with Garmin's additions.
    (
      """
      <gpx><rte><name>R</name><rtept lat="1" lon="2"><name>A</name><extensions><gpxx:RoutePointExtension \
      xmlns:gpxx="x"><gpxx:rpt lat="9" lon="9"/></gpxx:RoutePointExtension></extensions></rtept><rtept lat="1.5" \
      lon="2.5"/></rte><rte/><rte><rtept lat="3" lon="4"/></rte></gpx>
      """, "1,2 1.5,2.5 | 3,4"
    ),
    // Both, in the order of the file.
    (
      """
      <gpx><rte><rtept lat="1" lon="2"/></rte><trk><trkseg><trkpt lat="3" lon="4"/></trkseg></trk>\
      <rte><rtept lat="5" lon="6"/></rte></gpx>
      """, "1,2 | 3,4 | 5,6"
    ),
    // A prefix on all elements.
    (
      """
      <g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:trk><g:trkseg><g:trkpt lat='1' lon='2'><g:ele>1</g:ele>\
      </g:trkpt></g:trkseg></g:trk></g:gpx>
      """, "1,2"
    ),
    // Spaces, numeric entities, exponents, everywhere around the edges.
    (
      """
      <gpx>
      <trk>
      <trkseg>
      <trkpt  lon = " 180 "
        lat = '&#57;0' />
      <trkpt lat="-90" lon="-180" />
      <trkpt lat="1e-3" lon="-.5"/><trkpt lat="51." lon="00"/>
      </trkseg></trk></gpx>
      """, "90,180 -90,-180 0.001,-0.5 51,0"
    ),
    // Elements of the same name elsewhere are not part of the way.
    (
      """
      <gpx><trkpt lat="8" lon="8"/><trkseg><trkpt lat="8" lon="8"/></trkseg><extensions><trk><trkseg>\
      <trkpt lat="8" lon="8"/></trkseg></trk></extensions><trk><trkpt lat="8" lon="8"/><trkseg><rtept lat="8" \
      lon="8"/><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
      """, "1,2"
    ),
  ])
  func forms(text: String, expected: String) throws {
    #expect(try pieces(text.utf8) == expected)
  }

  @Test(arguments: [
    ("<gpx/>", "byte 6: expected a track or a route, but there is none"),
    (
      "<gpx>\n<wpt lat='1' lon='2'/>\n</gpx>\n",
      "line 4, column 1: expected a track or a route, but there are only waypoints"
    ),
    (
      "<gpx>\n<trk><trkseg/></trk>\n</gpx>",
      "line 3, column 7: expected a track or a route, but there is none"
    ),
    ("<kml>\n</kml>", "line 1, column 1: expected GPX or GeoJSON, found '<kml>'"),
    (
      "<gpx>\n<rte>\n <rtept lon='1'/></rte></gpx>",
      "line 3, column 2: expected a point with the attribute 'lat', found '<rtept lon='1'/></rt…'"
    ),
    (
      "<gpx>\n<rte><rtept lat='1'/></rte></gpx>",
      "line 2, column 6: expected a point with the attribute 'lon', found '<rtept lat='1'/></rt…'"
    ),
    (
      "<gpx>\n<rte><rtept lat='90.1' lon='0'/></rte></gpx>",
      "line 2, column 18: expected a latitude of -90…90, found '90.1' lon='0'/></rte…'"
    ),
    (
      "<gpx>\n<rte><rtept lat='0' lon='-180.5'/></rte></gpx>",
      "line 2, column 26: expected a longitude of -180…180, found '-180.5'/></rte></gpx…'"
    ),
    (
      "<gpx>\n<rte><rtept lat='' lon='0'/></rte></gpx>",
      "line 2, column 18: expected a latitude of -90…90, found '' lon='0'/></rte></g…'"
    ),
    (
      "<gpx>\n<rte><rtept lat='1' lat='2' lon='0'/></rte></gpx>",
      "line 2, column 21: expected the attribute 'lat' only once, found 'lat='2' lon='0'/></r…'"
    ),
    ("<gpx>\n<rte></gpx>", "line 2, column 6: expected </rte>, found '</gpx>'"),
    (
      "<gpx>\n<rte><rtept lat='1' lon='2'/></rte></gpx>\n<gpx/>",
      "line 3, column 1: expected nothing after the document's element, found '<gpx/>'"
    ),
    (
      "<!DOCTYPE html>\n<html>",
      "line 1, column 1: a document type (<!DOCTYPE) is not supported, found '<!DOCTYPE html>'"
    ),
    ("", "byte 0: expected GPX or GeoJSON, but there is nothing"),
    ("lat,lon\n1,2\n", "line 1, column 1: expected GPX or GeoJSON, found 'lat,lon'"),
    (
      "PK\u{3}\u{4}x",
      "byte 0: expected GPX or GeoJSON, found a zip archive or a spreadsheet; save or unpack it as CSV"
    ),
  ])
  func refused(text: String, expected: String) {
    #expect(problem(text.utf8) == "x: \(expected)")
  }

  @Test(arguments: ["nan", "inf", "0x10", "1e400", "51,5", "51.5N", "51.5 0", "--1", "1_0", "٥١"])
  func noNumbers(text: String) {
    let text = "<gpx><rte><rtept lat='\(text)' lon='0'/></rte></gpx>"
    #expect(problem(text.utf8)?.contains("expected a latitude of -90…90") == true)
  }

  @Test func wide() {
    let text: [UInt8] = "<gpx/>".utf8.flatMap { [$0, 0] as [UInt8] }
    #expect(
      problem([0xFF, 0xFE] + text)
        == "x: byte 0: expected GPX or GeoJSON, found UTF-16; save it as UTF-8")
    #expect(problem(text)?.contains("expected UTF-8, not UTF-16") == true)
  }

  /// A file that was cut off is never taken for a whole one.
  @Test func truncated() throws {
    for whole in [Self.garmin, Self.lines] {
      let bytes = Array(whole.utf8)
      #expect(problem(bytes) == nil)
      for length in bytes.indices { #expect(problem(bytes[..<length]) != nil, "\(length)") }
    }
  }

  /// None of them needs much time, a deep stack or much memory.
  @Test func hostile() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <gpx><rte><rtept lat="&b;" lon="&c;"/></rte></gpx>
      """
    #expect(problem(bomb.utf8)?.contains("a document type (<!DOCTYPE) is not supported") == true)
    let deep = "<gpx><trk>" + String(repeating: "<a>", count: 1_000_000)
    #expect(problem(deep.utf8)?.contains("nested more than 512 levels deep") == true)
    let deepJSON = String(
      repeating: #"{"type":"GeometryCollection","geometries":["#, count: 100_000)
    #expect(problem(deepJSON.utf8)?.contains("nested more than") == true)
    let long = String(repeating: "9", count: 4_000_000)
    let wide = "<gpx><rte><rtept x='\(long)' lat='\(long)' lon='0'/></rte></gpx>"
    #expect(problem(wide.utf8)?.contains("expected a latitude of -90…90") == true)
    let many = (0..<200_000).map { "a\($0)='1'" }.joined(separator: " ")
    #expect(try! pieces("<gpx><rte><rtept \(many) lat='1' lon='2'/></rte></gpx>".utf8) == "1,2")
    let name = String(repeating: "n", count: 4_000_000)
    #expect(problem("<gpx><\(name)></gpx>".utf8)?.utf8.count ?? 0 < 300)
  }

  /// Against known points, in any spelling.
  @Test func random() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let expected = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...30, using: &random)).map { _ in
          Coordinate(
            latitude: Double.random(in: -90...90, using: &random),
            longitude: Double.random(in: -180...180, using: &random))
        }
      }
      func point(_ coordinate: Coordinate, _ name: String) -> String {
        let quote = Bool.random(using: &random) ? "'" : "\""
        var attributes = [
          "lat=\(quote)\(coordinate.latitude)\(quote)",
          "lon=\(quote)\(coordinate.longitude)\(quote)",
        ]
        if Bool.random(using: &random) { attributes.append("x:lat='7'") }
        let written = "<\(name) " + attributes.shuffled(using: &random).joined(separator: " ")
        let inside = ["", "<ele>3</ele>", "<!-- lat='1' -->", "<time/>"].randomElement(
          using: &random)!
        return inside.isEmpty ? written + "/>" : written + ">\(inside)</\(name)>"
      }
      let gpx = expected.map { piece in
        Bool.random(using: &random)
          ? "<trk><trkseg>\(piece.map { point($0, "trkpt") }.joined(separator: "\n"))</trkseg></trk>"
          : "<rte>\(piece.map { point($0, "rtept") }.joined())</rte>"
      }
      #expect(try TrackFile.read(guarded("<gpx>\(gpx.joined())</gpx>".utf8)) == expected)
      let lines = expected.map {
        "[\($0.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ","))]"
      }
      let json = #"{"type":"MultiLineString","coordinates":[\#(lines.joined(separator: ", "))]}"#
      #expect(try TrackFile.read(guarded(json.utf8)) == expected)
    }
  }

  // MARK: GeoJSON

  private static let lines = """
    {"type":"FeatureCollection","name":"walk","features":[
      {"type":"Feature","properties":{"coordinates":[[9,9],[8,8]]},"geometry":null},
      {"type":"Feature","geometry":{"coordinates":[[-0.12,51.5],[-0.11,51.6,12.5]],"type":"LineString"},"properties":null},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[7,7]},"properties":{}},
      {"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[
        {"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},
        {"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[],[[5,6]]]}]}}]}
    """

  @Test func geoJSON() throws {
    #expect(try pieces(Self.lines.utf8) == "51.5,-0.12 51.6,-0.11 | 2,1 4,3 | 6,5")
    let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#
    #expect(try pieces(line.utf8) == "2,1 4,3")
    #expect(try pieces("\u{FEFF} \(line)".utf8) == "2,1 4,3")
    #expect(try pieces("\u{1E}\(line)\n\u{1E}\(line)\n".utf8) == "2,1 4,3 | 2,1 4,3")
    #expect(try pieces(#"{"type":"Feature","geometry":\#(line)}"#.utf8) == "2,1 4,3")
  }

  @Test(arguments: [
    (
      #"{"type":"Point","coordinates":[1,2]}"#,
      "expected a line (LineString or MultiLineString), but there is none"
    ),
    (
      #"{"type":"FeatureCollection","features":[]}"#,
      "expected a line (LineString or MultiLineString), but there is none"
    ),
    (
      #"{"type":"LineString","coordinates":[]}"#,
      "expected a line (LineString or MultiLineString), but there is none"
    ),
    (#"{"type":"LineString","coordinates":[[1,91]]}"#, "expected a latitude of -90…90"),
    (#"{"type":"LineString","coordinates":[[181,1]]}"#, "expected a longitude of -180…180"),
    (#"{"type":"LineString","coordinates":[[1]]}"#, "expected a longitude and a latitude"),
    (#"{"type":"LineString","coordinates":[["1",2]]}"#, "expected a number"),
    (#"{"type":"LineString"}"#, "expected 'coordinates' in this object"),
    (#"{"type":"Topology"}"#, "expected lines, but the type is 'Topology'"),
    (#"{"a":1}"#, "expected GeoJSON, but this object has no 'type'"),
  ])
  func noLines(text: String, expected: String) {
    #expect(problem(text.utf8)?.contains(expected) == true, "\(problem(text.utf8) ?? "")")
  }

  // MARK: Files

  @Test func files() throws {
    try TemporaryDirectory.with { folder in
      // Whatever its name.
      let plain = try folder.write(Self.garmin, to: "way.geojson")
      let packed = folder.file("way.gpx")
      try Files.write(GzipArchive().pack(Array(Self.garmin.utf8)), to: packed)
      for path in [plain, packed] {
        let way = try TrackFile.load(DatasetSource(named: FilePath(path)))
        #expect(way.map(\.count) == [2, 1, 1])
      }
      #expect(throws: DatasetError.self) {
        try TrackFile.load(DatasetSource(named: FilePath(folder.file("none"))))
      }
    }
  }
}
