import FinderEngine
import TestSupport
import Testing

/// `coverage`: how far every place is from the nearest venue.
@Suite struct CoverageTests {
  private static let venues = Dataset.collection([
    Dataset.feature(
      51.5, -0.1, properties: #"{"name":"Nelson","kind":"pub","diet:vegan":"yes"}"#,
      id: #""Nelson""#),
    Dataset.feature(51.52, -0.1, properties: #"{"name":"Lion, Red","kind":"pub"}"#, id: #""L,1""#),
    Dataset.feature(51.6, 0.4, properties: #"{"name":"Far Cafe","kind":"cafe"}"#, id: "7"),
  ])

  private static let box = "--bbox -0.11,51.49,-0.09,51.51"
  private static let sea =
    "finder: coverage: cells at sea count too; with --polygon FILE only those inside an outline do\n"

  private func run(_ line: String) throws -> ProcessResult {
    try Dataset.with(Self.venues) { folder, data in
      try folder.write(
        #"{"type":"Polygon","coordinates":[[[-0.11,51.49],[-0.09,51.49],[-0.1,51.51],[-0.11,51.49]]]}"#,
        to: "area.geojson")
      return try Finder.run("coverage \(line)", data: data, directory: folder.path)
    }
  }

  @Test func summary() throws {
    let result = try run("\(Self.box) --cell 500m --beyond 500m,15min --json")
    expect(result, stdout: nil, stderr: Self.sea)
    let lines = result.stdout.split(separator: "\n")
    #expect(
      lines[0]
        == #"{"query":{"lat":51.5,"lon":-0.1,"bbox":[-0.11,51.49,-0.09,51.51],"cell_m":500,"nth":1,"match":null},"#
    )
    #expect(lines[1] == #" "camera":{"inside":true,"moved":false},"#)
    #expect(lines[2] == #" "data":{"source":"option"},"#)
    #expect(lines[3] == #" "venues":3,"cells":12,"area_km2":3,"#)
    #expect(lines[5].hasPrefix(#" "beyond":[{"m":500,"share":0."#))
    #expect(lines[5].contains(#"{"m":1000,"share":"#))
    #expect(lines[6].hasPrefix(#" "emptiest":{"lat":51.49,"lon":-0."#), "\(lines[6])")
    #expect(lines[6].hasSuffix(#""within_m":1,"venue":{"id":"Nelson","name":"Nelson"}}}"#))
    let table = try run("\(Self.box) --cell 500m")
    expect(table, stdout: nil, stderr: Self.sea)
    #expect(table.stdout.hasPrefix("cells      12 cells of 500 m, 3 km²\nmean       "))
    #expect(table.stdout.contains("beyond     1mi: 0%\n"))
    #expect(table.stdout.hasSuffix("no place is more than 1 m farther\n"))
    let imperial = try run("\(Self.box) --cell 500m --units imperial")
    #expect(imperial.stdout.hasSuffix("no place is more than 1 m farther\n"), "\(imperial)")
    let moved = try run("51.5,-20 -r 1km --cell 500m --outside clamp --json -q")
    #expect(moved.stdout.contains(#" "camera":{"inside":false,"moved":true},"#), "\(moved)")
  }

  /// If hardly any cell is within a mile, the default limits are longer; requested limits stay.
  @Test func limitsOfLargeAreas() throws {
    let far = try run("--bbox -20,30,40,70 --cell 200km --json -q")
    #expect(far.stdout.contains(#""beyond":[{"m":500000,"share":0."#), "\(far)")
    let asked = try run("--bbox -20,30,40,70 --cell 200km --json -q --beyond 1km")
    #expect(asked.stdout.contains(#""beyond":[{"m":1000,"share":"#), "\(asked)")
  }

  /// A cell's distance is the one that `near` gives for its middle as printed.
  @Test(.slow) func cellsAgreeWithNear() throws {
    try Dataset.with(Self.venues) { _, data in
      for (line, nth, filter) in [
        ("\(Self.box) --cell 300", 1, ""), ("\(Self.box) --cell 300 --nth 2", 2, ""),
        ("51.52,-0.1 -r 900 --cell 300 --kind pub --nth 2", 2, "--kind pub"),
        ("51.52,-0.1 -r 900 --cell 300 --for vegan", 1, "--for vegan"),
        ("51.52,-0.1 -r 900 --cell 300 --one-per-chain --nth 3", 3, "--one-per-chain"),
      ] {
        let cells = try Finder.run("coverage \(line) --csv -q", data: data)
        expect(cells, stdout: nil)
        let rows = cells.stdout.split(separator: "\n")
        #expect(rows[0] == "lat,lon,distance_m,venue_id")
        #expect(rows.count > 20)
        for row in rows.dropFirst() {
          let cut = row.split(separator: ",", maxSplits: 2)
          let near = try Finder.run(
            "near \(cut[0]) \(cut[1]) --outside allow \(filter) -n \(nth) --csv --no-header -q --fields distance_m,id",
            data: data)
          #expect(near.stdout.split(separator: "\n").last == cut[2], "\(row)")
        }
      }
    }
  }

  @Test func formats() throws {
    let csv = try run("--polygon area.geojson --cell 800m --csv")
    expect(csv, stdout: nil, stderr: "")
    let rows = csv.stdout.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(!rows.isEmpty)
    let tsv = try run("--polygon area.geojson --cell 800m -f tsv --no-header")
    #expect(tsv.stdout == rows.map { $0.joined(separator: "\t") + "\n" }.joined())
    let lines = rows.map {
      #"{"lat":\#($0[0]),"lon":\#($0[1]),"distance_m":\#($0[2]),"venue_id":"\#($0[3])"}"#
    }
    let ndjson = try run("--polygon area.geojson --cell 800m -f ndjson")
    #expect(ndjson.stdout == lines.map { $0 + "\n" }.joined())
    let geojson = try run("--polygon area.geojson --cell 800m -f geojson")
    #expect(geojson.stdout.hasPrefix(#"{"type":"FeatureCollection","features":["# + "\n"))
    #expect(geojson.stdout.hasSuffix("}]}\n"))
    for line in lines {
      #expect(
        geojson.stdout.contains(
          #"{"type":"Feature","properties":\#(line),"geometry":{"type":"Polygon","coordinates":[[["#
        ))
    }
    let sequence = try run("--polygon area.geojson --cell 800m -f geojsonseq")
    #expect(sequence.stdout.split(separator: "\u{1E}").count == rows.count)
  }

  @Test func cellsOverTheDateLine() throws {
    let result = try run("--bbox 179.5,-0.5,-179.5,0.5 --cell 37km -f geojson -q")
    expect(result, stdout: nil)
    #expect(result.stdout.contains(#"{"type":"MultiPolygon","coordinates":[[[[179."#))
    #expect(result.stdout.contains("[180,"))
    #expect(result.stdout.contains("[-180,"))
  }

  @Test func ids() throws {
    let result = try run("51.52,-0.1 -r 50 --cell 100 --csv -q --no-header")
    expect(result, stdout: #"51.52,-0.1,0,"L,1""# + "\n")
  }

  @Test func nothingFits() throws {
    let words = "\(Self.box) --cell 500m --match nowhere"
    let json = try run("\(words) --json --exit-status")
    expect(json, status: 1, stdout: nil, stderr: nil)
    #expect(
      json.stdout.hasSuffix(
        """
         "venues":0,"cells":12,"area_km2":3,
         "mean_m":null,"median_m":null,"p90_m":null,
         "beyond":[{"m":500,"share":1},{"m":800,"share":1},{"m":1000,"share":1},{"m":1609.344,"share":1}],
         "emptiest":null}

        """), "\(json)")
    let table = try run(words)
    #expect(table.stderr.contains("no venue found"))
    #expect(table.stdout.contains("beyond     500m: 100%"))
    #expect(
      try run("\(words) --csv -q --no-header").stdout.split(separator: "\n").allSatisfy {
        $0.hasSuffix(",,")
      })
    let fourth = try run("\(Self.box) --cell 500m --nth 4")
    #expect(
      fourth.stderr.hasSuffix("there is no 4th nearest venue: only 3 venues fit\n"), "\(fourth)")
  }

  @Test func picture() throws {
    try Dataset.with(Self.venues) { folder, data in
      let result = try Finder.run(
        "coverage \(Self.box) --cell 200m --output map.png --size 500x400 --scale 2", data: data,
        directory: folder.path)
      expect(result, stdout: "", stderr: Self.sea)
      let bytes = try Files.bytes(folder.file("map.png"))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      // The width and the height, each in four bytes.
      #expect(bytes[16..<24].elementsEqual([0, 0, 3, 232, 0, 0, 3, 32]))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("How far it is to the nearest venue"))
    }
  }

  @Test func defaultCells() throws {
    let result = try run(Self.box + " --json")
    #expect(
      result.stderr
        == "finder: coverage: cells of 20 m; --cell sets another size\n" + Self.sea, "\(result)")
    #expect(result.stdout.contains(#""cell_m":20,"#))
  }

  @Test func usage() throws {
    for (line, problem) in [
      ("", "Where? For example: finder coverage London --radius 5km"),
      ("51.5,-0.1", "How far? For example: finder coverage 51.5,-0.1 --radius 5km"),
      ("\(Self.box) --cell 0", "--cell must be at least 0.01 metres"),
      ("\(Self.box) --cell 15min", "--cell 15min is a walking time"),
      ("\(Self.box) --nth 0", "--nth 0 must be a whole number from 1 to 1000"),
      ("\(Self.box) --beyond 1km,x", "--beyond x is not a distance"),
      ("\(Self.box) --scale 2", "--scale has no effect except on png"),
      ("\(Self.box) --polygon area.geojson", "expected only one of"),
      (
        "--bbox 0,51,1,52 London",
        "POINT has no effect with --bbox; without it: finder coverage --bbox 0,51,1,52\n"
      ),
      ("--polygon area.geojson --at London", "--at has no effect with --polygon"),
      (
        "\(Self.box) --beyond 1km --csv",
        "--beyond has no effect on csv, only on table, json and png"
      ),
      ("\(Self.box) --format gpx", "--format gpx"),
      ("\(Self.box) --output c.gpx", "--output c.gpx has the ending of a format that"),
      (
        "\(Self.box) --cell 0.5m",
        "--cell 0.5m makes more than 4,000,000 cells; the least size that fits is 0.88 m"
      ),
    ] {
      let result = try run(line)
      #expect(result.status == 64, "\(result)")
      #expect(result.stdout.isEmpty)
      // Suggested lines include the dataset's path.
      let said = result.stderr.split(separator: " --data ").enumerated().map { place, part in
        place == 0 ? String(part) : part.drop { $0 != " " && $0 != "\n" }.description
      }.joined()
      #expect(said.hasPrefix("finder: coverage: \(problem)"), "\(result)")
    }
  }
}
