import FinderEngine
import FinderOwn
import TestSupport
import Testing

@Suite struct ClosestTests {
  private func ids(_ words: [String], _ data: String) throws -> String {
    let result = try Finder.run(
      ["closest"] + words + ["--format", "csv", "--no-header", "--fields", "id"], data: data)
    expect(result)
    return result.stdout.split(separator: "\n").joined(separator: " ")
  }

  @Test(arguments: [
    (["chips", "51.5,-0.1"], "0"), (["CHIPS LTD", "51.56,-0.1"], "5"),
    (["chips", "51.5,-0.1", "-n", "3"], "0 2 5"),
    (["chips", "51.5,-0.1", "-n", "0"], "0 2 5 9 10"),
    (["Joe's", "51.5,-0.1", "-n", "0"], "1"), (["red lion", "51.5,-0.1", "-n", "0"], "4 7"),
    (["chips", "51.5,-0.1", "-n", "0", "-r", "6km"], "0 2 5"),
  ])
  func branches(words: [String], expected: String) throws {
    try Dataset.with(ChainOptionTests.venues) { _, data in
      let found = try ids(words, data)
      #expect(found == expected)
    }
  }

  @Test("The answer is near's document", .slow)
  func document() throws {
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      try folder.age()
      for _ in 1...3 {
        expect(
          try Finder.run(
            "closest chips 51.499,-0.1 --json", data: data,
            environment: ["XDG_CACHE_HOME": folder.path]),
          stdout: """
            {"query":{"lat":51.499,"lon":-0.1,"limit":1,"radius_m":null,"match":null},
             "camera":{"inside":true,"moved":false},
             "data":{"source":"option"},
             "count":1,
             "venues":[
              {"id":"0","name":"Chips","postcode":null,"lat":51.5,"lon":-0.1,"distance_m":111.3,"bearing_deg":0}]}

            """)
      }
    }
  }

  @Test("No such name")
  func missing() throws {
    try Dataset.with(ChainOptionTests.venues) { _, data in
      expect(
        try Finder.run("closest chopps 51.5,-0.1", data: data), status: 1, stdout: "",
        stderr:
          "finder: closest: no venue has the id or the name 'chopps'; did you mean 'Chops'?\n")
      #expect(try Finder.run("closest chips", data: data).status == 64)
      #expect(try Finder.run("closest", data: data).status == 64)
      #expect(try Finder.run(["closest", "", "51.5,-0.1"], data: data).status == 64)
    }
  }

  /// Venues, and so chains, are in another order in a snapshot than in the file.
  @Test("The same is suggested with and without a snapshot", .slow)
  func sameSuggestion() throws {
    let names = (0..<40).map { ["Barny's", "Barnes's", "Oak Bar \($0)", "Elm Bar \($0)"][$0 % 4] }
    let venues = Dataset.collection(
      names.enumerated().map { number, name in
        Dataset.feature(
          51.5 + Double(number * 17 % 40) / 10, -0.1 - Double(number * 23 % 40) / 10,
          properties: "{\"name\":\"\(name)\"}", id: "\(number)")
      })
    try Dataset.with(venues) { folder, data in
      try folder.age()
      for (typed, meant) in [
        ("barnis", "Barny's"), ("bar", "Barnes's"), ("bar oak", "Oak Bar 10"),
      ] {
        for words in [["--no-cache"], [], []] {
          let result = try Finder.run(
            ["show", typed] + words, data: data,
            environment: ["XDG_CACHE_HOME": folder.path])
          #expect(result.stderr.hasSuffix("; did you mean '\(meant)'?\n"), "\(words): \(result)")
        }
      }
    }
  }

  @Test("Suggestions from a point: a venue nearby, or one farther away with one wrong letter")
  func suggestedNearby() throws {
    let names = [
      ("Wagamama", 51.7), ("Wagamamas", 56), ("Wagamamas", 56.1), ("Wagamamas", 56.2),
      ("Pizza", 53.7),
      ("Pizza", 53.8), ("Pizza", 53.9), ("Cafe Morso", 51.6), ("Persia", 51.51), ("Persia", 51.52),
      ("Sphinx", 51.5), ("Grande Pizza Express", 54), ("Nando's", 55),
      ("Nando's", 55.1),
    ]
    let venues = Dataset.collection(
      names.enumerated().map { number, venue in
        Dataset.feature(
          venue.1, -0.12, properties: "{\"name\":\"\(venue.0)\",\"postcode\":\"N\(number) 1AA\"}",
          id: "\(number)")
      })
    try Dataset.with(venues) { _, data in
      for (typed, meant) in [
        ("Wagamma", "; did you mean 'Wagamama'?"), ("pizza express", ""), ("Prezzo", ""),
        ("nandoes", "; did you mean 'Nando's', 389.5 km away?"), ("cafe nerro", ""),
        ("spoons", ""), ("cafe mroso", "; did you mean 'Cafe Morso'?"),
      ] {
        let result = try Finder.run(["closest", typed, "51.5,-0.12"], data: data)
        expect(
          result, status: 1, stdout: "",
          stderr: "finder: closest: no venue has the id or the name '\(typed)'\(meant)\n")
      }
      let chain = try Finder.run("near 51.5,-0.12 --chain Wagamma --csv", data: data)
      #expect(chain.stderr == "finder: near: no chain is named 'Wagamma'\n", "\(chain)")
    }
  }

  @Test("A house whose name is nearly that of a large chain")
  func nearlyAChain() throws {
    let names = (0..<20).map { "McDuff's \($0)" } + ["McDuff"]
    let venues = Dataset.collection(
      names.enumerated().map { number, name in
        Dataset.feature(
          51.5 + Double(number) / 100, -0.1,
          properties: "{\"name\":\"\(name.split(separator: " ")[0])\"}", id: "\(number)")
      })
    try Dataset.with(venues) { folder, data in
      let note = "'mcduff' is the name of 1 venue; for the chain of 20 write 'McDuff's'\n"
      let closest = try Finder.run("closest mcduff 51.5,-0.1 --fields id --format csv", data: data)
      expect(closest, stdout: "id\n20\n", stderr: "finder: closest: \(note)")
      expect(
        try Finder.run("fav add mcduff", data: data, environment: ["XDG_DATA_HOME": folder.path]),
        stdout: "", stderr: "finder: favourites add: \(note)")
      expect(
        try Finder.run("closest mcduffs 51.5,-0.1 --fields id --format csv", data: data),
        stdout: "id\n0\n")
    }
  }

  @Test("How far the nearest branch is if none is within 50 km, with suggestions from nearby")
  func farAway() throws {
    let towns = [("Truro", 50.26), ("Leeds", 53.8), ("Ayr", 55.46)]
    let venues = Dataset.collection(
      towns.flatMap { town, latitude in
        [("Mowgli Street Food - \(town)", -3.05), ("Chips of \(town)", -3.051)].map {
          Dataset.feature(latitude, $0.1, properties: "{\"name\":\"\($0.0)\"}")
        }
      })
    try Dataset.with(venues) { _, data in
      let far = "the nearest Mowgli Street Food is 185.4 km away\n"
      let near = "--fields name --csv --no-header"
      expect(
        try Finder.run("closest mowgli 53.8,-3.05 \(near)", data: data),
        stdout: "Mowgli Street Food - Leeds\n")
      for line in ["closest mowgli 57.125,-3.05", "near 57.125,-3.05 --chain mowgli -n 1"] {
        let result = try Finder.run("\(line) \(near)", data: data)
        expect(
          result, stdout: "Mowgli Street Food - Ayr\n",
          stderr: "finder: \(line.prefix { $0 != " " }): \(far)")
        expect(try Finder.run("\(line) \(near) -q", data: data), stdout: nil)
      }
      let radius = try Finder.run("near 57.125,-3.05 -r 5km --chain mowgli --count", data: data)
      expect(radius, stdout: "0\n", stderr: "finder: near: \(far)")
      // The first in the file is 579 km away.
      expect(
        try Finder.run(["closest", "food mowgli", "55.46,-3.05"], data: data), status: 1,
        stdout: "",
        stderr: "finder: closest: no venue has the id or the name 'food mowgli'; did you mean "
          + "'Mowgli Street Food - Ayr'?\n")
    }
  }

  @Test("Favourites: by position, by name, and all of them")
  func favourites() throws {
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      let home = ["XDG_DATA_HOME": folder.path]
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run(line, data: data, environment: home)
      }
      for what in ["Chops", "Nowhere", "venue:10"] {
        _ = try run("favourites add \(what) --quiet")
      }
      expect(try run("favourites rename 3 Mine"), stdout: "")
      let fields = "--format csv --no-header --fields id"
      for (what, expected) in [("1", "3\n"), ("chops", "3\n"), ("3", "10\n"), ("mine", "10\n")] {
        expect(try run("closest \(what) 51.5,-0.1 \(fields)"), stdout: expected)
      }
      let lines = try run("closest --all 51.53 -0.1 --format ndjson")
      expect(
        lines,
        stdout: """
          {"favourite":"Chops","venue":{"id":"3","name":"Chops","postcode":null,"lat":51.53,"lon":-0.1,"distance_m":0,"bearing_deg":0}}
          {"favourite":"Nowhere","venue":null}
          {"favourite":"Mine","venue":{"id":"10","name":"Chips","postcode":null,"lat":51.6,"lon":-0.1,"distance_m":7788.1,"bearing_deg":0}}

          """)
      let rows = lines.stdout.split(separator: "\n").joined(separator: ",\n ")
      expect(try run("closest --all 51.53,-0.1 --json"), stdout: "[\n \(rows)]\n")
      expect(
        try run("closest --all 51.53,-0.1"),
        stdout: """
          FAVOURITE  DISTANCE  DIR     WALK  NAME                   POSTCODE
          Chops           0 m  ·     ~0 min  Chops
          Nowhere                            (not in this dataset)
          Mine         7.8 km  N    ~1 h 57  Chips

          """)
      let absent = try run("closest 2 51.5,-0.1")
      expect(
        absent, status: 1, stdout: "",
        stderr: "finder: closest: favourite 2, 'Nowhere', has no venue in the dataset\n")
      expect(
        try run("closest 9 51.5,-0.1"), status: 1, stdout: "",
        stderr: "finder: closest: there is no favourite 9, and no venue of that name\n"
          + "  'finder favourites list' shows all 3\n")
      #expect(try run("closest --all 51.5,-0.1 --format csv").status == 64)
      #expect(try run("closest --all 51.5,-0.1 -n 2").status == 64)
      try Files.write(Array("{".utf8), to: folder.path + "/finder/favourites.json")
      #expect(try run("closest chops 51.5,-0.1").status == 65)
    }
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      let none = try Finder.run(
        "closest --all 51.5,-0.1 --exit-status", data: data,
        environment: ["XDG_DATA_HOME": folder.path])
      expect(
        none, status: 1, stdout: "",
        stderr: "finder: closest: there are no favourites; 'finder favourites add NAME' adds one\n")
    }
  }
}
