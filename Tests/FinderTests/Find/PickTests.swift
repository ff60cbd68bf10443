import FinderEngine
import TestSupport
import Testing

@testable import finder

/// `pick`: a venue chosen by lot.
@Suite struct PickTests {
  private func check(
    _ line: String, _ stdout: String?, _ stderr: String? = "", status: Int32 = 0,
    in text: String = Dataset.square, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try Dataset.with(text) { _, data in
      expect(
        try Finder.run("pick \(line)", data: data), status: status, stdout: stdout, stderr: stderr,
        sourceLocation: sourceLocation)
    }
  }

  /// The order is that of the lot's numbers, which were computed independently.
  @Test func inTheLotsOrder() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (seed, names) in [
        ("1", "Pigeon Nelson Fountain Lion"), ("2", "Lion Nelson Pigeon Fountain"),
        ("7", "Nelson Fountain Lion Pigeon"), ("42", "Fountain Lion Nelson Pigeon"),
      ] {
        for limit in 0...5 {
          let result = try Finder.run(
            "pick 51.508,-0.128 -r 5km --seed \(seed) -n \(limit) --csv --no-header --fields name",
            data: data)
          let wanted = names.split(separator: " ").prefix(limit == 0 ? 4 : limit)
          expect(result, stdout: wanted.map { $0 + "\n" }.joined())
        }
      }
    }
  }

  /// Otherwise the venue with the given name would be drawn after all.
  @Test func notAName() throws {
    let sample = try Finder.run(
      "near 51.5074,-0.1278 -n 1 --csv --no-header --fields id,name", data: Sample.path)
    let (id, name) = (String(sample.stdout.prefix { $0 != "," }), "broou sandwich co")
    let named = try Finder.run(["pick", "51.5074,-0.1278", "--not", name], data: Sample.path)
    #expect(named.status == 64 && named.stdout.isEmpty)
    #expect(
      named.stderr.contains("--not takes an id, not a name: '\(name)' has the id '\(id)'"),
      "\(named)")
    for other in ["Pigeon", "Piegon"] {
      try check(
        "51.508,-0.128 --not Lion,\(other)", "",
        """
        finder: pick: --not takes one id at a time: --not Lion --not \(other)
          --not ID  leave out the venue with this id (see 'finder help pick')

        """, status: 64)
    }
  }

  @Test func document() throws {
    try check(
      "51.508,-0.128 --seed 2 -n 2 --not Pigeon --json",
      #"""
      {"query":{"lat":51.508,"lon":-0.128,"limit":2,"radius_m":1000,"seed":2,"not":["Pigeon"],"match":null},
       "camera":{"inside":true,"moved":false},
       "data":{"source":"option"},
       "count":2,
       "venues":[
        {"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127,"distance_m":233.1,"bearing_deg":17.3},
        {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":0,"bearing_deg":0}]}

      """#)
  }

  @Test func table() throws {
    try check(
      "51.508,-0.128 --seed 2",
      """
      DISTANCE  DIR    WALK  NAME  POSTCODE
         233 m  N    ~4 min  Lion

      """,
      "finder: pick: drawn at random: 1 of 2 venues within 1.0 km; --radius sets another distance\n"
    )
    try check(
      "51.508,-0.128 --seed 2 -r 100m --units imperial",
      """
      DISTANCE  DIR    WALK  NAME    POSTCODE
          0 yd  ·    ~0 min  Nelson

      """,
      "finder: pick: the only venue that fits within 109 yd\n")
  }

  /// A seed chosen by finder is noted, and the line in the note draws the same.
  @Test func theSeed() throws {
    try Dataset.with(Dataset.square) { _, data in
      var seeds: Set<String> = []
      for _ in 0..<4 {
        let first = try Finder.run(
          "pick 51.508,-0.128 -r 5km -n 0 --data \(data) --csv --fields id,distance_m")
        let line = try #require(first.stderr.split(separator: ": ").last)
        let words = line.split(separator: " ").map { String($0).filter { $0 != "\n" } }
        #expect(words.prefix(2) == ["finder", "pick"], "\(first)")
        expect(try Finder.run(Array(words.dropFirst())), stdout: first.stdout)
        seeds.insert(try #require(words.last))
      }
      #expect(seeds.count == 4)
      let document = try Finder.run("pick 51.508,-0.128 --json", data: data)
      #expect(document.status == 0 && document.stderr.contains("the seed was "), "\(document)")
      #expect(document.stdout.contains("\"seed\":"))
    }
    for seed in ["0", "9007199254740991"] {
      try check("51.508,-0.128 -r 10m --csv --no-header --fields id --seed \(seed)", "Nelson\n")
    }
    for seed in ["9007199254740992", "-1", "1.5", "x", "18446744073709551616"] {
      try Dataset.with(Dataset.square) { _, data in
        expectUsage(
          try Finder.run("pick 51.508,-0.128 --seed \(seed)", data: data),
          "pick: --seed \(seed) must be a whole number from 0 to 9007199254740991",
          "--seed N  decides the draw: the same seed draws the same venues again (see 'finder help pick')"
        )
      }
    }
  }

  @Test func without() throws {
    let names = "51.508,-0.128 -r 5km --seed 1 -n 0 --csv --no-header --fields id"
    try check("\(names) --not Pigeon --not venue:Fountain", "Nelson\nLion\n")
    try check("\(names) --not “Nelson”", "Pigeon\nFountain\nLion\n")
    // Being farther away than the radius is not noted; a filter that no venue meets is.
    try check(
      "51.508,-0.128 --seed 1 -n 0 --csv --no-header --fields id --not Pigeon --not Piegon",
      "Nelson\nLion\n", "finder: pick: no venue in the dataset has the id 'Piegon'\n")
    try check("\(names) --not Pigeon --not Piegon --quiet", "Nelson\nFountain\nLion\n")
    try check("51.508,-0.128 -r 5km --not Pigeon --not Lion --count", "2\n")
    try check(
      "51.508,-0.128 --not=", "",
      "finder: pick: --not is empty\n  --not ID  leave out the venue with this id (see 'finder help pick')\n",
      status: 64)
  }

  @Test func counts() throws {
    try check("51.508,-0.128 --count", "2\n")
    try check("51.508,-0.128 -r 5km --match p --count", "1\n")
    try check(
      "51.508,-0.128 --count --json",
      """
      {"query":{"lat":51.508,"lon":-0.128,"limit":0,"radius_m":1000,"match":null},
       "camera":{"inside":true,"moved":false},
       "data":{"source":"option"},
       "count":2}

      """)
    try check(
      "51.508,-0.128 --not Lion --count --json",
      """
      {"query":{"lat":51.508,"lon":-0.128,"limit":0,"radius_m":1000,"not":["Lion"],"match":null},
       "camera":{"inside":true,"moved":false},
       "data":{"source":"option"},
       "count":1}

      """)
    try Dataset.with(Dataset.square) { _, data in
      expectUsage(
        try Finder.run("pick 51.508,-0.128 --count --seed 3", data: data),
        "pick: --seed has no effect with --count",
        "--seed N  decides the draw: the same seed draws the same venues again (see 'finder help pick')"
      )
    }
  }

  @Test func nothing() throws {
    let looked = "finder: pick: no venue found\nfinder: pick: finder looked within"
    try check("51.6,-0.128", "", "\(looked) 1.0 km; --radius 5km looks farther\n")
    try check("51.6,-0.128 -r 2km", "", "\(looked) 2.0 km; a larger --radius looks farther\n")
    try check("51.6,-0.128 --exit-status -q", "", status: 1)
    try check("51.6,-0.128 --csv --no-header", "")
  }

  /// Filters that would leave out some venues are offered if the venues have hours, the user has visited
  /// some, and the filters were not used.
  @Test(.slow) func offers() throws {
    let open = Dataset.collection([
      Dataset.feature(
        51.508, -0.128, properties: #"{"name":"Nelson","opening_hours":"24/7"}"#, id: #""Nelson""#)
    ])
    let only =
      "finder: pick: the only venue that fits within 1.0 km; --radius sets another distance\n"
    let offer = "finder: pick: --open now keeps the venues that are open"
    try check("51.508,-0.128 --seed 1", nil, "\(only)\(offer)\n", in: open)
    try check("51.508,-0.128 --seed 1 --open 2026-11-27T12:00", nil, only, in: open)
    try check("51.508,-0.128 --seed 1 --csv", nil, "", in: open)
    try VisitPlace.with { place in
      _ = try place.added(["visit", "add", "Lion"])
      try place.folder.age()
      let line = "pick 51.508,-0.128 --seed 1 -r 10m"
      let fits = "finder: pick: the only venue that fits within 10 m\n"
      expect(
        try place.run(line), stdout: nil,
        stderr: "\(fits)finder: pick: --not-visited keeps those that you have not been to\n")
      expect(try place.run("\(line) --not-visited"), stdout: nil, stderr: fits)
    }
  }

  /// A walk at the configured pace.
  @Test func theUsualWalk() throws {
    try TemporaryDirectory.with { folder in
      let data = try folder.write(Dataset.square, to: "venues.geojson")
      let config = try folder.write("pace = 2.4\nwalk-factor = 2\n", to: "config")
      let result = try Finder.run(
        "pick 51.508,-0.128 --json --seed 1", data: data, environment: ["FINDER_CONFIG": config])
      #expect(result.stdout.contains("\"radius_m\":300,"), "\(result)")
    }
  }
}
