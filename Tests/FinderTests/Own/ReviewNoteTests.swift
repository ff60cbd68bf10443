import FinderEngine
import TestSupport
import Testing

/// Which venue a record belongs to, and the other messages of `finder visit` and `finder review` on standard
/// error.
@Suite struct ReviewNoteTests {
  @Test func theVenueThatWasTaken() throws {
    try VisitPlace.with { place in
      let data = Dataset.collection([
        Dataset.feature(
          51.5, -0.1, properties: "{\"name\":\"Fig\",\"postcode\":\"N1 1AA\"}", id: "1"),
        Dataset.feature(55, -3, properties: "{\"name\":\"Fig\"}", id: "2"),
      ])
      try place.folder.write(data, to: "venues.geojson")
      for (words, note) in [
        ("visit add fig 51.5,-0.1", "visited Fig, N1 1AA, 0 m away"),
        ("visit add 2", "visited Fig"),
        ("review add fig 54.5,-3 --rating 4", "reviewed Fig, 55.7 km away"),
      ] {
        let group = words.prefix { $0 != " " }
        expect(
          try place.run(words), stdout: nil, stderr: "finder: \(group) add: \(note)\n")
        expect(try place.run(words + " -q"), stdout: nil)
      }
    }
  }

  /// A new edition may give the venue another id; the visit is still to the same venue.
  @Test func twiceOnOneDayAtARenumberedVenue() throws {
    try VisitPlace.with { place in
      func write(_ id: String) throws {
        try place.folder.write(
          Dataset.collection([
            Dataset.feature(
              51.5, -0.1, properties: "{\"name\":\"Fig\",\"postcode\":\"N1 1AA\"}", id: id)
          ]), to: "venues.geojson")
      }
      try write("1")
      let first = try place.added(["visit", "add", "Fig", "--date", "2025-06-14"])
      try write("2")
      let said = try place.run("visit add Fig --date 2025-06-14").stderr
      #expect(said.contains("a visit on that day was there already, \(first)"), "\(said)")
    }
  }

  /// Both are kept: people may eat twice.
  @Test func twiceOnOneDay() throws {
    try VisitPlace.with { place in
      let first = try place.added(["visit", "add", "Lion", "--date", "2025-06-14"])
      for other in ["Lion --date 2025-06-13", "Nelson --date 2025-06-14"] {
        let result = try place.run("visit add \(other)")
        #expect(result.stderr.split(separator: "\n").count == 1, "\(result)")
      }
      let result = try place.run("visit add Lion --date 2025-06-14")
      let second = result.stdout.dropLast()
      expect(
        result, stdout: nil,
        stderr: """
          finder: visit add: visited Lion
          finder: visit add: a visit on that day was there already, \(first); 'finder visit remove \
          \(second)' removes this one

          """)
      #expect(
        try place.run("visit list lion --format csv --no-header").stdout.split(separator: "\n").map
        {
          String($0.prefix(17))
        }.prefix(2) == [String(second), first])
      expect(try place.run("visit remove \(second)"), stdout: "")
      #expect(try place.run("visit list --format ndjson").stdout.contains(second) == false)
    }
  }

  /// A full disk at the place for the id is not a reason to add the record again.
  @Test(.needsFullDevice) func keptEvenIfTheIDCannotBeWritten() throws {
    try VisitPlace.with { place in
      for command in ["visit add Lion", "review add Lion --rating 4"] {
        let result = try Finder.shell(
          "finder \(command) -q > /dev/full", environment: place.environment)
        #expect(result.status == 74)
        let list = try place.run("review export --format ndjson -q").stdout
        let id = list.split(separator: "\"")[3]
        #expect(result.stderr.hasSuffix("\n  the record \(id) was kept\n"), "\(result)")
        _ = try place.run("review remove \(id)")
      }
    }
  }

  @Test func visits() throws {
    try VisitPlace.with { place in
      let visit = try place.added(["visit", "add", "Lion", "--date", "2025-06-14", "--note", "n"])
      _ = try place.added(["review", "add", "Lion", "--rating", "4"])
      expect(
        try place.run("visit list"),
        stdout: """
          DATE        VENUE  POSTCODE  TEXT  ID
          2025-06-14  Lion             n     \(visit)

          """)
      let all = try place.run("history --kind visit --json").stdout
      #expect(try place.run("visit list --json").stdout == all)
      expect(
        try place.run("visit list Nelson"), stdout: "",
        stderr: "finder: visit list: no visit found\n")
    }
  }

  /// What `review add` records under a branch is found by the name that was typed.
  @Test func listedAsAdded() throws {
    try VisitPlace.with { place in
      let names = ["Hoagie Yard", "Hoagie Yard", "HOAGIE YARD ltd", "Lion"]
      func venues(_ count: Int) -> String {
        Dataset.collection(
          names.prefix(count).enumerated().map { number, name in
            Dataset.feature(
              51.5 + Double(number) / 100, -0.1, properties: "{\"name\":\"\(name)\"}",
              id: "\"h\(number)\"")
          } + [Dataset.feature(51.58, -0.1, properties: "{\"name\":\"Nelson\"}")])
      }
      try place.folder.write(venues(4), to: "venues.geojson")
      let id = try place.added(["review", "add", "hoagie yard", "51.52,-0.1", "--rating", "4"])
      _ = try place.added(["review", "add", "Lion", "--rating", "4"])
      func found(_ name: String) throws -> [String] {
        try place.run(["review", "list", name, "--format", "ndjson"]).stdout.split(separator: "\n")
          .map { String($0.split(separator: "\"")[3]) }
      }
      #expect(try place.run("review show \(id) --json").stdout.contains("HOAGIE YARD ltd"))
      for name in ["hoagie yard", "HOAGIE YARD ltd", "h2"] { #expect(try found(name) == [id]) }
      for name in ["h0", "venue:hoagie yard", "Nelson"] { #expect(try found(name) == []) }
      // Also if the branch has closed.
      try place.folder.write(venues(2), to: "venues.geojson")
      for name in ["hoagie yard", "HOAGIE YARD ltd", "h2"] { #expect(try found(name) == [id]) }
    }
  }

  @Test func imported() throws {
    try VisitPlace.with { place in
      var ids: [String] = []
      for text in ["a", "b", "c"] {
        ids.append(
          try place.added(["review", "add", "Lion", "--text", text, "--date", "2025-06-14"]))
      }
      let all = try place.run("review export").stdout
      try place.folder.write(all, to: "all.json")
      try place.folder.write(all.replacing("\"b\"", with: "\"B\""), to: "other.json")
      expect(
        try place.run("review import other.json"), stdout: "",
        stderr: """
          finder: review import: added 0 records; 2 were there already
          finder: review import: left out 1 record that differs from the one kept under its id: \
          \(ids[1])

          """)
      #expect(try place.run("review export").stdout == all)
      // Elsewhere they are in the same order.
      try Files.remove("\(place.data)/visits.ndjson")
      expect(
        try place.run("review import all.json"), stdout: "",
        stderr: "finder: review import: added 3 records\n")
      #expect(try place.run("review export").stdout == all)
      try place.folder.write(all.replacing("2025-06-14", with: "2099-06-14"), to: "future.json")
      #expect(try place.run("review import future.json").stderr.contains("left out 3 records"))
      #expect(try place.run("review export").stdout == all)
      try Files.remove("\(place.data)/visits.ndjson")
      expect(
        try place.run("review import future.json"), status: 65, stdout: "",
        stderr: "finder: review import: future.json: line 2, column \(dateColumn(all)): expected a "
          + "date that is not in the future, found '\"2099-06-14\",\"kind\":…'\n")
      #expect(try place.run("review export").stdout == "[]\n")
    }
  }

  private func dateColumn(_ export: String) -> Int {
    let line = export.split(separator: "\n")[1]
    let start = line.firstRange(of: "\"date\":")!.upperBound
    return line.distance(from: line.startIndex, to: start) + 1
  }
}
