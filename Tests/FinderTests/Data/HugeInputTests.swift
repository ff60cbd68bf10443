import FinderEngine
import TestSupport
import Testing

/// Input that is larger, or has more in it, than a person would write.
@Suite struct HugeInputTests {
  /// Enough text that looks like JSON for the rest to be read too.
  private static let beginning = #"printf '{"a":%5000s' 0"#

  /// A file with a hole takes no room on the disk, but is larger than memory.
  @Test func largerThanMemory() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.file("huge.geojson")
      let made = try Finder.shell("\(Self.beginning) > '\(path)' && truncate -s 7T '\(path)'")
      guard made.status == 0 else { return }
      expect(
        try Finder.run("near --at 51.5,0", data: path), status: 71, stdout: "",
        stderr: "finder: out of memory: the system refuses more\n")
    }
  }

  /// Few file systems have files as large as a number can express; those in memory do.
  @Test func asLargeAsAFileCanBe() throws {
    let script = """
      path=$(mktemp -p /dev/shm) || exit
      if \(Self.beginning) > "$path" && truncate -s 9223372036854775807 "$path"
      then finder near --at 51.5,0 --data "$path" 2>&1; echo $?; fi
      rm "$path"
      """
    let result = try Finder.shell(script)
    guard !result.stdout.isEmpty else { return }
    #expect(result.stdout == "finder: out of memory: the system refuses more\n71\n", "\(result)")
  }

  /// In time linear in the number of columns, not quadratic.
  @Test func manyColumnsOfOneName() throws {
    let columns = 20_000
    let header = "lat,lon" + String(repeating: ",a", count: columns)
    let row = "51.5,-0.1" + String(repeating: ",1", count: columns)
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run("bulk --count", data: data, stdin: .text("\(header)\n\(row)\n"))
      #expect(result.status == 0)
      #expect(result.stdout.contains(#","a_19999":"1","a_20000":"1"},"#))
    }
  }

  @Test func manyKeysIntoRows() throws {
    let members = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        "bulk --count --format csv", data: data,
        stdin: .text("{\"lat\":51.5,\"lon\":-0.1,\(members)}\n"))
      #expect(result.status == 0)
      #expect(result.stdout.contains(",19998,19999,"))
    }
  }

  /// Neither points nor an answer, but a message.
  @Test(arguments: [
    ("[{\"lat\":1}]", "line 1, column 2: has no 'lon'"),
    (#"{"type":"FeatureCollection","features":["#, "line 1, column 41: expected a value"),
    ("\u{1F}\u{8B}", "expected a header"),
  ])
  func wholeInputWithoutAPoint(input: String, problem: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run("bulk", data: data, stdin: .text(input + "\n"))
      #expect(result.status == 65)
      #expect(result.stderr.contains(problem), "\(result.stderr)")
      #expect(!result.stdout.contains("venues"))
    }
  }
}
