import FinderEngine
import TestSupport
import Testing

/// What a query may contain: distances with units, words of names, limits; and the forms of a dataset.
@Suite struct QueryTests {
  @Test(arguments: [
    ("800", "800"), ("800m", "800"), ("1.5km", "1500"), ("5mi", "8046.72"), ("300yd", "274.32"),
    ("600ft", "182.88"), ("0", "0"), ("1 km", "1000"), ("1KM", "1000"), ("1e3", "1000"),
    (".5km", "500"), ("1609.344m", "1609.344"),
  ])
  func distances(text: String, metres: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      for command in ["near", "within"] {
        let result = try Finder.run(
          [command, "--at", "51.5,-0.1", "--json", "--radius", text], data: data)
        expect(result)
        #expect(result.stdout.contains(#","radius_m":\#(metres),"match":null}"#), "\(result)")
      }
    }
  }

  /// The edge is inside: a printed distance used as the radius finds the venue, up to its rounding.
  @Test func radiusAndLimit() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (options, names) in [
        ("--radius 233.2", ["Nelson", "Lion"]), ("--radius 233", ["Nelson"]),
        ("--limit 3", ["Nelson", "Lion", "Fountain"]),
        ("--limit 0 --radius 1mi --limit 1", ["Nelson"]),
        ("--limit 0", ["Nelson", "Lion", "Fountain", "Pigeon"]), ("--radius 0", ["Nelson"]),
        ("--match lion --limit 1", ["Lion"]),
        ("--limit 9223372036854775807 --radius 300yd", ["Nelson", "Lion"]),
      ] {
        let result = try Finder.run("near --at 51.508,-0.128 --format csv \(options)", data: data)
        let found = result.stdout.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        #expect(found.map { String($0) } == names, "\(result)")
      }
    }
  }

  private static let names = [
    "McDonald's", "Café Röd", "The Old Café-Bar", "Fish & Chips", "Decaf", "Cafeteria Roma",
  ]

  /// Each word of the text begins a word of the name. Case and accents are folded, apostrophes are dropped,
  /// other punctuation separates words.
  @Test(arguments: [
    ("cafe", [1, 2, 5]), ("CAFÉ", [1, 2, 5]), ("cafe\u{301}", [1, 2, 5]), ("mcdonalds", [0]),
    ("McDonald\u{2019}s", [0]), ("bar", [2]), ("old cafe", [2]), ("bar-cafe", [2]),
    ("chips fish", [3]),
    ("fish&chips", [3]), ("rod", [1]), ("af", []), ("cafe roma x", []), ("r", [1, 5]),
  ])
  func matches(text: String, expected: [Int]) throws {
    let venues = Self.names.enumerated().map { Dataset.venue($1, 51.5 + Double($0) / 1000, -0.1) }
    try Dataset.with(Dataset.collection(venues)) { _, data in
      let found = expected.map { "\"\(Self.names[$0])\"" }
      for command in [
        ["near", "--at", "51.5,-0.1"], ["within", "--at", "51.5,-0.1", "--radius", "9km"],
      ] {
        let result = try Finder.run(command + ["--match", text, "--format", "ndjson"], data: data)
        let names = result.stdout.split(separator: "\n").map { line in
          String(line.split(separator: ",")[1].dropFirst("\"name\":".count))
        }
        #expect(names == found, "\(result)")
      }
    }
  }

  /// A collection, its members in another order, one feature, features one per line, a sequence: the same
  /// answers, also with a byte order mark and CRLF.
  @Test func datasetForms() throws {
    let features = (0..<3).map { Dataset.venue("v\($0)", 51.5 + Double($0) / 1000, -0.1) }
    let question = "near --at 51.5,-0.1 --format geojsonseq"
    let collection = Dataset.collection(features)
    let answer = try Dataset.with(collection) { try Finder.run(question, data: $1).stdout }
    #expect(answer.split(separator: "\n").count == 3)
    for text in [
      #"{"features":[\#(features.joined(separator: ","))],"x":1,"type":"FeatureCollection"}"#,
      features.joined(separator: "\n"), features.joined(separator: "\n\n") + "\n\n",
      features.map { "\u{1E}\($0)\n" }.joined(), collection.replacing("\n", with: "\r\n"),
    ] {
      for start in ["", "\u{FEFF}"] {
        try Dataset.with(start + text) { _, data in
          expect(try Finder.run(question, data: data), stdout: answer)
          expect(try Finder.run("\(question) --no-cache", data: data), stdout: answer)
        }
      }
    }
    try Dataset.with(features[1]) { _, data in
      let one = try Finder.run("\(question) --radius 5km", data: data)
      #expect(one.stdout.split(separator: "\n").count == 1 && one.stdout.contains("v1"), "\(one)")
    }
  }

  @Test func aQueryChangesNothing() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let script = "ls -lR --time-style=full-iso . 2>/dev/null || ls -lR ."
      let before = try ProcessRunner.shell(script, directory: folder.path).stdout
      for line in [
        "near --at 51,0", "within --bbox 0,51,1,52", "check --at 51,0 --span low", "data info",
      ] {
        expect(
          try Finder.run(line, environment: ["FINDER_DATA": data], directory: folder.path),
          stderr: nil)
      }
      #expect(try ProcessRunner.shell(script, directory: folder.path).stdout == before)
    }
  }
}
