import FinderEngine
import TestSupport
import Testing

/// `data info` and `data validate`.
@Suite struct DataCommandTests {
  private static let small = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"a","postcode":"N1"}"#),
    Dataset.feature(51.5, -0.1, properties: #"{"name":"b"}"#),
    Dataset.feature(48.85, 2.35, properties: "{}"), Dataset.feature(40, -3.7, properties: "null"),
    #"{"type":"Feature","geometry":null,"properties":{}}"#,
  ])

  /// The age differs from run to run.
  private func masked(_ result: ProcessResult) -> String {
    result.stdout.replacing(#/"age_s":\d+/#, with: "\"age_s\":AGE")
      .replacing(#/Z, \d+ \w+ ago/#, with: "Z, AGE ago")
  }

  @Test func info() throws {
    try Dataset.with(Self.small) { folder, data in
      #expect(try ProcessRunner.shell("touch -d 2020-08-05T12:00:00Z \(data)").status == 0)
      let bytes = try Files.bytes(data).count
      let digest = try Files.bytes(data).withUnsafeBufferPointer { SHA256.hex(of: $0) }
      let members = [
        #"{"source":"option""#, #""path":"\#(data)""#, #""bytes":\#(bytes)"#, #""gzip":false"#,
        #""unpacked_bytes":\#(bytes)"#, #""features":5"#, #""venues":4"#, #""left_out":1"#,
        #""faults":{"no-geometry":1}"#, #""looks_swapped":false"#, #""positions":3"#,
        #""most_on_one_position":2"#, #""named":2"#, #""with_postcode":1"#,
        #""attributes":{"kinds":0,"cuisines":0,"diets":0,"with":0,"hours":0}"#,
        #""filters":{"kinds":null,"cuisines":null,"diets":null,"with":null,"hours":null}"#,
        #""extent":{"south":40,"west":-3.7,"north":51.5,"east":2.35}"#,
        #""inside_camera_bounds":3"#, #""sha256":"\#(digest)""#,
        #""modified":"2020-08-05T12:00:00Z""#, #""age_s":AGE"#,
        #""most_crowded":{"lat":51.5,"lon":-0.1,"venues":2,"names":["a","b"]}"#,
        #""postcode_areas":[{"area":"N","venues":1}]"#, #""snapshot":"none""#,
        #""cache_refused":null"#,
        #""installed":null}"#,
      ]
      let text = """
        dataset    \(data)
        source     option
        size       \(bytes) bytes
        sha256     \(digest)
        modified   2020-08-05T12:00:00Z, AGE ago
        features   5
        venues     4
        left out   1 (1 no-geometry; 'finder data validate' lists them)
        positions  3 different, at most 2 venues on one
        crowded    51.5,-0.1: a, b
        names      2
        postcodes  1
        kinds      0
        cuisines   0
        diets      0
        with       0
        hours      0
        areas      1 of postcodes: N 1
        extent     40…51.5, -3.7…2.35
        camera     3 inside the bounds
        cache      no snapshot; the next query on a file makes one

        """
      for line in ["data info \(data)", "data info --data \(data)"] {
        for (options, expected) in [
          ("--json", members.joined(separator: ",\n ") + "\n"),
          ("--format ndjson", members.joined(separator: ",") + "\n"), ("", text),
        ] {
          let result = try Finder.run("\(line) \(options)")
          expect(result)
          #expect(masked(result) == expected, "\(difference(expected, masked(result)))")
        }
      }
    }
  }

  /// Postcodes as people write them, and texts that are not postcodes.
  @Test func areas() throws {
    let postcodes = [
      "SW1A 1AA", "sw1a1aa", " B1", "b 33", "W1", "W2", "W3", "12345", "XYZ 1", "Q", "", "É1",
      "EC1",
    ]
    let features = postcodes.enumerated().map { i, postcode in
      Dataset.feature(51, Double(i), properties: #"{"name":"n","postcode":"\#(postcode)"}"#)
    }
    try Dataset.with(Dataset.collection(features)) { _, data in
      let result = try Finder.run("data info --json", data: data)
      let areas = [("W", 3), ("B", 2), ("SW", 2), ("EC", 1)]
        .map { #"{"area":"\#($0)","venues":\#($1)}"# }
      #expect(
        result.stdout.contains("\"postcode_areas\":[\(areas.joined(separator: ","))],"), "\(result)"
      )
    }
  }

  /// Of equally crowded spots the southernmost, then the westernmost; five names, without duplicates.
  @Test func theMostCrowdedSpot() throws {
    let places = [(52.0, 1.0), (51, 2), (51, 1), (51, 1), (52, 1), (51, 2)]
    let pairs = places.map { Dataset.venue("x", $0.0, $0.1) }
    let crowd = ["f", "e", "d", "c", "b", "a", "a"].map { Dataset.venue($0, 53, 0) }
    for (features, spot) in [
      (pairs, #"{"lat":51,"lon":1,"venues":2,"names":["x"]}"#),
      (pairs + crowd, #"{"lat":53,"lon":0,"venues":7,"names":["a","b","c","d","e"]}"#),
      ([Dataset.feature(5, 6, properties: "{}")], #"{"lat":5,"lon":6,"venues":1,"names":[]}"#),
      ([], "null"),
    ] {
      try Dataset.with(Dataset.collection(features)) { _, data in
        let result = try Finder.run("data info --json", data: data)
        #expect(result.stdout.contains("\n \"most_crowded\":\(spot),\n"), "\(result)")
      }
    }
  }

  /// What a query would find in the cache; asking changes nothing there.
  @Test(.slow) func snapshots() throws {
    try Dataset.with(Dataset.square) { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = ["FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache")]
      func state(_ options: String = "", _ extra: [String: String] = [:]) throws -> String {
        let result = try Finder.run(
          "data info --json \(options)", environment: environment.merging(extra) { $1 })
        let line = result.stdout.split(separator: "\n").first { $0.contains("\"snapshot\"") }
        return line.map { String($0.dropFirst(" \"snapshot\":\"".count).dropLast(2)) } ?? ""
      }
      #expect(try state() == "none")
      _ = try Finder.run("near --at 51.5,-0.1", environment: environment)
      #expect(try state() == "fresh" && state("--no-cache") == "off")
      #expect(try state("", ["FINDER_CACHE": "off"]) == "off")
      try folder.write(Dataset.square + " ", to: "venues.geojson")
      #expect(try state() == "stale" && state() == "stale")
      #expect(try Files.names(in: folder.file("cache/finder")).count == 1)
    }
  }

  /// The record that `install` keeps is shown with the dataset, however the dataset was named.
  @Test func whereItCameFrom() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let environment = ["XDG_DATA_HOME": folder.file("xdg")]
      expect(try Finder.run("data install \(data)", environment: environment), stdout: nil)
      let result = try Finder.run("data info --json", environment: environment)
      expect(result)
      #expect(result.stdout.hasPrefix("{\"source\":\"installed\","), "\(result)")
      #expect(result.stdout.contains("\n \"installed\":{\"file\":\""), "\(result)")
      let text = try Finder.run("data info", environment: environment).stdout
      #expect(text.contains("\norigin     ") && text.contains("\ninstalled  20"), "\(text)")
      let other = try Finder.run("data info \(data) --json", environment: environment)
      #expect(other.stdout.hasSuffix("\"installed\":null}\n"), "\(other)")
    }
  }

  /// `info` describes the dataset that queries use.
  @Test func infoOfEachSource() throws {
    let sample = try Finder.run("data info --json")
    expect(sample)
    #expect(sample.stdout.hasPrefix("{\"source\":\"sample\",\n \"path\":\"\(Sample.path)\","))
    #expect(
      sample.stdout.contains("\n \"gzip\":true,") && sample.stdout.contains("\"venues\":55000,"))
    try Dataset.with(Self.small) { _, data in
      let variable = try Finder.run("data info --json", environment: ["FINDER_DATA": data])
      #expect(variable.stdout.hasPrefix("{\"source\":\"environment\",\n \"path\":\"\(data)\","))
      for line in ["data info - --json", "data info --data - --json"] {
        let piped = try Finder.run(line, stdin: .file(data))
        expect(piped)
        #expect(piped.stdout.hasPrefix("{\"source\":\"stdin\",\n \"path\":null,"), "\(piped)")
      }
    }
  }

  @Test func infoOfNothing() throws {
    try Dataset.with(Dataset.collection([])) { _, data in
      let result = try Finder.run("data info --json", data: data)
      expect(result)
      #expect(result.stdout.contains("\n \"extent\":null,\n"), "\(result)")
      expect(try Finder.run("data info --exit-status", data: data), status: 1, stdout: nil)
    }
  }

  @Test(arguments: ["info", "validate"])
  func namedTwice(command: String) throws {
    expectUsage(
      try Finder.run("data \(command) a.geojson --data b.geojson"),
      "data \(command): name the dataset once: a.geojson or --data",
      "see 'finder help data \(command)'")
  }

  // MARK: validate

  /// The code and the clause of every fault, in the order of the file: features 2 to 9, each on its own line
  /// from line 3 on.
  private static let faults = [
    ("no-geometry", "has no geometry"), ("empty-geometry", "has a geometry without any position"),
    ("out-of-range", "has a latitude outside -90…90 or a longitude outside -180…180"),
    ("out-of-range", "has a latitude outside -90…90 or a longitude outside -180…180"),
    ("unknown-geometry", "has a geometry of a type that GeoJSON does not know"),
    ("malformed-coordinates", "has coordinates that do not fit its geometry's type"),
    ("malformed-properties", "has properties that are neither an object nor null"),
    ("not-a-feature", "is not an object of type Feature"),
  ]

  private static let counts = [
    ("not-a-feature", 1), ("no-geometry", 1), ("empty-geometry", 1), ("unknown-geometry", 1),
    ("malformed-coordinates", 1), ("out-of-range", 2), ("malformed-properties", 1),
  ]

  private struct Place {
    let feature: Int
    let line: Int
    let byte: Int
    let word: String
    let clause: String
  }

  private static var places: [Place] {
    let lines = DataErrorTests.leftOut.split(separator: "\n")
    return faults.enumerated().map { i, fault in
      let before = lines.prefix(i + 2).reduce(0) { $0 + $1.utf8.count + 1 }
      return Place(feature: i + 2, line: i + 3, byte: before, word: fault.0, clause: fault.1)
    }
  }

  private func validate(_ format: String) throws -> ProcessResult {
    try TemporaryDirectory.with { folder in
      try folder.write(DataErrorTests.leftOut, to: "v")
      return try Finder.run("data validate v --format \(format)", directory: folder.path)
    }
  }

  @Test func faultsInEveryFormat() throws {
    let objects = Self.places.map {
      #"{"feature":\#($0.feature),"line":\#($0.line),"column":1,"byte":\#($0.byte),"#
        + #""fault":"\#($0.word)","explanation":"\#($0.clause)"}"#
    }
    expect(
      try validate("json"), status: 65,
      stdout: #"{"features":9,"usable":1,"looks_swapped":false,"faults":["# + "\n  "
        + objects.joined(separator: ",\n  ")
        + "],\"counts\":{\(Self.counts.map { "\"\($0)\":\($1)" }.joined(separator: ","))}}\n")
    expect(try validate("ndjson"), status: 65, stdout: objects.map { "\($0)\n" }.joined())
    for (format, separator) in [("csv", ","), ("tsv", "\t")] {
      let rows = Self.places.map { ["\($0.feature)", "\($0.line)", "1", "\($0.byte)", $0.word] }
      expect(
        try validate(format), status: 65,
        stdout: ([["feature", "line", "column", "byte", "fault"]] + rows)
          .map { $0.joined(separator: separator) + "\n" }.joined())
    }
    let sentences = Self.places.map {
      "v: line \($0.line), column 1: feature \($0.feature) \($0.clause)\n"
    }
    expect(
      try validate("table"), status: 65,
      stdout: sentences.joined() + "v: 8 of 9 features cannot be used "
        + "(\(Self.counts.map { "\($1) \($0)" }.joined(separator: ", ")))\n")
  }

  @Test func noFault() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Dataset.square, to: "v")
      for (format, output) in [
        ("table", "v: no faults in 4 features\n"), ("ndjson", ""),
        (
          "json",
          "{\"features\":4,\"usable\":4,\"looks_swapped\":false,\"faults\":[],\"counts\":{}}\n"
        ),
        ("csv", "feature,line,column,byte,fault\n"),
      ] {
        expect(
          try Finder.run("data validate v --format \(format)", directory: folder.path),
          stdout: output)
      }
    }
  }

  @Test func theSampleIsSound() throws {
    expect(
      try Finder.run("data validate"), stdout: "\(Sample.path): no faults in 55000 features\n")
  }

  /// A pipe or a file on standard input is used; `/dev/null`, as under cron, is not.
  @Test func standardInput() throws {
    let note = "finder: data validate: reading standard input; name a FILE to check that instead\n"
    try TemporaryDirectory.with { folder in
      try folder.write(DataErrorTests.leftOut, to: "v")
      for script in ["finder data validate < v", "cat v | finder data validate"] {
        let result = try Finder.shell(script, directory: folder.path)
        #expect(result.status == 65 && result.stderr == note, "\(result)")
        #expect(result.stdout.hasPrefix("standard input: line 3, column 1: feature 2 "))
        #expect(result.stdout.contains("\nstandard input: 8 of 9 features cannot be used ("))
      }
      // Nothing is read until the options are known to be right.
      let wrong = try Finder.shell("finder data validate --no-header < v", directory: folder.path)
      #expect(wrong.status == 64 && !wrong.stderr.contains("reading"), "\(wrong)")
      let quiet = try Finder.shell(
        "cat v | finder data validate --quiet --json; true", directory: folder.path)
      #expect(quiet.stdout.hasPrefix(#"{"features":9,"#) && quiet.stderr.isEmpty, "\(quiet)")
      for script in [
        "cat v | FINDER_DATA=v finder data validate", "cat v | finder data validate /dev/null",
        "finder data validate --data /dev/null < v",
        "finder data validate v < /dev/null",
      ] {
        let result = try Finder.shell(script, directory: folder.path)
        #expect(!result.stderr.contains("reading") && !result.stdout.contains("standard input"))
      }
    }
  }

  /// In one long line, only the byte is useful.
  @Test func oneLine() throws {
    let text = Dataset.collection([Dataset.venue("a", 51, 0), "5"]).replacing("\n", with: "")
    let byte = text.utf8.count - "5]}".utf8.count
    try TemporaryDirectory.with { folder in
      try folder.write(text, to: "v")
      expect(
        try Finder.run("data validate v", directory: folder.path), status: 65,
        stdout: "v: byte \(byte): feature 2 is not an object of type Feature\n"
          + "v: 1 of 2 features cannot be used (1 not-a-feature)\n")
    }
  }

  /// What `validate` lists is exactly what queries leave out.
  @Test func listsWhatQueriesLeaveOut() throws {
    try Dataset.with(DataErrorTests.leftOut) { _, data in
      let count = try validate("ndjson").stdout.split(separator: "\n").count
      let near = try Finder.run("near --at 51,0", data: data)
      #expect(near.stderr.contains("left out \(count) of 9 features"), "\(near)")
      let info = try Finder.run("data info --json", data: data)
      #expect(info.stdout.contains("\n \"left_out\":\(count),"), "\(info)")
    }
  }

  @Test func latitudeFirst() throws {
    let text = Dataset.collection([Dataset.venue("a", -0.1, 51.5), Dataset.venue("b", -0.2, 51.4)])
    try Dataset.with(text) { _, data in
      for command in ["near 51,0", "data info", "data validate"] {
        let result = try Finder.run(command, data: data)
        #expect(result.status == 0)
        #expect(result.stderr.contains("; in GeoJSON the longitude comes first\n"), "\(result)")
      }
    }
  }
}
