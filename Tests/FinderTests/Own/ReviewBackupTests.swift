import FinderEngine
import TestSupport
import Testing

/// The contents of `finder review export` and of rows of records, and what `import` makes of them.
@Suite struct ReviewBackupTests {
  /// A place with two records, and their export.
  private func with(_ body: (VisitPlace, String, [String]) throws -> Void) throws {
    try VisitPlace.with { place in
      let ids = [
        try place.added(["visit", "add", "Lion", "--date", "2025-06-14"]),
        try place.added(["review", "add", "Nelson", "--rating", "4", "--date", "2025-06-13"]),
      ]
      try body(place, try place.run("review export").stdout, ids)
    }
  }

  /// With the walks, and for a dataset in which one venue is closed and the other has another id.
  @Test func rowsAreRecords() throws {
    try with { place, export, _ in
      try place.folder.write(
        Dataset.collection([
          Dataset.feature(51.51, -0.127, properties: "{\"name\":\"Lion\"}", id: "7")
        ]), to: "venues.geojson")
      for format in ["json", "ndjson"] {
        let rows = try place.run("history 51.5,-0.1 --format \(format) -q").stdout
        for key in ["missing", "venue_id_now", "distance_m", "walk_m", "walk_min", "burns_kcal"] {
          #expect(rows.contains("\"\(key)\":"), "\(key)")
        }
        try place.folder.write(rows, to: "rows")
        try Files.remove("\(place.data)/visits.ndjson")
        expect(
          try place.run("review import rows"), stdout: "",
          stderr: "finder: review import: added 2 records\n")
        #expect(try place.run("review export").stdout == export)
        #expect(try place.run("history 51.5,-0.1 --format \(format) -q").stdout == rows)
      }
    }
  }

  /// An incomplete backup says so and fails; commands that only show records go on.
  @Test(arguments: ["", " -q"]) func damagedLine(quiet: String) throws {
    try with { place, export, _ in
      let log = "\(place.data)/visits.ndjson"
      try Files.write(Array((try Files.text(log) + "oops\n").utf8), to: log)
      let fault = "left out line 3 of visits.ndjson, column 1: expected an object, found 'oops'\n"
      let whole = try place.run("review export" + quiet)
      expect(whole, status: 65, stdout: export, stderr: "finder: review export: " + fault)
      let file = try place.run("review export -o all.json" + quiet)
      expect(file, status: 65, stdout: "", stderr: "finder: review export: " + fault)
      #expect(try Files.text(place.folder.file("all.json")) == export)
      for command in ["review list", "history"] {
        expect(
          try place.run("\(command) --json" + quiet), stdout: nil,
          stderr: quiet.isEmpty ? "finder: \(command): " + fault : "")
      }
    }
  }

  @Test func missingPhotos() throws {
    try with { place, _, ids in
      let names = ["0a", "0b"].map { String(repeating: $0, count: 32) + ".jpg" }
      let log = "\(place.data)/visits.ndjson"
      let photos = names.map { "\"\($0)\"" }.joined(separator: ",")
      try Files.write(
        Array(
          try Files.text(log).replacing(
            "\"kind\":\"visit\"", with: "\"kind\":\"visit\",\"photos\":[\(photos)]"
          ).utf8), to: log)
      let folder = "\(place.data)/photos"
      func notes(_ end: String) throws {
        let note = "finder: review export: photos are separate files, not included here: "
        expect(try place.run("review export"), stdout: nil, stderr: note + end + "\n")
      }
      try notes("0 in \(folder); 2 more are missing")
      _ = try ProcessRunner.shell("mkdir \(folder) && touch \(folder)/\(names[1])")
      try notes("1 in \(folder); 1 more is missing")
      #expect(
        try place.run("review show \(ids[0])").stdout.hasSuffix(
          "photo      \(folder)/\(names[0]) (missing)\nphoto      \(folder)/\(names[1])\n"))
      _ = try ProcessRunner.shell("touch \(folder)/\(names[0])")
      try notes("2 in \(folder)")
    }
  }

  /// A record that could be exported, but not imported, is refused.
  @Test func longNames() throws {
    try VisitPlace.with { place in
      for (count, status) in [(1000, 0), (1001, 65)] as [(Int, Int32)] {
        let name = String(repeating: "n", count: count)
        try place.folder.write(
          Dataset.collection([
            Dataset.feature(51.51, -0.127, properties: "{\"name\":\"\(name)\"}", id: "7")
          ]), to: "venues.geojson")
        for command in ["visit add 7", "review add 7 --rating 3"] {
          let result = try place.run(command)
          #expect(result.status == status, "\(result)")
          if status == 65 {
            #expect(result.stderr.contains(": expected a venue whose id, name and postcode have "))
          }
        }
      }
      #expect(try place.run("history --format ndjson -q").stdout.split(separator: "\n").count == 2)
    }
  }

  /// Endless input is abandoned early; a file that cannot be a list is not read.
  @Test(arguments: [
    (
      "review import - < <(yes '{\"id\":\"a\",\"x\":1}')",
      "line 1, column 1: expected a record with"
    ),
    ("review import - < <(yes '[{},')", "line 1, column 2: expected a record with"),
    ("review import - < <(yes)", "line 1, column 1: expected JSON as 'review export' writes it"),
    ("review import huge", "huge: larger than 1024 MB"),
    ("favourites import huge-object", "huge-object: larger than 64 MB"),
    ("favourites import - < <(yes '{\"a\":1,')", "standard input: larger than 64 MB"),
    ("review add Lion - < <(yes '{\"a\":1,')", "standard input: larger than 64 MB"),
  ])
  func endless(command: String, message: String) throws {
    try VisitPlace.with { place in
      let script =
        "printf '[' > huge; printf '{' > huge-object; truncate -s 8G huge huge-object; "
        + "ulimit -v 1000000; exec finder \(command)"
      let result = try Finder.shell(
        script, environment: place.environment, directory: place.folder.path)
      expect(result, status: 65, stdout: "", stderr: nil)
      #expect(result.stderr.contains(message), "\(result)")
    }
  }

  /// As copied, with the characters around it.
  @Test(arguments: [" Lion", "Lion\u{A0}", "\tLion\n", "“Lion”", "‘Lion’", "\"Lion\"", " “Lion” "])
  func pastedIDs(id: String) throws {
    try VisitPlace.with { place in
      try place.folder.write(
        Dataset.collection([
          Dataset.feature(51.51, -0.127, properties: "{\"name\":\"King\"}", id: "\"Lion\""),
          Dataset.feature(51.51, -0.128, properties: "{\"name\":\"Queen\"}", id: "\"“Fig” \""),
        ]), to: "venues.geojson")
      _ = try place.added(["visit", "add", id])
      _ = try place.added(["review", "add", "venue:" + id, "--rating", "3"])
      for words in [
        ["show", id], ["review", "list", id], ["burn", "--venue", id, "51.5,-0.1"],
        ["closest", "venue:" + id, "51.5,-0.1"],
      ] {
        let result = try place.run(words)
        #expect(result.status == 0 && result.stdout.contains("King"), "\(result)")
      }
      expect(try place.run(["favourites", "add", id, "-q"]), stdout: "")
      #expect(try place.run("favourites list --json").stdout.contains("\"id\":\"Lion\""))
      // Also for a closed venue.
      try place.folder.write(Dataset.square, to: "venues.geojson")
      #expect(
        try place.run(["review", "list", "venue:" + id, "--csv", "--no-header"]).stdout.contains(
          "King"))
      // An id with such characters is valid.
      try place.folder.write(
        Dataset.collection([
          Dataset.feature(51.51, -0.128, properties: "{\"name\":\"Queen\"}", id: "\"“Fig” \"")
        ]), to: "venues.geojson")
      #expect(try place.run(["show", "“Fig” "]).stdout.contains("Queen"))
    }
  }
}
