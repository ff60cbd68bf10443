import FinderEngine
import TestSupport
import Testing

/// Which dataset is searched, and what decides it.
@Suite struct DataSourceTests {
  /// A dataset with one venue, whose name identifies the dataset.
  private func dataset(_ name: String) -> String {
    Dataset.collection([Dataset.venue(name, 51.5, -0.1)])
  }

  /// What was searched: the reported source, and the venue found.
  private func expectSearched(
    _ source: String, _ venue: String, _ options: String = "",
    environment: [String: String] = [:], stdin: ChildInput = .null, stderr: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Finder.run(
      "near --at 51.5,-0.1 --limit 1 --json \(options)", environment: environment, stdin: stdin)
    expect(result, stderr: stderr, sourceLocation: sourceLocation)
    let lines = result.stdout.split(separator: "\n")
    #expect(
      lines.count == 6 && lines[2] == " \"data\":{\"source\":\"\(source)\"},"
        && lines[5].contains("\"name\":\"\(venue)\""), "\(result)", sourceLocation: sourceLocation)
  }

  @Test func theFirstSourceCounts() throws {
    try TemporaryDirectory.with { folder in
      let option = try folder.write(dataset("by option"), to: "o.geojson")
      let variable = try folder.write(dataset("by variable"), to: "v.geojson")
      try ProcessRunner.makeFolders(folder.path, "xdg/finder", "home/.local/share/finder")
      try folder.write(dataset("by xdg"), to: "xdg/finder/venues.geojson")
      try folder.write(dataset("by home"), to: "home/.local/share/finder/venues.geojson")
      let home = ["HOME": folder.file("home")]
      let xdg = home.merging(["XDG_DATA_HOME": folder.file("xdg")]) { $1 }
      let all = xdg.merging(["FINDER_DATA": variable]) { $1 }

      let piped = ChildInput.text(dataset("by pipe"))
      try expectSearched("option", "by option", "--data \(option)", environment: all)
      try expectSearched("stdin", "by pipe", "--data -", environment: all, stdin: piped)
      try expectSearched("environment", "by variable", environment: all)
      let dash = all.merging(["FINDER_DATA": "-"]) { $1 }
      try expectSearched("stdin", "by pipe", environment: dash, stdin: piped)
      try expectSearched("installed", "by xdg", environment: xdg)
      try expectSearched("installed", "by home", environment: home)
      // An empty variable counts as unset, and relative XDG folders must be ignored, by the specification.
      let empty = ["FINDER_DATA": "", "XDG_DATA_HOME": ""].merging(home) { $1 }
      try expectSearched("installed", "by home", environment: empty)
      let relative = ["XDG_DATA_HOME": "xdg"].merging(home) { $1 }
      try expectSearched("installed", "by home", environment: relative)
    }
  }

  @Test func theSampleIsTheLast() throws {
    let result = try Finder.run("near --at 51.5,-0.1 --limit 1 --json")
    expect(result, stderr: "finder: near: \(Sample.note("51.5,-0.1 --radius 3km"))\n")
    #expect(result.stdout.contains("\n \"data\":{\"source\":\"sample\"},\n"), "\(result)")
    for (line, name, area) in [
      ("within --bbox -1,51,1,52 --count", "within", "--bbox -1,51,1,52"),
      ("check --at 51,0 --span low", "check", "51,0 --radius 3km"), ("bulk", "bulk", nil),
    ] {
      let point = ChildInput.text("51,0\n")
      let note = "finder: \(name): \(Sample.note(area))\n"
      expect(try Finder.run(line, stdin: point), stderr: note)
      expect(try Finder.run("\(line) --quiet", stdin: point))
    }
  }

  /// A named dataset that is missing is an error, never a reason to search another.
  @Test func neverFallsThrough() throws {
    try TemporaryDirectory.with { folder in
      let there = try folder.write(dataset("there"), to: "there.geojson")
      let missing = folder.file("missing.geojson")
      let problem = "finder: near: cannot read \(missing): No such file or directory\n"
      for (options, variable, hint) in [
        ("--data \(missing)", there, ""),
        ("", missing, "  FINDER_DATA names it; --data PATH names another\n"),
      ] {
        expect(
          try Finder.run("near --at 51.5,-0.1 \(options)", environment: ["FINDER_DATA": variable]),
          status: 66, stdout: "", stderr: problem + hint)
      }
      let settings = try folder.write("data = \(missing)\nbase = \(missing)\n", to: "config")
      let hint = "  your settings name it; 'finder config' lists them\n"
      for (line, name) in [
        ("near 51.5,-0.1", "near"), ("data info", "data info"),
        ("map 51.5,-0.1 --data \(there) --format svg", "map"),
      ] {
        expect(
          try Finder.run(line, environment: ["FINDER_CONFIG": settings]), status: 66, stdout: "",
          stderr: problem.replacing("near", with: name) + hint)
      }
      // An installed dataset that is damaged is not a reason either.
      try ProcessRunner.makeFolders(folder.path, "xdg/finder")
      let installed = try folder.write("{", to: "xdg/finder/venues.geojson")
      let environment = ["XDG_DATA_HOME": folder.file("xdg")]
      let damaged = try Finder.run("near --at 51.5,-0.1", environment: environment)
      expect(damaged, status: 65, stdout: "", stderr: nil)
      #expect(damaged.stderr.hasPrefix("finder: near: \(installed): "), "\(damaged)")
    }
  }

  /// gzip is recognised by content, never by name.
  @Test(.needsGzip) func packedOrNot() throws {
    try TemporaryDirectory.with { folder in
      let plain = try folder.write(dataset("plain"), to: "plain.gz")
      try expectSearched("option", "plain", "--data \(plain)")
      let packed = folder.file("packed.geojson")
      #expect(try ProcessRunner.shell("gzip -c < \(plain) > \(packed)").status == 0)
      try expectSearched("option", "plain", "--data \(packed)")
      try expectSearched("stdin", "plain", "--data -", stdin: .file(packed))
      try expectSearched("stdin", "plain", "--data -", stdin: .bytes(try Files.bytes(packed)))
      try expectSearched("stdin", "plain", "--data -", stdin: .file(plain))
    }
  }

  /// A file called `-` in the working folder is not what `-` means.
  @Test func aFileCalledDash() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(dataset("file"), to: "-")
      let result = try Finder.run(
        "near --at 51.5,-0.1 --data - --format csv", stdin: .text(dataset("pipe")),
        directory: folder.path)
      #expect(result.stdout.contains("pipe"), "\(result)")
      let named = try Finder.run(
        "near --at 51.5,-0.1 --data ./- --format csv", directory: folder.path)
      #expect(named.stdout.contains("file"), "\(named)")
    }
  }

  // MARK: The binary in another place

  /// The installed layout: bin/finder and share/finder/Data, with another venue than the sample's.
  @Test func installedLayout() throws {
    try TemporaryDirectory.with { folder in
      try ProcessRunner.makeFolders(folder.path, "bin", "share/finder/Data")
      let binary = folder.file("bin/finder")
      #expect(try ProcessRunner.shell("cp \(try Finder.path()) \(binary)").status == 0)
      func search() throws -> ProcessResult {
        try ProcessRunner.run(
          binary, ["near", "--at", "51.5,-0.1", "--limit", "1", "--json"],
          environment: Finder.plain)
      }
      // Without it, the package from which the binary was built.
      let built = try search()
      expect(built, stderr: "finder: near: \(Sample.note("51.5,-0.1 --radius 3km"))\n")
      #expect(!built.stdout.contains("shared"))
      try folder.write(dataset("shared"), to: "share/finder/Data/venues.geojson.gz")
      let shared = try search()
      expect(shared, stderr: "finder: near: \(Sample.note("51.5,-0.1 --radius 3km"))\n")
      #expect(shared.stdout.contains("\"source\":\"sample\"") && shared.stdout.contains("shared"))
      // Through a link, as package managers make them.
      let link = folder.file("finder-link")
      #expect(try ProcessRunner.shell("ln -s \(binary) \(link)").status == 0)
      let linked = try ProcessRunner.run(
        link, ["near", "--at", "51.5,-0.1", "--limit", "1", "--json"], environment: Finder.plain)
      expect(linked, stdout: shared.stdout, stderr: shared.stderr)
    }
  }
}

extension ProcessRunner {
  static func makeFolders(_ parent: String, _ names: String...) throws {
    for name in names { _ = try run("/bin/mkdir", ["-p", "\(parent)/\(name)"]) }
  }
}
