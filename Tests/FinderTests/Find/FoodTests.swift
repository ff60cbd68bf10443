import FinderEngine
import TestSupport
import Testing

/// `food`: what there is to eat, and where the nearest is.
@Suite struct FoodTests {
  private static let venues = Dataset.collection([
    Dataset.feature(
      51.508, -0.128,
      properties:
        #"{"name":"Nelson","kind":"pub","cuisine":"Pizza; italian","diet:vegan":"yes","wheelchair":"yes","outdoor_seating":"garden"}"#,
      id: #""Nelson""#),
    Dataset.feature(
      51.51, -0.127,
      properties:
        #"{"name":"Lion","kind":"fast_food","cuisine":"neapolitan_pizza","diet:vegan":"no","wheelchair":"limited"}"#,
      id: #""Lion""#),
    Dataset.feature(
      51.518, -0.128,
      properties:
        #"{"name":"Fountain","kind":"restaurant/cafe","diet:vegan":"only","dog":"leashed"}"#,
      id: #""Fountain""#),
    Dataset.feature(51.488, -0.128, properties: #"{"name":"Pigeon Pizza"}"#, id: #""Pigeon""#),
  ])

  private static let around = "51.508,-0.128 -r 1.2km"
  private static let unknown = "finder: food: 1 of 3 venues has no cuisine in the data\n"

  private func check(
    _ line: String, _ stdout: String?, _ stderr: String? = nil, status: Int32 = 0,
    in text: String = venues, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try Dataset.with(text) { folder, data in
      try folder.write(
        #"{"type":"Polygon","coordinates":[[[-1,51.5],[1,51.5],[1,51.53],[-1,51.53],[-1,51.5]]]}"#,
        to: "area.geojson")
      expect(
        try Finder.run("food \(line)", data: data, directory: folder.path), status: status,
        stdout: stdout, stderr: stderr ?? Self.unknown, sourceLocation: sourceLocation)
    }
  }

  private static let rows = [
    #"{"what":"cuisine","value":"pizza","count":2,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
    #"{"what":"diet","value":"vegan","count":2,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
    #"{"what":"kind","value":"cafe","count":1,"nearest":{"id":"Fountain","name":"Fountain","distance_m":1112.6}}"#,
    #"{"what":"with","value":"dogs","count":1,"nearest":{"id":"Fountain","name":"Fountain","distance_m":1112.6}}"#,
    #"{"what":"kind","value":"fast_food","count":1,"nearest":{"id":"Lion","name":"Lion","distance_m":233.1}}"#,
    #"{"what":"cuisine","value":"italian","count":1,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
    #"{"what":"cuisine","value":"neapolitan_pizza","count":1,"nearest":{"id":"Lion","name":"Lion","distance_m":233.1}}"#,
    #"{"what":"with","value":"outdoor","count":1,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
    #"{"what":"kind","value":"pub","count":1,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
    #"{"what":"kind","value":"restaurant","count":1,"nearest":{"id":"Fountain","name":"Fountain","distance_m":1112.6}}"#,
    #"{"what":"with","value":"wheelchair","count":1,"nearest":{"id":"Nelson","name":"Nelson","distance_m":0}}"#,
  ]

  @Test func json() throws {
    try check("\(Self.around) --json", "[\n \(Self.rows.joined(separator: ",\n "))]\n")
    try check("\(Self.around) -f ndjson", Self.rows.map { $0 + "\n" }.joined())
    try check(
      "\(Self.around) -f ndjson --match lion",
      Self.rows.filter { $0.contains("Lion") && !$0.contains("Nelson") }.map { $0 + "\n" }.joined(),
      "")
  }

  @Test func cells() throws {
    let rows = """
      cuisine,pizza,2,Nelson,Nelson,0
      diet,vegan,2,Nelson,Nelson,0
      kind,cafe,1,Fountain,Fountain,1112.6

      """
    let header = "what,value,count,nearest_id,nearest_name,distance_m\n"
    try Dataset.with(Self.venues) { _, data in
      for (format, separator) in [("csv", ","), ("tsv", "\t")] {
        let whole = try Finder.run("food \(Self.around) -f \(format)", data: data)
        #expect(whole.stdout.hasPrefix((header + rows).replacing(",", with: separator)), "\(whole)")
        #expect(whole.stdout.split(separator: "\n").count == 12)
        let bare = try Finder.run("food \(Self.around) -f \(format) --no-header", data: data)
        expect(bare, stdout: String(whole.stdout.dropFirst(header.count)), stderr: Self.unknown)
      }
    }
  }

  @Test func table() throws {
    try check(
      Self.around,
      """
      WHAT     COUNT  VALUE             NEAREST   DISTANCE  DIR
      kind         1  cafe              Fountain    1.1 km  N
      kind         1  fast food         Lion         233 m  N
      kind         1  pub               Nelson         0 m  ·
      kind         1  restaurant        Fountain    1.1 km  N
      cuisine      2  pizza             Nelson         0 m  ·
      cuisine      1  italian           Nelson         0 m  ·
      cuisine      1  neapolitan pizza  Lion         233 m  N
      diet         2  vegan             Nelson         0 m  ·
      with         1  dogs              Fountain    1.1 km  N
      with         1  outdoor           Nelson         0 m  ·
      with         1  wheelchair        Nelson         0 m  ·

      """)
    try check(
      "\(Self.around) --units imperial --for cafe --quiet",
      """
      WHAT  COUNT  VALUE       NEAREST   DISTANCE  DIR
      kind      1  cafe        Fountain    0.7 mi  N
      kind      1  restaurant  Fountain    0.7 mi  N
      diet      1  vegan       Fountain    0.7 mi  N
      with      1  dogs        Fountain    0.7 mi  N

      """, "")
  }

  /// The same number from each group.
  @Test func limit() throws {
    let cut =
      "finder: food: there are 4 kinds, 3 cuisines and 3 features; --limit 0 shows all\n"
    try check(
      "\(Self.around) -n 1",
      """
      WHAT     COUNT  VALUE  NEAREST   DISTANCE  DIR
      kind         1  cafe   Fountain    1.1 km  N
      cuisine      2  pizza  Nelson         0 m  ·
      diet         2  vegan  Nelson         0 m  ·
      with         1  dogs   Fountain    1.1 km  N

      """, Self.unknown + cut)
    try check(
      "\(Self.around) -n 1 -f ndjson", Self.rows.prefix(4).map { $0 + "\n" }.joined(),
      Self.unknown + cut)
    try check(
      "\(Self.around) -n 1 -f ndjson --quiet", Self.rows.prefix(4).map { $0 + "\n" }.joined(), "")
  }

  private static let usual =
    "finder: food: what there is within 1.0 km; --radius sets another distance\n"

  @Test func areas() throws {
    func nearest(_ line: String, _ row: String, _ stderr: String = Self.unknown) throws {
      try Dataset.with(Self.venues) { folder, data in
        try folder.write(
          #"{"type":"Polygon","coordinates":[[[-0.2,51.5],[0,51.5],[0,51.53],[-0.2,51.53],[-0.2,51.5]]]}"#,
          to: "area.geojson")
        let result = try Finder.run(
          "food \(line) --csv --no-header", data: data, directory: folder.path)
        #expect(result.stdout.hasPrefix("cuisine,pizza,2,\(row)\n"), "\(result)")
        #expect(result.status == 0 && result.stderr == stderr, "\(result)")
      }
    }
    // From the middle, or from the point.
    try nearest("--bbox -0.2,51.5,0,51.53", "Lion,Lion,1955.2")
    try nearest("--polygon area.geojson", "Lion,Lion,1955.2")
    try nearest("--bbox -0.2,51.5,0,51.53 51.508,-0.128", "Nelson,Nelson,0")
    try nearest("--polygon area.geojson --at 51.508,-0.128", "Nelson,Nelson,0")
    // A kilometre around a point, or around here.
    try nearest("51.508,-0.128", "Nelson,Nelson,0", Self.usual)
    try Dataset.with(Self.venues) { _, data in
      let here = try Finder.run(
        "food --csv --no-header", data: data, environment: ["FINDER_LOCATION": "51.508,-0.128"])
      #expect(here.stdout.hasPrefix("cuisine,pizza,2,Nelson,Nelson,0\n"), "\(here)")
      #expect(here.stderr.hasPrefix(Self.usual), "\(here)")
    }
  }

  /// An option, and the kinds of the remaining venues.
  private static let narrowed: [(String, [String])] = [
    ("--for vegan", ["cafe", "pub", "restaurant"]), ("--diet vegan=only", ["cafe", "restaurant"]),
    ("--cuisine pizza", ["fast_food", "pub"]), ("--where wheelchair=yes", ["pub"]),
    ("--match fountain", ["cafe", "restaurant"]), ("--with outdoor,wheelchair", ["pub"]),
    ("--kind cafe", ["cafe", "restaurant"]), ("--match lion", ["fast_food"]),
    ("--not-visited", ["cafe", "fast_food", "pub", "restaurant"]),
  ]

  /// They apply before anything is counted.
  @Test(arguments: narrowed) func filters(option: String, kinds: [String]) throws {
    try Dataset.with(Self.venues) { folder, data in
      let result = try Finder.run(
        "food \(Self.around) --csv --no-header \(option) --quiet", data: data,
        environment: ["XDG_DATA_HOME": folder.path])
      let rows = result.stdout.split(separator: "\n").map { $0.split(separator: ",") }
      let found = rows.filter { $0[0] == "kind" }.map { String($0[1]) }
      #expect(result.status == 0 && found.sorted() == kinds, "\(result)")
    }
  }

  /// Such a list has only names, and a note says so.
  @Test func namesAlone() throws {
    let names = Dataset.collection([
      Dataset.venue("Pizza Palace", 51.508, -0.128), Dataset.venue("Pizza Inn", 51.51, -0.127),
    ])
    let advice =
      "finder: food: this dataset has only names; words in names are counted instead; for venues "
      + "with more data: finder data fetch osm 51.508,-0.128 --radius 3km --install, or a country's file: "
      + "finder help data\n"
    try check(
      Self.around,
      """
      WHAT     COUNT  VALUE  NEAREST       DISTANCE  DIR
      kind         1  pub    Pizza Inn        233 m  N
      cuisine      2  pizza  Pizza Palace       0 m  ·

      """, advice, in: names)
    try check(
      "\(Self.around) --json", nil,
      advice.replacing(
        "; words in names are counted instead", with: ", and none of those mentions food"),
      in: Dataset.square)
    // The dataset has more elsewhere.
    try check(
      "51.488,-0.128 -r 100m --csv --no-header", "cuisine,pizza,1,Pigeon,Pigeon Pizza,0\n",
      "finder: food: there is no data on food there; words in names are counted instead\n")
    // The sample's note already has the line.
    let sample = try Finder.run("food London -r 1km")
    #expect(sample.status == 0 && sample.stdout.hasPrefix("WHAT "), "\(sample)")
    #expect(sample.stderr.ranges(of: "data fetch osm").count == 1, "\(sample)")
    #expect(
      sample.stderr.contains(
        "food: this dataset has only names; words in names are counted instead\n"),
      "\(sample)")
  }

  @Test func nothingFound() throws {
    // The reason, once.
    try check(
      "51.508,-0.128 --kind nonsense", "",
      Self.usual + "finder: food: no venue in this dataset has kind 'nonsense'\n")
    try check("51.6,-0.128", "", Self.usual + "finder: food: no venue found\n")
    try check("51.6,-0.128 --json", "[]\n", Self.usual)
    try check("51.6,-0.128 --exit-status --quiet", "", "", status: 1)
    try check("51.508,-0.128 -r 10m --exit-status --quiet --json", nil, "")
    try check(
      "51.6,-0.128 --csv", "what,value,count,nearest_id,nearest_name,distance_m\n", Self.usual)
  }

  @Test func wrongUsage() throws {
    expectUsage(
      try Finder.run("food"), "food: Where? For example: finder food London", "")
    for line in ["--bbox 0,0,1,1 -r 5", "--bbox 0,0,1,1 --polygon a", "51,0 -r 5 --polygon a"] {
      expectUsage(
        try Finder.run("food \(line)"),
        "food: expected only one of --bbox, --radius and --polygon", "see 'finder help food'")
    }
    let refused = try Finder.run("food 51,0 --format geojson")
    #expect(refused.status == 64 && refused.stderr.contains("--format geojson"), "\(refused)")
    // Data that cannot be read has no answer to make notes on.
    let unread = try Finder.run("food 51.5,-0.1", data: "/nowhere/a.geojson")
    #expect(unread.status == 66 && !unread.stderr.contains("1.0 km"), "\(unread)")
    try TemporaryDirectory.with { folder in
      try folder.write(
        #"{"type":"Polygon","coordinates":[[[-1,51],[1,51],[0,52],[-1,51]]]}"#, to: "a.geojson")
      let result = try Finder.run("food a.geojson", directory: folder.path)
      #expect(result.stderr.contains("finder food --polygon a.geojson"), "\(result)")
    }
  }

  /// Hostile values and names are shown, and have no other effect.
  @Test func hostileTexts() throws {
    let text = Dataset.collection([
      Dataset.feature(
        51.508, -0.128,
        properties:
          #"{"name":"A\u001b[31m \u202eB","kind":"\u001b[2J;<b>","cuisine":"pi\u0000zza;\u202ex,\"y\""}"#
      )
    ])
    try Dataset.with(text) { _, data in
      for format in ["table", "csv", "tsv"] {
        let result = try Finder.run("food \(Self.around) -f \(format)", data: data)
        #expect(result.status == 0 && result.stdout.contains("A[31m B"), "\(result)")
        let isPlain = result.stdout.unicodeScalars.allSatisfy {
          $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{202E}"
        }
        #expect(isPlain, "\(result)")
      }
      #expect(try Finder.run("food \(Self.around) --json", data: data).status == 0)
    }
  }

  /// While a snapshot is made, with it, without one, and from a file with damaged columns.
  @Test(.slow) func theSameFromAllSources() throws {
    try Dataset.with(Self.venues) { folder, data in
      let line = "food \(Self.around) --json"
      // A file that changed a moment ago gets no snapshot.
      #expect(try ProcessRunner.shell("sleep 2.1").status == 0)
      let expected = try Finder.run("\(line) --no-cache", data: data).stdout
      let home = ["HOME": folder.path, "FINDER_CACHE": "on"]
      for _ in 1...3 {
        expect(
          try Finder.run(line, data: data, environment: home), stdout: expected,
          stderr: Self.unknown)
      }
      let files = try ProcessRunner.shell("find \(folder.path) -name '*.food'").stdout
        .split(separator: "\n").map { String($0) }
      #expect(files.count == 1)
      for file in files {
        var bytes = try Files.bytes(file)
        for place in stride(from: bytes.count / 2, to: bytes.count, by: 3) { bytes[place] ^= 0x55 }
        try Files.write(bytes, to: file)
      }
      expect(
        try Finder.run(line, data: data, environment: home), stdout: expected, stderr: Self.unknown)
      expect(
        try Finder.run(line, data: "-", stdin: .file(data)), stdout: expected,
        stderr: Self.unknown)
    }
  }

  /// On the sample, by what names say, in any area.
  @Test(.slow) func theNearestIsTheNearest() throws {
    let rows = try Finder.run("food London -r 2km --csv --no-header --quiet").stdout
      .split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows.count > 20)
    for row in rows.filter({ $0[0] == "cuisine" }).prefix(5) {
      let words = String(row[1]).replacing("_", with: " ")
      let near = try Finder.run(
        [
          "near", "London", "-r", "2km", "--csv", "--no-header", "--quiet", "-n", "1", "--for",
          words,
        ])
      // A word of several meanings finds more.
      guard FoodAspect.allCases.reduce(0, { $0 + FoodLine.called(words, $1).count }) == 1 else {
        continue
      }
      #expect(near.stdout.hasPrefix("\(row[3]),"), "\(row) \(near)")
    }
  }
}
