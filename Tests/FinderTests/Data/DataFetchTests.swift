import FinderEngine
import TestSupport
import Testing

/// `data fetch`, with a made-up `curl` in place of the system's: its arguments, and what is done with every
/// possible answer. `.ci/checks/fetch/check` has the real curl, and servers.
@Suite struct DataFetchTests {
  private struct Place {
    let base: InstallPlace

    /// A script that writes the requested answer, and keeps its arguments. `$calls` counts from 1.
    func curl(_ script: String) throws {
      try ProcessRunner.makeFolders(base.folder.path, "bin")
      let text = """
        #!/bin/bash
        cd '\(base.folder.path)' || exit 2
        cat > asked; cat asked >> all; echo x >> calls; calls=$(wc -l < calls)
        head() { printf "HTTP/1.1 $1\\r\\n$2\\r\\n" > /dev/fd/3; }
        \(script)

        """
      try base.folder.write(text, to: "bin/curl")
      _ = try ProcessRunner.shell("chmod +x bin/curl", directory: base.folder.path)
    }

    func run(_ line: String) throws -> ProcessResult {
      try base.run(line, ["PATH": "\(base.folder.file("bin")):/usr/bin:/bin"])
    }

    var asked: [Substring] { get throws { try text("asked").split(separator: "\n") } }
    func text(_ name: String) throws -> String { try Files.text(base.folder.file(name)) }
    var calls: Int {
      get throws {
        guard try Files.names(in: base.folder.path).contains("calls") else { return 0 }
        return try text("calls").utf8.count / 2
      }
    }

    func overpass(_ ids: [Int], to name: String = "osm") throws {
      let elements = ids.map {
        """
        {"type":"node","id":\($0),"lat":51.5,"lon":-0.1,"tags":{"name":"Venue \($0)","amenity":"pub"}}
        """
      }
      let count = "{\"type\":\"count\",\"id\":0,\"tags\":{\"total\":\"\(ids.count)\"}}"
      let all = ([count] + elements).joined(separator: ",\n")
      try base.folder.write("{\"elements\":[\(all)]}", to: name)
    }
  }

  @Test("A bare number that is hardly metres says what it is")
  func bareRadius() throws {
    let said =
      "finder: data fetch: --radius 2: that is 2 metres; for kilometres or miles: "
      + "-r 2km or -r 2mi\n"
    for (radius, stderr) in [("2", said), ("2e1", nil), ("2m", ""), ("25", "")]
      as [(String, String?)]
    {
      let result = try Finder.run("data fetch osm 51.5,-0.1 --radius \(radius) --dry-run")
      #expect(result.status == 0, "\(result)")
      if let stderr { #expect(result.stderr == stderr) } else { #expect(result.stderr != "") }
    }
  }

  /// A point needs no radius; without a point there is one if 'here' is on.
  @Test func usualRadius() throws {
    let said = "finder: data fetch: fetching what is within 3km; --radius asks for more or less\n"
    let here = ["FINDER_LOCATION": "51.5,-0.1"]
    let asked = try Finder.run("data fetch osm 51.5,-0.1 --radius 3km --dry-run")
    expect(asked, stdout: nil)
    for (line, environment) in [
      ("osm 51.5,-0.1", [:]), ("osm --at 51.5,-0.1", [:]), ("osm --lat 51.5 --lon -0.1", [:]),
      ("osm", here),
    ] {
      let result = try Finder.run("data fetch \(line) --dry-run", environment: environment)
      #expect(result.stdout == asked.stdout && result.stderr.hasSuffix(said), "\(result)")
      let quiet = try Finder.run("data fetch \(line) --dry-run -q", environment: environment)
      expect(quiet, stdout: asked.stdout)
    }
    // A place that is also an authority is taken as a place.
    let leeds = try Finder.run("data fetch hygiene Leeds --dry-run")
    #expect(leeds.status == 0 && leeds.stdout.contains("maxDistanceLimit=2&"), "\(leeds)")
    // An area of another kind asks for nothing else.
    for line in ["osm --bbox -1,51,0,51.1", "hygiene --authority Lambeth"] {
      let result = try Finder.run("data fetch \(line) --dry-run", environment: here)
      #expect(result.stderr.isEmpty && !result.stdout.contains("around"), "\(result)")
    }
  }

  private static let line = "data fetch osm 51.5,-0.1 --radius 1km"
  /// What follows the reason for a failure.
  private static let advice =
    "  a file needs no server: 'finder help data' says where a country's or a county's is\n"
  private static let problem =
    "finder: data fetch: nothing fetched from Overpass at https://overpass-api.de"

  private func with(_ body: (Place) throws -> Void) throws {
    try InstallPlace.with { base in
      let place = Place(base: base)
      try place.overpass([1, 2])
      try body(place)
    }
  }

  private static let document = #"""
    {"type":"FeatureCollection","attribution":"© OpenStreetMap contributors","licence":"ODbL 1.0","features":[
    {"type":"Feature","id":"osm:node/1","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"Venue 1","kind":"pub"}},
    {"type":"Feature","id":"osm:node/2","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"Venue 2","kind":"pub"}}
    ]}

    """#

  @Test func askedAndWritten() throws {
    try with { place in
      try place.curl("head '200 OK'; cat osm")
      let note = "finder: data fetch: osm: 2 venues\n"
      expect(try place.run(Self.line), stdout: Self.document, stderr: note)
      let asked = try place.asked
      for line in [
        "url = \"https://overpass-api.de/api/interpreter\"", "proto-redir = \"=https\"",
        "max-filesize = 200000000", "user-agent = \"finder/2.0.0\"", "connect-timeout = 20",
        "header = \"Content-Type: application/x-www-form-urlencoded\"",
        "header = \"Accept-Encoding: gzip\"", "header = \"Expect:\"",
      ] { #expect(asked.contains(Substring(line)), "\(line)\n\(asked)") }
      #expect(asked.contains { $0.hasPrefix("data = \"data=%5Bout%3Ajson%5D") })
      #expect(!asked.contains("location") && !asked.contains { $0.hasPrefix("speed") })

      expect(try place.run("\(Self.line) --output a.geojson --quiet"), stdout: "")
      #expect(try place.text("a.geojson") == Self.document)
      let packed = try place.run("\(Self.line) --output a.geojson.gz -q")
      expect(packed, stdout: "")
      let unpacked = try ProcessRunner.shell(
        "gunzip -c a.geojson.gz", directory: place.base.folder.path)
      #expect(unpacked.stdout == Self.document)

      try place.overpass([])
      expect(
        try place.run("\(Self.line) --exit-status"), status: 1, stdout: nil,
        stderr: "finder: data fetch: osm: 0 venues\n")
    }
  }

  @Test("Installed, requested again by 'data update', and reported by 'news'")
  func installedAndUpdated() throws {
    try with { place in
      try place.curl("head '200 OK'; cat osm")
      let name = "OpenStreetMap, within 1 km of 51.5,-0.1"
      expect(
        try place.run("\(Self.line) --install -q --server http://me:pw@h/api?key=1"),
        stdout: "installed 2 venues from \(name)\n")
      let asked = try place.asked
      #expect(asked.contains("url = \"http://me:pw@h/api/interpreter?key=1\""))
      let record = try Files.text("\(place.base.data)/installed.json")
      #expect(!record.contains("pw") && record.contains("\"request\":\"osm&kinds="), "\(record)")
      // It is not asked without them.
      expect(
        try place.run("data update"), status: 64, stdout: "",
        stderr:
          "finder: data update: the installed dataset was fetched with a name and a password, which "
          + "are not kept\n  give them again in the address of --server, as in 'finder data fetch … "
          + "--install'\n")
      #expect(try place.asked == asked)

      expect(
        try place.run("\(Self.line) --install -q --server http://h/api?key=1"), stdout: nil)
      let first = try place.asked.filter { !$0.hasPrefix("max-time") }
      expect(
        try place.run("data update --exit-status"), status: 1,
        stdout: "up to date: 2 venues from \(name)\n",
        stderr: "finder: data update: osm: 2 venues\n")
      let again = try place.asked.filter { !$0.hasPrefix("max-time") }
      #expect(again == first)

      try place.overpass([1, 2, 3])
      expect(
        try place.run("data update -q"),
        stdout:
          "installed 3 venues from \(name); 'finder data rollback' goes back to 2 venues from "
          + "\(name)\n")
      let news = try place.run("news 51.5,-0.1 --format ndjson").stdout
      #expect(news.contains("\"opened\"") && news.contains("\"osm:node/3\""), "\(news)")

      try place.overpass([1])
      let shrunk = try place.run("data update -q")
      expect(
        shrunk, status: 65, stdout: "",
        stderr:
          "finder: data update: \(name) has 1 venue, less than half of the 3 that are installed: "
          + "nothing was changed\n  --force installs it anyway\n")
      expect(try place.run("data update -q --force"), stdout: nil)

      // A URL asks for that instead.
      try place.curl("head '404 Not Found'")
      let other = try place.run("data update http://h/x")
      #expect(other.status == 69 && other.stderr.contains("cannot fetch http://h/x"), "\(other)")
    }
  }

  private static let ratings = """
    {"establishments":[{"FHRSID":9,"BusinessName":"VENUE 1","BusinessType":"Pub/bar/nightclub",
    "RatingValue":"5","geocode":{"longitude":"-0.1","latitude":"51.5"}}],
    "meta":{"totalCount":1,"totalPages":1,"pageNumber":1}}
    """

  @Test("A source that fails alone is not installed")
  func oneSourceLost() throws {
    try with { place in
      try place.base.folder.write(Self.ratings, to: "hygiene")
      try place.overpass([1])
      try place.curl("head '200 OK'; if grep -q ^data asked; then cat osm; else cat hygiene; fi")
      let line = "data fetch osm hygiene 51.5 -0.1 --radius 1km --kinds pub --install -q"
      expect(try place.run(line), stdout: nil)
      let record = try Files.text("\(place.base.data)/installed.json")
      #expect(record.contains(#""sources":{"hygiene":1,"osm":1}"#), "\(record)")
      try place.overpass([])
      for line in ["data update -q", line] {
        let result = try place.run(line)
        #expect(result.status == 65 && result.stdout == "", "\(result)")
        #expect(
          result.stderr.contains(
            ": OpenStreetMap has 0 venues, less than half of the 1 that it had: nothing was changed\n"
              + "  --force installs it anyway\n"), "\(result)")
      }
      expect(try place.run("data update -q --force"), stdout: nil)
      expect(try place.run("data update -q"), stdout: nil)
    }
  }

  @Test("Another area, or another source, closes nothing")
  func otherAreas() throws {
    try with { place in
      try place.base.folder.write(Self.ratings, to: "hygiene")
      try place.curl("head '200 OK'; if grep -q ^data asked; then cat osm; else cat hygiene; fi")
      expect(try place.run("\(Self.line) --install -q"), stdout: nil)
      try place.overpass([1])
      let partial =
        "finder: data fetch: the area, kinds or sources differ from those of the previous dataset, so "
        + "'finder news' compares only what both cover\n"
      func news() throws -> ProcessResult { try place.run("news --format csv --no-header") }
      let other = try place.run("data fetch hygiene 51.5,-0.1 --radius 1km --kinds pub --install")
      #expect(other.status == 0 && other.stderr.hasSuffix(partial), "\(other)")
      let none = try news()
      #expect(none.stdout.isEmpty && none.stderr.contains("only what both have"), "\(none)")
      // Venues 1 and 2, then only 1, in a circle that contains both each time.
      try place.overpass([1, 2])
      expect(try place.run("\(Self.line) --install -q"), stdout: nil)
      try place.overpass([1])
      expect(try place.run("data fetch osm 51.5,-0.1 --radius 2km --install -q"), stdout: nil)
      let told = try news()
      #expect(told.stdout.hasPrefix("20") && told.stdout.contains("closed"), "\(told)")
      #expect(told.stdout.split(separator: "\n").count == 1, "\(told)")
    }
  }

  @Test("No server is asked for what cannot be installed")
  func lookedAtFirst() throws {
    try with { place in
      try place.curl("head '200 OK'; cat osm")
      try ProcessRunner.makeFolders(place.base.folder.path, "home/.local/share/finder")
      try Files.write(Array("{".utf8), to: "\(place.base.data)/installed.json")
      let result = try place.run("\(Self.line) --install")
      #expect(result.status == 65 && result.stderr.contains("installed.json"), "\(result)")
      #expect(try place.calls == 0)
    }
  }

  @Test("A program that cannot be started is named, with its purpose")
  func notStarted() throws {
    try with { place in
      try place.curl("exit 0")
      try place.base.folder.write("\u{7F}no program", to: "bin/curl")
      let result = try place.run(Self.line)
      expect(
        result, status: 69, stdout: "",
        stderr: "\(Self.problem): cannot start \(place.base.folder.file("bin/curl")): "
          + "Exec format error\n" + Self.advice)
      try place.curl("head '200 OK'; cat osm")
      let few = try Finder.shell(
        "ulimit -n 6; PATH=\(place.base.folder.file("bin")):$PATH exec finder \(Self.line)",
        directory: place.base.folder.path)
      #expect(
        few.status == 71 && few.stderr.contains("Too many open files")
          && few.stderr.hasPrefix(Self.problem), "\(few)")
    }
  }

  @Test("A record changed by hand is not used for a request")
  func forgedRecord() throws {
    try with { place in
      try place.curl("head '200 OK'; cat osm")
      expect(try place.run("\(Self.line) --install -q"), stdout: nil)
      let path = "\(place.base.data)/installed.json"
      let record = try Files.text(path)
      for forged in ["1e9", "x", ""] {
        let start = record.firstRange(of: "circle=51.5,-0.1,1000")!
        let text = record.replacingCharacters(start, with: "circle=51.5,-0.1,\(forged)")
        try Files.write(Array(text.utf8), to: path)
        let result = try place.run("data update")
        #expect(
          result.status == 65 && result.stderr.contains("the recorded fetch cannot be read"),
          "\(result)")
      }
      #expect(try place.calls == 1)
    }
  }

  @Test func bothMerged() throws {
    try with { place in
      try place.base.folder.write(Self.ratings, to: "hygiene")
      try place.curl("head '200 OK'; if grep -q ^data asked; then cat osm; else cat hygiene; fi")
      let result = try place.run("data fetch osm hygiene 51.5 -0.1 --radius 1km --kinds pub")
      expect(
        result, stdout: nil,
        stderr: "finder: data fetch: osm: 2 venues\nfinder: data fetch: hygiene: 1 venue\n"
          + "finder: data fetch: 1 venue of both, 2 in all\n")
      #expect(result.stdout.contains("\"hygiene_rating\":5") && result.stdout.contains("fhrs:9"))
      #expect(result.stdout.contains("\"licence\":[\"ODbL 1.0\",\"Open Government Licence v3.0\"]"))
      #expect(
        try place.asked.contains(
          "url = \"https://api.ratings.food.gov.uk/Establishments?latitude=51.5&longitude=-0.1"
            + "&maxDistanceLimit=1&businessTypeId=7843&pageNumber=1&pageSize=500\""))
      #expect(try place.asked.contains("header = \"x-api-version: 2\""))
    }
  }

  @Test(arguments: [
    ("exit 7", "nothing answers at overpass-api.de"),
    ("head '200 OK'; printf '{\"elem'; exit 18", "the connection was cut after 6 bytes"),
    ("head '200 OK'; printf '{\"elem'", "its answer is cut short: it ends after 6 bytes"),
    ("head '200 OK' 'Content-Length: 9\\r\\n'; cat osm", "received"),
    ("head '200 OK'; echo '<html>'", "it sent a web page instead of data"),
    (
      "head '200 OK'; gzip -c osm | command head -c 30",
      "its answer is damaged or cut short at packed byte"
    ),
    (
      "head '302 Found' 'Location: http://b/\\r\\n'",
      "it redirects to http://b/, which is not followed; --server asks another"
    ),
    ("head '304 Not Modified'", "it answered 304 Not Modified"),
    ("head '400 Bad\\x1b[31m'", "it answered 400 Bad\\u{1B}[31m"),
    (
      "head '429' 'Retry-After: 600\\r\\n'",
      "it answered 429 Too Many Requests; the next try would be in 600 s, after the 300 s that --timeout allows"
    ),
    ("echo oops", "the answer is not HTTP"),
  ])
  func faults(script: String, reason: String) throws {
    try with { place in
      try place.base.folder.write("old", to: "a.geojson")
      try place.curl(script)
      for target in ["--output a.geojson", "--install", ""] {
        let result = try place.run("\(Self.line) \(target)")
        #expect(result.status == 69 && result.stdout == "", "\(result)")
        #expect(result.stderr.hasPrefix("\(Self.problem): \(reason)"), "\(result)")
        #expect(result.stderr.hasSuffix("\n" + Self.advice))
        #expect(result.stderr.utf8.count { $0 == 0x0A } == 2)
      }
      #expect(try place.text("a.geojson") == "old")
      #expect(
        try Files.names(in: place.base.folder.path).sorted() == [
          "a.geojson", "all", "asked", "bin", "calls", "home", "osm",
        ])
    }
  }

  @Test("A busy server is asked again while there is time")
  func busy() throws {
    try with { place in
      try place.curl(
        "if [ $calls = 1 ]; then head '504 Gateway Timeout'; else head '200 OK'; cat osm; fi")
      expect(try place.run("\(Self.line) -q"), stdout: Self.document)
      #expect(try place.calls == 2)
    }
  }

  @Test func authorities() throws {
    try with { place in
      try place.base.folder.write(
        #"{"authorities":[{"LocalAuthorityId":7,"Name":"Lambeth"},{"LocalAuthorityId":8,"Name":"Lewes"}]}"#,
        to: "authorities")
      try place.base.folder.write(
        #"{"establishments":[],"meta":{"totalCount":0,"totalPages":0}}"#, to: "none")
      try place.curl(
        "head '200 OK'; if grep -q /Authorities asked; then cat authorities; else cat none; fi")
      expect(
        try place.run("data fetch hygiene --authority lambeth --authority LEWES --kinds bar,pub"),
        stdout: nil, stderr: "finder: data fetch: hygiene: 0 venues\n")
      let all = try place.text("all")
      #expect(all.contains("?localAuthorityId=7&businessTypeId=7843&pageNumber=1"))
      #expect(try all.contains("?localAuthorityId=8&") && place.calls == 3)
      for (name, status, words) in [
        ("Lambet", 0, ""),
        ("Lambth", 1, "no authority is called Lambth; did you mean Lambeth?"),
        ("L", 64, "--authority L matches several: Lambeth, Lewes"), ("8", 0, ""),
      ] {
        let result = try place.run("data fetch hygiene --authority \(name) --quiet")
        #expect(
          result.status == Int32(status) && (words.isEmpty || result.stderr.contains(words)),
          "\(result)")
      }
    }
  }

  @Test func dryRun() throws {
    try with { place in
      try place.curl("exit 1")
      expect(
        try place.run(
          "data fetch osm hygiene 51.5,-0.1 --radius 1km --kinds pub --timeout 60 --dry-run "
            + "--authority Brighton&Hove"),
        stdout: """
          POST https://overpass-api.de/api/interpreter
          Content-Type: application/x-www-form-urlencoded

          [out:json][timeout:60];
          nwr["amenity"="pub"](around:1007,51.5,-0.1);
          out count;
          out center tags;

          GET https://api.ratings.food.gov.uk/Authorities
          x-api-version: 2
          Accept: application/json

          GET https://api.ratings.food.gov.uk/Establishments?latitude=51.5&longitude=-0.1&maxDistanceLimit=1&businessTypeId=7843&pageNumber=1&pageSize=500
          x-api-version: 2
          Accept: application/json
          then pageNumber=2 and so on, as many as the first page says

          GET https://api.ratings.food.gov.uk/Establishments?localAuthorityId=(that of Brighton&Hove)&businessTypeId=7843&pageNumber=1&pageSize=500
          x-api-version: 2
          Accept: application/json
          then pageNumber=2 and so on, as many as the first page says

          """)
      #expect(try place.calls == 0)
    }
  }

  @Test(
    "Refused before anything is sent",
    arguments: [
      (
        "osm",
        "expected a point, or --bbox W,S,E,N, or for hygiene --authority NAME; for example: finder data fetch "
          + "osm London"
      ),
      (
        "hygiene Nowhereshire",
        "POINT Nowhereshire is not a point that finder knows; for an authority: finder data fetch hygiene "
          + "--authority Nowhereshire"
      ),
      ("osm 51.5,-0.1 --radius 0", "--radius must be above 0"),
      (
        "osm 51.5,-0.1 --radius 90km",
        "--radius 90km is more than one fetch may ask for: at most 89 km"
      ),
      (
        "osm --bbox -8,50,2,59",
        "645537 square kilometres are more than one fetch may ask for: at most 25000, as a box of 158 km a side"
      ),
      (
        "osm --bbox 1,51,0,52",
        "--bbox goes east from 1 round the globe to 0; the order is WEST,SOUTH,EAST,NORTH"
      ),
      ("hygiene --authority=", "--authority is empty: expected the name of an authority"),
      ("osm --bbox 0,50,0,51", "--bbox has no area"),
      ("osm --bbox -1,50,0,50.1 --radius 5", "--radius has no effect without a point"),
      (
        "osm --authority Lambeth",
        "--authority has no effect: only the hygiene ratings have authorities"
      ),
      (
        "osm hygiene --authority Lambeth",
        "osm has no authorities: it needs a point, or --bbox W,S,E,N"
      ),
      (
        "osm 51.5,-0.1 --radius 5 --kinds pub,bra",
        "--kinds bra is not a kind of venue; did you mean 'bar'?"
      ),
      ("osm 51.5,-0.1 --radius 5 --kinds=", "--kinds '' is not a kind of venue"),
      (
        "osm 51.5,-0.1 --radius 5 --server ftp://h",
        "--server ftp://h is not an http or https address"
      ),
      (
        "osm 51.5,-0.1 --radius 5 --server hygiene=http://h",
        "--server has no effect: hygiene is not asked"
      ),
      (
        "osm hygiene 51.5,-0.1 --radius 5 --server http://h",
        "--server must name the source: osm=URL or hygiene=URL"
      ),
      (
        "osm 51.5,-0.1 --radius 5 --install --output x",
        "--install cannot be combined with --output"
      ),
      ("osm 51.5,-0.1 --radius 5 --install --dry-run", "--install has no effect with --dry-run"),
      ("osm 51.5,-0.1 --radius 5 --force", "--force has no effect without --install"),
      (
        "osm 51.5,-0.1 --radius 5 --output x.csv",
        "--output x.csv has the ending of a format that 'data fetch' does not write; "
          + "'finder data convert' makes it from GeoJSON"
      ),
      ("osm 51.5,-0.1 --radius 5 --timeout 0", "--timeout 0 is out of range (0.001…86400)"),
      ("brighton --radius 5", "SOURCE brighton: not one of osm, hygiene"),
      (
        "osm 51.5,-0.1 --at 51,0 --at 52,0 --radius 5",
        "give points as POINT, or with --at, or with --lat and --lon"
      ),
    ])
  func refused(line: String, problem: String) throws {
    try with { place in
      try place.curl("exit 1")
      let result = try place.run("data fetch \(line)")
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      #expect(result.stderr.hasPrefix("finder: data fetch: \(problem)"), "\(result)")
      #expect(try place.calls == 0)
    }
  }

  @Test("On a terminal a line shows the current request, and is removed at the end", .needsTerminal)
  func progress() throws {
    try with { place in
      try place.curl("head '200 OK'; sleep 0.9; cat osm")
      let folder = place.base.folder
      let command = "PATH=\(folder.file("bin")):$PATH finder \(Self.line) --output a.geojson"
      let shown = try Finder.terminal(columns: 60, "cd \(folder.path) && \(command)").stdout
      // What is written last removes the line.
      #expect(shown.contains("asking Overpass"), "\(shown)")
      #expect(shown.hasSuffix("\u{1B}[Kfinder: data fetch: osm: 2 venues\n"), "\(shown)")
    }
  }

  @Test func noCurl() throws {
    try with { place in
      try ProcessRunner.makeFolders(place.base.folder.path, "none")
      let result = try place.base.run(Self.line, ["PATH": place.base.folder.file("none")])
      expect(
        result, status: 69, stdout: "",
        stderr: "\(Self.problem): asking it needs curl, which is not installed\n" + Self.advice)
    }
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
