import FinderEngine
import TestSupport
import Testing

/// `finder suggest`: its output, and the file that makes it fast.
@Suite struct SuggestTests {
  private static let text = venues([
    ("Café One", "N1 1AA", "1"), ("CAFE ONE", "N1 1AB", "2"),
    ("The Crown\u{202E}\u{1B}[2J", "SW1A 1AA", "3"),
    ("Old Crown", "SW1A 2AA", "4"), ("Noodle Bar", "SW1 1AA", "5"), ("", "", "6"),
  ])

  private static func venues(_ all: [(name: String, postcode: String, id: String)]) -> String {
    let features = all.enumerated().map { place, venue in
      let name = venue.name.split(separator: "\u{1B}").joined(separator: "\\u001b")
      return """
        {"type":"Feature","id":"\(venue.id)","properties":{"name":"\(name)","postcode":"\(venue.postcode)"},\
        "geometry":{"type":"Point","coordinates":[-0.1\(place),51.5]}}
        """
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
  }

  private func with(_ body: (TemporaryDirectory, String) throws -> Void) throws {
    try Dataset.with(Self.text, body)
  }

  @Test func forms() throws {
    try with { _, data in
      expect(try Finder.run("suggest cro", data: data), stdout: "Old Crown\nThe Crown[2J\n")
      expect(
        try Finder.run("suggest caf --format ndjson", data: data),
        stdout: """
          {"text":"CAFE ONE","kind":"venue","venues":2,"id":null,"distance_m":null}

          """)
      expect(
        try Finder.run("suggest cro 51.5,-0.12 --json", data: data),
        stdout: """
          [{"text":"The Crown[2J","kind":"venue","venues":1,"id":"3","distance_m":0},
           {"text":"Old Crown","kind":"venue","venues":1,"id":"4","distance_m":694.4}]

          """)
      expect(try Finder.run("suggest zzz --json", data: data), stdout: "[]\n")
      expect(try Finder.run("suggest zzz", data: data), stdout: "")
      expect(try Finder.run("suggest zzz --exit-status", data: data), status: 1, stdout: "")
      expect(try Finder.run("suggest crwon -n 1", data: data), stdout: "Old Crown\n")
      expect(try Finder.run(["suggest", "", "-n", "1"], data: data), stdout: "CAFE ONE\n")
      expect(try Finder.run(["suggest", "!?"], data: data), stdout: "")
    }
  }

  /// Whole words come before those that continue, and likely errors before others, however many branches
  /// there are; names that begin as typed come before all of them.
  @Test func likelyErrorsFirst() throws {
    let names = ["Crownhill", "Crownhill", "Crownhill", "Crown", "Grown", "Crwoning", "Clown"]
    let venues = Self.venues(names.enumerated().map { ($1, "", "\($0)") })
    try Dataset.with(venues) { _, data in
      expect(
        try Finder.run("suggest crwon", data: data),
        stdout: "Crwoning\nCrown\nClown\nCrownhill\n")
      // Far away: only if hardly anything is nearer, and never a word that is mostly different.
      expect(try Finder.run("suggest crounehil", data: data), stdout: "Crownhill\n")
    }
  }

  /// A small edit distance alone is not a reason to suggest something unrelated.
  @Test func nothingFar() throws {
    let names = [
      "Thai Square", "Thai Square Mansion House", "The Refinery Square", "Roka",
      "The Square Tavern",
      "Z&K Fast Food", "Zed", "Curry Leaf Kitchen", "Cafe Nord", "JK Foods", "Burger King",
      "Barking Cafe",
    ]
    let venues = Dataset.collection(
      names.enumerated().map { Dataset.venue($1, 51.5 + Double($0) / 100, -0.1) })
    try Dataset.with(venues) { _, data in
      for (text, found) in [
        ("thai squ", "Thai Square\nThai Square Mansion House\n"),
        ("zzzz", ""), ("zzz", ""), ("burgerking", "Burger King\n"),
        ("curri", "Curry Leaf Kitchen\n"),
      ] {
        for point in [[], ["51.5,-0.1"]] {
          expect(try Finder.run(["suggest", text] + point, data: data), stdout: found)
        }
      }
      let cafes = try Finder.run("suggest cafe", data: data).stdout
      #expect(cafes == "Cafe Nord\nBarking Cafe\n")
    }
  }

  @Test func postcodesAndPlaces() throws {
    try with { _, data in
      expect(
        try Finder.run("suggest sw1 --kind postcodes", data: data),
        stdout: "SW1\nSW1A\nSW1 1AA\nSW1A 1AA\nSW1A 2AA\n")
      expect(
        try Finder.run("suggest sw1a1 --kind postcodes --format ndjson", data: data),
        stdout: """
          {"text":"SW1A 1AA","kind":"postcode","venues":1,"id":null,"distance_m":null}

          """)
      expect(
        try Finder.run(["suggest", "SW1 1", "--kind", "postcodes"], data: data), stdout: "SW1 1AA\n"
      )
      expect(
        try Finder.run("suggest n 51.5,-0.1 --kind postcodes --format ndjson -n 1", data: data),
        stdout: """
          {"text":"N1","kind":"postcode","venues":2,"id":null,"distance_m":347.2}

          """)
      let places = try Finder.run("suggest newc --kind places -n 2", data: data)
      expect(
        places, stdout: "Newcastle upon Tyne, Tyne and Wear\nNewcastle-under-Lyme, Staffordshire\n")
      let near = try Finder.run("suggest upon 52.19,-1.7 --kind places --json -n 1", data: data)
      #expect(near.stdout.contains("Stratford-upon-Avon"), "\(near)")
      #expect(near.stdout.contains(#""venues":null,"id":null"#), "\(near)")
    }
  }

  @Test func wrongUse() throws {
    try with { _, data in
      for line in [
        "suggest", "suggest a b", "suggest a 51.5,-0.1 x", "suggest a --kind pubs",
        "suggest a -n -1",
      ] {
        let result = try Finder.run(line, data: data)
        #expect(result.status == 64, "\(line)")
      }
      let missing = try Finder.run("suggest a --data /nonexistent")
      #expect(missing.status == 66)
    }
  }

  /// Kept by the first query that needs it, used by the next, removed with its snapshot, and never made by
  /// `near`.
  @Test(.slow) func fileBesideTheSnapshot() throws {
    try with { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = ["FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache")]
      func kept() throws -> [String] {
        try Files.names(in: folder.file("cache/finder")).map { String($0.drop { $0 != "." }) }
      }
      _ = try Finder.run("near 51.5,-0.1", environment: environment)
      #expect(try kept() == [".snapshot"])
      let plain = try Finder.run("suggest cro --no-cache", environment: environment)
      #expect(try kept() == [".snapshot"])
      let first = try Finder.run("suggest cro", environment: environment)
      #expect(try kept() == [".names", ".snapshot"])
      let second = try Finder.run("suggest cro", environment: environment)
      #expect(first.stdout == plain.stdout && second.stdout == plain.stdout)
      let listed = try Finder.run("data cache --json", environment: environment)
      #expect(!listed.stdout.contains(#""names_bytes":0"#), "\(listed)")

      // If it is damaged, that is detected, and it is made again.
      let names = try #require(try Files.names(in: folder.file("cache/finder")).first)
      var bytes = try Files.bytes(folder.file("cache/finder/\(names)"))
      for place in bytes.indices.dropFirst(3 * 4096) where place % 64 == 0 { bytes[place] ^= 0x5A }
      try Files.write(bytes, to: folder.file("cache/finder/\(names)"))
      #expect(try Finder.run("suggest cro", environment: environment).stdout == plain.stdout)
      #expect(try Finder.run("suggest cro", environment: environment).stdout == plain.stdout)
      #expect(try kept() == [".names", ".snapshot"])
      #expect(
        try Finder.run("data cache --clear", environment: environment).stdout.hasPrefix(
          "removed 1 snapshot"))
      #expect(try kept() == [])
      // If nothing is there, both are made, also when a shell asks.
      #expect(try Finder.run("suggest cro", environment: environment).stdout == plain.stdout)
      #expect(try kept() == [".names", ".snapshot"])
      #expect(try Finder.run("data cache --clear", environment: environment).status == 0)
      for _ in 0..<2 {
        let tab = try Finder.run("completions fish -- show cro", environment: environment)
        #expect(tab.status == 0 && tab.stderr == "" && tab.stdout.contains("Old Crown\t"))
        #expect(try kept() == [".names", ".snapshot"])
      }
    }
  }

  @Test func installedWithTheDataset() throws {
    try with { folder, data in
      let environment = [
        "XDG_DATA_HOME": folder.file("share"), "XDG_CACHE_HOME": folder.file("cache"),
      ]
      #expect(try Finder.run(["data", "install", data], environment: environment).status == 0)
      let editions = folder.file("share/finder/editions")
      let names = try Files.names(in: editions).map { String($0.drop { $0 != "." }) }
      #expect(names == [".geojson", ".names", ".snapshot"])
      expect(try Finder.run("suggest noo", environment: environment), stdout: "Noodle Bar\n")
      // An edition that no record refers to is removed with all its files.
      for text in ["A", "B"] {
        try folder.write(Self.venues([(text, "N1 1AA", "1")]), to: "next.geojson")
        #expect(
          try Finder.run(
            ["data", "install", folder.file("next.geojson")], environment: environment
          )
          .status == 0)
      }
      #expect(try Files.names(in: editions).count == 6)
    }
  }

  @Test func fromAPipe() throws {
    try with { _, data in
      let result = try Finder.shell("finder suggest noodel --data - < '\(data)'")
      expect(result, stdout: "Noodle Bar\n")
    }
  }
}
