import FinderEngine
import TestSupport
import Testing

/// `within`: boxes, circles and map views.
@Suite struct WithinTests {
  private func ids(_ line: String, in text: String) throws -> [Substring] {
    try Dataset.with(text) { _, data in
      let result = try Finder.run("within \(line) --format csv", data: data)
      #expect(result.status == 0 && result.stderr == "", "\(result)")
      return result.stdout.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    }
  }

  private func document(_ line: String, stderr: String = "") throws -> [Substring] {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run("within \(line) --json", data: data)
      #expect(result.status == 0 && result.stderr == stderr, "\(result)")
      return result.stdout.split(separator: "\n")
    }
  }

  /// The figures are Vincenty's, from an independent program.
  @Test func box() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run("within --bbox -0.2,51.50,0,51.53 --json", data: data),
        stdout: #"""
          {"query":{"lat":51.515,"lon":-0.1,"limit":0,"bbox":[-0.2,51.5,0,51.53],"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":3,
           "venues":[
            {"id":"Lion","name":"Lion","postcode":null,"lat":51.51,"lon":-0.127,"distance_m":1955.2,"bearing_deg":253.5},
            {"id":"Fountain","name":"Fountain","postcode":null,"lat":51.518,"lon":-0.128,"distance_m":1972.1,"bearing_deg":279.8},
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":2094.1,"bearing_deg":248.2}]}

          """#)
    }
  }

  @Test func whatWasAskedComesBack() throws {
    #expect(
      try document("--lat 51.5 --lon -0.1 --radius 1.5km --limit 3 --match Lion").first
        == #"{"query":{"lat":51.5,"lon":-0.1,"limit":3,"radius_m":1500,"match":"Lion"},"#)
    #expect(
      try document("--at 51.5,-0.1 --span low").first
        == #"{"query":{"lat":51.5,"lon":-0.1,"limit":0,"span":[0.005,0.005],"match":null},"#)
    #expect(
      try document("--at 51.5,-0.1 --span middle").first
        == #"{"query":{"lat":51.5,"lon":-0.1,"limit":0,"span":[0.025,0.025],"match":null},"#)
    #expect(
      try document("--at 51.5,-0.1 --span .5,1e-1").first
        == #"{"query":{"lat":51.5,"lon":-0.1,"limit":0,"span":[0.5,0.1],"match":null},"#)
    #expect(
      try document("--bbox=170,-20,-170,20").first
        == #"{"query":{"lat":0,"lon":180,"limit":0,"bbox":[170,-20,-170,20],"match":null},"#)
  }

  @Test func sortedFromThePointOrTheCentre() throws {
    #expect(
      try ids("--bbox -1,51,1,52 --limit 2", in: Dataset.square) == ["Lion", "Nelson"])
    #expect(
      try ids("--bbox -1,51,1,52 --at 51.53,-0.128 --limit 2", in: Dataset.square)
        == ["Fountain", "Lion"])
    #expect(try ids("--at 51.48,-0.128 --radius 1km", in: Dataset.square) == ["Pigeon"])
    #expect(
      try ids("--bbox -1,51,1,52 --match n", in: Dataset.square) == ["Nelson"])
  }

  @Test func edgesAreInside() throws {
    let corners = Dataset.collection([
      Dataset.venue("sw", 51.4, -0.2), Dataset.venue("ne", 51.6, 0), Dataset.venue("n", 51.6, -0.1),
      Dataset.venue("above", 51.6000001, -0.1), Dataset.venue("left", 51.5, -0.2000001),
    ])
    #expect(Set(try ids("--bbox -0.2,51.4,0,51.6", in: corners)) == ["sw", "ne", "n"])
    // The view of 51.5 and half of 0.2 ends exactly there.
    #expect(Set(try ids("--at 51.5,-0.1 --span 0.2,0.2", in: corners)) == ["sw", "ne", "n"])
    #expect(try ids("--bbox -0.1,51.6,-0.1,51.6", in: corners) == ["n"])
    #expect(try ids("--at 51.6,-0.1 --radius 0", in: corners) == ["n"])
  }

  @Test func acrossTheDateLine() throws {
    let fiji = Dataset.collection([
      Dataset.venue("west", -17, 179.5), Dataset.venue("east", -17, -179.5),
      Dataset.venue("line", -17, 180), Dataset.venue("other line", -17, -180),
      Dataset.venue("far", -17, 0),
    ])
    let near = Set<Substring>(["west", "east", "line", "other line"])
    #expect(Set(try ids("--bbox 179,-18,-179,-16", in: fiji)) == near)
    #expect(try ids("--bbox -179,-18,179,-16", in: fiji) == ["far"])
    #expect(Set(try ids("--at -17,180 --span 2,2 --outside allow", in: fiji)) == near)
    #expect(Set(try ids("--at -17,-180 --radius 60km --outside allow", in: fiji)) == near)
    #expect(try ids("--bbox -180,-90,180,90", in: fiji).count == 5)
  }

  @Test func count() throws {
    try Dataset.with(Dataset.square) { folder, data in
      func count(_ line: String, status: Int32 = 0, is number: Int) throws {
        expect(
          try Finder.run("within --count \(line)", data: data), status: status,
          stdout: "\(number)\n")
      }
      try count("--bbox -1,51,1,52", is: 4)
      try count("--bbox -1,51,1,52 --limit 2", is: 2)
      try count("--bbox -1,51,1,52 --limit 9", is: 4)
      try count("--bbox -1,51,1,52 --match lion --format ndjson", is: 1)
      try count("--at 51.508,-0.128 --radius 300", is: 2)
      try count("--at 51.508,-0.128 --span low", is: 2)
      try count("--bbox 0,51,1,52 --format csv", is: 0)
      try count("--bbox 0,51,1,52 --exit-status", status: 1, is: 0)
      let out = folder.file("out")
      expect(
        try Finder.run("within --bbox -1,51,1,52 --count --output \(out)", data: data), stdout: "")
      #expect(try Files.text(out) == "4\n")
    }
  }

  /// The hint appears above 1.0 degrees of latitude, not at it; the width does not matter.
  @Test func zoomHint() throws {
    let plain = #" "camera":{"inside":true,"moved":false},"#
    let hinted = #" "camera":{"inside":true,"moved":false,"zoom_hint":true},"#
    #expect(try document("--at 51.5,-0.1 --span 1.0,9")[1] == plain)
    #expect(try document("--at 51.5,-0.1 --span 1.0001,0.1")[1] == hinted)
    #expect(try document("--at 51.5,-0.1 --span high")[1] == hinted)
    try Dataset.with(Dataset.square) { _, data in
      let hint = "finder: within: zoom in: a map this wide shows no single venues\n"
      let high = "within --at 51.5,-0.1 --span high"
      expect(try Finder.run(high, data: data), stderr: hint)
      expect(try Finder.run("\(high) --quiet", data: data))
      expect(try Finder.run("\(high) --format csv", data: data))
      expect(try Finder.run("within --at 51.5,-0.1 --span 1,1", data: data))
    }
  }

  @Test func theSampleHoldsAll() throws {
    let everything = try Finder.run("within --bbox -180,-90,180,90 --format csv", data: Sample.path)
    #expect(everything.stdout.split(separator: "\n").count == Sample.count + 1)
    let ids = everything.stdout.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(Set(ids).count == Sample.count + 1)
  }

  /// Two ways to the same venues: those of `near` within a radius, and those of `within` in the circle.
  @Test func aCircleIsANearWithoutALimit() throws {
    for format in ["csv", "geojson", "table"] {
      let near = try Finder.run(
        "near --at 51.5,-0.1 --radius 700yd --limit 0 --format \(format)", data: Sample.path)
      let within = try Finder.run(
        "within --at 51.5,-0.1 --radius 700yd --format \(format)", data: Sample.path)
      #expect(near.stdout.split(separator: "\n").count > 20)
      expect(within, stdout: near.stdout)
    }
  }
}
