import FinderEngine
import TestSupport
import Testing

/// `meet`: venues for several people.
@Suite struct MeetTests {
  /// On the equator, where a degree of longitude is 111,319.5 m long.
  private static let equator = Dataset.collection([
    Dataset.venue("West", 0, 0.5), Dataset.venue("Middle", 0, 1), Dataset.venue("East", 0, 1.75),
    Dataset.venue("Far", 0, 5),
  ])

  private func ids(_ line: String, in text: String = equator) throws -> [Substring] {
    try Dataset.with(text) { _, data in
      let result = try Finder.run("meet \(line) --outside allow -q --csv --no-header", data: data)
      #expect(result.status == 0, "\(result)")
      return result.stdout.split(separator: "\n").map { $0.prefix { $0 != "," } }
    }
  }

  // MARK: Answers

  @Test func order() throws {
    #expect(try ids("0,0 0,2") == ["Middle", "West", "East", "Far"])
    #expect(try ids("0,0 0,2 -n 1") == ["Middle"])
    #expect(try ids("0,0 0,2 -r 170km") == ["Middle", "West"])
    // Everywhere between two points, the sum is the same except for the last bit.
    #expect(try ids("0,0 0,2 --by sum").last == "Far")
    #expect(
      try ids("0,0 0,2 --by sum --weight 1 --weight 2") == ["East", "Middle", "West", "Far"])
    #expect(try ids("0,0 0,2 --by sum --weight 1,2") == ["East", "Middle", "West", "Far"])
    #expect(try ids("0,0 0,2 --weight 1 --weight 2") == ["Middle", "West", "East", "Far"])
    #expect(try ids("0,0 0,2 -m far") == ["Far"])
    #expect(try ids("--at 0,0 --at 0,2 -n 1") == ["Middle"])
    #expect(try ids("0 0 0 2 -n 1") == ["Middle"])
    #expect(try ids("0 0 0,2 -n 1") == ["Middle"])
    #expect(try ids("0, 0 0,2 -n 1") == ["Middle"])
  }

  @Test func explainedAndVerified() throws {
    try Dataset.with(Self.equator) { folder, data in
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run(
          "meet 0,0 0,2 --outside allow \(line)", data: data, directory: folder.path)
      }
      let (plain, people) = (try run("-n 2 --csv"), try run("-n 2 --csv --explain --verify"))
      #expect(people.status == 0 && people.stdout == plain.stdout, "\(people)")
      for text in [
        "meet: 4 venues in the dataset: 2 listed, 2 beyond the limit of 2\n",
        "meet: next would be East, whose longest way is 27.8 km longer than for the last one "
          + "listed\n",
        "meet: verified: 4 venues worked out again, the same 2 in the same order\n",
      ] {
        #expect(people.stderr.contains(text), "\(people)")
      }
      let document = try run("-n 1 -r 170km -m west --json --explain --verify")
      for text in [
        "\"count\":1,\n \"explain\":{",
        #""explain":{"venues":4,"left_out":[{"filter":"radius","venues":2},"#,
        #"{"filter":"match","venues":1},{"filter":"limit","venues":0}],"geodesics":"#,
        #""ties":[],"next":null},"#,
      ] {
        #expect(document.stdout.contains(text), "\(document)")
      }
      #expect(document.stderr.hasSuffix("the same one found\n"), "\(document)")
      let count = try run("-r 170km --count --explain --verify")
      #expect(
        count.stdout == "2\n" && count.stderr.contains("2 counted, 2 left out by --radius\n")
          && count.stderr.hasSuffix("the same number\n"), "\(count)")
      for option in ["explain", "verify"] {
        let picture = try run("--\(option) --output meet.png")
        #expect(
          picture.status == 64 && picture.stderr.contains("--\(option) has no effect on png"),
          "\(picture)")
      }
    }
  }

  @Test func document() throws {
    try Dataset.with(Self.equator) { _, data in
      expect(
        try Finder.run(
          "meet 0,0 0,2 --outside allow --weight 1 --weight 3 -n 1 --json", data: data),
        stdout: #"""
          {"query":{"points":[{"lat":0,"lon":0,"weight":1},{"lat":0,"lon":2,"weight":3}],"by":"max","limit":1,"radius_m":null,"match":null},
           "camera":{"inside":false,"moved":false},
           "data":{"source":"option"},
           "count":1,
           "venues":[
            {"id":"Middle","name":"Middle","postcode":null,"lat":0,"lon":1,"worst_m":111319.5,"total_m":445278,"legs":[{"distance_m":111319.5,"bearing_deg":90},{"distance_m":111319.5,"bearing_deg":270}]}]}

          """#)
      expect(
        try Finder.run("meet 0,0 0,2 --outside allow -r 170km --count --json", data: data),
        stdout: #"""
          {"query":{"points":[{"lat":0,"lon":0},{"lat":0,"lon":2}],"by":"max","limit":0,"radius_m":170000,"match":null},
           "camera":{"inside":false,"moved":false},
           "data":{"source":"option"},
           "count":2}

          """#)
      expect(
        try Finder.run("meet 0,0 0,2 --outside allow --csv -n 1", data: data),
        stdout: """
          id,name,postcode,lat,lon,worst_m,total_m,leg_1_m,leg_2_m
          Middle,Middle,,0,1,111319.5,222639,111319.5,111319.5

          """)
      expect(
        try Finder.run("meet 0,0 0,2 --outside allow --count", data: data), stdout: "4\n")
    }
  }

  @Test func placesAreInTheDocument() throws {
    let result = try Finder.run("meet Leeds 51.5,-0.12 -n 1 -q --json")
    #expect(
      result.stdout.hasPrefix(
        #"{"query":{"points":[{"lat":53.7997,"lon":-1.5492,"place":{"text":"Leeds","kind":"place","#
      ),
      "\(result)")
    #expect(result.stdout.contains(#"}},{"lat":51.5,"lon":-0.12}],"by":"max","#), "\(result)")
  }

  @Test func table() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run("meet 51.508,-0.128 51.518,-0.128 -n 2", data: data),
        stdout: """
             FROM
          A  51.508,-0.128
          B  51.518,-0.128

          NAME           A     WALK      B     WALK  SPREAD  POSTCODE
          Lion       233 m   ~4 min  893 m  ~14 min   660 m
          Fountain  1.1 km  ~17 min    0 m   ~0 min  1.1 km

          """, stderr: "")
    }
  }

  /// Three friends, on a terminal of 80 columns: nothing is wider, and each has a column.
  @Test(.needsTerminal) func threeFriends() throws {
    let result = try Finder.terminal(
      columns: 80, "finder meet London Leeds Bath -n 3 --color never")
    let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(result.stdout.contains("A  London, Greater London  51.5"), "\(result)")
    #expect(result.stdout.contains("C  Bath, Somerset          51.3811,-2.359\n"), "\(result)")
    let start = try #require(lines.firstIndex { $0.hasPrefix("NAME") })
    // The note with the line that fetches real venues is not wrapped, so that it can be copied.
    #expect(lines[start...].allSatisfy { $0.count <= 80 }, "\(result)")
    let header = lines[start]
    #expect(
      header.split(separator: " ").prefix(8)
        == ["NAME", "A", "WALK", "B", "WALK", "C", "WALK", "SPREAD"], "\(header)")
  }

  /// With many people, a venue shows the longest way and whose it is.
  @Test func manyPeople() throws {
    try Dataset.with(Dataset.square) { _, data in
      let points = (0..<50).map { "51.5\($0 < 10 ? "0" : "")\($0),-0.12" }
      let result = try Finder.run(["meet"] + points + ["-n", "2"], data: data)
      #expect(result.status == 0, "\(result)")
      let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[50].hasPrefix("50  51.549,-0.12"), "\(result)")
      #expect(
        lines[52].split(separator: " ")
          == ["LONGEST", "WALK", "FROM", "TOTAL", "SPREAD", "NAME", "POSTCODE"], "\(result)")
      #expect(lines[53].contains(" 50 ") && lines[53].contains("Fountain"), "\(result)")
    }
  }

  @Test func fields() throws {
    try Dataset.with(Self.equator) { _, data in
      expect(
        try Finder.run(
          "meet 0,0 0,2 --outside allow -n 1 --csv --fields name,spread_m,leg_2_m,legs", data: data),
        stdout: """
          name,spread_m,leg_2_m,legs
          Middle,0,111319.5,"[{""distance_m"":111319.5,""bearing_deg"":90},{""distance_m"":111319.5,""bearing_deg"":270}]"

          """)
      expect(
        try Finder.run(
          "meet 0,0 0,2 --outside allow -n 1 --fields leg_1_m,worst_m,name", data: data),
        stdout: """
           LEG_1_M   WORST_M  NAME
          111.3 km  111.3 km  Middle

          """, stderr: nil)
      for field in ["distance_m", "bearing_deg", "dir", "walk_min"] {
        expectUsage(
          try Finder.run("meet 0,0 0,2 --outside allow --fields name,\(field)", data: data),
          "meet: --fields '\(field)' needs a single point; meet has worst_m, total_m, spread_m, "
            + "legs, and leg_1_m and leg_1_deg for each of its points",
          "--fields NAMES  these columns or keys, in this order: id,name,worst_m,spread_m,leg_1_m (see "
            + "'finder help meet')")
      }
      let unknown = try Finder.run(
        "meet 0,0 0,2 --outside allow --csv --fields leg_3_m", data: data)
      #expect(unknown.stderr.contains("no venue in this dataset has 'leg_3_m'"), "\(unknown)")
    }
  }

  // MARK: Notes

  @Test func notes() throws {
    try Dataset.with(Dataset.square) { (_, data) throws in
      func notes(_ line: String) throws -> String {
        try Finder.run("meet \(line)", data: data).stderr
      }
      let far = "is far from the others: "
      #expect(
        try notes("Leeds 51.508,-0.128 51.51,-0.127").contains("Leeds, West Yorkshire \(far)"))
      #expect(
        try notes("Leeds 51.508,-0.128 51.51,-0.127").contains("; it alone decides the answer"))
      #expect(try !notes("Leeds 51.508,-0.128 51.51,-0.127 --by sum").contains("hangs on it alone"))
      #expect(try !notes("Leeds London Bath").contains(far))
      #expect(
        try notes("Leeds London").contains(
          "Leeds, West Yorkshire: from the middle of that place, 53.7997,-1.5492; "))
      #expect(
        try notes("Leeds London -r 5km").contains(
          "no place is within 5.0 km of both Leeds, West Yorkshire and London, Greater London: they are "
        ))
      #expect(
        try notes("51.5,-0.1 51.51,-0.1 --weight 1 --weight 2").contains(
          "--weight counts only in the sum"))
      // Programs get no notes.
      #expect(try notes("Leeds 51.508,-0.128 51.51,-0.127 --json") == "")
    }
    let twins = Dataset.collection([
      Dataset.venue("Two", 51.5, -0.1), Dataset.venue("One", 51.5, -0.1),
      Dataset.venue("Three", 51.6, -0.1),
    ])
    try Dataset.with(twins) { _, data in
      let result = try Finder.run("meet 51.5,-0.1 51.51,-0.1 --fields name", data: data)
      expect(
        result, stdout: "NAME\nOne\nTwo\nThree\n",
        stderr:
          "finder: meet: the first 2 are equally good for all; they are in the order of their names\n"
      )
    }
  }

  // MARK: Wrong input

  @Test func howManyPoints() throws {
    expectUsage(
      try Finder.run("meet"),
      "meet: no point was given, of at least 2; for example: finder meet London Leeds", "")
    expectUsage(
      try Finder.run("meet Leeds"),
      "meet: only 1 point was given, of at least 2; for example: finder meet Leeds London", "")
    expectUsage(
      try Finder.run(["meet", "Leeds Bath", "-n", "3"]),
      "meet: only 1 point was given, of at least 2; try: finder meet Leeds Bath --limit 3", "")
    let points = (0...50).map { "51.5,-0.\($0 + 100)" }
    expectUsage(
      try Finder.run(["meet"] + points), "meet: 51 points were given: meet takes at most 50",
      "see 'finder help meet'")
  }

  /// Two people may start from one place.
  @Test func aPointTwice() throws {
    #expect(try ids("0,0 0,0 0,2 --by sum") == ["West", "Middle", "East", "Far"])
    #expect(try ids("0,0 0,0") == ["West", "Middle", "East", "Far"])
  }

  @Test func numbersAlone() throws {
    expectUsage(
      try Finder.run("meet 51.5 -0.12 51.6"),
      "meet: POINT 51.6 is a latitude alone: the longitude is missing", "")
    expectUsage(
      try Finder.run("meet 51.5 Leeds"),
      "meet: POINT 51.5 is a latitude alone: the longitude is missing", "")
  }

  @Test(arguments: [
    ("Leeds Ashford Kent", "Leeds 'Ashford Kent'"), ("TQ 30 80 Leeds", "'TQ 30 80' Leeds"),
    ("Camden Town Soho -r 5km", "'Camden Town' Soho --radius 5km"),
  ])
  func wordsWithoutQuotes(typed: String, meant: String) throws {
    let result = try Finder.run("meet \(typed)")
    #expect(result.status == 64, "\(result)")
    #expect(
      result.stderr.hasSuffix("; quote the words that belong together: finder meet \(meant)\n"),
      "\(result)")
    #expect(try Finder.shell("finder meet \(meant) -n 1 -q --count").status == 0)
  }

  @Test func wordsBetweenPoints() throws {
    let result = try Finder.run("meet Leeds and Bath")
    #expect(
      result.status == 64 && result.stderr.hasSuffix("; try: finder meet Leeds Bath\n"), "\(result)"
    )
  }

  /// The suggestion only contains texts that are points.
  @Test(arguments: [
    ("London,Leeds", "only 1 point was given, of at least 2; try: finder meet London Leeds"),
    ("Xyzzyville", "only 1 point was given, of at least 2; for example: finder meet London Leeds"),
    ("--lat 51.5 --lon -0.1 Leeds", "; try: finder meet 51.5,-0.1 Leeds"),
    ("--lat=51.5 --lon=-0.1 Leeds -n 3", "; try: finder meet 51.5,-0.1 Leeds -n 3"),
    ("London Leeds vegan pizza", "; try: finder meet London Leeds --for 'vegan pizza'"),
    ("London vegan", "; for example: finder meet London Leeds --for vegan"),
  ])
  func meantLines(typed: String, meant: String) throws {
    let result = try Finder.run("meet \(typed)")
    #expect(result.status == 64 && result.stderr.hasSuffix("\(meant)\n"), "\(result)")
    let line = try #require(result.stderr.split(separator: ": ").last)
    #expect(try Finder.shell("\(line.dropLast()) -q --count").status == 0)
  }

  @Test func aPlaceThatDoesNotExist() throws {
    expectUsage(
      try Finder.run("meet Leeds Xyzzyville"),
      "meet: POINT Xyzzyville is not a point that finder knows; try a postcode or 'NAME, COUNTY', or add "
        + "places ('finder help gazetteer')", "")
  }

  @Test func outsideTheCamera() throws {
    let refused = try Finder.run("meet Leeds -0.12,51.5")
    #expect(refused.status == 3, "\(refused)")
    #expect(
      refused.stderr.contains("latitude and longitude swapped? 51.5,-0.12 is inside;"), "\(refused)"
    )
    try Dataset.with(Dataset.square) { _, data in
      let moved = try Finder.run(
        "meet 51.508,-0.128 40,-0.128 --outside clamp --json", data: data)
      #expect(moved.stdout.contains(#""lat":46.678409,"lon":-0.128}]"#), "\(moved)")
      #expect(moved.stdout.contains(#""camera":{"inside":false,"moved":true}"#), "\(moved)")
    }
  }

  @Test func weights() throws {
    expectUsage(
      try Finder.run("meet Leeds Bath York --weight 2"),
      "meet: --weight was given once for 3 points: it is needed once for each, in their order; try: "
        + "finder meet Leeds Bath York --weight 2 --weight 1 --weight 1", "")
    expectUsage(
      try Finder.run("meet Leeds Bath --weight 2 --weight 3 --weight 4 -n 2"),
      "meet: --weight was given 3 times for 2 points: it is needed once for each, in their order; try: "
        + "finder meet Leeds Bath --limit 2 --weight 2 --weight 3", "")
    for weight in ["0", "-1", "1.5", "two", "2,"] {
      let result = try Finder.run(["meet", "Leeds", "Bath", "--weight", weight, "--weight", "1"])
      #expect(result.status == 64, "\(result)")
      #expect(result.stderr.contains("must be a whole number from 1 to 1,000,000"), "\(result)")
    }
  }

  @Test func noRouter() throws {
    let result = try Finder.run("meet Leeds Bath --router http://localhost:8002")
    #expect(result.status == 64, "\(result)")
  }
}
