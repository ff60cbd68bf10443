import FinderEngine
import TestSupport
import Testing

/// Datasets that cannot be read, or only in part.
@Suite struct DataErrorTests {
  /// Every command that reads a dataset.
  static let readers = [
    "near --at 51,0", "within --bbox 0,51,1,52", "within --bbox 0,51,1,52 --count",
    "check --at 51,0 --span low", "bulk", "data info", "data validate",
  ]

  private static func name(_ line: String) -> String {
    let words = line.split(separator: " ")
    return words.prefix(words[0] == "data" ? 2 : 1).joined(separator: " ")
  }

  private func expectError(
    _ line: String, data: String, status: Int32, _ problem: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for command in Self.readers where line.isEmpty || command == line {
      expect(
        try Finder.run(command, data: data, stdin: .text("51,0\n")), status: status, stdout: "",
        stderr: "finder: \(Self.name(command)): \(problem)\n", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: readers)
  func missing(line: String) throws {
    try TemporaryDirectory.with { folder in
      let path = folder.file("no such.geojson")
      try expectError(
        line, data: path, status: 66, "cannot read \(path): No such file or directory")
      try expectError(
        line, data: folder.path, status: 66, "cannot read \(folder.path): Is a directory")
      let file = try folder.write("", to: "file")
      try expectError(
        line, data: "\(file)/x", status: 66, "cannot read \(file)/x: Not a directory")
    }
  }

  @Test(.disabled(if: Tool.isRoot, "root may read every file"))
  func unreadable() throws {
    try Dataset.with(Dataset.square) { _, data in
      #expect(try ProcessRunner.shell("chmod 000 \(data)").status == 0)
      try expectError("", data: data, status: 66, "cannot read \(data): Permission denied")
    }
  }

  /// Wrong arguments are reported first, whatever the state of the data.
  @Test func optionsAreCheckedBeforeDataIsRead() throws {
    let result = try Finder.run("near --lat 95 --lon 0", data: "/nonexistent")
    expectUsage(
      result, "near: --lat 95 is out of range (-90…90)",
      "--lat D  latitude in decimal degrees, -90…90 (see 'finder help near')")
    #expect(try Finder.run("near --at 10,10", data: "/nonexistent").status == 3)
    #expect(try Finder.run("within --bbox 1,2,3", data: "/nonexistent").status == 64)
    #expect(try Finder.run("bulk --jobs x", data: "/nonexistent").status == 64)
  }

  // MARK: Text that is not GeoJSON

  private static let head = #"{"type":"FeatureCollection","features":["# + "\n"
  private static let feature = Dataset.venue("é", 51, 0)

  /// A text, and how the message begins after the file's name: the place of the error in lines and columns
  /// (or bytes, if there is one line), and what was expected there.
  private static let malformedTexts = [
    (head + feature + ",\n {\"type\" 5}\n]}\n", "line 3, column 10: expected ':'"),
    (head + feature + ",\n\n{\"type\":\"é\" \"x\"}]}", "line 4, column 13: expected ',' or '}'"),
    (head + feature, "line 2, column 107: expected ',' or ']'"),
    (#"{"type":"FeatureCollection",}"#, "byte 28: expected a member's name in double quotes"),
    ("[1,2]\n", "byte 0: expected a GeoJSON object ('{'), found '[1,2]'"),
    ("hello", "byte 0: expected a GeoJSON object ('{'), found 'hello'"),
    ("\n\n  lat,lon\n51,0\n", "line 3, column 3: expected a GeoJSON object ('{'), found 'lat,lon'"),
    ("", "byte 0: expected GeoJSON"),
    (#"{"a":1}"#, "byte 0: expected GeoJSON, but this object has no 'type'"),
    (
      #"{"type":"Topology"}"#, "byte 0: expected a Feature, a FeatureCollection or a geometry"
    ),
    (#"{"type":"FeatureCollection"}"#, "byte 0: expected a 'features' array"),
    (#"{"type":"FeatureCollection","features":{}}"#, "byte 39: expected 'features' to be an array"),
    (feature + "\n{\"type\":\"Feature\"\n", "line 3, column 1: expected ',' or '}'"),
    (feature + "\n" + feature + " 5\n", "line 2, column 108: expected nothing more"),
    (#"{"type":"FeatureCollection","features":[1,NaN]}"#, "byte 42: expected a value"),
  ]

  private static let listHint =
    "  if this is a list, 'finder data convert' converts it to GeoJSON (see 'finder help lists')\n"

  @Test(.slow, arguments: malformedTexts)
  func malformed(text: String, problem: String) throws {
    try Dataset.with(text) { _, data in
      for line in Self.readers {
        let result = try Finder.run(line, data: data, stdin: .text("51,0\n"))
        expect(result, status: 65, stdout: "", stderr: nil)
        let start = "finder: \(Self.name(line)): \(data): \(problem)"
        #expect(result.stderr.hasPrefix(start), "expected: \(start)…\n\(result)")
        // One line; and a second one if the file could be a list.
        let rest = result.stderr.drop { $0 != "\n" }.dropFirst()
        #expect(rest.isEmpty || rest == Self.listHint, "\(result)")
      }
    }
  }

  @Test func anotherReferenceSystem() throws {
    let text = Dataset.collection([Self.feature]).replacing(
      "\"features\"",
      with: #""crs":{"type":"name","properties":{"name":"EPSG:27700"}},"features""#)
    try Dataset.with(text) { _, data in
      let result = try Finder.run("near --at 51,0", data: data)
      expect(result, status: 65, stdout: "", stderr: nil)
      let start = "finder: near: \(data): line 1, column 35: expected WGS 84"
      #expect(result.stderr.hasPrefix(start) && result.stderr.contains("EPSG:27700"), "\(result)")
    }
  }

  @Test func standardInputIsNamed() throws {
    expect(
      try Finder.run("near --at 51,0 --data -", stdin: .text("nope")), status: 65, stdout: "",
      stderr: """
        finder: near: standard input: byte 0: expected a GeoJSON object ('{'), found 'nope'
        \(Self.listHint)
        """)
  }

  // MARK: gzip

  @Test(.needsGzip) func damagedArchives() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let pack = try ProcessRunner.shell("gzip -nk \(data) && echo \(data).gz")
      let whole = try Files.bytes(String(pack.stdout.dropLast()))
      let size = whole.count
      for (bytes, problem) in [
        (Array(whole.prefix(size / 2)), "damaged at byte \(size / 2): it ends too early"),
        (Array(whole.dropLast()), "damaged at byte \(size - 1): it ends too early"),
        (
          whole.dropLast(8) + [0, 0, 0, 0] + whole.suffix(4),
          "damaged at byte \(size - 4): incorrect data check"
        ),
        (whole.dropLast(4) + [0, 0, 0, 0], "damaged at byte \(size): incorrect length check"),
        (whole + [7, 7], "damaged at byte \(size + 2): incorrect header check"),
      ] {
        let path = try folder.write(bytes, to: "damaged")
        for line in ["near --at 51,0", "data info", "data validate"] {
          let result = try Finder.run(line, data: path)
          expect(result, status: 65, stdout: "", stderr: nil)
          let message = "finder: \(Self.name(line)): \(path): gzip data is \(problem)\n"
          #expect(result.stderr == message)
        }
      }
      // Several members in a row, and zeros after them, are a whole archive.
      let more = try folder.write(whole + [0, 0, 0], to: "padded")
      expect(try Finder.run("near --at 51.5,-0.1", data: more))
    }
  }

  // MARK: Features left out

  static let leftOut = Dataset.collection([
    feature, #"{"type":"Feature","geometry":null,"properties":{"name":"B"}}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[]},"properties":{}}"#,
    Dataset.venue("far up", 95, 0), Dataset.venue("far east", 51, 181),
    #"{"type":"Feature","geometry":{"type":"Circle","coordinates":[0,5]},"properties":{}}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":["a",5]},"properties":{}}"#,
    Dataset.feature(51, 0, properties: "7"), "5",
  ])

  @Test(arguments: readers.dropLast(2))
  func leftOutFeaturesAreCounted(line: String) throws {
    try Dataset.with(Self.leftOut) { _, data in
      let note =
        "finder: \(Self.name(line)): left out 8 of 9 features of \(data) (1 not-a-feature, "
        + "1 no-geometry, 1 empty-geometry, 1 unknown-geometry, 1 malformed-coordinates, "
        + "2 out-of-range, 1 malformed-properties); 'finder data validate' lists them\n"
      let result = try Finder.run(line, data: data, stdin: .text("51,0\n"))
      expect(result, stderr: note)
      #expect(!result.stdout.isEmpty)
      expect(
        try Finder.run("\(line) --quiet", data: data, stdin: .text("51,0\n")),
        stdout: result.stdout)
    }
  }

  @Test func swappedAxesAreNoticed() throws {
    let features = (0..<9).map { Dataset.venue("v\($0)", -0.1, 51.5 + Double($0) / 100) }
    try Dataset.with(Dataset.collection(features + [Self.feature])) { _, data in
      let note =
        "most positions of \(data) lie outside the camera bounds, and would lie inside with "
        + "latitude and longitude swapped; in GeoJSON the longitude comes first\n"
      expect(try Finder.run("near --at 51,0", data: data), stderr: "finder: near: \(note)")
      expect(try Finder.run("near --at 51,0 --quiet", data: data))
      expect(
        try Finder.run("data validate", data: data), stderr: "finder: data validate: \(note)")
    }
  }

  /// A list is not a dataset, but `data convert` makes one from it; other packings are named.
  @Test func listsAndForeignFormats() throws {
    let hint = Self.listHint
    let list = "expected a GeoJSON object ('{'), found"
    let cases: [(bytes: [UInt8], problem: String, hint: String)] = [
      (Array("name,lat,lon\na,51,0\n".utf8), "line 1, column 1: \(list) 'name,lat,lon'", hint),
      (Array("\n [{\"lat\":1}]".utf8), "line 2, column 2: \(list) '[", hint),
      ([0x50, 0x4B, 3, 4, 0, 0], "a zip archive or a spreadsheet; save or unpack it as CSV", ""),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "found xz; unpack it first", ""),
      (Array("BZh91AY".utf8), "found bzip2; unpack it first", ""),
      ([0x28, 0xB5, 0x2F, 0xFD, 4], "found zstd; unpack it first", ""),
      (
        [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "found UTF-16; 'finder data convert' converts it to UTF-8",
        ""
      ),
      (Array(#"{"type":"FeatureCollection","features":[}"#.utf8), "byte 40", ""),
    ]
    try TemporaryDirectory.with { folder in
      for (bytes, problem, hint) in cases {
        try Files.write(bytes, to: folder.file("venues"))
        for line in ["near 51,0 --data venues", "data validate venues", "data diff venues venues"] {
          let result = try Finder.run(line, directory: folder.path)
          #expect(result.status == 65 && result.stdout == "", "\(result)")
          #expect(result.stderr.contains(problem), "\(result)")
          let lines = result.stderr.split(separator: "\n", omittingEmptySubsequences: false)
          #expect(lines.dropFirst().joined(separator: "\n") == hint, "\(result)")
        }
      }
    }
  }
}
