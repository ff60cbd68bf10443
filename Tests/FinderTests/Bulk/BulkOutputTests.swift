import FinderEngine
import TestSupport
import Testing

/// The output of `bulk`: lines of JSON, rows of CSV and TSV, counts.
@Suite struct BulkOutputTests {
  private static let venues = Dataset.collection([
    Dataset.feature(
      51.5, -0.1, properties: #"{"name":"Fish, \"Chips\"\tPeas","postcode":"N1","stars":4.50}"#,
      id: #""a\tb""#),
    Dataset.venue("Lion", 51.51, -0.1), Dataset.venue("Far Lion", 55, -3),
  ])

  private func run(_ input: String, _ options: String = "") throws -> ProcessResult {
    try Dataset.with(Self.venues) { _, data in
      try Finder.run("bulk \(options)", data: data, stdin: .text(input))
    }
  }

  @Test func lines() throws {
    for options in ["", "--format ndjson", "--json", "--format csv --json"] {
      expect(
        try run("lat,lon,id\n51.5,-0.1,x\n56,-3,y\n", "--limit 2 --radius 200km \(options)"),
        stdout: #"""
          {"query":{"line":2,"lat":51.5,"lon":-0.1,"id":"x"},"count":2,"venues":[{"id":"a\tb","name":"Fish, \"Chips\" Peas","postcode":"N1","lat":51.5,"lon":-0.1,"distance_m":0,"bearing_deg":0,"properties":{"stars":4.50}},{"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.1,"distance_m":1112.6,"bearing_deg":0}]}
          {"query":{"line":3,"lat":56,"lon":-3,"id":"y"},"count":1,"venues":[{"id":"Far Lion","name":"Far Lion","postcode":null,"lat":55,"lon":-3,"distance_m":111332.7,"bearing_deg":180}]}

          """#)
    }
  }

  @Test func rows() throws {
    let input = "id,lat,lon,note\n1,51.50,-0.1,\"a, \"\"b\"\"\"\n2,40,20,\n"
    let options = "--limit 2 --radius 2km"
    expect(
      try run(input, "\(options) --format csv"),
      stdout: """
        id,lat,lon,note,rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,\
        bearing_deg,error
        1,51.50,-0.1,"a, ""b\""",1,a b,"Fish, ""Chips"" Peas",N1,51.5,-0.1,0,0,
        1,51.50,-0.1,"a, ""b\""",2,Lion,Lion,,51.51,-0.1,1112.6,0,
        2,40,20,,,,,,,,,,

        """)
    expect(
      try run(input, "\(options) --format tsv"),
      stdout: """
        id\tlat\tlon\tnote\trank\tvenue_id\tvenue_name\tvenue_postcode\tvenue_lat\tvenue_lon\t\
        distance_m\tbearing_deg\terror
        1\t51.50\t-0.1\ta, "b"\t1\ta b\tFish, "Chips" Peas\tN1\t51.5\t-0.1\t0\t0\t
        1\t51.50\t-0.1\ta, "b"\t2\tLion\tLion\t\t51.51\t-0.1\t1112.6\t0\t
        2\t40\t20\t\t\t\t\t\t\t\t\t\t

        """)
  }

  /// The columns of other forms: generated without a header, the keys of the first object.
  @Test(arguments: [
    ("51.51 -0.1 x\n", "lat,lon,column_3", "51.51,-0.1,x"),
    ("51.51\t-0.1\ta\\tb,c\n", "lat,lon,column_3", "51.51,-0.1,\"a\\tb,c\""),
    (
      #"{"a":{"b": "c"},"lat":51.51,"lon":-0.1,"n":null,"s":"x\"\u00e9"}"#, "lat,lon,a,n,s",
      #"51.51,-0.1,"{""b"": ""c""}",null,"x""é""#
    ),
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.1,51.51]},"properties":"#
        + #"{"a":1},"id":7}"#, "lat,lon,properties,id", #"51.51,-0.1,"{""a"":1}",7"#
    ),
  ])
  func columns(input: String, header: String, cells: String) throws {
    let answers =
      "rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,"
      + "bearing_deg,error"
    let quote = cells.hasSuffix("é") ? "\"" : ""
    expect(
      try run(input, "--format csv"),
      stdout: "\(header),\(answers)\n\(cells)\(quote),1,Lion,Lion,,51.51,-0.1,0,0,\n")
  }

  @Test func keysThatTheFirstLineLacksAreCounted() throws {
    let input =
      #"{"lat":51.51,"lon":-0.1,"a":1}"# + "\n" + #"{"b":2,"lat":51.51,"lon":-0.1}"# + "\n"
    let result = try run(input, "--format csv --count --radius 1")
    expect(
      result, stdout: "lat,lon,a,count,error\n51.51,-0.1,1,1,\n51.51,-0.1,,1,\n",
      stderr: "finder: bulk: left out 1 value under keys that the first line does not have; "
        + "--format ndjson keeps them\n")
    expect(try run(input, "--format csv --count --radius 1 --quiet"), stdout: result.stdout)
    expect(try run(input, "--count --radius 1"))
  }

  @Test func counts() throws {
    let input = "lat,lon,id\n51.5,-0.1,x\n40,20,y\n"
    for (options, first, second) in [
      ("", 3, 3), ("--radius 2km", 2, 0), ("--radius 2km --limit 1", 1, 0), ("--limit 0", 3, 3),
      ("--match lion", 2, 2), ("--match lion --radius 2km", 1, 0),
    ] {
      expect(
        try run(input, "--count \(options)"),
        stdout: #"""
          {"query":{"line":2,"lat":51.5,"lon":-0.1,"id":"x"},"count":\#(first)}
          {"query":{"line":3,"lat":40,"lon":20,"id":"y"},"count":\#(second)}

          """#)
      expect(
        try run(input, "--count \(options) --format tsv"),
        stdout: "lat\tlon\tid\tcount\terror\n51.5\t-0.1\tx\t\(first)\t\n40\t20\ty\t\(second)\t\n")
    }
  }

  @Test func limitsAndMatches() throws {
    func found(_ options: String) throws -> [Substring] {
      let result = try run("51.5,-0.1\n", "--format csv \(options)")
      expect(result)
      return result.stdout.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false)[3]
      }
    }
    #expect(try found("") == ["a b"])
    #expect(try found("--limit 2") == ["a b", "Lion"])
    #expect(try found("--limit 0") == ["a b", "Lion", "Far Lion"])
    #expect(try found("--limit 0 --match LION") == ["Lion", "Far Lion"])
    #expect(try found("--limit 0 --radius 1112") == ["a b"])
    #expect(try found("--match none") == [""])
  }

  @Test func exitStatus() throws {
    let note =
      "finder: bulk: --radius 5: that is 5 metres; for kilometres or miles: -r 5km or -r 5mi\n"
    expect(try run("40,20\n", "--radius 5 --exit-status"), status: 1, stdout: nil, stderr: note)
    expect(try run("40,20\n", "--radius 5 --exit-status -q"), status: 1, stdout: nil)
    expect(try run("40,20\n51.5,-0.1\n", "--radius 5 --exit-status"), stdout: nil)
    expect(
      try run("40,20\n", "--radius 5 --exit-status --count"), status: 1, stdout: nil, stderr: note)
    expect(try run("40,20\n", "--radius 5"), stdout: nil, stderr: note)
    expect(try run("40,20\n", "--radius 25"), stdout: nil)
  }

  // MARK: Outside the camera bounds

  @Test func allowedUnlessAskedFor() throws {
    let plain = try run("10,10\n")
    #expect(plain.stdout.hasPrefix(#"{"query":{"line":1,"lat":10,"lon":10},"count":1,"#))
    expect(try run("10,10\n", "--outside allow"), stdout: plain.stdout)
  }

  @Test func moved() throws {
    let result = try run("lat,lon,moved,id\n10,10,m,x\n51.5,-0.1,m,y\n", "--outside clamp --count")
    expect(
      result,
      stdout: #"""
        {"query":{"line":2,"lat":46.678409,"lon":3.21521,"moved":true,"id":"x"},"count":3}
        {"query":{"line":3,"lat":51.5,"lon":-0.1,"moved":"m","id":"y"},"count":3}

        """#)
    // Rows keep the input's columns; the distance is from the point inside.
    let rows = try run("10,10\n46.678409,3.21521\n", "--outside clamp --format csv")
    let cells = rows.stdout.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2)
    }
    #expect(cells.count == 3 && cells[1].dropLast(2) == cells[2].dropLast(2), "\(rows)")
    #expect(rows.stdout.contains("\n10,10,1,"), "\(rows)")
    #expect(cells.map { Array($0.suffix(2)) } == [["moved", "error"], ["true", ""], ["", ""]])
  }

  /// In rows of every kind, `moved` comes before `error`.
  @Test func movedInRows() throws {
    let input = "10,10\n51.5,-0.1\nx,0\n"
    for (options, head, rows) in [
      ("--count -f csv", "count,moved,error", ["3,true,", "3,,", ",,"]),
      ("--radius 0 -f csv", "bearing_deg,moved,error", [",true,", ",,", ",,"]),
      ("--radius 0 -f tsv", "bearing_deg\tmoved\terror", ["\ttrue\t", "\t\t", "\t\t"]),
    ] {
      let result = try run(input, "--outside clamp \(options)")
      let lines = result.stdout.split(separator: "\n")
      #expect(lines.count == 4 && lines[0].hasSuffix(head), "\(result)")
      for (line, row) in zip(lines.dropFirst().prefix(2), rows) {
        #expect(line.hasSuffix(row), "\(result)")
      }
      #expect(lines[3].contains("\(rows[2])latitude") || lines[3].contains(rows[2]), "\(result)")
      #expect(try !run(input, options).stdout.contains("moved"))
    }
  }

  @Test("Several distances, each with its own count, spelled as typed")
  func countsOfCircles() throws {
    let input = "lat,lon,id\n51.5,-0.1,x\nno,0,y\n55,-3,z\n"
    let options = "--count --radius 1km,800,500mi"
    expect(
      try run(input, options), status: 65,
      stdout: #"""
        {"query":{"line":2,"lat":51.5,"lon":-0.1,"id":"x"},"counts":{"1km":1,"800":1,"500mi":3}}
        {"query":{"line":3,"id":"y"},"error":"'lat' is not a number: 'no'"}
        {"query":{"line":4,"lat":55,"lon":-3,"id":"z"},"counts":{"1km":1,"800":1,"500mi":3}}

        """#, stderr: nil)
    for jobs in [1, 3] {
      expect(
        try run(input, "\(options) --csv --limit 2 -j \(jobs)"), status: 65,
        stdout: """
          lat,lon,id,count_1km,count_800,count_500mi,error
          51.5,-0.1,x,1,1,2,
          no,0,y,,,,'lat' is not a number: 'no'
          55,-3,z,1,1,2,

          """, stderr: nil)
    }
    expect(
      try run("51.5,-0.1\n", "--count -r 2km --csv"), stdout: "lat,lon,count,error\n51.5,-0.1,2,\n")
    for (options, problem) in [
      ("-r 400,800", "400,800 is several distances, which need --count"),
      ("-r 400,800,400 --count", "400,800,400 has 400 twice"),
      ("-r 400,x --count", "x is not a distance: "), ("-r 400, --count", "'' is not a distance: "),
    ] {
      let result = try run("51.5,-0.1\n", options)
      expect(result, status: 64, stdout: "", stderr: nil)
      #expect(result.stderr.hasPrefix("finder: bulk: --radius \(problem)"), "\(result)")
    }
  }

  @Test("One feature per venue, with the input's columns, a row's, and the venue's own properties")
  func features() throws {
    let input = "lat,lon,name,rank,stars\n51.50,-0.1,\"a \"\"b\"\"\",r,5\nx,0,bad,,\n40,20,none,,\n"
    for jobs in [1, 3] {
      let result = try run(input, "-n 2 -r 2km --format geojson -j \(jobs)")
      expect(
        result, status: 65,
        stdout: #"""
          {"type":"FeatureCollection","features":[
          {"type":"Feature","id":"a\tb","properties":{"lat":"51.50","lon":"-0.1","name":"a \"b\"","rank_2":"r","stars":"5","rank":1,"venue_id":"a\tb","venue_name":"Fish, \"Chips\"\tPeas","venue_postcode":"N1","venue_lat":51.5,"venue_lon":-0.1,"distance_m":0,"bearing_deg":0,"venue_stars":4.50},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}},
          {"type":"Feature","id":"Lion","properties":{"lat":"51.50","lon":"-0.1","name":"a \"b\"","rank_2":"r","stars":"5","rank":2,"venue_id":"Lion","venue_name":"Lion","venue_postcode":null,"venue_lat":51.51,"venue_lon":-0.1,"distance_m":1112.6,"bearing_deg":0},"geometry":{"type":"Point","coordinates":[-0.1,51.51]}}]}

          """#,
        stderr: "finder: bulk: standard input: line 3, column 1: 'lat' is not a number: 'x'\n")
    }
    // A feature's properties are those of its point.
    let feature =
      #"{"type":"Feature","id":7,"properties":{"name":"Ann","lat":1},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}}"#
    expect(
      try run(feature + "\n" + feature + "\n", "-f geojson --fields venue_name,stars"),
      stdout: #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"a\tb","properties":{"lat":51.5,"lon":-0.1,"id":7,"name":"Ann","lat_2":1,"rank":1,"venue_name":"Fish, \"Chips\"\tPeas","stars":4.50},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}},
        {"type":"Feature","id":"a\tb","properties":{"lat":51.5,"lon":-0.1,"id":7,"name":"Ann","lat_2":1,"rank":1,"venue_name":"Fish, \"Chips\"\tPeas","stars":4.50},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}}]}

        """#)
    let none = "{\"type\":\"FeatureCollection\",\"features\":[]}\n"
    for input in ["", "lat,lon\n", "40,20\n", "\n\n"] {
      expect(try run(input, "-f geojson -r 1km"), stdout: none)
    }
    expect(try run("nonsense\n", "-f geojson"), status: 65, stdout: "", stderr: nil)
    // A truncated answer is not passed off as complete.
    let strict = try run("51.5,-0.1\nx,y\n51.5,-0.1\n", "-f geojson --strict")
    #expect(strict.status == 65 && strict.stdout.hasSuffix("}}"), "\(strict)")
    expect(
      try run("51.5,-0.1\n", "-f geojson --count"), status: 64, stdout: "",
      stderr: nil)
  }

  @Test("The same features for any number of threads")
  func featuresOfManyPoints() throws {
    var generator = SeededGenerator(seed: 20)
    let points = (0..<5000).map { number in
      number % 97 == 5
        ? "x,\(number)"
        : "\(Double.random(in: 50...56, using: &generator)),\(Double.random(in: -4...1, using: &generator))"
    }
    let input = "lat,lon\n" + points.joined(separator: "\n") + "\n"
    let one = try run(input, "-n 2 -f geojson -j 1")
    let rows = try run(input, "-n 2 --csv -j 1").stdout.split(separator: "\n").dropFirst()
    let found = rows.filter { !$0.contains("not a number") }.count
    #expect(one.stdout.split(separator: "\n").count == found + 1)
    for jobs in [2, 5] {
      #expect(try run(input, "-n 2 -f geojson -j \(jobs)").stdout == one.stdout)
    }
  }

  @Test("--fields takes the names of bulk's own columns")
  func fieldsByTheirColumns() throws {
    expect(
      try run("51.5,-0.1\n", "--csv --fields venue_id,distance_m,venue_lat,postcode"),
      stdout: """
        lat,lon,rank,venue_id,distance_m,venue_lat,venue_postcode,error
        51.5,-0.1,1,a b,0,51.5,N1,

        """)
    expect(
      try run("51.5,-0.1\n", "--fields venue_id,stars"),
      stdout:
        "{\"query\":{\"line\":1,\"lat\":51.5,\"lon\":-0.1},\"count\":1,\"venues\":[{\"venue_id\":\"a\\tb\",\"stars\":4.50}]}\n"
    )
    let twice = try run("51.5,-0.1\n", "--csv --fields name,venue_name")
    #expect(
      twice.status == 64
        && twice.stderr.contains(
          "--fields 'name,venue_name' has name and venue_name, which are the same column\n"),
      "\(twice)")
  }

  @Test("Columns that an answer always has may be named, and appear once", arguments: ["", "-n 2"])
  func fieldsThatStandAnyway(options: String) throws {
    let rows = try run("51.5,-0.1\nx,1\n", "--csv --fields rank,venue_id,error -r 1km \(options)")
    expect(
      rows, status: 65,
      stdout: """
        lat,lon,rank,venue_id,error
        51.5,-0.1,1,a b,
        x,1,,,'lat' is not a number: 'x'

        """, stderr: "finder: bulk: standard input: line 2, column 1: 'lat' is not a number: 'x'\n")
    expect(
      try run("51.5,-0.1\n", "--csv --fields error \(options) -r 1km"),
      stdout: "lat,lon,rank,error\n51.5,-0.1,1,\n")
    expect(
      try run("51.5,-0.1\n", "--csv --outside clamp --fields venue_id,moved -r 1km"),
      stdout: "lat,lon,rank,venue_id,moved,error\n51.5,-0.1,1,a b,,\n")
    expect(
      try run("postcode\nN1\n", "--csv --fields place_precision,venue_id -q"),
      stdout: "postcode,rank,venue_id,error,place_precision,searched_lat,searched_lon\n"
        + "N1,1,a b,,district,51.5,-0.1\n")
    expect(
      try run("51.5,-0.1\n", "--fields rank,venue_id -r 1km"),
      stdout:
        "{\"query\":{\"line\":1,\"lat\":51.5,\"lon\":-0.1},\"count\":1,\"venues\":[{\"venue_id\":\"a\\tb\"}]}\n"
    )
  }

  /// As long as no venue has a property of that name.
  @Test func fieldsOfVenuesNamedLikeColumns() throws {
    let ranked = Dataset.collection([
      Dataset.feature(51.5, -0.1, properties: #"{"name":"A","rank":7}"#, id: "1")
    ])
    try Dataset.with(ranked) { _, data in
      expect(
        try Finder.run("bulk --csv --fields rank,error", data: data, stdin: .text("51.5,-0.1\n")),
        stdout: "lat,lon,rank,venue_rank,error\n51.5,-0.1,1,7,\n")
    }
  }

  // MARK: Latitude and longitude swapped

  /// One hint for the stream, with the number of points that it is about.
  @Test func swappedPoints() throws {
    let input = "-0.1,51.5\n51.5,-0.1\n-1.2,52\n10,10\n-33,151\n"
    let hint =
      "are latitude and longitude swapped? 2 points outside the camera bounds would then be inside"
    for options in ["", "--outside clamp", "--format csv", "--count --jobs 2"] {
      expect(try run(input, options), stdout: nil, stderr: "finder: bulk: \(hint)\n")
      expect(try run(input, "\(options) --quiet"), stdout: nil)
    }
    expect(try run("10,10\n-33,151\n"), stdout: nil)
  }

  @Test func refused() throws {
    let outside = "is outside the camera bounds; nearest point inside: 46.678409,3.21521"
    let note = "10,10 \(outside)"
    let swapped = "-0.1,51.5 \(outside); latitude and longitude look swapped"
    let place = "finder: bulk: standard input: line"
    let stderr = "\(place) 2, column 1: \(note)\n\(place) 3, column 1: \(swapped)\n"
    expect(
      try run("51.5,-0.1\n10,10\n-0.1,51.5\n", "--outside refuse --count"), status: 3,
      stdout: #"""
        {"query":{"line":1,"lat":51.5,"lon":-0.1},"count":3}
        {"query":{"line":2},"error":"\#(note)"}
        {"query":{"line":3},"error":"\#(swapped)"}

        """#, stderr: stderr)
    expect(
      try run("51.5,-0.1\n10,10\n-0.1,51.5\n", "--outside refuse --count --format csv"), status: 3,
      stdout: """
        lat,lon,count,error
        51.5,-0.1,3,
        10,10,,"\(note)"
        -0.1,51.5,,"\(swapped)"

        """, stderr: stderr)
    // Bad lines take precedence.
    expect(
      try run("10,10\nx,1\n", "--outside refuse --quiet"), status: 65, stdout: nil, stderr: nil)
  }
}
