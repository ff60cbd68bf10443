import TestSupport
import Testing

/// `completions`: the input for the shells' scripts. `.ci/checks/completions/check` tests the shells
/// themselves.
@Suite struct CompletionsTests {
  private func offered(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> [String] {
    let result = try Finder.run(["completions", "fish", "--"] + words, environment: environment)
    #expect(result.status == 0 && result.stderr == "", "\(result)")
    return result.stdout.split(separator: "\n").map { line in
      String(line.first == "\t" ? line : line.prefix { $0 != "\t" })
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func script(shell: String) throws {
    let result = try Finder.run("completions \(shell)")
    #expect(result.status == 0 && result.stdout.contains("finder completions \(shell) -- "))
    #expect(!result.stdout.contains("§") && result.stdout.hasSuffix("\n"))
  }

  @Test func anotherShell() throws {
    expect(
      try Finder.run("completions fsh"), status: 64, stdout: "",
      stderr: """
        finder: completions: SHELL fsh: not one of bash, zsh, fish; did you mean 'fish'?
          SHELL  the shell to write a script for (see 'finder help completions')

        """)
  }

  @Test func listsThatFinderKnows() throws {
    #expect(try offered("within", "--span", "") == ["low", "middle", "high"])
    #expect(try offered("near", "--fields", "id,na") == ["id,name"])
    #expect(try offered("near", "--fields", "name,na") == [])
    #expect(try offered("news", "--change", "opened,c") == ["opened,closed", "opened,changed"])
    #expect(try offered("news", "--change", "closed,c") == ["closed,changed"])
    #expect(try offered("near", "--data", "x") == ["\t\t\tx\t.geojson .geojson.gz .json"])
    #expect(try offered("bulk", "x") == ["\t\t\tx\t"])
    #expect(try offered("burn", "big") == ["Big Mac", "Big Tasty with Bacon"])
  }

  @Test(arguments: [
    ("units", ["metric", "imperial"]), ("color", ["auto", "always", "never"]),
    ("outside", ["refuse", "clamp", "allow"]), ("base", ["--quiet", "--help"]),
  ])
  func valuesOfASetting(key: String, values: [String]) throws {
    #expect(try offered("config", "set", key, "") == values)
    let line = "finder config set \(key) "
    let bash = try Finder.run(["completions", "bash", "--", line, " \t\n\"'><=;|&(:"])
    #expect(bash.stdout.split(separator: " \n").map { String($0) } == values, "\(bash)")
  }

  @Test(.slow) func favourites() throws {
    try TemporaryDirectory.with { folder in
      let home = ["XDG_DATA_HOME": folder.path]
      #expect(
        try offered("fav", "remove", "", environment: home) == [
          "--data", "--no-cache", "--no-config", "--quiet", "--help",
        ])
      for name in ["Dishoom", "Ann's; $(id)", "diner"] {
        expect(try Finder.run(["fav", "add", name, "--quiet"], environment: home), stdout: "")
      }
      #expect(try offered("fav", "remove", "D", environment: home) == ["Dishoom", "diner"])
      #expect(try offered("favourites", "move", "", environment: home).count == 3)
      #expect(try offered("fav", "move", "1", "", environment: home) == ["top", "bottom"])
      // A list that cannot be read gives none, without a message.
      try folder.write("{", to: "finder/favourites.json")
      #expect(try offered("fav", "remove", "D", environment: home) == [])
    }
  }

  private static let food = Dataset.collection([
    Dataset.feature(
      51.5, -0.1,
      properties: #"{"name":"A","kind":"pub","cuisine":"Pizza;fish_and_chips","diet:vegan":"yes"}"#),
    Dataset.feature(
      51.5, -0.1,
      properties: #"{"name":"B","kind":"cafe","cuisine":"pizza;coffee_shop","dog":"yes"}"#),
    Dataset.feature(
      51.5, -0.1,
      properties: #"{"name":"C","kind":"pub/canteen","diet:vegan":"only","diet:halal":"no"}"#),
  ])

  /// Those in the dataset, the most frequent first.
  @Test func foodOfTheDataset() throws {
    try Dataset.with(Self.food) { _, data in
      let environment = ["FINDER_DATA": data]
      for (option, typed, values) in [
        ("--kind", "", ["pub", "cafe", "canteen"]), ("--kind", "c", ["cafe", "canteen"]),
        ("--kind", "pub,ca", ["pub,cafe", "pub,canteen"]), ("--kind", "pub,cafe,p", []),
        ("--cuisine", "", ["pizza", "coffee_shop", "fish_and_chips"]),
        ("--cuisine", "pizza,f", ["pizza,fish_and_chips"]), ("--cuisine", "th", []),
        ("--diet", "", ["vegan"]), ("--diet", "vegan=", ["vegan=only"]), ("--with", "", ["dogs"]),
        ("--for", "", ["pizza", "pub", "vegan", "cafe", "canteen", "coffee shop", "dogs"]),
        ("--for", "vegan pi", ["vegan pizza"]), ("--for", "vegan Fi", ["vegan fish and chips"]),
        ("--for", "pub fish and", ["pub fish and chips"]), ("--for", "thai pi", ["thai pizza"]),
      ] {
        let found = try offered("near", option, typed, environment: environment)
        let some = option == "--for" && typed.isEmpty ? Array(found.prefix(values.count)) : found
        #expect(some == values, "\(option) \(typed)")
      }
      #expect(
        try offered("bulk", "--cuisine=p", environment: environment) == ["--cuisine=pizza"])
      let fish = try Finder.run(
        ["completions", "fish", "--", "food", "--diet", ""], environment: environment)
      expect(fish, stdout: "vegan\t2 venues\n")
      // The kinds of another command's list are its own.
      #expect(
        try offered("suggest", "--kind", "v", environment: environment).allSatisfy {
          !$0.hasPrefix("vegan")
        })
    }
  }

  /// If it has none, those that finder knows; from names, the words that they contain.
  @Test func foodOfTheTables() throws {
    let names = Dataset.collection([
      Dataset.venue("Pizza Inn", 51.5, -0.1), Dataset.venue("Pizza Roma", 51.5, -0.1),
    ])
    for (text, words) in [(Dataset.square, ["vegan", "vegetarian"]), (names, [])] {
      try Dataset.with(text) { _, data in
        let environment = ["FINDER_DATA": data]
        let features = try offered("near", "--with", "", environment: environment)
        #expect(
          features
            == ["wheelchair", "outdoor", "takeaway", "delivery", "wifi", "dogs", "highchair"])
        let cuisines = try offered("near", "--cuisine", "piz", environment: environment)
        #expect(cuisines == ["pizza"])
        let found = try offered("near", "--for", "veg", environment: environment)
        #expect(found == words)
      }
    }
    try Dataset.with(names) { _, data in
      let found = try offered("near", "--for", "p", environment: ["FINDER_DATA": data])
      #expect(found == ["pizza", "pub"])
    }
    // Nothing is said about a dataset that cannot be read.
    #expect(
      try offered("near", "--diet", "vegan", environment: ["FINDER_DATA": "/nonexistent"])
        == ["vegan"])
  }

  /// In lower case the chain comes first, and there is more than a venue that begins exactly as typed.
  @Test func chainsInSmallLetters() throws {
    try TemporaryDirectory.with { folder in
      let names = Array(repeating: "McDonald's", count: 5) + ["mcdonalds bakers", "Mad Dog"]
      let features = names.enumerated().map { row, name in
        """
        {"type":"Feature","properties":{"name":"\(name)"},
         "geometry":{"type":"Point","coordinates":[0,51.\(row)]}}
        """
      }
      let data = try folder.write(
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
        to: "a.geojson")
      let environment = ["FINDER_DATA": data]
      #expect(try offered("closest", "mcdon", environment: environment) == ["McDonald's"])
      #expect(
        try offered("closest", "mcdonalds b", environment: environment) == ["mcdonalds bakers"])
      #expect(
        try offered("closest", "McDon", environment: environment)
          == ["McDonald's", "mcdonalds bakers"])
    }
  }
}
