import FinderEngine
import TestSupport
import Testing

/// `data import`: a list with postcodes joined to positions, run as the binary.
@Suite struct DataImportTests {
  private static let list = """
    "Name","Line 1","Line 2","Town","County","Postcode"
    "Nelson's","1 Square",,"London",,"SW1A 1AA"
    " Lion ","2 ""Old"" Road","Flat 3 ","london","Greater London","sw1a1ab"
    "Fountain",,,,,"SW1A 2ZZ"
    "Pigeon","3 Lane",,,,"SWIA 9ZZ"
    "Nowhere","4 Way",,"York",,"Y07 4NJ"
    "1847","5 Way",,"Leeds",,"none"

    """
  private static let positions = """
    postcode,lat,lon
    SW1A 1AA,51.50,-0.140
    SW1A 1AB,51.52,-0.142
    SW1A 2AA,51.6,-0.2

    """
  private static let geojson = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"Nelson's","address":"1 Square","town":"London","postcode":"SW1A 1AA","position_from":"postcode"},"geometry":{"type":"Point","coordinates":[-0.140,51.50]}},
    {"type":"Feature","properties":{"name":" Lion ","address":"2 \\"Old\\" Road, Flat 3","town":"london","county":"Greater London","postcode":"SW1A 1AB","postcode_given":"sw1a1ab","position_from":"postcode"},"geometry":{"type":"Point","coordinates":[-0.142,51.52]}},
    {"type":"Feature","properties":{"name":"Fountain","postcode":"SW1A 2ZZ","position_from":"sector"},"geometry":{"type":"Point","coordinates":[-0.2,51.6]}},
    {"type":"Feature","properties":{"name":"Pigeon","address":"3 Lane","postcode":"SW1A 9ZZ","postcode_given":"SWIA 9ZZ","position_from":"outcode"},"geometry":{"type":"Point","coordinates":[-0.160667,51.54]}}
    ]}

    """
  private static let unplaced = """
    "Name","Line 1","Line 2","Town","County","Postcode"
    "Nowhere","4 Way",,"York",,"Y07 4NJ"
    "1847","5 Way",,"Leeds",,"none"

    """
  private static let notes = """
    finder: data import: placed 4 of 6 venues: 2 by postcode, 1 by sector, 1 by outward code
    finder: data import: repaired 3 postcodes: 1 letter case, 1 no space, 1 O or I for a digit, 1 0 or 1 for a letter
    finder: data import: 2 venues not placed: 1 not a postcode, 1 no position for the postcode
    """

  /// Runs in a folder that has the list and the positions, and passes the folder on.
  private func with(
    list: String = list, positions: String = positions, _ line: String,
    stdin: ChildInput = .null, _ body: (ProcessResult, TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { folder in
      try folder.write(list, to: "list.csv")
      try folder.write(positions, to: "positions.csv")
      try body(
        try Finder.run("data import \(line)", stdin: stdin, directory: folder.path), folder)
    }
  }

  private func expectImport(
    list: String = list, positions: String = positions, _ options: String = "",
    status: Int32 = 0, stdout: String?, stderr: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try with(list: list, positions: positions, "list.csv --positions positions.csv \(options)") {
      result, _ in
      expect(
        result, status: status, stdout: stdout, stderr: stderr, sourceLocation: sourceLocation)
    }
  }

  // Without a `try` outside its macros, a closure is not inferred to throw.

  private func expectFile(
    _ folder: TemporaryDirectory, _ name: String, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try Files.text(folder.file(name))
    #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
  }

  private func expectFiles(
    _ folder: TemporaryDirectory, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try Files.names(in: folder.path)
    #expect(names == expected, sourceLocation: sourceLocation)
  }

  // MARK: Output

  @Test func everyVenueWithAPlace() throws {
    try expectImport(stdout: Self.geojson, stderr: Self.notes + "; --unplaced FILE keeps them\n")
    try expectImport("--quiet", stdout: Self.geojson, stderr: "")
  }

  @Test func unplacedRowsAreKeptToTheByte() throws {
    try with("list.csv --positions positions.csv --unplaced lost.csv --output out.geojson") {
      result, folder in
      expect(result, stdout: "", stderr: Self.notes + "\n")
      try expectFile(folder, "out.geojson", Self.geojson)
      try expectFile(folder, "lost.csv", Self.unplaced)
      try expectFiles(folder, ["list.csv", "lost.csv", "out.geojson", "positions.csv"])
    }
    // Also line ends and unusual white space; only the header if nothing is lost.
    let rows = "\u{FEFF}name;postcode\r\n\"a\nb\" ;;\r\nc;N1 1AA\n  d;x\r\ne;y"
    try with(
      list: rows, positions: "postcode,lat,lon\nN1 1AA,51,0\n",
      "list.csv --positions positions.csv --unplaced lost.csv --quiet"
    ) { result, folder in
      #expect(result.status == 65, "\(result)")
      try expectFile(folder, "lost.csv", "name;postcode\r\n\"a\nb\" ;;\r\n  d;x\r\ne;y\n")
    }
    try with(
      list: "name,postcode\na,SW1A 1AA\n",
      "list.csv --positions positions.csv --unplaced lost.csv --quiet"
    ) { result, folder in
      expect(result, stdout: nil)
      try expectFile(folder, "lost.csv", "name,postcode\n")
    }
  }

  @Test func otherFormats() throws {
    try expectImport(
      "--format csv",
      stdout: """
        name,postcode,lat,lon,address,town,position_from,county,postcode_given
        Nelson's,SW1A 1AA,51.50,-0.140,1 Square,London,postcode,,
         Lion ,SW1A 1AB,51.52,-0.142,"2 ""Old"" Road, Flat 3",london,postcode,Greater London,sw1a1ab
        Fountain,SW1A 2ZZ,51.6,-0.2,,,sector,,
        Pigeon,SW1A 9ZZ,51.54,-0.160667,3 Lane,,outcode,,SWIA 9ZZ

        """)
    try expectImport(
      "--format ndjson --precision 2 --sort",
      stdout: """
        {"name":" Lion ","postcode":"SW1A 1AB","lat":51.52,"lon":-0.14,"properties":{"address":"2 \\"Old\\" Road, Flat 3","town":"london","county":"Greater London","postcode_given":"sw1a1ab","position_from":"postcode"}}
        {"name":"Fountain","postcode":"SW1A 2ZZ","lat":51.6,"lon":-0.2,"properties":{"position_from":"sector"}}
        {"name":"Nelson's","postcode":"SW1A 1AA","lat":51.50,"lon":-0.14,"properties":{"address":"1 Square","town":"London","position_from":"postcode"}}
        {"name":"Pigeon","postcode":"SW1A 9ZZ","lat":51.54,"lon":-0.16,"properties":{"address":"3 Lane","postcode_given":"SWIA 9ZZ","position_from":"outcode"}}

        """)
  }

  @Test(.needsGzip) func packedBothWays() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.list, to: "list.csv")
      try folder.write(Self.positions, to: "positions.csv")
      let script = """
        gzip list.csv positions.csv && finder data import list.csv.gz --positions \
        positions.csv.gz --quiet --output out.geojson.gz && gunzip < out.geojson.gz
        """
      expect(try Finder.shell(script, directory: folder.path), stdout: Self.geojson)
    }
  }

  @Test func standardInput() throws {
    try with("- --positions positions.csv --quiet", stdin: .text(Self.list)) { result, _ in
      expect(result, stdout: Self.geojson)
    }
    try with("list.csv --positions - --quiet", stdin: .text(Self.positions)) { result, _ in
      expect(result, stdout: Self.geojson)
    }
    try with("- --positions positions.csv --quiet --format csv", stdin: .text(Self.list)) {
      result, _ in
      #expect(result.status == 0 && result.stdout.split(separator: "\n").count == 5, "\(result)")
    }
  }

  // MARK: Columns

  @Test func columnsKeepTheirNamesAndValues() throws {
    let rows = """
      id,Trading Name,Address,addressline2,Post Code,Seats,Open,seats,,position_from,Tags
      7,a, 1 Way ,,N1 1AA,12,true,007,x,me,"[1,2]"
      8,b,1 Way,Top,N1 1AA,"12",maybe,,"",,

      """
    let positions = "postcode,lat,lon\nN1 1AA,51,0\n"
    try expectImport(
      list: rows, positions: positions, "--quiet",
      stdout: """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"id":7,"name":"a","address":"1 Way","postcode":"N1 1AA","Seats":12,"Open":true,"seats":"007","column_9":"x","position_from_2":"me","Tags":[1,2],"position_from":"postcode"},"geometry":{"type":"Point","coordinates":[0,51]}},
        {"type":"Feature","properties":{"id":8,"name":"b","address":"1 Way, Top","postcode":"N1 1AA","Seats":"12","Open":"maybe","position_from":"postcode"},"geometry":{"type":"Point","coordinates":[0,51]}}
        ]}

        """)
    try expectImport(
      list: "Firma,PLZ,postcode\na,N1 1AA,no\n", positions: positions,
      "--name-column firma --postcode-column PLZ --quiet",
      stdout: """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"a","postcode":"N1 1AA","postcode_2":"no","position_from":"postcode"},"geometry":{"type":"Point","coordinates":[0,51]}}
        ]}

        """)
  }

  @Test func withoutNames() throws {
    try expectImport(
      list: "Firma,postcode\na,N1 1AA\n", positions: "postcode,lat,lon\nN1 1AA,51,0\n",
      "--format csv", stdout: "postcode,lat,lon,Firma,position_from\nN1 1AA,51,0,a,postcode\n",
      stderr: """
        finder: data import: no column looks like names; choose one with --name-column
        finder: data import: placed 1 of 1 venue: 1 by postcode, 0 by sector, 0 by outward code

        """)
  }

  @Test func latin1() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(
        Array("name,postcode\nCaf".utf8) + [0xE9] + Array(",SW1A 1AA\n".utf8), to: "list.csv")
      try folder.write(Self.positions, to: "positions.csv")
      let line = "data import list.csv --positions positions.csv --quiet --format ndjson"
      expect(
        try Finder.run(line, directory: folder.path), status: 65, stdout: "",
        stderr: "finder: data import: list.csv: line 2: expected UTF-8, found byte 0xe9\n"
          + "  --encoding latin1 reads it as Latin-1 (Windows-1252)\n")
      let result = try Finder.run("\(line) --encoding latin1", directory: folder.path)
      #expect(result.status == 0 && result.stdout.hasPrefix(#"{"name":"Café","#), "\(result)")
    }
  }

  // MARK: Positions

  /// A space in the wrong place, or a digit lost: the existing postcodes decide.
  @Test func whichOfTwoPostcodes() throws {
    let rows = "name,postcode\na,SW11 EZ\n"
    for (known, outcome) in [
      ("SW11", #""SW11 EZ","position_from":"outcode""#),
      ("SW1", #""SW1 1EZ","postcode_given":"SW11 EZ","position_from":"outcode""#),
      ("SW1 1EZ", #""SW1 1EZ","postcode_given":"SW11 EZ","position_from":"postcode""#),
    ] {
      try with(
        list: rows, positions: "postcode,lat,lon\n\(known),51,0\nN1,51,0\n",
        "list.csv --positions positions.csv --quiet"
      ) { result, _ in
        #expect(result.stdout.contains(outcome), "\(known)\n\(result)")
      }
    }
    try expectImport(
      list: rows, positions: "postcode,lat,lon\nSW1,51,0\nSW11,52,0\n",
      stdout: "{\"type\":\"FeatureCollection\",\"features\":[]}\n",
      stderr: """
        finder: data import: placed 0 of 1 venue: 0 by postcode, 0 by sector, 0 by outward code
        finder: data import: 1 venue not placed: 1 more than one postcode fits; --unplaced FILE keeps them

        """)
  }

  @Test func severalTables() throws {
    try TemporaryDirectory.with { folder in
      try folder.write("name,postcode\na,N1 1AA\nb,N1 1AB\nc,E20 1AA\n", to: "list.csv")
      try folder.write(
        Dataset.collection([
          Dataset.feature(51.5, -0.1, properties: #"{"name":"a","postcode":"N1 1AA"}"#),
          Dataset.feature(51.5, -0.1, properties: #"{"name":"x"}"#),
        ]), to: "old.geojson")
      try folder.write("postcode,lat,lon\nN1 1AA,52,1\nN1 1AB,52,1\n", to: "more.csv")
      try folder.write(
        "postcode,eastings,northings,latitude,longitude\nE20,538350,184500,51.54593,0.09248\n",
        to: "outcodes.csv")
      let result = try Finder.run(
        "data import list.csv --positions old.geojson --positions more.csv --positions outcodes.csv "
          + "--format csv", directory: folder.path)
      expect(
        result,
        stdout: """
          name,postcode,lat,lon,position_from
          a,N1 1AA,51.5,-0.1,postcode
          b,N1 1AB,52,1,postcode
          c,E20 1AA,51.542447,-0.006358,outcode

          """,
        stderr: """
          finder: data import: old.geojson: left out 1 of 2 rows (1 without a postcode)
          finder: data import: outcodes.csv: in 1 row, easting and northing are over 1 km from latitude and longitude (E20: 6.9 km); the eastings and northings are used
          finder: data import: placed 3 of 3 venues: 2 by postcode, 0 by sector, 1 by outward code

          """)
    }
  }

  // MARK: Errors

  private static let seePage = "see 'finder help data import'"

  @Test func usage() throws {
    for (line, problem, help) in [
      ("", "LIST is missing", nil),
      ("list.csv", "expected --positions FILE, with the positions of postcodes", Self.seePage),
      (
        "- --positions -", "only one of LIST and --positions can be standard input", Self.seePage
      ),
      (
        "list.csv --positions positions.csv --unplaced -",
        "--unplaced and the output are the same file", nil
      ),
      (
        "list.csv --positions positions.csv --unplaced x --output ./x",
        "--unplaced and the output are the same file", nil
      ),
      (
        "list.csv --positions positions.csv --unplaced list.csv",
        "--unplaced list.csv is also the input", nil
      ),
      (
        "list.csv --positions positions.csv --output positions.csv",
        "--output positions.csv is also the input", nil
      ),
    ] as [(String, String, String?)] {
      try with(line) { result, folder in
        #expect(result.status == 64 && result.stdout.isEmpty, "\(line)\n\(result)")
        #expect(result.stderr.hasPrefix("finder: data import: \(problem)"), "\(line)\n\(result)")
        if let help { #expect(result.stderr.hasSuffix("  \(help)\n"), "\(line)\n\(result)") }
        try expectFile(folder, "list.csv", Self.list)
        try expectFile(folder, "positions.csv", Self.positions)
        try expectFiles(folder, ["list.csv", "positions.csv"])
      }
    }
    // A file that the shell opened as standard output also counts as the same place.
    try TemporaryDirectory.with { folder in
      try folder.write(Self.list, to: "list.csv")
      try folder.write(Self.positions, to: "positions.csv")
      let script = "finder data import list.csv --positions positions.csv --unplaced out > out"
      #expect(try Finder.shell(script, directory: folder.path).status == 64)
    }
  }

  @Test func badInput() throws {
    for (list, positions, message) in [
      (
        "", Self.positions,
        "list.csv: line 1: expected a list, but there is nothing but white space"
      ),
      (
        "name,town\na,b\n", Self.positions,
        "list.csv: line 1: expected a column with postcodes; the columns are 'name', 'town'\n"
          + "  --postcode-column names it"
      ),
      (
        Dataset.square, Self.positions,
        "list.csv: expected a list of rows (CSV or TSV)\n"
          + "  'finder data convert' makes one from GeoJSON and other forms"
      ),
      (
        Self.list, "postcode,lat,lon\n",
        "positions.csv: expected rows with a postcode and a position, found none"
      ),
      (
        Self.list, "a,b\n1,2\n",
        "positions.csv: line 1: expected columns for a postcode and its position\n  postcode (or pcds, outcode), and easting and northing or lat and lon"
      ),
      (
        Self.list, #"{"type":"FeatureCollection","features":[{]}"#,
        "positions.csv: byte 41: expected a member's name in double quotes, found ']}'"
      ),
    ] {
      try with(
        list: list, positions: positions,
        "list.csv --positions positions.csv --output out --unplaced lost"
      ) { result, folder in
        expect(
          result, status: 65, stdout: "", stderr: "finder: data import: \(message)\n")
        try expectFiles(folder, ["list.csv", "positions.csv"])
      }
    }
    for line in ["nowhere.csv --positions positions.csv", "list.csv --positions nowhere.csv"] {
      try with(line) { result, _ in
        expect(
          result, status: 66, stdout: "",
          stderr: "finder: data import: cannot read nowhere.csv: No such file or directory\n")
      }
    }
    try with("list.csv --positions positions.csv --name-column Firma") { result, _ in
      expect(
        result, status: 65, stdout: "",
        stderr:
          "finder: data import: list.csv: line 1: no column is named 'Firma'; the columns are "
          + "'Name', 'Line 1', 'Line 2', 'Town', 'County', 'Postcode'\n")
    }
  }

  /// The rest is written, and the bad rows are kept with those without a place.
  @Test func badRows() throws {
    let bad = "\"x\"y,SW1A 1AA\n"
    let list = "name,postcode\na,SW1A 1AA\n\(bad)b,SW1A 1AB,more\nc,SW1A 1AB,,\n"
    try with(
      list: list,
      "list.csv --positions positions.csv --unplaced lost.csv --format csv --output out.csv"
    ) { result, folder in
      expect(
        result, status: 65, stdout: "",
        stderr: """
          finder: data import: list.csv: line 3: expected ',' after a quoted cell
          finder: data import: list.csv: line 4: has 3 cells, but there are 2 columns
          finder: data import: 2 rows cannot be read, and went to the --unplaced file
          finder: data import: placed 2 of 4 venues: 2 by postcode, 0 by sector, 0 by outward code
          finder: data import: 2 venues not placed: 2 not readable

          """)
      try expectFile(folder, "lost.csv", "name,postcode\n\(bad)b,SW1A 1AB,more\n")
      let made = try Files.text(folder.file("out.csv"))
      #expect(made.split(separator: "\n").count == 3)
    }
    let many = "name,postcode\n" + String(repeating: bad, count: 14)
    try expectImport(
      list: many, status: 65, stdout: "{\"type\":\"FeatureCollection\",\"features\":[]}\n",
      stderr: (2...11).map {
        "finder: data import: list.csv: line \($0): expected ',' after a quoted cell\n"
      }.joined() + "finder: data import: and 4 more; 14 rows cannot be read\n"
        + "finder: data import: placed 0 of 14 venues: 0 by postcode, 0 by sector, 0 by outward code\n"
        + "finder: data import: 14 venues not placed: 14 not readable; --unplaced FILE keeps them\n"
    )
  }

  /// Either both files are there or neither is, and nothing is left beside them.
  @Test(.needsFullDevice) func nothingHalfDone() throws {
    try with("list.csv --positions positions.csv --output /dev/full --unplaced lost.csv") {
      result, folder in
      #expect(result.status == 74, "\(result)")
      try expectFiles(folder, ["list.csv", "positions.csv"])
    }
    try with("list.csv --positions positions.csv --unplaced none/lost.csv --output out") {
      result, folder in
      #expect(result.status == 73, "\(result)")
      try expectFiles(folder, ["list.csv", "positions.csv"])
    }
  }

  /// Two unfinished files in progress, and a signal: neither is left.
  @Test func stoppedHalfWay() throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.positions, to: "positions.csv")
      let script = """
        mkfifo list && { finder data import - --positions positions.csv --output out \
        --unplaced lost < list & } && exec 9> list && echo name,postcode >&9
        for i in $(seq 100); do ls -A | grep -c tmp | grep -q 2 && break; sleep 0.05; done
        ls -A | grep -c tmp; kill -TERM $!; wait $!; echo $?; rm list
        """
      let result = try Finder.shell(script, directory: folder.path)
      #expect(result.stdout == "2\n143\n", "\(result)")
      try expectFiles(folder, ["positions.csv"])
    }
  }

  // MARK: The real list

  private static let realFolder = ProcessRunner.variable("FINDER_REAL_DATA")
    .flatMap { $0.isEmpty ? nil : $0 }

  /// The list of July 2020 with the dataset made from it, and outward codes for the rest: a second program
  /// does the same join, and finds every venue at finder's position.
  @Test(
    .slow, .enabled(if: realFolder != nil, "FINDER_REAL_DATA names no folder with the real list"))
  func theRealList() throws {
    let folder = try #require(Self.realFolder)
    try TemporaryDirectory.with { work in
      let result = try Finder.run(
        "data import \(folder)/hmrc-2020-07-31.csv.gz --positions \(folder)/restaurants-2020-08-05.geojson.gz "
          + "--positions \(folder)/outcodes.csv --unplaced lost.csv --output out.geojson",
        directory: work.path)
      expect(
        result, stdout: "",
        stderr: """
          finder: data import: \(folder)/outcodes.csv: in 1 row, easting and northing are over 1 km from latitude and longitude (E20: 6.9 km); the eastings and northings are used
          finder: data import: placed 46363 of 46370 venues: 45835 by postcode, 479 by sector, 49 by outward code
          finder: data import: repaired 2533 postcodes: 1307 letter case, 356 space round it, 1515 no space, 32 space in the wrong place, 8 more than one space, 3 0 or 1 for a letter
          finder: data import: 7 venues not placed: 1 not a postcode, 2 no such postcode area, 1 more than one postcode fits, 3 no position for the postcode

          """)
      let lost = try Files.text(work.file("lost.csv"))
      #expect(lost.split(separator: "\n").count == 8)
      guard Tool.isThere("python3") else { return }
      try work.write(ImportOracle.script, to: "oracle.py")
      expect(
        try Finder.shell("python3 oracle.py \(folder) out.geojson", directory: work.path),
        stdout: "46363 of 46370 as by another program\n")
    }
  }
}
