import FinderEngine
import TestSupport
import Testing

/// `data install` and `data rollback`, as users run them.
@Suite struct DataInstallTests {
  private func stem(_ name: String) -> Substring { name.prefix { $0 != "." } }

  private func near(_ place: InstallPlace) throws -> String {
    let result = try place.run("near --at 51.5,-0.1 --limit 1 --format csv")
    expect(result)
    let row = result.stdout.split(separator: "\n").last ?? ""
    return String(row.split(separator: ",")[1])
  }

  @Test func installAndGoBack() throws {
    try InstallPlace.with { place in
      expect(
        try place.run("data rollback"), status: 66, stdout: "",
        stderr: "finder: data rollback: nothing to go back to: no earlier dataset is kept "
          + "in \(place.data)\n")
      #expect(try Files.names(in: place.folder.path) == ["home"])
      let (one, two) = (try place.dataset("one"), try place.dataset("two"))
      expect(
        try place.run("data install one.geojson"), stdout: "installed 1 venue from \(one)\n")
      #expect(try near(place) == "one")
      // At once, although the snapshot of the last one is very recent.
      expect(
        try place.run("data install two.geojson"),
        stdout: "installed 1 venue from \(two); 'finder data rollback' goes back to 1 venue from "
          + "\(one)\n")
      #expect(try near(place) == "two")
      expect(
        try place.run("data rollback"),
        stdout: "went back to the 1 venue from \(one); 'finder data rollback' goes back to 1 venue "
          + "from \(two)\n")
      #expect(try near(place) == "one")
      expect(try place.run("data rollback"), stdout: nil)
      #expect(try near(place) == "two")
      expect(
        try place.run("data install two.geojson --exit-status"), status: 1,
        stdout: "nothing changed: the 1 venue from \(two) is installed already\n")
    }
  }

  /// A damaged file is rewritten, with a message.
  @Test func damagedFilesAreRewritten() throws {
    try InstallPlace.with { place in
      let one = try place.dataset("one")
      expect(try place.run("data install one.geojson"), stdout: nil)
      let names = try place.editions
      try Files.write([1], to: "\(place.data)/editions/\(names[0])")
      expect(
        try place.run("data install one.geojson --exit-status"),
        stdout: "installed 1 venue from \(one)\n")
      #expect(try near(place) == "one")
      let again = try place.run("data install one.geojson --json")
      #expect(again.stdout.contains("\"changed\":false"), "\(again)")
    }
  }

  /// An installed file is a copy, dated when it was installed.
  @Test func whenTheFileWasWritten() throws {
    try InstallPlace.with { place in
      let path = try place.dataset("Alpha")
      #expect(try ProcessRunner.shell("touch -d 2021-03-03T10:00:00Z \(path)").status == 0)
      expect(try place.run("data install Alpha.geojson -q"), stdout: nil)
      let info = try place.run("data info").stdout
      #expect(info.contains("\nmodified   2021-03-03T10:00:00Z, ") && !info.contains("seconds ago"))
      let json = try place.run("data info --json").stdout
      #expect(json.contains("\"modified\":\"2021-03-03T10:00:00Z\",\n \"age_s\":"), "\(json)")
    }
  }

  /// Snapshots of each edition answer only for that edition.
  @Test func withSnapshots() throws {
    try InstallPlace.with { place in
      _ = (try place.dataset("one"), try place.dataset("two"))
      expect(try place.run("data install one.geojson"), stdout: nil)
      expect(try place.run("data install two.geojson"), stdout: nil)
      #expect(try place.snapshots.count == 2)
      for expected in ["two", "one", "two", "one"] {
        #expect(try near(place) == expected)
        #expect(try near(place) == expected)
        expect(try place.run("data rollback"), stdout: nil)
      }
      #expect(try place.snapshots.count == 2)
      // The snapshot of an edition is removed with it.
      _ = try place.dataset("three")
      expect(try place.run("data install three.geojson"), stdout: nil)
      #expect(try near(place) == "three")
      #expect(try place.snapshots.count == 2)
      let editions = try place.editions.map(stem)
      #expect(try place.snapshots.map(stem) == editions)
    }
  }

  /// There before the first query, not in any cache, and made again if it is missing or damaged.
  @Test func snapshotBesideTheEdition() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(
        try place.run("data install one.geojson", ["FINDER_CACHE": "off"]), stdout: nil)
      #expect(try place.snapshots.isEmpty)
      // The cache has room for none.
      let room = ["FINDER_CACHE_SIZE": "1"]
      expect(try place.run("data install one.geojson", room), stdout: nil)
      let name = try #require(try place.snapshots.first)
      let path = "\(place.data)/editions/\(name)"
      func state() throws -> Bool {
        try place.run("data info --json").stdout.contains(#""snapshot":"fresh""#)
      }
      #expect(try state())
      #expect(try near(place) == "one")
      #expect(try !Files.names(in: place.folder.path).contains("cache"))
      for damage in [nil, [], [1, 2, 3], [UInt8](repeating: 7, count: 9000)] as [[UInt8]?] {
        if let damage { try Files.write(damage, to: path) } else { try Files.remove(path) }
        #expect(try !state())
        let result = try place.run("near --at 51.5,-0.1 --limit 1 --format csv", room)
        #expect(result.stdout.contains("one") && result.stderr.isEmpty, "\(result)")
        #expect(try state())
        #expect(try place.snapshots == [name])
      }
      expect(try place.run("data cache --clear"), stdout: nil)
      #expect(try state())
    }
  }

  @Test(.needsGzip, .enabled(if: Tool.isThere("sha256sum"), "needs 'sha256sum'"))
  func fromAPipe() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      let result = try Finder.shell(
        "gzip -c one.geojson | tee packed | finder data install - --json",
        environment: place.environment, directory: place.folder.path)
      expect(result, stdout: nil)
      #expect(
        result.stdout.hasPrefix(
          "{\"action\":\"install\",\n \"changed\":true,\n \"path\":\"\(place.data)/editions/"))
      #expect(
        result.stdout.contains("\"source\":\"-\",")
          && result.stdout.hasSuffix("\n \"previous\":null}\n"))
      let sum = try ProcessRunner.shell("sha256sum < packed", directory: place.folder.path).stdout
      #expect(result.stdout.contains("\"sha256\":\"\(sum.prefix(64))\""), "\(result)")
      #expect(try near(place) == "one")
      let names = try place.editions
      #expect(names.count == 1 && names[0].hasSuffix(".geojson.gz"))
      #expect(
        try Files.bytes("\(place.data)/editions/\(names[0])")
          == Files.bytes(place.folder.file("packed")))
    }
  }

  /// Nothing changes, and the message says why.
  @Test func refused() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(try place.run("data install one.geojson"), stdout: nil)
      let before = try Files.text("\(place.data)/installed.json")
      for (text, status, problem) in [
        ("<html>", 65, "bad is a web page or other markup, not GeoJSON"),
        (#"{"a":1}"#, 65, nil), (Dataset.collection([]), 65, "bad has no venues"),
        (String(Dataset.square.prefix(200)), 65, nil), ("\u{1F}\u{8B}\u{8}", 65, nil),
      ] as [(String, Int32, String?)] {
        try place.folder.write(text, to: "bad")
        let result = try place.run("data install bad")
        expect(
          result, status: status, stdout: "",
          stderr: problem.map { "finder: data install: \($0)\n" })
        #expect(result.stderr.hasPrefix("finder: data install: bad"), "\(result)")
      }
      expect(
        try place.run("data install missing"), status: 66, stdout: "",
        stderr: "finder: data install: cannot read missing: No such file or directory\n")
      #expect(try Files.text("\(place.data)/installed.json") == before)
      #expect(try place.editions.count == 1)
    }
  }

  /// The suggested line works unchanged.
  @Test func listsOfPostcodes() throws {
    try InstallPlace.with { place in
      let what = "  this is a list with postcodes and no positions"
      try place.folder.write("Name,Head,\"Post Code\"\nA,\"Ann, Bob\",AB1 2CD\n", to: "list.csv")
      try place.folder.write("postcode,lat,lon\nAB1 2CD,51.5,-0.1\n", to: "FILE")
      let result = try place.run("data install list.csv")
      let line = "finder data import list.csv --positions FILE | finder data install -"
      expect(result, status: 65, stdout: "", stderr: nil)
      #expect(
        result.stderr.hasSuffix(
          "\n\(what); with a FILE of postcodes that has them, try: \(line)\n"),
        "\(result)")
      for other in [
        "near 51.5,-0.1 -d list.csv", "data info -d list.csv", "data validate list.csv",
      ] {
        let result = try place.run(other)
        #expect(result.stderr.contains("\(what); 'finder data import' converts it"), "\(result)")
      }
      expect(
        try Finder.shell(line, environment: place.environment, directory: place.folder.path),
        stdout: "installed 1 venue from standard input\n", stderr: nil)
      #expect(try place.run("data gazetteer add FILE -q").status == 0)
      // The gazetteer gives the same result.
      expect(
        try place.run("data install list.csv"),
        stdout: "nothing changed: the 1 venue from \(place.folder.file("list.csv")) is installed "
          + "already\n",
        stderr: nil)
    }
  }

  /// Features that cannot be used are counted; the rest is installed.
  @Test func withFaults() throws {
    try InstallPlace.with { place in
      try place.folder.write(DataErrorTests.leftOut, to: "bad")
      let result = try place.run("data install bad")
      expect(result, stdout: nil, stderr: nil)
      #expect(result.stdout.hasPrefix("installed 1 venue from "))
      #expect(result.stderr.hasPrefix("finder: data install: left out 8 of 9 features of bad ("))
      expect(try place.run("data install bad --quiet"), stdout: nil)
    }
  }

  @Test func aFilePutThereByHand() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      let byHand = try place.datasetByHand()
      #expect(try near(place) == "hand")
      let note =
        "finder: data install: queries no longer use \(byHand), which was not installed by finder; "
        + "'finder data rollback' goes back to it\n"
      expect(try place.run("data install one.geojson"), stdout: nil, stderr: note)
      #expect(try near(place) == "one")
      expect(try place.run("data rollback"), stdout: nil)
      #expect(try near(place) == "hand")
    }
  }

  @Test func otherDataGoesFirst() throws {
    try InstallPlace.with { place in
      let one = try place.dataset("one")
      expect(
        try place.run("data install one.geojson", ["FINDER_DATA": one]), stdout: nil,
        stderr: "finder: data install: queries use \(one) as long as FINDER_DATA names it\n")
    }
  }

  @Test func nowhereToInstall() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(
        try Finder.run(
          "data install one.geojson", environment: ["HOME": ""], directory: place.folder.path),
        status: 73, stdout: "",
        stderr: "finder: data install: no data folder: neither XDG_DATA_HOME nor HOME is set\n")
      expect(
        try Finder.run("data install one.geojson", directory: place.folder.path), status: 73,
        stdout: "",
        stderr: "finder: data install: cannot create /nonexistent/.local: "
          + "No such file or directory\n")
    }
  }

  /// A full disk: the old dataset stays, and nothing is half-written.
  @Test func noMoreRoom() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(try place.run("data install one.geojson"), stdout: nil)
      let before = try Files.text("\(place.data)/installed.json")
      let result = try Finder.shell(
        "ulimit -f 100; finder data install \(Sample.path)", environment: place.environment)
      expect(result, status: 74, stdout: "", stderr: nil)
      #expect(result.stderr.hasSuffix(": File too large\n"), "\(result)")
      #expect(try Files.text("\(place.data)/installed.json") == before)
      #expect(try place.editions.count == 1)
      #expect(try near(place) == "one")
    }
  }

  /// There is room for the dataset, but not for the snapshot that makes its first query fast.
  @Test func noRoomForTheSnapshot() throws {
    try InstallPlace.with { place in
      let size = try Files.bytes(Sample.path).count / 1024 + 8
      let result = try Finder.shell(
        "ulimit -f \(size); finder data install \(Sample.path)", environment: place.environment)
      expect(
        result, stdout: nil,
        stderr: "finder: data install: no snapshot could be kept beside the dataset: "
          + "the first query has to read all of it\n")
      #expect(try place.editions.count == 1 && place.snapshots.isEmpty)
      expect(
        try place.run("data install \(Sample.path)"), stdout: nil, stderr: "")
      #expect(try place.snapshots.count == 1)
    }
  }

  private static let hint =
    "\n  this file records what is installed; delete it, then run 'finder data install' again\n"

  @Test func damagedRecord() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      try ProcessRunner.makeFolders(place.data, "")
      let record = "\(place.data)/installed.json"
      try Files.write(Array("{".utf8), to: record)
      for line in ["data install one.geojson", "data rollback"] {
        let result = try place.run(line)
        expect(result, status: 65, stdout: "", stderr: nil)
        #expect(result.stderr.contains(": \(record): ") && result.stderr.hasSuffix(Self.hint))
      }
      for (line, command) in [
        ("near --at 51.5,-0.1", "near"), ("data info", "data info"),
        ("within --bbox -1,51,1,52", "within"), ("data validate", "data validate"),
      ] {
        let query = try place.run(line)
        expect(query, status: 65, stdout: "", stderr: nil)
        #expect(query.stderr.hasPrefix("finder: \(command): \(record): "), "\(query)")
        #expect(
          query.stderr.hasSuffix(Self.hint), "\(query)")
      }
      // A broken dataset is a different case.
      try place.folder.write("{", to: "broken")
      let other = try place.run("near --at 51.5,-0.1 --data broken")
      expect(other, status: 65, stdout: "", stderr: nil)
      #expect(!other.stderr.contains("remove it"), "\(other)")
    }
  }

  @Test(.enabled(if: Tool.isThere("flock"), "needs 'flock'")) func twoAtOnce() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      try ProcessRunner.makeFolders(place.data, "")
      let result = try Finder.shell(
        "flock \(place.data)/.lock sleep 0.7 & sleep 0.2; finder data install one.geojson",
        environment: place.environment, directory: place.folder.path)
      expect(
        result, stdout: nil,
        stderr: "finder: data install: waiting for another finder that is changing the installed "
          + "dataset\n")
    }
  }

  @Test func wrongUsage() throws {
    expectUsage(
      try Finder.run("data install"), "data install: FILE is missing",
      "FILE…  a dataset, an extract of OpenStreetMap, a list, or a zip of any; - for standard input "
        + "(see 'finder help data install')")
    expect(try Finder.run("data rollback x"), status: 64, stdout: "", stderr: nil)
    expect(try Finder.run("data install x --data y"), status: 64, stdout: "", stderr: nil)
  }
}

/// A home folder to install in, with a working folder and a cache.
struct InstallPlace {
  let folder: TemporaryDirectory
  let environment: [String: String]

  var data: String { folder.file("home/.local/share/finder") }

  static func with(_ body: (InstallPlace) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      try ProcessRunner.makeFolders(folder.path, "home")
      try body(
        InstallPlace(
          folder: folder,
          environment: [
            "HOME": folder.file("home"), "XDG_CACHE_HOME": folder.file("cache"),
          ]))
    }
  }

  func run(_ line: String, _ extra: [String: String] = [:]) throws -> ProcessResult {
    try Finder.run(
      line, environment: environment.merging(extra) { $1 }, directory: folder.path)
  }

  var editions: [String] {
    get throws { try Files.names(in: "\(data)/editions").filter { $0.contains(".geojson") } }
  }

  /// The snapshots beside the editions.
  var snapshots: [String] {
    get throws { try Files.names(in: "\(data)/editions").filter { $0.hasSuffix(".snapshot") } }
  }

  /// A dataset with one venue, `hand`, that the user put into the data folder. Returns its path.
  func datasetByHand() throws -> String {
    try ProcessRunner.makeFolders(data, "")
    let path = "\(data)/venues.geojson"
    try Files.write(
      Array(Dataset.collection([Dataset.venue("hand", 51.5, -0.1)]).utf8), to: path)
    return path
  }

  /// A dataset with one venue of this name.
  @discardableResult
  func dataset(_ name: String) throws -> String {
    try folder.write(
      Dataset.collection([Dataset.venue(name, 51.5, -0.1)]), to: "\(name).geojson")
  }
}
