import FinderEngine
import TestSupport
import Testing

/// `clusters`: groups of venues at a zoom, and the venues of one group.
@Suite struct ClustersTests {
  private func output(_ line: String, in text: String = Dataset.square) throws -> String {
    try Dataset.with(text) { _, data in
      let result = try Finder.run("clusters \(line)", data: data)
      expect(result, stdout: nil)
      return result.stdout
    }
  }

  /// The edges are those of tile 10/511/340, from the published formula of tile servers; the figures of
  /// `members` are Vincenty's, from an independent program.
  @Test func json() throws {
    #expect(
      try output("--zoom 10 --pixels 256 --json") == #"""
        [
         {"id":"10-256-0313131311","count":4,"lat":51.506,"lon":-0.12775,"bbox":[-0.3515625,51.3992057,0,51.6180165],"splits_at_zoom":11,"venue":{"id":"Nelson","name":"Nelson"}}]

        """#)
    #expect(try output("--zoom 12 --json", in: Dataset.collection([])) == "[]\n")
  }

  private static let two = """
    12-256-031313131112,2,51.514,-0.1275,-0.1757812,51.5087425,-0.0878906,51.5634123,15,Lion,Lion
    12-256-031313131130,2,51.498,-0.128,-0.1757812,51.4540069,-0.0878906,51.5087425,14,Pigeon,Pigeon

    """

  @Test func rows() throws {
    let rows = try output("--zoom 12 --pixels 256 --format ndjson").split(separator: "\n")
    #expect(rows.count == 2)
    #expect(
      rows[1].hasPrefix(#"{"id":"12-256-031313131130","count":2,"lat":51.498,"lon":-0.128,"#))
    #expect(
      try output("--zoom 12 --pixels 256 --csv")
        == "id,count,lat,lon,west,south,east,north,splits_at_zoom,venue_id,venue_name\n" + Self.two)
    #expect(
      try output("--zoom 12 --pixels 256 --format tsv --no-header")
        == Self.two.replacing(",", with: "\t"))
  }

  @Test func geoJSON() throws {
    let feature =
      #"{"type":"Feature","id":"0-256","properties":{"count":4,"bbox":[-180,-85.0511288,180,85.0511288],"#
      + #""splits_at_zoom":11,"venue":{"id":"Nelson","name":"Nelson"}},"#
      + #""geometry":{"type":"Point","coordinates":[-0.12775,51.506]}}"#
    #expect(
      try output("--zoom 0 --pixels 256 --format geojson")
        == "{\"type\":\"FeatureCollection\",\"features\":[\n\(feature)]}\n")
    #expect(
      try output("--zoom 0 --pixels 256 --format geojsonseq") == "\u{1E}\(feature)\n")
  }

  @Test func table() throws {
    #expect(
      try output("--zoom 12 --pixels 256") == """
        COUNT  POSITION        SPLITS  NEAREST TO IT  ID
            2  51.514,-0.1275      15  Lion           12-256-031313131112
            2  51.498,-0.128       14  Pigeon         12-256-031313131130

        """)
  }

  @Test func boxesAndViews() throws {
    func counts(_ line: String) throws -> [Substring] {
      try output("\(line) --zoom 5 --csv --no-header").split(separator: "\n")
        .map { $0.split(separator: ",")[1] }
    }
    #expect(try counts("") == ["4"])
    #expect(try counts("--bbox -1,51.508,1,51.51") == ["2"])
    #expect(try counts("51.508,-0.128 --span low") == ["2"])
    #expect(try counts("--bbox 0,51,1,52") == [])
    #expect(try counts("--match n") == ["1"])
    #expect(try counts("--where name!=Lion") == ["3"])
    let line = Dataset.collection([
      Dataset.venue("west", -17, 179.9), Dataset.venue("east", -17, -179.9),
      Dataset.venue("line", -17, 180), Dataset.venue("other line", -17, -180),
    ])
    #expect(
      try output("--zoom 9 --csv --no-header --bbox 179.95,-18,-179.95,-16", in: line)
        .split(separator: "\n").map { $0.split(separator: ",")[1...3].joined(separator: " ") }
        == ["2 -17 -180"])
  }

  @Test func members() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run("clusters --members 12-256-031313131130 --json", data: data),
        stdout: #"""
          {"query":{"lat":51.498,"lon":-0.128,"limit":0,"members":"12-256-031313131130","match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":2,
           "venues":[
            {"id":"Pigeon","name":"Pigeon","postcode":null,"lat":51.488,"lon":-0.128,"distance_m":1112.6,"bearing_deg":180},
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":1112.6,"bearing_deg":0}]}

          """#)
      let others = try Finder.run(
        "clusters --members 12-256-031313131130 --match n --csv --no-header", data: data)
      expect(others, stdout: "Nelson,Nelson,,51.508,-0.128,0,0\n")
      expect(
        try Finder.run(
          "clusters --zoom 12 --pixels 256 --members 12-256-031313131112 --csv --no-header",
          data: data),
        stdout:
          "Lion,Lion,,51.51,-0.127,446.4,175.5\nFountain,Fountain,,51.518,-0.128,446.4,355.5\n")
      expect(
        try Finder.run("clusters --members 12-256-031313131130 --match zebra", data: data),
        stdout: "", stderr: "finder: clusters: no venue found\n")
      expect(
        try Finder.run(
          "clusters --members 12-256-031313131130 --match zebra --exit-status -q", data: data),
        status: 1, stdout: "")
    }
  }

  /// A group requested by its id exists or not, whatever a filter leaves of it.
  @Test(arguments: ["", "--json", "--match zebra"]) func missingGroup(more: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run("clusters --members 12-256-000000000000 \(more)", data: data), status: 1,
        stdout: "",
        stderr: "finder: clusters: no venue in the dataset is in group 12-256-000000000000\n"
          + "  'finder clusters --zoom 12 --pixels 256' lists the groups\n")
    }
  }

  @Test func waypointsAreOfTheVenuesOfAGroup() throws {
    let refused = try Finder.run("clusters --zoom 5 --format gpx")
    #expect(refused.status == 64 && refused.stdout.isEmpty, "\(refused)")
    #expect(refused.stderr.contains("groups cannot be written as gpx"), "\(refused)")
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        "clusters --members 12-256-031313131130 --format gpx", data: data)
      #expect(result.status == 0 && result.stdout.contains("<wpt "), "\(result)")
    }
  }

  @Test func unitsAreOfTheVenuesOfAGroup() throws {
    expectUsage(
      try Finder.run("clusters --zoom 5 --units imperial"),
      "clusters: --units has no effect without --members",
      "--units UNITS  units of distances in tables and waypoints: metric, imperial (see 'finder help clusters')"
    )
    let line = "clusters --members 12-256-031313131130 --units imperial"
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(line, data: data)
      #expect(result.stdout.contains(" mi "))
    }
  }

  @Test func wrongUsage() throws {
    let more = "see 'finder help clusters'"
    func check(_ line: String, _ problem: String, _ help: String) throws {
      expectUsage(try Finder.run("clusters \(line)"), "clusters: \(problem)", help)
    }
    let missing =
      "expected --zoom, or the id of a group with --members; for example: finder clusters"
    try check("", "\(missing) --zoom 10", "")
    try check("London", "\(missing) London --span middle --zoom 10", "")
    try check(
      "--zoom 21", "--zoom 21 must be a whole number from 0 to 20",
      "--zoom Z  the zoom of the map, 0…20 (\(more))")
    try check(
      "--zoom 5 51.5,-0.1", "a point needs --span, which says how much around it is meant", more)
    try check(
      "--zoom 5 --bbox 0,0,1,1 --span low 51.5,-0.1", "expected only one of --bbox and --span", more
    )
    let members = "--members ID  list the venues of that group instead (\(more))"
    try check(
      "--members 5-64-0 ", "--members 5-64-0 is not the id of a group, such as 5-64-0313131",
      members)
    try check(
      "--members 5-64-0313131 --pixels 8", "--members 5-64-0313131 is a group of 64 pixels, not 8",
      members)
    try check(
      "--members 5-64-0313131 --zoom 7", "--members 5-64-0313131 is a group of zoom 5, not 7",
      members)
    try check(
      "--members '' --zoom 7", "--members '' is not the id of a group, such as 5-64-0313131",
      members)
    try check(
      "--zoom 5 --pixels 48",
      "--pixels 48: not one of 1, 2, 4, 8, 16, 32, 64, 128, 256",
      "--pixels N  how many pixels wide a cell is (\(more))")
    try check(
      "--zoom 5 --bbox 0,0,1,1 51.5,-0.1",
      "a point needs --span, which says how much around it is meant", more)
  }

  /// With the snapshot, without it, and while a new snapshot is made.
  @Test(.slow) func theSampleInAllOrders() throws {
    try TemporaryDirectory.with { folder in
      let home = ["HOME": folder.path]
      for zoom in [0, 6, 11, 16, 20] {
        let line = "clusters --zoom \(zoom) --csv --no-header"
        let first = try Finder.run(line, data: Sample.path, environment: home)
        let counts = first.stdout.split(separator: "\n").compactMap {
          Int($0.split(separator: ",")[1])
        }
        #expect(counts.reduce(0, +) == Sample.count)
        expect(
          try Finder.run(line, data: Sample.path, environment: home), stdout: first.stdout)
        expect(try Finder.run("\(line) --no-cache", data: Sample.path), stdout: first.stdout)
      }
    }
  }

  @Test(.slow) func chainsAndVisits() throws {
    try TemporaryDirectory.with { folder in
      let home = ["HOME": folder.path]
      func total(_ line: String) throws -> Int {
        let result = try Finder.run(
          "clusters --zoom 7 --csv --no-header \(line)", data: Sample.path, environment: home)
        #expect(result.status == 0 && result.stderr == "", "\(result)")
        return result.stdout.split(separator: "\n").compactMap {
          Int($0.split(separator: ",")[1])
        }
        .reduce(0, +)
      }
      let yards = try Finder.run("show hoagie-yard 51.5074,-0.1278 --json", data: Sample.path)
      #expect(yards.stdout.contains("\"venues\":728"), "\(yards)")
      #expect(try total("--chain hoagie-yard") == 728)
      #expect((1..<Sample.count).contains(try total("--independents-only")))
      #expect(try total("--reviewed") == 0)
      expect(
        try Finder.run(
          "review add zrz7p23dmzwy --rating 5", data: Sample.path, environment: home), stdout: nil,
        stderr: nil)
      #expect(try total("--reviewed") == 1)
      #expect(try total("--not-visited") == Sample.count - 1)
    }
  }
}
