import TestSupport
import Testing

@testable import FinderEngine

/// Documents of waypoints, as bytes and as another reader sees them.
@Suite struct WaypointWriterTests {
  private static let crown = Waypoint(
    Coordinate(latitude: 51.5079, longitude: -0.1281), name: "Crown & \"Anchor\"",
    description: ["59 m NW", "", "<b>12</b> High Street"],
    website: "https://crown.example/?a=1&b='2'")
  private static let nameless = Waypoint(
    Coordinate(latitude: -0.5, longitude: 180), name: "", description: [])

  private func written(
    _ waypoints: [Waypoint], _ form: WaypointWriter.Form, _ attribution: [Attribution] = []
  ) -> String {
    var output = ByteBuffer()
    WaypointWriter.append(waypoints, as: form, owedTo: attribution, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func gpx() {
    let owed = [Attribution("© A & B", licence: "https://example.org/odbl")]
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="finder" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata>
       <desc>© A &amp; B (https://example.org/odbl)</desc>
       <copyright author="© A &amp; B"><license>https://example.org/odbl</license></copyright>
      </metadata>
      <wpt lat="51.5079" lon="-0.1281">
       <name>Crown &amp; &quot;Anchor&quot;</name>
       <desc>59 m NW
      &lt;b&gt;12&lt;/b&gt; High Street</desc>
       <link href="https://crown.example/?a=1&amp;b='2'"/>
      </wpt>
      <wpt lat="-0.5" lon="-180">
      </wpt>
      </gpx>

      """
    #expect(written([Self.crown, Self.nameless], .gpx, owed) == expected)
  }

  @Test func kml() {
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">
      <Document>
       <description>A (L); B</description>
      <Placemark>
       <name>Crown &amp; &quot;Anchor&quot;</name>
       <atom:link href="https://crown.example/?a=1&amp;b='2'"/>
       <description>59 m NW
      &amp;lt;b&gt;12&amp;lt;/b&gt; High Street</description>
       <Point><coordinates>-0.1281,51.5079</coordinates></Point>
      </Placemark>
      <Placemark>
       <Point><coordinates>180,-0.5</coordinates></Point>
      </Placemark>
      </Document>
      </kml>

      """
    let owed = [Attribution("A", licence: "L"), Attribution("B")]
    #expect(written([Self.crown, Self.nameless], .kml, owed) == expected)
  }

  @Test(arguments: [WaypointWriter.Form.gpx, .kml])
  func empty(form: WaypointWriter.Form) throws {
    let text = written([], form)
    var reader = try XMLReader(guarded(text.utf8))
    var names: [String] = []
    while let step = try reader.next() {
      if case .start(let name) = step {
        names.append(String(decoding: reader.cursor.bytes(name), as: UTF8.self))
      }
    }
    #expect(names == (form == .gpx ? ["gpx"] : ["kml", "Document"]))
  }

  @Test func attributions() {
    // A licence that is not an address can only be given in words, and one address does not apply to several
    // owners.
    for (owed, expected) in [
      (
        [Attribution("A", licence: "ODbL 1.0")],
        "<desc>A (ODbL 1.0)</desc>\n <copyright author=\"A\"></copyright>"
      ),
      (
        [Attribution("A", licence: "http://l.example"), Attribution("B")],
        "<desc>A (http://l.example); B</desc>\n <copyright author=\"A; B\"></copyright>"
      ),
      ([Attribution("", licence: "CC0")], "<desc>CC0</desc>\n</metadata>"),
    ] {
      #expect(written([], .gpx, owed).contains(expected), "\(owed)")
    }
    #expect(!written([], .gpx).contains("metadata"))
  }

  /// Every position comes back as the same two numbers, without an exponent.
  @Test func positions() throws {
    var random = SeededGenerator(seed: 7)
    var points = [
      Coordinate(latitude: 5e-8, longitude: -1.25e-5), Coordinate(latitude: 90, longitude: -180),
      Coordinate(latitude: -.leastNonzeroMagnitude, longitude: 1e-300),
      Coordinate(latitude: 0, longitude: 0),
      Coordinate(latitude: 1.5e-7, longitude: 0.1 + 0.2),
    ]
    points += (0..<2000).map { _ in
      Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180..<180, using: &random))
    }
    let text = written(points.map { Waypoint($0, name: "", description: []) }, .gpx)
    var reader = try XMLReader(guarded(text.utf8))
    var found: [Coordinate] = []
    while let step = try reader.next() {
      guard case .start(let name) = step, reader.name(name, is: "wpt") else { continue }
      func value(_ name: StaticString) throws -> Double {
        let digits = String(
          decoding: reader.cursor.bytes(try #require(try reader.attribute(name))), as: UTF8.self)
        #expect(digits.utf8.allSatisfy { $0.isDigit || "-.".utf8.contains($0) }, "\(digits)")
        return try #require(Double(digits))
      }
      found.append(Coordinate(latitude: try value("lat"), longitude: try value("lon")))
    }
    #expect(found == points)
  }

  @Test func links() {
    for (text, expected) in [
      ("https://a.example", "https://a.example"),
      (" HTTP://A.example/x,y;z ", "HTTP://A.example/x,y;z"),
      ("https://a.example; https://b.example", "https://a.example"),
      ("https://a.example;https://b.example", "https://a.example"),
      ("https://a.example, www.b.example", "https://a.example"),
      ("https://a.example;", "https://a.example"), ("https://é.example/ö", "https://é.example/ö"),
      ("a.example", nil), ("", nil), ("https://", nil), ("javascript:alert(1)", nil),
      ("javascript://https://a", nil), ("ftp://a", nil), ("data:text/html,x", nil),
      ("https://a\"><script>", nil), ("https://a\\b", nil), ("file:///etc/passwd", nil),
    ] as [(String, String?)] {
      #expect(WebLink.address(text) == expected, "\(text)")
    }
    #expect(WebLink.address(nil) == nil)
  }
}
