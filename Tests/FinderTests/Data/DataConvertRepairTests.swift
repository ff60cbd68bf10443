import FinderEngine
import TestSupport
import Testing

/// Lists that were once read or written wrongly.
@Suite struct DataConvertRepairTests {
  private func convert(_ list: String, _ options: String = "") throws -> ProcessResult {
    try Finder.run("data convert - --format ndjson \(options)", stdin: .text(list))
  }

  /// A cell may extend over lines, up to 16 MiB.
  @Test func longQuotedCells() throws {
    let text = String(repeating: "word\n", count: 300_000)
    let list = "name,lat,lon,text\nA,51.5,-0.1,\"\(text)\"\nB,52,0,x\n"
    let result = try Finder.run("data convert - --format csv", stdin: .text(list))
    expect(result, stdout: list)
  }

  /// Zeros, empty cells, and the Irish grid, as in tables of postcodes, beside degrees.
  @Test func gridBesideDegrees() throws {
    let header = "name,oseast1m,osnrth1m,lat,long\n"
    let rows = [
      ("A,530000,180000,51.50,-0.13", #""lat":51.503991,"lon":-0.128354"#),
      ("B,333900,374000,54.6,-5.9", #""lat":54.6,"lon":-5.9"#),
      ("C,,,49.19,-2.1", #""lat":49.19,"lon":-2.1"#),
      ("D,0,0,57.1,-2.2", #""lat":57.1,"lon":-2.2"#),
      ("E,530000,180000,,", #""lat":51.503991,"lon":-0.128354"#),
    ]
    let lines = try convert(header + rows.map { $0.0 + "\n" }.joined(), "--quiet").stdout
      .split(separator: "\n")
    #expect(lines.count == rows.count)
    for (line, row) in zip(lines, rows) { #expect(line.contains(row.1), "\(row.0): \(line)") }
  }

  @Test func commasOfThousands() throws {
    let result = try convert("name\teasting\tnorthing\nA\t394,235\t806,529\n")
    #expect(result.status == 65 && result.stdout.isEmpty, "\(result)")
    let comma = try convert("name\tlat\tlon\nA\t57,15\t-2,1\n")
    #expect(comma.stdout.contains(#""lat":57.15,"lon":-2.1"#), "\(comma)")
  }

  @Test(arguments: [
    (#"{"a":"b"}"#, ""), ("null", ""), ("12", #""id":"node/12","#), (#""12""#, #""id":"node/12","#),
  ])
  func elementsOfOverpass(id: String, shown: String) throws {
    let list = #"{"elements":[{"type":"node","id":\#(id),"lat":1,"lon":2,"tags":{"name":"A"}}]}"#
    expect(
      try convert(list),
      stdout: "{\(shown)\"name\":\"A\",\"postcode\":null,\"lat\":1,\"lon\":2}\n")
  }

  @Test func columnsOfObjects() throws {
    let result = try convert(#"{"Y":51,"X":0,"name":"a"}"#, "--lat-column Y --lon-column X")
    #expect(result.stdout.contains(#""lat":51,"lon":0"#), "\(result)")
    let renamed = try convert(
      #"{"lat":1,"lon":2,"a":"X","name":"Y","name_2":"Z"}"#, "--name-column a")
    #expect(renamed.stdout.contains(#""name":"X""#))
    #expect(renamed.stdout.contains(#""name_2":"Z""#) && renamed.stdout.contains(#""name_3":"Y""#))
  }

  @Test func namesAreInTheirColumn() throws {
    let list =
      #"{"lat":1,"lon":2,"name":5}"# + "\n" + #"{"lat":1,"lon":2,"name":"x"}"# + "\n"
    let result = try Finder.run("data convert - --format csv", stdin: .text(list))
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.first == "name,lat,lon,properties.name", "\(result)")
    #expect(lines.last == "x,1,2,", "\(result)")
  }

  @Test func endingsThatAreNotWritten() throws {
    try TemporaryDirectory.with { folder in
      try folder.write("name,lat,lon\nA,1,2\n", to: "a.csv")
      let refused = try Finder.run("data convert a.csv --output b.tsv", directory: folder.path)
      #expect(refused.status == 64 && refused.stderr.contains("--format"), "\(refused)")
      let meant = try Finder.run(
        "data convert a.csv --output b.tsv --format csv", directory: folder.path)
      #expect(meant.status == 0, "\(meant)")
    }
  }
}
