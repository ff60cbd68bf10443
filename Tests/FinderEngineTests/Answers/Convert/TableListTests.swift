import TestSupport
import Testing

@testable import FinderEngine

/// The results of tables: columns, cells, encodings.
@Suite struct TableListTests {
  // MARK: Rows

  @Test func columnsByTheirUsualNames() throws {
    for header in ["lat,lon", "Latitude,Longitude", "LAT,LNG", "latitude,long", "y,x"] {
      try expect(
        "name,\(header)\nA,51.50,-0.10\n", features: [feature("-0.10", "51.50", #"{"name":"A"}"#)])
    }
  }

  @Test func namedColumns() throws {
    try expect(
      "Venue,name,P,a,b\nA,other,N1,51,0\n",
      ListTask {
        $0.input.position = PositionNames(latitude: "a", longitude: "b")
        ($0.input.name, $0.input.postcode) = ("Venue", "P")
      }, features: [feature("0", "51", #"{"name":"A","name_2":"other","postcode":"N1"}"#)])
  }

  /// Numbers keep their spelling if JSON allows it, and otherwise their value.
  @Test func spellingsOfNumbers() throws {
    for (cell, token) in [
      ("51.50", "51.50"), ("5.15e1", "5.15e1"), ("+51.5", "51.5"), ("051.5", "51.5"), (".5", "0.5"),
      ("-.5", "-0.5"), ("5.", "5"), (" 51.5 ", "51.5"), ("\"51.5\"", "51.5"), ("-0", "-0"),
      ("\u{2212}1.5", "-1.5"), ("51.123456789012345678", "51.123456789012345678"),
    ] {
      try expect("lat,lon\n\(cell),0\n", features: [feature("0", token, "{}")])
    }
    try expect("a;lat;lon\nx;51,5;-0,1\n", features: [feature("-0.1", "51.5", #"{"a":"x"}"#)])
  }

  @Test func cellsAsValues() throws {
    let cells: [(String, String?)] = [
      ("1847", "1847"), ("\"1847\"", "\"1847\""), ("01", "\"01\""), ("1e5", "1e5"),
      ("true", "true"),
      ("\"true\"", "\"true\""), ("null", "null"), ("", nil), ("\"\"", "\"\""),
      ("\"{\"\"a\"\":[1]}\"", #"{"a":[1]}"#), ("\"{\"\"a\"\":\"", #""{\"a\":""#), ("{}", "{}"),
      (" x ", "\" x \""), ("[closed]", "\"[closed]\""),
      ("\"a\\b\"", #""a\\b""#),
    ]
    for (cell, value) in cells {
      let members = value.map { "\"v\":\($0)" } ?? ""
      try expect("lat,lon,v\n1,2,\(cell)\n", features: [feature("2", "1", "{\(members)}")])
    }
    // A restaurant may be called 1847, or true.
    try expect(
      "lat,lon,name,Postcode\n1,2,1847,12\n1,2,\"true\",\n",
      features: [
        feature("2", "1", #"{"name":"1847","Postcode":"12"}"#),
        feature("2", "1", #"{"name":"true"}"#),
      ])
  }

  /// Only strings that finder's own CSV puts in quotes, since they look like another type, lose them.
  @Test func textsInQuotesOfTheirOwn() throws {
    for (cell, value) in [
      (#""""quoted""""#, #""\"quoted\"""#), (#""""""""#, #""\"\"""#),
      (#""""1""""#, #""\"1\"""#),
      (#""""{}""""#, #""{}""#), (#""""\""{}\""""""#, #""\"{}\"""#),
      (#""""a\u0000""""#, #""a\u0000""#),
      (#""""a" b""#, nil), (#""""unclosed""#, #""\"unclosed""#),
    ] {
      let text = "lat,lon,v\n1,2,\(cell)\n"
      let run = try ListTask().run(text)
      guard let value else {
        #expect(run.faults.count == 1)
        continue
      }
      #expect(run.text == collection([feature("2", "1", "{\"v\":\(value)}")]), "\(cell)")
      #expect(try ListTask(.csv).run(run.text).text == text, "\(cell)")
    }
  }

  /// Spreadsheets leave such rows; finder's own CSV has an empty text in quotes among other cells.
  @Test func rowsOfEmptyCells() throws {
    try expect(
      ",,,\n\nname,lat,lon,a\n,,,\n  , ,\t,\nA,1,2,\n\"\",\"\",\"\",\" \"\n,,,,,,\n\"\",,,\n",
      features: [feature("2", "1", #"{"name":"A"}"#), placeless(#"{"name":""}"#)])
    let empty = collection([
      placeless("{}"), placeless(#"{"name":" "}"#), placeless(#"{"a":""}"#),
      placeless("{}", id: "1"),
    ])
    #expect(try ListTask().run(try ListTask(.csv).run(empty).text).text == empty)
  }

  @Test func doubledAndNamelessColumns() throws {
    try expect(
      "lat,lon,a,a,,id,id\n1,2,x,y,z,7,8\n",
      features: [feature("2", "1", #"{"a":"x","a_2":"y","column_5":"z","id":8}"#, id: "7")])
  }

  @Test func rowsThatCannotBeUsed() throws {
    try expect(
      "name,lat,lon\nA,1,2\nB,x,2\nC,,\nD,1,\nE,51.5,200\nF,95,1\nG,1,2,3\nH,1,2,\nI,1\n\"J\"x,1,2\n",
      features: [
        feature("2", "1", #"{"name":"A"}"#), placeless(#"{"name":"C"}"#),
        feature("2", "1", #"{"name":"H"}"#),
      ],
      faults: [
        "line 3: 'lat' is not a number: 'x'", "line 5: has no 'lon'",
        "line 6: longitude 200 is out of range (-180…180)",
        "line 7: latitude 95 is out of range (-90…90); latitude and longitude look swapped",
        "line 8: has 4 cells, but there are 3 columns", "line 10: has no 'lon'",
        "line 11: expected ',' after a quoted cell",
      ])
  }

  @Test func onlyTenAreReported() throws {
    let run = try ListTask().run("lat,lon\n" + String(repeating: "x,1\n", count: 25) + "1,2\n")
    #expect(run.faults.count == 10 && run.summary.faults == 25)
    #expect(run.text == collection([feature("2", "1", "{}")]))
  }

  @Test func eastingsAndNorthings() throws {
    // Caister water tower, as the Ordnance Survey calculates it, within the 5 m of the shift.
    let run = try ListTask().run("name,Easting,Northing\nA,651409.903,313177.270\nB,,\nC,1,-5\n")
    #expect(run.faults == ["line 4: easting 1, northing -5 is outside the National Grid"])
    let numbers = run.lines[1].split(separator: "[")[1].split(separator: "]")[0].split(
      separator: ",")
    let point = Coordinate(latitude: Double(numbers[1])!, longitude: Double(numbers[0])!)
    let truth = Coordinate(latitude: 52.6579759, longitude: 1.7160520)
    #expect(Geodesic.distance(from: point, to: truth) < 5, "\(run.text)")
  }

  /// As in tables of postcodes: zeros mean no position, and Northern Ireland, which the postcode identifies,
  /// uses Ireland's grid.
  @Test func eastingsAndNorthingsOfPostcodes() throws {
    let run = try ListTask().run(
      "Post Code,easting,northing\nAB1 1AA,0,0\nBT1 5GS,333900,374000\nBT1 5GS,146300,529800\n"
        + "N1 1AA,0,200000\nBT1 5GS,600000,200000\n")
    #expect(
      run.faults == [
        "line 5: easting 0, northing 200000 is outside the National Grid",
        "line 6: easting 600000, northing 200000 is outside the National Grid",
      ])
    #expect(run.lines[1] == placeless(#"{"Post Code":"AB1 1AA"}"#) + ",")
    let cityHall = Coordinate(latitude: 54.5965, longitude: -5.9301)
    for line in run.lines[2...3] {
      let numbers = line.split(separator: "[")[1].split(separator: "]")[0].split(separator: ",")
      let point = Coordinate(latitude: Double(numbers[1])!, longitude: Double(numbers[0])!)
      #expect(Geodesic.distance(from: point, to: cityHall) < 500, "\(line)")
    }
    // Also beside degrees.
    let both = try ListTask(.ndjson).run(
      "postcode,lat,lon,easting,northing\nBT1 5GS,54.6,-5.93,333900,374000\n")
    #expect(both.text.contains(#""lat":54.59"#))
  }

  @Test func aTableWithBoth() throws {
    let text = "lat,lon,easting,northing\n51.4,0,530000,180000\n"
    let grid = try ListTask(.ndjson).run(text)
    #expect(grid.text.hasPrefix(#"{"name":null,"postcode":null,"lat":51.50"#))
    #expect(grid.text.hasSuffix(#""properties":{"lat":51.4,"lon":0}}"# + "\n"))
    #expect(
      grid.summary.notes == [
        "positions come from 'easting' and 'northing' where those are within 50 km of the degrees; --lat-column 'lat' --lon-column 'lon' takes the degrees"
      ])
    let degrees = ListTask(.ndjson) {
      $0.input.position = PositionNames(latitude: "lat", longitude: "lon")
    }
    #expect(try degrees.run(text).text.contains(#""lat":51.4,"lon":0,"#))
  }

  // MARK: Encodings

  @Test func latin1() throws {
    let bytes = Array("name,lat,lon\nCaf".utf8) + [0xE9, 0x20, 0x80, 0x93] + Array(",1,2\n".utf8)
    let refused = try ListTask().run(bytes)
    #expect(refused.failure == "line 2: expected UTF-8, found byte 0xe9")
    #expect(refused.hint?.contains("--encoding latin1") == true)
    let read = try ListTask { $0.encoding = .latin1 }.run(bytes)
    #expect(read.text == collection([feature("2", "1", "{\"name\":\"Café €\u{201C}\"}")]))
    // Every byte, against the standard library's own Latin-1 table where the two agree.
    let all = (0xA0...0xFF as ClosedRange<UInt8>).map { $0 }
    let text = String(String.UnicodeScalarView(all.map { Unicode.Scalar($0) }))
    let run = try ListTask { $0.encoding = .latin1 }.run(
      Array("lat,lon,name\n1,2,".utf8) + all + Array("\n".utf8))
    #expect(run.text == collection([feature("2", "1", "{\"name\":\"\(text)\"}")]))
  }

  @Test func bytesThatAreNotText() throws {
    for (bytes, word) in [
      ([0x50, 0x4B, 0x03, 0x04, 0xFF] as [UInt8], "zip"), (Array("%PDF-1.7".utf8), "PDF"),
    ] {
      #expect(try ListTask().run(bytes).failure?.contains(word) == true)
    }
    for text in ["", " \n \n"] {
      #expect(
        try ListTask().run(text).failure
          == "line 1: expected a list, but there is nothing but white space")
    }
  }

}
