import FinderEngine
import Foundation
import TestSupport
import Testing

/// `--kind`, `--cuisine`, `--diet`, `--with` and `--for` in every command that has them.
@Suite struct FoodOptionTests {
  /// Going north from 51.5, 111 m apart, each in the spelling of another source.
  static let venues = Dataset.collection(
    [
      (
        "a",
        #""name":"Roma","kind":"restaurant","cuisine":"italian;pizza","diet:vegan":"yes","wheelchair":"yes""#
      ),
      (
        "b",
        #""name":"The Crown","amenity":"pub","cuisine":"pie","dog":"leashed","outdoor_seating":"garden","#
          + #""opening_hours":"24/7","contact:phone":"+44 2","addr:street":"Mill Lane","addr:housenumber":"2""#
      ),
      ("c", #""name":"Pizza Palace""#),
      ("d", #""name":"Slice","taxonomy":{"primary":"pizza_restaurant"}"#),
      (
        "e",
        #""name":"Grill","Type":"Takeaway/sandwich shop","Cuisines":["Burgers","KEBAB"],"Vegan options":"no","#
          + #""Telephone":"+44 5","URL":"https://e.example","Full address":"5 High Street""#
      ),
      (
        "f",
        #""name":"Vegan Pizza Co","kind":"fast_food","cuisine":"Neapolitan Pizza","diet:vegan":"only","takeaway":"only""#
      ),
      (
        "g",
        #""name":"Lion","kind":"bar","business_type":"Pub/bar/nightclub","diet:vegan":"limited","wheelchair":"limited""#
      ),
    ].enumerated().map { number, venue in
      Dataset.feature(
        51.5 + Double(number) / 1000, -0.1, properties: "{\(venue.1)}", id: "\"\(venue.0)\"")
    })

  private static let point = "51.5,-0.1"

  private func ids(_ words: [String], _ data: String) throws -> String {
    let result = try Finder.run(
      words + ["--format", "csv", "--no-header", "--fields", "id"], data: data)
    expect(result, stderr: nil)
    return result.stdout.split(separator: "\n").joined(separator: " ")
  }

  @Test(
    .slow,
    arguments: [
      (["--kind", "pub"], "b"), (["--kind", "Pubs,bar"], "b g"), (["--kind", "fast food"], "e f"),
      (["--cuisine", "pizza"], "a d f"), (["--cuisine", "burger,pie"], "b e"),
      (["--cuisine", "kebabs"], "e"), (["--diet", "vegan"], "a f"),
      (["--diet", "vegan=only"], "f"),
      (["--with", "wheelchair"], "a"), (["--with", "outside,dogs"], "b"),
      (["--with", "dogs", "--with", "wheelchair"], ""), (["--for", "pizza"], "a c d f"),
      (["--for", "vegan pizza"], "a f"), (["--for", "dog friendly pub"], "b"),
      (["--for", "takeaway"], "e f"), (["--for", "palace"], "c"),
      (["--for", "pizza", "--for", "vegan"], "a f"),
      (["--cuisine", "pizza", "--kind", "fast_food"], "f"),
      (["--cuisine", "pizza", "--match", "pizza"], "f"),
      (["--cuisine", "pizza", "-r", "400m"], "a d"),
      (["--for", "pizza", "-n", "2"], "a c"),
      (["--cuisine", "pizza", "--where", "wheelchair"], "a"),
      (["--with", "dogs", "--open", "2026-11-23T12:00"], "b"),
      (["--with", "wheelchair", "--open", "2026-11-23T12:00"], ""),
      (["--cuisine", "pizza", "--independents-only"], "a d f"),
      (["--cuisine", "pizza", "--not-visited"], "a d f"),
    ])
  func found(options: [String], expected: String) throws {
    try Dataset.with(Self.venues) { _, data in
      #expect(try ids(["near", Self.point] + options, data) == expected)
      #expect(try ids(["near", Self.point, "--no-cache"] + options, data) == expected)
      #expect(try ids(["within", Self.point, "--radius", "5km"] + options, data) == expected)
      let count = expected.split(separator: " ").count
      guard !options.contains("-n") else { return }
      expect(
        try Finder.run(["near", Self.point, "--count", "-q"] + options, data: data),
        stdout: "\(count)\n")
    }
  }

  @Test("The table, the document, and the columns") func formats() throws {
    try Dataset.with(Self.venues) { _, data in
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run("\(line) --quiet", data: data)
      }
      expect(
        try run("near 51.5,-0.1 --cuisine pizza"),
        stdout: """
          DISTANCE  DIR    WALK  NAME            POSTCODE  FOOD
               0 m  ·    ~0 min  Roma                      restaurant, italian, pizza, vegan, wheelchair
             334 m  N    ~6 min  Slice                     restaurant, pizza
             556 m  N    ~9 min  Vegan Pizza Co            fast food, neapolitan pizza, vegan, takeaway

          """)
      expect(
        try run("near 51.501,-0.1 --with dogs --open 2026-11-23T12:00"),
        stdout: """
          DISTANCE  DIR    WALK  NAME       POSTCODE  HOURS        FOOD
               0 m  ·    ~0 min  The Crown            always open  pub, pie, outdoor, dogs

          """)
      expect(
        try run("near 51.503,-0.1 --json -n 1 --cuisine pizza"),
        stdout: """
          {"query":{"lat":51.503,"lon":-0.1,"limit":1,"radius_m":null,"match":null,"cuisine":["pizza"]},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":1,
           "venues":[
            {"id":"d","name":"Slice","postcode":null,"lat":51.503,"lon":-0.1,"distance_m":0,"bearing_deg":0,"food":{"kind":"restaurant","cuisine":["pizza"],"diet":[],"with":[]},"properties":{"taxonomy":{"primary":"pizza_restaurant"}}}]}

          """)
      expect(
        try run("near 51.5,-0.1 --for pizza --csv"),
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg,kind,cuisine,diet,with
          a,Roma,,51.5,-0.1,0,0,restaurant,italian;pizza,vegan,wheelchair
          c,Pizza Palace,,51.502,-0.1,222.5,0,,,,
          d,Slice,,51.503,-0.1,333.8,0,restaurant,pizza,,
          f,Vegan Pizza Co,,51.505,-0.1,556.3,0,fast_food,neapolitan_pizza,vegan,takeaway

          """)
      expect(
        try run("near 51.506,-0.1 --kind bar --format tsv --no-header"),
        stdout: "g\tLion\t\t51.506\t-0.1\t0\t0\tbar\t\t\t\n")
      let opened = try run("near 51.501,-0.1 --with dogs --open 2026-11-23T12:00 --format ndjson")
      #expect(
        opened.stdout.contains(
          #""bearing_deg":0,"hours":{"state":"open","until":null},"food":{"kind":"pub","cuisine":["pie"],"diet":[],"#
            + #""with":["outdoor","dogs"]},"properties":{"amenity":"pub","#), "\(opened)")
      for format in ["geojson", "geojsonseq"] {
        let feature = try run("near 51.506,-0.1 --kind bar --format \(format)")
        #expect(
          feature.stdout.contains(
            #""distance_m":0,"bearing_deg":0,"food":{"kind":"bar","cuisine":[],"diet":[],"with":[]}},"geometry""#
          ),
          "\(feature)")
      }
      // Without a filter there is no food in any format.
      for format in ["table", "json", "csv", "geojson"] {
        let plain = try run("near 51.5,-0.1 --format \(format)").stdout
        #expect(!plain.contains("\"food\"") && !plain.contains("FOOD"), "\(format)")
      }
    }
  }

  @Test("The query has what was asked for, in the order of the options") func echo() throws {
    try Dataset.with(Self.venues) { _, data in
      let result = try Finder.run(
        [
          "near", Self.point, "--json", "-m", "zzz", "--with", "wifi", "--with", "Dogs", "--diet",
          "vegan=only",
          "--open", "2026-11-23T12:00", "--for", #"a "b"\"#, "--kind", "pub,bar", "--cuisine",
          "thai", "-q",
        ], data: data)
      #expect(
        result.stdout.contains(
          #""match":"zzz","open":"2026-11-23T12:00","for":["a \"b\"\\"],"kind":["pub,bar"],"cuisine":["thai"],"#
            + #""diet":["vegan=only"],"with":["wifi","Dogs"]},"#), "\(result)")
    }
  }

  @Test("Columns by their meaning, in any source's spelling") func fields() throws {
    try Dataset.with(Self.venues) { _, data in
      let line = "near 51.5,-0.1 -q --fields id,kind,cuisine,diet,with,address,phone,website"
      expect(
        try Finder.run("\(line) --csv", data: data),
        stdout: """
          id,kind,cuisine,diet,with,address,phone,website
          a,restaurant,italian;pizza,vegan,wheelchair,,,
          b,pub,pie,,outdoor;dogs,2 Mill Lane,+44 2,
          c,,,,,,,
          d,restaurant,pizza,,,,,
          e,fast_food,burger;kebab,,,5 High Street,+44 5,https://e.example
          f,fast_food,Neapolitan Pizza,vegan,takeaway,,,
          g,bar,,,,,,

          """)
      expect(
        try Finder.run("\(line) --format ndjson -n 1 --cuisine burger", data: data),
        stdout:
          #"{"id":"e","kind":"fast_food","cuisine":"burger;kebab","diet":null,"with":null,"#
          + #""address":"5 High Street","phone":"+44 5","website":"https://e.example"}"# + "\n")
    }
  }

  @Test func otherCommands() throws {
    try Dataset.with(Self.venues) { folder, data in
      let places = ["XDG_DATA_HOME": folder.file("data")]
      func run(_ words: [String]) throws -> String {
        let result = try Finder.run(words + ["-q"], data: data, environment: places)
        expect(result, stdout: nil)
        return result.stdout
      }
      expect(
        try Finder.run(
          "within --bbox -1,51,1,52 --kind pub,bar --count --json -q", data: data),
        stdout: """
          {"query":{"lat":51.5,"lon":0,"limit":0,"bbox":[-1,51,1,52],"match":null,"kind":["pub,bar"]},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":2}

          """)
      let points = try folder.write("lat,lon\n51.5,-0.1\n51.506,-0.1\n", to: "points.csv")
      #expect(
        try run(["bulk", points, "--cuisine", "pizza", "--csv"]) == """
          lat,lon,rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,bearing_deg,kind,cuisine,diet,with,error
          51.5,-0.1,1,a,Roma,,51.5,-0.1,0,0,restaurant,italian;pizza,vegan,wheelchair,
          51.506,-0.1,1,f,Vegan Pizza Co,,51.505,-0.1,111.3,180,fast_food,neapolitan_pizza,vegan,takeaway,

          """)
      let lines = try run(["bulk", points, "--for", "pizza", "-n", "2"])
      #expect(
        lines.contains(
          #""bearing_deg":0,"food":{"kind":"restaurant","cuisine":["italian","pizza"],"#))
      #expect(
        try run(["bulk", points, "--diet", "vegan", "--count"]) == """
          {"query":{"line":2,"lat":51.5,"lon":-0.1},"count":2}
          {"query":{"line":3,"lat":51.506,"lon":-0.1},"count":2}

          """)
      let clusters = try run(["clusters", "--zoom", "12", "--diet", "vegan", "--json"])
      #expect(clusters.contains(#""count":2,"lat":51.5025,"lon":-0.1"#), "\(clusters)")
      let map = try run([
        "map", "51.503,-0.1", "-r", "1km", "--cuisine", "pizza", "--format", "svg",
      ])
      for (name, isThere) in [("Roma", true), ("Slice", true), ("Grill", false), ("Lion", false)] {
        #expect(map.contains("<title>\(name)") == isThere, "\(name)")
      }
      #expect(
        try run(["map", "51.503,-0.1", "-r", "1km", "--cuisine", "pie"]).contains("pub, pie"))
      let walk = ["burn", "16", Self.point, "--csv", "--no-header", "--fields", "id"]
      #expect(try run(walk) == "e\nf\n" && run(walk + ["--cuisine", "pizza"]) == "f\n")
      for name in ["pizza palace", "Slice"] { _ = try run(["favourites", "add", name]) }
      #expect(
        try run(["closest", "--all", Self.point, "--cuisine", "pizza"]) == """
          FAVOURITE     DISTANCE  DIR    WALK  NAME         POSTCODE  FOOD
          pizza palace                         (none fits)
          Slice            334 m  N    ~6 min  Slice                  restaurant, pizza

          """)
      #expect(
        try run(["closest", "slice", Self.point, "--diet", "vegan", "--csv", "--no-header"]) == "")
    }
  }

  // MARK: Notes

  @Test(arguments: [
    (["--cuisine", "pizza"], ["2 venues were left out"]),
    (["--cuisine", "pizza", "-n", "2"], ["1 nearer venue was left out"]),
    (["--cuisine", "burgers"], ["burgers: burger"]),
    (["--for", "vegan pizza"], ["--for: ", "vegan", "pizza"]),
    (["--for", "palace"], ["'palace' in the name"]),
    (["--cuisine", "piza"], ["no venue in this dataset", "did you mean 'pizza'?"]),
    (["--cuisine", "vegan"], ["no venue in this dataset", "--diet vegan"]),
    (["--kind", "bakery"], ["no venue in this dataset"]),
    (["--diet", "halal"], ["this dataset has no data on halal food"]),
    (["--cuisine", "british,italian", "--kind", "pub"], ["no venue found"]),
    (["--cuisine", "kebab"], []),
    (["--cuisine", "zzz,kebab"], ["no venue in this dataset has cuisine 'zzz'"]),
    (["--cuisine", "vegan food"], ["no venue in this dataset", "--diet 'vegan food'"]),
    (["--where", "with=wifi"], ["no venue in this dataset has 'with'; try --with wifi"]),
    (["--where", "for=vegan pizza"], ["has 'for'; try --for 'vegan pizza'"]),
    (["--where", "diet=vegan|halal"], ["has 'diet'; try --for 'vegan or halal'"]),
    (["--where", "with=zzz"], ["has 'with'; its properties are "]),
  ])
  func notes(options: [String], expected: [String]) throws {
    try Dataset.with(Self.venues) { _, data in
      let words = ["near", Self.point] + options
      let result = try Finder.run(words, data: data)
      expect(result, stdout: nil, stderr: nil)
      for text in expected { #expect(result.stderr.contains(text), "\(result)") }
      #expect(result.stderr.split(separator: "\n").allSatisfy { $0.hasPrefix("finder: near: ") })
      expect(try Finder.run(words + ["--quiet"], data: data), stdout: result.stdout)
      expect(
        try Finder.run(words + ["--no-cache"], data: data), stdout: result.stdout,
        stderr: result.stderr)
    }
  }

  @Test("Nearer branches of favourites that were left out, each once") func notesOnFavourites()
    throws
  {
    let venues = (0..<4).map { number in
      let more = #","cuisine":"pizza","opening_hours":"24/7""#
      return Dataset.feature(
        51.5 + Double(number) / 1000, -0.1,
        properties: #"{"name":"Chips"\#(number < 2 ? "" : more)}"#, id: "\(number)")
    }
    try Dataset.with(Dataset.collection(venues)) { folder, data in
      let places = ["XDG_DATA_HOME": folder.file("data")]
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run(line, data: data, environment: places)
      }
      let all = "closest --all \(Self.point) --json"
      let food = "left out: no data on cuisine\n"
      let hours = "left out; --unknown-hours keep shows them\n"
      expect(
        try run("\(all) --cuisine pizza"), stdout: "[]\n",
        stderr: "finder: closest: there are no favourites; 'finder favourites add NAME' adds one\n")
      for name in ["Chips", "venue:3"] { _ = try run("favourites add \(name) -q") }
      // From the third on they fit: two are nearer to the one favourite, and also to the other.
      expect(
        try run("\(all) --cuisine pizza"), stdout: nil,
        stderr: "finder: closest: 2 nearer venues were \(food)")
      expect(
        try run("\(all) --open 2026-11-23T12:00"), stdout: nil,
        stderr: "finder: closest: 2 nearer venues with unknown opening hours were \(hours)")
      expect(try run("\(all) --cuisine pizza -q"), stdout: nil)
      // Nothing is nearer than a venue that does not exist.
      _ = try run("favourites add venue:1 -q")
      expect(
        try run("\(all) --cuisine pizza"), stdout: nil,
        stderr: "finder: closest: 2 venues were \(food)")
      _ = try run("favourites add Nowhere -q")
      let table = try run("closest --all \(Self.point) --cuisine pizza -q").stdout
      #expect(table.contains("(none fits)") && table.contains("(not in this dataset)"), "\(table)")
    }
  }

  @Test("Venues left out of a walk, by their straight lines") func notesOnWalks() throws {
    try Dataset.with(Self.venues) { _, data in
      // From the third on they are in reach. Nothing is known of it and of the seventh; between them, two
      // fit.
      for (options, note) in [
        ("-n 1", "1 nearer venue was"), ("", "2 venues were"),
        ("-n 1 --order calories", "1 farther venue was"),
      ] {
        let line = "burn 9 \(Self.point) --tolerance 300% --csv --cuisine pizza \(options)"
        expect(
          try Finder.run(line, data: data), stdout: nil,
          stderr: "finder: burn: \(note) left out: no data on cuisine\n")
      }
    }
  }

  @Test("A dataset without venues has no further notes")
  func noVenues() throws {
    try Dataset.with(Dataset.collection([])) { folder, data in
      for option in ["--for pizza", "--kind pub", "--open 2026-11-23T12:00"] {
        for line in ["near", "within -r 1km", "map"] {
          let result = try Finder.run("\(line) \(Self.point) \(option)", data: data)
          #expect(
            result.stderr.hasPrefix("finder: \(line.prefix { $0 != " " }): no venue found\n"),
            "\(result)")
        }
        let bulk = try Finder.run("bulk \(option)", data: data, stdin: .text("51.5,-0.1\n"))
        expect(bulk, stdout: nil)
        expect(try Finder.run("near \(Self.point) \(option) --json", data: data), stdout: nil)
      }
    }
  }

  @Test("As a field: an object in JSON, words in a table") func field() throws {
    try Dataset.with(Self.venues) { _, data in
      let object =
        #"{"kind":"restaurant","cuisine":["italian","pizza"],"diet":["vegan"],"with":["wheelchair"]}"#
      let quoted = "\"\(object.replacing("\"", with: "\"\""))\""
      for asked in ["", " --cuisine pizza"] {
        func run(_ more: String) throws -> String {
          let line = "near \(Self.point) -n 1 --fields name,food,kind\(asked) \(more) -q"
          let result = try Finder.run(line, data: data)
          expect(result, stdout: nil)
          return result.stdout
        }
        #expect(
          try run("-f ndjson") == #"{"name":"Roma","food":\#(object),"kind":"restaurant"}"# + "\n")
        #expect(try run("--csv") == "name,food,kind\nRoma,\(quoted),restaurant\n")
        #expect(
          try run("") == """
            NAME  FOOD                                           KIND
            Roma  restaurant, italian, pizza, vegan, wheelchair  restaurant

            """)
        #expect(try run("-f geojsonseq").contains(#""food":\#(object)"#))
      }
      let silent = try Finder.run(
        "near 51.502,-0.1 -n 1 --fields food -f ndjson", data: data)
      expect(silent, stdout: #"{"food":{"kind":null,"cuisine":[],"diet":[],"with":[]}}"# + "\n")
      let bulk = try Finder.run(
        "bulk --fields food -f ndjson", data: data, stdin: .text("51.5,-0.1\n"))
      #expect(bulk.stdout.contains(#""venues":[{"food":\#(object)}]"#), "\(bulk)")
    }
    // A property of that name comes first, unless food is asked for.
    let own = Dataset.feature(
      51.5, -0.1, properties: #"{"name":"A","food":"cod","cuisine":"fish"}"#)
    try Dataset.with(Dataset.collection([own])) { _, data in
      func run(_ more: String) throws -> ProcessResult {
        try Finder.run("near \(Self.point) --fields food \(more)", data: data)
      }
      expect(try run(""), stdout: "FOOD\ncod\n")
      expect(try run("--csv"), stdout: "food\ncod\n")
      expect(try run("--kind fish -q"), stdout: "")
      expect(try run("--cuisine fish -q"), stdout: "FOOD\nfish\n")
    }
    // If no venue says anything about it, a note says so.
    try Dataset.with(Dataset.square) { _, data in
      let none = try Finder.run("near 51.508,-0.128 -n 1 --fields name,food", data: data)
      expect(
        none, stdout: "NAME    FOOD\nNelson\n",
        stderr:
          "finder: near: no venue in this dataset has 'food', only names and postcodes\n"
      )
    }
  }

  /// A missing word is noted under the meaning that was read.
  @Test func foundByWhatItMeans() throws {
    try Dataset.with(Self.venues) { _, data in
      for options in [["--cuisine", "pizza food"], ["--kind", "any pub"]] {
        let result = try Finder.run(["near", Self.point] + options, data: data)
        expect(result, stdout: nil, stderr: nil)
        #expect(!result.stderr.contains("no venue in this dataset has"), "\(result)")
        #expect(
          result.stdout.contains(options[1].hasPrefix("pizza") ? "Roma" : "Crown"), "\(result)")
      }
    }
  }

  /// Neighbours with the same name say what they are a kind of, and a diet that some lists have as a cuisine
  /// is not one.
  @Test func neighboursOfOneName() throws {
    func venue(_ properties: String) -> String {
      Dataset.feature(51.5, -0.1, properties: "{\"name\":\"A\",\(properties)}")
    }
    let venues = [
      venue(#""kind":"bakery","cuisine":"cake""#), venue(#""kind":"bakery","cuisine":"pastry""#),
      venue(#""kind":"pastry","cuisine":"cake""#), venue(#""cuisine":"vegan""#),
      venue(#""diet:vegan":"yes""#),
    ]
    try Dataset.with(Dataset.collection(venues)) { _, data in
      let one = try Finder.run(
        ["near", Self.point, "--kind", "bakery", "--cuisine", "cake"], data: data)
      #expect(one.stderr.contains("1 more has the kind pastry"), "\(one)")
      #expect(one.stderr.contains("1 more has the cuisine pastry"), "\(one)")
      let diet = try Finder.run(["near", Self.point, "--diet", "vegan"], data: data)
      #expect(diet.stderr.contains("1 more lists vegan as a cuisine"), "\(diet)")
    }
  }

  /// What is similar is offered: neighbours by the table that exist nearby.
  @Test func neighbours() throws {
    let venues = (0..<6).map { number in
      Dataset.feature(
        51.5 + Double(number) / 1000, -0.1,
        properties: #"{"name":"V\#(number)","cuisine":"\#(number < 2 ? "sushi" : "japanese")"}"#)
    }
    try Dataset.with(Dataset.collection(venues)) { _, data in
      let all = try Finder.run("near 51.5,-0.1 --cuisine sushi", data: data)
      expect(all, stdout: nil, stderr: "finder: near: 4 more are japanese\n")
      // None of those is nearer than the second.
      expect(try Finder.run("near 51.5,-0.1 --cuisine sushi -n 2", data: data), stdout: nil)
      // If no venue has what was asked for, only similar things can be offered.
      expect(
        try Finder.run("near 51.5,-0.1 --cuisine ramen", data: data), stdout: nil,
        stderr: "finder: near: no venue in this dataset has cuisine 'ramen'\n"
          + "finder: near: 4 are japanese\n")
    }
  }

  @Test(arguments: [
    (["--cuisine", ""], "--cuisine"), (["--cuisine", "a,,b"], "no word before or after a comma"),
    (["--diet", "pizza"], "--cuisine pizza "),
    (["--diet", "vegan=no"], "only =only can follow a diet"),
    (["--with", "zzzzzz"], "not one of wheelchair, outdoor"),
    (["--with", "wheelchar"], "--with wheelchair"),
    (["--for", "no pizza"], "no pizza"), (["--for", "!"], "no word"), (["--kind"], "--kind"),
  ])
  func wrongUse(options: [String], problem: String) throws {
    // The options are checked before any data is read.
    for command in ["near", "within", "map"] {
      let result = try Finder.run(
        [command, Self.point, "-r", "1km"] + options + ["--data=/nonexistent"])
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      #expect(result.stderr.contains(problem), "\(result)")
    }
  }

  // MARK: The file beside the snapshot

  /// Made by the first query that asks for food, used by the next, removed with its snapshot, and never made
  /// by others.
  @Test(.slow) func fileBesideTheSnapshot() throws {
    try Dataset.with(Self.venues) { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = ["FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache")]
      func kept() throws -> [String] {
        try Files.names(in: folder.file("cache/finder")).map { String($0.drop { $0 != "." }) }
      }
      func foodBytes() throws -> Int {
        let listed = try Finder.run("data cache --json", environment: environment).stdout
        let digits = try #require(listed.components(separatedBy: #""food_bytes":"#).last)
        return Int(digits.prefix { $0.isNumber }) ?? -1
      }
      let line = ["near", Self.point, "--for", "vegan pizza", "--json"]
      func run(_ more: String...) throws -> ProcessResult {
        try Finder.run(line + more, environment: environment)
      }
      _ = try Finder.run("near 51.5,-0.1", environment: environment)
      let right = try run("--no-cache")
      // As an older finder would leave it.
      #expect(try kept() == [".snapshot"] && foodBytes() == 0)
      for _ in 1...2 {
        expect(try run(), stdout: right.stdout, stderr: right.stderr)
        #expect(try kept() == [".food", ".snapshot"])
      }
      let path = try folder.file(
        "cache/finder/\(#require(try Files.names(in: folder.file("cache/finder")).first))")
      let whole = try Files.bytes(path)
      #expect(try foodBytes() == whole.count)

      // If it is damaged or cut, that is detected, and it is made again.
      for block in 0..<(whole.count + 4095) / 4096 {
        var bytes = whole
        for place in block * 4096..<min((block + 1) * 4096, bytes.count) { bytes[place] ^= 0x5A }
        try Files.write(bytes, to: path)
        for _ in 1...2 { expect(try run(), stdout: right.stdout, stderr: right.stderr) }
      }
      for size in [0, 1, 4096, whole.count / 2, whole.count - 1] {
        try Files.write(Array(whole.prefix(size)), to: path)
        for _ in 1...2 { expect(try run(), stdout: right.stdout, stderr: right.stderr) }
        #expect(try Files.bytes(path) == whole, "cut to \(size) bytes")
      }
      try Files.write(Array("{}".utf8), to: path)
      for command in ["bulk --count", "within --radius 5km --count", "clusters --zoom 9 --json"] {
        let words = Finder.words(command)
        let point = command.hasPrefix("within") ? [Self.point] : []
        func run(_ more: String...) throws -> ProcessResult {
          try Finder.run(
            [words[0]] + point + words.dropFirst() + ["--for", "vegan pizza"] + more,
            environment: environment,
            stdin: .text("lat,lon\n51.5,-0.1\n"))
        }
        let plain = try run("--no-cache")
        expect(try run(), stdout: plain.stdout, stderr: plain.stderr)
      }
      #expect(try Finder.run("data cache --clear", environment: environment).status == 0)
      #expect(try kept() == [])
      // If nothing is there, both are made.
      expect(try run(), stdout: right.stdout, stderr: right.stderr)
      #expect(try kept() == [".food", ".snapshot"])
    }
  }
}
