import FinderEngine
import TestSupport
import Testing

/// `data convert` as users run it.
@Suite struct DataConvertTests {
  private static let list = "name,postcode,lat,lon,n\nA,N1,51.50,-0.10,1\nB,,51.5,-0.2,\nC,,,,x\n"

  private func with(_ body: (TemporaryDirectory) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.list, to: "list.csv")
      try body(folder)
    }
  }

  @Test func formatsByOptionAndEnding() throws {
    let object = #"{"name":"A","postcode":"N1","lat":51.50,"lon":-0.10,"properties":{"n":1}}"#
    let point =
      #"{"type":"Feature","properties":{"name":"A","postcode":"N1","n":1},"geometry":{"type":"Point","coordinates":[-0.10,51.50]}}"#
    try with { folder in
      for (line, start) in [
        ("data convert list.csv", "{\"type\":\"FeatureCollection\",\"features\":[\n\(point),\n"),
        ("data convert list.csv --format geojsonseq", "\u{1E}\(point)\n"),
        ("data convert list.csv --format=ndjson", "\(object)\n"),
        ("data convert --format csv list.csv", Self.list),
      ] {
        let result = try Finder.run(line, directory: folder.path)
        expect(result, stderr: "finder: data convert: 1 venue without a position\n")
        #expect(result.stdout.hasPrefix(start), "\(result)")
      }
      for (file, start) in [
        ("o.ndjson", object), ("o.csv", Self.list), ("o.geojsonl", "\u{1E}\(point)"),
        ("o", "{\"type\":\"Feat"),
        ("o.json", "{\"type\":\"Feat"),
      ] {
        let result = try Finder.run(
          "data convert list.csv --quiet --output \(file)", directory: folder.path)
        expect(result, stdout: "")
        #expect(try Files.text(folder.file(file)).hasPrefix(start))
      }
    }
  }

  @Test(.needsGzip) func packed() throws {
    try with { folder in
      let plain = try Finder.run("data convert list.csv --quiet", directory: folder.path).stdout
      for script in [
        "finder data convert list.csv --gzip --quiet | gunzip",
        "finder data convert list.csv --output o.geojson.gz --quiet; gunzip -c o.geojson.gz",
        "gzip -c list.csv | finder data convert - --quiet",
        "cat list.csv | finder data convert --quiet -",
        "finder data convert - --quiet < list.csv",
      ] {
        expect(try Finder.shell(script, directory: folder.path), stdout: plain)
      }
    }
  }

  @Test func unusableFeaturesAreReported() throws {
    try with { folder in
      let rows = (0..<12).map { "\($0),x,1\n" }.joined()
      try folder.write("name,lat,lon\n\(rows)Z,1,2\n", to: "bad.csv")
      let told = (0..<10).map {
        "finder: data convert: bad.csv: line \($0 + 2): 'lat' is not a number: 'x'\n"
      }
      expect(
        try Finder.run("data convert bad.csv --format csv", directory: folder.path), status: 65,
        stdout: "name,lat,lon\nZ,1,2\n",
        stderr: told.joined()
          + "finder: data convert: and 2 more; left out 12 venues that cannot be used\n")
      // The rest is written anyway.
      let result = try Finder.run("data convert bad.csv --output o.csv", directory: folder.path)
      #expect(result.status == 65)
      #expect(try Files.text(folder.file("o.csv")) == "name,lat,lon\nZ,1,2\n")
    }
  }

  @Test func whatMakesNoSense() throws {
    try with { folder in
      try folder.write("name,town\nA,B\n", to: "no.csv")
      try folder.write(
        [0x6E, 0x2C, 0x6C, 0x61, 0x74, 0x2C, 0x6C, 0x6F, 0x6E, 0x0A, 0xE9], to: "l.csv")
      try folder.write("kept", to: "o.geojson")
      for (arguments, status, message) in [
        (
          "no.csv", 65,
          "no.csv: line 1: expected columns with a latitude and a longitude; the columns are 'name', 'town'\n  --lat-column and --lon-column name them; 'finder data import' places lists by postcode"
        ),
        (
          "l.csv", 65,
          "l.csv: line 2: expected UTF-8, found byte 0xe9\n  --encoding latin1 reads it as Latin-1 (Windows-1252)"
        ),
        (
          "list.csv --lat-column a --lon-column lon", 65,
          "list.csv: line 1: no column is named 'a'; the columns are 'name', 'postcode', 'lat', 'lon', 'n'"
        ),
        ("none.csv", 66, "cannot read none.csv: No such file or directory"),
        (".", 66, "cannot read .: Is a directory"),
      ] as [(String, Int32, String)] {
        expect(
          try Finder.run("data convert \(arguments) --output o.geojson", directory: folder.path),
          status: status, stdout: "", stderr: "finder: data convert: \(message)\n")
        #expect(try Files.text(folder.file("o.geojson")) == "kept")
        #expect(try Files.names(in: folder.path).count == 4)
      }
    }
  }

  @Test func wrongUsage() throws {
    let help = "(see 'finder help data convert')"
    for (arguments, problem, line) in [
      (
        "a --seed 3", "--seed has no effect without --spread",
        "--seed N  choose other random places for --spread"
      ),
      (
        "a --lon-column x", "--lon-column needs --lat-column as well",
        "--lon-column NAME  the column or key with the longitude"
      ),
      (
        "a --precision 16", "--precision 16 must be a whole number from 0 to 15",
        "--precision N  round positions to N decimals; 4 decimals are 11 metres"
      ),
      (
        "a --precision=-1", "--precision -1 must be a whole number from 0 to 15",
        "--precision N  round positions to N decimals; 4 decimals are 11 metres"
      ),
    ] {
      expectUsage(
        try Finder.run("data convert \(arguments)"), "data convert: \(problem)", "\(line) \(help)")
    }
    #expect(try Finder.run("data convert").status == 64)
    try with { folder in
      expectUsage(
        try Finder.run("data convert list.csv --output ./list.csv", directory: folder.path),
        "data convert: --output ./list.csv is also the input",
        "--output, -o FILE  write to FILE, whole or not at all \(help)")
      #expect(try Files.text(folder.file("list.csv")) == Self.list)
    }
  }

  /// Not even the header of an archive comes before an error.
  @Test func anErrorBeforeAnyByte() throws {
    try with { folder in
      try folder.write("[{\"lat\":1}]", to: "list.json")
      let result = try Finder.run(
        "data convert list.json --encoding latin1 --gzip", directory: folder.path)
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      // The same from the same file.
      let bulk = try Finder.run("bulk list.json --encoding latin1", directory: folder.path)
      #expect(bulk.status == 64 && bulk.stdout == "", "\(bulk)")
      #expect(bulk.stderr.contains(": --encoding latin1 is not for JSON, which is UTF-8\n"))
    }
  }

  @Test func aFullDiskAndAClosedPipe() throws {
    let sample = Sample.path
    try with { folder in
      let result = try Finder.shell(
        "ulimit -f 1; finder data convert \(sample) --output \(folder.file("o"))")
      expect(
        result, status: 74, stdout: "",
        stderr: "finder: data convert: cannot write to \(folder.file("o")): File too large\n")
      #expect(try Files.names(in: folder.path) == ["list.csv"])
      expect(
        try Finder.shell("set -o pipefail; finder data convert \(sample) | head -c 27"),
        status: 141,
        stdout: "{\"type\":\"FeatureCollection\"")
    }
  }

  // MARK: Progress

  private static let slow = "(cat list.csv; sleep 0.8; echo E,,1,2,; sleep 0.3; echo F,,1,2,)"

  @Test(.slow, .needsTerminal) func progressOnATerminal() throws {
    try with { folder in
      let result = try Finder.terminal(
        columns: 60, "cd \(folder.path) && \(Self.slow) | finder data convert - --output o.csv")
      #expect(
        result.stdout.contains("venues, ") && result.stdout.contains(" a second"), "\(result)")
      // It is removed at the end by what is written last.
      let last = result.stdout.split(separator: "\u{1B}[K").last ?? ""
      #expect(last == "finder: data convert: 1 venue without a position\n", "\(result)")
      let quiet = try Finder.terminal(
        columns: 60,
        "cd \(folder.path) && \(Self.slow) | finder data convert - --output o.csv --quiet")
      #expect(quiet.stdout == "", "\(quiet)")
      let short = try Finder.terminal(
        columns: 60, "cd \(folder.path) && finder data convert list.csv --output o.csv")
      #expect(short.stdout == "finder: data convert: 1 venue without a position\n", "\(short)")
    }
  }

  @Test func noProgressInAFile() throws {
    try with { folder in
      let result = try Finder.shell(
        "\(Self.slow) | finder data convert - --output o.csv", directory: folder.path)
      expect(result, stdout: "", stderr: "finder: data convert: 1 venue without a position\n")
    }
  }

  // MARK: Other programs

  @Test(.slow, .needsJQ) func jqReadsIt() throws {
    let script = """
      finder data convert \(Sample.path) | jq '.features|length'
      finder data convert \(Sample.path) --format ndjson --quiet | jq -s length
      finder data convert \(Sample.path) --format geojsonseq --quiet | jq --seq -c .geometry.coordinates | wc -l
      """
    let count = Sample.count
    expect(try Finder.shell(script), stdout: "\(count)\n\(count)\n\(count)\n")
  }

  /// finder searches what it wrote.
  @Test func queriesOnIt() throws {
    try TemporaryDirectory.with { folder in
      let direct = try Finder.run("near --at 51.5,-0.1 --json", data: Sample.path)
      for file in ["o.geojson", "o.geojson.gz", "o.geojsonl"] {
        expect(
          try Finder.run(
            "data convert \(Sample.path) --quiet --output \(file)", directory: folder.path),
          stdout: "")
        #expect(
          try Finder.run("near --at 51.5,-0.1 --json", data: folder.file(file)).stdout
            == direct.stdout)
      }
    }
  }
}
