import TestSupport
import Testing

@testable import finder

/// From the sample to real venues: the line in the note on the sample, for exactly the place of the query,
/// and the notes on filters that a dataset cannot answer.
@Suite struct RealVenuesTests {
  /// A line, and what the note has after `data fetch osm`.
  private static let lines: [(String, String)] = [
    ("near Leeds", "Leeds --radius 3km"),
    ("near 'Ashford, Kent'", "'Ashford, Kent' --radius 3km"),
    ("near 51.5074,-0.1278", "51.5074,-0.1278 --radius 3km"),
    ("near 51.5074 -0.1278", "51.5074,-0.1278 --radius 3km"),
    ("near --lat 51.5 --lon -0.12", "51.5,-0.12 --radius 3km"),
    ("near --at 'TQ 30 80'", "'TQ 30 80' --radius 3km"),
    ("near 'WC1B 2JS'", "'WC1B 2JS' --radius 3km"),
    ("near -33.86,151.2 --outside allow", "-33.86,151.2 --radius 3km"),
    (
      "near 'https://www.openstreetmap.org/?mlat=51.5074&mlon=-0.1278#map=19/51.5074/-0.1278'",
      "51.5074,-0.1278 --radius 3km"
    ),
    ("near", "here --radius 3km"),
    ("near here", "here --radius 3km"),
    ("near home --json", "home --radius 3km"),
    // A saved point with the name of a source.
    ("near hygiene", "saved:hygiene --radius 3km"),
    ("near $'Leeds\\n'", "Leeds --radius 3km"),
    ("near Leeds --count", "Leeds --radius 3km"),
    // As far as the search looked, if that is farther.
    ("near Leeds -r 500m", "Leeds --radius 3km"),
    ("near Leeds -r 5mi", "Leeds --radius 5mi"),
    ("near Leeds -r 2h", "Leeds --radius 8km"),
    ("near Leeds -r 500km", "Leeds --radius 3km"),
    ("meet London Leeds", "Leeds --radius 3km"),
    ("meet 51.5 -0.1 51.6 -0.1", "51.6,-0.1 --radius 3km"),
    ("within Leeds -r 5km --count", "Leeds --radius 5km"),
    ("within Leeds --span middle", "Leeds --radius 3km"),
    ("within --bbox -0.2,51.4,0,51.6 --count", "--bbox -0.2,51.4,0,51.6"),
    ("within --bbox -0.2,51.4,0,51.6 Leeds --count", "--bbox -0.2,51.4,0,51.6"),
    ("within --polygon area.geojson --count", "--bbox -0.2,51.4,0.001,51.6"),
    ("food Leeds", "Leeds --radius 3km"), ("food", "here --radius 3km"),
    ("food --bbox -0.2,51.4,0,51.6", "--bbox -0.2,51.4,0,51.6"),
    ("check Leeds --span middle", "Leeds --radius 3km"),
    ("map Leeds --format text", "Leeds --radius 3km"),
    ("map --bbox -0.2,51.4,0,51.6 --format svg -o a.svg", "--bbox -0.2,51.4,0,51.6"),
    ("clusters --zoom 10 --bbox -0.2,51.4,0,51.6", "--bbox -0.2,51.4,0,51.6"),
    ("clusters Leeds --zoom 10 --span middle", "Leeds --radius 3km"),
    ("show zrz7p23dmzwy Leeds", "Leeds --radius 3km"),
    ("suggest smi Leeds", "Leeds --radius 3km"),
    ("closest 'Hoagie Yard' Leeds", "Leeds --radius 3km"),
    ("closest --all Leeds", "Leeds --radius 3km"),
    ("burn 'Big Mac' Leeds --anywhere", "Leeds --radius 3km"),
    ("burn --venue zrz7p23dmzwy Leeds", "Leeds --radius 3km"),
    ("visit add 'Hoagie Yard' Leeds", "Leeds --radius 3km"),
  ]

  /// Queries about no place, or about one too large for a fetch.
  private static let elsewhere = [
    "bulk points.csv", "suggest smi", "show zrz7p23dmzwy", "map --format svg -o a.svg",
    "clusters --zoom 5", "within --bbox -8,50,2,59 --count", "favourites add 'Hoagie Yard'",
  ]

  private func with(_ body: (TemporaryDirectory, [String: String]) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      try ProcessRunner.makeFolders(folder.path, "home")
      try folder.write("lat,lon\n51.5,-0.1\n", to: "points.csv")
      let area =
        #"{"type":"Polygon","coordinates":[[[-0.2,51.4],[0.0003,51.4],[0,51.6],[-0.2,51.4]]]}"#
      try folder.write(area, to: "area.geojson")
      let home = ["HOME": folder.file("home"), "FINDER_LOCATION": "51.5,-0.12"]
      expect(
        try Finder.shell(
          "finder locate save home 51.5,-0.1 && finder locate save hygiene 51.5,-0.1 "
            + "&& finder favourites add Dishoom -q",
          environment: home, directory: folder.path))
      try body(folder, home)
    }
  }

  /// The line of the note on the sample, which is the only message.
  private func line(in result: ProcessResult) -> String? {
    let start = ": these venues are made up; for real ones"
    let notes = result.stderr.split(separator: "\n").filter { $0.contains(start) }
    guard notes.count == 1,
      let from = notes[0].firstRange(of: ": finder data fetch osm ")?.lowerBound
    else { return nil }
    let rest = notes[0][from...].dropFirst(2)
    guard rest.hasSuffix(", or a country's file: finder help data") else { return nil }
    return String(rest.dropLast(", or a country's file: finder help data".count))
  }

  @Test(.slow) func theNoteIsALineToCopy() throws {
    try with { folder, home in
      for (typed, area) in Self.lines + Self.elsewhere.map({ ($0, "London --radius 3km") }) {
        let result = try Finder.shell(
          "finder \(typed)", environment: home, directory: folder.path)
        #expect(line(in: result) == "finder data fetch osm \(area) --install", "\(result)")
        let isQuiet = try Finder.shell(
          "finder \(typed) --quiet", environment: home, directory: folder.path)
        #expect(!isQuiet.stderr.contains("made up"), "\(isQuiet)")
      }
      for typed in Self.elsewhere {
        let result = try Finder.shell(
          "finder \(typed)", environment: home, directory: folder.path)
        #expect(result.stderr.contains("for real ones, such as London's: finder"), "\(result)")
      }
    }
  }

  /// The line works unchanged: the request is around that very point.
  @Test func theLineWorks() throws {
    try with { folder, home in
      for area in Set(Self.lines.map(\.1) + ["London --radius 3km"]) {
        let result = try Finder.shell(
          "finder data fetch osm \(area) --dry-run", environment: home, directory: folder.path)
        #expect(result.status == 0 && result.stdout.contains("out center tags;"), "\(result)")
        guard
          case .run(let invocation) = try Program.table.parse(
            Finder.words("data fetch osm London --install"))
        else { return #expect(Bool(false)) }
        #expect(invocation.has(FetchOptions.install))
      }
    }
  }

  /// A point that turns out to be unknown is not in any line.
  @Test func anUnknownPointIsInNoLine() throws {
    let result = try Finder.run(["near", "XX9 9XX"])
    #expect(result.status == 64 && !result.stderr.contains("data fetch"), "\(result)")
  }

  @Test("The sample's postcodes are no better than its venues")
  func madeUpPoint() throws {
    let said =
      "the point comes from the sample's venues, which are made up; 'finder help gazetteer' says "
      + "how to add real postcodes\n"
    for words in [
      ["data", "fetch", "osm", "WC1B 2JS", "--dry-run"], ["check", "WC1B 2JS"],
      ["news", "WC1B 2JS"],
    ] {
      let result = try Finder.run(words)
      #expect(result.stderr.ranges(of: said).count == 1, "\(result)")
      #expect(!result.stderr.contains("for real ones"), "\(result)")
      let quiet = try Finder.run(words + ["--quiet"])
      #expect(!quiet.stderr.contains("made up"), "\(quiet)")
    }
    let place = try Finder.run("data fetch osm Leeds --dry-run")
    #expect(!place.stderr.contains("made up"), "\(place)")
  }

  // MARK: Filters that a dataset cannot answer

  private static let venues = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"A","kind":"pub","phone":"1"}"#, id: "1"),
    Dataset.feature(51.51, -0.1, properties: #"{"name":"B","kind":"bar"}"#, id: "2"),
  ])

  /// Of every search.
  private static let searches = [
    "near 51.5,-0.1", "near 51.5,-0.1 --count", "near 51.5,-0.1 --json",
    "within 51.5,-0.1 -r 5km", "within --bbox -1,51,1,52 --count", "bulk points.csv",
    "bulk points.csv --count", "map 51.5,-0.1 --format text", "map 51.5,-0.1",
    "map --format svg -o a.svg", "clusters --zoom 5", "clusters --zoom 5 --json",
    "burn 100 51.5,-0.1",
  ]

  @Test func aKeyThatNoVenueHas() throws {
    try Dataset.with(Self.venues) { folder, data in
      try folder.write("51.5,-0.1\n51.6,-0.1\n", to: "points.csv")
      let said = "no venue in this dataset has 'cuisine'; its properties are kind, phone\n"
      for search in Self.searches {
        let result = try Finder.run(
          "\(search) --where cuisine=pizza", data: data, directory: folder.path)
        #expect(result.status == 0 && result.stderr.ranges(of: said).count == 1, "\(result)")
        let quiet = try Finder.run(
          "\(search) --where cuisine=pizza --quiet", data: data, directory: folder.path)
        #expect(!quiet.stderr.contains("cuisine"), "\(quiet)")
        let fine = try Finder.run("\(search) --where kind=pub", data: data, directory: folder.path)
        #expect(!fine.stderr.contains("no venue of"), "\(fine)")
      }
    }
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run("near 51.5,-0.1 --where cuisine", data: data)
      expect(
        result,
        stderr:
          "finder: near: no venue in this dataset has 'cuisine', only names and postcodes\n"
          + "finder: near: no venue found\n")
    }
  }

  @Test func hoursThatNoVenueHas() throws {
    try Dataset.with(Self.venues) { folder, data in
      try folder.write("51.5,-0.1\n51.6,-0.1\n", to: "points.csv")
      let home = ["XDG_DATA_HOME": folder.path]
      _ = try Finder.run("favourites add A --quiet", data: data, environment: home)
      let said = "no venue in this dataset has opening hours\n"
      for search in Self.searches + ["closest A 51.5,-0.1", "closest --all 51.5,-0.1"] {
        let result = try Finder.run(
          "\(search) --open 2026-11-27T19:30", data: data, environment: home,
          directory: folder.path)
        #expect(result.status == 0 && result.stderr.ranges(of: said).count == 1, "\(result)")
      }
    }
  }

  // MARK: Filters that a dataset supports

  @Test func info() throws {
    let venues = Dataset.collection([
      Dataset.feature(
        51.5, -0.1,
        properties:
          #"{"name":"A","kind":"restaurant","cuisine":"thai;pizza","diet:vegan":"yes","dog":"outside","opening_hours":"24/7"}"#
      ),
      Dataset.feature(
        51.5, -0.1,
        properties:
          #"{"name":"B","kind":"fast food","cuisine":"pizza","diet:halal":"no","takeaway":"no"}"#),
      Dataset.feature(51.5, -0.1, properties: #"{"name":"C","kind":"fast food","cuisine":""}"#),
      Dataset.feature(51.5, -0.1, properties: #"{"name":"D","cuisine":"pizza"}"#),
    ])
    try Dataset.with(venues) { folder, data in
      let text = try Finder.run("data info", data: data).stdout
      for row in [
        "kinds      3 (75.0%): --kind fast_food\n", "cuisines   3 (75.0%): --cuisine pizza\n",
        // That there is no halal food is not a diet.
        "diets      1 (25.0%): --diet vegan\n", "with       1 (25.0%): --with dogs\n",
        "hours      1 (25.0%): --open now\n",
      ] { #expect(text.contains(row), "\(text)") }
      // Each of them is a line that finds something.
      for option in ["--kind fast_food", "--cuisine pizza", "--diet vegan", "--with dogs"] {
        let found = try Finder.run("near 51.5,-0.1 --exit-status \(option)", data: data)
        #expect(found.status == 0, "\(found)")
      }
      let json =
        #""attributes":{"kinds":3,"cuisines":3,"diets":1,"with":1,"hours":1},"#
        + #""filters":{"kinds":"--kind fast_food","cuisines":"--cuisine pizza","#
        + #""diets":"--diet vegan","with":"--with dogs","hours":"--open now"}"#
      let document = try Finder.run("data info --json", data: data).stdout
      #expect(document.replacing("\n ", with: "").contains(json), "\(document)")
      let piped = try Finder.run("data info --json --data -", stdin: .file(data)).stdout
      #expect(piped.replacing("\n ", with: "").contains(json), "\(piped)")
    }
    try Dataset.with(Dataset.square) { _, data in
      let text = try Finder.run("data info", data: data).stdout
      #expect(text.contains("cuisines   0\n") && text.contains("hours      0\n"), "\(text)")
      let json =
        #""attributes":{"kinds":0,"cuisines":0,"diets":0,"with":0,"hours":0},"#
        + #""filters":{"kinds":null,"cuisines":null,"diets":null,"with":null,"hours":null}"#
      let document = try Finder.run("data info --json", data: data).stdout
      #expect(document.replacing("\n ", with: "").contains(json), "\(document)")
    }
  }
}
