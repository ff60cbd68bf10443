import FinderEngine
import TestSupport
import Testing

/// What changes when a person looks: widths and colours.
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

  /// What the table takes when nothing is cut.
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

  /// Columns go before the names become unreadable: the walk, the direction, the postcode.
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

  // MARK: Colours

  @Test func namesStandOutOnATerminal() throws {
    let rows = try rows(columns: 60, "")
    #expect(
      rows[0] == "\u{1B}[2mDISTANCE  DIR     WALK  NAME                        POSTCODE\u{1B}[0m")
    #expect(
      rows[2]
        == "   111 m  N     ~2 min  \u{1B}[1mCafe\u{301} o\u{308}l\u{1B}[0m                     n1")
    // No spaces at the end of a line, coloured or not.
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
