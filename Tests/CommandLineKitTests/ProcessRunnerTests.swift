import TestSupport
import Testing

@Suite struct ProcessRunnerTests {
  @Test func aMegabyteGoesThroughCat() throws {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let result = try ProcessRunner.run("/bin/cat", stdin: .bytes(bytes))
    #expect(result.status == 0)
    #expect(result.stdoutBytes == bytes)
    #expect(result.stderrBytes == [])
  }

  @Test func bothOutputsMayBeLarge() throws {
    let result = try ProcessRunner.shell(
      "head -c 3000000 /dev/zero & head -c 2000000 /dev/zero >&2; wait")
    #expect(result.status == 0)
    #expect(result.stdoutBytes.count == 3_000_000)
    #expect(result.stderrBytes.count == 2_000_000)
  }

  @Test func unreadInputIsNotAnError() throws {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let result = try ProcessRunner.run("/bin/sh", ["-c", "exit 0"], stdin: .bytes(zeros))
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -TERM $$", 143), ("kill -INT $$", 130),
    ("kill -KILL $$", 137), ("yes | head -n 1 >/dev/null", 141), ("false | true", 1),
  ])
  func statusAsAShellHasIt(script: String, status: Int32) throws {
    let result = try ProcessRunner.shell(script)
    #expect(result.status == status, "\(result)")
    #expect(!result.timedOut)
  }

  @Test func signalsAreReported() throws {
    #expect(try ProcessRunner.shell("kill -TERM $$").signal == 15)
    #expect(try ProcessRunner.shell("exit 143").signal == nil)
  }

  @Test(
    .slow,
    arguments: [
      "sleep 600", "sleep 600 & wait", "sleep 600 | cat", "sleep 600 & echo left behind",
      "trap '' TERM INT; sleep 600; sleep 600",
    ])
  func processesThatTakeTooLongAreKilled(script: String) throws {
    let start = ContinuousClock.now
    let result = try ProcessRunner.shell("echo begun; \(script)", timeout: .seconds(1))
    #expect(result.timedOut)
    #expect(result.stdout.hasPrefix("begun\n"))
    #expect(.now - start < .seconds(300))
  }

  @Test func standardInput() throws {
    #expect(try ProcessRunner.run("/bin/cat", stdin: .null).stdout == "")
    #expect(try ProcessRunner.run("/bin/cat", stdin: .text("é\n")).stdout == "é\n")
    #expect(try ProcessRunner.run("/bin/cat", stdin: .closed).status == 1)
    try TemporaryDirectory.with { folder in
      let file = try folder.write("from a file", to: "in")
      #expect(try ProcessRunner.run("/bin/cat", stdin: .file(file)).stdout == "from a file")
    }
  }

  @Test func standardOutput() throws {
    #expect(try ProcessRunner.run("/bin/echo", ["x"], stdout: .closed).status == 1)
    let mixed = try ProcessRunner.run("/bin/cat", ["/nonexistent"], stderr: .file("/dev/null"))
    #expect(mixed.status == 1 && mixed.stderrBytes.isEmpty)
    try TemporaryDirectory.with { folder in
      let file = folder.file("out")
      let result = try ProcessRunner.run("/bin/echo", ["x"], stdout: .file(file))
      #expect(result.status == 0 && result.stdoutBytes.isEmpty)
      #expect(try Files.text(file) == "x\n")
    }
    #if os(Linux)
      #expect(try ProcessRunner.run("/bin/echo", ["x"], stdout: .file("/dev/full")).status == 1)
    #endif
  }

  @Test func theEnvironmentIsTheGivenOne() throws {
    let result = try ProcessRunner.run("/usr/bin/env", environment: ["B": "2", "A": "é x"])
    #expect(result.stdout == "A=é x\nB=2\n")
    #expect(try ProcessRunner.run("/usr/bin/env", environment: [:]).stdout == "")
  }

  @Test func theFolderIsTheGivenOne() throws {
    try TemporaryDirectory.with { folder in
      try folder.write("", to: "here")
      #expect(try ProcessRunner.run("/bin/ls", directory: folder.path).stdout == "here\n")
    }
    #expect(throws: ProcessError.self) {
      try ProcessRunner.run("/bin/ls", directory: "/nonexistent")
    }
  }

  @Test func programsThatCannotStart() {
    #expect(throws: ProcessError.self) { try ProcessRunner.run("/nonexistent") }
    #expect(throws: ProcessError.self) { try ProcessRunner.run("/bin/echo", ["a\0b"]) }
  }

  /// The figure is for the child process alone, however much memory the tests hold.
  @Test func memory() throws {
    let zeros = [UInt8](repeating: 0, count: 150_000_000)
    let keeper = try ProcessRunner.run(
      "/usr/bin/tail", ["-c", "60000000"], stdin: .bytes(zeros), stdout: .file("/dev/null"))
    #expect((60_000_000..<140_000_000).contains(keeper.peakResidentBytes), "\(keeper)")
    let sleeper = try ProcessRunner.run("/bin/sleep", ["0.1"])
    #expect((1..<20_000_000).contains(sleeper.peakResidentBytes), "\(sleeper)")
  }

  /// If a pipe leaked into a neighbouring process, this `cat` would wait for its end.
  @Test func manyAtOnce() async throws {
    let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
      for size in 1...24 {
        group.addTask {
          let bytes = [UInt8](repeating: 1, count: size * 10_000)
          return try ProcessRunner.run("/bin/cat", stdin: .bytes(bytes)).stdoutBytes.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(lengths.sorted() == (1...24).map { $0 * 10_000 })
  }

  @Test func theDescriptionIsComplete() throws {
    let result = try ProcessRunner.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(
      result.description == """
        $ /bin/sh -c 'echo out; echo err >&2; exit 3'
        [exit 3]
        --- stdout, 4 bytes
        out

        --- stderr, 4 bytes
        err

        """)
  }

  @Test func productsAreFound() throws {
    #expect(try ProcessRunner.builtProduct("finder").hasSuffix("/finder"))
    #expect(throws: ProcessError.self) { try ProcessRunner.builtProduct("no-such-product") }
  }

  @Test func temporaryFoldersGo() throws {
    let path = try TemporaryDirectory.with { folder in
      _ = try ProcessRunner.shell(
        "mkdir -p a/b; ln -s / a/root; echo x >a/b/c", directory: folder.path)
      #expect(try Files.names(in: folder.path) == ["a"])
      #expect(try Files.bytes(folder.file("a/b/c")) == Array("x\n".utf8))
      return folder.path
    }
    #expect(throws: ProcessError.self) { try Files.names(in: path) }
  }
}

@Suite struct CoprocessTests {
  @Test func aConversation() throws {
    let cat = try Coprocess("/bin/cat")
    for line in ["one", "", "deux…"] {
      try cat.send(line + "\n")
      #expect(try cat.readLine() == line)
    }
    try cat.send("no line break")
    let result = try cat.finish()
    #expect(result.status == 0)
    #expect(result.stdout == "one\n\ndeux…\nno line break")
  }

  @Test func moreThanAPipeHoldsBothWays() throws {
    let cat = try Coprocess("/bin/cat")
    let line = String(repeating: "x", count: 500_000)
    try cat.send(line + "\n" + line)
    #expect(try cat.readLine() == line)
    cat.closeInput()
    #expect(try cat.readLine() == line)
    #expect(try cat.readLine() == nil)
    #expect(try cat.finish().status == 0)
  }

  @Test func silenceEndsInAnError() throws {
    let cat = try Coprocess("/bin/cat")
    #expect(throws: ProcessError.self) { try cat.readLine(timeout: .milliseconds(50)) }
    try cat.send("still there\n")
    #expect(try cat.readLine() == "still there")
    let stubborn = try Coprocess("/bin/sh", ["-c", "sleep 60"])
    #expect(throws: ProcessError.self) {
      try stubborn.send(String(repeating: "x", count: 1 << 20), timeout: .milliseconds(50))
    }
  }

  @Test func signals() throws {
    let script = "trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.05; done"
    let shell = try Coprocess("/bin/bash", ["-c", script])
    #expect(try shell.readLine() == "ready")
    shell.sendSignal(2)
    #expect(try shell.readLine() == "caught")
    #expect(try shell.finish().status == 5)
  }

  @Test func timeIsUp() throws {
    let sleeper = try Coprocess("/bin/sleep", ["60"])
    let result = try sleeper.finish(timeout: .milliseconds(50))
    #expect(result.timedOut)
    #expect(result.status == 137)
  }

  /// A test that fails half-way leaves no process running.
  @Test func releasingTheProcessKillsIt() throws {
    try TemporaryDirectory.with { folder in
      let script = "echo $$ >pid; echo up; exec sleep 60"
      do {
        let process = try Coprocess("/bin/sh", ["-c", script], directory: folder.path)
        #expect(try process.readLine() == "up")
      }
      let check = try ProcessRunner.shell("! kill -0 $(cat pid)", directory: folder.path)
      #expect(check.status == 0, "\(check)")
    }
  }
}
