import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// `bulk`, `convert` and `import` read the same tables: they find columns and read cells in the same way.
@Suite struct TableAgreementTests {
  /// The points of a table as each of the three reads them: `lat,lon`.
  private func points(_ table: String) throws -> (
    bulk: [String], convert: [String], import: [String]
  ) {
    let bulk = try BulkQuestion {
      $0.format = .delimited(.csv)
      $0.countsOnly = true
    }.run(table)
    let convert = try ListTask(.csv).run(table)
    return try TemporaryDirectory.with { folder in
      var positions = PositionTable()
      _ = try PositionFile.read(FilePath(try folder.write(table, to: "table")), into: &positions)
      positions.addMiddles()
      return (
        try cells(bulk.text, ["lat", "latitude"], ["lon", "longitude", "lng", "long"]),
        try cells(convert.text, ["lat"], ["lon"]),
        ["N1 1AA", "N1 1AB"].map { code in
          let postcode = try! PostcodeReading(Array(code.utf8)).postcode
          guard let found = positions.position(of: postcode)?.coordinate else { return "none" }
          return "\(found.latitude),\(found.longitude)"
        }
      )
    }
  }

  /// In rows that finder wrote, the columns with these names in any case.
  private func cells(_ csv: String, _ latitude: [String], _ longitude: [String]) throws -> [String]
  {
    try TemporaryDirectory.with { folder in
      var rows = try RowReader(try ListStream(FilePath(try folder.write(csv, to: "rows"))))
      let names = rows.header.names.map { String(decoding: $0, as: UTF8.self).lowercased() }
      let first = try #require(names.firstIndex(where: latitude.contains))
      let second = try #require(names.firstIndex(where: longitude.contains))
      var found: [String] = []
      while try rows.next() {
        let pair = [first, second].map { String(decoding: rows.cells[$0].value, as: UTF8.self) }
        found.append(pair.joined(separator: ",").replacing(" ", with: ""))
      }
      return found
    }
  }

  @Test(arguments: [",", ";", "\t"], ["lat", "Latitude"])
  func spellings(delimiter: String, latitude: String) throws {
    for longitude in ["lon", "LNG", "long", "longitude"] {
      for lineEnd in ["\n", "\r\n"] {
        let table = [
          ["postcode", latitude, longitude, "note"], ["N1 1AA", "51.5", "-0.1", "x"],
          ["N1 1AB", " 51.25", delimiter == "\t" ? "-0.25" : "\"-0.25\"", "y", "", ""],
        ].map { $0.joined(separator: delimiter) + lineEnd }.joined()
        let expected = ["51.5,-0.1", "51.25,-0.25"]
        for text in [table, "\u{FEFF}" + table] {
          let found = try points(text)
          #expect(found.bulk == expected, "\(table)")
          #expect(found.convert == expected, "\(table)")
          #expect(found.import == expected, "\(table)")
        }
      }
    }
  }

  /// The text of a cell, by each reader: a quoted cell may hold anything, and a backslash is a letter.
  private static let notes: [(delimiter: String, cell: String, means: String)] = [
    (",", "plain", "plain"), (",", "\"a, b\"", "a, b"), (",", "\"a \"\"b\"\"\"", "a \"b\""),
    (",", "5\" pipe", "5\" pipe"), (",", "a\\tb", "a\\tb"), (",", "a;b", "a;b"),
    (",", "\"two\r\n\nlines\"", "two\r\n\nlines"), (";", "\"a; \"\"b\"\"\"", "a; \"b\""),
    (";", "a,b", "a,b"), ("\t", "a\\tb\\n\\\\\\q", "a\\tb\\n\\\\\\q"), ("\t", "\"a\tb\"", "a\tb"),
    ("\t", "\"The\" Inn", "\"The\" Inn"), ("\t", "\"open", "\"open"),
    ("\t", "\"a \"\"b\"\"\"", "a \"b\""), ("\t", "High St, Town, County", "High St, Town, County"),
  ]

  @Test(arguments: notes.indices) func cells(number: Int) throws {
    let (delimiter, cell, means) = Self.notes[number]
    let table = [["postcode", "lat", "lon", "note"], ["N1 1AA", "51.5", "-0.1", cell]]
      .map { $0.joined(separator: delimiter) + "\n" }.joined()
    let string = #","note":"# + json(means)
    let bulk = try BulkQuestion.counts.run(table)
    // A stream of points reads quotes between tabs as text.
    if delimiter != "\t" || !cell.hasPrefix("\"") {
      #expect(bulk.text.contains(string), "bulk: \(bulk.text)")
    }
    let convert = try ListTask(.geojson).run(table)
    #expect(convert.text.contains(string), "convert: \(convert.text)")
    let placed = try placed(table)
    #expect(placed.contains(string), "import: \(placed)")
  }

  /// The list as GeoJSON, with the table of its own positions.
  private func placed(_ table: String) throws -> String {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(table, to: "list")
      var positions = PositionTable()
      _ = try PositionFile.read(FilePath(path), into: &positions)
      positions.addMiddles()
      let list = try ListImport(try ListStream(FilePath(path)), positions: positions, ListOutput())
      var output: [UInt8] = []
      _ = try list.run(write: { output += $0 }, reject: nil, fault: { _, _ in })
      return String(decoding: output, as: UTF8.self)
    }
  }

  private func json(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(jsonString: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// There may be cells after the last column, as long as they are blank.
  @Test func cellsTooMany() throws {
    let table = "postcode,lat,lon\nN1 1AA,51.5,-0.1,\" \",\nN1 1AB,51.5,-0.1,x\n"
    let problem = "has 4 cells, but there are 3 columns"
    #expect(try BulkQuestion.counts.run(table).faults.map(\.problem) == [problem])
    #expect(try ListTask().run(table).faults == ["line 3: " + problem])
    try TemporaryDirectory.with { folder in
      let list = try ListImport(
        try ListStream(FilePath(try folder.write(table, to: "list"))), positions: PositionTable(),
        ListOutput())
      var faults: [String] = []
      let summary = try list.run(
        write: { _ in }, reject: nil, fault: { faults.append("line \($0): \($1)") })
      #expect(summary.tally.unplaced == 2 && faults == ["line 3: " + problem])
    }
  }

  /// A point's delimiter is the one that makes the row a point, however many others it has.
  @Test func delimitersOfPoints() throws {
    for (line, columns) in [
      ("51.5\t-0.1\tA, b, c, d", 3), ("51.5,-0.1,a;b;c;d", 3), ("51.5;-0.1;a,b,c,d", 3),
      ("51.5 -0.1 x,y", 3), ("51.5|-0.1|a,b", 3), ("51,5;-0,1;a,b", 3), ("51,5\t-0,1\ta;b", 3),
      ("51.5 -0.1 x y", 4), ("\"51,5\",\"-0,1\",a", 3), ("51.5,-0.1", 2), ("51.5", 2),
    ] {
      let layout = try CellLayout(firstRow: line)
      #expect(layout.header.count == columns, "\(line)")
    }
  }
}
