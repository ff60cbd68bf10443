import FinderEngine
import TestSupport
import Testing

/// `--reviewed`, `--min-rating` and `--not-visited`.
@Suite struct VisitFilterTests {
  private func names(_ place: VisitPlace, _ line: String) throws -> String {
    let result = try place.run(line + " --format csv --no-header --fields name -q")
    expect(result, stdout: nil)
    return result.stdout.split(separator: "\n").joined(separator: " ")
  }

  @Test(.slow) func filters() throws {
    try VisitPlace.with { place in
      #expect(try names(place, "near 51.508,-0.128 --not-visited") == "Nelson Lion Fountain Pigeon")
      #expect(try names(place, "near 51.508,-0.128 --reviewed") == "")
      expect(try place.run("near 51.508,-0.128 --reviewed --exit-status -q"), status: 1, stdout: "")
      for (name, ratings) in [("Lion", "5 3"), ("Fountain", "4"), ("Pigeon", "1")] {
        for rating in ratings.split(separator: " ") {
          _ = try place.added(["review", "add", name, "--rating", String(rating)])
        }
      }
      _ = try place.added(["review", "add", "Pigeon", "--text", "no rating"])
      _ = try place.added(["visit", "add", "Nelson"])
      try place.folder.age()
      let cases = [
        ("--reviewed", "Lion Fountain Pigeon"), ("--not-visited", ""),
        ("--min-rating 4", "Lion Fountain"),
        ("--min-rating 4.5", ""), ("--min-rating 1", "Lion Fountain Pigeon"),
        ("--min-rating 3.9 --limit 1", "Lion"), ("--reviewed --match p", "Pigeon"),
        ("--min-rating 4 --reviewed", "Lion Fountain"), ("--reviewed --radius 300m", "Lion"),
        ("--reviewed --independents-only", "Lion Fountain Pigeon"),
      ]
      for (options, expected) in cases {
        // First in memory; then the snapshot is kept, and then the file beside the log.
        for round in 0..<4 {
          #expect(
            try names(place, "near 51.508,-0.128 \(options)") == expected, "\(options), \(round)")
        }
        if !options.contains("radius") {
          #expect(
            try names(place, "within --bbox -1,51,1,52 \(options)").split(separator: " ").sorted()
              == expected.split(separator: " ").sorted(), "\(options)")
        }
      }
      #expect(try place.run("within --bbox -1,51,1,52 --reviewed --count -q").stdout == "3\n")
    }
  }

  /// The same with the index kept, after a change, and where it cannot be kept.
  @Test(.slow) func theIndex() throws {
    try VisitPlace.with { place in
      _ = try place.added(["review", "add", "Lion", "--rating", "4"])
      try place.folder.age()
      let index = "\(place.data)/visits.index"
      for _ in 0..<3 { #expect(try names(place, "near 51.5,-0.1 --reviewed") == "Lion") }
      #expect(try Files.names(in: place.data).contains("visits.index"))
      let kept = try Files.bytes(index)
      _ = try place.added(["review", "add", "Nelson", "--rating", "2"])
      #expect(try names(place, "near 51.5,-0.1 --reviewed") == "Nelson Lion")
      try Files.write([UInt8](repeating: 7, count: kept.count), to: index)
      #expect(try names(place, "near 51.5,-0.1 --min-rating 3") == "Lion")
      _ = try ProcessRunner.shell("rm \(index); mkdir \(index)")
      #expect(try names(place, "near 51.5,-0.1 --min-rating 3") == "Lion")
      #expect(try names(place, "near 51.5,-0.1 --min-rating 3 --no-cache") == "Lion")
    }
  }

  @Test(arguments: [
    ("--min-rating 0", "--min-rating 0 is not from 1 to 5"),
    ("--min-rating 5.1", "--min-rating 5.1 is not from 1 to 5"),
    ("--min-rating x", "--min-rating x is not a number"),
    ("--min-rating nan", "--min-rating nan is not a number"),
    ("--not-visited --reviewed", "--not-visited cannot be combined with --reviewed"),
    ("--not-visited --min-rating 3", "--not-visited cannot be combined with --min-rating"),
  ])
  func wrongUsage(options: String, problem: String) throws {
    for line in ["near 51.5,-0.1", "within --bbox 0,51,1,52"] {
      let result = try Finder.run("\(line) \(options) --data /nonexistent")
      expect(result, status: 64, stdout: "", stderr: nil)
      #expect(result.stderr.contains(": \(problem)\n"), "\(result)")
    }
  }
}
