import FinderEngine
import TestSupport
import Testing

/// Through real pipes, into readers that stop reading, and to places where nothing can be written.
@Suite struct PipeTests {
  /// One line for each command, including help, and the name with which its errors begin.
  static let printers = [
    ("near --at 51.5,-0.1", "near: "), ("near --at 51.5,-0.1 --json", "near: "),
    ("within --bbox -1,51,1,52 --count", "within: "), ("check --at 51.5,-0.1", "check: "),
    ("bulk", "bulk: "), ("data info", "data info: "), ("data validate", "data validate: "),
    ("data cache", "data cache: "),
    ("help", ""), ("near --help", ""), ("--version", ""),
  ]

  @Test(.needsJQ) func intoJQ() throws {
    try Dataset.with(Dataset.square) { _, data in
      let finder = "finder near --at 51.508,-0.128 --data \(data)"
      expect(
        try Finder.shell("\(finder) --json | jq -r '.venues[].name, .count, .data.source'"),
        stdout: "Nelson\nLion\nFountain\nPigeon\n4\noption\n")
      expect(
        try Finder.shell("\(finder) --format ndjson | jq -s -c 'map(.distance_m)'"),
        stdout: "[0,233.1,1112.6,2225.2]\n")
      expect(
        try Finder.shell(
          "\(finder) --format geojsonseq | jq --seq -c '.properties.distance_m' | tr -d '\\036'"),
        stdout: "0\n233.1\n1112.6\n2225.2\n")
      expect(
        try Finder.shell("\(finder) --format geojson | jq -c '.features | map(.id)'"),
        stdout: "[\"Nelson\",\"Lion\",\"Fountain\",\"Pigeon\"]\n")
      expect(
        try Finder.shell(
          "printf '51.5,-0.1\\nx,1\\n' | finder bulk --data \(data) | jq -c '.error // .count'"),
        status: 65, stdout: "1\n\"'lat' is not a number: 'x'\"\n",
        stderr: "finder: bulk: standard input: line 2, column 1: 'lat' is not a number: 'x'\n")
      expect(
        try Finder.shell("finder check --at 51.5,-0.1 --json | jq .bounds.north"),
        stdout: "61.508409\n")
    }
  }

  /// Silent, and with the status that a shell gives any filter whose reader stopped.
  @Test(arguments: [
    "finder within --bbox -10,40,5,62 --format csv --data DATA | head -1",
    "finder within --bbox -10,40,5,62 --data DATA | head -1",
    "trap '' PIPE; finder within --bbox -10,40,5,62 --format csv --data DATA | head -1",
    "yes 51.5,-0.1 | finder bulk --data DATA --format csv | head -1",
    "trap '' PIPE; while echo 51.5,-0.1 2>/dev/null; do :; done | "
      + "finder bulk --data DATA --format csv | head -1",
  ])
  func theReaderGoesAway(script: String) throws {
    let status = "; echo ${PIPESTATUS[@]}"
    let result = try Finder.shell(script.replacing("DATA", with: Sample.path) + status)
    expect(result, stdout: nil)
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.count == 2 && !lines[0].isEmpty, "\(result)")
    // The last is that of head, the one before is finder's.
    #expect(lines.last?.split(separator: " ").suffix(2) == ["141", "0"], "\(result)")
  }

  @Test(.needsFullDevice, arguments: printers)
  func aFullDevice(line: String, name: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        line, environment: ["FINDER_DATA": data], stdin: .text("51.5,-0.1\n"),
        stdout: .file("/dev/full"))
      expect(
        result, status: 74,
        stderr: "finder: \(name)cannot write to standard output: No space left on device\n")
    }
  }

  @Test(arguments: printers)
  func aClosedOutput(line: String, name: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        line, environment: ["FINDER_DATA": data], stdin: .text("51.5,-0.1\n"), stdout: .closed)
      expect(
        result, status: 74,
        stderr: "finder: \(name)cannot write to standard output: Bad file descriptor\n")
      // The dataset, which was the first file opened, was not written to.
      #expect(try Files.text(data) == Dataset.square)
    }
  }

  @Test(.needsFullDevice) func aFullDeviceAsOutput() throws {
    expect(
      try Finder.run("near --at 51.5,-0.1 --output /dev/full", data: Sample.path), status: 74,
      stdout: "",
      stderr: "finder: near: cannot write to /dev/full: No space left on device\n")
  }

  /// Notes are lost, and results come anyway.
  @Test func aClosedError() throws {
    try Dataset.with(DataErrorTests.leftOut) { _, data in
      let plain = try Finder.run("near --at 51,0 --format csv --quiet", data: data)
      expect(
        try Finder.shell("finder near --at 51,0 --format csv --data \(data) 2>&-"),
        stdout: plain.stdout)
      expect(
        try Finder.shell("finder near --at 51,0 --format csv --data \(data) 2>/dev/full"),
        stdout: plain.stdout)
    }
  }

  @Test(arguments: [
    ("bulk", "bulk"), ("near --at 51,0 --data -", "near"), ("data validate -", "data validate"),
  ])
  func aClosedInput(line: String, command: String) throws {
    let result = try Finder.run(
      line, environment: ["FINDER_DATA": line == "bulk" ? Sample.path : ""], stdin: .closed)
    expect(
      result, status: 66, stdout: "",
      stderr: "finder: \(command): cannot read standard input: Bad file descriptor\n")
  }

  /// If no input is needed, a closed one does not matter.
  @Test func aClosedInputThatIsNotNeeded() throws {
    try Dataset.with(Dataset.square) { _, data in
      let open = try Finder.run("near --at 51.5,-0.1", data: data)
      expect(
        try Finder.run("near --at 51.5,-0.1", data: data, stdin: .closed), stdout: open.stdout)
      expect(
        try Finder.shell("finder near --at 51.5,-0.1 --data \(data) <&- 2>&-"),
        stdout: open.stdout)
    }
  }

  /// Non-blocking pipes (some programs leave theirs so) lose nothing.
  @Test(.enabled(if: Tool.isThere("python3"), "needs 'python3' to make such a pipe"))
  func aNonBlockingPipe() throws {
    let script = """
      import os, subprocess, sys, time
      r, w = os.pipe(); os.set_blocking(w, False)
      p = subprocess.Popen(sys.argv[1:], stdout=w); os.close(w); time.sleep(0.3)
      total = b""
      while chunk := os.read(r, 65536): total += chunk
      sys.stdout.buffer.write(total); sys.exit(p.wait())
      """
    let words = ["within", "--bbox", "-1,51,1,52", "--format", "csv", "--data", Sample.path]
    let plain = try Finder.run(words)
    #expect(plain.stdoutBytes.count > 500_000)
    let result = try ProcessRunner.shell(
      "exec python3 -c \(Finder.quoted(script)) "
        + ([try Finder.path()] + words).joined(separator: " "))
    #expect(result.status == 0 && result.stdoutBytes == plain.stdoutBytes)
  }
}
