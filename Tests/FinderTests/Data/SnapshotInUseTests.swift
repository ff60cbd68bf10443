import FinderEngine
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A snapshot that is cut short while a query reads it, as by a full or failing disk. Reading it then raises
/// SIGBUS.
@Suite struct SnapshotInUseTests {
  /// Calls `body` with a folder that has the sample's snapshot, and the snapshot's path.
  private func with(_ body: (TemporaryDirectory, String) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      expect(
        try Finder.run(
          "near --at 51.5,-0.1 --limit 1", data: Sample.path,
          environment: ["XDG_CACHE_HOME": folder.path]), stdout: nil, stderr: nil)
      let name = try #require(try Files.names(in: folder.file("finder")).first)
      try body(folder, folder.file("finder/\(name)"))
    }
  }

  private func bulk(_ arguments: String, _ folder: TemporaryDirectory) throws -> Coprocess {
    try Coprocess(
      try Finder.path(), ["bulk", "--data", Sample.path] + Finder.words(arguments),
      environment: try Finder.environment(["XDG_CACHE_HOME": folder.path]))
  }

  /// Answers were written, and points taken from a pipe: what was written stays, in complete lines.
  @Test(.slow, arguments: [0, 4096, 1 << 20]) func aStreamEndsAfterAWholeLine(size: off_t) throws {
    try with { folder, snapshot in
      for jobs in [1, 4] {
        let stream = try bulk("--jobs \(jobs)", folder)
        try stream.send("51.5,-0.1\n")
        #expect(try stream.readLine()?.hasPrefix("{\"query\":{\"line\":1,") == true)
        #expect(truncate(snapshot, size) == 0)
        try stream.send((0..<300).map { "\(50 + $0 % 8).5,-\($0 % 3).1\n" }.joined())
        let end = try stream.finish()
        expect(
          end, status: 74, stdout: nil,
          stderr:
            "finder: the snapshot in use was cut short or cannot be read; run the command again\n")
        #expect(end.signal == nil && (end.stdout.isEmpty || end.stdout.hasSuffix("\n")))
        expect(
          try Finder.run(
            "near --at 51.5,-0.1 --limit 1", data: Sample.path,
            environment: ["XDG_CACHE_HOME": folder.path]), stdout: nil, stderr: nil)
      }
    }
  }

  /// The rest of the last page is then zero, and raises nothing.
  @Test func cutWithinAPage() throws {
    try with { folder, snapshot in
      let stream = try bulk("--output \(folder.file("out"))", folder)
      try stream.send("51.5,-0.1\n")
      while try Files.names(in: folder.path).count < 2 { usleep(2_000) }
      // Long enough for the snapshot to be in use: the next answer comes from it.
      let length = off_t(try Files.bytes(snapshot).count)
      usleep(500_000)
      #expect(truncate(snapshot, length - 100) == 0)
      let end = try stream.finish()
      expect(end, status: 74, stdout: "", stderr: nil)
      #expect(end.stderr.contains("was cut short while it was in use"), "\(end)")
      #expect(try Files.names(in: folder.path) == ["finder"])
    }
  }

  /// Nothing was written to the requested file, and nothing is left beside it.
  @Test func anUnfinishedFileIsRemoved() throws {
    try with { folder, snapshot in
      let stream = try bulk("--output \(folder.file("out"))", folder)
      try stream.send("51.5,-0.1\n")
      while try Files.names(in: folder.path).count < 2 { usleep(2_000) }
      usleep(500_000)
      #expect(truncate(snapshot, 4096) == 0)
      try stream.send((0..<300).map { "\(50 + $0 % 8).5,-\($0 % 3).1\n" }.joined())
      expect(
        try stream.finish(), status: 74, stdout: "",
        stderr:
          "finder: the snapshot in use was cut short or cannot be read; run the command again\n")
      #expect(try Files.names(in: folder.path) == ["finder"])
    }
  }

  /// The reader of a pipe does not wait for the snapshot to be written: it sees the end first.
  @Test func thePipeIsClosedBeforeASnapshotIsWritten() throws {
    // A busy machine may run the reader late, but not every time.
    for _ in 0..<10 {
      let seen = try TemporaryDirectory.with { folder in
        try Finder.shell(
          "finder near --at 51.5,-0.1 --quiet --data \(Sample.path) "
            + "| (cat > /dev/null; ls finder 2> /dev/null | grep -c snapshot; true)",
          environment: ["XDG_CACHE_HOME": folder.path], directory: folder.path)
      }
      if seen.stdout == "0\n" { return }
    }
    Issue.record("the snapshot was there each time that the reader saw the end")
  }
}
