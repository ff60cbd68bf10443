import FinderEngine
import TestSupport
import Testing

/// `finder bulk` with points in words.
@Suite struct BulkWordsTests {
  private static let data = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"A","postcode":"SE24 1AA"}"#, id: "1"),
    Dataset.feature(51.9, -0.5, properties: #"{"name":"C","postcode":"SE24 1AB"}"#, id: "3"),
    Dataset.feature(53.3, -1.9, properties: #"{"name":"E","postcode":"M1 1AA"}"#, id: "5"),
  ])

  private func bulk(
    _ line: String, _ input: String, environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try Dataset.with(Self.data) { _, data in
      try Finder.run(
        "bulk \(line)", data: data, environment: environment, stdin: .text(input))
    }
  }

  /// The query of each answer without the place, or its error.
  private func answers(_ result: ProcessResult) -> [String] {
    result.stdout.replacing(#/,"place":{[^}]*}/#, with: "").split(separator: "\n").map { line in
      let parts = line.split(separator: "\"name\":")
      let name = parts.count > 1 && !line.contains("\"error\"") ? parts.last?.prefix(3) : nil
      return "\(line.prefix { $0 != "}" })\(name.map { " \($0)" } ?? "")"
    }
  }

  @Test func postcodes() throws {
    let result = try bulk(
      "", "id,postcode\n7,SE24 1AA\n8,se241ab\n9,SE24 1ZZ\n10,M1\n11,\"m1 1aa\"\n")
    expect(result, stdout: nil)
    #expect(
      answers(result) == [
        #"{"query":{"line":2,"lat":51.5,"lon":-0.1,"id":"7","postcode":"SE24 1AA" "A""#,
        #"{"query":{"line":3,"lat":51.9,"lon":-0.5,"id":"8","postcode":"se241ab" "C""#,
        #"{"query":{"line":4,"lat":51.7,"lon":-0.3,"id":"9","postcode":"SE24 1ZZ" "C""#,
        #"{"query":{"line":5,"lat":53.3,"lon":-1.9,"id":"10","postcode":"M1" "E""#,
        #"{"query":{"line":6,"lat":53.3,"lon":-1.9,"id":"11","postcode":"m1 1aa" "E""#,
      ])
  }

  /// How each was interpreted, in the words of `near --json`.
  @Test(arguments: ["postcode\n", "place\n", "{"])
  func places(form: String) throws {
    let texts = [
      "SE24 1AA", "SE24 1ZZ", "SE24", "m1 1aa", "MI IAA", " M1 1AA ", "Brighton", "Ashford, Kent",
      "TQ 30 80", "51.5,-0.1", "venue:5",
    ]
    try Dataset.with(Self.data) { _, data in
      let input = texts.map { form == "{" ? "{\"place\":\"\($0)\"}\n" : "\"\($0)\"\n" }.joined()
      let bulk = try Finder.run(
        "bulk -q", data: data, stdin: .text((form == "{" ? "" : form) + input))
      let lines = bulk.stdout.split(separator: "\n").map(String.init)
      try #require(lines.count == texts.count, "\(bulk)")
      for (text, line) in zip(texts, lines) {
        let trimmed = text.trimmingPrefix(" ").split(separator: " ").joined(separator: " ")
        let near = try Finder.run([
          "near", "--data", data, "-n", "1", "--json", "-q", "--outside", "allow", trimmed,
        ])
        let place = near.stdout.firstMatch(of: #/"place":{[^}]*}/#).map { String($0.output) }
        let own = form == "postcode\n" ? ",\"postcode\":\"\(text)\"}" : "}"
        #expect(line.contains((place.map { ",\($0)" } ?? "") + own), "\(line)\n\(near)")
      }
    }
  }

  /// A column of that name that is not the point's keeps its text under another name.
  @Test func columnOfThatName() throws {
    let result = try bulk("", "postcode,place,place_2\nM1 1AA,Hulme,x\nnone,Hulme,y\n")
    let lines = result.stdout.split(separator: "\n")
    #expect(
      lines[0].contains(#"},"postcode":"M1 1AA","place_2":"Hulme","place_2_2":"x"},"#), "\(result)")
    #expect(
      lines[1].contains(#":3,"postcode":"none","place":"Hulme","place_2":"y"},"error""#),
      "\(result)")
  }

  /// In an object as well, where any name may already be taken.
  @Test func memberOfThatName() throws {
    let result = try bulk(
      "",
      """
      {"postcode":"M1 1AA","place":"Hulme","place_2":"x"}
      {"postcode":"none","place":"Hulme"}

      """)
    let lines = result.stdout.split(separator: "\n")
    #expect(
      lines[0].contains(#"},"postcode":"M1 1AA","place_3":"Hulme","place_2":"x"},"#), "\(result)")
    #expect(lines[1].contains(#":2,"postcode":"none","place":"Hulme"},"error""#), "\(result)")
  }

  /// Half a position does not count, in a table or an object: then words, or x and y, are used.
  @Test(arguments: [
    ("lat,postcode", "7,M1 1AA", #"{"lat":7,"postcode":"M1 1AA"}"#, #""postcode":"M1 1AA""#),
    (
      "latitude,postcode", #"7,M1 1AA"#, #"{"latitude":"7","postcode":"M1 1AA"}"#,
      #""latitude":"7","postcode":"M1 1AA""#
    ),
    (
      "n,longitude,Post Code", #"1,x,M1 1AA"#, #"{"n":"1","longitude":"x","Post Code":"M1 1AA"}"#,
      #""n":"1","longitude":"x","Post Code":"M1 1AA""#
    ),
    ("longitude,y,x", "x,53.3,-1.9", #"{"longitude":"x","y":53.3,"x":-1.9}"#, #""longitude":"x""#),
  ])
  func halfAPosition(header: String, row: String, object: String, echo: String) throws {
    for input in ["\(header)\n\(row)\n", "\(object)\n"] {
      let result = try bulk("", input)
      let answer = result.stdout.replacing(#/,"place":{[^}]*}/#, with: "")
        .replacing(#/"line":[12]/#, with: "")
      #expect(
        result.status == 0 && answer.hasPrefix(#"{"query":{,"lat":53.3,"lon":-1.9,\#(echo)},"#),
        "\(result)")
    }
    for bad in ["{\"latitude\":7}\n", "{\"latitude\":7,\"x\":1}\n"] {
      let result = try bulk("", bad)
      #expect(
        result.status == 65 && result.stdout.contains(#""error":"has no 'lon'""#)
          && result.stdout.contains(#""line":1,"latitude":7"#), "\(result)")
    }
  }

  /// A damaged gazetteer is not skipped, whatever is looked up first.
  @Test(arguments: ["AB10 1AD", "Brighton"]) func damagedGazetteer(text: String) throws {
    try TemporaryDirectory.with { folder in
      let table = try folder.write(
        Array("postcode,lat,lon\nAB10 1AD,57.09,-2.2\n".utf8), to: "g.csv")
      let environment = ["XDG_DATA_HOME": folder.path]
      expect(
        try Finder.run(["data", "gazetteer", "add", table], environment: environment), stdout: nil)
      let path = "\(folder.path)/finder/gazetteer/gazetteer.snapshot"
      let whole = try Files.bytes(path)
      for bytes in [Array(whole.prefix(whole.count / 2)), [], Array("x".utf8)] {
        try Files.write(bytes, to: path)
        for line in ["", "--csv --no-header", "--count"] {
          let result = try bulk(
            line, "postcode\n\(text)\n", environment: environment)
          expect(result, status: 65, stdout: "", stderr: nil)
          #expect(
            result.stderr.hasPrefix("finder: bulk: \(path): the gazetteer is damaged\n"),
            "\(result)")
        }
      }
    }
  }

  /// A cell means the same as it does to `near`.
  @Test(
    .slow,
    arguments: [
      "SE24 1AA", "se241ab", "SE24 1ZZ", "SE24", "N16", "M1", "MI IAA", "m1 iaa", "SE 24",
      "TQ 30 800", "M 1", "NT27", "M1-1AA", "Leeds, M1 1AA", "SW1", "London", "51.5e,-0.12",
      "Brighton",
      "Newport",
      "Ashford, Kent", "TQ 30 80", "51.5,-0.1", "9C3XGV4C+XV", "geo:51.5,-0.1", "venue:5",
      "venue:9",
      "5.15e1,-1.2e-1", "515e-1 -0.1", "51.5-0.12", "12-14", "100,51", "800000,180500",
      "place:Bath", "saved:home", "here", "95,0", "x", "postcode:SE24 1AA", "grid:SE24", "SW11 EZ",
      "QQ1 1AA", "530500,180500", " Brighton ",
    ])
  func asNear(text: String) throws {
    try Dataset.with(Self.data) { _, data in
      let near = try Finder.run([
        "near", "--data", data, "-n", "1", "--csv", "-q", "--no-header", "--outside", "allow", text,
      ])
      for (name, line) in [("place", "place\n\"\(text)\"\n"), ("x", "{\"x\":\"\(text)\"}\n")] {
        let bulk = try Finder.run(
          "bulk --point-column \(name) --csv --no-header", data: data, stdin: .text(line))
        #expect((bulk.status == 0) == (near.status == 0), "\(bulk)\n\(near)")
        let wanted = near.stdout.dropLast().replacing(",,", with: ",,")
        #expect(near.status != 0 || bulk.stdout.contains(wanted), "\(bulk)\n\(near)")
        // An error in how it is written has the same words.
        if let why = near.stderr.firstMatch(of: #/ looks like [^\n]*/#) {
          #expect(bulk.stderr.contains(why.output), "\(bulk)\n\(near)")
        }
      }
    }
  }

  @Test func whichColumn() throws {
    // Numbers come first, then the names in their order, or the named one.
    for (line, header, row, query) in [
      ("", "postcode,lat,lon", "M1 1AA,51.5,-0.1", #""lat":51.5,"lon":-0.1,"postcode":"M1 1AA""#),
      (
        "", "place,Postcode", "Brighton,M1 1AA",
        #""from":"dataset"},"place_2":"Brighton","Postcode":"M1 1AA""#
      ),
      ("--point-column town", "town,postcode", "Brighton,M1 1AA", #""lat":50.8225"#),
      (
        "--point-column postcode", "postcode,lat,lon", "M1 1AA,51.5,-0.1",
        #""from":"dataset"},"postcode":"M1 1AA"}"#
      ),
      ("", "grid_ref", "TQ 30 80", #""grid_ref":"TQ 30 80""#),
      ("", "n,Post Code", "1,M1 1AA", #""n":"1","Post Code":"M1 1AA""#),
      ("", "Post-Code;n", "M1 1AA;1", #""Post-Code":"M1 1AA","n":"1""#),
      ("", "\"POSTCODE \",n", "M1 1AA,1", #""lat":53.3,"lon":-1.9"#),
      ("", "pcds", "M1 1AA", #""pcds":"M1 1AA""#), ("", "n,pcd", "1,M1 1AA", #""lat":53.3"#),
      ("", "{\"n\":1,\"Post Code\":\"M1 1AA\"}", "", #""lat":53.3"#),
      ("", "LOCATION;n", "Brighton;1", #""LOCATION":"Brighton","n":"1""#),
    ] {
      let result = try bulk(line, "\(header)\n\(row)\n")
      #expect(result.status == 0 && result.stdout.contains(query), "\(result)")
    }
    expect(
      try bulk("--point-column town", "a,b\n1,2\n"), status: 65, stdout: "",
      stderr:
        "finder: bulk: standard input: line 1: no column is named 'town'; the columns are 'a', 'b'\n"
    )
    expect(
      try bulk("--point-column a --lat-column b --lon-column c", ""), status: 64, stdout: "",
      stderr: nil)
  }

  @Test func objects() throws {
    let result = try bulk(
      "",
      """
      {"id":1,"postcode":"SE24 1AA"}
      {"location":"M1","lat":51.5,"lon":-0.1}
      {"place":7}
      {"place":null}
      {"name":"nothing"}
      {"postal_code":"M1 1AA","place":"Brighton"}

      """)
    expect(result, status: 65, stdout: nil, stderr: nil)
    #expect(
      answers(result) == [
        #"{"query":{"line":1,"lat":51.5,"lon":-0.1,"id":1,"postcode":"SE24 1AA" "A""#,
        #"{"query":{"line":2,"lat":51.5,"lon":-0.1,"location":"M1" "A""#,
        #"{"query":{"line":3,"place":7"#, #"{"query":{"line":4,"place":null"#,
        #"{"query":{"line":5,"name":"nothing""#,
        #"{"query":{"line":6,"lat":53.3,"lon":-1.9,"postal_code":"M1 1AA","place_2":"Brighton" "E""#,
      ])
    #expect(result.stdout.contains(#""error":"'place' is not text: '7'""#), "\(result)")
    #expect(result.stdout.contains(#""error":"'place' is empty""#), "\(result)")
    #expect(
      result.stdout.contains(#""error":"has neither 'lat' and 'lon' nor 'postcode' or 'place'""#),
      "\(result)")
  }

  @Test func badCells() throws {
    let result = try bulk("", "id,postcode\n1,\n2,ZZ\n3,N1 9GU\n4,M1 1AA\n5\n")
    expect(
      result, status: 65, stdout: nil,
      stderr: """
        finder: bulk: standard input: line 2, column 3: 'postcode' is empty
        finder: bulk: standard input: line 3, column 3: 'postcode' 'ZZ' is not a point that \
        finder knows
        finder: bulk: standard input: line 4, column 3: 'postcode' 'N1 9GU' looks like a postcode, but \
        neither the dataset nor a gazetteer has N1 9GU or any near it
        finder: bulk: standard input: line 6, column 1: has no 'postcode'

        """)
    #expect(result.stdout.split(separator: "\n").count == 5, "\(result)")
  }

  private static let mixed =
    "id,postcode\n1,SE24 1AA\n2,SE24 1ZZ\n3,M1\n4,none\n5,\"51.5,-0.1\"\n6,TQ 30 80\n7,9C3XGV4C+XV\n"
    + "8,venue:5\n"

  @Test("A table says how exactly each point is known, and one line counts them")
  func precision() throws {
    let result = try bulk("--format tsv", Self.mixed)
    expect(result, status: 65, stdout: nil, stderr: nil)
    let ends = result.stdout.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).suffix(3).joined(separator: " ")
    }
    #expect(
      ends == [
        "place_precision searched_lat searched_lon", "place 51.5 -0.1", "sector 51.7 -0.3",
        "district 53.3 -1.9", "  ", "  ", "square 51.50836900925542 -0.12096929839327145",
        "cell 51.5074375 -0.1278125", "place 53.3 -1.9",
      ], "\(result)")
    let note = """
      finder: bulk: 7 points: 1 in degrees, 1 by postcode (mean of the venues there), 1 by sector, \
      1 by district, 1 by place, 1 by plus code, 1 by grid square; 'finder help gazetteer' makes \
      them exact

      """
    #expect(result.stderr.hasSuffix(note), "\(result)")
    for format in ["--csv", "--format geojson", "--csv --count", "--csv -j 3"] {
      #expect(try bulk(format, Self.mixed).stderr.hasSuffix(note), "\(format)")
    }
    #expect(try !bulk("--csv -q", Self.mixed).stderr.contains("points:"))
    // In JSON, each says so.
    let json = try bulk("", Self.mixed)
    #expect(!json.stderr.contains("points:") && !json.stdout.contains(#""unit""#), "\(json)")
    // The columns are in every row, even if only counts are asked for, or nothing is found.
    for options in ["--count", "-n 2", "--outside clamp", "--fields name", "-r 1", "--no-header"] {
      let rows = try bulk("--format tsv -q \(options)", Self.mixed).stdout.split(separator: "\n")
      let cells = rows.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }
      #expect(Set(cells).count == 1, "\(options) \(rows)")
      #expect(rows.contains { $0.hasSuffix("\tsector\t51.7\t-0.3") }, "\(options) \(rows)")
    }
  }

  @Test("If points are not in words, a table has no additional columns")
  func noPrecision() throws {
    for input in [
      "lat,lon\n51.5,-0.1\n", "{\"lat\":51.5,\"lon\":-0.1}\n{\"place\":\"Brighton\"}\n",
    ] {
      let result = try bulk("--csv", input)
      #expect(result.stdout.split(separator: "\n")[0].hasSuffix(",bearing_deg,error"), "\(result)")
    }
    let objects = try bulk("--csv", "{\"place\":\"M1 1AA\"}\n{\"lat\":51.5,\"lon\":-0.1}\n")
    let lines = objects.stdout.split(separator: "\n")
    #expect(lines[1].hasSuffix(",place,53.3,-1.9") && lines[2].hasSuffix(",,,,"), "\(objects)")
  }

  @Test("Only a gazetteer's own position is that of a unit")
  func unit() throws {
    try TemporaryDirectory.with { folder in
      let table = try folder.write(
        Array("postcode,lat,lon\nSE24 1AA,51.51,-0.11\n".utf8), to: "g.csv")
      let environment = ["XDG_DATA_HOME": folder.path]
      expect(
        try Finder.run(["data", "gazetteer", "add", table], environment: environment), stdout: nil)
      let exact = try bulk("--csv", "postcode\nSE24 1AA\n", environment: environment)
      expect(exact, stdout: nil)
      #expect(exact.stdout.hasSuffix(",,unit,51.51,-0.11\n"), "\(exact)")
      let both = try bulk("--csv", "postcode\nSE24 1AA\nM1 1AA\n", environment: environment)
      #expect(
        both.stderr.hasPrefix(
          "finder: bulk: 2 points: 1 by postcode, 1 by postcode (mean of the venues there); "),
        "\(both)")
      let json = try bulk("", "postcode\nSE24 1AA\n", environment: environment)
      #expect(json.stdout.contains(#""precision":"unit","from":"gazetteer""#), "\(json)")
    }
  }

  /// The same bytes for any number of threads, in whole lines, with places among postcodes.
  @Test func anyJobs() throws {
    let texts = ["SE24 1AA", "Brighton", "M1", "nowhere", "SE24 9ZZ", "TQ 30 80", "Ashford, Kent"]
    let rows = (0..<5000).map { "\($0),\"\(texts[$0 * 7919 % texts.count])\"" }
    let input = "id,point\n" + rows.joined(separator: "\n") + "\n"
    let one = try bulk("--jobs 1 -q", input)
    #expect(one.stdout.split(separator: "\n").count == 5000)
    for jobs in [2, 3, 16] {
      #expect(try bulk("--jobs \(jobs) -q", input).stdout == one.stdout)
    }
    for format in ["--csv", "--format geojson"] {
      let one = try bulk("\(format) --jobs 1", input)
      #expect(one.stderr.contains(" points: "))
      for jobs in [2, 16] {
        let other = try bulk("\(format) --jobs \(jobs)", input)
        #expect(other.stdout == one.stdout && other.stderr == one.stderr)
      }
    }
  }

  /// The names of a spreadsheet's columns have spaces; a header with another delimiter is not split at them.
  @Test(arguments: [
    ("Full Name,Home Place\nAnn Lee,Old Harlow\n", "Home Place"),
    ("First Name;Work Location\nAnn Lee;West York\n", "Work Location"),
    ("Customer,Home Postcode\nAnn Lee,SE24 1AA\n", "Home Postcode"),
    ("Full Name|Home Place\nAnn|x\n", "Home Place"),
  ])
  func headerWithSpaces(input: String, column: String) throws {
    expect(
      try bulk("--csv", input), status: 65, stdout: "",
      stderr: "finder: bulk: standard input: line 1: no column is called 'postcode' or 'place'; "
        + "try: --point-column '\(column)'\n")
  }

  /// Quotes around other delimiters are not at fault.
  @Test func quotedHeaderBetweenSpaces() throws {
    let result = try bulk("--csv", "\"Full Name\" \"Home Place\"\na b\n")
    #expect(result.status == 65 && result.stdout.isEmpty, "\(result)")
    #expect(result.stderr.contains("line 1: expected a header that names"), "\(result)")
  }

  @Test func columnWithSpacesThatIsNamed() throws {
    let result = try Dataset.with(Self.data) { _, data in
      try Finder.run(
        ["bulk", "--csv", "--no-header", "--point-column", "home postcode"], data: data,
        stdin: .text("Customer,Home Postcode\nAnn Lee,SE24 1AA\n"))
    }
    #expect(result.stdout.hasPrefix("Ann Lee,SE24 1AA,1,1,A,"), "\(result)")
  }

  /// For points without a header, what follows them may have any delimiter.
  @Test func pointBetweenSpaces() throws {
    let result = try bulk("--csv", "51.5 -0.1 a,b\n")
    expect(result, stdout: nil)
    #expect(result.stdout.contains("\n51.5,-0.1,\"a,b\",1,1,A,"), "\(result)")
  }
}
