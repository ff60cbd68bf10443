import FinderEngine
import TestSupport
import Testing

/// Points that have to be looked up: postcodes, places and venues.
@Suite struct PointWordsTests {
  /// Two units of one sector, another sector, another district.
  private static let data = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"A","postcode":"SE24 1AA"}"#, id: "1"),
    Dataset.feature(51.7, -0.3, properties: #"{"name":"B","postcode":"se24 1aa"}"#, id: "2"),
    Dataset.feature(51.9, -0.5, properties: #"{"name":"C","postcode":"SE24 1AB"}"#, id: "3"),
    Dataset.feature(52.3, -0.9, properties: #"{"name":"D","postcode":"SE24 2AA"}"#, id: "4"),
    Dataset.feature(53.3, -1.9, properties: #"{"name":"E","postcode":"M1 1AA"}"#, id: "\"node/5\""),
    Dataset.feature(55.3, -3.9, properties: #"{"name":"F","postcode":"SW1H 1AA"}"#, id: "6"),
    Dataset.feature(55.3, -3.9, properties: #"{"name":"G","postcode":"SW1A 1AA"}"#, id: "7"),
  ])

  private func near(_ text: String, _ data: String, _ more: String...) throws -> ProcessResult {
    try Finder.run(
      ["near", "--data", data, "-n", "1", "-q", "--json"] + more + ["--", text])
  }

  @Test(arguments: [
    ("SE24 1AA", "51.6", "-0.2", "SE24 1AA", "place"),
    ("se241aa", "51.6", "-0.2", "SE24 1AA", "place"),
    ("SE24 1ZZ", "51.7", "-0.3", "SE24 1ZZ", "sector"),
    ("SE24 9ZZ", "51.85", "-0.45", "SE24 9ZZ", "district"),
    ("SE24 1", "51.7", "-0.3", "SE24 1", "sector"), ("SE24", "51.85", "-0.45", "SE24", "district"),
    ("m1", "53.3", "-1.9", "M1", "district"), ("SE 24", "51.85", "-0.45", "SE24", "district"),
    ("postcode:SE 24", "51.85", "-0.45", "SE24", "district"),
    ("M 1", "53.3", "-1.9", "M1", "district"), ("MI IAA", "53.3", "-1.9", "M1 1AA", "place"),
    ("Ml laa", "53.3", "-1.9", "M1 1AA", "place"), ("M1-1AA", "53.3", "-1.9", "M1 1AA", "place"),
    ("1 Road, Leeds M1 1AA", "53.3", "-1.9", "M1 1AA", "place"),
    ("Flat 2 10 High Rise Leeds M1 1AA", "53.3", "-1.9", "M1 1AA", "place"),
    ("High Street Leeds m11aa", "53.3", "-1.9", "M1 1AA", "place"),
    ("M1 1AA UK", "53.3", "-1.9", "M1 1AA", "place"),
    // Its town is known; pizza is not a place.
    ("M1 1AA Manchester", "53.3", "-1.9", "M1 1AA", "place"),
    ("Milton Keynes M1 1AA", "53.3", "-1.9", "M1 1AA", "place"),
    ("M1 1AA pizza", "", "", "", ""), ("B0DIAM", "", "", "", ""),
    ("Bodiam", "", "", "", ""),
    ("postcode:M1 IAA", "53.3", "-1.9", "M1 1AA", "place"),
  ])
  func postcodes(
    text: String, latitude: String, longitude: String, name: String, precision: String
  ) throws {
    try Dataset.with(Self.data) { _, data in
      let result = try near(text, data)
      guard !name.isEmpty else { return expect(result, status: 64, stdout: "", stderr: nil) }
      #expect(
        result.stdout.hasPrefix(
          #"{"query":{"lat":\#(latitude),"lon":\#(longitude),"place":{"text":"\#(text)","kind":"postcode","#
            + #""name":"\#(name)","precision":"\#(precision)","from":"dataset"},"#), "\(result)")
      // Also from standard input, which can only be read once.
      let piped = try Finder.run(
        ["near", "--data", "-", "-n", "1", "-q", "--json", text], stdin: .text(Self.data))
      #expect(
        piped.stdout.replacing("\"stdin\"", with: "\"option\"") == result.stdout, "\(piped)")
    }
  }

  @Test(arguments: [
    (
      "N16",
      "looks like a postcode, but neither the dataset nor a gazetteer has N16 or any near it; for "
        + "the grid square, write grid:N16"
    ),
    (
      "N1 9GU",
      "looks like a postcode, but neither the dataset nor a gazetteer has N1 9GU or any near it"
    ),
    (
      "N 16",
      "looks like a postcode, but neither the dataset nor a gazetteer has N16 or any near it; for "
        + "the grid square, write grid:N16"
    ),
    ("SW1", "looks like a postcode, but SW1 is known only with a letter: SW1A, SW1H"),
    ("QQ1 1AA", "looks like a postcode, but no postcode begins with those letters"),
    (
      "SW11 EZ",
      "looks like a postcode, but it may be SW1 1EZ, or a postcode in SW11 with a digit missing"
    ),
    (
      "place:Newport",
      "may be any of Newport, Gwent; Newport, Isle of Wight; Newport, Shropshire: add the county"
    ),
    ("saved:home", "is not a saved point; 'finder locate saved' lists them"),
    (
      "place:SE24",
      "is not a place that finder knows; try a postcode or 'NAME, COUNTY', add places ('finder help gazetteer'), or search "
        + "names with --match"
    ),
    (
      "place:Haworth",
      "is not a place that finder knows; try a postcode or 'NAME, COUNTY', add places ('finder help gazetteer'), or search "
        + "names with --match"
    ),
    ("place:Brihgton", "is not a place that finder knows; did you mean 'Brighton'?"),
    (
      "Ashford, Norfolk",
      "is not in that county; there is Ashford, Kent"
    ),
    (
      "GV4C+XV Brihgton",
      "looks like a plus code near a place, but Brihgton is not a point that finder knows; did you mean "
        + "'Brighton'?"
    ),
    ("", "is not a point: it is empty"),
  ])
  func refusals(text: String, problem: String) throws {
    try Dataset.with(Self.data) { _, data in
      let result = try Finder.run(["near", "--data", data, "--at", text])
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      let said = result.stderr.split(separator: "\n").first ?? ""
      #expect(said.hasPrefix("finder: near: --at ") && said.hasSuffix(" \(problem)"), "\(result)")
    }
  }

  @Test(arguments: [
    ("Brighton", "50.8225", "Brighton, East Sussex"),
    ("brighton", "50.8225", "Brighton, East Sussex"),
    ("London", "51.5074", "London, Greater London"),
    ("Dublin, Ireland", "53.3498", "Dublin, County Dublin"),
    ("Ashford, Kent", "51.149", "Ashford, Kent"),
    ("Newport (Isle of Wight)", "50.701", "Newport, Isle of Wight"),
    ("place:Ashford Kent", "51.149", "Ashford, Kent"),
  ])
  func places(text: String, latitude: String, name: String) throws {
    try Dataset.with(Self.data) { _, data in
      let result = try near(text, data)
      #expect(
        result.stdout.contains("\"lat\":\(latitude),")
          && result.stdout.contains(
            #""place":{"text":"\#(text)","kind":"place","name":"\#(name)","precision":"place","from":"places"}"#
          ), "\(result)")
      let table = try Finder.run(["near", "--data", data, text])
      #expect(
        table.stderr.hasPrefix("finder: near: \(name): searching from the middle of that place, "),
        "\(table)")
    }
  }

  @Test(arguments: ["Londn", "Lodnon", "lonodn"]) func nearlyLondon(text: String) throws {
    try Dataset.with(Self.data) { _, data in
      let result = try Finder.run(["near", "--data", data, text])
      let advice = "; try: finder near London --data \(data)\n"
      #expect(result.status == 64 && result.stderr.hasSuffix(advice), "\(result)")
    }
  }

  @Test(arguments: [
    (
      "SE1 9TF pizza",
      "'SE1 9TF pizza' is not a point that finder knows; try: finder near 'SE1 9TF' --for pizza"
    ),
    ("pizza near SE1 9TF", "try: finder near 'SE1 9TF' --for pizza"),
    ("Brihgton", "try: finder near Brighton"),

  ])
  func wordsAround(text: String, advice: String) throws {
    for words in [[text], ["--at", text]] {
      let result = try Finder.run(["near"] + words)
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      #expect(result.stderr.hasSuffix(advice + "\n"), "\(result)")
    }
  }

  /// The centre of a square has 14 decimals; people see six.
  @Test func notes() throws {
    try Dataset.with(Self.data) { _, data in
      let result = try Finder.run(["near", "--data", data, "grid:TQ 3 8"])
      let note = "TQ 3 8: searching from the centre of that square of 10 km, 51."
      let first = result.stderr.split(separator: "\n").first ?? ""
      #expect(first.contains(note) && first.utf8.count < 100, "\(result)")
    }
  }

  /// If the answer lacks the place, a note says that only a postcode's sector or district is known.
  @Test(arguments: [
    "near V --count", "near V --csv", "near V -f tsv", "near V -f ndjson", "near V -f geojson",
    "within V -r 1km --count", "closest A V --csv", "closest --all V -f ndjson", "show A V --json",
    "burn --venue A V --json", "suggest A V -f ndjson", "history V --csv", "visit add A V",
  ])
  func guesses(line: String) throws {
    try Dataset.with(Self.data) { folder, data in
      func run(_ text: String, _ more: String...) throws -> String {
        let words = Finder.words(line).map { $0 == "V" ? text : $0 } + more
        let result = try Finder.run(
          words, data: data, environment: ["XDG_DATA_HOME": folder.path])
        #expect(result.status == 0, "\(result)")
        return result.stderr
      }
      let said = "the mean of 3 venues in SE24 1, as SE24 1ZZ itself is not known, 51.7,-0.3\n"
      let (loud, quiet) = (try run("SE24 1ZZ"), try run("SE24 1ZZ", "-q"))
      #expect(loud.contains(said) && !quiet.contains(said), "\(loud) \(quiet)")
      for exact in ["SE24 1AA", "SE24 1", "SE24", "51.7,-0.3"] {
        let result = try run(exact)
        #expect(!result.contains("the mean of"), "\(result)")
      }
    }
  }

  /// A document has the place, and so does a count in JSON.
  @Test(arguments: ["near V --json", "near V --json --count", "check V --json"])
  func guessesInDocuments(line: String) throws {
    try Dataset.with(Self.data) { _, data in
      let words = Finder.words(line).map { $0 == "V" ? "SE24 1ZZ" : $0 }
      let result = try Finder.run(words, data: data)
      expect(result, stdout: nil)
      #expect(result.stdout.contains(#""precision":"sector""#), "\(result)")
    }
  }

  @Test func venues() throws {
    try Dataset.with(Self.data) { _, data in
      let result = try near("venue:node/5", data)
      #expect(
        result.stdout.contains(
          #""lat":53.3,"lon":-1.9,"place":{"text":"venue:node/5","kind":"venue","name":"E","precision":"place","from":"dataset"}"#
        ), "\(result)")
      expect(
        try near("venue:9", data), status: 1, stdout: "",
        stderr: "finder: near: no venue in the dataset has the id '9'\n"
          + "  'finder near POINT --format csv' lists ids\n")
    }
  }

  /// `within` and `check` accept the same; a point outside is refused in the same way.
  @Test func otherCommands() throws {
    try Dataset.with(Self.data) { _, data in
      let within = try Finder.run("within M1 -r 1km --count", data: data)
      expect(within, stdout: "1\n")
      let check = try Finder.run("check M1 --json", data: data)
      #expect(check.stdout.contains(#""lat":53.3,"lon":-1.9,"place":{"text":"M1""#), "\(check)")
      expect(
        try Finder.run("check M1 --span low", data: data), stdout: nil,
        stderr: "finder: check: M1: checking a venue in that postcode district, 53.3,-1.9\n")
      expect(
        try Finder.run("near SE24 --data /nonexistent"), status: 66, stdout: "", stderr: nil)
    }
    for (text, said) in [
      ("SE24 1ZZ", "the mean of 3 venues in SE24 1, as SE24 1ZZ itself is not known"),
      ("SE24 9ZZ", "the mean of 4 venues in SE24, as SE24 9ZZ itself is not known"),
      ("M1 1AA", "a venue with that postcode"),
      ("SE24 1", "the mean of 3 venues in that postcode sector"),
    ] {
      try Dataset.with(Self.data) { _, data in
        let result = try Finder.run(["near", "--data", data, text])
        #expect(
          result.stderr.hasPrefix("finder: near: \(text): searching from \(said), "), "\(result)")
      }
    }
    let away = Dataset.collection([
      Dataset.feature(40, -74, properties: #"{"name":"A","postcode":"SE24 1AA"}"#)
    ])
    try Dataset.with(away) { _, data in
      expect(try Finder.run("near SE24", data: data), status: 3, stdout: "", stderr: nil)
    }
  }

  /// The snapshot and the files beside it give the same answers, and so does the sample.
  @Test func cachedAndSample() throws {
    try InstallPlace.with { place in
      try place.folder.write(Self.data, to: "venues.geojson")
      expect(try place.run("data install venues.geojson"), stdout: nil)
      let first = try place.run("near se241aa --json -q")
      expect(try place.run("near se241aa --json -q"), stdout: first.stdout)
      expect(try place.run("near se241aa --json -q --no-cache"), stdout: first.stdout)
    }
    let sample = try Finder.run("near WC1B2JS --json -q -n 1")
    #expect(sample.stdout.contains(#""precision":"place","from":"dataset"}"#), "\(sample)")
  }
}
