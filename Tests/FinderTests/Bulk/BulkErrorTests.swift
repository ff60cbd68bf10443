import FinderEngine
import TestSupport
import Testing

/// Lines without a point: an error in place of the answer, a line on stderr, exit 65 at the end.
@Suite struct BulkErrorTests {
  private func run(_ input: String, _ options: String = "--count") throws -> ProcessResult {
    try BulkInputTests.run(input, options)
  }

  @Test(arguments: [
    ("51,0\n", "x,0", "'lat' is not a number: 'x'"), ("51,0\n", "51,", "'lon' is not a number: ''"),
    ("51,0\n", "nan,0", "'lat' is not a number: 'nan'"),
    ("51,0\n", "0x10,0", "'lat' is not a number: '0x10'"),
    ("51,0\n", "51.5E,0", "'lat' is not a number: '51.5E'"),
    ("51,0\n", "51,0.1N", "'lon' is not a number: '0.1N'"),
    ("51,0\n", "51,0 30", "'lon' is not a number: '0 30'"),
    ("51,0\n", "51,0°75'", "'lon' is not a number: '0°75''"),
    (#"{"lat":51,"lon":0}"# + "\n", #"{"lat":"51W","lon":0}"#, "'lat' is not a number: '\"51W\"'"),
    ("51,0\n", "51", "has no 'lon'"), ("51,0\n", "51,0,0", "has 3 cells, but there are 2 columns"),
    ("51,0\n", "95,100", "latitude 95 is out of range (-90…90)"),
    (
      "51,0\n", "95,1",
      "latitude 95 is out of range (-90…90); latitude and longitude look swapped"
    ),
    (
      "51,0\n", "-90.1,0",
      "latitude -90.1 is out of range (-90…90); latitude and longitude look swapped"
    ),
    ("51,0\n", "1,181", "longitude 181 is out of range (-180…180)"),
    ("51,0\n", "1e400,0", "'lat' is not a number: '1e400'"),
    ("51,0\n", "51,\"0", "a quoted cell does not end"),
    ("51,0\n", "\"51\"x,0", "expected ',' after a quoted cell"),
    ("Latitude,LNG\n51,0\n", "51,west", "'LNG' is not a number: 'west'"),
    (#"{"lat":51,"lon":0}"# + "\n", #"{"lat":51}"#, "has no 'lon'"),
    (#"{"lat":51,"lon":0}"# + "\n", #"{"lon":0}"#, "has no 'lat'"),
    (#"{"lat":51,"lon":0}"# + "\n", #"{"lat":null,"lon":0}"#, "'lat' is not a number: 'null'"),
    (
      #"{"lat":51,"lon":0}"# + "\n", #"{"lat":51,"lon":0}}"#,
      "column 19: expected one object a line, found '}'"
    ),
    (#"{"lat":51,"lon":0}"# + "\n", "51,0", "column 1: expected an object, found '51,0'"),
    (
      #"{"lat":51,"lon":0}"# + "\n", #"{"type":"Feature","geometry":null,"properties":{}}"#,
      "has no geometry"
    ),
    (
      #"{"lat":51,"lon":0}"# + "\n",
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[181,5]},"properties":{}}"#,
      "longitude 181 is out of range (-180…180)"
    ),
    (
      #"{"lat":51,"lon":0}"# + "\n",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,51],[1,52]]},"properties":{}}"#,
      "the geometry is a LineString; bulk needs points"
    ),
    (
      #"{"lat":51,"lon":0}"# + "\n",
      #"{"properties":{},"geometry":{"coordinates":[[[0,51],[1,52],[1,51],[0,51]]],"type":"Polygon"},"type":"Feature"}"#,
      "the geometry is a Polygon; bulk needs points"
    ),
    (
      #"{"lat":51,"lon":0}"# + "\n",
      #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[0,51]]},"properties":{}}"#,
      "the geometry is a MultiPoint; bulk needs points"
    ),
    (
      #"{"lat":51,"lon":0}"# + "\n",
      #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[0,51]}]},"properties":{}}"#,
      "the geometry is a GeometryCollection; bulk needs points"
    ),
    (
      #"{"type":"Point","coordinates":[0,51]}"# + "\n",
      #"{"type":"LineString","coordinates":[[0,51],[0,51]]}"#,
      "the geometry is a LineString; bulk needs points"
    ),
  ])
  func badLines(good: String, bad: String, problem: String) throws {
    let (before, after) = (good, good.split(separator: "\n").last! + "\n")
    let line = good.split(separator: "\n").count + 1
    let result = try run(before + bad + "\n" + after)
    expect(
      result, status: 65,
      stdout: "\(answer(line - 1))\(error(line, problem, bad))\(answer(line + 1))",
      stderr: nil)
    // The message gives the place in the whole stream: file, line and column.
    let bare =
      problem.hasPrefix("column ") ? problem.split(separator: ": ", maxSplits: 1)[1] : problem[...]
    let place = "finder: bulk: standard input: line \(line), column "
    #expect(result.stderr.hasPrefix(place) && result.stderr.hasSuffix(": \(bare)\n"), "\(result)")
    // In any format, one row for the bad line, with the problem at its end.
    let rows = try run(before + bad + "\n" + after, "--count --format tsv")
    #expect(rows.status == 65 && rows.stderr == result.stderr, "\(rows)")
    let cells = rows.stdout.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(cells.count == 4 && Set(cells.map(\.count)).count == 1, "\(rows)")
    #expect(cells[2].suffix(2) == ["", problem[...]], "\(rows)")
  }

  private func answer(_ line: Int) -> String {
    #"{"query":{"line":\#(line),"lat":51,"lon":0},"count":4}"# + "\n"
  }

  /// With the properties of the bad record, if it has any.
  private func error(_ line: Int, _ problem: String, _ bad: String = "") -> String {
    let echo = bad.contains("properties") ? #","properties":{}"# : ""
    return
      #"{"query":{"line":\#(line)\#(echo)},"error":"\#(problem.replacing("\"", with: "\\\""))"}"#
      + "\n"
  }

  @Test func textThatIsNotUTF8() throws {
    let input = Array("lat,lon,n\n51,0,caf".utf8) + [0xE9] + Array("\n51,0,x\n".utf8)
    let problem = "is not UTF-8 text; --encoding latin1 reads it as Latin-1 (Windows-1252)"
    let result = try BulkInputTests.run(input, "--count")
    expect(
      result, status: 65,
      stdout: #"{"query":{"line":2,"n":""},"error":"\#(problem)"}"# + "\n"
        + #"{"query":{"line":3,"lat":51,"lon":0,"n":"x"},"count":4}"# + "\n",
      stderr: "finder: bulk: standard input: line 2, column 9: \(problem)\n")
    expect(
      try BulkInputTests.run(input, "--count --format csv"), status: 65,
      stdout: "lat,lon,n,count,error\n51,0,,,\(problem)\n51,0,x,4,\n",
      stderr: "finder: bulk: standard input: line 2, column 9: \(problem)\n")
  }

  /// As with `convert`.
  @Test func latin1IsNotForJSON() throws {
    expect(
      try run("{\"lat\":51,\"lon\":0}\n", "--encoding latin1"), status: 64, stdout: "",
      stderr: "finder: bulk: standard input: --encoding latin1 is not for JSON, which is UTF-8\n")
  }

  @Test(arguments: [
    "lat,name\n1,2\n", "name,county\nAnn,Kent\n", "a b\n51 0\n", "u\tv\n51\t0\n",
    "lat;name\n51;0\n", "points\n51,0\n",
    // Split at the comma, it has no column of that name.
    "id;GPS latitude,GPS longitude\n1;51,0\n", "name;Zip code,town;x\nA;N1 1AA,Leeds;x\n",
  ])
  func aHeaderWithoutAPoint(input: String) throws {
    expect(
      try run(input), status: 65, stdout: "",
      stderr: """
        finder: bulk: standard input: line 1: expected a header that names 'lat' and 'lon', or a \
        latitude and a longitude in the first two columns, with commas, tabs or spaces between \
        them; --lat-column and --lon-column name other columns; postcodes or places may be in a \
        column called 'postcode' or 'place', or in the one that --point-column names

        """)
  }

  @Test(arguments: [
    (
      "Latitude (deg),Longitude (deg)\n51,0\n",
      "no columns are called 'lat' and 'lon'; "
        + "try: --lat-column 'Latitude (deg)' --lon-column 'Longitude (deg)'"
    ),
    (
      "id;Lat.;Lng.\n1;51;0\n",
      "no columns are called 'lat' and 'lon'; try: --lat-column 'Lat.' --lon-column 'Lng.'"
    ),
    (
      "GPS_Latitude\tGPS_Longitude\n51\t0\n",
      "no columns are called 'lat' and 'lon'; "
        + "try: --lat-column GPS_Latitude --lon-column GPS_Longitude"
    ),
    ("name,Zip\nA,N1 1AA\n", "no column is called 'postcode' or 'place'; try: --point-column Zip"),
    (
      "Name,Owner's Address\nA,N1 1AA\n",
      #"no column is called 'postcode' or 'place'; try: --point-column 'Owner'\''s Address'"#
    ),
    (
      "Home town\nLeeds\n",
      "no column is called 'postcode' or 'place'; try: --point-column 'Home town'"
    ),
    (
      "A,51.5,-0.12\nB,51.6,-0.13\n",
      "there is no header, and the latitude and longitude seem to be in columns 2 and 3; "
        + "put this line first: column_1,lat,lon"
    ),
    (
      "1a;x;51.5;-0.12;;\n",
      "there is no header, and the latitude and longitude seem to be in columns 3 and 4; "
        + "put this line first: column_1;column_2;lat;lon;column_5;column_6"
    ),
    (
      "Pubs\n\nlat,lon\n51,0\n",
      "is not a header, but line 3 has 'lat' and 'lon': remove the lines before it"
    ),
    (
      "My pubs of 2024,,\nmade by me,,\nname,Latitude,LNG\nA,51,0\n",
      "is not a header, but line 3 has 'Latitude' and 'LNG': remove the lines before it"
    ),
    (
      "Pubs 2024\r\nName;Postcode\r\nA;N1 1AA\r\n",
      "is not a header, but line 2 has 'Postcode': remove the lines before it"
    ),
    (
      "name,county\nx,y\n",
      "is not a header, but line 2 has 'y' and 'x': remove the lines before it"
    ),
  ])
  func whatToTypeForAHeader(input: String, problem: String) throws {
    expect(
      try run(input), status: 65, stdout: "",
      stderr: "finder: bulk: standard input: line 1: \(problem)\n")
    // However it arrives.
    try Dataset.with(Dataset.square) { _, data in
      let process = try Coprocess(
        try Finder.path(), ["bulk", "--data", data], environment: try Finder.environment())
      try process.send(String(input.prefix(4)))
      try process.send(String(input.dropFirst(4)))
      try process.send(String(repeating: "u,v\n", count: 12))
      #expect(try process.readLine() == nil)
    }
  }

  @Test func metresOfTheGrid() throws {
    let result = try run("X,Y\n530000,180000\n", "-q")
    #expect(
      result.status == 65
        && result.stderr.hasSuffix(
          ": latitude 180000 is out of range (-90…90); these look like metres of the National Grid: with "
            + "its columns named Easting and Northing, 'finder data convert --csv' converts the "
            + "list to degrees\n"),
      "\(result)")
    #expect(!(try run("X,Y\n0,95\n", "-q")).stderr.contains("metres"))
  }

  @Test(arguments: ["name,easting,northing\nA,530000,180000\n", "Northing;Easting\n1;2\n"])
  func aHeaderWithAGrid(input: String) throws {
    let result = try run(input)
    expect(result, status: 65, stdout: "", stderr: nil)
    #expect(result.stderr.contains("'finder data convert --csv' makes them"), "\(result)")
  }

  /// The first ten are reported one by one, then how many more there were.
  @Test(arguments: [(10, ""), (11, "and 1 more line"), (13, "and 3 more lines")])
  func manyBadLines(count: Int, rest: String) throws {
    let bad = (1...count).map { "x\($0),0\n" }.joined()
    for jobs in 1...2 {
      let result = try run("51,0\n\(bad)51,0\n", "--count --jobs \(jobs)")
      let told = (1...10).map {
        "finder: bulk: standard input: line \($0 + 1), column 1: 'lat' is not a number: 'x\($0)'\n"
      }
      let summary = rest.isEmpty ? "" : "finder: bulk: \(rest) without an answer\n"
      let errors = (1...count).map { error($0 + 1, "'lat' is not a number: 'x\($0)'") }
      expect(
        result, status: 65, stdout: answer(1) + errors.joined() + answer(count + 2),
        stderr: told.joined() + summary)
    }
  }

  // MARK: --strict

  @Test func strictStopsAtTheFirst() throws {
    for jobs in 1...2 {
      let result = try run("51,0\nx,0\n51,0\ny,0\n", "--count --strict --jobs \(jobs)")
      expect(
        result, status: 65, stdout: answer(1) + error(2, "'lat' is not a number: 'x'"),
        stderr: "finder: bulk: standard input: line 2, column 1: 'lat' is not a number: 'x'\n")
    }
    expect(try run("51,0\n", "--count --strict"), stdout: answer(1))
    expect(
      try run("10,10\n51,0\n", "--count --strict --outside refuse"), status: 3,
      stdout: error(
        1, "10,10 is outside the camera bounds; nearest point inside: 46.678409,3.21521"),
      stderr: nil)
    // Also deep in a long stream, however much was read ahead.
    let good = String(repeating: "51,0\n", count: 5_000)
    let long = try run("\(good)x,0\n\(good)", "--count --strict --jobs 2")
    #expect(long.status == 65)
    #expect(long.stdout.split(separator: "\n").count == 5_001)
    #expect(long.stdout.hasSuffix(error(5_001, "'lat' is not a number: 'x'")))
  }

  @Test func strictStopsReading() throws {
    try Dataset.with(Dataset.square) { _, data in
      let process = try Coprocess(
        try Finder.path(), ["bulk", "--strict", "--data", data],
        environment: try Finder.environment())
      try process.send("x,0\n")
      // The pipe stays open; finder ends anyway.
      #expect(
        try process.readLine() == #"{"query":{"line":1},"error":"'lat' is not a number: 'x'"}"#)
      #expect(try process.readLine() == nil)
    }
  }

  @Test func aNameOfAColumnIsCutInMessages() throws {
    let name = String(repeating: "l", count: 100_000)
    for line in ["x,0", "51"] {
      let result = try Dataset.with(Dataset.square) { folder, data in
        let path = try folder.write("lat,\(name)\n\(line == "51" ? "51" : "51,x")\n", to: "p.csv")
        return try Finder.run(
          ["bulk", path, "--lat-column", "lat", "--lon-column", name], data: data)
      }
      #expect(result.status == 65 && result.stderr.utf8.count < 400, "\(line)")
    }
  }

  /// A missing position often becomes 0, 0: one line counts such points.
  @Test func pointsAtZero() throws {
    let note = "which is usually a missing position\n"
    for (input, said) in [
      ("51,0\n0,0\n0.0,-0\n", "finder: bulk: 2 points are at 0,0, \(note)"),
      ("0,0\n", "finder: bulk: 1 point is at 0,0, \(note)"), ("51,0\n0,51\n", ""),
    ] {
      let result = try run(input, "--count --jobs 2")
      #expect(
        result.status == 0
          && (said.isEmpty ? !result.stderr.contains("at 0,0") : result.stderr == said),
        "\(result)")
      expect(try run(input, "--count -q"))
    }
  }

  /// A line too long for memory is one bad line, not an out-of-memory failure.
  @Test func anEndlessLine() throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.shell(
        "(echo 51,0; head -c 40000000 /dev/zero | tr '\\0' '1'; echo; echo 51,0) | "
          + "finder bulk --count --data \(data)")
      expect(
        result, status: 65, stdout: answer(1) + error(2, "is longer than 16 MiB") + answer(3),
        stderr: "finder: bulk: standard input: line 2, column 1: is longer than 16 MiB\n")
    }
  }
}
