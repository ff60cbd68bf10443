import FinderEngine
import TestSupport
import Testing

/// `finder map -i` as a process. `.ci/checks/screen/check` tests what is on the screen, and the terminal's
/// state after every end.
@Suite struct InteractiveMapProcessTests {
  private static let line = "map -i 51.508,-0.128"
  private static let hint = "  'finder near POINT' lists the nearest venues\n"

  @Test func needsATerminal() throws {
    expect(
      try Finder.run(Self.line), status: 64, stdout: "",
      stderr: "finder: map: -i needs a terminal, and standard output is not one\n" + Self.hint)
  }

  @Test(
    .needsTerminal,
    arguments: [
      ("TERM", "dumb", "-i needs a terminal that can do more than TERM=dumb says"),
      ("ACCESSIBLE", "1", "-i draws all over the screen, and ACCESSIBLE is set"),
    ]) func refusesUnsuitableTerminals(name: String, value: String, problem: String) throws
  {
    let result = try Finder.terminal(
      columns: 80, "finder \(Self.line)", environment: [name: value])
    expect(result, status: 64, stdout: "finder: map: \(problem)\n" + Self.hint)
  }

  @Test(
    .needsTerminal,
    arguments: ["--size 80x24", "--scale 2", "--format text", "--exit-status"])
  func refusesWhatHasNoEffect(option: String) throws {
    let result = try Finder.terminal(
      columns: 80, "finder \(Self.line) \(option)", environment: ["TERM": "xterm"])
    let name = option.prefix { $0 != " " }
    #expect(result.status == 64, "\(result)")
    #expect(
      result.stdout.hasPrefix("finder: map: \(name) has no effect with -i\r\n")
        || result.stdout.hasPrefix("finder: map: \(name) has no effect with -i\n"), "\(result)")
  }

  /// If the locale is not UTF-8, only ASCII is written.
  @Test(.needsTerminal) func writesASCII() throws {
    let cafes = Dataset.collection([Dataset.venue("Café Łódź", 51.508, -0.128)])
    try Dataset.with(cafes) { _, data in
      let command = "stty cols 80 rows 24; finder \(Self.line) --data \(data)"
      let result = try Finder.shell(
        "{ sleep 0.5; printf '\\t'; sleep 0.3; printf q; } | "
          + "script -qec \(Finder.quoted(command)) /dev/null",
        environment: ["TERM": "xterm", "SHELL": "/bin/bash", "LANG": "C", "LC_ALL": "C"])
      #expect(result.status == 0 && result.stdout.contains("Cafe Lodz"), "\(result)")
      #expect(result.stdoutBytes.allSatisfy { $0 < 0x80 }, "\(result)")
    }
  }

  /// One key each, typed ahead.
  @Test(.slow, .needsTerminal, arguments: [("q", 0 as Int32), ("\\003", 130), ("?q\\015qq", 0)])
  func endsAndGivesTheScreenBack(keys: String, status: Int32) throws {
    try Dataset.with(Dataset.square) { _, data in
      let command = "stty cols 80 rows 24; finder \(Self.line) --data \(data)"
      let result = try Finder.shell(
        "{ sleep 0.5; printf '\(keys)'; sleep 0.5; } | script -qec \(Finder.quoted(command)) /dev/null",
        environment: ["TERM": "xterm", "SHELL": "/bin/bash", "LANG": "C.UTF-8"])
      #expect(result.status == status, "\(result)")
      let parts = result.stdout.split(separator: "\u{1B}[?1049h", omittingEmptySubsequences: false)
      #expect(parts.count == 2, "\(result)")
      #expect(result.stdout.contains("Nelson") && result.stdout.contains("4 in view"), "\(result)")
      let end = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
      #expect(result.stdout.components(of: end) == 2, "\(result)")
    }
  }
}

extension String {
  fileprivate func components(of separator: String) -> Int {
    var (count, rest) = (1, self[...])
    while let found = rest.firstRange(of: separator) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
