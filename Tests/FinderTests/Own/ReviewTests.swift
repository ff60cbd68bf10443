import FinderEngine
import TestSupport
import Testing

/// `finder visit` and `finder review`, as users run them.
@Suite struct ReviewTests {
  private func add(_ place: VisitPlace, _ words: String...) throws -> String {
    try place.added(["review", "add"] + words)
  }

  @Test func addedAndListed() throws {
    try VisitPlace.with { place in
      let lion = try add(
        place, "Lion", "--rating", "4", "--text", " Good\nbread ", "--date", "2025-06-14")
      let nelson = try add(
        place, "nelson", "--rating", "2", "--recommend", "no", "--service", "take-away", "--date",
        "2025-06-15")
      let visit = try place.added([
        "visit", "add", "Pigeon", "--note", "with Ann", "--date", "2025-06-13",
      ])
      expect(
        try place.run("review list"),
        stdout: """
          DATE        RATING  VENUE   POSTCODE  TEXT        ID
          2025-06-15  2/5 -   Nelson                        \(nelson)
          2025-06-14  4/5     Lion              Good bread  \(lion)

          """)
      expect(
        try place.run("review list --json"),
        stdout: """
          [
           {"id":"\(nelson)","venue":{"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128},"date":"2025-06-15","kind":"review","rating":2,"recommend":false,"service":"take-away"},
           {"id":"\(lion)","venue":{"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127},"date":"2025-06-14","kind":"review","rating":4,"text":"Good\\nbread"}]

          """)
      expect(
        try place.run("review list LION --format csv"),
        stdout: """
          id,date,kind,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,rating,recommend,service,text,photos,closed,venue_id_now,missing
          \(lion),2025-06-14,review,Lion,Lion,,51.51,-0.127,4,,,Good bread,,,,

          """)
      expect(
        try place.run("review list Pigeon"), stdout: "",
        stderr: "finder: review list: no review found\n")
      expect(try place.run("review list Pigeon --exit-status -q"), status: 1, stdout: "")
      expect(
        try place.run("review show \(visit)"),
        stdout: """
          id         \(visit)
          kind       visit
          date       2025-06-13
          venue      Pigeon
          venue id   Pigeon

          with Ann

          """)
      expect(
        try place.run("review show \(visit) --format ndjson"),
        stdout: """
          {"id":"\(visit)","venue":{"id":"Pigeon","name":"Pigeon","postcode":null,"lat":51.488,"lon":-0.128},"date":"2025-06-13","kind":"visit","text":"with Ann"}

          """)
      #expect(try Files.names(in: place.data) == [".own.lock", "visits.ndjson"])
    }
  }

  @Test func changed() throws {
    try VisitPlace.with { place in
      let id = try add(place, "Lion", "--rating", "4", "--text", "t")
      let visit = try place.added(["visit", "add", "Lion"])
      func show(_ id: String) throws -> String {
        String(
          try place.run("review show \(id) --json").stdout.split(separator: "},", maxSplits: 1)[1])
      }
      let today = try show(id).split(separator: "\"")[2]
      expect(
        try place.run("review edit \(id) --rating 5 --service delivery --recommend yes"), stdout: ""
      )
      #expect(
        try show(id)
          == "\"date\":\"\(today)\",\"kind\":\"review\",\"rating\":5,\"recommend\":true,"
          + "\"service\":\"delivery\",\"text\":\"t\"}\n")
      expect(
        try place.run(
          "review edit \(id) --rating none --service none --recommend none --date 2025-01-02"),
        stdout: "")
      #expect(try show(id) == "\"date\":\"2025-01-02\",\"kind\":\"review\",\"text\":\"t\"}\n")
      expect(
        try place.run(["review", "edit", id, "--text", ""]), status: 64, stdout: "",
        stderr: "finder: review edit: a review has a rating or a text: nothing was changed\n"
          + "  see 'finder help review edit'\n")
      expect(try place.run("review edit \(visit) --rating 3"), status: 64, stdout: "", stderr: nil)
      expect(try place.run("review edit \(id)"), status: 64, stdout: "", stderr: nil)
      expect(try place.run("review edit \(visit) --text n"), stdout: "")
      #expect(try show(visit).hasSuffix("\"kind\":\"visit\",\"text\":\"n\"}\n"))
      expect(
        try place.run("review remove \(id) nothing"), status: 1, stdout: "",
        stderr: "finder: review remove: no record has the id 'nothing'\n"
          + "  'finder history' shows all 2, 'finder review list VENUE' those of a venue\n"
      )
      expect(try place.run("review remove \(id) \(visit)"), stdout: "")
      expect(
        try place.run("review show \(id)"), status: 1, stdout: "",
        stderr: "finder: review show: no record has the id '\(id)'\n"
          + "  there are none yet; 'finder review add VENUE' adds one\n")
    }
  }

  @Test(arguments: [
    "Lion", "Lion --date 2025-06-14", "Lion --service eat-in", "Lion --rating 0", "Lion --rating 6",
    "Lion --rating 4.5", "Lion --rating none", "Lion --rating 4 --date 2025-02-29",
    "Lion --rating 4 --date tomorrow", "Lion --rating 4 --date 9999-01-01",
    "Lion --rating 4 --recommend maybe",
    "Lion --rating 4 --service inside", "Lion 51.5,-0.1 95,0 --rating 4", "Lion 95,0 --rating 4",
    "Lion - --rating 4",
  ])
  func wrongUsage(line: String) throws {
    // Found before the dataset is examined.
    try VisitPlace.with { place in
      expect(
        try place.run("review add \(line) --data /nonexistent"), status: 64, stdout: "", stderr: nil
      )
      #expect(try Files.names(in: place.folder.file("home")) == [])
    }
  }

  @Test func venues() throws {
    try VisitPlace.with { place in
      let data = Dataset.collection([
        Dataset.feature(51.5, -0.1, properties: #"{"name":"Fig"}"#, id: "\"a1\""),
        Dataset.feature(51.6, -0.1, properties: #"{"name":"Fig"}"#, id: "\"b2\""),
      ])
      try place.folder.write(data, to: "venues.geojson")
      expect(
        try place.run("visit add fig"), status: 64, stdout: "",
        stderr:
          "finder: visit add: 'fig' is the name of 2 venues: give a point to get the nearest, "
          + "or give an id\n"
          + "  a1  Fig\n  b2  Fig\n")
      expect(
        try place.run("visit add figs"), status: 1, stdout: "",
        stderr: "finder: visit add: no venue has the id or the name 'figs'; did you mean 'Fig'?\n")
      for (words, id) in [
        ("fig 51.59,-0.1", "b2"), ("a1", "a1"), ("venue:b2", "b2"), ("fig 51.49 -0.1", "a1"),
      ] {
        let added = try place.added(["visit", "add"] + Finder.words(words))
        #expect(
          try place.run("review show \(added) --json").stdout.contains(
            "\"venue\":{\"id\":\"\(id)\""))
      }
      expect(try place.run("visit add fig 40.7,-74"), status: 3, stdout: "", stderr: nil)
      expect(try place.run("visit add fig --data missing"), status: 66, stdout: "", stderr: nil)
    }
  }

  @Test func documents() throws {
    try VisitPlace.with { place in
      func add(_ words: String, _ text: String) throws -> ProcessResult {
        try Finder.run(
          ["review", "add"] + Finder.words(words), environment: place.environment,
          stdin: .text(text),
          directory: place.folder.path)
      }
      let id = try place.id(
        of: add(
          "Lion -",
          "\u{FEFF} {\"rating\": 3, \"recommend\": false, \"service\": \"eat-in\", \"text\": \" t \", "
            + "\"date\": \"2025-06-14\", \"mood\": {\"a\": 1}, \"photos\": []}"))
      #expect(
        try place.run("review show \(id) --json").stdout.hasSuffix(
          "\"date\":\"2025-06-14\",\"kind\":\"review\",\"rating\":3,\"recommend\":false,"
            + "\"service\":\"eat-in\",\"text\":\"t\",\"mood\":{\"a\": 1}}\n"))
      let other = try place.id(of: add("-", #"{"venue":"Pigeon","rating":1,"text":null}"#))
      #expect(try place.run("review show \(other) --json").stdout.contains("\"name\":\"Pigeon\""))
      let before = try Files.text("\(place.data)/visits.ndjson")
      for text in [
        "", "[]", "{", "{}", "{\"rating\":9}", "{\"rating\":\"4\"}", "{\"rating\":4} x", "\u{0}",
        "{\"text\":\"  \"}", "{\"rating\":4,\"rating\":4}",
        "{\"rating\":4,\"date\":\"9999-01-01\"}",
        "{\"rating\":4,\"id\":\"x\"}", "{\"rating\":4,\"photos\":[1]}",
        "{\"rating\":4,\"service\":\"x\"}",
      ] {
        let result = try add("Lion -", text)
        expect(result, status: 65, stdout: "", stderr: nil)
        #expect(result.stderr.hasPrefix("finder: review add: standard input: "), "\(result)")
      }
      expect(try add("-", "{\"rating\":4}"), status: 65, stdout: "", stderr: nil)
      expect(
        try add("- ", "{\"rating\":4,\"venue\":\"Nowhere\"}"), status: 1, stdout: "", stderr: nil)
      expect(
        try add("Lion -", "{\"rating\":4,\"photos\":[\"missing.jpg\"]}"), status: 66, stdout: "",
        stderr: nil)
      #expect(try Files.text("\(place.data)/visits.ndjson") == before)
    }
  }

  @Test func exportedAndImported() throws {
    try VisitPlace.with { place in
      let ids = try [
        add(place, "Lion", "--rating", "4", "--date", "2025-01-02"),
        place.added(["visit", "add", "Nelson", "--date", "2025-01-01"]),
      ]
      let log = "\(place.data)/visits.ndjson"
      let written = try Files.text(log)
      expect(try place.run("review export -o all.json"), stdout: "")
      expect(try place.run("review export --format ndjson -o all.ndjson"), stdout: "")
      #expect(
        try Files.text(place.folder.file("all.ndjson"))
          == written.replacing("\"version\":1,", with: ""))
      try Files.write(Array(written.utf8), to: place.folder.file("log.ndjson"))
      for name in ["all.json", "all.ndjson", "log.ndjson"] {
        expect(
          try place.run("review import \(name)"), stdout: "",
          stderr: "finder: review import: added 0 records; 2 were there already\n")
        expect(try place.run("review remove \(ids[0])"), stdout: "")
        expect(
          try place.run("review import \(name)"), stdout: "",
          stderr: "finder: review import: added 1 record; 1 were there already\n")
        try Files.remove(log)
        expect(
          try place.run("review import \(name)"), stdout: "",
          stderr: "finder: review import: added 2 records\n")
        let lines = { (text: String) in text.split(separator: "\n").sorted() }
        #expect(lines(try Files.text(log)) == lines(written))
      }
      let good = try Files.text(place.folder.file("all.ndjson"))
      for bad in [good + "oops", "[\(good)]", "", "x", good.dropLast(3) + ""] {
        expect(
          try Finder.run(
            "review import -", environment: place.environment, stdin: .text(String(bad))),
          status: 65, stdout: "", stderr: nil)
      }
      expect(try place.run("review import /dev/zero"), status: 65, stdout: "", stderr: nil)
      expect(try place.run("review import missing"), status: 66, stdout: "", stderr: nil)
      expectUsage(
        try Finder.run(
          "review export -o visits.ndjson", environment: place.environment, directory: place.data),
        "review export: --output visits.ndjson is where finder keeps your own data",
        "--output, -o FILE  write to FILE, whole or not at all (see 'finder help review export')")
    }
  }

  @Test("Only venues that 'finder news' saw close are closed, not all that are missing")
  func closed() throws {
    try VisitPlace.with { place in
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run(
          Finder.words(line), environment: place.environment.merging(["FINDER_DATA": ""]) { $1 },
          directory: place.folder.path)
      }
      func install(_ features: [String], _ name: String) throws {
        try place.folder.write(Dataset.collection(features), to: "\(name).geojson")
        expect(try run("data install \(name).geojson -q"), stdout: nil, stderr: nil)
      }
      let bath = NewsTests.venue("Bath Bun", "BA1 1AA", 53.9)
      try install(NewsTests.old + [bath], "old")
      for name in ["Eve", "Dishoom Ltd", "Bath Bun"] {
        let result = try Finder.run(
          ["visit", "add", name, "51.5,-0.1"],
          environment: place.environment.merging(["FINDER_DATA": ""]) { $1 })
        #expect(result.status == 0, "\(result)")
      }
      func fates() throws -> String {
        try run("history --format csv --no-header --quiet").stdout.split(separator: "\n").map {
          line in
          let cells = line.split(separator: ",", omittingEmptySubsequences: false)
          return "\(cells[4]): \(cells[13]) \(cells[15])"
        }.joined(separator: "; ")
      }
      #expect(try fates() == "Bath Bun:  ; Dishoom Ltd:  ; Eve:  ")
      try install(NewsTests.new + [bath], "new")
      #expect(try fates() == "Bath Bun:  ; Dishoom Ltd: true true; Eve:  ")
      let table = try run("history").stdout
      #expect(table.contains("  closed") && !table.contains("missing"), "\(table)")
      #expect(
        try run("history --json").stdout.contains("\"closed\":true,\"missing\":true}"))
      // It stays closed in later editions.
      try install(NewsTests.new + [bath, NewsTests.venue("Zoe", "N1 1AZ", 51.5)], "newer")
      #expect(try fates() == "Bath Bun:  ; Dishoom Ltd: true true; Eve:  ")
      // Another dataset, and one of another region, do not have them.
      #expect(
        try run("history --csv --no-header -d venues.geojson").stdout.split(separator: "\n")
          .allSatisfy { $0.hasSuffix(",,,true") })
      try install([bath], "bath")
      #expect(try fates() == "Bath Bun:  ; Dishoom Ltd:  true; Eve:  true")
      // One that came back is there again.
      try install(NewsTests.old + [bath], "old")
      #expect(try fates() == "Bath Bun:  ; Dishoom Ltd:  ; Eve:  ")
    }
  }

  /// A venue that moved keeps its records; one that is not there is reported as missing, not closed.
  @Test func editions() throws {
    try VisitPlace.with { place in
      func venue(_ name: String, _ latitude: Double) -> String {
        Dataset.feature(
          latitude, -0.1, properties: "{\"name\":\"\(name)\",\"postcode\":\"N1 1AA\"}")
      }
      try place.folder.write(
        Dataset.collection([venue("Fig", 51.5), venue("Oak", 51.55), venue("Elm", 52)]),
        to: "venues.geojson")
      for name in ["Elm", "Fig", "Oak"] {
        _ = try add(place, name, "--rating", "4", "--date", "2025-06-14")
      }
      try place.folder.write(Dataset.collection([venue("Fig", 51.5001)]), to: "venues.geojson")
      let rows = try place.run("review list --format ndjson").stdout.split(separator: "\n")
      #expect(rows.count == 3)
      #expect(rows[0].hasSuffix("\"rating\":4,\"missing\":true}"))
      #expect(rows[1].contains("\"rating\":4,\"venue_id_now\":\""))
      #expect(rows[2].hasSuffix("\"rating\":4,\"missing\":true}"))
      let id = rows[1].split(separator: "\"").last { $0 != "}" } ?? ""
      let table = try place.run("review list").stdout
      #expect(table.contains("Oak    missing") && table.contains("Fig             "), "\(table)")
      #expect(table.contains("Elm    missing"), "\(table)")
      #expect(
        try place.run("review list Fig --format csv --no-header").stdout.hasSuffix(
          ",4,,,,,,\(id),\n"))
      #expect(
        try place.run("review list oak --format csv --no-header").stdout.hasSuffix(
          ",4,,,,,,,true\n"))
      let shown = try place.run("show Fig --json").stdout
      #expect(shown.contains(" \"coincident\":[],\n \"reviews\":[{\"id\":"), "\(shown)")
      #expect(!shown.contains("visits"))
      #expect(try place.run("near 51.5,-0.1 --min-rating 4 --count").stdout == "1\n")
      #expect(try place.run("near 51.5,-0.1 --not-visited --count").stdout == "0\n")
    }
  }

  @Test func shown() throws {
    try VisitPlace.with { place in
      let before = try place.run("show Lion --json").stdout
      let visit = try place.added(["visit", "add", "Lion", "--date", "2025-06-14"])
      let review = try add(
        place, "Lion", "--rating", "5", "--recommend", "yes", "--text", "a\u{7}\nb", "--date",
        "2025-06-15")
      let table = try place.run("show Lion").stdout
      #expect(
        table.contains(
          "\nreview    2025-06-15  5/5 +  a b  (\(review))\nvisit     2025-06-14  (\(visit))\n"),
        "\(table)")
      let shown = try place.run("show Lion --json").stdout
      #expect(shown.contains("],\n \"visits\":[{\"id\":\"\(visit)\""))
      #expect(shown.contains("],\n \"reviews\":[{\"id\":\"\(review)\""))
      #expect(try place.run("show Nelson --json").stdout.contains("visits") == false)
      expect(try place.run("review remove \(visit) \(review)"), stdout: "")
      #expect(try place.run("show Lion --json").stdout == before)
    }
  }
}

/// A home folder, and a dataset whose path is in `FINDER_DATA`.
struct VisitPlace {
  let folder: TemporaryDirectory
  let environment: [String: String]

  var data: String { folder.file("home/.local/share/finder") }

  static func with(_ body: (VisitPlace) throws -> Void) throws {
    try InstallPlace.with { place in
      let data = try place.folder.write(Dataset.square, to: "venues.geojson")
      let more = ["FINDER_DATA": data, "TMPDIR": place.folder.path]
      try body(
        VisitPlace(folder: place.folder, environment: place.environment.merging(more) { $1 }))
    }
  }

  func run(_ words: [String]) throws -> ProcessResult {
    try Finder.run(words, environment: environment, directory: folder.path)
  }

  func run(_ line: String) throws -> ProcessResult { try run(Finder.words(line)) }

  /// The id that a command printed, and nothing else.
  func id(of result: ProcessResult) throws -> String {
    expect(result, stdout: nil, stderr: nil)
    #expect(result.stderr.contains(" add: reviewed ") || result.stderr.contains(" add: visited "))
    let id = result.stdout.dropLast()
    #expect(
      result.stdout.last == "\n" && id.count == 17 && id.dropFirst(8).first == "-", "\(result)")
    return String(id)
  }

  func added(_ words: [String]) throws -> String { try id(of: try run(words)) }
}
