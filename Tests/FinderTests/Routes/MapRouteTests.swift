import FinderEngine
import TestSupport
import Testing

/// `map --to` with a router and a made-up `curl` in place of the system's.
@Suite struct MapRouteTests {
  private static let url = "http://localhost:8002"
  private static let line =
    "map 51.508,-0.128 --to Lion --base none -n 1 --size 60x20 --marks ascii"

  /// From the point east and then north to the Lion at 51.51, -0.127.
  private static let osrm =
    #"{"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":"#
    + #"[[-0.128,51.508],[-0.124,51.508],[-0.124,51.51],[-0.127,51.51]]},"#
    + #""distance":640.2,"duration":452.1}]}"#

  private func count(_ letter: Character, in text: String) -> Int { text.count { $0 == letter } }

  @Test func drawn() throws {
    try RoutePlace.with { place in
      let straight = try place.run(Self.line)
      expect(straight, stdout: nil)
      #expect(
        straight.stdout.hasSuffix("\nLion is 233 m away in a straight line.\n"), "\(straight)")
      #expect(try place.calls == 0)
      try place.answer(Self.osrm)
      let walked = try place.run("\(Self.line) --router osrm:\(Self.url)")
      expect(walked, stdout: nil)
      #expect(
        walked.stdout.hasSuffix("\nThe walk to Lion is 640 m, about 8 min, by the router.\n"),
        "\(walked)")
      #expect(walked.stdout.contains(" 8 min  Lion\n"), "\(walked)")
      #expect(count("x", in: walked.stdout) > count("x", in: straight.stdout) + 20, "\(walked)")
      let asked = try place.asked
      #expect(
        asked.contains(
          "url = \"http://localhost:8002/route/v1/foot/-0.128,51.508;-0.127,51.51"
            + "?overview=full&geometries=geojson\"\n"), "\(asked)")
      #expect(asked.contains("max-filesize = 4000000"))
      // An unknown router is asked in Valhalla's language first, which OSRM does not understand.
      try place.folder.write(Self.osrm, to: "way")
      try place.curl(
        #"case $(cat asked) in *route/v1*) head '200 OK'; cat way;; "#
          + #"*) head '400 Bad Request'; echo '{"code":"InvalidUrl"}';; esac"#)
      let before = try place.calls
      expect(try place.run("\(Self.line) --router \(Self.url)"), stdout: walked.stdout)
      #expect(try place.calls - before == 2)
    }
  }

  /// The same bends in every format.
  @Test func forms() throws {
    try RoutePlace.with { place in
      try place.answer(Self.osrm)
      let line = "map 51.508,-0.128 --to Lion --base none --router osrm:\(Self.url)"
      let svg = try place.run("\(line) --format svg").stdout
      #expect(svg.contains("<title>640 m, about 8 min, by the router</title>"), "\(svg)")
      #expect(svg.contains(">640 m, about 8 min, by the router</text>"))
      let walk = svg.split(separator: "id=\"walk\"").last?.split(separator: "</g>").first ?? ""
      #expect(!walk.contains("stroke-dasharray"), "\(walk)")
      // Too small for the words.
      let small = try place.run("\(line) --format svg --size 200x150").stdout
      #expect(small.contains(">walk along streets</text>"))
      let page = try place.run("\(line) --format html")
      #expect(page.status == 0 && page.stdout.hasPrefix("<!DOCTYPE html>"))
      let png = try place.run("\(line) --format png")
      try place.curl("exit 7")
      let other = try place.run("\(line) --format png -q")
      #expect(png.stdoutBytes != other.stdoutBytes && png.stdoutBytes.count > 1000)
      // A list without a drawing still has the words.
      try place.answer(Self.osrm)
      let list = try place.run(line)
      #expect(list.stdout.hasSuffix("The walk to Lion is 640 m, about 8 min, by the router.\n"))
    }
  }

  @Test(arguments: [
    (
      "exit 7",
      "no walk from the router at http://localhost:8002: nothing answers at localhost:8002",
      69 as Int32
    ),
    ("head '200 OK'; yes", "no walk from the router at http://localhost:8002: more than 4 MB", 69),
    (
      "head '200 OK'; echo '{\"trip\":{\"legs\":[{\"shape\":\"_\"}]}}'",
      "no walk from the router at http://localhost:8002: its answer is not a router's: its line is cut off",
      69
    ),
    (
      "head '400 Bad Request'; printf '{\"error_code\":1,\"error\":\"a\\\\u001b[31m\"}'",
      "no walk from the router at http://localhost:8002: it answered 400 Bad Request and says "
        + "'a\\u{1B}[31m'",
      69
    ),
    (
      "head '400 Bad Request'; echo '{\"error_code\":442,\"error\":\"No path\"}'",
      "the router at http://localhost:8002 found no route to Lion", 0
    ),
    (
      "head '400 Bad Request'; echo '{\"error_code\":171,\"error\":\"No edges\"}'",
      "the router at http://localhost:8002 found no route to Lion", 0
    ),
  ])
  func failures(script: String, reason: String, strict: Int32) throws {
    try RoutePlace.with { place in
      let straight = try place.run(Self.line).stdout
      try place.curl(script)
      let line = "\(Self.line) --router valhalla:\(Self.url)"
      expect(
        try place.run(line), stdout: straight,
        stderr: "finder: map: \(reason); the line is straight\n")
      let result = try place.run("\(line) --strict")
      #expect(
        result.status == strict && result.stderr.hasPrefix("finder: map: \(reason)"), "\(result)")
      #expect(result.stdout == (strict == 0 ? straight : ""))
    }
  }

  @Test func refusals() throws {
    try RoutePlace.with { place in
      try place.answer("{}")
      for option in ["--router \(Self.url)", "--route", "--strict", "--timeout 3"] {
        let result = try place.run("map 51.508,-0.128 \(option) --format text")
        #expect(result.status == 64 && result.stderr.contains("has no effect without --to"))
      }
      #expect(try place.run("\(Self.line) --route").stderr.contains("needs a router"))
      #expect(try place.run("\(Self.line) --strict").status == 64)
      #expect(try place.calls == 0)
      // Farther than people walk.
      let far = try place.run(
        "map 53.5,-2.2 --to Lion --format text --base none --router \(Self.url) --size 40x10")
      #expect(far.stderr.contains("Lion is more than 100 km away"), "\(far)")
      #expect(try place.calls == 0)
    }
  }
}
