import FinderEngine
import TestSupport
import Testing

/// `--open` and `--unknown-hours` in all commands that have them.
@Suite struct OpenOptionTests {
  /// Going north from 51.5, 111 m apart; and, 4 and 9 km further, two that are never open, without which
  /// `Chips` would not be a chain.
  static let venues = Dataset.collection(
    [
      ("Always", #""opening_hours":"24/7""#),
      ("Day", #""opening_hours":"Mo-Fr 09:00-17:30","postcode":"N1 1AA""#),
      ("Night", #""opening_hours":"Mo-Su 18:00-02:00","beer":"ale""#),
      ("Bad", #""opening_hours":"Mo-Fr 9h""#),
      ("None", #""beer":"ale""#),
      ("Weekend", #""Opening Hours":"Sa,Su 10:00-16:00; PH off","postcode":"N1 1AB""#),
      ("Scots", #""opening_hours":"24/7; PH off","postcode":"EH1 1AA""#),
      ("Chips", #""opening_hours":"off","hours":"own""#),
      ("CHIPS", #""opening_hours":"Mo-Fr 09:00-12:30""#),
      ("Chips", #""opening_hours":"off""#),
      ("Chips", #""opening_hours":"off""#),
    ]
    .enumerated().map { number, venue in
      Dataset.feature(
        51.5 + Double(number < 9 ? number : (number - 8) * 40) / 1000, -0.1,
        properties: "{\"name\":\"\(venue.0)\",\(venue.1)}", id: "\"\(number)\"")
    })

  /// A Monday.
  private static let noon = "2026-11-23T12:00"
  private static let left =
    "2 venues with unknown opening hours were left out; --unknown-hours keep shows them"

  private func ids(_ words: [String], _ data: String) throws -> String {
    let result = try Finder.run(
      words + ["--format", "csv", "--no-header", "--fields", "id"], data: data)
    expect(result, stderr: nil)
    return result.stdout.split(separator: "\n").joined(separator: " ")
  }

  @Test(arguments: [
    ("2026-11-23T12:00", "0 1 6 8"), ("2026-11-23T17:29", "0 1 6"), ("2026-11-23T17:30", "0 6"),
    ("2026-11-23T08:59", "0 6"), ("2026-11-23 18:00", "0 2 6"), ("2026-11-24T01:59", "0 2 6"),
    ("2026-11-24T02:00", "0 6"), ("2026-11-21T12:00", "0 5 6"), ("2026-11-21T16:00", "0 6"),
    // Boxing Day on a Saturday; the second of January is only a holiday in Scotland.
    ("2026-12-26T12:00", "0"), ("2027-01-02T12:00", "0 5"),
    // An hour that the clocks skip, and one that they show twice.
    ("2026-03-29T01:30", "0 2 6"), ("2026-10-25T01:30", "0 2 6"),
  ])
  func near(moment: String, expected: String) throws {
    try Dataset.with(Self.venues) { _, data in
      for command in [
        ["near", "51.5,-0.1", "-n", "0"], ["within", "--bbox", "-1,51,1,52", "51.5,-0.1"],
      ] {
        #expect(try ids(command + ["--open", moment], data) == expected)
        let count = "\(expected.split(separator: " ").count)\n"
        expect(
          try Finder.run(command + ["--open", moment, "--count"], data: data), stdout: count,
          stderr: "finder: \(command[0]): \(Self.left)\n")
      }
      let first = String(expected.prefix { $0 != " " })
      #expect(try ids(["near", "51.49,-0.1", "-n", "1", "--open", moment], data) == first)
    }
  }

  @Test(arguments: [
    ("--unknown-hours keep", "0 1 3 4 6 8"), ("--unknown-hours drop", "0 1 6 8"),
    ("--unknown-hours keep -n 3", "0 1 3"), ("--match c", "8"), ("--where beer", ""),
    ("--where beer --unknown-hours keep", "4"), ("-r 150m", "0 1"),
    ("--independents-only", "0 1 6"),
    ("--chain chips", "8"), ("--one-per-chain", "0 1 6 8"), ("--not-visited", "0 1 6 8"),
  ])
  func withOthers(options: String, expected: String) throws {
    try Dataset.with(Self.venues) { _, data in
      let words = Finder.words("near 51.5,-0.1 \(options) --open") + [Self.noon]
      let found = try ids(words, data)
      #expect(found == expected)
    }
  }

  @Test func table() throws {
    try Dataset.with(Self.venues) { _, data in
      expect(
        try Finder.run("near 51.5,-0.1 --open \(Self.noon)", data: data),
        stdout: """
          DISTANCE  DIR     WALK  NAME    POSTCODE  HOURS
               0 m  ·     ~0 min  Always            always open
             111 m  N     ~2 min  Day     N1 1AA    open till 17:30
             668 m  N    ~11 min  Scots   EH1 1AA   open till 2026-11-30 00:00
             890 m  N    ~14 min  CHIPS             open till 12:30

          """, stderr: "finder: near: \(Self.left)\n")
    }
  }

  @Test("If all are closed, a note says so")
  func allClosed() throws {
    try Dataset.with(Self.venues) { _, data in
      let closed = "nothing that matches is open at 12:00 on Mon 2026-11-23 (1 closed"
      expect(
        try Finder.run("closest night 51.5,-0.1 --open \(Self.noon)", data: data), stdout: nil,
        stderr: "finder: closest: \(closed))\n")
      let two = try Finder.run(
        "near 51.5,-0.1 --match n --where beer --open \(Self.noon)", data: data)
      expect(
        two, stdout: nil,
        stderr: "finder: near: \(closed), 1 with unknown hours; --unknown-hours keep shows them)\n"
      )
      let none = try Finder.run("near 51.5,-0.1 -r 1 --match q --open \(Self.noon)", data: data)
      expect(
        none, stdout: nil,
        stderr:
          "finder: near: --radius 1: that is 1 metre; for kilometres or miles: -r 1km or -r 1mi\n"
          + "finder: near: no venue found\n")
    }
  }

  @Test("The document, and the columns", .slow)
  func programs() throws {
    try Dataset.with(Self.venues) { folder, data in
      try folder.age()
      let cache = ["XDG_CACHE_HOME": folder.path]
      for _ in 1...3 {
        expect(
          try Finder.run(
            "near 51.5,-0.1 -n 2 --json --open \(Self.noon)", data: data, environment: cache),
          stdout: """
            {"query":{"lat":51.5,"lon":-0.1,"limit":2,"radius_m":null,"match":null,"open":"2026-11-23T12:00"},
             "camera":{"inside":true,"moved":false},
             "data":{"source":"option"},
             "count":2,
             "venues":[
              {"id":"0","name":"Always","postcode":null,"lat":51.5,"lon":-0.1,"distance_m":0,"bearing_deg":0,"hours":{"state":"open","until":null},"properties":{"opening_hours":"24/7"}},
              {"id":"1","name":"Day","postcode":"N1 1AA","lat":51.501,"lon":-0.1,"distance_m":111.3,"bearing_deg":0,"hours":{"state":"open","until":"2026-11-23T17:30"},"properties":{"opening_hours":"Mo-Fr 09:00-17:30"}}]}

            """)
      }
      let keep = "near 51.504,-0.1 -n 1 --open \(Self.noon) --unknown-hours keep"
      expect(
        try Finder.run("\(keep) --format ndjson", data: data),
        stdout:
          #"{"id":"4","name":"None","postcode":null,"lat":51.504,"lon":-0.1,"distance_m":0,"bearing_deg":0,"#
          + #""hours":{"state":"unknown","until":null},"properties":{"beer":"ale"}}"# + "\n")
      expect(
        try Finder.run("near 51.501,-0.1 -n 1 --csv --open \(Self.noon)", data: data),
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg,hours_state,hours_until
          1,Day,N1 1AA,51.501,-0.1,0,0,open,2026-11-23T17:30

          """)
      expect(
        try Finder.run("\(keep) --format tsv --no-header", data: data),
        stdout: "4\tNone\t\t51.504\t-0.1\t0\t0\tunknown\t\n")
      expect(
        try Finder.run("near 51.501,-0.1 -n 1 --format geojsonseq --open \(Self.noon)", data: data),
        stdout:
          "\u{1E}"
          + #"{"type":"Feature","id":"1","properties":{"name":"Day","opening_hours":"Mo-Fr 09:00-17:30","#
          + #""postcode":"N1 1AA","distance_m":0,"bearing_deg":0,"hours":{"state":"open","until":"2026-11-23T17:30"}},"#
          + #""geometry":{"type":"Point","coordinates":[-0.1,51.501]}}"# + "\n")
    }
  }

  @Test("With --fields, and instead of a property of that name")
  func fields() throws {
    try Dataset.with(Self.venues) { _, data in
      let line =
        "near 51.501,-0.1 -n 1 --open \(Self.noon) --fields name,hours,hours_until,hours_state"
      expect(
        try Finder.run("\(line) --csv", data: data),
        stdout: "name,hours,hours_until,hours_state\n"
          + #"Day,"{""state"":""open"",""until"":""2026-11-23T17:30""}",2026-11-23T17:30,open"#
          + "\n")
      expect(
        try Finder.run("\(line) --format ndjson", data: data),
        stdout:
          #"{"name":"Day","hours":{"state":"open","until":"2026-11-23T17:30"},"hours_until":"2026-11-23T17:30","hours_state":"open"}"#
          + "\n")
      expect(
        try Finder.run("near 51.507,-0.1 -n 1 --fields hours --csv", data: data),
        stdout: "hours\nown\n")
    }
  }

  @Test func closest() throws {
    try Dataset.with(Self.venues) { folder, data in
      let home = ["XDG_DATA_HOME": folder.path]
      #expect(try ids(["closest", "chips", "51.5,-0.1"], data) == "7")
      #expect(try ids(["closest", "chips", "51.5,-0.1", "--open", Self.noon], data) == "8")
      for name in ["chips", "day"] {
        expect(
          try Finder.run(["favourites", "add", name], data: data, environment: home), stderr: nil)
      }
      let all = try Finder.run(
        "closest --all 51.5,-0.1 --open 2026-11-23T13:00", data: data, environment: home)
      expect(
        all,
        stdout: """
          FAVOURITE  DISTANCE  DIR    WALK  NAME            POSTCODE  HOURS
          chips                             (none is open)
          day           111 m  N    ~2 min  Day             N1 1AA    open till 17:30

          """, stderr: nil)
    }
  }

  @Test func burn() throws {
    try Dataset.with(Self.venues) { _, data in
      let result = try Finder.run(
        "burn 20 51.5,-0.1 --tolerance 500% --format csv --no-header --open \(Self.noon)",
        data: data)
      expect(result, stderr: nil)
      let rows = result.stdout.split(separator: "\n")
      #expect(rows.map { $0.prefix(1) } == ["6", "8"], "\(result)")
      #expect(rows.first?.contains(",open,2026-11-") == true, "\(result)")
    }
  }

  @Test func clustersAndBulk() throws {
    try Dataset.with(Self.venues) { _, data in
      let groups = try Finder.run(
        "clusters --zoom 0 --csv --no-header --open \(Self.noon)", data: data)
      expect(groups, stderr: "finder: clusters: \(Self.left)\n")
      #expect(groups.stdout.split(separator: ",").dropFirst().first == "4", "\(groups)")
      let id = groups.stdout.prefix { $0 != "," }
      #expect(try ids(["near", "51.5,-0.1", "--open", Self.noon], data) == "0 1 6 8")
      let members = try Finder.run(
        "clusters --members \(id) --format csv --no-header --open \(Self.noon)", data: data)
      #expect(members.stdout.split(separator: "\n").count == 4, "\(members)")
      #expect(members.stdout.contains(",open,2026-11-23T17:30"), "\(members)")
      let left = "in the whole dataset, \(Self.left)"
      for jobs in 1...2 {
        let points = "lat,lon\n51.505,-0.1\n51.5,-0.1\n"
        expect(
          try Finder.run(
            "bulk --csv --jobs \(jobs) --open \(Self.noon)", data: data,
            stdin: .bytes(Array(points.utf8))),
          stdout: """
            lat,lon,rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,bearing_deg,hours_state,hours_until,error
            51.505,-0.1,1,6,Scots,EH1 1AA,51.506,-0.1,111.3,0,open,2026-11-30T00:00,
            51.5,-0.1,1,0,Always,,51.5,-0.1,0,0,open,,

            """, stderr: "finder: bulk: \(left)\n")
        let answers = try Finder.run(
          "bulk --jobs \(jobs) --open \(Self.noon)", data: data, stdin: .bytes(Array(points.utf8)))
        expect(answers, stderr: "finder: bulk: \(left)\n")
        #expect(answers.stdout.contains(#""hours":{"state":"open","until":null}"#), "\(answers)")
        let quiet = ["bulk", "-q", "--open", Self.noon]
        expect(try Finder.run(quiet, data: data, stdin: .text(points)), stdout: nil)
        let keep = ["bulk", "--unknown-hours", "keep", "--open", Self.noon]
        expect(try Finder.run(keep, data: data, stdin: .text(points)), stdout: nil)
      }
    }
  }

  @Test("Maps: the list, the drawing and the page")
  func map() throws {
    try Dataset.with(Self.venues) { folder, data in
      let list = try Finder.run("map 51.5,-0.1 --open \(Self.noon)", data: data)
      #expect(list.stdout.contains("Day     N1 1AA    open till 17:30\n"), "\(list)")
      #expect(list.stderr.contains(Self.left), "\(list)")
      let drawn = try Finder.run(
        "map 51.5,-0.1 --open \(Self.noon) --format text --marks ascii --size 80x10 -q", data: data)
      #expect(drawn.stdout.contains("open till 12:30\n") && !drawn.stdout.contains("Night"))
      let beside = try Finder.run(
        "map 51.5,-0.1 --open \(Self.noon) --format text --marks ascii --size 120x12 -q", data: data
      )
      #expect(beside.stdout.contains("111 m  N  open till 17:30"), "\(beside)")
      let page = folder.file("page.html")
      expect(
        try Finder.run(
          ["map", "--open", Self.noon, "--output", page, "--exit-status", "-q"], data: data))
      expect(
        try Finder.run(
          [
            "map", "--open", Self.noon, "--match", "night", "--output", page, "--exit-status", "-q",
          ],
          data: data), status: 1)
    }
  }

  // MARK: Notes and errors

  @Test func noHours() throws {
    try Dataset.with(Dataset.square) { _, data in
      let none = "no venue in this dataset has opening hours"
      for format in ["json", "table"] {
        expect(
          try Finder.run(
            "near 51.5,-0.1 --open \(Self.noon) --exit-status -f \(format)", data: data),
          status: 1,
          stdout: nil, stderr: "finder: near: \(none)\n")
      }
      let kept = try Finder.run(
        "near 51.5,-0.1 -n 1 --open \(Self.noon) --unknown-hours keep --fields name,hours_state",
        data: data)
      expect(
        kept, stdout: "NAME    hours_state\nNelson  unknown\n", stderr: "finder: near: \(none)\n")
      expect(try Finder.run("near 51.5,-0.1 --open now -q", data: data), stdout: "")
    }
  }

  @Test(
    "Those left out are counted in every format",
    arguments: [
      "near 51.5,-0.1", "near 51.5,-0.1 --count", "near 51.5,-0.1 --json --count",
      "near 51.5,-0.1 --csv", "near 51.5,-0.1 --json", "near 51.5,-0.1 -f ndjson",
      "near 51.5,-0.1 -f geojson", "within 51.5,-0.1 -r 1km --count",
    ])
  func leftOut(line: String) throws {
    try Dataset.with(Self.venues) { _, data in
      let name = line.prefix { $0 != " " }
      expect(
        try Finder.run("\(line) --open \(Self.noon)", data: data), stdout: nil,
        stderr: "finder: \(name): \(Self.left)\n")
      expect(try Finder.run("\(line) --open \(Self.noon) -q", data: data), stdout: nil)
    }
  }

  @Test("If a limit cuts the answer, only nearer venues count as left out")
  func nearer() throws {
    try Dataset.with(Self.venues) { _, data in
      for (limit, note) in [
        (2, ""), (3, "2 nearer venues with unknown opening hours were left out; "),
      ] {
        let result = try Finder.run("near 51.5,-0.1 -n \(limit) --open \(Self.noon)", data: data)
        #expect(note.isEmpty ? result.stderr.isEmpty : result.stderr.contains(note), "\(result)")
      }
      let none = try Finder.run("near 51.503,-0.1 -r 50m --open \(Self.noon)", data: data)
      expect(
        none,
        stdout: "",
        stderr: "finder: near: 1 venue with unknown opening hours was left out; "
          + "--unknown-hours keep shows them\nfinder: near: no venue found\n")
    }
  }

  @Test(arguments: ["UTC0", "XXX-05:45", "YYY+11", "Europe/London", ""])
  func now(zone: String) throws {
    try Dataset.with(Self.venues) { _, data in
      // Unless a minute ends between the two.
      for attempt in 1...3 {
        let clock = try ProcessRunner.shell(
          "date +%Y-%m-%dT%H:%M", environment: ["TZ": zone, "PATH": "/usr/bin:/bin"])
        let line = "near 51.5,-0.1 -n 1 --json --open"
        let result = try Finder.run("\(line) now", data: data, environment: ["TZ": zone])
        let text = String(clock.stdout.dropLast())
        if result.stdout.contains(#""open":"\#(text)""#) { return }
        guard attempt < 3 else { return #expect(Bool(false), "\(zone): \(text): \(result)") }
      }
    }
  }

  /// The C library uses UTC for a zone that it does not know.
  @Test func anUnknownTimeZone() throws {
    try Dataset.with(Self.venues) { folder, data in
      let near = "near 51.5,-0.1 -n 1 --json --open"
      let note =
        "finder: near: TZ=Rubbish/Zone is not a time zone that this machine knows: its clock"
      let rubbish = ["TZ": "Rubbish/Zone"]
      let now = try Finder.run("\(near) now", data: data, environment: rubbish)
      #expect(now.status == 0 && now.stderr.contains(note), "\(now)")
      expect(try Finder.run("\(near) now -q", data: data, environment: rubbish))
      // A fully specified moment needs no clock.
      let given = try Finder.run("\(near) \(Self.noon)", data: data, environment: rubbish)
      #expect(!given.stderr.contains("TZ"), "\(given)")
      _ = try folder.write("", to: "Zone")
      for (zone, more) in [
        ("UTC0", [:]), ("UTC", [:]), ("<+03>-3", [:]), ("XXX-05:45", [:]), ("", [:]),
        (":EST5EDT,M3.2.0,M11.1.0", [:]), ("Zone", ["TZDIR": folder.path]),
        (folder.file("Zone"), [:]),
      ] as [(String, [String: String])] {
        let result = try Finder.run(
          "\(near) now", data: data, environment: ["TZ": zone].merging(more) { $1 })
        #expect(result.status == 0 && !result.stderr.contains("TZ="), "\(zone): \(result)")
      }
    }
  }

  private static let help =
    "--open [WHEN]  only venues that are open then: now, 7pm, tonight, friday, 'friday 7pm', "
    + "2026-11-22T18:30 (see 'finder help near')"
  private static let expected =
    "is not a time: expected now, 18:30, 7pm, tonight, friday, 'friday 7pm' or 2026-11-22T18:30"

  @Test(arguments: [
    ("map", "is not a time; 'finder show VENUE --open map' opens links"),
    ("Directions", "is not a time; 'finder show VENUE --open directions' opens links"),
    (
      "2026-11-22T18:30:00Z",
      "is more than a time: expected 2026-11-22T18:30, as the clocks show it "
        + "where the venues are, without seconds or a zone"
    ),
    ("2026-11-31T18:30", expected), ("25:00", expected), ("13pm", expected),
    ("27/11/2026", expected),
  ])
  func notATime(text: String, problem: String) throws {
    expectUsage(
      try Finder.run(["near", "51.5,-0.1", "--open", text], data: "/nonexistent"),
      "near: --open \(text) \(problem)", Self.help)
  }

  /// A word that is nearly a time is neither a time nor a point.
  @Test(arguments: [
    ("tomorow", "tomorrow"), ("tonigth", "tonight"), ("Fridya", "friday"), ("lucnh", "lunch"),
    ("wendesday", "wednesday"),
  ])
  func nearlyATime(typed: String, meant: String) throws {
    for line in ["near 51.5,-0.1 --open \(typed) -n 3", "near --open \(typed) 51.5,-0.1 -n 3"] {
      expectUsage(
        try Finder.run(line),
        "near: --open \(typed) is not a time; try: finder near 51.5,-0.1 --open \(meant) --limit 3",
        "")
    }
  }

  /// A named day is a date, not part of a venue's name.
  @Test(arguments: [
    ("christmas", "12-25"), ("Xmas", "12-25"), ("boxing-day", "12-26"), ("halloween", "10-31"),
  ])
  func aDayWithAName(typed: String, date: String) throws {
    for line in ["near 51.5,-0.1 --open \(typed)", "near --open \(typed) 51.5,-0.1"] {
      let result = try Finder.run(line)
      let start =
        "finder: near: --open \(typed) is not a time; try: finder near 51.5,-0.1 --open 20"
      #expect(result.status == 64 && result.stderr.hasPrefix(start), "\(result)")
      #expect(result.stderr.hasSuffix("-\(date)\n"), "\(result)")
    }
    let unquoted = try Finder.run("near London --open boxing day")
    #expect(
      unquoted.status == 64 && unquoted.stderr.contains("; try: finder near London --open 20"),
      "\(unquoted)")
  }

  /// At every place in a line, before a point and before a file.
  @Test func withoutAValue() throws {
    try Dataset.with(Self.venues) { folder, data in
      try folder.write("lat,lon\n51.5,-0.1\n", to: "points.csv")
      for line in [
        "near --open 51.5,-0.1 -n 1 --csv", "near 51.5,-0.1 --open -n 1 --csv",
        "near 51.5,-0.1 -n 1 --csv --open", "--open near 51.5,-0.1 -n 1 --csv",
        "near --open 51.5 -0.1 -n 1 --csv", "near --open=now 51.5,-0.1 -n 1 --csv",
        "closest --open always 51.5,-0.1 --csv",
        "within 51.5,-0.1 --open --radius 50m --csv",
        "bulk --open points.csv --csv", "bulk points.csv --csv --open", "map --open 51.5,-0.1",
      ] {
        let result = try Finder.run(line, data: data, directory: folder.path)
        expect(result, stdout: nil, stderr: nil)
        #expect(result.stdout.contains("Always"), "\(result)")
        #expect(result.stderr.contains(": --open now: "), "\(result)")
      }
      for (value, meant) in [
        ("friday", "any time on Fri "), ("'friday 7pm'", "19:00 on Fri "),
        ("2026-11-27", "any time on Fri 2026-11-27"), ("'2026-11-27 7.30pm'", ""),
      ] {
        for line in ["near --open \(value) 51.5,-0.1", "near 51.5,-0.1 --open \(value)"] {
          let result = try Finder.shell("finder \(line) -n 1 --data '\(data)'")
          #expect(result.status == 0 && result.stdout.contains("Always"), "\(result)")
          #expect(
            meant.isEmpty
              ? result.stderr.isEmpty : result.stderr.contains(": --open \(value): \(meant)"),
            "\(result)")
        }
      }
    }
    let quoted = "needs quotes; try: finder"
    for (line, problem) in [
      (
        "near --open friday 7pm London",
        "near: --open friday 7pm \(quoted) near London --open 'friday 7pm'"
      ),
      (
        "near London --open friday 7pm",
        "near: --open friday 7pm \(quoted) near London --open 'friday 7pm'"
      ),
      (
        "bulk --open friday 7 pm x.csv",
        "bulk: --open friday 7 pm \(quoted) bulk x.csv --open 'friday 7 pm'"
      ),
    ] {
      expectUsage(try Finder.run(line), problem, "")
    }
  }

  /// A whole Friday: what opens on it, from when till when, and what does not open on it at all.
  @Test func wholeDays() throws {
    try Dataset.with(Self.venues) { _, data in
      #expect(try ids(["near", "51.5,-0.1", "--open", "2026-11-27T00:00"], data) == "0 2 6")
      let day = ["near", "51.5,-0.1", "-n", "0", "-q", "--open", "2026-11-27"]
      #expect(try ids(day, data) == "0 1 2 6 8")
      let table = try Finder.run(day, data: data).stdout
      for text in ["always open", "open 09:00–17:30", "open till 02:00", "open 09:00–12:30"] {
        #expect(table.contains(text), "\(table)")
      }
      let json = try Finder.run(day + ["--json"], data: data).stdout
      #expect(json.contains(#""match":null,"open":"2026-11-27"}"#), "\(json)")
      #expect(
        json.contains(#""hours":{"state":"open","until":"2026-11-27T17:30"}"#), "\(json)")
      let none = try Finder.run(
        "near 51.5,-0.1 --match day --open 2026-11-28", data: data)
      expect(
        none, stdout: nil,
        stderr: "finder: near: --open 2026-11-28: any time on Sat 2026-11-28\n"
          + "finder: near: nothing that matches is open on Sat 2026-11-28 (1 closed)\n")
    }
  }

  @Test func withoutEffect() throws {
    for command in [
      "near 51.5,-0.1", "within 51.5,-0.1 -r 1km", "closest x 51.5,-0.1",
      "burn 500 51.5,-0.1", "map", "clusters --zoom 5", "bulk /dev/null", "closest --all 51.5,-0.1",
    ] {
      let result = try Finder.run("\(command) --unknown-hours keep", data: "/nonexistent")
      #expect(
        result.status == 64
          && result.stderr.contains("--unknown-hours has no effect without --open"), "\(result)")
    }
    for command in ["burn --open now", "burn --venue x 51.5,-0.1 --open now"] {
      let result = try Finder.run(command, data: "/nonexistent")
      #expect(result.status == 64 && result.stderr.contains("--open has no effect"), "\(result)")
    }
  }
}
