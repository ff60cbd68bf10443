import FinderEngine
import TestSupport
import Testing

/// Every form that a stream of points may have, recognised by its first line.
@Suite struct BulkInputTests {
  private static let nelson =
    #""count":1,"venues":[{"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"#
    + #""lon":-0.128,"distance_m":0,"bearing_deg":0}]}"#

  /// The answer for a point at the venue itself, with the echoed input.
  static func answer(_ line: Int, _ echo: String = "") -> String {
    #"{"query":{"line":\#(line),"lat":51.508,"lon":-0.128\#(echo)},\#(nelson)"# + "\n"
  }

  static func run(_ input: String, _ options: String = "") throws -> ProcessResult {
    try run(Array(input.utf8), options)
  }

  static func run(_ input: [UInt8], _ options: String = "") throws -> ProcessResult {
    try Dataset.with(Dataset.square) { _, data in
      try Finder.run("bulk \(options)", data: data, stdin: .bytes(input))
    }
  }

  @Test(arguments: [
    // CSV with a header, in any case and order, with or without quotes.
    ("lat,lon\n51.508,-0.128\n", 2, ""), ("lon,lat\n-0.128,51.508\n", 2, ""),
    ("Latitude,LONGITUDE\n51.508,-0.128\n", 2, ""), ("LNG,Lat\n-0.128,51.508\n", 2, ""),
    ("name,lng,latitude\nx,-0.128,51.508\n", 2, #","name":"x""#),
    (
      "\"lat\",\"lon\",\"a \"\"b\"\"\"\n51.508,\"-0.128\",\"x,\"\"y\"\"\"\n", 2,
      #","a \"b\"":"x,\"y\"""#
    ),
    ("lat,lon,a\n51.508,-0.128\n", 2, #","a":"""#), (" lat , lon \n 51.508 , -0.128 \n", 2, ""),
    // TSV: a backslash is a letter, except after a header that finder writes.
    ("lat\tlon\tnote\n51.508\t-0.128\ta\\tb\\\\c, d\n", 2, #","note":"a\\tb\\\\c, d""#),
    (
      "lat\tlon\tnote\tcount\terror\n51.508\t-0.128\ta\\tb\\\\c, d\t1\t\n", 2,
      #","note":"a\tb\\c, d","count":"1","error":"""#
    ),
    ("51.508\t-0.128\n", 1, ""),
    // Without a header, latitude first.
    ("51.508,-0.128\n", 1, ""), ("51.508 -0.128\n", 1, ""), ("  51.508   -0.128  \n", 1, ""),
    ("51.508, -0.128\n", 1, ""),
    (
      "51.508,-0.128,x,,z\n", 1,
      #","column_3":"x","column_4":"","column_5":"z""#
    ),
    ("51.508 -0.128 x y\n", 1, #","column_3":"x","column_4":"y""#),
    // Numbers as spreadsheets and navigators write them.
    ("lat,lon\n51.508°,-0.128°\n", 2, ""), ("lat,lon\n51.508N,0.128 w\n", 2, ""),
    ("lon,lat\n0.128° W,\"51,508° N\"\n", 2, ""), ("lat,lon\nN 51 30.48,0°7.68'W\n", 2, ""),
    ("lat,lon\n=\"51.508\",=\"-0.128\"\n", 2, ""),
    ("lat,lon\n\"=\"\"51.508\"\"\",\"=\"\"-0.128\"\"\"\n", 2, ""),
    ("lat,lon\n\u{A0}51.508,-0.128\u{A0}\n", 2, ""), ("lat,lon\n51.508,−0.128°\n", 2, ""),
    (#"{"lat":"51.508 N","lon":"0.128°W"}"#, 1, ""),
    ("51.508N,0.128W\n", 1, ""), ("51.508°;-0,128°;x\n", 1, #","column_3":"x""#),
    ("5.1508e1,-1280E-4\n", 1, ""), ("+51.50800,-.128\n", 1, ""),
    // Space-separated with a header.
    ("lat lon name\n51.508 -0.128 x\n", 2, #","name":"x""#),
    // JSON objects, one per line; values come back unchanged.
    (#"{"lat":51.508,"lon":-0.128}"#, 1, ""), (#"{"LNG":-0.128,"Latitude":51.508}"#, 1, ""),
    (#" {"lat" : 51.508 , "lon" : -128e-3} "#, 1, ""), (#"{"lat":"51.508","lon":"-0.128"}"#, 1, ""),
    (
      #"{"id":1.50,"lat":51.508,"tags":["a", {"b":null}],"lon":-0.128,"\u0061":"\u00e9"}"#, 1,
      #","id":1.50,"tags":["a", {"b":null}],"\u0061":"\u00e9""#
    ),
    // GeoJSON Point features, one per line; RFC 8142 sequences too.
    (
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.128,51.508,35]},"#
        + #""properties":{"a":1,"lat":7},"id":"x","bbox":[1,2]}"#, 1,
      #","properties":{"a":1,"lat":7},"id":"x","bbox":[1,2]"#
    ),
    (
      "\u{1E}" + #"{"properties":null,"geometry":{"coordinates":[-0.128,51.508],"type":"Point"},"#
        + #""type":"Feature"}"# + "\n", 1, #","properties":null"#
    ),
    // A geometry alone.
    (#"{"type":"Point","coordinates":[-0.128,51.508]}"#, 1, ""),
    (#"{"coordinates":[-0.128,51.508,3],"k":[1],"type":"Point"}"#, 1, #","k":[1]"#),
  ])
  func forms(input: String, line: Int, echo: String) throws {
    expect(try Self.run(input), stdout: Self.answer(line, echo))
    // With and without a line break at the end, with CRLF, and after a byte order mark.
    let bare = input.hasSuffix("\n") ? String(input.dropLast()) : input
    for variant in ["\(bare)\n", "\(bare)", bare.replacing("\n", with: "\r\n") + "\r\n"] {
      expect(try Self.run(variant), stdout: Self.answer(line, echo))
      expect(try Self.run("\u{FEFF}\(variant)"), stdout: Self.answer(line, echo))
    }
  }

  @Test func blankLinesAreSkippedAndCounted() throws {
    let input = "\n \t\r\n\nlat,lon\n\n51.508,-0.128\n\r\n   \n51.508,-0.128\n\n"
    expect(try Self.run(input), stdout: Self.answer(6) + Self.answer(9))
  }

  @Test func quotedCellsSpanLines() throws {
    let input =
      "lat,lon,note\r\n51.508,-0.128,\"one\r\ntwo\n\n\"\"three\"\"\"\r\n51.508,-0.128,x\r\n"
    expect(
      try Self.run(input),
      stdout: Self.answer(2, #","note":"one\r\ntwo\n\n\"three\"""#)
        + Self.answer(6, #","note":"x""#))
    expect(
      try Self.run("51.508\t-0.128\t\"a\nb\"\n51.508\t-0.128\t\"c\td\"\n"),
      stdout: Self.answer(1, #","column_3":"a\nb""#) + Self.answer(3, #","column_3":"c\td""#))
    // A quote that does not end with its cell is part of the text, and so is one in the middle of a cell.
    expect(
      try Self.run("51.508,-0.128,5\" pipe\n51.508,-0.128,x\n"),
      stdout: Self.answer(1, #","column_3":"5\" pipe""#) + Self.answer(2, #","column_3":"x""#))
  }

  @Test func keysThatTheAnswerTakesGiveWay() throws {
    expect(
      try Self.run("lat,lon,line,id,,id,lat\n51.508,-0.128,7,a,b,c,9\n"),
      stdout: Self.answer(2, #","id":"a","column_5":"b","id_2":"c""#))
    expect(
      try Self.run(#"{"line":7,"lat":51.508,"lon":-0.128,"lines":1,"moved":2}"#),
      stdout: Self.answer(1, #","lines":1,"moved":2"#))
    expect(
      try Self.run(
        #"{"type":"Feature","lat":1,"geometry":{"type":"Point","coordinates":[-0.128,51.508]},"#
          + #""line":3,"lon":null,"properties":{}}"#),
      stdout: Self.answer(1, #","properties":{}"#))
  }

  @Test func aFileOrStandardInput() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let points = try folder.write("51.508,-0.128\n", to: "points.csv")
      let input = ChildInput.file(points)
      expect(try Finder.run("bulk \(points)", data: data), stdout: Self.answer(1))
      expect(try Finder.run("bulk", data: data, stdin: input), stdout: Self.answer(1))
      expect(try Finder.run("bulk -", data: data, stdin: input), stdout: Self.answer(1))
      expect(
        try Finder.run("bulk --limit 1 \(points) --data -", stdin: .file(data)),
        stdout: Self.answer(1))
      try folder.write("51.508,-0.128\n", to: "--strict")
      expect(
        try Finder.run("bulk --data \(data) -- --strict", directory: folder.path),
        stdout: Self.answer(1))
    }
  }

  @Test func nothingAtAll() throws {
    for input in ["", "\n\n", "\u{FEFF}", "lat,lon\n"] {
      expect(try Self.run(input), stdout: "")
    }
    let header =
      "lat,lon,rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,"
      + "bearing_deg,error\n"
    expect(try Self.run("lat,lon", "--format csv"), stdout: header)
    expect(try Self.run("", "--exit-status"), status: 1, stdout: "")
  }

  @Test func whereThePointsCannotBeRead() throws {
    try Dataset.with(Dataset.square) { folder, data in
      for (path, reason) in [
        (folder.file("none"), "No such file or directory"), (folder.path, "Is a directory"),
      ] {
        expect(
          try Finder.run("bulk \(path)", data: data), status: 66, stdout: "",
          stderr: "finder: bulk: cannot read \(path): \(reason)\n")
      }
      for line in ["bulk --data -", "bulk - --data -"] {
        expectUsage(
          try Finder.run(line, stdin: .text("51,0\n")),
          "bulk: the points and the dataset cannot both come from standard input",
          "see 'finder help bulk'")
      }
      expectUsage(
        try Finder.run("bulk", environment: ["FINDER_DATA": "-"], stdin: .text("51,0\n")),
        "bulk: the points and the dataset cannot both come from standard input",
        "see 'finder help bulk'")
    }
  }
}
