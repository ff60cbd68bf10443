import FinderEngine
import TestSupport
import Testing

/// `data update`, with a made-up `curl` in place of the system's: its arguments, and what is done with every
/// possible answer. `.ci/checks/update/check` has the real curl, and a real server.
@Suite struct DataUpdateTests {
  private static let url = "https://example.org/v.geojson"
  private static let validators =
    #"ETag: "a\\"b"\r\nLast-Modified: Wed, 05 Aug 2020 10:00:00 GMT\r\n"#
  private static let published =
    "https://beny23.github.io/static-distance-app/restaurants.geojson.gz"

  private struct Place {
    let base: InstallPlace

    /// A script that writes the requested answer, and keeps its arguments.
    func curl(_ script: String) throws {
      let folder = base.folder
      try ProcessRunner.makeFolders(folder.path, "bin")
      let text = """
        #!/bin/bash
        cd '\(folder.path)' || exit 2
        cat > asked; echo "$*" > arguments; env > environment; echo x >> calls
        head() { printf "HTTP/1.1 $1\\r\\n$2\\r\\n" > /dev/fd/3; }
        \(script)

        """
      try folder.write(text, to: "bin/curl")
      _ = try ProcessRunner.shell("chmod +x bin/curl", directory: folder.path)
    }

    func run(_ line: String, _ extra: [String: String] = [:]) throws -> ProcessResult {
      try base.run(line, searchPath.merging(extra) { $1 })
    }

    var searchPath: [String: String] { ["PATH": "\(base.folder.file("bin")):/usr/bin:/bin"] }

    var asked: String { get throws { try Files.text(base.folder.file("asked")) } }
    var record: String { get throws { try Files.text("\(base.data)/installed.json") } }

    /// Everything that finder wrote in its folder.
    func names() throws -> [String] {
      try Files.names(in: base.data) + base.editions
    }
  }

  private func with(_ body: (Place) throws -> Void) throws {
    try InstallPlace.with { base in
      for name in ["one", "two"] { try base.dataset(name) }
      try body(Place(base: base))
    }
  }

  @Test func fetchedAndAskedAgain() throws {
    try with { place in
      try place.curl("head '200 OK' '\(Self.validators)'; cat one.geojson")
      expect(
        try place.run("data update \(Self.url)"),
        stdout: "updated to 1 venue from \(Self.url)\n")
      let asked = try place.asked
      for line in [
        "url = \"\(Self.url)\"", "globoff", "location", "proto = \"=http,https\"",
        "proto-redir = \"=https\"", "max-redirs = 5", "connect-timeout = 10", "max-time = 86400.0",
        "user-agent = \"finder/2.0.0\"",
      ] { #expect(asked.split(separator: "\n").contains(Substring(line)), "\(line)\n\(asked)") }
      #expect(!asked.contains("\nheader = ") && !asked.contains("max-filesize"))
      #expect(try Files.text(place.base.folder.file("arguments")) == "-q --config -\n")
      let record = try place.record
      #expect(
        record.contains(#""etag":"\"a\\\"b\"","last_modified":"Wed, 05 Aug 2020 10:00:00 GMT""#))
      #expect(record.contains("\"source\":\"\(Self.url)\"") && record.contains("\"fetched\":\"20"))

      // Only if it has changed; the answer is that it has not.
      try place.curl("head '304 Not Modified' ''")
      expect(
        try place.run("data update \(Self.url) --exit-status"), status: 1,
        stdout: "up to date: 1 venue from \(Self.url), last modified Wed, 05 Aug 2020 10:00:00 "
          + "GMT\n")
      #expect(try place.asked.contains(#"header = "If-None-Match: \"a\\\"b\"""# + "\n"))
      #expect(
        try place.asked.contains(#"header = "If-Modified-Since: Wed, 05 Aug 2020 10:00:00 GMT""#))
      // Another address has other editions, and a damaged one is fetched whatever its validators.
      for (line, damages) in [
        ("data update http://example.org/x", false), ("data update \(Self.url)", true),
      ] {
        if damages {
          let edition = try place.base.editions[0]
          try Files.write([1], to: "\(place.base.data)/editions/\(edition)")
        }
        expect(try place.run(line), status: 69, stdout: "", stderr: nil)
        #expect(try !place.asked.contains("\nheader = "))
      }
      #expect(try place.asked.contains("proto-redir = \"=https\""))
    }
  }

  /// The same bytes again, without a 304: new validators, and the edition before is still there.
  @Test func theSameBytes() throws {
    try with { place in
      try place.curl("head '200 OK' 'ETag: 1\\r\\n'; cat one.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
      try place.curl("head '200 OK' 'ETag: 2\\r\\n'; cat two.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
      try place.curl("head '200 OK' 'ETag: 3\\r\\n'; cat two.geojson")
      expect(
        try place.run("data update \(Self.url)"), stdout: "up to date: 1 venue from \(Self.url)\n")
      let record = try place.record
      #expect(record.contains("\"etag\":\"3\"") && record.contains("\"etag\":\"1\""), "\(record)")
      expect(try place.run("data rollback"), stdout: nil)
      #expect(try place.run("near --at 51.5,-0.1 --format csv").stdout.contains(",one,"))
    }
  }

  @Test("The kind of list that is fetched first is named")
  func thePublishedOne() throws {
    try with { place in
      try place.curl("head '200 OK' ''; cat one.geojson")
      let note =
        "finder: data update: nothing is installed, so this fetches HM Revenue & Customs' Eat Out to Help "
        + "Out list (5 August 2020); 'finder data fetch osm POINT --radius D --install' fetches "
        + "current venues\n"
      expect(
        try place.run("data update"), stdout: "updated to 1 venue from \(Self.published)\n",
        stderr: note)
      #expect(try place.asked.contains("url = \"\(Self.published)\""))
      // A large file that was not asked for.
      #expect(try place.asked.contains("max-filesize = 200000000\n"))
      expect(
        try place.run("data update"), stdout: "up to date: 1 venue from \(Self.published)\n")
    }
  }

  @Test("Without a URL the source of the installed edition is used, also after a rollback")
  func theSameSource() throws {
    try with { place in
      let other = "http://localhost:8000/other.geojson"
      try place.curl("head '200 OK' 'ETag: 1\\r\\n'; cat one.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
      try place.curl("head '200 OK' 'ETag: 2\\r\\n'; cat two.geojson")
      expect(try place.run("data update \(other)"), stdout: nil)
      try place.curl("head '304 Not Modified' ''")
      for (etag, url) in [(2, other), (1, Self.url)] {
        expect(try place.run("data update"), stdout: "up to date: 1 venue from \(url)\n")
        #expect(try place.asked.contains("url = \"\(url)\"\n"))
        #expect(try place.asked.contains("If-None-Match: \(etag)"))
        expect(try place.run("data rollback -q"), stdout: nil)
      }
    }
  }

  @Test("Installing a copy of a fetched file keeps its source")
  func copyInstalled() throws {
    try with { place in
      try place.curl("head '200 OK' ''; cat one.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
      expect(
        try place.run("data install one.geojson"),
        stdout: "nothing changed: the 1 venue from \(Self.url) is installed already\n")
      expect(try place.run("data update"), stdout: "up to date: 1 venue from \(Self.url)\n")
    }
  }

  @Test("A URL is installed, and fetched again with the same selection")
  func installedByAddress() throws {
    try with { place in
      try place.base.folder.write(Dataset.square, to: "square")
      try place.curl("head '200 OK' 'ETag: \"a\"\\r\\n'; cat square")
      let north = "data install \(Self.url) --bbox -1,51.5,0.5,51.515"
      expect(
        try place.run(north), stdout: "installed 2 venues from \(Self.url)\n", stderr: nil)
      #expect(try place.record.contains("box=-1,51.5,0.5,51.515"))
      #expect(try !place.names().contains("downloads"))
      // The server does not send the same file again; another choice needs all of it.
      try place.curl(
        "if grep -q If-None-Match asked; then head '304 Not Modified' ''; "
          + "else head '200 OK' 'ETag: \"a\"\\r\\n'; cat square; fi")
      for line in ["data update", "data update \(Self.url)"] {
        expect(try place.run(line), stdout: "up to date: 2 venues from \(Self.url)\n")
      }
      expect(
        try place.run(north),
        stdout: "nothing changed: the 2 venues from \(Self.url) are installed already\n")
      // A new edition is filtered in the same way, with a kept copy of the area.
      try place.base.folder.write(
        #"{"type":"Polygon","coordinates":[[[-9,51.5],[9,51.5],[9,59],[-9,59],[-9,51.5]]]}"#,
        to: "area")
      expect(
        try place.run("data install \(Self.url) --polygon area"),
        stdout: nil, stderr: nil)
      #expect(try place.record.contains("polygon="))
      try Files.remove(place.base.folder.file("area"))
      try place.curl("head '200 OK' 'ETag: \"b\"\\r\\n'; cat square")
      expect(try place.run("data update"), stdout: nil, stderr: nil)
      let record = try place.record
      #expect(record.contains(#""etag":"\"b\"""#) && record.contains("\"venues\":3"), "\(record)")
      let folder = "\(place.base.data)/editions"
      for name in try Files.names(in: folder) where name.hasSuffix(".polygon") {
        try Files.write([1], to: "\(folder)/\(name)")
      }
      let result = try place.run("data update")
      expect(result, status: 65, stdout: "", stderr: nil)
      #expect(
        result.stderr.contains("the options recorded for \(Self.url) are damaged"), "\(result)")
    }
  }

  @Test("A list is read again with the columns that were named for it")
  func readInTheSameWay() throws {
    try with { place in
      func serve(_ pub: String, _ etag: String) throws {
        try place.base.folder.write("name,Pub,lat,lon\nignore,\(pub),51.5,-0.1\n", to: "list")
        try place.curl(
          "if grep -q 'If-None-Match: .*\(etag)' asked; then head '304 Not Modified' ''; "
            + "else head '200 OK' 'ETag: \"\(etag)\"\\r\\n'; cat list; fi")
      }
      func run(_ line: String, finds name: String) throws {
        expect(try place.run(line), stdout: nil, stderr: nil)
        let near = try place.run("near 51.5,-0.1 --csv --no-header -q").stdout
        #expect(near.contains(",\(name),"), "\(line): \(near)")
      }
      try serve("Crown", "a")
      try run("data install \(Self.url) --name-column Pub", finds: "Crown")
      #expect(try place.record.contains(#""reading":"name=Pub""#))
      expect(try place.run("data update"), stdout: "up to date: 1 venue from \(Self.url)\n")
      try serve("Anchor", "b")
      try run("data update", finds: "Anchor")
      // Reading it differently needs all of it again.
      try run("data install \(Self.url)", finds: "ignore")
      try run("data install \(Self.url) --name-column Pub", finds: "Anchor")
      // The record was changed by hand.
      try Files.write(
        Array(try place.record.replacing("name=Pub", with: "name=%").utf8),
        to: "\(place.base.data)/installed.json")
      let damaged = try place.run("data update")
      expect(damaged, status: 65, stdout: "", stderr: nil)
      #expect(
        damaged.stderr.contains("the options that \(Self.url) was read with are damaged"),
        "\(damaged)")
    }
  }

  @Test("A list with postcodes is not placed by the dataset made from it")
  func postcodes() throws {
    try with { place in
      let properties = #"{"name":"X","postcode":"N1 1AA"}"#
      try place.base.folder.write(
        Dataset.collection([Dataset.feature(51.5, -0.1, properties: properties)]), to: "dataset")
      try place.base.folder.write("name,postcode\nA,N1 1AA\n", to: "list")
      expect(try place.run("data install dataset -q"), stdout: nil)
      try place.curl("head '200 OK' ''; cat list")
      expect(try place.run("data install \(Self.url) -q"), stdout: nil)
      let record = try place.record
      for command in ["update", "install \(Self.url)"] {
        let result = try place.run("data \(command)")
        expect(result, status: 65, stdout: "", stderr: nil)
        #expect(
          result.stderr.hasSuffix(
            ": \(Self.url): nothing places its postcodes: there is no gazetteer, and the installed dataset "
              + "is this list itself\n  'finder help gazetteer' says how to add one, which has the positions of "
              + "postcodes\n"), "\(result)")
      }
      #expect(try place.record == record)
    }
  }

  /// So that two processes that take the same files never wait for each other.
  @Test("Several URLs are locked in one order, whatever the order of the files")
  func order() throws {
    try with { place in
      try place.curl("grep ^url asked >> urls; head '200 OK' ''; cat one.geojson")
      let (a, b) = ("http://a.example/x", "http://b.example/y")
      for line in ["\(a) \(b)", "\(b) \(a)"] {
        expect(try place.run("data install \(line)"), stdout: nil, stderr: nil)
        #expect(
          try place.record.contains(
            "\"source\":\"\(line.replacing(" ", with: ", "))\""))
      }
      let urls = [a, b, a, b].map { "url = \"\($0)\"\n" }.joined()
      #expect(try Files.text(place.base.folder.file("urls")) == urls)
    }
  }

  @Test("A URL among several files")
  func installedWithOthers() throws {
    try with { place in
      try place.curl("head '200 OK' 'ETag: \"a\"\\r\\n'; cat one.geojson")
      for _ in 0..<2 {
        expect(
          try place.run("data install two.geojson \(Self.url)"), stdout: nil, stderr: nil)
        // What did not change is still needed.
        #expect(try !place.asked.contains("If-None-Match"))
      }
      // Each by its own name, which can be typed again.
      let path = place.base.folder.file("two.geojson")
      let update = try place.run("data update")
      expect(update, status: 64, stdout: "", stderr: nil)
      #expect(
        update.stderr.hasPrefix(
          "finder: data update: the installed dataset came from several files: \(path), \(Self.url)\n"
            + "  finder data install \(path) "), "\(update)")
      #expect(
        update.stderr.contains(Self.url)
          && update.stderr.hasSuffix("  installs them as they are now\n"),
        "\(update)")
      // Missing sources are found before anything is fetched.
      let calls = try Files.text(place.base.folder.file("calls"))
      expect(
        try place.run("data install missing \(Self.url)"), status: 66, stdout: "", stderr: nil)
      #expect(try Files.text(place.base.folder.file("calls")) == calls)
    }
  }

  @Test("A server that requires a name and a password")
  func unauthorised() throws {
    try with { place in
      try place.curl("head '401 Unauthorized' ''")
      expect(
        try place.run("data update \(Self.url)"), status: 69, stdout: "",
        stderr:
          "finder: data update: cannot fetch \(Self.url): the server answered 401 Unauthorized\n"
          + "  if it needs a name and password: 'finder data update https://NAME:PASSWORD@example.org/v.geojson'\n"
      )
      expect(
        try place.run("data update https://me:no@example.org/v.geojson"), status: 69, stdout: "",
        stderr:
          "finder: data update: cannot fetch \(Self.url): the server answered 401 Unauthorized\n")
    }
  }

  @Test("There is no limit on the size unless one is given")
  func anySize() throws {
    try with { place in
      try place.curl("head '200 OK' ''; cat one.geojson")
      for (line, limit) in [(" \(Self.url)", nil), ("", nil), (" --max-size 1kB", 1000)] {
        expect(try place.run("data update\(line)"), stdout: nil)
        let asked = try place.asked
        #expect(asked.contains("max-filesize") == (limit != nil))
        if let limit { #expect(asked.contains("max-filesize = \(limit)\n")) }
      }
    }
  }

  @Test("A file for which the disk has no room is not started")
  func noRoom() throws {
    try with { place in
      try place.curl("head '200 OK' 'Content-Length: 9000000000000000000\\r\\n'; exec yes")
      let result = try place.run("data update \(Self.url)")
      expect(result, status: 74, stdout: "", stderr: nil)
      #expect(
        result.stderr.hasPrefix(
          "finder: data update: no room for \(Self.url) in \(place.base.data)/downloads: it takes ")
          && result.stderr.hasSuffix(" are free\n"), "\(result)")
      #expect(try Files.names(in: place.base.data) == [".lock"])
    }
  }

  @Test("A partial download is kept, and the rest of it requested")
  func cut() throws {
    try with { place in
      let spaces = String(repeating: " ", count: 200_000 - Dataset.square.utf8.count)
      try place.base.folder.write("\(Dataset.square)\(spaces)", to: "large")
      let size = Dataset.square.utf8.count + spaces.utf8.count
      let start = 100_000 - (1 << 16)
      try place.curl(
        "head '200 OK' 'Content-Length: \(size)\\r\\nETag: \"a\"\\r\\n'; command head -c 100000 large; "
          + "exit 18")
      let problem = "finder: data update: cannot fetch \(Self.url): "
      expect(
        try place.run("data update \(Self.url)"), status: 69, stdout: "",
        stderr: "\(problem)the connection was cut after 100000 of \(size) bytes\n"
          + "  100 kB of 200 kB is kept; run the same command again to resume\n")
      #expect(try Files.names(in: place.base.data).contains("downloads"))
      // The server is busy.
      try place.curl("head '503 Service Unavailable' ''; echo busy")
      expect(
        try place.run("data update \(Self.url)"), status: 69, stdout: "",
        stderr: "\(problem)the server answered 503 Service Unavailable\n"
          + "  100 kB of 200 kB is kept; run the same command again to resume\n")
      try place.curl(
        "head '206 Partial Content' 'Content-Range: bytes \(start)-\(size - 1)/\(size)\\r\\nETag: \"a\""
          + "\\r\\n'; tail -c +\(start + 1) large")
      expect(
        try place.run("data update \(Self.url)"), stdout: "updated to 4 venues from \(Self.url)\n")
      let asked = try place.asked
      for line in ["Range: bytes=\(start)-", #"If-Range: \"a\""#] {
        #expect(asked.contains("header = \"\(line)\"\n"), "\(asked)")
      }
      #expect(try !place.names().contains("downloads"))
      #expect(try place.record.contains("\"bytes\":\(size)"))
    }
  }

  @Test("If the server sends a wrong part, everything is fetched in the same run")
  func wrongPart() throws {
    try with { place in
      let spaces = String(repeating: " ", count: 200_000 - Dataset.square.utf8.count)
      try place.base.folder.write("\(Dataset.square)\(spaces)", to: "large")
      for fault in ["'206 Partial Content' 'Content-Range: bytes 5-9/10\\r\\n'", "'416 No' ''"] {
        try place.curl("head '200 OK' 'ETag: \"a\"\\r\\n'; command head -c 100000 large; exit 18")
        expect(try place.run("data update \(Self.url)"), status: 69, stdout: "", stderr: nil)
        try place.curl(
          "if grep -q Range: asked; then head \(fault); echo wrong; "
            + "else head '200 OK' 'ETag: \"b\"\\r\\n'; cat large; fi")
        expect(try place.run("data update \(Self.url)"), stdout: nil)
        #expect(try place.record.contains(#""etag":"\"b\"""#))
        // So that the next run has something new again.
        try place.curl("head '200 OK' ''; cat one.geojson")
        expect(try place.run("data update \(Self.url) --force"), stdout: nil)
      }
    }
  }

  @Test("A dataset without a URL: what to type instead")
  func noSource() throws {
    try with { place in
      try place.curl("exit 7")
      func check(_ origin: String, _ file: String, _ what: String) throws {
        expect(
          try place.run("data update"), status: 64, stdout: "",
          stderr:
            "finder: data update: \(origin), and has no address to fetch\n  finder data install "
            + "\(file)  installs \(what); finder data update URL  fetches an address; finder data fetch "
            + "osm POINT --radius D --install  fetches from OpenStreetMap\n")
      }
      try ProcessRunner.makeFolders(place.base.folder.path, "home/.local/share/finder")
      try place.base.folder.write(Dataset.square, to: "home/.local/share/finder/venues.geojson")
      let hand = "\(place.base.data)/venues.geojson"
      try check("\(hand) was copied there by hand", hand, "the file as it is now")
      try place.base.dataset("my file")
      let path = place.base.folder.file("my file.geojson")
      expect(
        try Finder.run(
          ["data", "install", path, "-q"],
          environment: place.base.environment.merging(place.searchPath) { $1 }), stdout: nil)
      try check(
        "the installed dataset came from \(path)", "'\(path)'", "the file as it is now")
      try Files.remove(path)
      try check("the installed dataset came from \(path)", "FILE", "another file")
      expect(
        try Finder.run(
          "data install - -q", environment: place.base.environment, stdin: .text(Dataset.square)),
        stdout: nil)
      try check("the installed dataset came from standard input", "FILE", "another file")
      #expect(try !Files.names(in: place.base.folder.path).contains("calls"))
    }
  }

  @Test("With --quiet nothing is printed if nothing changed")
  func quiet() throws {
    try with { place in
      try place.curl("head '200 OK' 'ETag: 1\\r\\n'; cat one.geojson")
      expect(
        try place.run("data update \(Self.url) -q"), stdout: "updated to 1 venue from \(Self.url)\n"
      )
      expect(try place.run("data update -q"), stdout: "")
      try place.curl("head '304 Not Modified' ''")
      expect(try place.run("data update -q --exit-status"), status: 1, stdout: "")
      #expect(try place.run("data update -q --json").stdout.contains("\"changed\":false"))
      expect(try place.run("data install one.geojson -q"), stdout: "")
    }
  }

  @Test func leftOutAndSwapped() throws {
    try with { place in
      try place.base.folder.write(DataErrorTests.leftOut, to: "bad")
      try place.curl("head '200 OK' ''; cat bad")
      let result = try place.run("data update \(Self.url)")
      expect(result, stdout: nil, stderr: nil)
      #expect(result.stderr.contains("left out 8 of 9 features of \(Self.url) ("), "\(result)")
    }
  }

  // MARK: Failures

  private static let faults: [(script: String, status: Int32, problem: String)] = [
    ("head '404 Not Found' ''; echo no", 69, "the server answered 404 Not Found"),
    ("head 404 ''; echo no", 69, "the server answered 404 Not Found"),
    ("head '404 a\u{1B}[1m' ''", 69, "the server answered 404 a\\u{1B}[1m"),
    ("head '302 Found' ''", 69, "the server answered 302 Found"),
    ("head '304 Not Modified' ''", 69, "the server answered 304 Not Modified"),
    (
      "head '206 Partial Content' ''; cat one.geojson", 69,
      "the server answered 206 Partial Content"
    ),
    ("cat one.geojson", 69, "the answer is not HTTP"),
    ("head abc ''; cat one.geojson", 69, "the answer is not HTTP"),
    (
      "echo 'curl: (1) Received HTTP/0.9 when not allowed' >&2; exit 1", 69,
      "the answer is not HTTP"
    ),
    (
      "head '200 OK' 'Content-Length: 900\\r\\n'; cat one.geojson", 69,
      "received 156 bytes, but the server announced 900"
    ),
    (
      "head '200 OK' 'Content-Length: 155\\r\\n'; cat one.geojson", 69,
      "received 156 bytes, but the server announced 155"
    ),
    ("exit 6", 69, "no host has this name"), ("exit 7", 69, "nothing answers at example.org"),
    (
      "head '200 OK' 'Content-Length: 900\\r\\n'; printf 12345; exit 18", 69,
      "the connection was cut after 5 of 900 bytes"
    ),
    ("head '200 OK' ''; cat one.geojson; exit 18", 69, "the connection was cut after 156 bytes"),
    (
      "echo 'curl: (28) Operation too slow.' >&2; exit 28", 69,
      "less than 1000 bytes a second for 20 s"
    ),
    (
      "echo 'curl: (28) Operation timed out' >&2; exit 28", 69,
      "it took longer than 86400 s; --timeout allows more"
    ),
    ("echo 'curl: (28) Connection timed out' >&2; exit 28", 69, "no connection within 10 s"),
    (
      "echo 'curl: (60) bad certificate of me:s3cret@example.org' >&2; exit 60", 69,
      "no secure connection: bad certificate of example.org"
    ),
    ("exit 47", 69, "more than 5 redirects"),
    ("exit 52", 69, "the server closed the connection without an answer"),
    ("echo 'curl: (56) reset' >&2; exit 56", 69, "the connection broke: reset"),
    (
      "head '302 Found' 'Location: http://me:pw@example.org/x\\r\\n'; exit 1", 69,
      "it redirects to http://example.org/x, which is not followed: https may only redirect to https"
    ),
    (
      "head '302 Found' 'Location: ftp://me:p/w@example.org/x\\r\\n'; exit 1", 69,
      "it redirects to ftp://example.org/x, which is not followed: https may only redirect to https"
    ),
    ("echo 'curl: (43) odd \u{1B}[2J' >&2; exit 43", 69, "curl's error 43: odd \\u{1B}[2J"),
    ("exit 99", 69, "curl's error 99"), ("kill -9 $$", 69, "curl was stopped by signal 9"),
  ]

  @Test func faults() throws {
    try with { place in
      expect(try place.run("data install two.geojson"), stdout: nil)
      let (record, names) = (try place.record, try place.names())
      let url = Self.url.replacing("https://", with: "https://me:s3cret@")
      for fault in Self.faults {
        try place.curl(fault.script)
        expect(
          try place.run("data update \(url)"), status: fault.status, stdout: "",
          stderr: "finder: data update: cannot fetch \(Self.url): \(fault.problem)\n")
        #expect(try place.record == record && place.names() == names)
      }
      for (content, problem) in [
        ("<html>", "\(Self.url) is a web page or other markup, not GeoJSON"),
        ("", "\(Self.url): byte 0: expected GeoJSON, but there is nothing but white space"),
        (Dataset.collection([]), "\(Self.url) has no venues"),
      ] {
        try place.base.folder.write(content, to: "content")
        try place.curl("head '200 OK' ''; cat content")
        expect(
          try place.run("data update \(url)"), status: 65, stdout: "",
          stderr: "finder: data update: \(problem)\n")
        #expect(try place.record == record && place.names() == names)
      }
    }
  }

  /// A parent that ignores the ends of its children passes that on to finder.
  @Test(
    .enabled(
      if: (try? ProcessRunner.shell("env --ignore-signal=CHLD true").status) == 0,
      "needs an 'env' that knows --ignore-signal"))
  func startedWhereTheEndOfChildrenIsIgnored() throws {
    try with { place in
      let environment = place.base.environment.merging(place.searchPath) { $1 }
      let line = "env --ignore-signal=CHLD \(try Finder.path()) data update \(Self.url)"
      for (end, status, problem) in [
        ("exit 18", 69, "the connection was cut after 156 bytes"),
        ("kill -9 $$", 69, "curl was stopped by signal 9"), ("exit 0", 0, ""),
      ] as [(String, Int32, String)] {
        try place.curl("head '200 OK' ''; cat one.geojson; \(end)")
        let result = try Finder.shell(line, environment: environment)
        expect(
          result, status: status, stdout: status == 0 ? nil : "",
          stderr: status == 0
            ? "" : "finder: data update: cannot fetch \(Self.url): \(problem)\n")
        let isThere = (try? Files.text("\(place.base.data)/installed.json")) != nil
        #expect(isThere == (status == 0))
      }
    }
  }

  @Test func tooLarge() throws {
    try with { place in
      let problem =
        "finder: data update: \(Self.url) is larger than 1.5 MB, the limit\n"
        + "  --max-size allows more\n"
      // As curl reports it; as finder finds for an answer without end; and however long it goes on.
      for script in ["exit 63", "head '200 OK' ''; exec yes", "head '200 OK' ''; yes; sleep 100"] {
        try place.curl(script)
        expect(
          try place.run("data update \(Self.url) --max-size 1.5MB"), status: 65, stdout: "",
          stderr: problem)
      }
      try place.curl("head '200 OK' ''; cat one.geojson")
      expect(try place.run("data update \(Self.url) --max-size 156"), stdout: nil)
    }
  }

  /// Endless output beside the file does not fill memory.
  @Test func endlessMessages() throws {
    try with { place in
      try place.curl(
        "yes | command head -c 5000000 >&2; head '200 OK' ''; yes 'a: b' | command head -c 5000000 > /dev/fd/3; "
          + "cat one.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
    }
  }

  /// A curl that exceeds its own time limit is stopped.
  @Test(.slow) func curlThatIsStuck() throws {
    try with { place in
      try place.curl("head '200 OK' ''; exec sleep 1000")
      let start = ContinuousClock.now
      expect(
        try place.run("data update \(Self.url) --timeout 0.5"), status: 69, stdout: "",
        stderr:
          "finder: data update: cannot fetch \(Self.url): curl took longer than its limit of "
          + "0.5 s\n")
      #expect(ContinuousClock.now - start < .seconds(300))
      #expect(try place.asked.contains("max-time = 0.5\n"))
    }
  }

  /// If finder alone is stopped, as a service manager does, it stops its curl too.
  @Test(.slow, arguments: ["INT", "TERM", "HUP"]) func stopped(signal: String) throws {
    try with { place in
      try place.curl("echo $$ > number; mv number pid; exec sleep 1000")
      let environment = place.base.environment.merging(place.searchPath) { $1 }
      let script = """
        \(try Finder.path()) data update \(Self.url) --quiet & finder=$!
        for i in {1..3000}; do [ -e pid ] && break; sleep 0.02; done
        kill -\(signal) $finder; wait $finder; echo $(($? - 128))
        # Nobody waits for it any more but the system.
        for i in {1..3000}; do kill -0 $(cat pid) 2> /dev/null || exit 0; sleep 0.02; done
        kill -KILL $(cat pid); echo "curl still runs"
        """
      // In the background, a shell without job control ignores SIGINT.
      let result = try Finder.shell(
        "set -m\n" + script, environment: environment, directory: place.base.folder.path)
      expect(result, stdout: ["INT": "2\n", "TERM": "15\n", "HUP": "1\n"][signal], stderr: nil)
      #expect(try Files.names(in: place.base.data) == [".lock", "downloads"])
    }
  }

  @Test func noCurl() throws {
    try with { place in
      // A file that is not executable, a folder, and files in the working folder are not used as curl.
      try ProcessRunner.makeFolders(place.base.folder.path, "folder/curl", "bin")
      try place.base.folder.write("x", to: "bin/curl")
      try place.base.folder.write("x", to: "curl")
      _ = try ProcessRunner.shell("chmod +x curl", directory: place.base.folder.path)
      let path = ["bin", "folder"].map { place.base.folder.file($0) }.joined(separator: ":")
      for search in [path, "\(path):.::bin", "."] {
        expect(
          try place.run("data update \(Self.url)", ["PATH": search]), status: 69, stdout: "",
          stderr: "finder: data update: updating needs curl, which is not installed\n"
            + "  install curl, or download the file in another way and run 'finder data install "
            + "FILE'\n")
      }
    }
  }

  @Test func halfOfItIsGone() throws {
    try with { place in
      try place.base.folder.write(Dataset.square, to: "four.geojson")
      try place.base.folder.write(
        Dataset.collection((0..<2).map { Dataset.venue("v\($0)", 51, 0) }), to: "half.geojson")
      expect(try place.run("data install four.geojson"), stdout: nil)
      try place.curl("head '200 OK' ''; cat one.geojson")
      expect(
        try place.run("data update \(Self.url)"), status: 65, stdout: "",
        stderr: "finder: data update: \(Self.url) has 1 venue, less than half of the 4 that are "
          + "installed: nothing was changed\n  --force installs it anyway\n")
      #expect(try !place.record.contains(Self.url))
      expect(try place.run("data update \(Self.url) --force"), stdout: nil)
      expect(try place.run("data rollback"), stdout: nil)
      // Exactly half is not less than half.
      try place.curl("head '200 OK' ''; cat half.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
    }
  }

  /// Used, but neither shown nor kept.
  @Test func nameAndPassword() throws {
    try with { place in
      try place.curl("head '200 OK' ''; cat one.geojson")
      let result = try place.run("data update https://me:s3cret@example.org/v.geojson --json")
      expect(result, stdout: nil)
      #expect(try place.asked.contains("url = \"https://me:s3cret@example.org/v.geojson\"\n"))
      #expect(!result.stdout.contains("s3cret") && result.stdout.contains("\"\(Self.url)\""))
      let kept = try ProcessRunner.shell("grep -r s3cret home", directory: place.base.folder.path)
      #expect(kept.status == 1, "\(kept)")
      #expect(try !Files.text(place.base.folder.file("arguments")).contains("s3cret"))
    }
  }

  /// A server's validators for another user's file are not sent.
  @Test("With a name and a password the file is fetched once")
  func conditionsBesideAPassword() throws {
    try with { place in
      func url(_ user: String) -> String {
        Self.url.replacing("https://", with: "https://\(user)@")
      }
      try place.curl("head '200 OK' '\(Self.validators)'; cat one.geojson")
      for (user, isConditional) in [
        ("me:s3cret", false), ("me:s3cret", true), ("me:0ther", true), ("you:s3cret", false),
        ("you:s3cret", true), (nil, false), (nil, true), (":s3cret", false), (":s3cret", false),
        ("me:s3cret", false),
      ] as [(String?, Bool)] {
        expect(try place.run("data update \(user.map(url) ?? Self.url)"), stdout: nil)
        #expect(
          try place.asked.contains("\nheader = ") == isConditional, "\(user ?? "nobody")")
      }
      let record = try place.record
      #expect(
        record.contains("\"user\":\"") && !record.contains("s3cret") && !record.contains("\"me\""))
      // It cannot be fetched again without them.
      expect(
        try place.run("data update"), status: 64, stdout: "",
        stderr:
          "finder: data update: the installed dataset came from \(Self.url) with a name and a "
          + "password, which are not stored\n  type them again, as in 'finder data update "
          + "https://NAME:PASSWORD@example.org/v.geojson'\n")
    }
  }

  /// A hand-written record, of any length, adds nothing to curl's arguments.
  @Test func aRecordWrittenByHand() throws {
    try with { place in
      try place.curl("head '200 OK' '\(Self.validators)'; cat one.geojson")
      expect(try place.run("data update \(Self.url)"), stdout: nil)
      let record = try place.record
      for etag in [String(repeating: "e", count: 40_000), #"a\noutput = \"stolen\""#] {
        let changed = record.replacing(#""\"a\\\"b\"""#, with: "\"\(etag)\"")
        #expect(changed != record)
        try Files.write(Array(changed.utf8), to: "\(place.base.data)/installed.json")
        expect(try place.run("data update \(Self.url)"), stdout: nil)
        let asked = try place.asked
        #expect(!asked.contains("If-None-Match") && !asked.contains("stolen"), "\(asked)")
        #expect(asked.contains("If-Modified-Since"))
      }
    }
  }

  /// No part of the address or of a server's answer becomes an option of curl.
  @Test func quoting() throws {
    try with { place in
      try place.curl("head '200 OK' 'ETag: \"x\\\\\" y\"\\r\\n'; cat one.geojson")
      expect(try place.run(#"data update http://h/a"b\c"#), stdout: nil)
      #expect(try place.asked.contains(#"url = "http://h/a\"b\\c""# + "\n"))
      expect(try place.run(#"data update http://h/a"b\c"#), stdout: nil)
      let asked = try place.asked
      #expect(
        asked.contains(#"header = "If-None-Match: \"x\\\" y\"""# + "\n"), "\(asked)")
    }
  }

  @Test func environment() throws {
    try with { place in
      try place.curl("head '200 OK' ''; cat one.geojson")
      let extra = ["https_proxy": "http://proxy:1", "LD_PRELOAD_NOT": "x", "LC_ALL": "de_DE"]
      expect(try place.run("data update \(Self.url)", extra), stdout: nil)
      let lines = try Files.text(place.base.folder.file("environment")).split(separator: "\n")
      #expect(lines.contains("https_proxy=http://proxy:1") && lines.contains("LC_ALL=C"))
      #expect(!lines.contains { $0.hasPrefix("LD_PRELOAD_NOT") })
    }
  }

  @Test func wrongUsage() throws {
    let help = "(see 'finder help data update')"
    for url in ["ftp://x/y", "example", "file:///etc/passwd", "-"] {
      expectUsage(
        try Finder.run("data update \(url)"),
        "data update: URL \(url) is not an http or https address",
        "[URL]  an http or https address; by default that of the installed dataset \(help)"
      )
    }
    for (url, line) in [
      ("example.org/v?a=1", "update 'https://example.org/v?a=1'"), ("/bin/sh", "install /bin/sh"),
    ] {
      expectUsage(
        try Finder.run(["data", "update", url]),
        "data update: URL \(url) is not an http or https address; try: finder data \(line)",
        "[URL]  an http or https address; by default that of the installed dataset \(help)")
    }
    for (url, shown) in [
      ("http://me:pa/s3cret@h/x", "http://h/x"), ("ftp://me:s3cret@h/x", "ftp://h/x"),
      ("https://me:s3 cret@h/x", "https://h/x"), ("me:s3cret@h", "h"),
      ("http://me:1/s3cret@h/x", "http://h/x"),
    ] {
      expectUsage(
        try Finder.run(["data", "update", url]),
        "data update: URL \(shown) is not an http or https address (the part before its last @ "
          + "is not shown; write / as %2F and @ as %40 in a name or password, and @ as %40 after "
          + "the host)",
        "[URL]  an http or https address; by default that of the installed dataset \(help)"
      )
    }
    for size in ["x", "0", "-1", "nan", "1TB", "1e99"] {
      expectUsage(
        try Finder.run("data update --max-size \(size)"),
        "data update: --max-size \(size) is not a size: expected a number and kB, MB or GB",
        "--max-size SIZE  refuse a file larger than SIZE, such as 500kB or 1GB \(help)")
    }
    for time in ["0", "-1", "1e9"] {
      let result = try Finder.run("data update --timeout \(time)")
      expect(result, status: 64, stdout: "", stderr: nil)
      #expect(result.stderr.contains("is out of range (0.001…86400)"), "\(result)")
    }
    expect(try Finder.run("data update --timeout x"), status: 64, stdout: "", stderr: nil)
  }

  /// A progress line, only on a terminal, which is gone at the end.
  @Test(.slow, .needsTerminal) func progress() throws {
    try with { place in
      // `head` is the script's own function; once, the program of that name is meant.
      try place.curl(
        "head '200 OK' 'Content-Length: 156\\r\\n'; command head -c 50 one.geojson; sleep 1.2; "
          + "tail -c +51 one.geojson")
      let environment = place.base.environment.merging(place.searchPath) { $1 }
      let binary = try Finder.path()
      let shown = try Finder.terminal(
        columns: 80, "\(binary) data update \(Self.url)", environment: environment)
      #expect(shown.stdout.contains("fetching: 50 bytes of 156 bytes, 32 %, "), "\(shown)")
      #expect(shown.stdout.contains(" s left"), "\(shown)")
      #expect(
        shown.stdout.hasSuffix("\u{1B}[Kupdated to 1 venue from \(Self.url)\n"), "\(shown)")
      let quiet = try Finder.terminal(
        columns: 80, "\(binary) data update \(Self.url) --quiet", environment: environment)
      #expect(!quiet.stdout.contains("fetching"), "\(quiet)")
    }
  }
}
