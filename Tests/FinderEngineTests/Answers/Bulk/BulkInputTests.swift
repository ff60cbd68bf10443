import TestSupport
import Testing

@testable import FinderEngine

/// The forms of points, and what each answer shows under `query`.
@Suite struct BulkInputTests {
  /// An input, and the `query` of each answer.
  typealias Form = (input: String, queries: [String])

  static let cells: [Form] = [
    ("lat,lon\n51.5,-0.1\n", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    ("lat,lon\n51.5,-0.1", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    ("lat,lon\r\n51.5,-0.1\r\n", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    ("\u{FEFF}lat,lon\n51.5,-0.1\n", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    ("\n \r\n\nlat,lon\n\n51.5,-0.1\n \t\n\n", [#""line":6,"lat":51.5,"lon":-0.1"#]),
    ("LAT,LNG\n51.5,-0.1", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    ("Longitude,id,Latitude\n-0.1,x,51.5", [#""line":2,"lat":51.5,"lon":-0.1,"id":"x""#]),
    ("\"lat\",\"lon\"\n\"51.5\",\"-0.1\"", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    (" lat , lon ,a b\n 51.5 , -0.1 , c ", [#""line":2,"lat":51.5,"lon":-0.1,"a b":" c ""#]),
    ("lat,lon\n+5.15E1,-1e-1", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    (
      "lat,lon,a\n51.5,-0.1\n51.5,-0.1,\n",
      [
        #""line":2,"lat":51.5,"lon":-0.1,"a":"""#, #""line":3,"lat":51.5,"lon":-0.1,"a":"""#,
      ]
    ),
    ("lat,lon,\n51.5,-0.1,x", [#""line":2,"lat":51.5,"lon":-0.1,"column_3":"x""#]),
    (
      "a,lat,lon,a,a_2\n1,51.5,-0.1,2,3",
      [
        #""line":2,"lat":51.5,"lon":-0.1,"a":"1","a_2":"2","a_2_2":"3""#
      ]
    ),
    ("line,lat,lon,Line\n7,51.5,-0.1,8", [#""line":2,"lat":51.5,"lon":-0.1,"Line":"8""#]),
    ("latitude,lon,lat\n9,-0.1,51.5", [#""line":2,"lat":51.5,"lon":-0.1,"latitude":"9""#]),
    ("long,LATITUDE,lng\n-0.1,51.5,x", [#""line":2,"lat":51.5,"lon":-0.1,"lng":"x""#]),
    ("longitude,lat,lng\nx,51.5,-0.1", [#""line":2,"lat":51.5,"lon":-0.1,"longitude":"x""#]),
    ("y,x,lat\n51.5,-0.1,a", [#""line":2,"lat":51.5,"lon":-0.1"#]),
    (
      "y,x,lon,lat\na,b,-0.1,51.5",
      [#""line":2,"lat":51.5,"lon":-0.1,"y":"a","x":"b""#]
    ),
    ("lat,lon,x\"y\n51.5,-0.1,5\" pipe", [#""line":2,"lat":51.5,"lon":-0.1,"x\"y":"5\" pipe""#]),
    (
      "lat,lon,n\n51.5,-0.1,\"a \"\"b\"\", c\"",
      [#""line":2,"lat":51.5,"lon":-0.1,"n":"a \"b\", c""#]
    ),
    (
      "lat,lon,n\n51.5,-0.1,\"a\r\n\nb\"\n51.6,-0.2,c",
      [
        #""line":2,"lat":51.5,"lon":-0.1,"n":"a\r\n\nb""#,
        #""line":5,"lat":51.6,"lon":-0.2,"n":"c""#,
      ]
    ),
    (
      "\"first\nname\",lat,lon\nx,51.5,-0.1",
      [
        #""line":3,"lat":51.5,"lon":-0.1,"first\nname":"x""#
      ]
    ),
    ("lat,lon,\"a\nb\"\n51.5,-0.1,x", [#""line":3,"lat":51.5,"lon":-0.1,"a\nb":"x""#]),
    (
      "51.5,-0.1\n51.6,-0.2",
      [
        #""line":1,"lat":51.5,"lon":-0.1"#, #""line":2,"lat":51.6,"lon":-0.2"#,
      ]
    ),
    ("51.5,-0.1,x,é", [#""line":1,"lat":51.5,"lon":-0.1,"column_3":"x","column_4":"é""#]),
    ("51.5,-0.1,\"a\tb\"", [#""line":1,"lat":51.5,"lon":-0.1,"column_3":"a\tb""#]),
    (
      "lat\tlon\tn\n51.5\t-0.1\ta\\tb\\n\\\\c\\q",
      [#""line":2,"lat":51.5,"lon":-0.1,"n":"a\\tb\\n\\\\c\\q""#]
    ),
    // After a header of finder's own, nothing is quoted, and escapes are interpreted.
    (
      "lat\tlon\tn\tcount\terror\n51.5\t-0.1\ta\\tb\\n\\\\c\\q\t\"3\"\t\"\n",
      [
        #""line":2,"lat":51.5,"lon":-0.1,"n":"a\tb\n\\c\\q","count":"\"3\"","error":"\"""#
      ]
    ),
    (
      "lat\tlon\tn\n51.5\t-0.1\t\"a\tb\"\n51.6\t-0.2\t\"c\n\"\"d\"\"\"\n",
      [
        #""line":2,"lat":51.5,"lon":-0.1,"n":"a\tb""#,
        #""line":3,"lat":51.6,"lon":-0.2,"n":"c\n\"d\"""#,
      ]
    ),
    ("51.5\t-0.1\t\"a\tb\"", [#""line":1,"lat":51.5,"lon":-0.1,"column_3":"a\tb""#]),
    ("51.5\t-0.1\t\"a, b", [#""line":1,"lat":51.5,"lon":-0.1,"column_3":"\"a, b""#]),
    ("n\tlng\tlatitude\r\n\t-0.1\t51.5\r\n", [#""line":2,"lat":51.5,"lon":-0.1,"n":"""#]),
    // Degrees are tried before names, even if a sign might be part of a name.
    (
      "lat\tlon\taddress, postcode\n51.5\t-0.1\t1 High St, SW1A 1ER",
      [#""line":2,"lat":51.5,"lon":-0.1,"address, postcode":"1 High St, SW1A 1ER""#]
    ),
    (
      "lat|lon|town, place\n51.5|-0.1|Soho, London",
      [#""line":2,"lat":51.5,"lon":-0.1,"town, place":"Soho, London""#]
    ),
    (
      "lat;lon;address, postcode\n51.5;-0.1;1 High St, SW1A 1ER",
      [#""line":2,"lat":51.5,"lon":-0.1,"address, postcode":"1 High St, SW1A 1ER""#]
    ),
    ("y|x|n, place\n51.5|-0.1|a", [#""line":2,"lat":51.5,"lon":-0.1,"n, place":"a""#]),
    (
      "lat\t,\tlon\tcount\terror\n51.5\ta\\tb\t-0.1\t3\t\n",
      [#""line":2,"lat":51.5,"lon":-0.1,",":"a\tb","count":"3","error":"""#]
    ),
    ("51.5 -0.1", [#""line":1,"lat":51.5,"lon":-0.1"#]),
    ("  51.5   -0.1  x \r\n", [#""line":1,"lat":51.5,"lon":-0.1,"column_3":"x""#]),
    ("lon lat id\n-0.1 51.5 x", [#""line":2,"lat":51.5,"lon":-0.1,"id":"x""#]),
    (
      "90,180\n-90,-180\n-0,0\n",
      [
        #""line":1,"lat":90,"lon":180"#, #""line":2,"lat":-90,"lon":-180"#,
        #""line":3,"lat":0,"lon":0"#,
      ]
    ),
    ("", []), ("\n\n", []), ("\u{FEFF}", []), ("lat,lon\n", []),
  ]

  static let objects: [Form] = [
    (#"{"lat":51.5,"lon":-0.1}"#, [#""line":1,"lat":51.5,"lon":-0.1"#]),
    (#"{"Longitude":-0.1,"id":7,"LATITUDE":51.5}"#, [#""line":1,"lat":51.5,"lon":-0.1,"id":7"#]),
    (#"{"lat":"51.5","lng":"-0.1"}"#, [#""line":1,"lat":51.5,"lon":-0.1"#]),
    (#"{"lat":" 51.5 ","lng":"\#u{2212}.1"}"#, [#""line":1,"lat":51.5,"lon":-0.1"#]),
    (
      #"{"lat":51.5,"lon":-0.1,"a":[1, {"b":null}],"c":1e400}"#,
      [
        #""line":1,"lat":51.5,"lon":-0.1,"a":[1, {"b":null}],"c":1e400"#
      ]
    ),
    (
      #"{"line":9,"lat":51.5,"lon":-0.1,"n":"\u00e9\"\\"}"#,
      [
        #""line":1,"lat":51.5,"lon":-0.1,"n":"\u00e9\"\\""#
      ]
    ),
    (
      #"{"l\u0061t":51.5,"lon":-0.1,"\u006cine":1,"k\"":2}"#,
      [
        #""line":1,"lat":51.5,"lon":-0.1,"k\"":2"#
      ]
    ),
    (
      "\n\u{1E}{\"lat\":51.5,\"lon\":-0.1}\r\n\n\u{1E} {\"lat\":51.6,\"lon\":-0.2}\n",
      [
        #""line":2,"lat":51.5,"lon":-0.1"#, #""line":4,"lat":51.6,"lon":-0.2"#,
      ]
    ),
    ("\u{FEFF}{\"lat\":51.5,\"lon\":-0.1} ", [#""line":1,"lat":51.5,"lon":-0.1"#]),
    (
      #"{"latitude":9,"lat":51.5,"long":-0.1,"lng":8,"lon\u0067itude":7}"#,
      [#""line":1,"lat":51.5,"lon":-0.1,"latitude":9,"lng":8,"lon\u0067itude":7"#]
    ),
    (
      #"{"lat":51.5,"latitude":9,"Lat":3,"lon":-0.1,"x":1,"y":2}"#,
      [#""line":1,"lat":51.5,"lon":-0.1,"latitude":9,"Lat":3,"x":1,"y":2"#]
    ),
    (#"{"x":-0.1,"Y":51.5}"#, [#""line":1,"lat":51.5,"lon":-0.1"#]),
    (
      #"{"type":"Feature","id":5,"geometry":{"type":"Point","coordinates":[-0.1,51.5,30]},"properties":{"n":1}}"#,
      [#""line":1,"lat":51.5,"lon":-0.1,"id":5,"properties":{"n":1}"#]
    ),
    (
      #"{"geometry":{"coordinates":[-0.1,51.5],"type":"Point"},"lat":1,"lon":2,"properties":null,"type":"Feature"}"#,
      [#""line":1,"lat":51.5,"lon":-0.1,"properties":null"#]
    ),
    (
      "\u{1E}{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[-0.1,51.5]}}\n",
      [
        #""line":1,"lat":51.5,"lon":-0.1"#
      ]
    ),
  ]

  @Test(arguments: (cells + objects).indices) func forms(number: Int) throws {
    let form = (Self.cells + Self.objects)[number]
    let run = try BulkQuestion.counts.run(form.input)
    #expect(run.failure == nil && run.faults.isEmpty, "\(form.input.debugDescription)")
    #expect(
      run.lines == form.queries.map { "{\"query\":{\($0)},\"count\":3}" },
      "\(form.input.debugDescription)")
    #expect(run.summary.found == 3 * form.queries.count)
  }

  // MARK: Bad lines

  /// With the header `lat,lon,n`: a line, and the message about it.
  static let badCells: [(line: String, problem: String)] = [
    ("51.5", "has no 'lon'"), (",,x", "'lat' is not a number: ''"),
    ("x,-0.1", "'lat' is not a number: 'x'"), ("51.5,nan", "'lon' is not a number: 'nan'"),
    ("51.5,inf", "'lon' is not a number: 'inf'"), ("0x10,1", "'lat' is not a number: '0x10'"),
    ("1e400,1", "'lat' is not a number: '1e400'"),
    ("51.5,-0.1,n,x", "has 4 cells, but there are 3 columns"),
    ("90.1,91", "latitude 90.1 is out of range (-90…90)"),
    ("0,-180.5", "longitude -180.5 is out of range (-180…180)"),
    ("100,50", "latitude 100 is out of range (-90…90); latitude and longitude look swapped"),
    ("51.5,-0.1,\"a\"b", "expected ',' after a quoted cell"),
    ("51.5,-0.1,\"a", "a quoted cell does not end"),
    ("51.5;-0.1", "'lat' is not a number: '51.5;-0.1'"),
    ("51.5 -0.1", "'lat' is not a number: '51.5 -0.1'"),
  ]

  @Test(arguments: badCells) func badLine(line: String, problem: String) throws {
    // A line with an open quote must not swallow the good line after it.
    for (end, before, after) in [
      ("\n", "lat,lon,n\n", "51.5,-0.1,x\n"), ("\r\n", "lat,lon,n\r\n", ""),
    ] {
      let run = try BulkQuestion.counts.run(before + line + end + after)
      let first = run.lines.first ?? ""
      #expect(
        first.hasPrefix("{\"query\":{\"line\":2") && first.hasSuffix("\"error\":\(json(problem))}"))
      // Together with its other cells, if they can be separated.
      #expect(first.contains("\"n\":") == !problem.contains("quoted cell"))
      #expect(run.lines.count == (after.isEmpty ? 1 : 2))
      #expect(run.faults.map(\.line) == [2])
      #expect(run.faults.map(\.problem) == [problem])
      #expect(run.summary.badRecords == 1 && run.summary.refusals == 0)
    }
  }

  static let badObjects: [(line: String, problem: String)] = [
    (#"{"lat":51.5}"#, "has no 'lon'"), (#"{"lon":51.5}"#, "has no 'lat'"),
    ("{}", "has neither 'lat' and 'lon' nor 'postcode' or 'place'"),
    (#"{"lat":null,"lon":1}"#, "'lat' is not a number: 'null'"),
    (#"{"lat":"","lon":1}"#, "'lat' is not a number: "),
    (#"{"lat":91,"lon":1}"#, "latitude 91 is out of range (-90…90)"),
    (#"{"type":"Feature","geometry":null}"#, FeatureFault.noGeometry.explanation),
    (#"{"type":"Feature"}"#, "has no geometry"),
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[500,1]}}"#,
      "longitude 500 is out of range (-180…180)"
    ),
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-1e999,1]}}"#,
      "longitude -infinity is out of range (-180…180)"
    ),
  ]

  @Test(arguments: badObjects) func badObject(line: String, problem: String) throws {
    let run = try BulkQuestion.counts.run(line + "\n{\"lat\":51.5,\"lon\":-0.1}\n")
    #expect(run.faults.map(\.line) == [1])
    #expect(run.faults.first?.problem.hasPrefix(problem) == true, "\(run.faults)")
    #expect(
      run.lines.first?.hasPrefix("{\"query\":{\"line\":1},\"error\":\"") == true, "\(run.lines)")
    #expect(run.lines.last == #"{"query":{"line":2,"lat":51.5,"lon":-0.1},"count":3}"#)
  }

  /// Not JSON at all: the message has the column where it stops being JSON.
  @Test(arguments: [
    (#"{"lat":51.5,"lon":-0.1"#, 23), (#"{"lat":51.5 "lon":-0.1}"#, 13), ("x", 1), ("[1,2]", 1),
    (#"{"lat":51.5,"lon":-0.1} {}"#, 25), (#"{"lat":051.5,"lon":-0.1}"#, 9), ("51.5,-0.1", 1),
    ("{\"lat\":51.5,\"lon\":-0.1,\"\u{1}\":1}", 25), ("{\"lat\":51.5,\"lon\":-0.1}\u{0}", 24),
  ])
  func notJSON(line: String, column: Int) throws {
    let run = try BulkQuestion.counts.run("{\"lat\":51.5,\"lon\":-0.1}\n\(line)\n")
    #expect(run.lines.count == 2)
    #expect(run.faults.map(\.line) == [2])
    #expect(run.faults.first?.message.hasPrefix("column \(column): ") == true, "\(run.faults)")
    #expect(run.faults.first?.place.column == column)
  }

  /// The rest of the object is in the next line.
  @Test(arguments: ["}", ":1}", ",\"lon\":-0.1}", "1}", "\"lon\":1}"])
  func anObjectEndsWithItsLine(rest: String) throws {
    for start in [#"{"lat":51.5,"lon":-0.1"#, #"{"lat":51.5"#, #"{"lat":51.5,"lon":-0."#] {
      let run = try BulkQuestion.counts.run("{\"lat\":1,\"lon\":2}\n\(start)\n\(rest)\n")
      #expect(run.faults.map(\.line) == [2, 3], "\(start)")
      #expect(run.faults.first?.message.hasPrefix("column \(start.utf8.count + 1): ") == true)
    }
  }

  /// Bytes that are not text never come back, in any form of answer.
  @Test func cellsThatAreNotText() throws {
    let lines = "lat,lon,n,m\n51.5,-0.1,\u{1},é\n51.5,-0.1,é,\n51,x,\u{1},\n".utf8
    let input = lines.map { $0 == 1 ? 0xE9 : $0 }
    let problem = "is not UTF-8 text; --encoding latin1 reads it as Latin-1 (Windows-1252)"
    let run = try BulkQuestion.counts.run([input])
    #expect(run.faults.map(\.line) == [2, 4])
    #expect(run.faults.map(\.problem) == [problem, "'lon' is not a number: 'x'"])
    #expect(
      run.lines == [
        #"{"query":{"line":2,"n":"","m":"é"},"error":\#(json(problem))}"#,
        #"{"query":{"line":3,"lat":51.5,"lon":-0.1,"n":"é","m":""},"count":3}"#,
        #"{"query":{"line":4,"n":"","m":""},"error":"'lon' is not a number: 'x'"}"#,
      ])
    for (style, separator) in [(DelimitedStyle.csv, ","), (.tsv, "\t")] {
      let rows = try BulkQuestion {
        $0.format = .delimited(style)
        $0.countsOnly = true
      }.run([input])
      let expected = [
        "lat,lon,n,m,count,error", "51.5,-0.1,,é,,\(problem)", "51.5,-0.1,é,,3,",
        "51,x,,,,'lon' is not a number: 'x'",
      ]
      #expect(rows.lines == expected.map { $0.replacing(",", with: separator) })
      #expect(rows.faults.map(\.problem) == run.faults.map(\.problem))
    }
  }

  @Test(arguments: [
    "lat,lon,n\n,,\n51.5,-0.1,x\n, ,\n\"\",\" \"\n \",\",,\n",
    ";;;\n\nlat;lon;n\n51,5;-0,1;x\n;;\n",
    "\t\t\nlat\tlon\tn\n51.5\t-0.1\tx\n\"\"\t\"\"\n",
  ])
  func rowsOfEmptyCellsAreBlank(input: String) throws {
    let run = try BulkQuestion.counts.run(input)
    #expect(run.faults.count == (input.contains("\",\"") ? 1 : 0))
    let answer = try #require(run.lines.first)
    #expect(answer.hasSuffix("\"lat\":51.5,\"lon\":-0.1,\"n\":\"x\"},\"count\":3}"), "\(run.lines)")
  }

  // MARK: Invalid first lines

  @Test(arguments: [
    ("name,county\nAnn,Kent\n", 1), ("\n\nlat,name\n1,2\n", 3), ("lat\n1\n", 1), ("a b\n1 2\n", 1),
    ("a\tb\n", 1), ("x,51.5e\n", 1),
  ])
  func unknownFirstLine(input: String, line: Int) throws {
    let run = try BulkQuestion.counts.run(input)
    guard case ListError.malformed(_, "line \(line)", let problem, _)? = run.failure else {
      Issue.record("\(input.debugDescription): \(run)")
      return
    }
    #expect(problem.hasPrefix("expected a header that names 'lat' and 'lon'"))
    #expect(run.output.isEmpty)
  }

  /// Of several possible headers, the one with most known names wins, then the one with most cells.
  @Test(arguments: [
    ("id;postcode;town, place\n", "id postcode town, place"),
    ("id,place,postcode,a|location\n", "id place postcode a|location"), ("place\n", "place"),
  ])
  func headersOfWords(input: String, names: String) throws {
    let layout = try CellLayout(firstRow: String(input.prefix { $0 != "\n" }))
    let found = layout.header.names.map { String(decoding: $0, as: UTF8.self) }
    #expect(found.joined(separator: " ") == names)
    #expect(layout.position.isInWords)
  }

  @Test func unreadable() throws {
    let run = try BulkQuestion.counts.run(from: -1)
    guard case FileError.unreadable(_, EBADF)? = run.failure else {
      Issue.record("\(run)")
      return
    }
  }

  private func json(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(jsonString: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
