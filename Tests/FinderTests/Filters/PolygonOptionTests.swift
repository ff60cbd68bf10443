import FinderEngine
import TestSupport
import Testing

/// `within --polygon`: the forms of its file, and its errors.
@Suite struct PolygonOptionTests {
  private static let ring = "[[-0.13,51.5],[-0.12,51.5],[-0.12,51.53],[-0.13,51.53],[-0.13,51.5]]"
  private static let polygon = #"{"type":"Polygon","coordinates":[\#(ring)]}"#
  private static let multi = #"{"type":"MultiPolygon","coordinates":[[\#(ring)]]}"#
  private static let feature = #"{"type":"Feature","properties":{"a":[1]},"geometry":\#(polygon)}"#

  private func with(
    _ text: String, _ body: (_ folder: TemporaryDirectory, _ data: String) throws -> Void
  ) throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write(text, to: "area")
      try body(folder, data)
    }
  }

  private func run(_ line: String, _ folder: TemporaryDirectory, _ data: String) throws
    -> ProcessResult
  {
    try Finder.run(line, data: data, directory: folder.path)
  }

  @Test(arguments: [
    polygon, multi, feature, "\u{FEFF}" + polygon, "\u{1E}\(feature)\n",
    #"{"coordinates":[\#(ring)],"type":"Polygon","bbox":[0,0,1,1]}"#,
    #"{"type":"FeatureCollection","features":[\#(feature)]}"#, "\(polygon)\n\(feature)\n",
    #"{"geometries":[\#(polygon),\#(multi)],"type":"GeometryCollection"}"#,
  ])
  func forms(text: String) throws {
    try with(text) { folder, data in
      let result = try run("within --polygon area --json", folder, data)
      expect(
        result,
        stdout: #"""
          {"query":{"lat":51.515,"lon":-0.125,"limit":0,"bbox":[-0.13,51.5,-0.12,51.53],"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":3,
           "venues":[
            {"id":"Fountain","name":"Fountain","postcode":null,"lat":51.518,"lon":-0.128,"distance_m":393.4,"bearing_deg":328},
            {"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127,"distance_m":573.4,"bearing_deg":194},
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":806.2,"bearing_deg":195}]}

          """#)
      expect(try run("within --polygon area --count", folder, data), stdout: "3\n")
      let near = try run(
        "within --polygon area --at 51.488,-0.128 --limit 1 --format csv", folder, data)
      #expect(near.stdout.contains("\nNelson,"))
      expect(
        try run("within --polygon area --match n --where name!=Nelson --count", folder, data),
        stdout: "0\n")
    }
  }

  /// A venue on an edge or a corner, also of a hole.
  @Test func edges() throws {
    let hole = "[[-0.128,51.507],[-0.126,51.507],[-0.126,51.509],[-0.128,51.509],[-0.128,51.507]]"
    let corner = "[[-0.127,51.51],[-0.1,51.6],[-0.2,51.6],[-0.127,51.51]]"
    for (rings, names) in [
      ("\(Self.ring),\(hole)", ["Fountain", "Lion", "Nelson"]), (corner, ["Fountain", "Lion"]),
      (Self.ring, ["Fountain", "Lion", "Nelson"]),
    ] {
      try with(#"{"type":"Polygon","coordinates":[\#(rings)]}"#) { folder, data in
        let result = try run("within --polygon area --format csv", folder, data)
        let found = result.stdout.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(found.sorted() == names.map { Substring($0) }, "\(rings) \(result)")
      }
    }
  }

  @Test(.needsGzip) func gzipAndStandardInput() throws {
    try with(Self.feature) { folder, data in
      let script = """
        gzip -k area && finder within --polygon area.gz --count --data \(data) &&
          finder within --polygon - --count --data \(data) < area
        """
      expect(try Finder.shell(script, directory: folder.path), stdout: "3\n3\n")
      let both = try Finder.run("within --polygon - --data -", stdin: .text(Self.feature))
      expectUsage(
        both, "within: the polygon and the dataset cannot both come from standard input",
        "see 'finder help within'")
    }
  }

  @Test(arguments: [
    ("{}", 0, "expected GeoJSON, but this object has no 'type'"),
    ("", 0, "expected a GeoJSON object ('{')"),
    (
      #"{"type":"Point","coordinates":[0,1]}"#, 0,
      "expected a Polygon or a MultiPolygon, but the type is 'Point'"
    ),
    (#"{"type":"Polygon"}"#, 0, "expected 'coordinates' in this object"),
    (#"{"type":"Polygon","coordinates":[]}"#, 32, "expected a ring in the polygon"),
    (#"{"type":"MultiPolygon","coordinates":[]}"#, 0, "expected a polygon, but there is none"),
    (#"{"type":"FeatureCollection","features":[]}"#, 0, "expected a polygon, but there is none"),
    (
      #"{"type":"Feature","properties":null,"geometry":null}"#, 47,
      "expected a GeoJSON object ('{')"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,1],[1,1],[0,1]]]}"#, 33,
      "expected at least 4 positions in a ring, but there are 3"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,1],[1,1],[1,2],[0,2]]]}"#, 33,
      "expected a closed ring, but its last position differs from its first"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,1],[1,1],[1,2],[0,91],[0,1]]]}"#, 52,
      "expected a latitude of -90…90 as the second number"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,1],[181,1],[1,2],[0,1]]]}"#, 40,
      "expected a longitude of -180…180; a shape across the antimeridian is cut there"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[0,1],[1],[1,2],[0,1]]]}"#, 40,
      "expected a longitude and a latitude"
    ),
    (#"{"type":"Polygon","coordinates":[[[0,1],["1",1],[1,2],[0,1]]]}"#, 41, "expected a number"),
    (#"{"type":"Polygon","coordinates":[[0,1],[1,1],[1,2],[0,1]]}"#, 34, "expected an array"),
    (
      #"{"type":"Polygon","coordinates":[[[0,1]"#, 39,
      "expected ',' or ']' after an element, but the text ends here"
    ),
  ])
  func malformed(text: String, offset: Int, problem: String) throws {
    try with(text) { folder, data in
      let result = try run("within --polygon area", folder, data)
      expect(result, status: 65, stdout: "", stderr: nil)
      #expect(
        result.stderr.hasPrefix("finder: within: area: byte \(offset): \(problem)"), "\(result)")
      // No mention of 'data convert', which makes datasets, not areas.
      #expect(result.stderr.split(separator: "\n").count == 1, "\(result)")
    }
  }

  @Test func otherErrors() throws {
    try with(Self.polygon) { folder, data in
      let missing = try run("within --polygon none", folder, data)
      expect(
        missing, status: 66, stdout: "",
        stderr: "finder: within: cannot read none: No such file or directory\n")
      for other in ["--bbox 0,0,1,1", "--radius 5 --at 51,0", "--span low --at 51,0"] {
        expectUsage(
          try run("within --polygon area \(other)", folder, data),
          "within: expected only one of --bbox, --radius, --span and --polygon",
          "see 'finder help within'")
      }
      let same = try run("within --polygon area --output area", folder, data)
      #expect(same.status == 64 && same.stderr.contains("is also the input"), "\(same)")
    }
    try with(#"{"type":"Polygon","coordinates":[[[170,0],[-170,0],[-170,9],[170,9],[170,0]]]}"#) {
      folder, data in
      let result = try run("within --polygon area --count", folder, data)
      #expect(result.stderr.contains("an edge of area is more than 180 degrees wide"), "\(result)")
    }
  }

  @Test func latitudeFirst() throws {
    let ring = "[[51.5,-0.13],[51.53,-0.13],[51.53,-0.12],[51.5,-0.13]]"
    try with(#"{"type":"Polygon","coordinates":[\#(ring)]}"#) { folder, data in
      let result = try run("within --polygon area --count", folder, data)
      expect(
        result, stdout: "0\n",
        stderr: "finder: within: most positions of area lie outside the camera bounds, and would "
          + "lie inside with latitude and longitude swapped; in GeoJSON the longitude comes first\n"
      )
    }
  }
}
