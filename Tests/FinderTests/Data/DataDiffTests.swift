import FinderEngine
import TestSupport
import Testing

/// `data diff`: what changed between two datasets.
@Suite struct DataDiffTests {
  private static func venue(
    _ name: String, _ latitude: Double, _ longitude: Double, _ more: String = ""
  ) -> String {
    Dataset.feature(
      latitude, longitude, properties: #"{"name":"\#(name)","postcode":"N1 1AA"\#(more)}"#,
      id: "\"\(name.prefix(1))\"")
  }

  private static let old = Dataset.collection([
    venue("Anchor", 51, 0), venue("Bell", 51, 1), venue("Crown, The", 51, 2), venue("Dog", 51, 3),
    venue("Elm", 51, 4, #","rating":3,"a\u001bb":1"#),
  ])
  private static let new = Dataset.collection([
    venue("Anchor", 51, 0), venue("Bell", 51.001, 1), venue("CROWN LTD", 51, 2),
    venue("Elm", 51, 4, #","rating":4"#), venue("Fox", 51, 5, #","change":"x""#),
  ])

  private func with(_ body: (_ folder: TemporaryDirectory) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.old, to: "old")
      try folder.write(Self.new, to: "new")
      try body(folder)
    }
  }

  private func diff(_ options: String, _ folder: TemporaryDirectory) throws -> ProcessResult {
    try Finder.run("data diff old new \(options)", directory: folder.path)
  }

  private static let counts = """
    old        old: 5 venues
    new        new: 5 venues
    unchanged  1
    opened     1
    closed     1
    moved      1
    renamed    1
    changed    1

    """

  /// Both are given in every form: the move by the change's kind, the name by what it was.
  @Test func movedAndRenamed() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Dataset.collection([Self.venue("THE BELL", 51, 1)]), to: "old")
      try folder.write(Dataset.collection([Self.venue("The Bell", 51.001, 1)]), to: "new")
      let table = try diff("", folder).stdout
      #expect(
        table.hasSuffix("moved   The Bell  N1 1AA    51.001,1  111 m N; was THE BELL\n"), "\(table)"
      )
      #expect(table.contains("closed     0\nmoved      1\nrenamed    0\n"))
      let objects = try diff("--format ndjson", folder).stdout
      #expect(
        objects.contains(#""change":"moved","distance_m":111.2,"bearing_deg":0,"fields":["name"],"#)
      )
      #expect(objects.contains(#""name":"THE BELL""#) && objects.contains(#""name":"The Bell""#))
      let rows = try diff("--format csv", folder).stdout
      #expect(rows.contains("\nmoved,T,THE BELL,") && rows.hasSuffix(",111.2,0,name\n"), "\(rows)")
      let features = try diff("--format geojsonseq", folder).stdout
      #expect(features.contains("LineString") && features.contains(#""old_name":"THE BELL""#))
    }
  }

  @Test func table() throws {
    try with { folder in
      expect(
        try diff("", folder),
        stdout: Self.counts + """

          CHANGE   NAME       POSTCODE  POSITION  DETAIL
          opened   Fox        N1 1AA    51,5
          closed   Dog        N1 1AA    51,3
          moved    Bell       N1 1AA    51.001,1  111 m N
          renamed  CROWN LTD  N1 1AA    51,2      was Crown, The
          changed  Elm        N1 1AA    51,4      a\\u{1B}b, rating

          """)
      expect(try diff("--count", folder), stdout: Self.counts)
      #expect(try diff("--units imperial", folder).stdout.contains("  122 yd N\n"))
      #expect(try diff("--color always", folder).stdout.contains("\u{1B}[32mopened\u{1B}[0m   Fox"))
    }
  }

  private static let members =
    #""unchanged":1,"opened":1,"closed":1,"moved":1,"renamed":1,"changed":1"#
  private static func object(_ name: String, _ place: String, _ more: String = "") -> String {
    #"{"id":"\#(name.prefix(1))","name":"\#(name)","postcode":"N1 1AA",\#(place)\#(more)}"#
  }
  private static let objects = [
    #"{"change":"opened","old":null,"new":"#
      + object("Fox", #""lat":51,"lon":5"#, #","properties":{"change":"x"}"#) + "}",
    #"{"change":"closed","old":"# + object("Dog", #""lat":51,"lon":3"#) + #","new":null}"#,
    #"{"change":"moved","distance_m":111.2,"bearing_deg":0,"old":"#
      + object("Bell", #""lat":51,"lon":1"#) + #","new":"#
      + object("Bell", #""lat":51.001,"lon":1"#) + "}",
    #"{"change":"renamed","old":"# + object("Crown, The", #""lat":51,"lon":2"#) + #","new":"#
      + object("CROWN LTD", #""lat":51,"lon":2"#) + "}",
    #"{"change":"changed","fields":["a\u001bb","rating"],"old":"#
      + object("Elm", #""lat":51,"lon":4"#, #","properties":{"rating":3,"a\u001bb":1}"#)
      + #","new":"# + object("Elm", #""lat":51,"lon":4"#, #","properties":{"rating":4}"#) + "}",
  ]

  @Test func json() throws {
    try with { folder in
      let head =
        #"{"old":{"path":"old","features":5,"venues":5,"left_out":0},"# + "\n "
        + #""new":{"path":"new","features":5,"venues":5,"left_out":0},"# + "\n "
        + #""same":false,"# + "\n " + #""counts":{\#(Self.members)}"#
      expect(
        try diff("--json", folder),
        stdout: head + ",\n \"changes\":[\n  " + Self.objects.joined(separator: ",\n  ") + "]}\n")
      expect(try diff("--json --count", folder), stdout: head + "}\n")
      expect(try diff("--format ndjson", folder), stdout: Self.objects.map { "\($0)\n" }.joined())
      expect(try diff("--format ndjson --count", folder), stdout: "{\(Self.members)}\n")
    }
  }

  @Test func delimited() throws {
    try with { folder in
      expect(
        try diff("--format csv", folder),
        stdout: """
          change,old_id,old_name,old_postcode,old_lat,old_lon,new_id,new_name,new_postcode,\
          new_lat,new_lon,distance_m,bearing_deg,fields
          opened,,,,,,F,Fox,N1 1AA,51,5,,,
          closed,D,Dog,N1 1AA,51,3,,,,,,,,
          moved,B,Bell,N1 1AA,51,1,B,Bell,N1 1AA,51.001,1,111.2,0,
          renamed,C,"Crown, The",N1 1AA,51,2,C,CROWN LTD,N1 1AA,51,2,,,
          changed,E,Elm,N1 1AA,51,4,E,Elm,N1 1AA,51,4,,,ab;rating

          """)
      expect(
        try diff("--format tsv --count", folder),
        stdout:
          "change\tcount\nunchanged\t1\nopened\t1\nclosed\t1\nmoved\t1\nrenamed\t1\nchanged\t1\n")
    }
  }

  private static func feature(_ id: String, _ properties: String, _ geometry: String) -> String {
    #"{"type":"Feature","id":"\#(id)","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }
  private static func point(_ x: String) -> String { #"{"type":"Point","coordinates":[\#(x)]}"# }

  @Test func geoJSON() throws {
    let features = [
      Self.feature(
        "F", #""name":"Fox","postcode":"N1 1AA","change":"opened""#, Self.point("5.0,51.0")),
      Self.feature(
        "D", #""name":"Dog","postcode":"N1 1AA","change":"closed""#, Self.point("3.0,51.0")),
      Self.feature(
        "B",
        #""name":"Bell","postcode":"N1 1AA","change":"moved","distance_m":111.2,"bearing_deg":0"#,
        #"{"type":"LineString","coordinates":[[1,51],[1,51.001]]}"#),
      Self.feature(
        "C", #""name":"CROWN LTD","postcode":"N1 1AA","change":"renamed","old_name":"Crown, The""#,
        Self.point("2.0,51.0")),
      Self.feature(
        "E",
        #""name":"Elm","postcode":"N1 1AA","rating":4,"change":"changed","fields":["a\u001bb","rating"]"#,
        Self.point("4.0,51.0")),
    ]
    try with { folder in
      expect(
        try diff("--format geojson", folder),
        stdout: #"{"type":"FeatureCollection","counts":{\#(Self.members)},"features":["# + "\n"
          + features.joined(separator: ",\n") + "]}\n")
      expect(
        try diff("--format geojsonseq", folder),
        stdout: features.map { "\u{1E}\($0)\n" }.joined())
      expectUsage(
        try diff("--format geojson --count", folder),
        "data diff: --count cannot be written as geojson",
        "--count  print only how many changes there are of each kind (see 'finder help data diff')")
    }
  }

  /// Other differences of venues that moved or were renamed.
  @Test func fieldsBesidePlaceAndName() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(
        Dataset.collection([
          Self.venue("Bell", 51, 1, #","rating":3"#), Self.venue("Crown, The", 51, 2),
        ]), to: "old")
      try folder.write(
        Dataset.collection([
          Self.venue("Bell", 51.001, 1, #","rating":4"#),
          Self.venue("CROWN LTD", 51, 2, #","a\u001bb":1,"z":2"#),
        ]), to: "new")
      let table = try diff("", folder).stdout
      for row in [
        "moved    Bell       N1 1AA    51.001,1  111 m N; rating\n",
        "renamed  CROWN LTD  N1 1AA    51,2      was Crown, The; a\\u{1B}b, z\n",
      ] {
        #expect(table.contains(row), "\(table)")
      }
      let (moved, renamed) = (#""fields":["rating"]"#, #""fields":["a\u001bb","z"]"#)
      for format in ["json", "ndjson"] {
        let text = try diff("--format \(format)", folder).stdout
        #expect(
          text.contains(
            #"{"change":"moved","distance_m":111.2,"bearing_deg":0,\#(moved),"old":{"#), "\(text)")
        #expect(text.contains(#"{"change":"renamed",\#(renamed),"old":{"#), "\(text)")
      }
      let map = try diff("--format geojson", folder).stdout
      #expect(
        map.contains(#""change":"moved","distance_m":111.2,"bearing_deg":0,\#(moved)},"#), "\(map)")
      #expect(
        map.contains(#""change":"renamed",\#(renamed),"old_name":"Crown, The"}"#), "\(map)")
      let csv = try diff("--format csv", folder).stdout
      #expect(csv.contains(",111.2,0,rating\n") && csv.contains(",,ab;z\n"), "\(csv)")
    }
  }

  /// A line across the antimeridian is cut there.
  @Test func acrossTheAntimeridian() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.venue("Suva", -17, 179), to: "old")
      try folder.write(Self.venue("Suva", -19, -179), to: "new")
      let there = try diff("--format geojson", folder).stdout
      #expect(
        there.contains(
          #""geometry":{"type":"MultiLineString","coordinates":[[[179,-17],[180,-18]],[[-180,-18],[-179,-19]]]}"#
        ), "\(there)")
      let back = try Finder.run("data diff new old --format geojson", directory: folder.path).stdout
      #expect(back.contains("[[[-179,-19],[-180,-18]],[[180,-18],[179,-17]]]"), "\(back)")
    }
  }

  @Test func exitStatus() throws {
    try with { folder in
      for format in ["table", "json", "ndjson", "csv", "geojson"] {
        expect(try diff("--exit-status --format \(format)", folder), status: 1, stdout: nil)
        expect(try diff("--format \(format)", folder), stdout: nil)
        expect(
          try Finder.run(
            "data diff old old --exit-status --format \(format)", directory: folder.path),
          stdout: nil)
      }
      expect(
        try Finder.run("data diff old old --format ndjson", directory: folder.path), stdout: "")
      let same = try Finder.run("data diff old old --json", directory: folder.path).stdout
      #expect(same.contains("\"same\":true") && same.hasSuffix("\"changes\":[]}\n"), "\(same)")
    }
  }

  @Test(.needsGzip) func anySource() throws {
    try with { folder in
      let plain = try diff("--format ndjson", folder).stdout
      for script in [
        "finder data diff - new --format ndjson < old",
        "finder data diff old - --format ndjson < new",
        "gzip -c new > n.json && finder data diff old n.json --format ndjson",
        "gzip -c old | finder data diff - new --format ndjson",
        "finder data diff old new --format ndjson --output out && cat out",
      ] {
        expect(try Finder.shell(script, directory: folder.path), stdout: plain)
      }
      let json = try Finder.shell("finder data diff - new --json < old", directory: folder.path)
      #expect(json.stdout.hasPrefix("{\"old\":{\"path\":null,"), "\(json)")
    }
  }

  @Test func wrongUsage() throws {
    try with { folder in
      expectUsage(
        try Finder.run("data diff - -", directory: folder.path),
        "data diff: OLD and NEW cannot both come from standard input",
        "see 'finder help data diff'")
      for line in [
        "data diff", "data diff old", "data diff old new more", "data diff old new --data x",
      ] {
        #expect(try Finder.run(line, directory: folder.path).status == 64, "\(line)")
      }
      expectUsage(
        try diff("--output new", folder), "data diff: --output new is also the input",
        "--output, -o FILE  write to FILE, whole or not at all (see 'finder help data diff')")
    }
  }

  @Test func badData() throws {
    try with { folder in
      expect(
        try Finder.run("data diff old none", directory: folder.path), status: 66, stdout: "",
        stderr: "finder: data diff: cannot read none: No such file or directory\n")
      try folder.write("<html>", to: "html")
      expect(
        try Finder.run("data diff html new --output out", directory: folder.path), status: 65,
        stdout: "",
        stderr:
          "finder: data diff: html: byte 0: expected a GeoJSON object ('{'), found '<html>'\n"
          + "  if this is a list, 'finder data convert' converts it to GeoJSON (see 'finder help lists')\n"
      )
      #expect(try !Files.names(in: folder.path).contains("out"))
      try folder.write(DataErrorTests.leftOut, to: "partly")
      let partly = try Finder.run("data diff partly new --count", directory: folder.path)
      #expect(
        partly.status == 0
          && partly.stderr.hasPrefix("finder: data diff: left out 8 of 9 features of partly ("),
        "\(partly)")
      expect(
        try Finder.run("data diff partly new --count --quiet", directory: folder.path), stdout: nil)
    }
  }

  @Test(.needsTerminal) func fitsTheTerminal() throws {
    try TemporaryDirectory.with { folder in
      let long = String(repeating: "Very Long Name ", count: 6)
      try folder.write(Self.venue(long, 51, 0), to: "old")
      try folder.write(Self.venue(long.uppercased(), 51, 0), to: "new")
      for columns in [200, 100, 72, 50, 30] {
        let result = try Finder.terminal(
          columns: columns,
          "cd \(folder.path) && finder data diff old new --color never | cat && finder data diff old new --color never"
        )
        let rows = result.stdout.split(separator: "\n").filter { $0.hasPrefix("renamed  V") }
        #expect(rows.count == 2, "\(result)")
        if let last = rows.last { #expect(last.count <= columns, "\(columns): \(last)") }
      }
    }
  }
}

/// The real data against itself, with known numbers of edits.
@Suite(
  .enabled(if: RealData.path != nil, "needs FINDER_REAL_DATA, the folder of the real dataset"),
  .needsJQ, .needsGzip)
struct RealDataDiffTests {
  private static let edits = """
    .features |= [to_entries[]
      | if .key % 500 == 0 then empty
        elif .key % 500 == 100 then .value.geometry.coordinates[0] += 0.0137
        elif .key % 500 == 200 then .value.properties.name += " LTD."
        elif .key % 500 == 300 then .value.properties.rating = 5
        else . end | .value]
      + [range(25) | {type: "Feature", properties: {name: "Brand new \\(.)", postcode: "ZZ9"},
          geometry: {type: "Point", coordinates: [., 50]}}]
    """

  @Test(.slow) func knownEdits() throws {
    let data = try #require(RealData.path)
    try TemporaryDirectory.with { folder in
      try folder.write(Self.edits, to: "edits.jq")
      let edited = try Finder.shell(
        "gzip -dc \(Finder.quoted(data)) | jq -c -f edits.jq > new.geojson", directory: folder.path)
      #expect(edited.status == 0, "\(edited)")
      func counts(_ line: String) throws -> String {
        let result = try Finder.run("\(line) --format csv --count", directory: folder.path)
        expect(result)
        return result.stdout.split(separator: "\n").dropFirst().joined(separator: " ")
      }
      let unchanged = 54_754 - 3 * 110 - 109
      #expect(
        try counts("data diff \(data) new.geojson")
          == "unchanged,\(unchanged) opened,25 closed,110 moved,110 renamed,110 changed,109")
      #expect(
        try counts("data diff new.geojson \(data)")
          == "unchanged,\(unchanged) opened,110 closed,25 moved,110 renamed,110 changed,109")
      #expect(
        try counts("data diff \(data) \(data)")
          == "unchanged,54754 opened,0 closed,0 moved,0 renamed,0 changed,0")
    }
  }
}
