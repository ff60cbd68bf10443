import FinderEngine
import Foundation
import TestSupport
import Testing

/// `finder burn`.
@Suite struct BurnTests {
  /// Going north from 51.5, half a kilometre apart, chips and chops in turn.
  private static let line = Dataset.collection(
    (1...40).map { number in
      Dataset.feature(
        51.5 + Double(number) * 0.0045, -0.1,
        properties: #"{"name":"\#(number % 2 == 0 ? "Chips" : "Chops")","floor":\#(number % 3)}"#,
        id: "\(number)")
    })

  private static let menu = """
    name,chain,kcal
    Pie,,100
    Chip butty,Chips,200
    Cod,Lost,150
    Pie and mash,,300

    """

  private func with(_ body: (String, String, [String: String]) throws -> Void) throws {
    try Dataset.with(Self.line) { folder, data in
      let menu = try folder.write(Self.menu, to: "menu.csv")
      try body(data, menu, ["XDG_CONFIG_HOME": folder.path])
    }
  }

  private func ids(_ result: ProcessResult) -> [Int] {
    result.stdout.split(separator: "\n").compactMap { Int($0) }
  }

  /// 100 kcal take 2857.14 m at 70 kg, or 2380.95 m in a straight line: the fifth venue is at 2503 m, and the
  /// seventh is the last within one and a half times the distance.
  @Test func document() throws {
    try with { data, menu, _ in
      expect(
        try Finder.run("burn pie 51.5,-0.1 --limit 1 --json --menu \(menu)", data: data),
        stdout: """
          {"query":{"lat":51.5,"lon":-0.1,"limit":1,"radius_m":null,"match":null},
           "burn":{"meal":"Pie","kcal":100,"weight_kg":70,"pace_kmh":4.8,"mode":"walk","net":true,"kcal_per_km":35,"from_m":2857.1,"to_m":4285.7},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":1,
           "venues":[
            {"id":"5","name":"Chops","postcode":null,"lat":51.5225,"lon":-0.1,"distance_m":2503.3,"bearing_deg":0,"walk_m":3004,"walk_min":37.5,"burns_kcal":105.1,"properties":{"floor":2}}]}

          """)
    }
  }

  @Test func formsOfTheAnswer() throws {
    try with { data, menu, _ in
      let burn = "burn pie 51.5,-0.1 --menu \(menu)"
      expect(
        try Finder.run("\(burn) --csv", data: data),
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg,walk_m,walk_min,burns_kcal
          5,Chops,,51.5225,-0.1,2503.3,0,3004,37.5,105.1
          6,Chips,,51.527,-0.1,3004,0,3604.8,45.1,126.2
          7,Chops,,51.5315,-0.1,3504.6,0,4205.6,52.6,147.2

          """)
      expect(
        try Finder.run("\(burn) -q", data: data),
        stdout: """
            WALK     TIME  KCAL  OVER  DIR  NAME   POSTCODE
          3.0 km  ~38 min   105    +5  N    Chops
          3.6 km  ~46 min   126   +26  N    Chips
          4.2 km  ~53 min   147   +47  N    Chops

          """)
      expect(
        try Finder.run("\(burn) -n 1", data: data), stdout: nil,
        stderr: "finder: burn: an estimate: 100 kcal take 2.9 km at 70 kg and 4.8 km/h; "
          + "'finder help burn' has the formula\n")
      expect(
        try Finder.run("\(burn) --fields id,burns_kcal,walk_m --format ndjson -n 1", data: data),
        stdout: "{\"id\":\"5\",\"burns_kcal\":105.1,\"walk_m\":3004}\n")
      expect(
        try Finder.run("\(burn) --fields id,walk_min -n 1 -q", data: data),
        stdout: "ID  WALK_MIN\n5       37.5\n")
      let features = try Finder.run("\(burn) --format geojsonseq -n 1", data: data)
      #expect(
        features.stdout.contains(
          #""distance_m":2503.3,"bearing_deg":0,"walk_m":3004,"walk_min":37.5,"burns_kcal":105.1}"#),
        "\(features)")
      expect(try Finder.run("\(burn) --count", data: data), stdout: "3\n")
      expect(
        try Finder.run("burn 9999 51.5,-0.1 --exit-status -q", data: data), status: 1, stdout: "")
    }
  }

  @Test(arguments: [
    ("", [5, 6, 7]), ("--tolerance 0", []), ("--tolerance 6%", [5]),
    ("--tolerance 100", [5, 6, 7, 8, 9]),
    ("--return", [3]), ("--return --tolerance 100%", [3, 4]), ("--run", [3]),
    ("--gross", [4]), ("--weight 35", [10, 11, 12, 13, 14]), ("--weight 140", [3]),
    ("--order calories", [7, 6, 5]), ("--order calories -n 2", [7, 6]),
    ("--order distance -n 2", [5, 6]),
    ("--match chips", [6]), ("--where floor=1", [7]), ("--chain chops", [5, 7]),
    ("--independents-only", []), ("--one-per-chain", [5, 6]), ("--pace 2", [5, 6, 7]),
    ("--pace 2 --gross", [3]),
  ])
  func options(options: String, expected: [Int]) throws {
    try with { data, _, _ in
      let result = try Finder.run(
        "burn 100 51.5,-0.1 --format csv --fields id --no-header -q \(options)", data: data)
      #expect(result.status == 0 && ids(result) == expected, "\(result)")
    }
  }

  /// A meal of a chain is only searched for there.
  @Test(arguments: [
    ("butty", [10, 12, 14]), ("butty --anywhere", [10, 11, 12, 13, 14]),
    ("butty --chain chops", [11, 13]), ("butty --one-per-chain", [10]),
  ])
  func chains(line: String, expected: [Int]) throws {
    try with { data, menu, _ in
      let result = try Finder.run(
        "burn \(line) 51.5,-0.1 --format csv --fields id --no-header --menu \(menu)", data: data)
      expect(result, stdout: nil)
      #expect(ids(result) == expected)
    }
  }

  @Test func aChainThatIsNotThere() throws {
    try with { data, menu, _ in
      expect(
        try Finder.run("burn cod 51.5,-0.1 --csv --no-header --menu \(menu)", data: data),
        stdout: "",
        stderr:
          "finder: burn: no Lost in this dataset; --anywhere takes any venue that is far enough\n")
      // One plain note, also with a table.
      expect(
        try Finder.run("burn cod 51.5,-0.1 --menu \(menu)", data: data), stdout: "",
        stderr:
          "finder: burn: no Lost in this dataset; --anywhere takes any venue that is far enough\n")
      // A chain that exists, but not so far away.
      let butty = try Finder.run("burn butty 51.5,-0.1 --weight 10 --menu \(menu)", data: data)
      #expect(butty.stderr.contains("only venues of Chips were considered"), "\(butty)")
    }
  }

  /// Units other than the equations' do not give long fractions.
  @Test(arguments: [
    ("--weight 182lb --pace 6mph", "82.554", "9.656", "82.6 kg and 9.7 km/h"),
    ("--weight '13st 4lb' --pace '10 min/km'", "84.368", "6", "84.4 kg and 6 km/h"),
    ("--weight 12stone --pace 5kph", "76.204", "5", "76.2 kg and 5 km/h"),
  ])
  func units(options: String, weight: String, pace: String, words: String) throws {
    try with { data, menu, _ in
      func run(_ line: String) throws -> ProcessResult {
        try Finder.shell("finder burn \(line) \(options) --menu \(menu) --data \(data)")
      }
      for line in ["pie 51.5,-0.1", "--venue 12 51.5,-0.1"] {
        let json = try run("\(line) --json")
        #expect(
          json.stdout.contains("\"weight_kg\":\(weight),\"pace_kmh\":\(pace),"), "\(json)")
        #expect(try run(line).stderr.contains(" at \(words)") == true)
      }
      let menuNote = try Finder.shell("finder burn \(options) --menu \(menu)")
      #expect(menuNote.stderr == "finder: burn: estimates, at \(words)\n", "\(menuNote)")
    }
  }

  @Test(arguments: [
    "100", "100kcal", "100 KCAL", "100cal", "100 calories", "1e2 Cal", "100 kilocalories",
  ])
  func numbers(text: String) throws {
    try with { data, _, _ in
      let result = try Finder.run(
        ["burn", text, "51.5,-0.1", "--csv", "--fields", "id", "--no-header", "-q"], data: data)
      #expect(ids(result) == [5, 6, 7], "\(result)")
    }
  }

  @Test func quotesAndCommas() throws {
    try with { data, menu, _ in
      let advice = "quote the words that belong together: finder burn"
      for (line, end) in [
        (
          "chip butty 51.5,-0.1 -n 3",
          "; try: finder burn 'chip butty' 51.5,-0.1 --limit 3 --menu menu.csv\n"
        ),
        ("pi and 51.5,-0.1", "'pi' may be 2 meals; \(advice) 'pi and' 51.5,-0.1 --menu menu.csv\n"),
        (
          "fish pie 51.5,-0.1",
          "no meal is called 'fish'; \(advice) 'fish pie' 51.5,-0.1 --menu menu.csv\n"
        ),
        ("pi and Bath", "'pi' may be 2 meals; \(advice) 'pi and' Bath --menu menu.csv\n"),
        ("pi and", "'pi' may be 2 meals; \(advice) 'pi and' --menu menu.csv\n"),
        // Two numbers are a point.
        ("pi 51.5 -0.1", "'pi' may be 2 meals: give more of the name\n  Pie\n  Pie and mash\n"),
        (
          "1,000 51.5,-0.1",
          "no meal is called '1,000'\n  write a number of kcal without a comma, such as 1000\n"
        ),
        ("1,000 --at 51.5,-0.1", "  write a number of kcal without a comma, such as 1000\n"),
      ] {
        let result = try Finder.run(
          "burn \(line) --menu menu.csv", environment: ["FINDER_DATA": data],
          directory: folder(menu))
        #expect(result.status != 0 && result.stderr.contains(end), "\(line): \(result)")
      }
    }
  }

  private func folder(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  @Test func orderOfTheMenu() throws {
    try with { _, menu, _ in
      for (order, expected) in [
        ("", "100 200 150 300"), ("--order calories", "300 200 150 100"),
        ("--order distance", "100 150 200 300"),
      ] {
        let rows = try Finder.run("burn --menu \(menu) --csv --no-header \(order)").stdout
        let kilocalories = rows.split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false)[2]
        }
        #expect(kilocalories.joined(separator: " ") == expected)
      }
    }
  }

  @Test func settings() throws {
    try with { data, _, environment in
      let line = "burn 100 51.5,-0.1 --format csv --fields id --no-header -q"
      for words in ["weight 35", "pace 6", "walk-factor 2.4"] {
        expect(try Finder.run("config set \(words)", environment: environment), stdout: "")
      }
      for (more, expected) in [("", [5, 6, 7]), ("--no-config", [5, 6, 7]), ("--weight 70", [3])] {
        let result = try Finder.run("\(line) \(more)", data: data, environment: environment)
        #expect(ids(result) == expected, "\(result)")
      }
      let json = try Finder.run(
        "burn 100 51.5,-0.1 --json -n 1", data: data, environment: environment)
      #expect(json.stdout.contains(#""weight_kg":35,"pace_kmh":6,"#), "\(json)")
      let run = try Finder.run(
        "burn 100 51.5,-0.1 --json -n 1 --run", data: data, environment: environment)
      #expect(run.stdout.contains(#""weight_kg":35,"pace_kmh":10,"mode":"run""#), "\(run)")
    }
  }

  @Test func theMenu() throws {
    try with { _, menu, _ in
      expect(
        try Finder.run("burn --menu \(menu) -q"),
        stdout: """
          KCAL    WALK     TIME  MEAL          CHAIN
           100  2.9 km  ~36 min  Pie
           200  5.7 km  ~1 h 12  Chip butty    Chips
           150  4.3 km  ~54 min  Cod           Lost
           300  8.6 km  ~1 h 48  Pie and mash

          """)
      expect(
        try Finder.run("burn --menu \(menu) --match pie --json"),
        stdout: """
          [
           {"name":"Pie","chain":null,"kcal":100,"country":null,"year":null,"source":null,"walk_m":2857.1,"walk_min":35.7},
           {"name":"Pie and mash","chain":null,"kcal":300,"country":null,"year":null,"source":null,"walk_m":8571.4,"walk_min":107.1}]

          """)
      expect(
        try Finder.run("burn --menu \(menu) --match butty --csv"),
        stdout: """
          name,chain,kcal,country,year,source,walk_m,walk_min
          Chip butty,Chips,200,,,,5714.3,71.4

          """)
      expect(
        try Finder.run("burn --menu \(menu) --match soup -q --exit-status"), status: 1, stdout: "")
      // A menu that finder wrote can be read again, and may come through a pipe.
      expect(
        try Finder.shell(
          "finder burn --csv | finder burn --menu - --csv | cmp - <(finder burn --csv)"),
        stdout: "")
      #expect(try Finder.run("burn --format ndjson").stdout.split(separator: "\n").count == 69)
    }
  }

  @Test func oneVenue() throws {
    try with { data, menu, _ in
      let burn = "burn --menu \(menu)"
      expect(
        try Finder.run("\(burn) --venue 12 51.5,-0.1 --json", data: data),
        stdout: """
          {"burn":{"weight_kg":70,"pace_kmh":4.8,"mode":"walk","net":true,"kcal_per_km":35},
           "venue":{"id":"12","name":"Chips","postcode":null,"lat":51.554,"lon":-0.1,"distance_m":6008,"bearing_deg":0,"walk_m":7209.5,"walk_min":90.1,"burns_kcal":252.3,"properties":{"floor":0}},
           "meals":[
            {"name":"Chip butty","chain":"Chips","kcal":200,"country":null,"year":null,"source":null,"walk_m":5714.3,"walk_min":71.4},
            {"name":"Cod","chain":"Lost","kcal":150,"country":null,"year":null,"source":null,"walk_m":4285.7,"walk_min":53.6},
            {"name":"Pie","chain":null,"kcal":100,"country":null,"year":null,"source":null,"walk_m":2857.1,"walk_min":35.7}]}

          """)
      // A name: the nearest of the chain.
      let table = try Finder.run("\(burn) --venue chips --at 51.5,-0.1", data: data)
      expect(
        table,
        stdout: """
          venue      Chips
          walk       1.2 km, ~16 min
          burns      42.1 kcal

          """,
        stderr: "finder: burn: no meal on the menu is that small; "
          + "estimates, at 70 kg and 4.8 km/h\n")
      #expect(
        try Finder.run("\(burn) --venue 12 51.5,-0.1 -n 1 --csv --no-header", data: data).stdout
          .hasPrefix("Chip butty,") == true)
      for (limit, note) in [("1", "the largest 1 of 3 meals; --limit 0 shows all\n"), ("3", nil)] {
        let result = try Finder.run("\(burn) --venue 12 51.5,-0.1 -n \(limit)", data: data)
        #expect(
          result.stderr == "finder: burn: estimates, at 70 kg and 4.8 km/h\n"
            + (note.map { "finder: burn: \($0)" } ?? ""), "\(result)")
      }
      expect(
        try Finder.run("\(burn) --venue zzz 51.5,-0.1", data: data), status: 1, stdout: "",
        stderr: nil)
    }
  }

  @Test func wrongUse() throws {
    try with { data, menu, environment in
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run("burn \(line) --menu \(menu)", data: data)
      }
      for line in [
        "pie", "pie 51.5,-0.1 --tolerance -1", "pie 51.5,-0.1 --tolerance x", "0 51.5,-0.1",
        "pie 51.5,-0.1 --weight 0", "pie 51.5,-0.1 --pace fast", "--where x", "--at 51.5,-0.1",
        "--limit 3", "--geojson", "--format geojson", "--venue 12 51.5,-0.1 --anywhere",
        "pie 51.5,-0.1 extra", "500 51.5,-0.1", "--venue 12", "pie 99,-0.1",
      ] {
        expect(try run(line), status: 64, stdout: "", stderr: nil)
      }
      expect(
        try run("pi 51.5,-0.1"), status: 64, stdout: "",
        stderr: "finder: burn: 'pi' may be 2 meals: give more of the name\n  Pie\n  Pie and mash\n")
      expect(
        try run("piee 51.5,-0.1"), status: 1, stdout: "",
        stderr: "finder: burn: no meal is called 'piee'; did you mean 'Pie'?\n"
          + "  'finder burn' shows the menu; a number of kcal also works\n")
      expect(
        try run("51.5,-0.1"), status: 1, stdout: "",
        stderr: "finder: burn: no meal is called '51.5,-0.1'\n"
          + "  a single argument is the meal: finder burn MEAL POINT\n")
      expect(
        try Finder.run("burn --menu /nonexistent", environment: environment), status: 66,
        stdout: "",
        stderr: nil)
      expect(try Finder.run("burn --menu \(data)"), status: 65, stdout: "", stderr: nil)
      expect(try Finder.run("burn 500 40,-0.1", data: data), status: 3, stdout: "", stderr: nil)
      expect(
        try Finder.run("burn 500 51.5,-0.1 -o \(data)", data: data), status: 64, stdout: "",
        stderr: nil)
    }
  }

  /// The sample, compared with what `near` finds: the same venues in the same order.
  @Test(
    .slow, arguments: [("500", "51.5074,-0.1278"), ("100", "53.48,-2.24"), ("1500", "51.5,-3.2")])
  func againstNear(kilocalories: String, point: String) throws {
    let near = try Finder.run(
      ["near", point, "-n", "0", "--csv", "--fields", "id,distance_m", "--no-header"],
      data: Sample.path)
    let from = try #require(Double(kilocalories)) / 35 * 1000
    // Distances there are rounded, so venues exactly on the line are left to the engine's own tests.
    let expected = near.stdout.split(separator: "\n").filter { row in
      let distance = Double(row.split(separator: ",")[1]) ?? 0
      #expect(abs(distance * 1.2 - from) > 0.1 && abs(distance * 1.2 - from * 1.5) > 0.1)
      return distance * 1.2 >= from && distance * 1.2 <= from * 1.5
    }
    #expect(expected.count > 50)
    for limit in [0, 1, 10, 40] {
      let burn = try Finder.run(
        [
          "burn", kilocalories, point, "-n", "\(limit)", "--csv", "--fields", "id,distance_m",
          "--no-header",
        ], data: Sample.path)
      let found = burn.stdout.split(separator: "\n")
      #expect(found == (limit == 0 ? expected : Array(expected.prefix(limit))), "\(limit)")
    }
  }
}
