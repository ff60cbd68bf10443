import FinderEngine
import TestSupport
import Testing

/// Tables that do not go to a terminal: nothing is cut, and columns line up as on one.
@Suite struct TableOutputTests {
  static let long =
    "The Extraordinarily Long Name of a Restaurant That Nobody Could Ever Want to Read to Its End "
    + "Even Once, Limited (Trading As Something Shorter)"

  static let venues = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"寿司 🍣 屋","postcode":"N1 1AA"}"#),
    Dataset.feature(51.501, -0.1, properties: #"{"name":"Cafe\u0301 o\u0308l","postcode":"n1"}"#),
    Dataset.feature(
      51.51, -0.1, properties: #"{"name":"\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 Kin"}"#),
    Dataset.feature(51.52, -0.1, properties: #"{"name":"\#(long)","postcode":"SW1A 1AA"}"#),
    Dataset.feature(53, 1, properties: #"{"name":"far","postcode":"SW1A 1AA"}"#),
  ])

  /// An expected row, with `name` in this many columns.
  private func row(_ start: String, _ name: String, _ columns: Int, _ postcode: String) -> String {
    guard !postcode.isEmpty else { return "\(start)  \(name)\n" }
    let spaces = String(repeating: " ", count: Self.long.count - columns)
    return "\(start)  \(name)\(spaces)  \(postcode)\n"
  }

  @Test func alignedByDisplayWidth() throws {
    try Dataset.with(Self.venues) { _, data in
      expect(
        try Finder.run("near --at 51.5,-0.1", data: data),
        stdout: row("DISTANCE  DIR     WALK", "NAME", 4, "POSTCODE")
          + row("     0 m  ·     ~0 min", "寿司 🍣 屋", 10, "N1 1AA")
          + row("   111 m  N     ~2 min", "Cafe\u{301} o\u{308}l", 7, "n1")
          + row("  1.1 km  N    ~17 min", "👨\u{200D}👩\u{200D}👧 Kin", 6, "")
          + row("  2.2 km  N    ~34 min", Self.long, Self.long.count, "SW1A 1AA")
          + row("183.0 km  NE     ~46 h", "far", 3, "SW1A 1AA"))
    }
  }

  @Test func imperialUnits() throws {
    try Dataset.with(Self.venues) { _, data in
      let question = "within --at 51.5,-0.1 --radius 200km --units"
      let imperial = try Finder.run("\(question) imperial", data: data)
      let distances = imperial.stdout.split(separator: "\n").map { $0.prefix(8) }
      #expect(
        distances == ["DISTANCE", "    0 yd", "  122 yd", "  0.7 mi", "  1.4 mi", "113.7 mi"],
        "\(imperial)")
      let metric = try Finder.run("\(question) metric", data: data)
      expect(try Finder.run("near --at 51.5,-0.1", data: data), stdout: metric.stdout)
      #expect(metric.stdout.contains("  1.1 km"))
    }
  }

  /// Units are for people: the values for programs stay in metres.
  @Test(arguments: ["json", "ndjson", "geojson", "geojsonseq", "csv", "tsv"])
  func unitsChangeNothingElse(format: String) throws {
    try Dataset.with(Self.venues) { _, data in
      let metres = try Finder.run("near --at 51.5,-0.1 --format \(format)", data: data)
      let miles = try Finder.run(
        "near --at 51.5,-0.1 --units imperial --color always --format \(format)", data: data)
      expect(miles, stdout: metres.stdout)
    }
  }

  /// Each limit from both sides: metres to kilometres, minutes to hours, yards to miles.
  @Test func distancesAndWalks() throws {
    // Metres north of the equator, in degrees of latitude there (110,574 m each).
    let metres: [Double] = [0.4, 66, 67, 999.4, 999.6, 3_996, 4_004, 39_930, 40_100]
    let venues = metres.enumerated().map { Dataset.venue("v\($0)", $1 / 110_574.27, 0) }
    try Dataset.with(Dataset.collection(venues)) { _, data in
      let result = try Finder.run("near --at 0,0 --outside allow", data: data)
      expect(
        result,
        stdout: """
          DISTANCE  DIR     WALK  NAME  POSTCODE
               0 m  N     ~1 min  v0
              66 m  N     ~1 min  v1
              67 m  N     ~2 min  v2
             999 m  N    ~15 min  v3
            1.0 km  N    ~15 min  v4
            4.0 km  N    ~1 h 00  v5
            4.0 km  N    ~1 h 01  v6
           39.9 km  N    ~9 h 59  v7
           40.1 km  N      ~10 h  v8

          """)
    }
  }

  @Test func eightDirections() throws {
    let places: [(Double, Double)] = [
      (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0.41), (1, 0.42),
      (1, -0.41), (1, -0.42), (0, 0),
    ]
    let venues = places.enumerated().map {
      Dataset.venue("v\($0)", $1.0 / 1000, $1.1 / 1000)
    }
    try Dataset.with(Dataset.collection(venues)) { _, data in
      let result = try Finder.run("near --at 0,0 --outside allow --limit 0", data: data)
      let rows = result.stdout.split(separator: "\n").dropFirst().map { row in
        let words = row.split(separator: " ")
        return (name: words[5], direction: words[2])
      }
      let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.direction) })
      let expected = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", "N", "NE", "N", "NW", "·"]
      for (place, direction) in expected.enumerated() {
        #expect(found["v\(place)"]! == direction, "\(places[place])\n\(result)")
      }
    }
  }

  @Test func nothingFoundIsSaidOnStderr() throws {
    try Dataset.with(Self.venues) { _, data in
      let question = "near --at 51.5,-0.1 --match none"
      expect(
        try Finder.run(question, data: data), stdout: "", stderr: "finder: near: no venue found\n")
      expect(try Finder.run("\(question) --quiet", data: data), stdout: "")
      expect(
        try Finder.run("\(question) --quiet --exit-status", data: data), status: 1, stdout: "")
      expect(
        try Finder.run("near --at 51.5,-0.1 --exit-status", data: data, stdout: .file("/dev/null")))
    }
  }
}
