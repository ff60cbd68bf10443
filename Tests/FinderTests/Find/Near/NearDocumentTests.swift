import FinderEngine
import Foundation
import TestSupport
import Testing

/// `near --format json` and `ndjson`, byte for byte.
@Suite struct NearDocumentTests {
  @Test func theWholeDocument() throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run("near --lat 51.508 --lon -0.128 --limit 2 --json", data: data)
      expect(
        result,
        stdout: #"""
          {"query":{"lat":51.508,"lon":-0.128,"limit":2,"radius_m":null,"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":2,
           "venues":[
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":0,"bearing_deg":0},
            {"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127,"distance_m":233.1,"bearing_deg":17.3}]}

          """#)
    }
  }

  @Test func whatWasAskedComesBack() throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        "near --at 51.508,-0.128 --limit 0 --radius 0.5mi --match LION --json", data: data)
      expect(
        result,
        stdout: #"""
          {"query":{"lat":51.508,"lon":-0.128,"limit":0,"radius_m":804.672,"match":"LION"},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":1,
           "venues":[
            {"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127,"distance_m":233.1,"bearing_deg":17.3}]}

          """#)
    }
  }

  @Test func nothingFound() throws {
    try Dataset.with(Dataset.square) { _, data in
      let question = "near --at 51.6,-0.128 --radius 5 --json"
      let document = #"""
        {"query":{"lat":51.6,"lon":-0.128,"limit":10,"radius_m":5,"match":null},
         "camera":{"inside":true,"moved":false},
         "data":{"source":"option"},
         "count":0,
         "venues":[]}

        """#
      let note =
        "finder: near: --radius 5: that is 5 metres; for kilometres or miles: -r 5km or -r 5mi\n"
      expect(try Finder.run(question, data: data), stdout: document, stderr: note)
      expect(
        try Finder.run("\(question) --exit-status", data: data), status: 1, stdout: document,
        stderr: note)
      expect(try Finder.run("\(question) -q", data: data), stdout: document)
    }
  }

  /// The same objects, one per line, whichever way the format was requested.
  @Test func linesAreTheVenuesOfTheDocument() throws {
    try Dataset.with(Dataset.square) { _, data in
      let document = try Finder.run("near --at 51.5,-0.1 --json", data: data)
      let venues = document.stdout.split(separator: "\n").dropFirst(5).map {
        // Without the two spaces before it, and the comma or the end of the document after it.
        $0.dropFirst(2).prefix { $0 != "}" } + "}"
      }
      #expect(venues.count == 4, "\(document)")
      let lines = try Finder.run("near --at 51.5,-0.1 --format ndjson", data: data)
      expect(lines, stdout: venues.joined(separator: "\n") + "\n")
    }
  }

  @Test func theLastFormatHolds() throws {
    try Dataset.with(Dataset.square) { _, data in
      let json = try Finder.run("near --at 51.5,-0.1 --format json", data: data).stdout
      let csv = try Finder.run("near --at 51.5,-0.1 --format csv", data: data).stdout
      #expect(json.hasPrefix("{\"query\"") && csv.hasPrefix("id,"))
      for (line, expected) in [
        ("near --at 51.5,-0.1 --json", json), ("near --at=51.5,-0.1 --format=json", json),
        ("near --format csv --at 51.5,-0.1 --json", json),
        ("near --json --at 51.5,-0.1 --format csv", csv), ("--json near --at 51.5,-0.1", json),
        ("near --at 51.5,-0.1 --format json --format csv", csv),
        ("near --at 1,1 --json --at 51.5,-0.1", json),
        ("near --json --lat 5.15e1 --lon -1e-1", json),
      ] {
        expect(try Finder.run(line, data: data), stdout: expected)
      }
      expect(
        try Finder.run(["near", "--json", "--at", "51.5 -0.1"], data: data), stdout: json)
      expect(
        try Finder.run(["near", "--json", "--at", " 51.5,  -0.1 "], data: data), stdout: json)
    }
  }

  /// Distances and azimuths by Karney's own program (GeodSolve), from the point 54.447131,-2.429916 and from
  /// the equator, where they can be checked by hand.
  @Test func roundedToTenths() throws {
    try Dataset.with(
      Dataset.collection([
        Dataset.venue("east", 0, 1), Dataset.venue("north", 1, 0),
        Dataset.venue("nearly north", 1, -0.0005), Dataset.venue("hardly west", 1, -0.001),
        Dataset.venue("cumbria", 54.454938, -2.437479),
      ])
    ) { _, data in
      let equator = try Finder.run(
        "near --at 0,0 --outside allow --limit 4 --format csv", data: data)
      expect(
        equator,
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg
          north,north,,1,0,110574.4,0
          nearly north,nearly north,,1,-0.0005,110574.4,0
          hardly west,hardly west,,1,-0.001,110574.4,359.9
          east,east,,0,1,111319.5,90

          """)
      let cumbria = try Finder.run(
        "near --at 54.447131,-2.429916 --limit 1 --format ndjson", data: data)
      expect(
        cumbria,
        stdout: #"""
          {"id":"cumbria","name":"cumbria","postcode":null,"lat":54.454938,"lon":-2.437479,"distance_m":997.9,"bearing_deg":330.6}

          """#)
    }
  }

  /// Ties are ordered by the bytes of the name in the file, then by the position there.
  @Test func ties() throws {
    let names = ["b", "a ", "a", " z", "B", "é", "b"]
    let features = names.enumerated().map { place, name in
      Dataset.feature(51.5, -0.1, properties: "{\"name\":\"\(name)\"}", id: "\(place)")
    }
    try Dataset.with(Dataset.collection(features)) { _, data in
      let result = try Finder.run("near --at 51.5,-0.1 --format csv", data: data)
      let ids = result.stdout.split(separator: "\n").dropFirst().map { $0.prefix(1) }
      #expect(ids.joined() == "3421065", "\(result)")
    }
  }

  @Test(.slow) func theSameQuestionGivesTheSameBytes() throws {
    for format in [
      "table", "json", "ndjson", "geojson", "geojsonseq", "csv", "tsv", "gpx", "kml",
    ] {
      let question = "near --at 51.5074,-0.1278 --limit 500 --format \(format)"
      let first = try Finder.run(question, data: Sample.path)
      #expect(first.status == 0 && first.stdoutBytes.count > 10_000, "\(first)")
      #expect(try Finder.run(question, data: Sample.path).stdoutBytes == first.stdoutBytes)
    }
  }

  /// The document is valid for another program's reader.
  @Test func foundationReadsIt() throws {
    let result = try Finder.run("near --at 53.48,-2.24 --limit 300 --json", data: Sample.path)
    let document = try JSONSerialization.jsonObject(with: Data(result.stdoutBytes))
    let members = try #require(document as? [String: Any])
    let venues = try #require(members["venues"] as? [[String: Any]])
    #expect(venues.count == 300 && members["count"] as? Int == 300)
    let distances = venues.compactMap { $0["distance_m"] as? Double }
    #expect(distances.count == 300 && distances == distances.sorted())
    #expect(Set(venues.compactMap { $0["id"] as? String }).count == 300)
    #expect(venues.allSatisfy { (0..<360).contains($0["bearing_deg"] as? Double ?? -1) })
  }
}
