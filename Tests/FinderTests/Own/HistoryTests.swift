import FinderEngine
import TestSupport
import Testing

/// `finder history`.
@Suite struct HistoryTests {
  private func with(_ body: (VisitPlace, [String]) throws -> Void) throws {
    try VisitPlace.with { place in
      let ids = try [
        place.added(["visit", "add", "Nelson", "--date", "2024-12-31", "--note", "n"]),
        place.added(["review", "add", "Pigeon", "--date", "2025-01-01", "--rating", "3"]),
        place.added(["review", "add", "Lion", "--date", "2025-01-31", "--rating", "4"]),
        place.added(["visit", "add", "Lion", "--date", "2025-03-01"]),
      ]
      try body(place, ids)
    }
  }

  @Test func rows() throws {
    try with { place, ids in
      expect(
        try place.run("history"),
        stdout: """
          DATE        KIND    RATING  VENUE   POSTCODE  TEXT  ID
          2025-03-01  visit           Lion                    \(ids[3])
          2025-01-31  review  4/5     Lion                    \(ids[2])
          2025-01-01  review  3/5     Pigeon                  \(ids[1])
          2024-12-31  visit           Nelson            n     \(ids[0])

          """)
      func found(_ options: String) throws -> [Int] {
        let result = try place.run("history \(options) --format csv --no-header")
        expect(result, stdout: nil)
        return result.stdout.split(separator: "\n").map { line in
          ids.firstIndex { line.hasPrefix($0 + ",") } ?? -1
        }
      }
      for (options, expected) in [
        ("--kind visit", [3, 0]), ("--kind review", [2, 1]), ("--since 2025-01-01", [3, 2, 1]),
        ("--since 2025-01-02 --until 2025-02-01", [2]), ("--until 2024-12-30", []),
        ("--since 2025-01-31 --until 2025-01-31", [2]), ("--since 9999-01-01", []),
        ("--since 2025-02", [3]), ("--until 2025-01", [2, 1, 0]), ("--since 2025", [3, 2, 1]),
        ("--since 2024 --until 2024", [0]), ("--since 2025-01 --until 2025-01", [2, 1]),
        ("--until 99999d", []), ("--since 30000d", [3, 2, 1, 0]),
        ("--until yesterday", [3, 2, 1, 0]),
        ("--since today", []), ("--since 5w", []), ("--until 5w", [3, 2, 1, 0]),
      ] {
        #expect(try found(options) == expected, "\(options)")
      }
      expect(
        try place.run("history --until 2000-01-01"), stdout: "",
        stderr: "finder: history: no visit or review found\n")
      expect(try place.run("history --until 2000-01-01 --exit-status -q"), status: 1, stdout: "")
      for line in [
        "--since x", "--until 2025-02-30", "--by week", "--kind stay", "--from 51,0 51,0", "95,0",
      ] {
        expect(try place.run("history \(line)"), status: 64, stdout: "", stderr: nil)
      }
      expectUsage(
        try place.run("history --since 2026-12-01 --until 2026-01"),
        "history: --since 2026-12-01 is after --until 2026-01-31, so no day lies between them",
        "--since DATE  only from this day on: 2026-11-22, yesterday, 30d, 8w, 2026-11 or 2026 "
          + "(see 'finder help history')")
    }
  }

  /// Nelson is 0 m from here. 1.2 times the way, and 0.5 kcal per kilogram and kilometre at 70 kg.
  @Test func walks() throws {
    try with { place, ids in
      for point in ["51.508,-0.128", "--from 51.508,-0.128", "--from=51.508,-0.128"] {
        let near = try place.run(
          "near 51.508,-0.128 --format csv --no-header --fields name,distance_m -q"
        ).stdout
        let distances = Dictionary(
          uniqueKeysWithValues: near.split(separator: "\n").map { line in
            let cells = line.split(separator: ",")
            return (String(cells[0]), Double(cells[1])!)
          })
        let rows = try place.run("history \(point) --format csv --no-header").stdout.split(
          separator: "\n")
        #expect(rows.count == 4)
        for (row, name) in zip(rows, ["Lion", "Lion", "Pigeon", "Nelson"]) {
          let figures = row.split(separator: ",", omittingEmptySubsequences: false).suffix(4).map {
            Double($0)!
          }
          let distance = distances[name]!
          #expect(figures[0] == distance)
          #expect(abs(figures[1] - distance * 1.2) <= 0.11)
          #expect(abs(figures[2] - distance * 1.2 / 80) <= 0.06)
          #expect(abs(figures[3] - distance * 1.2 / 1000 * 35) <= 0.11)
        }
        let json = try place.run("history \(point) --format ndjson").stdout.split(separator: "\n")
        #expect(
          json[3].hasSuffix(
            "\"text\":\"n\",\"distance_m\":0,\"walk_m\":0,\"walk_min\":0,\"burns_kcal\":0}"))
      }
      let table = try place.run("history 51.508,-0.128")
      #expect(table.stdout.contains("  KCAL  TEXT"))
      #expect(
        table.stderr
          == "finder: history: WALK and KCAL are estimates, one way: 1.2 times the straight "
          + "line, at 70 kg and 4.8 km/h, net of rest\n", "\(table)")
    }
  }

  @Test func sums() throws {
    try with { place, _ in
      expect(
        try place.run("history --by month"),
        stdout: """
          MONTH    VISITS  REVIEWS  RATING
          2025-03       1        0
          2025-01       0        2     3.5
          2024-12       1        0

          """)
      expect(
        try place.run("history --by year --json"),
        stdout: """
          [
           {"year":"2025","visits":1,"reviews":2,"mean_rating":3.5},
           {"year":"2024","visits":1,"reviews":0,"mean_rating":null}]

          """)
      expect(
        try place.run("history 51.508,-0.128 --by year --since 2025-01-31 --format tsv"),
        stdout:
          "year\tvisits\treviews\tmean_rating\twalk_m\tburns_kcal\n2025\t1\t1\t4\t559.4\t19.6\n")
    }
  }

  /// A visit and a review of one venue on one day are one walk, however many records there are of each.
  @Test func oneMeal() throws {
    try VisitPlace.with { place in
      for words in [
        ["visit", "add", "Lion", "--date", "2025-03-01"],
        ["review", "add", "Lion", "--date", "2025-03-01", "--rating", "4"],
        ["review", "add", "Lion", "--date", "2025-03-01", "--rating", "2"],
        ["visit", "add", "Lion", "--date", "2025-02-28"],
        ["visit", "add", "Pigeon", "--date", "2025-03-01"],
      ] {
        _ = try place.added(words)
      }
      let rows = try place.run("history 51.508,-0.128 --format csv --no-header").stdout.split(
        separator: "\n")
      let walks = rows.map { row in
        Double(row.split(separator: ",", omittingEmptySubsequences: false).dropLast(2).last!)!
      }
      #expect(walks.count == 5)
      let sum = try #require(
        try place.run("history 51.508,-0.128 --by year --format csv --no-header").stdout
          .split(separator: ",").dropLast().last.flatMap { Double($0) })
      // Pigeon's, and Lion's of that day and of the day before; the newest of a day comes first.
      #expect(abs(sum - walks[0] - walks[1] - walks[4]) <= 0.3, "\(sum) of \(walks)")
      let sums = try place.run("history --by month --json").stdout
      #expect(
        sums == """
          [
           {"month":"2025-03","visits":2,"reviews":2,"mean_rating":3},
           {"month":"2025-02","visits":1,"reviews":0,"mean_rating":null}]

          """)
    }
  }

  /// Bars are scaled to the remaining width, down to the width of their header; nothing is cut.
  @Test(.slow, .needsTerminal) func narrowChart() throws {
    try with { place, _ in
      func lines(_ columns: Int, _ arguments: String) throws -> [String] {
        try Finder.terminal(
          columns: columns,
          "LC_ALL=C.UTF-8 finder history \(arguments) --by month --color never -q",
          environment: place.environment
        ).stdout.split(separator: "\n").map { String($0) }
      }
      for columns in 20...90 {
        for arguments in ["", "51.508,-0.128"] {
          let lines = try lines(columns, arguments)
          let widths = lines.map(\.count)
          #expect(lines.count == 4)
          let label = "\(columns) \(lines)"
          #expect(!lines.joined().contains("…"), "\(label)")
          if columns > 24 { #expect(widths.max()! <= columns, "\(label)") }
          let bars = lines.map { line in line.filter { $0 == "█" }.count }
          guard lines[0].hasSuffix("  MEALS") else {
            #expect(bars == [0, 0, 0, 0] && columns < (arguments.isEmpty ? 39 : 53), "\(label)")
            continue
          }
          let room = min(32, columns - (lines[0].count - 5))
          #expect(bars == [0, room / 2, room, room / 2], "\(label)")
          if !arguments.isEmpty { #expect(lines[0].contains("  WALK  KCAL"), "\(label)") }
        }
      }
    }
  }

  /// With a point, the walks that the note mentions are shown in any window with room for them, and so is
  /// whether a venue is in the dataset.
  @Test(.needsTerminal) func narrowRows() throws {
    try with { place, _ in
      _ = try place.added([
        "review", "add", "Lion", "--rating", "4", "--date", "2025-06-01", "--text",
        "A text that is longer than any window leaves room for, with many a word in it",
      ])
      let name = "The Restaurant with the Very Long Name"
      let data = try Files.text(place.folder.file("venues.geojson"))
      try place.folder.write(data.replacing("Pigeon", with: name), to: "named.geojson")
      _ = try place.added([
        "visit", "add", name, "--date", "2025-06-02", "--data", place.folder.file("named.geojson"),
      ])
      for columns in [40, 50, 59, 60, 70, 80, 100] {
        for point in ["", "51.508,-0.128"] {
          let result = try Finder.terminal(
            columns: columns, "finder history \(point) --color never",
            environment: place.environment)
          let rows = result.stdout.split(separator: "\n").filter { !$0.hasPrefix("finder: ") }
          #expect(rows[0].contains("  WALK  KCAL") == !point.isEmpty, "\(result)")
          #expect(rows[0].hasSuffix("  ID") || columns < 70, "\(result)")
          #expect(rows[0].contains("  NOW  ") && rows[1].contains("  missing"), "\(result)")
          #expect(rows.prefix(7).allSatisfy { $0.count <= columns }, "\(result)")
        }
      }
    }
  }

  /// A bar of 32 columns for the maximum, and fewer for less, in eighths.
  @Test(.needsTerminal, arguments: ["C.UTF-8", "en_GB.utf8", "C", "POSIX"])
  func chart(locale: String) throws {
    try with { place, _ in
      let isUTF8 = locale.lowercased().contains("utf")
      let result = try Finder.terminal(
        columns: 80, "LC_ALL=\(locale) finder history --by month --color never",
        environment: place.environment)
      let (full, half) =
        isUTF8
        ? (String(repeating: "█", count: 32), String(repeating: "█", count: 16))
        : (String(repeating: "#", count: 32), String(repeating: "#", count: 16))
      expect(
        result,
        stdout: """
          MONTH    VISITS  REVIEWS  RATING  MEALS
          2025-03       1        0          \(half)
          2025-01       0        2     3.5  \(full)
          2024-12       1        0          \(half)

          """)
    }
  }
}
