import TestSupport
import Testing

/// A point as an argument: `near 51.5,-0.12`.
@Suite struct PointArgumentTests {
  @Test(arguments: [
    ["51.508,-0.128"], ["51.508", "-0.128"], ["51.508 -0.128"], ["51.508, -0.128"],
    ["51.508,", "-0.128"], [" 51.508 ,  -0.128 "], ["5.1508e1", "-.128"],
    ["--", "51.508", "-0.128"],
    ["51.508", "--quiet", "-0.128"], ["-q", "51.508", "-0.128"],
    ["--lat", "51.508", "--lon=-0.128"],
  ])
  func everyWayOfWritingOne(words: [String]) throws {
    try Dataset.with(Dataset.square) { _, data in
      let expected = try Finder.run("near --at 51.508,-0.128 --json", data: data).stdout
      expect(try Finder.run(["near", "--data", data, "--json"] + words), stdout: expected)
      for command in ["within --radius 300", "check"] {
        let line = Finder.words(command) + ["--json", "--data", data]
        let expected = try Finder.run(line + ["--at", "51.508,-0.128"]).stdout
        #expect(expected.contains("51.508"))
        expect(try Finder.run(line + words), stdout: expected)
      }
    }
  }

  @Test func pointsSouthAndWest() throws {
    for (line, lat, lon) in [
      ("near -33.9 -70.5", "-33.9", "-70.5"), ("near -.5,-0.25", "-0.5", "-0.25"),
      ("near 0 -1e1", "0", "-10"),
    ] {
      let result = try Finder.run("\(line) --outside allow --count --json --data \(Sample.path)")
      #expect(result.stdout.hasPrefix(#"{"query":{"lat":\#(lat),"lon":\#(lon),"#), "\(result)")
    }
  }

  private static let help =
    "[POINT]  latitude and longitude: 51.5,-0.12 or 51.5 -0.12 (see 'finder help near')"
  private static let at = "--at LAT,LON  latitude and longitude in one (see 'finder help near')"
  private static let twice =
    "give the point once: as LAT,LON, or with --at, or with --lat and --lon"

  @Test(arguments: [
    ("51.5", "POINT 51.5 is a latitude alone: the longitude is missing", help),
    ("51.5,", "POINT 51.5, is a latitude alone: the longitude is missing", help),
    ("51.5 -0.12 7", "unexpected argument '7'", "see 'finder help near'"),
    ("51.5,-0.12 7", "POINT '51.5,-0.12 7' is not a latitude and a longitude", help),
    ("London", "POINT London is not a latitude and a longitude", help),
    ("95 0", "POINT latitude 95 is out of range (-90…90)", help),
    ("51,0 --at 51,0", twice, "see 'finder help near'"),
    ("51,0 --lat 51 --lon 0", twice, "see 'finder help near'"),
    ("51 --lon 0", twice, "see 'finder help near'"),
    ("--at 51,0 --lat 51", twice, "see 'finder help near'"),
    ("--at 51.5 -0.12", "--at takes one word: write --at 51.5,-0.12, or leave out --at", at),
  ])
  func whatIsNoPoint(line: String, problem: String, help: String) throws {
    expectUsage(
      try Finder.run("near \(line)", environment: ["FINDER_DATA": "/nonexistent"]),
      "near: \(problem)", help)
  }
}
