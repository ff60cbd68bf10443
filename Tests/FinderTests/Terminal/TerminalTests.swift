import FinderEngine
import TestSupport
import Testing

@testable import finder

/// What changes on a terminal: widths and colours.
@Suite(.needsTerminal) struct TerminalTests {
  private static let escape = "\u{1B}["

  private func rows(columns: Int, _ more: String = "--color never") throws -> [Substring] {
    try Dataset.with(TableOutputTests.venues) { _, data in
      let result = try Finder.terminal(
        columns: columns, "finder near --at 51.5,-0.1 --data \(data) \(more)")
      #expect(result.status == 0, "\(result)")
      return result.stdout.split(separator: "\n")
    }
  }

  /// The width of the table if nothing is cut.
  private static let full = 34 + TableOutputTests.long.count

  @Test(arguments: [200, full, full - 1, 80, 60, 46, 45, 36, 30, 22, 14])
  func fitsTheTerminal(columns: Int) throws {
    let rows = try rows(columns: columns)
    #expect(rows.count == 6)
    for row in rows { #expect(DisplayWidth.of(String(row)) <= columns, "\(row)") }
    let isCut = rows.map { $0.contains("…") }
    // The long name is cut where it must be, and only there.
    #expect(isCut[4] == (columns < Self.full), "\(rows[4])")
    if columns >= 22 { #expect(isCut.filter { $0 }.count == (columns < Self.full ? 1 : 0)) }
  }

  @Test func cutToEightyColumns() throws {
    #expect(
      try rows(columns: 80)[3...5].joined(separator: "\n") == """
          1.1 km  N    ~17 min  👨\u{200D}👩\u{200D}👧 Kin
          2.2 km  N    ~34 min  The Extraordinarily Long Name of a Restaurant…  SW1A 1AA
        183.0 km  NE     ~46 h  far                                             SW1A 1AA
        """)
  }

  /// Columns are dropped before names become unreadable: the walk, the direction, the postcode.
  @Test func narrowTerminals() throws {
    #expect(try rows(columns: 46)[0] == "DISTANCE  DIR     WALK  NAME          POSTCODE")
    #expect(try rows(columns: 45)[0] == "DISTANCE  DIR  NAME                  POSTCODE")
    #expect(try rows(columns: 36)[0] == "DISTANCE  NAME              POSTCODE")
    #expect(try rows(columns: 31)[4] == "  2.2 km  The Extraordinarily…")
  }

  @Test func nothingIsCutInAFileEvenFromATerminal() throws {
    try Dataset.with(TableOutputTests.venues) { folder, data in
      let out = folder.file("out")
      let result = try Finder.terminal(
        columns: 40, "finder near --at 51.5,-0.1 --data \(data) --output \(out)")
      expect(result, stdout: "")
      let table = try Files.text(out)
      #expect(table == (try Finder.run("near --at 51.5,-0.1", data: data).stdout))
      #expect(table.contains(TableOutputTests.long))
    }
  }

  // MARK: Notes

  /// Wrapped between words on a terminal, otherwise one line.
  @Test func notesAreWrapped() throws {
    try Dataset.with(TableOutputTests.venues) { _, data in
      let line = "finder near London --data \(data) --format ndjson >/dev/null"
      let note =
        "finder: near: London, Greater London: searching from the middle of that place, 51.5074,-0.1278"
      let table = "finder near London --data \(data) -o /dev/null"
      expect(try Finder.terminal(columns: 120, table), stdout: note + "\n")
      expect(
        try Finder.terminal(columns: 60, table),
        stdout: """
          finder: near: London, Greater London: searching from the
            middle of that place, 51.5074,-0.1278

          """)
      expect(try Finder.shell(table), stdout: "", stderr: note + "\n")
      expect(try Finder.terminal(columns: 60, line), stdout: "")
      // Also an error, and its line of help.
      let error = try Finder.terminal(
        columns: 60, "finder near 51.5,-0.1 --limit many --data \(data); true")
      for line in error.stdout.split(separator: "\n") { #expect(line.count <= 60, "\(error)") }
    }
  }

  /// A suggested command is not wrapped, so that it can be copied.
  @Test(arguments: [
    ("a bb ccc dddd", 20, "a bb ccc dddd", 1),
    ("one two three four five six", 20, "one two three four\n  five six", 2),
    (
      "write 'finder near London' instead of it", 20, "write\n  'finder near London' instead of it",
      3
    ),
    (
      "Where? For example: finder near 'SE1 9TF' --open now", 20,
      "Where? For example:\n  finder near 'SE1 9TF' --open now", 3
    ),
    ("it is Ann's cafe that he's after", 20, "it is Ann's cafe\n  that he's after", 2),
    ("an 'unclosed quote is only a quote", 20, "an 'unclosed quote\n  is only a quote", 2),
    ("  --lat D  of a point in degrees", 20, "  --lat D  of a\n      point in\n      degrees", 3),
  ])
  func wrapped(line: String, width: Int, text: String, height: Int) {
    let wrapped = WrappedLine(line, width: width, indent: line.hasPrefix(" ") ? 6 : 2)
    #expect(wrapped.text == text && wrapped.height == height, "\(wrapped)")
  }

  // MARK: Colours

  @Test func namesStandOutOnATerminal() throws {
    let rows = try rows(columns: 60, "")
    #expect(
      rows[0] == "\u{1B}[2mDISTANCE  DIR     WALK  NAME                        POSTCODE\u{1B}[0m")
    #expect(
      rows[2]
        == "   111 m  N     ~2 min  \u{1B}[1mCafe\u{301} o\u{308}l\u{1B}[0m                     n1")
    // No spaces at the end of a line, with or without colours.
    #expect(rows.allSatisfy { !$0.hasSuffix(" ") && !$0.hasSuffix(" \u{1B}[0m") })
  }

  @Test(arguments: [
    ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["NO_COLOR": ""], true),
    ("", ["TERM": "dumb"], false), ("--color auto", ["NO_COLOR": "0"], false),
    ("--color always", ["NO_COLOR": "1"], true), ("--color always", ["TERM": "dumb"], true),
    ("--color never", [:], false), ("--color always | cat", [:], true), ("| cat", [:], false),
    ("--color auto | cat", [:], false), ("--json --color always", [:], false),
    ("--color always --output /dev/stdout | cat", [:], true),
  ])
  func colour(options: String, environment: [String: String], isColoured: Bool) throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.terminal(
        columns: 80, "finder near --at 51.5,-0.1 --data \(data) \(options)",
        environment: environment)
      #expect(result.status == 0 && result.stdout.contains("Nelson"), "\(result)")
      #expect(result.stdout.contains(Self.escape) == isColoured, "\(result)")
    }
  }

  @Test func helpFollowsTheWidth() throws {
    for columns in [40, 66, 100] {
      let result = try Finder.terminal(columns: columns, "finder help check")
      let lines = result.stdout.split(separator: "\n").filter { !$0.hasPrefix("  finder ") }
      #expect(lines.map(\.count).max()! <= columns && lines.count > 10, "\(result)")
    }
  }
}
