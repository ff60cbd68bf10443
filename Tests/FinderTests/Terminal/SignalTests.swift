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

/// Stopped while writing a file: nothing is left behind, and the shell sees why.
@Suite struct SignalTests {
  /// `bulk` waiting for more points while `--output` is half-written.
  private func withUnfinishedFile(
    ignoring name: String? = nil,
    _ body: (TemporaryDirectory, Coprocess) throws -> Void
  ) throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write("old", to: "out")
      let ignore = name.map { "trap '' \($0); " } ?? ""
      let script =
        "\(ignore)exec finder bulk --data \(data) --output \(folder.file("out"))"
      let process = try Coprocess(
        "/bin/bash", ["-c", script], environment: try Finder.environment())
      try process.send("51.5,-0.1\n")
      let clock = ContinuousClock()
      let deadline = clock.now + .seconds(120)
      while try Files.names(in: folder.path).count < 3, clock.now < deadline { usleep(2_000) }
      #expect(try Files.names(in: folder.path).count == 3, "an unfinished file")
      #expect(try Files.text(folder.file("out")) == "old")
      try body(folder, process)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopped(signal: Int32) throws {
    try withUnfinishedFile { folder, process in
      process.sendSignal(signal)
      let result = try process.finish()
      expect(result, status: 128 + signal, stdout: "")
      #expect(result.signal == signal, "\(result)")
      #expect(try Files.names(in: folder.path) == ["out", "venues.geojson"])
      #expect(try Files.text(folder.file("out")) == "old")
    }
  }

  /// As under nohup: signals that the parent ignores stay ignored.
  @Test func ignoredSignalsStayIgnored() throws {
    try withUnfinishedFile(ignoring: "HUP") { folder, process in
      process.sendSignal(SIGHUP)
      try process.send("51.6,-0.1\n")
      expect(try process.finish(), stdout: "")
      let lines = try Files.text(folder.file("out")).split(separator: "\n")
      #expect(lines.count == 2 && lines[1].hasPrefix("{\"query\":{\"line\":2,"))
      #expect(try Files.names(in: folder.path) == ["out", "venues.geojson"])
    }
  }

  /// A note that cannot be written ends finder, as it would any filter; the file is removed too.
  @Test func standardErrorWithoutAReader() throws {
    try Dataset.with(Dataset.square) { folder, data in
      // The reader is gone before finder begins.
      let script =
        "exec 4> >(exec true); wait $!; "
        + "echo x,1 | finder bulk --data \(data) --output out 2>&4; echo ${PIPESTATUS[1]}"
      expect(try Finder.shell(script, directory: folder.path), stdout: "141\n")
      #expect(try Files.names(in: folder.path) == ["venues.geojson"])
    }
  }

  @Test func stoppedWhileItPrints() throws {
    let process = try Coprocess(
      try Finder.path(), ["bulk", "--data", Sample.path], environment: try Finder.environment())
    try process.send("51.5,-0.1\n")
    #expect(try process.readLine()?.hasPrefix("{\"query\":{\"line\":1,") == true)
    process.sendSignal(SIGINT)
    let result = try process.finish()
    #expect(result.status == 130 && result.signal == SIGINT && result.stderr == "", "\(result)")
  }
}
