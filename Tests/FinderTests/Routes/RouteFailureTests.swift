import FinderEngine
import TestSupport
import Testing

/// Routers that fail in all possible ways, and what is never sent or shown.
@Suite struct RouteFailureTests {
  private static let url = "http://localhost:8002"
  private static let point = "51.508,-0.128"

  @Test(arguments: [
    ("exit 7", "nothing answers at localhost:8002"),
    ("exit 28", "it took longer than 10 s; --timeout allows more"),
    ("head '200 OK'; printf '{\"sources_to'; exit 18", "the connection was cut after 12 bytes"),
    ("exit 52", "the server closed the connection without an answer"),
    ("head '200 OK'; yes", "more than 1 MB"),
    ("head '500 Internal Server Error'; echo oops", "it answered 500 Internal Server Error"),
    ("head '503'", "it answered 503 Service Unavailable"),
    ("head '302 Found'", "it redirects, which is not followed"),
    ("head '200 OK'; echo '<html>'", "its answer is not a router's: expected an object"),
    (
      "head '200 OK'; echo '{\"sources_to_targets\":[[{\"distance\":-1}]]}'",
      "its answer is not a router's: a distance is out of range"
    ),
    (
      "head '200 OK'; echo '{\"sources_to_targets\":[[{\"distance\":1}]]}'",
      "its answer is not a router's: expected 4 distances, found 1"
    ),
    (
      "head '400 Bad Request'; printf '{\"error_code\":1,\"error\":\"a\\\\u001b[31m\\\\nb\"}'",
      "it answered 400 Bad Request and says 'a\\u{1B}[31m\\nb'"
    ),
    (
      "head '400 Bad Request'; echo '{\"code\":\"InvalidUrl\"}'",
      "it does not speak valhalla; is it osrm?"
    ),
  ])
  func failures(script: String, reason: String) throws {
    try RoutePlace.with { place in
      try place.curl(script)
      let line =
        "near \(Self.point) --router valhalla:\(Self.url) --csv --fields name,walk_m,walk_from"
      let problem =
        "finder: near: no walking distances from the router at http://localhost:8002: \(reason)"
      expect(
        try place.run(line),
        stdout: """
          name,walk_m,walk_from
          Nelson,0,estimate
          Lion,279.7,estimate
          Fountain,1335.1,estimate
          Pigeon,2670.2,estimate

          """, stderr: problem + "; these walks are estimates, in straight-line order\n")
      expect(try place.run("\(line) --strict"), status: 69, stdout: "", stderr: "\(problem)\n")
    }
  }

  /// Of a server whose language its address does not show.
  @Test(
    "The router's answers to each request",
    arguments: [
      (
        "500 Internal Server Error", "", "404 Not Found",
        "the Valhalla request got 500 Internal Server Error; the OSRM request got 404 Not Found"
      ),
      (
        "404 Not Found", "<html>", "404 Not Found",
        "the Valhalla and the OSRM request both got 404 Not Found"
      ),
      (
        "400 Bad Request", #"{"code":"InvalidUrl"}"#, "304 Not Modified",
        "the Valhalla request got an answer in the form of OSRM; the OSRM request got 304 Not Modified"
      ),
      (
        "200 OK", "<html>", "302 Found",
        "the Valhalla request got an answer that is not a router's: expected an object; the OSRM request "
          + "got a redirect, which is not followed"
      ),
    ])
  func messagesOfTheRouter(status: String, text: String, other: String, reason: String) throws {
    try RoutePlace.with { place in
      let script =
        "case $(cat asked) in *table/v1*) head '\(other)'; exit END;; "
        + "*) head '\(status)'; echo '\(text)';; esac"
      let start = "finder: near: no walking distances from the router at http://localhost:8002: "
      let line = "near \(Self.point) --router \(Self.url) --strict"
      try place.curl(script.replacing("END", with: "0"))
      expect(try place.run(line), status: 69, stdout: "", stderr: start + reason + "\n")
      #expect(try place.calls == 2)
      // No answer at all to the second.
      try place.curl(script.replacing("END", with: "52"))
      let first = reason.prefix { $0 != ";" }.replacing(
        "and the OSRM request both got", with: "request got")
      let result = try place.run(line)
      expect(
        result, status: 69, stdout: "",
        stderr: start + "the server closed the connection without an answer, for the OSRM request; "
          + first + "\n")
    }
  }

  /// In the router's own words; then the other language is not tried.
  @Test func refusalsInTheRoutersWords() throws {
    try RoutePlace.with { place in
      let start = "finder: near: no walking distances from the router at http://localhost:8002: "
      let line = "near \(Self.point) --router \(Self.url) --strict"
      for (status, words) in [
        ("500 Internal Server Error", "it answered 500 Internal Server Error and says 'no tiles'"),
        ("200 OK", "it says 'no tiles'"),
      ] {
        let before = try place.calls
        try place.curl("head '\(status)'; echo '{\"error_code\":499,\"error\":\"no tiles\"}'")
        expect(
          try place.run(line), status: 69, stdout: "",
          stderr: start + "asked as Valhalla, \(words)\n")
        #expect(try place.calls == before + 1)
      }
    }
  }

  @Test func noCurl() throws {
    try RoutePlace.with { place in
      try ProcessRunner.makeFolders(place.folder.path, "none")
      let result = try Finder.run(
        "near \(Self.point) --router \(Self.url) --strict",
        data: place.folder.file("venues.geojson"),
        environment: ["PATH": place.folder.file("none")])
      expect(
        result, status: 69, stdout: "",
        stderr: "finder: near: no walking distances from the router at http://localhost:8002: "
          + "asking it needs curl, which is not installed\n")
    }
  }

  @Test("Names, passwords and keys are sent, and shown nowhere")
  func secrets() throws {
    try RoutePlace.with { place in
      try place.curl("echo 'curl: (6) Could not resolve host: me:pw@example.org' >&2; exit 60")
      let result = try place.run(
        "near \(Self.point) --router https://me:pw@example.org/v?key=abc --strict")
      #expect(result.status == 69)
      #expect(!result.stderr.contains("pw") && !result.stderr.contains("abc"))
      let asked = try place.asked
      #expect(asked.contains("url = \"https://me:pw@example.org/v/sources_to_targets?key=abc\"\n"))
      #expect(!asked.contains("noproxy"))
      let wrong = try place.run("near \(Self.point) --router https://me:p/w@example.org")
      #expect(wrong.status == 64 && !wrong.stderr.contains("me:"))
    }
  }

  @Test("Nothing is sent unless a router is asked for")
  func nothingSent() throws {
    try RoutePlace.with { place in
      try place.answer("{}")
      for line in ["near \(Self.point)", "near \(Self.point) --json", "closest Lion \(Self.point)"]
      {
        #expect(try place.run(line).status == 0)
      }
      for line in [
        "near \(Self.point) --router ftp://x", "near 95,1 --router \(Self.url)",
        "near \(Self.point) --router \(Self.url) --timeout 0",
        "near \(Self.point) --router \(Self.url) --count",
        "near \(Self.point) --router \(Self.url) --route", "near \(Self.point) --strict",
        "near \(Self.point) --timeout 5", "near \(Self.point) --route",
      ] { #expect(try place.run(line).status == 64, "\(line)") }
      let missing = try Finder.run(
        "near \(Self.point) --router \(Self.url)", data: "/nonexistent",
        environment: ["PATH": "\(place.folder.file("bin")):/usr/bin:/bin"])
      #expect(missing.status == 66)
      #expect(try place.calls == 0)
    }
  }

  @Test(.slow) func timeLimit() throws {
    try RoutePlace.with { place in
      // It does not keep to its limit; finder does.
      try place.curl("exec sleep 60")
      let result = try place.run("near \(Self.point) --router \(Self.url) --timeout 0.2 --strict")
      #expect(result.status == 69)
      #expect(result.stderr.contains("longer than its limit of 0.2 s"), "\(result.stderr)")
      let asked = try place.asked
      #expect(asked.contains("max-time = 0.1"))
    }
  }

  /// Two limits of downloads, 10 and 20 seconds, would come before the requested one.
  @Test("A server may take as long as its time limit")
  func noOtherTimeLimit() throws {
    try RoutePlace.with { place in
      try place.curl("exit 28")
      let result = try place.run("near \(Self.point) --router \(Self.url) --timeout 60 --strict")
      #expect(result.stderr.contains("it took longer than 60 s"), "\(result)")
      let asked = try place.asked
      #expect(asked.contains("max-time = 59.9"), "\(asked)")
      for word in ["speed-limit", "speed-time", "connect-timeout"] {
        #expect(!asked.contains(word), "\(asked)")
      }
    }
  }
}
