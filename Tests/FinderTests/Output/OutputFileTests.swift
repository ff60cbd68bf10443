import FinderEngine
import TestSupport
import Testing

/// `--output`: the file is complete or absent, replaces the old one, and is never the input.
@Suite struct OutputFileTests {
  private static let question = "near --at 51.508,-0.128 --format csv"

  private func with(
    _ body: (TemporaryDirectory, _ data: String, _ answer: String) throws -> Void
  ) throws {
    try Dataset.with(Dataset.square) { folder, data in
      let answer = try Finder.run(Self.question, data: data).stdout
      #expect(answer.hasPrefix("id,name") && answer.contains("Pigeon"))
      try body(folder, data, answer)
    }
  }

  private func mode(_ path: String) throws -> String {
    try ProcessRunner.shell("ls -l \(path) | cut -c1-10").stdout
  }

  @Test func everyCommandWritesWhatItWouldPrint() throws {
    try with { folder, data, _ in
      // So long ago that "seconds ago" is the same in each run.
      #expect(try ProcessRunner.shell("touch -t 202001010000 \(data)").status == 0)
      for line in [
        "near --at 51.5,-0.1", "near --at 51.5,-0.1 --json", "within --bbox -1,51,1,52 --count",
        "check --at 51.5,-0.1 --span low", "bulk", "bulk --format csv", "data info",
        "data validate --format csv",
      ] {
        let points = ChildInput.text("51.5,-0.1\n51.6,-0.1\n")
        let printed = try Finder.run(line, data: data, stdin: points)
        #expect(!printed.stdout.isEmpty)
        let out = folder.file("out")
        expect(try Finder.run("\(line) --output \(out)", data: data, stdin: points), stdout: "")
        #expect(try Files.text(out) == printed.stdout, "\(line)")
        expect(
          try Finder.run("\(line) --output -", data: data, stdin: points), stdout: printed.stdout)
      }
      #expect(try Files.names(in: folder.path) == ["out", "venues.geojson"])
    }
  }

  @Test func anEmptyName() throws {
    expect(
      try Finder.run(["near", "--at", "51.5,-0.1", "--output", ""]), status: 73, stdout: "",
      stderr: "finder: near: cannot create '': No such file or directory\n")
  }

  @Test func aNewFileHasTheUsualMode() throws {
    try with { folder, data, answer in
      let out = folder.file("new")
      let script = "umask 027; finder \(Self.question) --data \(data) --output \(out)"
      expect(try Finder.shell(script))
      #expect(try Files.text(out) == answer && mode(out) == "-rw-r-----\n")
    }
  }

  @Test func anExistingFileIsReplacedAndKeepsItsMode() throws {
    try with { folder, data, answer in
      let out = try folder.write("old", to: "out")
      let script = "chmod 664 \(out) && ln \(out) \(out).twin && umask 077"
      expect(
        try Finder.shell("\(script) && finder \(Self.question) --data \(data) --output \(out)"))
      #expect(try Files.text(out) == answer && mode(out) == "-rw-rw-r--\n")
      // A new file: a program that has the old one open, or another name for it, still sees the old one.
      #expect(try Files.text("\(out).twin") == "old")
    }
  }

  @Test func aLinkStaysOne() throws {
    try with { folder, data, answer in
      for (target, old) in [("there", "old"), ("not-there", nil), ("sub/there", "old")] {
        let script =
          "mkdir -p sub && rm -f link && ln -s \(target) link && ln -sf link far"
          + (old.map { " && printf \($0) > \(target)" } ?? "")
          + " && finder \(Self.question) --data \(data) --output far && readlink far link"
        expect(
          try Finder.shell(script, directory: folder.path), stdout: "link\n\(target)\n")
        #expect(try Files.text(folder.file(target)) == answer)
      }
      // A link to itself leads nowhere, and stays as it is.
      expect(
        try Finder.shell(
          "ln -s loop loop; finder \(Self.question) --output loop --data \(data); "
            + "echo $?; readlink loop", directory: folder.path),
        stdout: "73\nloop\n", stderr: nil)
    }
  }

  @Test func aFailureLeavesTheOldFile() throws {
    try with { folder, data, _ in
      let out = try folder.write("old", to: "out")
      let bad = try folder.write("{", to: "bad.geojson")
      let before = try Files.names(in: folder.path)
      for (line, status) in [
        ("near --at 51,0 --data \(bad)", 65), ("near --at 51,0 --data /nonexistent", 66),
        ("near --at 10,10 --data \(data)", 3), ("near --at 95,0 --data \(data)", 64),
        ("bulk /nonexistent --data \(data)", 66), ("bulk --strict --data \(data)", 65),
        ("bulk \(bad) --data \(bad)", 65), ("data info \(bad)", 65),
      ] as [(String, Int32)] {
        let result = try Finder.run("\(line) --output \(out)", stdin: .text("51,0\nx\n51,0\n"))
        expect(result, status: status, stdout: "", stderr: nil)
        #expect(try Files.text(out) == "old")
        #expect(try Files.names(in: folder.path) == before)
      }
    }
  }

  /// Runs that end with an answer's exit code still write it.
  @Test func answersAreWrittenWhateverTheExitCode() throws {
    try with { folder, data, _ in
      let out = folder.file("out")
      for (line, status, start) in [
        ("check --at 10,10", 3, "point   10,10 is outside"),
        ("near --at 51,0 --radius 1 --format csv --exit-status", 1, "id,name,"),
        ("bulk", 65, "{\"query\":{\"line\":1},\"error\":"),
      ] as [(String, Int32, String)] {
        let result = try Finder.run(
          "\(line) --output \(out)", data: data, stdin: .text("x,1\n51,0\n"))
        expect(result, status: status, stdout: "", stderr: nil)
        #expect(try Files.text(out).hasPrefix(start))
      }
    }
  }

  @Test func cannotBeCreated() throws {
    try with { folder, data, _ in
      let file = try folder.write("", to: "file")
      for (path, reason) in [
        (folder.file("no/such"), "No such file or directory"), (folder.path, "Is a directory"),
        ("\(file)/x", "Not a directory"), ("\(folder.path)/", "Is a directory"),
        (folder.file(String(repeating: "n", count: 300)), "File name too long"),
      ] {
        let result = try Finder.run("\(Self.question) --output \(path)", data: data)
        expect(
          result, status: 73, stdout: "",
          stderr: "finder: near: cannot create \(path): \(reason)\n")
      }
    }
  }

  @Test func neverTheInput() throws {
    try with { folder, data, _ in
      let points = try folder.write("51,0\n", to: "points.csv")
      let prepare = "ln -s \(data) link; ln \(data) hard; mkdir sub; "
      #expect(try Finder.shell(prepare, directory: folder.path).status == 0)
      for (script, output, command) in [
        ("finder near --at 51,0 --data venues.geojson", "venues.geojson", "near"),
        ("finder near --at 51,0 --data link", "venues.geojson", "near"),
        ("finder near --at 51,0 --data venues.geojson", "link", "near"),
        ("finder near --at 51,0 --data venues.geojson", "hard", "near"),
        ("finder near --at 51,0 --data venues.geojson", "sub/../venues.geojson", "near"),
        ("finder near --at 51,0 --data - < venues.geojson", "venues.geojson", "near"),
        ("FINDER_DATA=venues.geojson finder within --bbox 0,1,2,3", "hard", "within"),
        ("FINDER_DATA=- finder within --bbox 0,1,2,3 < venues.geojson", "link", "within"),
        ("finder check --at 51,0 --data venues.geojson", "venues.geojson", "check"),
        ("finder data info venues.geojson", "link", "data info"),
        ("finder data validate - < venues.geojson", "hard", "data validate"),
        ("finder bulk points.csv --data venues.geojson", "venues.geojson", "bulk"),
        ("finder bulk points.csv --data venues.geojson", "points.csv", "bulk"),
        ("finder bulk --data venues.geojson < points.csv", "points.csv", "bulk"),
        ("finder bulk - --data venues.geojson < points.csv", "./points.csv", "bulk"),
      ] {
        expectUsage(
          try Finder.shell("\(script) --output \(output)", directory: folder.path),
          "\(command): --output \(output) is also the input",
          "--output, -o FILE  write to FILE, whole or not at all (see 'finder help \(command)')")
        #expect(try Files.text(data) == Dataset.square)
        #expect(try Files.text(points) == "51,0\n")
      }
    }
  }

  // MARK: Descriptors and devices

  @Test func openDescriptorsAreWrittenTo() throws {
    try with { folder, data, answer in
      let finder = "finder \(Self.question) --data \(data) --output"
      for (script, stdout, stderr) in [
        ("\(finder) /dev/stdout", answer, ""), ("\(finder) /dev/stdout | cat", answer, ""),
        ("\(finder) /dev/stderr", "", answer), ("\(finder) /dev/fd/1", answer, ""),
        ("\(finder) /dev/fd/7 7>&1", answer, ""), ("\(finder) /dev/null", "", ""),
        // What others wrote to the same file, before and after, stays.
        ("(echo a; \(finder) /dev/stdout; echo b) > out; cat out", "a\n\(answer)b\n", ""),
        ("echo a > out; \(finder) /dev/stdout >> out; cat out", "a\n\(answer)", ""),
        ("mkfifo fifo; cat fifo & \(finder) fifo; wait", answer, ""),
        ("\(finder) >(cat > late); while ! [ -s late ]; do sleep 0.01; done; cat late", answer, ""),
      ] {
        expect(
          try Finder.shell(script, directory: folder.path), stdout: stdout, stderr: stderr)
      }
    }
  }

  @Test func aFileThatMayNotGrow() throws {
    try TemporaryDirectory.with { folder in
      let out = folder.file("out")
      let result = try Finder.shell(
        "ulimit -f 1; finder within --bbox -10,40,5,62 --format csv --data \(Sample.path) "
          + "--output \(out)")
      expect(
        result, status: 74, stdout: "",
        stderr: "finder: within: cannot write to \(out): File too large\n")
      #expect(try Files.names(in: folder.path) == [])
    }
  }

  /// Killed earlier, by a process with the same number, as every one has in a container.
  @Test func leftoversOfAKilledRun() throws {
    try with { folder, data, answer in
      let script = """
        for n in '' .{1..150}; do touch .finder.$$$n.tmp; done
        touch -d '2 hours ago' .finder.*.tmp; touch .finder.1.tmp
        exec finder \(Self.question) --data \(data) --output out
        """
      expect(try Finder.shell(script, directory: folder.path), stdout: "")
      #expect(try Files.text(folder.file("out")) == answer)
      #expect(try Files.names(in: folder.path) == [".finder.1.tmp", "out", "venues.geojson"])
    }
  }
}
