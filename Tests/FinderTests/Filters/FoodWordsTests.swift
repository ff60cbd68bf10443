import TestSupport
import Testing

/// What people type for food that finder does not accept exactly so: the error suggests a line that works
/// unchanged.
@Suite struct FoodWordsTests {
  /// There is no dataset to read: errors in the words are found before that.
  private func run(_ line: String) throws -> ProcessResult {
    try Finder.shell("finder \(line)", environment: ["FINDER_DATA": "/nonexistent"])
  }

  @Test(arguments: [
    ("--diet vegn", "--diet 'vegn' is not a diet that finder knows", "--diet vegan"),
    (
      "--diet vegn,halal", "--diet 'vegn,halal' has 'vegn', which is not a diet that finder knows",
      "--diet vegan,halal"
    ),
    ("--diet pizza", "--diet 'pizza' is a cuisine, not a diet", "--cuisine pizza"),
    ("--diet piza", "--diet 'piza' is not a diet that finder knows", "--cuisine pizza"),
    ("--diet chippy", "--diet 'chippy' is a cuisine, not a diet", "--cuisine fish_and_chips"),
    (
      "--diet vegan,pizza", "--diet 'vegan,pizza' has 'pizza', which is a cuisine, not a diet",
      "--for 'vegan pizza'"
    ),
    (
      "--diet vegan=no", "--diet 'vegan=no' has '=no'; only =only can follow a diet",
      "--where 'diet:vegan=no'"
    ),
    ("--with dog", "--with 'dog' is not a feature that finder knows", "--with dogs"),
    ("--with pub", "--with 'pub' is a kind, not a feature", "--kind pub"),
    ("--with vegan", "--with 'vegan' is a diet, not a feature", "--diet vegan"),
    (
      "--for 'no gluten'",
      "--for 'no gluten' says 'no gluten': you cannot exclude things here",
      "--for 'gluten free'"
    ),
    (
      "--cuisine 'pizza|thai'",
      "--cuisine 'pizza|thai' names several cuisines; separate them with commas",
      "--cuisine pizza,thai"
    ),
    (
      "--for 'pub with live music'",
      "--for 'pub with live music' says 'live music', which is not a kind, cuisine, diet or feature",
      "--for pub --where 'live_music=yes'"
    ),
    (
      "--for 'byob thai'", "--for 'byob thai' says 'byob', but there is no data on that",
      "--for thai"
    ),
    (
      "--kind 'pub restaurant'",
      "--kind 'pub restaurant' names several kinds; separate them with commas",
      "--kind pub,restaurant"
    ),
    // An option that is already there is not repeated.
    (
      "--where live_music=yes --for 'pub with live music'",
      "--for 'pub with live music' says 'live music', which is not a kind, cuisine, diet or feature",
      "--where 'live_music=yes' --for pub"
    ),
    (
      "--for 'live music' --for 'pub with live bands'",
      "--for 'live music' says 'live music', which is not a kind, cuisine, diet or feature",
      "--where 'live_music=yes' --for pub"
    ),
    // Each of several options is corrected, and nothing else is.
    (
      "--diet vegn --diet halal --with dog", "--diet 'vegn' is not a diet that finder knows",
      "--diet vegan --diet halal --with dogs"
    ),
  ])
  func wholeLines(typed: String, problem: String, meant: String) throws {
    for line in ["near 51.5,-0.1 \(typed)", "near \(typed) 51.5,-0.1"] {
      expectUsage(
        try run(line), "near: \(problem); try: finder near 51.5,-0.1 \(meant)", "")
    }
  }

  @Test(arguments: [
    ("--for vegan pizza", "--for 'vegan pizza'"),
    ("--for vegan --for fish and chips", "--for vegan --for 'fish and chips'"),
    (
      "--for gluten free fish and chips with wifi",
      "--for 'gluten free fish and chips with wifi'"
    ),
    ("--diet gluten free", "--diet 'gluten free'"),
    ("--with dog friendly", "--with 'dog friendly'"),
    ("--kind fast food", "--kind 'fast food'"), ("--cuisine dim sum", "--cuisine 'dim sum'"),
  ])
  func withoutQuotes(typed: String, meant: String) throws {
    let last = typed.ranges(of: "--").last.map { typed[$0.lowerBound...] } ?? ""
    try wholeLines(typed: typed, problem: "\(last) needs quotes", meant: meant)
  }

  /// A line without a point gets one; for a command that needs none, the line is complete.
  @Test(arguments: [
    ("near", "for example: finder near London"), ("bulk x.csv", "try: finder bulk x.csv"),
    ("within --bbox -1,51,0,52", "try: finder within --bbox -1,51,0,52"),
  ])
  func withoutPoint(line: String, meant: String) throws {
    expectUsage(
      try run("\(line) --diet vegn"),
      "\(line.prefix { $0 != " " }): --diet 'vegn' is not a diet that finder knows; \(meant) --diet vegan",
      "")
  }

  /// For one that cannot be corrected, there is only the message.
  @Test func withoutRemedy() throws {
    let diet =
      "--diet 'zzzz' is not one of vegan, vegetarian, pescetarian, halal, kosher, gluten_free, "
      + "lactose_free, dairy_free, nut_free, raw"
    for line in ["near 51.5,-0.1 --diet zzzz", "near 51.5,-0.1 --with dog --diet zzzz"] {
      let result = try run(line)
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      #expect(result.stderr.hasPrefix("finder: near: \(diet)\n  --diet DIET  "), "\(result)")
    }
    for (value, problem) in [
      ("''", "'' has no word to search for"), ("'-'", "'-' has no word to search for"),
      ("'no onions'", "'no onions' says 'no onions'"),
      ("'set menu'", "'set menu' says 'set menu', but there is no data on that"),
    ] {
      let result = try run("near 51.5,-0.1 --for \(value)")
      #expect(result.status == 64, "\(result)")
      #expect(result.stderr.hasPrefix("finder: near: --for \(problem)"), "\(result)")
      #expect(result.stderr.contains("\n  --for TEXT  "), "\(result)")
    }
  }

  /// Exclusions and mixed separators get no line of their own, but a rule.
  @Test(arguments: [
    (
      "--for 'sushi,!vegan'",
      "'sushi,!vegan' has '!vegan': you cannot exclude things here; --where 'KEY!=VALUE' leaves out venues by a property, such as 'diet:vegan!=only'"
    ),
    (
      "--cuisine 'sushi;-pizza'",
      "'sushi;-pizza' has '-pizza': you cannot exclude things here; --where 'KEY!=VALUE' leaves out venues by a property, such as 'cuisine!=pizza'"
    ),
    (
      "--for 'no pub'",
      "'no pub' says 'no pub': you cannot exclude things here; --where 'KEY!=VALUE' leaves out venues by a property, such as 'amenity!=pub'"
    ),
    (
      "--for 'no onions'",
      "'no onions' says 'no onions': you cannot exclude things here; --where 'KEY!=VALUE' leaves out venues by a property"
    ),
    (
      "--with 'wifi|dogs,outdoor'",
      "'wifi|dogs,outdoor' mixes several separators; write a comma for both, or --for 'X or Y' for either"
    ),
    (
      "--diet 'vegan and halal,kosher'",
      "'vegan and halal,kosher' mixes several separators; write a comma for either, or repeat the option for both"
    ),
    // The line already has a time.
    (
      "--open 9pm --for 'late night pizza'",
      "'late night pizza' says 'late night', which is not a kind, cuisine, diet or feature"
    ),
  ])
  func rulesInsteadOfLines(typed: String, problem: String) throws {
    let option = typed.split(separator: " ").last { $0.hasPrefix("--") } ?? ""
    let result = try run("near 51.5,-0.1 \(typed)")
    #expect(result.status == 64 && result.stdout == "", "\(result)")
    #expect(
      result.stderr.hasPrefix("finder: near: \(option) \(problem)\n  \(option) "), "\(result)")
  }

  /// Words of a plain line that exclude something are not asked for.
  @Test(arguments: [
    ("near London sushi,!vegan", "near London --for sushi"),
    ("near London pizza !vegan", "near London --for pizza"),
  ])
  func excludedInPlainLines(line: String, meant: String) throws {
    let result = try Finder.shell("finder \(line)", environment: ["FINDER_DATA": "/nonexistent"])
    #expect(result.status == 64, "\(result)")
    #expect(
      result.stderr.contains("; you cannot exclude things here; try: finder \(meant)\n"),
      "\(result)")
  }

  /// Every suggested line works for its command, which may lack options that others have.
  @Test(.slow) func suggestedLinesWork() throws {
    let asked = [
      "--for 'no gluten'", "--for 'no pub'", "--for 'pub with live music'",
      "--for 'late night pizza'",
      "--for 'late night' --open now", "--for 'sea view cafe'", "--for 'sea view' --match inn",
      "--for 'live music' --for 'live band'", "--for 'happy hour'", "--for 'set menu pub'",
      "--cuisine 'pizza|thai'", "--cuisine '!pizza'", "--kind 'pub restaurant'",
      "--diet 'vegan & halal'",
      "--diet vegan=no", "--diet pizza", "--diet vegn", "--with 'wifi|dogs'",
      "--with 'wifi|dogs,outdoor'",
      "--with vegan", "--with dog",
    ]
    let commands = [
      "near 51.5,-0.1", "within 51.5,-0.1 --radius 1km", "food 51.5,-0.1 --radius 1km",
      "closest Anna 51.5,-0.1", "burn 9 51.5,-0.1", "bulk points.csv", "map 51.5,-0.1 --radius 1km",
      "clusters --zoom 9", "news 51.5,-0.1",
    ]
    try InstallPlace.with { place in
      let venues = ["Anna", "Bo"].map { name in
        Dataset.feature(
          51.5, -0.1, properties: #"{"name":"\#(name)","cuisine":"pizza","diet:vegan":"yes"}"#)
      }
      for count in 1...2 {
        _ = try place.folder.write(
          Dataset.collection(Array(venues.prefix(count))), to: "list.geojson")
        expect(try place.run("data install list.geojson"), stdout: nil, stderr: nil)
      }
      _ = try place.folder.write("lat,lon\n51.5,-0.1\n", to: "points.csv")
      func shell(_ line: String) throws -> ProcessResult {
        try Finder.shell(line, environment: place.environment, directory: place.folder.path)
      }
      var suggested = 0
      for command in commands {
        let plain = try shell("finder \(command) --for pizza")
        #expect(plain.status == 0, "\(command): \(plain)")
        for options in asked {
          // Options that a command lacks have another error.
          guard
            !["closest", "news"].contains(where: command.hasPrefix) || !options.contains("--match")
          else { continue }
          guard !command.hasPrefix("news") || !options.contains("--open") else { continue }
          let refused = try shell("finder \(command) \(options)")
          #expect(refused.status == 64, "\(command) \(options): \(refused)")
          guard let start = refused.stderr.firstRange(of: "; try: finder ")?.upperBound else {
            continue
          }
          let line = "finder \(refused.stderr[start...].prefix { $0 != "\n" })"
          let result = try shell(line)
          #expect(result.status == 0, "\(command) \(options): \(line)\n\(result)")
          suggested += 1
        }
      }
      #expect(suggested > 90, "\(suggested)")
    }
  }

  /// A word that is in no table, or may be a place, is left for the point.
  @Test(
    .slow,
    arguments: [
      ("near --for pizza Leeds", "Leeds"), ("near --for pizza Sandwich", "Sandwich"),
      ("near --for pizza SE1", "SE1"), ("near --for pizza 51.5,-0.1", "51.5,-0.1"),
      ("near --diet vegan Leeds", "Leeds"), ("near --cuisine pizza,thai York", "York"),
      ("near York --for pizza --open now", "York"),
    ])
  func valuesOfOneWord(line: String, point: String) throws {
    let result = try Finder.shell("finder \(line) -n 1 --json")
    #expect(result.status == 0, "\(result)")
    #expect(result.stdout.contains("\"text\":\"\(point)\"") || point.contains(","), "\(result)")
  }

  @Test(arguments: [
    ("near --for Leeds", "near Leeds"), ("near --for 'pizza in Leeds'", "near Leeds --for pizza"),
    ("near --for 'pizza hut in Leeds' -n 3", "near Leeds --match 'pizza hut' --limit 3"),
    ("near --for 'dog friendly pub near SE1'", "near SE1 --for 'dog friendly pub'"),
  ])
  func pointWithinText(line: String, meant: String) throws {
    expectUsage(try run(line), "near: no point was given; try: finder \(meant)", "")
  }

  /// Text without a point leaves that open. Sandwich is a place, but not here.
  @Test(arguments: ["pizza", "sandwich", "'vegan pizza'", "xyzzy"])
  func noPointWithinText(text: String) throws {
    expectUsage(
      try run("near --for \(text)"),
      "near: Where? For example: finder near London --for \(text)", "")
  }

  @Test func findsWhatItSuggests() throws {
    let venues = [
      Dataset.feature(
        51.5, -0.1, properties: #"{"name":"Anna","cuisine":"pizza","diet:vegan":"yes"}"#),
      Dataset.feature(
        51.5, -0.1, properties: #"{"name":"Bo","cuisine":"pizza","diet:vegan":"no"}"#),
      Dataset.feature(51.5, -0.1, properties: #"{"name":"Pizza Hut","amenity":"restaurant"}"#),
    ]
    try Dataset.with(Dataset.collection(venues)) { _, data in
      for (typed, names) in [
        ("vegan pizza", ["Anna"]), ("pizza hut", ["Pizza Hut"]),
        ("pizza", ["Anna", "Bo", "Pizza Hut"]),
      ] {
        let refused = try Finder.shell("finder near 51.5,-0.1 \(typed)").stderr
        let line = refused.firstRange(of: "finder near ").map { refused[$0.lowerBound...] } ?? ""
        let found = try Finder.shell(
          "\(line.prefix { $0 != "\n" }) --csv --fields name --no-header -q --data \(data)")
        #expect(found.stdout == names.map { $0 + "\n" }.joined(), "\(typed): \(line)\n\(found)")
      }
    }
  }
}
