import TestSupport
import Testing

/// The snapshots that make later queries quick: never a difference in what is printed.
@Suite struct CacheTests {
  private struct Place {
    let folder: TemporaryDirectory
    let data: String
    let environment: [String: String]

    var snapshots: [String] {
      get throws {
        let exists = try Files.names(in: folder.file("cache")).contains("finder")
        return exists ? try Files.names(in: folder.file("cache/finder")) : []
      }
    }

    func run(_ line: String, _ extra: [String: String] = [:]) throws -> ProcessResult {
      try Finder.run(
        line, environment: environment.merging(extra) { $1 }, stdin: .text("51,0\n51.5,-0.1\n"))
    }
  }

  /// A dataset that has been as it is for long enough to be kept: two seconds.
  private func with(_ text: String, _ body: (Place) throws -> Void) throws {
    try Dataset.with(text) { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = ["FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache")]
      try body(Place(folder: folder, data: data, environment: environment))
    }
  }

  private static let questions =
    ["table", "json", "ndjson", "geojson", "geojsonseq", "csv", "tsv"].map {
      "near --at 51,0 --format \($0)"
    } + [
      "within --bbox -1,50,1,53 --json", "within --bbox -1,50,1,53 --count",
      "within --at 51,0 --radius 500km --match lion", "check --at 51.5,-0.1 --span middle --json",
      "bulk --limit 0", "bulk --format csv --jobs 2", "near --at 51,0 --match none --exit-status",
    ]

  private static let dataset = Dataset.square.replacing(
    "\n]}",
    with: ",\n"
      + DataErrorTests.leftOut.split(separator: "\n").dropFirst().dropLast()
      .joined(separator: "\n") + "\n]}")

  @Test func theSameAnswersFromASnapshot() throws {
    try with(Self.dataset) { place in
      let plain = try Self.questions.map { try place.run("\($0) --no-cache") }
      #expect(try place.snapshots == [])
      #expect(plain[0].stderr.contains("left out 8 of 13 features"), "\(plain[0])")
      for (question, expected) in zip(Self.questions, plain) {
        for _ in 1...2 {
          expect(
            try place.run(question), status: expected.status, stdout: expected.stdout,
            stderr: expected.stderr)
        }
        #expect(try place.snapshots.count == 1, "\(question)")
        // Each question is once the one that makes the snapshot.
        _ = try place.run("data cache --clear")
        #expect(try place.snapshots == [])
      }
    }
  }

  @Test func anotherStateOfTheDatasetIsAnotherAnswer() throws {
    try with(Dataset.square) { place in
      #expect(try place.run("near --at 51.5,-0.1 --format csv").stdout.contains("Lion"))
      #expect(try place.snapshots.count == 1)
      // The same length, and the time of the last change set back.
      let changed = try ProcessRunner.shell(
        "touch -r \(place.data) old && sed -i s/Lion/Lynx/g \(place.data) && touch -r old \(place.data)",
        directory: place.folder.path)
      #expect(changed.status == 0)
      let result = try place.run("near --at 51.5,-0.1 --format csv")
      #expect(result.stdout.contains("Lynx") && !result.stdout.contains("Lion"), "\(result)")
      #expect(try ProcessRunner.shell("rm \(place.data)").status == 0)
      #expect(try place.run("near --at 51.5,-0.1").status == 66)
    }
  }

  @Test func damagedSnapshotsCostTimeAndNothingElse() throws {
    try with(Self.dataset) { place in
      let questions = [Self.questions[1], "bulk --limit 0 --jobs 2"]
      let plain = try questions.map { try place.run("\($0) --no-cache") }
      _ = try place.run(questions[0])
      let name = try #require(try place.snapshots.first)
      let path = place.folder.file("cache/finder/\(name)")
      let whole = try Files.bytes(path)
      var random = SeededGenerator(seed: 5)
      var damaged = [[], Array(whole.prefix(7)), Array(whole.dropLast()), whole + [0]]
      for _ in 0..<40 {
        var bytes = whole
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
        damaged.append(bytes)
      }
      for (number, bytes) in damaged.enumerated() {
        for (question, expected) in zip(questions, plain) {
          // In place, so that it stays a file of this user's alone.
          try Files.write(bytes, to: path)
          #expect(try ProcessRunner.shell("chmod 600 \(path)").status == 0)
          let result = try place.run(question)
          expect(result, stdout: expected.stdout, stderr: expected.stderr)
          if result.stdout != expected.stdout { Issue.record("damage number \(number)") }
        }
      }
    }
  }

  @Test func whereItCannotBeKept() throws {
    try with(Dataset.square) { place in
      let plain = try place.run("near --at 51.5,-0.1 --no-cache").stdout
      for extra in [
        ["FINDER_CACHE": "off"], ["XDG_CACHE_HOME": place.data],
        ["XDG_CACHE_HOME": "/nonexistent/x"],
        ["XDG_CACHE_HOME": "", "HOME": ""], ["XDG_CACHE_HOME": "/dev/null"],
      ] {
        expect(try place.run("near --at 51.5,-0.1", extra), stdout: plain)
        #expect(try place.snapshots == [])
      }
      // What comes down a pipe is in no state that could be named.
      expect(
        try Finder.run(
          "near --at 51.5,-0.1 --data -", environment: place.environment, stdin: .file(place.data)),
        stdout: plain)
      #expect(try place.snapshots == [])
    }
  }

  @Test func showAndClear() throws {
    try with(Dataset.square) { place in
      let folder = place.folder.file("cache/finder")
      expect(
        try place.run("data cache"),
        stdout: "folder     \(folder)\nsnapshots  0\nsize       0 bytes of at most 2000000000\n")
      expect(try place.run("data cache --exit-status"), status: 1, stdout: nil)
      _ = try place.run("near --at 51.5,-0.1")
      let name = try #require(try place.snapshots.first)
      let size = try Files.bytes("\(folder)/\(name)").count
      let members = [
        #"{"enabled":true"#, #""folder":"\#(folder)""#, #""bytes":\#(size)"#,
        #""limit":2000000000"#, #""removed":0"#,
        #""snapshots":[{"name":"\#(name)","bytes":\#(size)}]}"#,
      ]
      expect(
        try place.run("data cache --json"), stdout: members.joined(separator: ",\n ") + "\n")
      expect(
        try place.run("data cache --format ndjson"), stdout: members.joined(separator: ",") + "\n")
      expect(
        try place.run("data cache --clear"), stdout: "removed 1 snapshot from \(folder)\n")
      #expect(try place.snapshots == [])
      expect(
        try place.run("data cache --clear"), stdout: "removed 0 snapshots from \(folder)\n")
      expect(try place.run("data cache", ["FINDER_CACHE": "off"]), stdout: "the cache is off\n")
      expectUsage(
        try place.run("data cache --format csv"),
        "data cache: --format csv: not one of table, json, ndjson",
        "--format FORMAT  how results are printed (see 'finder help data cache')")
    }
  }

  @Test func theHomesCache() throws {
    try with(Dataset.square) { place in
      let home = ["XDG_CACHE_HOME": "", "HOME": place.folder.path]
      expect(try place.run("near --at 51.5,-0.1", home))
      #expect(try Files.names(in: place.folder.file(".cache/finder")).count == 1)
      // For nobody else to read or write.
      let modes = try ProcessRunner.shell(
        "ls -ld .cache/finder .cache/finder/* | cut -c1-10", directory: place.folder.path)
      #expect(modes.stdout == "drwx------\n-rw-------\n", "\(modes)")
    }
  }
}
