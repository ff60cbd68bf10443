import FinderEngine
import TestSupport
import Testing

/// Commands that take a venue by its name: given a point, they all mean the venue of `closest`.
@Suite struct NamedVenueTests {
  /// A chain with a single branch, far from the others, that has the bare name.
  private static let dishoom = Dataset.collection(
    (0..<6).map {
      Dataset.feature(
        53.8 + Double($0) / 50, -3.05, properties: "{\"name\":\"Dishoom Ltd\"}", id: "\"\($0)\"")
    } + [
      Dataset.feature(50.84, 0.47, properties: "{\"name\":\"Dishoom\"}", id: "\"bare\""),
      Dataset.venue("Chips", 53.8, -3.06),
    ])
  private static let mowgli = Dataset.collection(
    [
      ("Mowgli Street Food - Truro", 50.26, -3.05), ("Mowgli Street Food - Leeds", 53.8, -3.05),
      ("Mowgli Street Food - Ayr", 55.46, -3.05), ("Mowgli", 50.84, 0.47), ("Chips", 53.8, -3.06),
    ].map { Dataset.venue($0, $1, $2) })

  private static let lines = [
    "show dishoom POINT", "map POINT -n 1 --to dishoom", "visit add dishoom POINT",
    "review add dishoom POINT --rating 4", "burn --venue dishoom POINT", "closest dishoom POINT",
  ]

  private func run(
    _ line: String, at point: String, _ data: String, _ folder: TemporaryDirectory
  ) throws -> ProcessResult {
    try Finder.run(
      line.replacing("POINT", with: point), data: data,
      environment: ["XDG_DATA_HOME": folder.path])
  }

  @Test(arguments: lines)
  func nearestBranch(line: String) throws {
    try Dataset.with(Self.dishoom) { folder, data in
      let near = try run(line, at: "53.801,-3.05", data, folder)
      let said = near.stdout + near.stderr
      #expect(near.status == 0 && said.contains("Dishoom Ltd"), "\(near)")
      #expect(said.contains("111 m") || said.contains("134 m"), "\(near)")
      #expect(!near.stderr.contains("the nearest"), "\(near)")
      let far = try run(line, at: "57.125,-3.05", data, folder)
      #expect((far.stdout + far.stderr).contains("Dishoom Ltd"), "\(far)")
      #expect(far.stderr.contains("the nearest Dishoom is 359.0 km away\n"), "\(far)")
      let bare = try run(line, at: "50.841,0.47", data, folder)
      #expect(!(bare.stdout + bare.stderr).contains("Ltd"), "\(bare)")
    }
  }

  @Test func withoutAPoint() throws {
    try Dataset.with(Self.dishoom) { folder, data in
      let shown = try run("show dishoom --json", at: "", data, folder)
      #expect(shown.stdout.contains(#""id":"bare","#) && shown.stderr == "", "\(shown)")
    }
  }

  /// A venue's whole name means that venue, although the chain has the name too.
  @Test func wholeName() throws {
    let venues = Self.dishoom.replacing(
      "\"features\":[",
      with: "\"features\":[" + Dataset.venue("Dishoom Restaurant", 55.46, -3.05) + ",")
    #expect(venues != Self.dishoom)
    try Dataset.with(venues) { _, data in
      let shown = try Finder.run(["show", "dishoom restaurant", "53.8,-3.05"], data: data)
      #expect(shown.stdout.contains("name      Dishoom Restaurant\n"), "\(shown)")
    }
  }

  /// A name that continues after the chain's is that of one branch.
  @Test func oneBranch() throws {
    try Dataset.with(Self.mowgli) { _, data in
      let name = "Mowgli Street Food - Leeds"
      let shown = try Finder.run(["show", name, "55.46,-3.05", "--json"], data: data)
      #expect(shown.stdout.contains("\"id\":\"\(name)\","), "\(shown)")
    }
  }

  /// Records of a branch made under the chain's name are found by that name.
  @Test func records() throws {
    try Dataset.with(Self.dishoom) { folder, data in
      let added = try run("visit add dishoom POINT -q", at: "53.8,-3.05", data, folder)
      let listed = try run("visit list dishoom --csv --no-header", at: "", data, folder)
      #expect(
        !added.stdout.isEmpty && listed.stdout.hasPrefix(added.stdout.dropLast()), "\(listed)")
    }
  }

  @Test(arguments: [
    "show V POINT", "map POINT --to V", "visit add V POINT", "review add V POINT --rating 4",
    "burn --venue V POINT", "closest V POINT",
  ])
  func suggestionsNearThePoint(line: String) throws {
    try Dataset.with(Self.mowgli) { folder, data in
      let words = Finder.words(line).map {
        $0 == "V" ? "food mowgli" : $0 == "POINT" ? "53.8,-3.05" : $0
      }
      let result = try Finder.run(
        words, data: data, environment: ["XDG_DATA_HOME": folder.path])
      #expect(result.status == 1, "\(result)")
      #expect(
        result.stderr.hasSuffix("; did you mean 'Mowgli Street Food - Leeds'?\n"),
        "\(result)")
    }
  }

  /// Short texts only find names in which they are the first word or the last.
  @Test func shortTexts() throws {
    let venues = Dataset.collection([
      Dataset.venue("Herts Essex PPP Health", 51.9, -0.1), Dataset.venue("Wok to Walk", 51.6, -0.1),
      Dataset.venue("The Wok House", 51.51, -0.1), Dataset.venue("Ann's Bar", 51.51, -0.1),
    ])
    try Dataset.with(venues) { folder, data in
      let unknown = "finder: closest: no venue has the id or the name"
      expect(
        try run("closest PPP POINT", at: "51.5,-0.1", data, folder), status: 1, stdout: "",
        stderr: "\(unknown) 'PPP'\n")
      expect(
        try run("closest wok POINT", at: "51.5,-0.1", data, folder), status: 1, stdout: "",
        stderr: "\(unknown) 'wok'; did you mean 'Wok to Walk'?\n")
      expect(
        try run("closest bar POINT", at: "51.5,-0.1", data, folder), status: 1, stdout: "",
        stderr: "\(unknown) 'bar'; did you mean 'Ann's Bar'?\n")
      #expect(try run("fav add Dishoom -q", at: "", data, folder).status == 0)
      expect(
        try run("fav rename 1 PP", at: "", data, folder), stdout: "",
        stderr: "finder: favourites rename: no venue in the dataset is called 'PP'\n")
    }
  }
}
