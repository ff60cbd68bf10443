import TestSupport
import Testing

/// `completions`: what the scripts of shells get. The shells themselves are `.ci/completions-check`'s.
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
          SHELL  the shell to teach (see 'finder help completions')

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

  @Test func favourites() throws {
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
      // A list that cannot be read is none, without a word.
      try folder.write("{", to: "finder/favourites.json")
      #expect(try offered("fav", "remove", "D", environment: home) == [])
    }
  }

  /// In small letters the chain comes first, and a venue that begins just as typed is not all there is.
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
