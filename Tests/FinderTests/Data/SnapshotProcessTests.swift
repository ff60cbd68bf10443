import FinderEngine
import Foundation
import TestSupport
import Testing

/// The binary with a cache: the same answers, whatever is in the cache folder.
@Suite struct SnapshotProcessTests {
  private static let formats = ["table", "json", "ndjson", "geojson", "geojsonseq", "csv", "tsv"]

  /// Older than two seconds, so that it is kept; 55,000 venues.
  private static let sample = Sample.path

  private static func cache(_ folder: TemporaryDirectory) -> [String: String] {
    ["XDG_CACHE_HOME": folder.path]
  }

  private static func snapshots(_ folder: TemporaryDirectory) -> [String] {
    (try? Files.names(in: folder.file("finder"))) ?? []
  }

  /// The path of the only snapshot.
  private static func snapshot(_ folder: TemporaryDirectory) throws -> String {
    let names = snapshots(folder)
    #expect(names.count == 1 && names[0].hasSuffix(".snapshot"), "\(names)")
    return folder.file("finder/\(try #require(names.first))")
  }

  private static func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  /// A dataset that has been unchanged for more than two seconds.
  private static func withSettled<Result>(
    _ text: String, _ body: (TemporaryDirectory, String) throws -> Result
  ) throws -> Result {
    try Dataset.with(text) { folder, path in
      usleep(2_100_000)
      return try body(folder, path)
    }
  }

  private static let mixed = Dataset.collection([
    Dataset.venue("Nelson", -0.128, 51.508), Dataset.venue("Lion", -0.127, 51.51),
    Dataset.feature(95, 0, properties: "{}"), "7",
    Dataset.feature(-0.2, 51.4, properties: #"{"name":"Nelson","a":[1,{"b":null}]}"#),
    Dataset.feature(-0.2, 51.4, properties: #"{"name":"Nelson","a":[1,{"b":null}]}"#),
  ])

  // MARK: The same answers

  /// Notes on features that were left out or look swapped are part of the answer.
  @Test(.slow) func sameBytesWithAndWithout() throws {
    try Self.withSettled(Self.mixed) { folder, data in
      let points = try folder.write("lat,lon\n51.5,-0.1\n-0.1,51.5\n", to: "points.csv")
      var lines = Self.formats.flatMap { format in
        [
          "near --at -0.12,51.5 --outside allow --format \(format)",
          "within --bbox 51,-1,52,1 --format \(format)",
        ]
      }
      lines += ["ndjson", "csv", "tsv"].map { "bulk \(points) --limit 0 --format \($0)" }
      lines += ["table", "json", "ndjson"].map {
        "check --at 51.5,-0.12 --span middle --format \($0)"
      }
      lines += [
        "near --at 1,1 --outside allow --match nel --json",
        "within --at 0,51 --outside allow --radius 90km --count --units imperial",
        "bulk \(points) --count --radius 9000km", "bulk \(points) --match lion",
        "near --at 1,1 --outside allow --radius 1 --exit-status",
      ]
      for line in lines {
        let plain = try Finder.run(
          "\(line) --no-cache", data: data, environment: Self.cache(folder))
        #expect(Self.snapshots(folder).isEmpty)
        let first = try Finder.run(line, data: data, environment: Self.cache(folder))
        let snapshot = try Self.snapshot(folder)
        let second = try Finder.run(line, data: data, environment: Self.cache(folder))
        let off = try Finder.run(
          line, data: data,
          environment: Self.cache(folder).merging(["FINDER_CACHE": "off"]) { $1 })
        for result in [first, second, off] {
          expect(result, status: plain.status, stdout: plain.stdout, stderr: plain.stderr)
        }
        #expect(plain.stderr.contains("left out 2 of 6") && plain.stderr.contains("swapped"))
        unlink(snapshot)
      }
    }
  }

  /// A snapshot that was used shows it by its modification time, and is not written again.
  @Test func usedAndMarkedAsUsed() throws {
    try TemporaryDirectory.with { folder in
      let line = "near --at 51.5,-0.12 --json"
      let first = try Finder.run(line, data: Self.sample, environment: Self.cache(folder))
      let snapshot = try Self.snapshot(folder)
      let written = try Self.status(snapshot)
      let then = timespec(tv_sec: time(nil) - 1000, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, snapshot, [then, then], 0) == 0)
      let second = try Finder.run(line, data: Self.sample, environment: Self.cache(folder))
      expect(second, stdout: first.stdout)
      let used = try Self.status(snapshot)
      #expect(used.st_ino == written.st_ino && used.st_mtim.tv_sec > time(nil) - 500)
      let uncached = try Finder.run(
        "\(line) --no-cache", data: Self.sample, environment: Self.cache(folder))
      #expect(uncached.stdout == first.stdout)
    }
  }

  @Test func standardInputIsNotKept() throws {
    try TemporaryDirectory.with { folder in
      for _ in 0..<2 {
        let result = try Finder.run(
          "near --at 51.5,-0.12 --limit 1 --format csv --data -", environment: Self.cache(folder),
          stdin: .text(Dataset.square))
        #expect(result.stdout.contains("Nelson") && result.status == 0)
      }
      #expect(Self.snapshots(folder).isEmpty)
    }
  }

  // MARK: A dataset that changes

  private static func named(_ name: String) -> String {
    Dataset.collection([Dataset.venue(name, 51.5, -0.1)])
  }

  private static func expectNearest(
    _ name: String, _ data: String, _ folder: TemporaryDirectory,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Finder.run(
      "near --at 51.5,-0.1 --format ndjson", data: data, environment: cache(folder))
    expect(result, stdout: nil, sourceLocation: sourceLocation)
    #expect(
      result.stdout.contains("\"name\":\"\(name)\""), "\(result)", sourceLocation: sourceLocation)
  }

  @Test(.slow) func changedInEveryWay() throws {
    try Self.withSettled(Self.named("Alder")) { folder, data in
      try Self.expectNearest("Alder", data, folder)
      let first = try Self.status(Self.snapshot(folder))
      let before = try Self.status(data)

      // In place, with the same length and the old modification time: only the change time differs.
      try Files.write(Array(Self.named("Birch").utf8), to: data)
      #expect(utimensat(AT_FDCWD, data, [before.st_atim, before.st_mtim], 0) == 0)
      let after = try Self.status(data)
      #expect(after.st_size == before.st_size && after.st_ino == before.st_ino)
      #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
      try Self.expectNearest("Birch", data, folder)
      // Too recent to be kept, and the old one is no longer of use. If the machine was so busy that the
      // answer took two seconds, it is kept.
      let isLate = time(nil) - after.st_ctim.tv_sec >= 2
      #expect(Self.snapshots(folder).isEmpty || isLate)

      // Another write immediately, as one that falls into the same tick.
      try Files.write(Array(Self.named("Cedar").utf8), to: data)
      try Self.expectNearest("Cedar", data, folder)
      usleep(2_100_000)
      try Self.expectNearest("Cedar", data, folder)
      let second = try Self.status(Self.snapshot(folder))
      #expect(second.st_ino != first.st_ino || second.st_mtim.tv_sec != first.st_mtim.tv_sec)

      // Replaced by rename, and by a link to another place.
      try folder.write(Self.named("Dogwood"), to: "next")
      rename(folder.file("next"), data)
      try Self.expectNearest("Dogwood", data, folder)
      try folder.write(Self.named("Elder"), to: "other")
      unlink(data)
      symlink("other", data)
      try Self.expectNearest("Elder", data, folder)

      // Gone: no answer from old data.
      unlink(folder.file("other"))
      let gone = try Finder.run(
        "near --at 51.5,-0.1", data: data, environment: Self.cache(folder))
      #expect(gone.status == 66 && gone.stdout.isEmpty)
    }
  }

  // MARK: Many at once

  private static func start(
    _ count: Int, _ data: String, _ folder: TemporaryDirectory
  ) throws -> [Coprocess] {
    let arguments = [
      "near", "--at", "51.5,-0.1", "--limit", "3", "--format", "csv", "--data", data,
    ]
    return try (0..<count).map { _ in
      try Coprocess(
        try Finder.path(), arguments, environment: try Finder.environment(cache(folder)))
    }
  }

  @Test(.slow) func fiftyAtOnceOnAColdCache() throws {
    try Self.withSettled(Dataset.square) { folder, data in
      let right = try Finder.run(
        "near --at 51.5,-0.1 --limit 3 --format csv --no-cache", data: data)
      for process in try Self.start(50, data, folder) {
        expect(try process.finish(), stdout: right.stdout)
      }
      _ = try Self.snapshot(folder)
      let again = try Finder.run(
        "near --at 51.5,-0.1 --limit 3 --format csv", data: data, environment: Self.cache(folder))
      expect(again, stdout: right.stdout)
    }
  }

  /// Each answers from the old edition or from the new one, completely.
  @Test(.slow) func replacedWhileFiftyAnswer() throws {
    try Self.withSettled(Dataset.square) { folder, data in
      func answer(_ path: String) throws -> String {
        try Finder.run("near --at 51.5,-0.1 --limit 3 --format csv --no-cache", data: path).stdout
      }
      let old = try answer(data)
      try folder.write(Self.named("Newcomer"), to: "next")
      let new = try answer(folder.file("next"))
      #expect(old != new)
      var processes = try Self.start(25, data, folder)
      rename(folder.file("next"), data)
      processes += try Self.start(25, data, folder)
      let found = try processes.map { try $0.finish() }
      for result in found {
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result)")
        #expect(result.stdout == old || result.stdout == new, "\(result)")
      }
      #expect(found.suffix(25).allSatisfy { $0.stdout == new })
      #expect(Self.snapshots(folder).allSatisfy { $0.hasSuffix(".snapshot") })
      try Self.expectNearest("Newcomer", data, folder)
    }
  }

  // MARK: Damage

  /// There is no message, nothing wrong is printed, and the snapshot is whole again or gone.
  @Test(.slow, arguments: [("table", 1), ("geojson", 2)] as [(String, UInt64)])
  func damagedBetweenRuns(format: String, seed: UInt64) throws {
    try TemporaryDirectory.with { folder in
      let lines = [
        "near --at 51.5,-0.12 --limit 20 --format \(format)",
        "within --at 53.4,-2.2 --radius 2km --format \(format)",
        "within --bbox -3,53,-2,54 --count",
      ]
      let right = try lines.map { try Finder.run("\($0) --no-cache", data: Self.sample) }
      expect(
        try Finder.run(lines[0], data: Self.sample, environment: Self.cache(folder)),
        stdout: right[0].stdout)
      let path = try Self.snapshot(folder)
      let whole = try Files.bytes(path)
      var generator = SeededGenerator(seed: seed)
      for round in 0..<8 {
        var bytes = whole
        switch round {
        case 0: bytes.removeLast(.random(in: 1..<bytes.count, using: &generator))
        case 1: bytes.removeLast(4096)
        case 2: for i in 4096..<bytes.count { bytes[i] = 0xFF }
        case 3: for i in 1 << 18..<bytes.count { bytes[i] = 0xFF }
        case 4: for i in stride(from: 2048, to: bytes.count, by: 4096) { bytes[i] ^= 0x40 }
        default:
          for _ in 0..<100 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
          }
        }
        try Files.write(bytes, to: path)
        chmod(path, 0o600)
        for (line, right) in zip(lines, right) {
          let result = try Finder.run(line, data: Self.sample, environment: Self.cache(folder))
          expect(result, stdout: right.stdout)
        }
        let left = Self.snapshots(folder)
        #expect(left.count <= 1)
        // Blocks that no query touched may still be damaged; damaged blocks that were touched are gone.
        if round < 3 || round == 4 { #expect(try left.isEmpty || Files.bytes(path) == whole) }
      }
    }
  }

  /// Each block of a small snapshot in turn is overwritten with values that are not numbers.
  @Test(.slow) func valuesThatAreNotNumbers() throws {
    try Self.withSettled(Dataset.square) { folder, data in
      let lines = ["table", "csv"].map { "near --at 51.5,-0.1 --format \($0)" }
      let right = try lines.map { try Finder.run("\($0) --no-cache", data: data) }
      _ = try Finder.run(lines[0], data: data, environment: Self.cache(folder))
      let path = try Self.snapshot(folder)
      let whole = try Files.bytes(path)
      for start in stride(from: 0, to: whole.count, by: 1024) {
        for (number, (line, right)) in zip(lines, right).enumerated() {
          let filler: UInt8 = (start / 1024 + number).isMultiple(of: 2) ? .max : 0x7F
          var bytes = whole
          for i in start..<start + 1024 { bytes[i] = filler }
          try Files.write(bytes, to: path)
          chmod(path, 0o600)
          let result = try Finder.run(line, data: data, environment: Self.cache(folder))
          expect(result, stdout: right.stdout)
          // Queries need not touch all of the other blocks.
          if let now = try? Files.bytes(path), now != whole, bytes != whole, start < 4096 {
            Issue.record("bytes from \(start) on stay damaged")
          }
        }
      }
    }
  }

  // MARK: Folders that cannot be used

  @Test func anInvalidCacheFolder() throws {
    try TemporaryDirectory.with { folder in
      let line = "near --at 51.5,-0.12 --limit 2 --json"
      let right = try Finder.run("\(line) --no-cache", data: Self.sample)
      let file = try folder.write("a file", to: "file")
      try folder.write("a file", to: "finder")
      for base in [folder.path, file, folder.file("not/there"), "/dev/null", "relative"] {
        let result = try Finder.run(
          line, data: Self.sample, environment: ["XDG_CACHE_HOME": base], directory: folder.path)
        expect(result, stdout: right.stdout)
      }
      #expect(try Files.names(in: folder.path) == ["file", "finder"])
    }
  }

  @Test(.disabled(if: Tool.isRoot, "root may write anywhere"))
  func readOnlyCacheFolder() throws {
    try TemporaryDirectory.with { folder in
      chmod(folder.path, 0o500)
      defer { chmod(folder.path, 0o700) }
      let line = "near --at 51.5,-0.12 --limit 2 --json"
      let right = try Finder.run("\(line) --no-cache", data: Self.sample)
      expect(
        try Finder.run(line, data: Self.sample, environment: Self.cache(folder)),
        stdout: right.stdout)
      #expect(try Files.names(in: folder.path).isEmpty)
    }
  }

  /// Files limited to 200 kB stand in for a disk that fills up half-way.
  @Test func noRoomForAllOfIt() throws {
    try TemporaryDirectory.with { folder in
      let line = "near --at 51.5,-0.12 --limit 2 --json"
      let right = try Finder.run("\(line) --no-cache", data: Self.sample)
      let result = try Finder.shell(
        "ulimit -f 200; finder \(line) --data \(Finder.quoted(Self.sample))",
        environment: Self.cache(folder))
      expect(result, stdout: right.stdout)
      #expect(Self.snapshots(folder).isEmpty)
    }
  }

  @Test(.enabled(if: FullDisk.canBeMade, "only root can mount a disk small enough to fill"))
  func fullDisk() throws {
    try TemporaryDirectory.with { folder in
      let line = "near --at 51.5,-0.12 --limit 2 --json"
      let right = try Finder.run("\(line) --no-cache", data: Self.sample)
      try FullDisk.with(at: folder.file("disk")) { disk in
        let result = try Finder.run(
          line, data: Self.sample,
          environment: ["XDG_CACHE_HOME": disk, "FINDER_CACHE_SIZE": "2GB"])
        expect(result, stdout: right.stdout)
        #expect(((try? Files.names(in: "\(disk)/finder")) ?? []).isEmpty)
      }
    }
  }
}

/// A disk of 100 kB.
private enum FullDisk {
  private struct NoDisk: Error {}

  static let canBeMade =
    (try? TemporaryDirectory.with { folder in
      try with(at: folder.file("disk")) { _ in }
    }) != nil

  static func with(at path: String, _ body: (String) throws -> Void) throws {
    mkdir(path, 0o700)
    let mount = try ProcessRunner.shell("mount -t tmpfs -o size=100k tmpfs \(Finder.quoted(path))")
    guard mount.status == 0 else { throw NoDisk() }
    defer { _ = try? ProcessRunner.shell("umount \(Finder.quoted(path))") }
    try body(path)
  }
}
