import TestSupport
import Testing

@testable import FinderEngine

/// Rows of CSV and TSV, against tables written by another program.
@Suite struct RowReaderTests {
  private struct Rows: Equatable {
    var columns: [String] = []
    var rows: [[String]] = []
    var lines: [Int] = []
    var problems: [String] = []
  }

  private func read(_ path: String, hasEscapes: Bool = false) throws -> Rows {
    let stream = try ListStream(FilePath(path))
    var reader = try RowReader(stream, hasEscapes: hasEscapes)
    var result = Rows()
    result.columns = reader.header.names.map { String(decoding: $0, as: UTF8.self) }
    while try reader.next() {
      result.lines.append(reader.line)
      if let problem = reader.problem {
        result.problems.append(problem)
        continue
      }
      result.rows.append(
        (0..<reader.cells.count).map { String(decoding: reader.cells[$0].value, as: UTF8.self) })
    }
    return result
  }

  private func read(_ bytes: [UInt8], hasEscapes: Bool = false) throws -> Rows {
    try TemporaryDirectory.with {
      try read(try $0.write(bytes, to: "rows"), hasEscapes: hasEscapes)
    }
  }

  private func read(piped chunks: [[UInt8]]) throws -> Rows {
    let feeder = PipeFeeder(chunks, pace: .oneByOne)
    defer { feeder.finish() }
    return try read("/dev/fd/\(feeder.descriptor)")
  }

  private static let words = [
    "", "a", "Café", "5\" pipe", "\"", "\"\"", "x,y", "x;y", "two\nlines", "\r\n", " white ",
    "1847",
    "日本", "a\\b", "'", "long " + String(repeating: "word ", count: 40), "\n\n", "tab\there",
  ]

  /// Cells with a delimiter, a quote or a line break are in quotes, others at random.
  private func table(
    _ rows: [[String]], _ delimiter: Character, _ lineEnd: String, _ random: inout SeededGenerator
  ) -> String {
    rows.map { row in
      row.map { cell in
        let needsQuotes =
          cell.unicodeScalars.contains { "\"\r\n\t,;".unicodeScalars.contains($0) }
          || cell.contains("\\")
        guard needsQuotes || Int.random(in: 0..<4, using: &random) == 0 else { return cell }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
      }.joined(separator: String(delimiter)) + lineEnd
    }.joined()
  }

  @Test(arguments: [",", ";", "\t"] as [Character])
  func randomTables(delimiter: Character) throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let width = Int.random(in: 2...6, using: &random)
      let header = (0..<width).map { "column \($0)" }
      let rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        ["id"] + (1..<width).map { _ in Self.words.randomElement(using: &random)! }
      }
      let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
      var text = table([header] + rows, delimiter, lineEnd, &random)
      if Bool.random(using: &random) { text = "\u{FEFF}" + text }
      if Bool.random(using: &random) {
        text.unicodeScalars.removeLast(lineEnd.unicodeScalars.count)
      }
      let found = try read(Array(text.utf8))
      #expect(found.columns == header, "seed \(seed): \(text)")
      #expect(found.rows == rows, "seed \(seed): \(text)")
      #expect(found.problems.isEmpty)
      let size = Int.random(in: 1...40, using: &random)
      #expect(try read(piped: Array(text.utf8).chunks(of: size)) == found, "seed \(seed)")
    }
  }

  @Test func linesAreCounted() throws {
    let found = try read(Array("a,b\r\n\r\n1,\"x\ny\nz\"\n \n2,y\n".utf8))
    #expect(found.lines == [3, 7])
    #expect(found.rows == [["1", "x\ny\nz"], ["2", "y"]])
  }

  /// A quote that never closes spoils one line, not the rest of the file.
  @Test func openQuotes() throws {
    let found = try read(Array("a,b\n1,\"x\n2,y\n3,\"z\"z\n4,w\n".utf8))
    #expect(found.rows == [["2", "y"], ["4", "w"]])
    #expect(found.problems == ["a quoted cell does not end", "expected ',' after a quoted cell"])
  }

  /// Between tabs, a quote may be part of the text, and a backslash is a letter.
  @Test func quotesBetweenTabs() throws {
    let found = try read(
      Array("a\tb\n\"The\" Inn\t5\" pipe\n\"x\ty\"\tz\\t\\n\\\\\n\"open\ty\n".utf8))
    #expect(
      found.rows == [["\"The\" Inn", "5\" pipe"], ["x\ty", "z\\t\\n\\\\"], ["\"open", "y"]])
    #expect(found.problems.isEmpty)
  }

  /// Rows from jq, where a quote begins one cell and ends another one below: each line has as many cells as
  /// the header. With a spreadsheet's cell of several lines, some lines have fewer.
  @Test func quotesBetweenTabsOfSeveralLines() throws {
    let rows = try read(
      Array("a\tb\n\"Joe\tx\nAnn\ty\nBob\"\tz\n\"1\n2\"\t3\n4\t\"5\n6\"\n\"Zoë\tw\n".utf8)
    ).rows
    #expect(
      rows == [
        ["\"Joe", "x"], ["Ann", "y"], ["Bob\"", "z"], ["1\n2", "3"], ["4", "5\n6"], ["\"Zoë", "w"],
      ])
  }

  /// What jq's `@tsv` and databases write, if an option says so: nothing is quoted.
  @Test func escapesBetweenTabs() throws {
    let text = "a\tb,c\n\"The\"\t\\t\\n\\r\\\\\\q\\\n\"x\t\"\"\n\"\ty\"\n"
    let found = try read(Array(text.utf8), hasEscapes: true)
    #expect(found.columns == ["a", "b,c"])
    #expect(
      found.rows == [["\"The\"", "\t\n\r\\\\q\\"], ["\"x", "\"\""], ["\"", "y\""]])
    #expect(found.problems.isEmpty)
  }

  /// The headers of finder's own TSV imply its escapes, whatever the columns of the input were.
  @Test(arguments: [
    ("id\tname\tlat\tlon\tdistance_m\tbearing_deg", true), ("x\\ty\trank\tvenue_id\terror", true),
    ("lat\tlon\tcount\terror", true), ("lat\tlon\tcount_400\tcount_800\terror", true),
    ("lat\tlon\tcount\tmoved\terror\tplace_precision", true),
    ("\"a\trank\tvenue_name\terror", true), ("rank\tdistance_m\terror", true),
    ("rank\tcuisine\tmoved\terror", true),
    ("x\trank\tcuisine\terror\tplace_precision\tsearched_lat\tsearched_lon", true),
    ("id\tcount\tsplits_at_zoom\tvenue_id\tvenue_name", true),
    ("rank\tvenue_name\tlat\tlon", false), ("rank\terror", false), ("error\trank\tx", false),
    ("rank\tx\terror\tnote", false), ("splits_at_zoom\tname\tvenue_id", false),
    ("id\tname\tlat\tlon", false), ("bearing_deg\tdistance_m", false), ("count\tx\terror", false),
    ("rank\tvenue", false), ("distance_m,bearing_deg", false), ("distance_m;bearing_deg;x", false),
  ])
  func headersOfFinder(header: String, isOurs: Bool) throws {
    let separator = header.contains("\t") ? "\t" : header.contains(";") ? ";" : ","
    let row = header.split(separator: separator).map { _ in "a\\tb" }.joined(separator: separator)
    let found = try read(Array("\(header)\n\(row)\n".utf8))
    #expect(found.rows[0][0] == (isOurs ? "a\tb" : "a\\tb"), "\(header)")
    #expect(found.rows[0].count == row.split(separator: separator).count)
  }

  /// A list with ranks of its own.
  @Test func listsWithRanks() throws {
    let text = "rank\tvenue_name\tlat\tlon\n1\t\"Big \"\"A\"\"\"\t51\t0\n2\tC:\\new\t51\t0\n"
    #expect(try read(Array(text.utf8)).rows.map { $0[1] } == ["Big \"A\"", "C:\\new"])
  }

  /// Rows of any text, as written by finder and by Python's csv module, come back unchanged.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func tsvComesBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "\"", "\"\"", "\"Joe", "Bob\"", "\"Inn\"", "C:\\new", "\\", "\\\\", "a\tb", "a\nb", "\r\n",
      "x", "é",
      "5\" pipe", "\\\"", "a,b", "a;b|c",
    ]
    let rows = (0..<Int.random(in: 1...30, using: &random)).map { _ in
      ["1"] + (0..<3).map { _ in words.randomElement(using: &random)! }
    }
    let header = ["id", "distance_m", "bearing_deg", "z"]
    var ours = ByteBuffer()
    for row in [header] + rows {
      for (place, cell) in row.enumerated() {
        if place > 0 { ours.append("\t") }
        ours.append(cell: cell, .tsv)
      }
      ours.append("\n")
    }
    let found = try read(Array(ours.bytes))
    #expect(found.rows == rows && found.problems.isEmpty, "seed \(seed)")
    #expect(try read(Array(ours.bytes), hasEscapes: true) == found)
    // As in spreadsheets and csv's excel-tab: in quotes if there is a tab, a quote or a line break.
    let theirs = ([["id", "x", "y", "z"]] + rows).map { row in
      row.map { cell in
        cell.unicodeScalars.contains { "\"\t\r\n".unicodeScalars.contains($0) }
          ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: "\t") + "\r\n"
    }.joined()
    #expect(try read(Array(theirs.utf8)).rows == rows, "seed \(seed)")
  }

  /// The first row's columns determine its delimiter, not the number of signs in their names.
  @Test func delimitersInNames() throws {
    for (text, columns) in [
      ("lat,lon,what|is|it|all\n", ["lat", "lon", "what|is|it|all"]),
      ("name;lat;lon;a,b,c,d,e\n", ["name", "lat", "lon", "a,b,c,d,e"]),
      ("easting|northing|a,b,c,d\n", ["easting", "northing", "a,b,c,d"]),
      // A position counts before all other names.
      ("lat|lon|name, postcode, place\n", ["lat", "lon", "name, postcode, place"]),
      (
        "easting;northing;name, postcode, place\n",
        ["easting", "northing", "name, postcode, place"]
      ),
      ("Post Code,x;y;z\n", ["Post Code", "x;y;z"]),
      // On a map's plane, the pair counts.
      ("y;x;name,a,b,c\n", ["y", "x", "name,a,b,c"]),
      ("SEP=;\na,b,c;d\n", ["a,b,c", "d"]), ("\"Sep=|\"\r\na|b\n", ["a", "b"]),
    ] {
      #expect(try read(Array(text.utf8)).columns == columns, "\(text)")
    }
  }

  @Test func delimiters() throws {
    for (text, columns) in [
      ("a;b;c,d\n", ["a", "b", "c,d"]), ("\"a;b;c;d\",e\n", ["a;b;c;d", "e"]),
      ("alone\n", ["alone"]), ("lat,\"a;b;c;d\"\n", ["lat", "a;b;c;d"]),
      ("5\" pipe\tb\n", ["5\" pipe", "b"]),
      ("sep=;\na;b\n", ["a", "b"]), ("sep=,\r\na,b\n", ["a", "b"]),
      ("a\tb,c\td\n", ["a", "b,c", "d"]),
      (" a , b \n", ["a", "b"]), ("\n\n  \na,b", ["a", "b"]),
    ] {
      #expect(try read(Array(text.utf8)).columns == columns, "\(text)")
    }
  }

  @Test func noHeader() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("\"AB10 1AA\",10,394251\n\"AB10 1AB\",10,394235\n", to: "codes")
      var reader = try RowReader(try ListStream(FilePath(path))) { $0.contains(Array("pcds".utf8)) }
      #expect(
        reader.header.names.map { String(decoding: $0, as: UTF8.self) }
          == ["column_1", "column_2", "column_3"])
      var lines: [Int] = []
      while try reader.next() { lines.append(reader.line) }
      #expect(lines == [1, 2])
      let hasHeader = reader.hasHeader
      #expect(!hasHeader)
    }
  }

  /// A row keeps its bytes, so that they can be passed on.
  @Test func rowsKeepTheirBytes() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("a, b\r\n\"x\r\ny\", z \r\n", to: "rows")
      var reader = try RowReader(try ListStream(FilePath(path)))
      #expect(String(decoding: reader.text, as: UTF8.self) == "a, b")
      #expect(try reader.next())
      #expect(String(decoding: reader.text, as: UTF8.self) == "\"x\r\ny\", z ")
    }
  }

  @Test func everyLineOpensAQuote() throws {
    // Each is examined once: otherwise this took minutes.
    let found = try read(
      Array("a,b\n".utf8) + Array(repeating: Array("\"x,\"\"\n".utf8), count: 100_000).joined())
    #expect(found.rows.count + found.problems.count > 1000)
  }
}
