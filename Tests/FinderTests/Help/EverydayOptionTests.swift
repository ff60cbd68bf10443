import FinderEngine
import TestSupport
import Testing

@testable import finder

/// Short forms, `--csv`, `--count`, `--no-header`, and the format chosen by the output's file extension.
@Suite struct EverydayOptionTests {
  @Test(
    arguments: [
      ("0.5miles", 804.672), ("1 mile", 1609.344), ("2 mi", 3218.688), ("300yards", 274.32),
      ("1yd", 0.9144), ("600feet", 182.88), ("1 foot", 0.3048), ("2 kilometres", 2000),
      ("1e2m", 100), ("50 Metres", 50), ("50 meters", 50), ("7", 7), (".5KM", 500),
    ] as [(String, Double)])
  func distances(text: String, metres: Double) throws {
    let value = try #require(Quantity.metres(text))
    #expect(abs(value - metres) < 1e-9)
  }

  @Test(arguments: [
    "", "m", "5x", "5ms", "5 m m", "5kmm", "-1km", "5 km 3", "nan", "0x5", "1,5km", "5 b", "5km/h",
  ])
  func noDistances(text: String) { #expect(Quantity.metres(text) == nil) }

  @Test func sizes() {
    for (text, bytes) in [
      ("5", 5), ("5b", 5), ("1.5 kB", 1500), ("2k", 2000), ("3M", 3_000_000), ("3 MB", 3_000_000),
      ("1gb", 1_000_000_000), ("0", nil), ("5 metres", nil), ("kB", nil),
    ] as [(String, Int?)] { #expect(Quantity.bytes(text) == bytes, "\(text)") }
  }

  @Test(arguments: [
    ("miles", "imperial"), ("MILE", "imperial"), ("km", "metric"), ("metrc", "metric"),
  ])
  func unitsByTheirNames(word: String, meant: String) throws {
    expectUsage(
      try Finder.run("near 51,0 --units \(word)"),
      "near: --units \(word): not one of metric, imperial; did you mean '\(meant)'?",
      "--units UNITS  units of distances in tables and waypoints (see 'finder help near')")
  }

  @Test func shortForms() throws {
    try Dataset.with(Dataset.square) { folder, data in
      for (short, long) in [
        ("-n 2", "--limit 2"), ("-n2", "--limit 2"), ("-n=2", "--limit 2"),
        ("-r 300", "--radius 300"), ("-r1mi", "--radius 1mi"), ("-m lion", "--match lion"),
        ("-f csv", "--format csv"), ("-qf csv", "--quiet --format csv"),
        ("-qn2 -fjson", "--quiet --limit 2 --format json"), ("--csv", "--format csv"),
        ("--csv --json", "--format json"), ("--json --csv", "--format csv"),
        ("--csv -f tsv", "--format tsv"), ("-f tsv --csv", "--format csv"),
      ] {
        let expected = try Finder.run("near 51.508,-0.128 \(long)", data: data)
        #expect(expected.status == 0)
        expect(
          try Finder.run("near 51.508,-0.128 \(short) -d \(data)"), stdout: expected.stdout)
      }
      try folder.write("51.508,-0.128\n", to: "points")
      let bulk = try Finder.run("bulk points -j1 -d venues.geojson --csv", directory: folder.path)
      #expect(bulk.stdout.hasPrefix("lat,lon,rank,"), "\(bulk)")
      expect(
        try Finder.run(
          "near 51.508,-0.128 -n1 -o out.csv -d -", stdin: .text(Dataset.square),
          directory: folder.path), stdout: "")
      #expect(try Files.text(folder.file("out.csv")).hasPrefix("id,name,"))
    }
    expect(try Finder.run("-V"), stdout: try Finder.run("--version").stdout)
  }

  private static let pubs = Dataset.collection(
    ["Red Lion", "Lion Cafe", "Red Cafe", "Lion of the Red Sea"].enumerated().map { number, name in
      Dataset.feature(51.5 + Double(number) / 1000, -0.1, properties: "{\"name\":\"\(name)\"}")
    })

  @Test("Every --match must hold, as if their words were given together")
  func severalMatches() throws {
    try Dataset.with(Self.pubs) { _, data in
      for (several, one) in [
        ("-m red -m lion", "red lion"), ("-m lion --match=re", "lion re"),
        ("-m lion -m li", "lion li"), ("-m cafe -m red -m red", "cafe red red"),
      ] {
        for command in ["near 51.5,-0.1", "within --bbox -1,51,1,52", "near 51.5,-0.1 --count"] {
          let single = try Finder.run(
            Finder.words("\(command) --json") + ["--match", one], data: data)
          expect(single, stdout: nil)
          expect(try Finder.run("\(command) --json \(several)", data: data), stdout: single.stdout)
        }
        expect(
          try Finder.run(
            Finder.words("bulk --count \(several)"), data: data, stdin: .text("51.5,-0.1\n")),
          stdout: try Finder.run(
            ["bulk", "--count", "-m", one], data: data, stdin: .text("51.5,-0.1\n")
          ).stdout)
        expect(
          try Finder.run("clusters --zoom 3 --json \(several)", data: data),
          stdout: try Finder.run(["clusters", "--zoom", "3", "--json", "-m", one], data: data)
            .stdout)
      }
      let none = try Finder.run("near 51.5,-0.1 -m red -m …", data: data)
      expectUsage(
        none, "near: --match '…' has no word to search for",
        "--match, -m TEXT  only venues whose names have words beginning with those of TEXT (see 'finder help near')"
      )
    }
  }

  @Test("A filter that takes one value says so if it is given two")
  func filterGivenTwice() throws {
    try Dataset.with(Self.pubs) { _, data in
      let said = "finder: near: --radius was given more than once; 2km is used\n"
      for (options, stderr) in [
        ("-r 1km -r 2km", said), ("-r 2km --radius 2km", ""), ("-r 1km -r 2km -q", ""),
        ("-r 2km -r 1km -r 2km", said), ("-n 1 -n 2", ""), ("-m red -m lion", ""),
      ] {
        expect(
          try Finder.run("near 51.5,-0.1 --csv \(options)", data: data), stdout: nil,
          stderr: stderr)
      }
      for (line, said) in [
        ("suggest r --kind places --kind venues", "suggest: --kind"),
        ("history --since 2026 --since 2025", "history: --since"),
        ("history --until 2026 --until 2025", "history: --until"),
        ("history --kind visit --kind review", "history: --kind"),
        (
          "near 51.5,-0.1 --open now --unknown-hours keep --unknown-hours drop -q --csv", ""
        ),
        (
          "near 51.5,-0.1 --open now --unknown-hours drop --unknown-hours keep",
          "near: --unknown-hours"
        ),
      ] {
        let stderr = try Finder.run("\(line)", environment: ["FINDER_DATA": data]).stderr
        #expect(
          said.isEmpty
            ? stderr == "" : stderr.contains("finder: \(said) was given more than once; "),
          "\(stderr)")
      }
    }
  }

  /// What an option leaves out is described as `only …`.
  @Test func everyFilterIsKnown() {
    for (path, command) in Program.table.commands {
      for option in command.options
      where option.summary.hasPrefix("only ") && option.value != nil && !option.isRepeatable {
        #expect(Options.filters.contains { $0.name == option.name }, "\(path) \(option.flag)")
      }
    }
  }

  /// The letters after one that takes a value are its value.
  @Test func lettersRunTogether() throws {
    expectUsage(
      try Finder.run("near 51,0 -nq 3"), "near: --limit q must be a whole number, 0 or more",
      "--limit, -n N  at most N venues; 0 for all (see 'finder help near')")
    expectUsage(
      try Finder.run("near 51,0 -qx"), "near: unknown option '-x'", "see 'finder help near'")
  }

  @Test func spacesInBoxesAndSpans() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (option, text) in [
        ("--bbox", "-1,51,1,52"), ("--bbox", "-1, 51, 1, 52"), ("--bbox", "-1 51 1  52"),
        ("--span", "1,1"), ("--span", "1, 1"), ("--span", "1 1"),
      ] {
        let point = option == "--span" ? ["51.5,-0.1"] : []
        expect(
          try Finder.run(["within", "--count", option, text] + point, data: data), stdout: "4\n")
      }
    }
  }

  @Test func counts() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (line, count) in [
        ("", 4), ("--radius 300", 2), ("--limit 3", 3), ("--limit 0", 4), ("--radius 300 -n 9", 2),
        ("--match lion", 1), ("--format csv", 4), ("--format ndjson --radius 0", 1),
      ] {
        expect(
          try Finder.run("near 51.508,-0.128 --count \(line)", data: data), stdout: "\(count)\n")
      }
      expect(
        try Finder.run("near 51.508,-0.128 -r 1 -m x --count --exit-status", data: data),
        status: 1, stdout: "0\n",
        stderr:
          "finder: near: --radius 1: that is 1 metre; for kilometres or miles: -r 1km or -r 1mi\n")
    }
  }

  /// The document without the venues.
  @Test func countsAsJSON() throws {
    try Dataset.with(Dataset.square) { _, data in
      for line in ["near 51.508,-0.128 --radius 300", "within --bbox -1,51,1,52 --limit 2"] {
        let whole = try Finder.run("\(line) --json", data: data).stdout
        let head = try #require(whole.range(of: ",\n \"venues\":["))
        let limit = line.hasPrefix("near") ? #""limit":0"# : #""limit":2"#
        expect(
          try Finder.run("\(line) --json --count", data: data),
          stdout: whole[..<head.lowerBound].replacing(#""limit":10"#, with: limit) + "}\n")
      }
    }
    expectUsage(
      try Finder.run("near 51,0 --count -f geojson"), "near: --count cannot be written as geojson",
      "--count  print only how many there are (see 'finder help near')")
  }

  @Test func noHeader() throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write("lat,lon\n51.508,-0.128\n", to: "points")
      try folder.write(Dataset.collection([]), to: "none")
      for line in [
        "near 51.508,-0.128", "within --bbox -1,51,1,52", "bulk points", "bulk points --count",
        "data diff none venues.geojson", "data diff none venues.geojson --count",
        "data validate none",
      ] {
        for format in ["csv", "tsv"] {
          let directory = folder.path
          let environment = ["FINDER_DATA": data]
          let whole = try Finder.run(
            "\(line) -f \(format)", environment: environment, directory: directory)
          let rows = whole.stdout.drop { $0 != "\n" }.dropFirst()
          expect(
            try Finder.run(
              "\(line) -f \(format) --no-header", environment: environment, directory: directory),
            stdout: String(rows))
        }
      }
    }
    expectUsage(
      try Finder.run("near 51,0 --no-header --json"),
      "near: --no-header has no effect on json, only on csv and tsv",
      "--no-header  leave out the line of column names in CSV and TSV (see 'finder help near')")
  }

  // MARK: The ending of the output

  @Test func endings() throws {
    try Dataset.with(Dataset.square) { folder, data in
      for (ending, format) in [
        (".json", "json"), (".ndjson", "ndjson"), (".jsonl", "ndjson"), (".geojson", "geojson"),
        (".geojsonl", "geojsonseq"), (".CSV", "csv"), (".tsv", "tsv"), (".gpx", "gpx"),
        (".KML", "kml"), (".txt", "table"), ("", "table"), (".csv.old", "table"),
      ] {
        for line in ["near 51.508,-0.128", "within --bbox -1,51,1,52"] {
          let expected = try Finder.run("\(line) --format \(format)", data: data)
          expect(try Finder.run("\(line) -o \(folder.file("o\(ending)"))", data: data), stdout: "")
          #expect(try Files.text(folder.file("o\(ending)")) == expected.stdout)
        }
      }
      // A format that is named counts before the extension.
      for option in ["--format csv", "--csv"] {
        let file = folder.file("x.xlsx")
        expect(try Finder.run("near 51.508,-0.128 \(option) -o \(file)", data: data), stdout: "")
        #expect(try Files.text(file).hasPrefix("id,name"))
      }
    }
  }

  @Test(arguments: [
    ("near 51,0", "a.xlsx"), ("near 51,0", "a.csv.gz"), ("check 51,0", "a.csv"),
    ("bulk /dev/null", "a.geojsonl"), ("bulk /dev/null", "a.gpx"), ("near 51,0", "a.kmz"),
    ("data info", "a.geojson"),
    // None of these has a note before it: the answer, a moment, a box, a point.
    ("food 51,0", "a.html"), ("bulk /dev/null --open tonight", "a.html"),
    ("within --bbox 51.4,-0.2,51.6,0", "a.html"),
    ("near --at=-0.12,51.5 --outside allow", "a.html"),
    ("data convert /dev/null", "a.tsv"),
    ("data convert /dev/null", "a.kml.gz"),
  ])
  func endingsOfOtherFormats(line: String, file: String) throws {
    try TemporaryDirectory.with { folder in
      let result = try Finder.run("\(line) -o \(file)", directory: folder.path)
      let command = line.split(separator: " ").prefix(line.hasPrefix("data") ? 2 : 1)
        .joined(separator: " ")
      expectUsage(
        result,
        "\(command): --output \(file) has the ending of a format that '\(command)' does not write; "
          + "--format chooses another",
        "--output, -o FILE  write to FILE, whole or not at all (see 'finder help \(command)')")
      #expect(try Files.names(in: folder.path) == [])
    }
  }

  @Test func oneTableOfEndings() {
    let lists = ["geojson", "geojsonseq", "ndjson", "csv"]
    for (path, offered, packs, meaning) in [
      ("a.geojson", lists, true, .format("geojson")),
      ("a.GEOJSON.GZ", lists, true, .format("geojson")),
      ("a.geojsonl", lists, true, .format("geojsonseq")),
      ("a.geojsonseq.gz", lists, true, .format("geojsonseq")),
      ("a.ndjson", lists, true, .format("ndjson")), ("a.jsonl", lists, true, .format("ndjson")),
      ("a.csv", lists, true, .format("csv")), ("dir.csv/a", lists, true, .nothing),
      ("a.json", lists, true, .format("geojson")), ("a.gz", lists, true, .nothing),
      ("a.gz", lists, false, .other), ("a.tsv", lists, true, .other),
      ("a.json", ["ndjson", "csv", "tsv"], false, .format("ndjson")),
      ("a.json", ["ndjson", "csv", "tsv", "geojson"], false, .format("ndjson")),
      ("a.json", ["table", "json"], false, .format("json")), ("", lists, true, .nothing),
    ] as [(String, [String], Bool, FileEnding.Meaning)] {
      #expect(FileEnding.meaning(of: path, among: offered, packs: packs) == meaning, "\(path)")
    }
  }
}
