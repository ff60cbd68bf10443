import FinderEngine
import TestSupport
import Testing

/// `--fields`: columns and keys, chosen and in order.
@Suite struct FieldsTests {
  /// The end of a note on a key that no venue has.
  private static let has = "; its properties are stars, contact, contact.web, cuisine, id, open, …"

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

  /// Invisible characters of a name are not in the header either.
  @Test func tidyHeaders() throws {
    let note = "finder: near: no venue in this dataset has '\\u{200B}x\\u{7}'\(Self.has)\n"
    #expect(
      try near("id,\u{200B}x\u{7}", "tsv", ["--limit", "1"], stderr: note) == "id\tx\na b\t\n")
  }

  /// A name in double quotes may contain commas; a header has quotes where a cell would.
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
        NAME  DISTANCE  DIR  CUISINE           LAT
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

  private static let spelled = Dataset.collection([
    Dataset.feature(
      51.5, -0.1,
      properties:
        #"{"name":"A","opening_hours":"Mo-Su 09:00-17:00; PH off","addr:housename":"The Bank","addr:housenumber":"12","addr:street":"High Street","addr:city":"Bath","contact:phone":"+44 1"}"#,
      id: "1"),
    Dataset.feature(
      51.51, -0.1,
      properties:
        #"{"name":"B","Opening Hours":"24/7","AddressLine1":"1 Quay","AddressLine2":"","AddressLine3":"Hull","url":"https://b.example","walk_min":"old"}"#,
      id: "2"),
    Dataset.feature(
      51.5, -0.2,
      properties:
        #"{"name":"C","address":{"street":"x"},"hours":["Mo"],"phone":null,"tel":7,"dir":"up"}"#,
      id: "3"),
    Dataset.feature(
      51.5, -0.3, properties: #"{"name":"D","addr:city":"Bath","address":"5 Lane"}"#, id: "4"),
  ])

  @Test("Everything that a table or JSON shows, under any source's names")
  func shownElsewhere() throws {
    try Dataset.with(Self.spelled) { _, data in
      func near(_ fields: String, _ options: String) throws -> String {
        let result = try Finder.run(
          "near 51.5,-0.1 --fields \(fields) \(options)", data: data)
        expect(result, stdout: nil)
        return result.stdout
      }
      #expect(
        try near("name,address,hours,phone,website", "--csv") == """
          name,address,hours,phone,website
          A,"The Bank, 12 High Street, Bath",Mo-Su 09:00-17:00; PH off,+44 1,
          B,"1 Quay, Hull",24/7,,https://b.example
          C,"{""street"":""x""}","[""Mo""]",7,
          D,5 Lane,,,

          """)
      #expect(
        try near("address,hours,phone,website", "-f ndjson -n 3") == #"""
          {"address":"The Bank, 12 High Street, Bath","hours":"Mo-Su 09:00-17:00; PH off","phone":"+44 1","website":null}
          {"address":"1 Quay, Hull","hours":"24/7","phone":null,"website":"https://b.example"}
          {"address":{"street":"x"},"hours":["Mo"],"phone":7,"website":null}

          """#)
      #expect(
        try near("distance_m,dir,walk_m,walk_min", "-f ndjson -n 3") == """
          {"distance_m":0,"dir":null,"walk_m":0,"walk_min":0}
          {"distance_m":1112.6,"dir":"N","walk_m":1335.1,"walk_min":16.7}
          {"distance_m":6944.1,"dir":"W","walk_m":8332.9,"walk_min":104.2}

          """)
      #expect(
        try near("dir,walk_min,properties.walk_min", "--csv -n 2")
          == "dir,walk_min,properties.walk_min\n,0,\nN,16.7,old\n")
      #expect(
        try near("name,dir,walk_m,walk_min,address", "-n 2") == """
          NAME  DIR   WALK_M     WALK  ADDRESS
          A     ·       ~0 m   ~0 min  The Bank, 12 High Street, Bath
          B     N    ~1.3 km  ~17 min  1 Quay, Hull

          """)
      // With --open, hours show which venues are open then.
      let open = "--open 2026-11-23T16:00 -n 1"
      #expect(
        try near("name,hours", "--csv \(open)").hasPrefix("name,hours\nA,\"{\"\"state\"\":\"\"open")
      )
      #expect(try near("name,hours", open).hasPrefix("NAME  HOURS\nA     open"))
      let bulk = try Finder.run(
        "bulk --csv --fields dir,walk_min,address,hours_state --open 2026-11-23T16:00", data: data,
        stdin: .text("51.506,-0.1\n"))
      expect(
        bulk,
        stdout: """
          lat,lon,rank,dir,walk_min,address,hours_state,error
          51.506,-0.1,1,N,6.7,"1 Quay, Hull",open,

          """,
        stderr:
          "finder: bulk: in the whole dataset, 2 venues with unknown opening hours were left out; "
          + "--unknown-hours keep shows them\n"
      )
    }
    // If no venue has any of it, a note says so.
    #expect(
      try near(
        "name,phone", "csv",
        stderr: "finder: near: no venue in this dataset has 'phone'\(Self.has)\n"
      ) == "name,phone\nA B,\nC,\n")
  }

  /// Walks use the configured pace and factor, in any format.
  @Test func configuredWalks() throws {
    try InstallPlace.with { place in
      let data = try place.folder.write(Self.spelled, to: "venues.geojson")
      for line in ["config set pace 2", "config set walk-factor 2"] {
        expect(try place.run(line), stdout: "")
      }
      let near = "near 51.5,-0.1 -n 2 --data \(data) --fields walk_m,walk_min"
      expect(
        try place.run("\(near) --csv"), stdout: "walk_m,walk_min\n0,0\n2225.2,66.8\n")
      expect(
        try place.run("\(near) -f ndjson"),
        stdout: #"{"walk_m":0,"walk_min":0}"# + "\n" + #"{"walk_m":2225.2,"walk_min":66.8}"# + "\n")
      expect(
        try Finder.run(
          "bulk --csv --fields walk_min --no-header --data \(data)",
          environment: place.environment, stdin: .text("51.501,-0.1\n")),
        stdout: "51.501,-0.1,1,6.7,\n")
    }
  }

  @Test func aKeyThatNoVenueHas() throws {
    #expect(
      try near(
        "Name,cusine,distance,contact.wbe", "csv",
        stderr: """
          finder: near: no venue in this dataset has 'Name'; did you mean 'name'?
          finder: near: no venue in this dataset has 'cusine'; did you mean 'cuisine'?
          finder: near: no venue in this dataset has 'distance'; did you mean 'distance_m'?
          finder: near: no venue in this dataset has 'contact.wbe'; did you mean 'contact.web'?

          """
      ).hasPrefix("Name,"))
    let note = "finder: near: no venue in this dataset has 'nope'\(Self.has)\n"
    #expect(try near("nope,id", "csv", stderr: note) == "nope,id\n,a b\n,2\n")
    #expect(
      try near("nope,id", "ndjson", ["--quiet", "--limit", "1"])
        == "{\"nope\":null,\"id\":\"a\\tb\"}\n")
  }

  @Test(arguments: [
    ("", "'' names no field"), ("a,,b", "'a,,b' has an empty name"),
    ("a,\u{200B}", #"'a,\u{200B}' has a name with nothing visible in it"#),
    ("a,", "'a,' has an empty name"),
    ("id,name, id", "'id,name, id' names 'id' twice"),
    (#""id" x"#, #"'"id" x' has something after a name in quotes"#),
    (
      #""id"#,
      #"'"id' has a text in quotes that is not a JSON string: the text ends inside a string"#
    ),
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
