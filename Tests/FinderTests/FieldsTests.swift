import FinderEngine
import TestSupport
import Testing

/// `--fields`: columns and keys, chosen and in order.
@Suite struct FieldsTests {
  private static let venues = Dataset.collection([
    Dataset.feature(
      51.5, -0.1,
      properties:
        #"{"name":" A  B","postcode":"N1","cuisine":"pizza, \u001b[31mpasta","stars":4.0,"open":true,"contact":{"web":"w"},"tags":["x", "y"]}"#,
      id: #""a\tb""#),
    Dataset.feature(51.501, -0.1, properties: #"{"name":"C","stars":null,"id":7}"#, id: "2"),
  ])

  private func near(
    _ fields: String, _ format: String, _ more: [String] = [], stderr: String = ""
  ) throws -> String {
    try Dataset.with(Self.venues) { _, data in
      let arguments = ["near", "--at", "51.5,-0.1", "--fields", fields, "--format", format] + more
      let result = try Finder.run(arguments, data: data)
      expect(result, stderr: stderr)
      return result.stdout
    }
  }

  /// Readers of CSV skip an empty line.
  @Test func aSingleEmptyCellHasQuotes() throws {
    #expect(try near("stars", "csv") == "stars\n4.0\n\"\"\n")
    #expect(try near("stars", "tsv") == "stars\n4.0\n\n")
  }

  @Test func columns() throws {
    #expect(
      try near("cuisine,name,distance_m,properties.id,id", "csv") == """
        cuisine,name,distance_m,properties.id,id
        "pizza, [31mpasta",A B,0,,a b
        ,C,111.3,7,2

        """)
    #expect(
      try near("tags, contact.web ,stars,open,lat", "tsv") == """
        tags\tcontact.web\tstars\topen\tlat
        ["x", "y"]\tw\t4.0\ttrue\t51.5
        \t\t\t\t51.501

        """)
    #expect(
      try near("properties,name", "csv", ["--limit", "1"])
        == "properties,name\n"
        + #""{""cuisine"":""pizza, \u001b[31mpasta"",""stars"":4.0,""open"":true,""contact"":{""web"":""w""},""tags"":[""x"", ""y""]}",A B"#
        + "\n")
  }

  /// What nobody sees in a name is not in the header either.
  @Test func tidyHeaders() throws {
    let note = "finder: near: no venue has a property '\\u{200B}x\\u{7}'\n"
    #expect(
      try near("id,\u{200B}x\u{7}", "tsv", ["--limit", "1"], stderr: note) == "id\tx\na b\t\n")
  }

  /// A name in double quotes may hold commas; a header has quotes where a cell would.
  @Test func namesInQuotes() throws {
    let venue = Dataset.feature(
      51.5, -0.1, properties: #"{"name":"A","opening hours":"Mo","a,b":1,"say \"hi\"":2,"t\tb":3}"#)
    for (fields, format, expected) in [
      (
        #" "opening hours" ,"a,b", name,"say \"hi\"""#, "csv",
        "opening hours,\"a,b\",name,\"say \"\"hi\"\"\"\nMo,1,A,2\n"
      ),
      (#"say "hi""#, "csv", "\"say \"\"hi\"\"\"\n2\n"), (#""t\tb""#, "tsv", "t b\n3\n"),
      (#""a,b","name""#, "ndjson", "{\"a,b\":1,\"name\":\"A\"}\n"),
    ] {
      try Dataset.with(Dataset.collection([venue])) { _, data in
        expect(
          try Finder.run(
            ["near", "--at", "51.5,-0.1", "--fields", fields, "--format", format], data: data),
          stdout: expected)
      }
    }
  }

  @Test func keys() throws {
    #expect(
      try near("stars,name,properties.contact,bearing_deg,id,postcode", "ndjson") == #"""
        {"stars":4.0,"name":"A B","properties.contact":{"web":"w"},"bearing_deg":0,"id":"a\tb","postcode":"N1"}
        {"stars":null,"name":"C","properties.contact":null,"bearing_deg":0,"id":"2","postcode":null}

        """#)
    let document = try near("properties,lon", "json")
    #expect(document.contains(#""properties":{"cuisine":"pizza, \u001b[31mpasta","#), "\(document)")
    #expect(document.contains("\n  {\"properties\":{\"stars\":null,\"id\":7},\"lon\":-0.1}]}\n"))
    let feature = try near("distance_m,name,cuisine", "geojsonseq", ["--limit", "1"])
    #expect(
      feature == "\u{1E}"
        + #"{"type":"Feature","id":"a\tb","properties":{"distance_m":0,"name":" A  B","cuisine":"pizza, \u001b[31mpasta"},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}}"#
        + "\n")
  }

  @Test func table() throws {
    #expect(
      try near("name,distance_m,bearing_deg,cuisine,lat", "table") == """
        NAME  DISTANCE  DIR  cuisine           LAT
        A B        0 m  ·    pizza, [31mpasta  51.5
        C        111 m  N                      51.501

        """)
    #expect(
      try near("distance_m", "table", ["--units", "imperial"]) == "DISTANCE\n    0 yd\n  122 yd\n")
  }

  @Test(.needsTerminal) func narrowTable() throws {
    try Dataset.with(Self.venues) { _, data in
      let result = try Finder.terminal(
        columns: 20,
        "finder near --at 51.5,-0.1 --data \(data) --fields cuisine,distance_m,tags --color never")
      #expect(
        result.stdout == "cuisine     DISTANCE\npizza, […        0 m\n                 111 m\n"
          || result.stdout.split(separator: "\n").allSatisfy { $0.count <= 20 }, "\(result)")
    }
  }

  @Test func bulk() throws {
    try Dataset.with(Self.venues) { _, data in
      let input = "lat,lon,cuisine,stars\n51.5,-0.1,mine,yours\nx,y,,\n"
      let csv = try Finder.run(
        "bulk --format csv --fields name,cuisine,tags,distance_m,rating --quiet", data: data,
        stdin: .text(input))
      expect(
        csv, status: 65,
        stdout: """
          lat,lon,cuisine,stars,rank,venue_name,venue_cuisine,tags,distance_m,rating,error
          51.5,-0.1,mine,yours,1,A B,"pizza, [31mpasta","[""x"", ""y""]",0,,
          x,y,,,,,,,,,'lat' is not a number: 'x'

          """, stderr: nil)
      let json = try Finder.run(
        "bulk --fields stars,id --limit 2 --jobs 2", data: data, stdin: .text("51.5 -0.1\n"))
      expect(
        json,
        stdout:
          #"{"query":{"line":1,"lat":51.5,"lon":-0.1},"count":2,"venues":[{"stars":4.0,"id":"a\tb"},{"stars":null,"id":"2"}]}"#
          + "\n")
    }
  }

  @Test func aKeyThatNobodyHas() throws {
    #expect(
      try near(
        "Name,cusine,distance,contact.wbe", "csv",
        stderr: """
          finder: near: no venue has a property 'Name'; did you mean 'name'?
          finder: near: no venue has a property 'cusine'; did you mean 'cuisine'?
          finder: near: no venue has a property 'distance'; did you mean 'distance_m'?
          finder: near: no venue has a property 'contact.wbe'; did you mean 'contact.web'?

          """
      ).hasPrefix("Name,"))
    let note = "finder: near: no venue has a property 'nope'\n"
    #expect(try near("nope,id", "csv", stderr: note) == "nope,id\n,a b\n,2\n")
    #expect(
      try near("nope,id", "ndjson", ["--quiet", "--limit", "1"])
        == "{\"nope\":null,\"id\":\"a\\tb\"}\n")
  }

  @Test(arguments: [
    ("", "'' names no field"), ("a,,b", "'a,,b' has an empty name"),
    ("a,\u{200B}", #"'a,\u{200B}' has a name in which nothing is seen"#),
    ("a,", "'a,' has an empty name"),
    ("id,name, id", "'id,name, id' names 'id' twice"),
    (#""id" x"#, #"'"id" x' has something after a name in quotes"#),
    (#""id"#, #"'"id' has a text in quotes that is no JSON string: the text ends inside a string"#),
  ])
  func refused(fields: String, problem: String) throws {
    for command in ["near", "within", "bulk"] {
      let result = try Finder.run(
        [command, "--at", "51,0", "--radius", "1", "--fields", fields].filter {
          command != "bulk" || !["--at", "51,0"].contains($0)
        })
      expect(result, status: 64, stdout: "", stderr: nil)
      #expect(result.stderr.hasPrefix("finder: \(command): --fields \(problem)\n"), "\(result)")
    }
  }
}
