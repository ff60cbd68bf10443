import FinderEngine
import TestSupport
import Testing

/// `map`: the venues as a picture, in each format.
@Suite struct MapTests {
  private func run(
    _ line: String, in text: String = Dataset.square, environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try Dataset.with(text) { _, data in
      try Finder.run("map \(line) --base none", data: data, environment: environment)
    }
  }

  private func output(_ line: String, in text: String = Dataset.square) throws -> String {
    let result = try run(line, in: text)
    expect(result, stdout: nil)
    return result.stdout
  }

  /// The command that makes a page reports what there was no room for.
  @Test func whatAPageLacks() throws {
    let long = String(repeating: "x", count: 500_000)
    let features = (0..<11).map { place in
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(place)\",\"about\":\"\(long)\"},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(place),50]}}"
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    let note = "the page lacks the other properties of 2 venues"
    #expect(try run("--format html", in: text).stderr.contains(note))
    #expect(try run("--format html -q", in: text).stderr.isEmpty)
    #expect(try run("--format html").stderr.isEmpty)
  }

  /// Four venues around Charing Cross, drawn by hand: the letters are at the venues, in the order of `near`.
  @Test func text() throws {
    let drawn = try output("51.5074,-0.1278 --format text --marks ascii --size 40x10 -q")
    let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 10 + 1 + 4 + 1)
    #expect(lines[10].hasPrefix("   DISTANCE  DIR"))
    let near = try Dataset.with(Dataset.square) { _, data in
      try Finder.run("near 51.5074,-0.1278 -q", data: data).stdout
    }
    let listed = lines[11..<15].map { $0.dropFirst(3).trimmed }
    let nearest = near.split(separator: "\n").dropFirst().map { $0.trimmed }
    #expect(
      listed.map { $0.split(separator: " ")[0] } == nearest.map { $0.split(separator: " ")[0] })
    #expect(drawn.contains("X"))
    for letter in ["a", "b", "c", "d"] {
      #expect(lines[..<10].contains { $0.contains(letter) }, "\(letter) in\n\(drawn)")
    }
  }

  /// Not drawn if it could not be seen, unless it is asked for.
  @Test func listAlone() throws {
    for (environment, arguments) in [
      ([:], ""), (["TERM": "dumb"], ""), (["ACCESSIBLE": "1"], "-n 2"),
    ] as [([String: String], String)] {
      let result = try run("51.5074,-0.1278 \(arguments)", environment: environment)
      #expect(result.status == 0 && result.stdout.hasPrefix("DISTANCE"), "\(result)")
      #expect(result.stderr.contains("--format text draws the map"), "\(result)")
    }
    let onTerminal = try Dataset.with(Dataset.square) { _, data in
      try Finder.terminal(
        columns: 100, "finder map 51.5074,-0.1278 --base none -d \(data)",
        environment: ["ACCESSIBLE": "1"])
    }
    #expect(onTerminal.stdout.contains("DISTANCE  DIR"), "\(onTerminal)")
  }

  /// On a terminal, as wide as the terminal, and in colour; the list is beside it if there is room for both.
  @Test func terminal() throws {
    for columns in [60, 120] {
      let shown = try Dataset.with(Dataset.square) { _, data in
        try Finder.terminal(
          columns: columns, "finder map 51.5074,-0.1278 --base none -d \(data)",
          environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color"])
      }
      #expect(shown.stdout.contains("\u{1B}[0;1;31m◆"), "\(shown)")
      #expect(shown.stdout.contains("DISTANCE") == (columns == 60), "\(shown)")
      #expect(shown.stdout.contains("Nelson"), "\(shown)")
    }
  }

  /// A map and its list are visible together, with the prompt below, as long as there is room; a list without
  /// room beside the map is complete below it.
  @Test func fitsTheTerminal() throws {
    let pubs = (0..<30).map { Dataset.venue("Pub \($0)", 51.5 + Double($0) / 1e4, -0.12) }
    for (columns, lines, options, listed) in [
      (80, 24, "", 10), (40, 12, "", 5), (100, 30, "--to 'Pub 7'", 11), (160, 50, "", 10),
      (160, 50, "-n 30", 30),
    ] {
      let shown = try Dataset.with(Dataset.collection(pubs)) { _, data in
        try Finder.terminal(
          columns: columns,
          "stty rows \(lines) && finder map 51.5,-0.12 \(options) --base none -q -d \(data)",
          environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": "1"])
      }
      let printed = shown.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      if !options.contains("30") { #expect(printed.count - 1 < lines, "\(shown)") }
      #expect(shown.stdout.split(separator: "Pub ").count - 1 == listed, "\(shown)")
    }
  }

  /// As a terminal of that size shows it.
  private func map(
    _ options: String, of dataset: String, _ columns: Int, _ lines: Int
  ) throws -> ProcessResult {
    try Dataset.with(dataset) { _, data in
      try Finder.terminal(
        columns: columns, "stty rows \(lines) && finder map \(options) --base none -d \(data)",
        environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": "1"])
    }
  }

  /// Notes, the way's line and the attribution have room on the screen too.
  @Test func leavesRoomForNotes() throws {
    let pubs = (0..<30).map { Dataset.venue("Pub \($0)", 51.5 + Double($0) / 1e4, -0.12) }
    let credited =
      #"{"attribution":"© OpenStreetMap contributors","#
      + Dataset.collection(pubs).dropFirst()
    for (columns, lines, options) in [
      (80, 24, "London"), (40, 30, "London"), (120, 30, "London"),
      (80, 24, "London --match nowhere"), (80, 24, "London --to 'Pub 7'"),
      (80, 24, "London --where nothing=1 --zoom 12"),
    ] {
      let shown = try map(options, of: String(credited), columns, lines)
      let printed = shown.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      // The last line is for the prompt. If it is wide enough, the map takes the rest.
      #expect(printed.count - 1 < lines, "\(shown)")
      #expect(columns != 80 || printed.count - 1 == lines - 1, "\(shown)")
      #expect(shown.unwrapped.contains("searching from the middle of that place"), "\(shown)")
      #expect(printed.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(shown)")
    }
  }

  /// Also on the lowest terminals: with a map of four lines, and without a list if there is no room.
  @Test(arguments: [(80, 12), (40, 12), (80, 10), (40, 11)])
  func lowTerminals(columns: Int, lines: Int) throws {
    let pubs = (0..<30).map { Dataset.venue("The Pub \($0)", 51.5 + Double($0) / 1e4, -0.12) }
    let credited = #"{"attribution":"OpenStreetMap","# + Dataset.collection(pubs).dropFirst()
    for options in ["London", "London --to 'The Pub 7'", "London --match nowhere"] {
      let shown = try map(options, of: String(credited), columns, lines)
      let printed = shown.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(printed.count - 1 < lines, "\(shown)")
      #expect(printed.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(shown)")
    }
  }

  /// What is asked for by name comes first, whether drawn or not; if it does not exist, it is an error in
  /// both.
  @Test func listWithTheWay() throws {
    let list = try output("51.5074,-0.1278 --to Lion -q")
    let rows = list.split(separator: "\n")
    #expect(rows[1].contains("Lion") && list.contains("in a straight line."), "\(list)")
    #expect(rows.filter { $0.hasSuffix("Lion") }.count == 1, "\(list)")
    let none = try run("51.5074,-0.1278 --to Nobody")
    #expect(none.status == 1 && none.stdout.isEmpty, "\(none)")
    #expect(try run("51.5074,-0.1278").status == 0)
  }

  /// Without a point, nothing can be near.
  @Test func groupsAlone() throws {
    let result = try run("")
    #expect(result.stdout.hasPrefix("COUNT"), "\(result)")
    #expect(result.stderr.contains("'finder clusters'"), "\(result)")
  }

  /// A file that is read is never overwritten.
  @Test func theBaseMapIsNotOverwritten() throws {
    try TemporaryDirectory.with { folder in
      let text = #"{"type":"LineString","coordinates":[[-1,51.5],[1,51.5]]}"#
      try Files.write(Array(text.utf8), to: folder.file("base.svg"))
      let result = try Dataset.with(Dataset.square) { _, data in
        try Finder.run(
          "map --base \(folder.file("base.svg")) -o \(folder.file("base.svg"))", data: data)
      }
      #expect(result.status == 64 && result.stderr.contains("is also the input"), "\(result)")
      #expect(try Files.bytes(folder.file("base.svg")) == Array(text.utf8))
    }
  }

  @Test func groupsWhenZoomedOut() throws {
    let features = (0..<300).map { number in
      Dataset.venue("x", 51 + Double(number % 20) / 10, Double(number / 20) / 10)
    }
    let drawn = try output(
      "--format text --marks ascii --size 60x20", in: Dataset.collection(features))
    var sum = 0
    for piece in drawn.split(separator: "(").dropFirst() {
      guard let end = piece.firstIndex(of: ")"), let count = Int(piece[..<end]) else { continue }
      sum += count
    }
    #expect(sum == 300, "\(drawn)")
  }

  /// The way to a venue: both ends are in view, and the line is described.
  @Test func way() throws {
    let result = try run("51.5074,-0.1278 --to Lion --format text --size 60x20 -n 0")
    #expect(result.status == 0 && result.stdout.contains("in a straight line."), "\(result)")
    #expect(result.stdout.contains("\n* "), "\(result)")
    let none = try run("51.5074,-0.1278 --to Nobody --format text")
    #expect(none.status == 1 && none.stdout.isEmpty, "\(none)")
  }

  @Test func pictures() throws {
    let svg = try output("51.5074,-0.1278 --format svg --size 300x200 --scale 2")
    #expect(svg.hasPrefix("<svg xmlns=") && svg.contains("width=\"600\" height=\"400\""))
    #expect(svg.contains("Nelson"))
    let png = try run("51.5074,-0.1278 --format png --size 300x200").stdoutBytes
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(png[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 200])
    #expect(try run("51.5074,-0.1278 --format png --size 300x200").stdoutBytes == png)
  }

  @Test func endings() throws {
    try TemporaryDirectory.with { folder in
      for (name, beginning) in [
        ("a.svg", "<svg"), ("a.html", "<!DOCTYPE html>"), ("a.htm", "<!DOCTYPE html>"),
        ("a.txt", ""), ("a.png", "\u{FFFD}PNG"),
      ] {
        let result = try run("51.5074,-0.1278 --output \(folder.file(name)) -q")
        #expect(result.status == 0 && result.stdout.isEmpty, "\(name): \(result)")
        let text = String(decoding: try Files.bytes(folder.file(name)), as: UTF8.self)
        #expect(text.hasPrefix(beginning), "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("--zoom 23", 64, "out of range (0…22)"), ("--zoom x", 64, "--zoom"),
    ("51.5,0 --radius 0", 64, "more than 0"), ("--radius 5km", 64, "--radius needs a point"),
    ("--to Lion", 64, "--to needs a point"), ("--span low", 64, "--span needs a point"),
    ("51.5,0 --zoom 3 --radius 5km", 64, "only one of --radius and --zoom"),
    ("--size 80", 64, "not a width and a height"), ("--size 5x5 --format text", 64, "out of range"),
    ("--size 9000x100 --format png", 64, "out of range"),
    ("--size 8000x100 --scale 2 --format png", 64, "16000x200"),
    ("--scale 2 --format text", 64, "only on svg and png"),
    ("--scale 9 --format svg", 64, "--scale"),
    ("--marks ascii --format svg", 64, "only on text"),
    ("--size 80x24 --format html", 64, "as large as its window"),
    ("--output x.jpg", 64, "does not write"), ("--output x.svgz", 64, "none of the endings"),
    ("--marks dots", 64, "--marks"),
    ("40,0", 3, "outside the camera bounds"), ("-i", 64, "-i needs a terminal"),
  ])
  func refusals(line: String, code: Int32, problem: String) throws {
    let result = try run(line)
    #expect(result.status == code && result.stdout.isEmpty, "\(result)")
    #expect(result.stderr.contains(problem), "\(result)")
  }

  /// A base map that is invalid, incomplete, or missing.
  @Test func bases() throws {
    try TemporaryDirectory.with { folder in
      try Dataset.with(Dataset.square) { _, data in
        try Files.write(
          Array(#"{"type":"LineString","coordinates":[[-1,51.5],[1,51.5]]}"#.utf8),
          to: folder.file("line.geojson"))
        try Files.write(
          Array(#"{"type":"LineString","coord"#.utf8), to: folder.file("half.geojson"))
        let drawn = try Finder.run(
          "map 51.5074,-0.1278 --format text --marks ascii --size 40x10 --radius 3km -q "
            + "--base \(folder.file("line.geojson"))", data: data)
        #expect(drawn.stdout.contains("''''"), "\(drawn)")
        // The same line as a track.
        let points = [-1, 1].map { "<trkpt lat='51.5' lon='\($0)'/>" }.joined()
        try Files.write(
          Array("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8),
          to: folder.file("line.gpx"))
        let track = try Finder.run(
          "map 51.5074,-0.1278 --format text --marks ascii --size 40x10 --radius 3km -q "
            + "--base \(folder.file("line.gpx"))", data: data)
        expect(track, stdout: drawn.stdout)
        for (file, code) in [("half.geojson", 65), ("none.geojson", 66)] as [(String, Int32)] {
          let result = try Finder.run(
            "map 51.5074,-0.1278 --format text --base \(folder.file(file))", data: data)
          #expect(result.status == code && result.stdout.isEmpty, "\(result)")
        }
      }
    }
  }

  /// No venue, or all on one spot.
  @Test func fewVenues() throws {
    for text in [
      Dataset.collection([]), Dataset.collection([Dataset.venue("Lion", 51.5, -0.1)]),
      Dataset.collection(Array(repeating: Dataset.venue("Lion", 51.5, -0.1), count: 40)),
    ] {
      for format in ["text", "svg", "png", "html"] {
        for line in ["", "51.5,-0.1", "--zoom 0", "--zoom 22", "--bbox -0.1,51.5,-0.1,51.5"] {
          let result = try run("\(line) --format \(format)", in: text)
          #expect(result.status == 0 && !result.stdoutBytes.isEmpty, "\(line) \(format): \(result)")
        }
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    return String(text)
  }
}
