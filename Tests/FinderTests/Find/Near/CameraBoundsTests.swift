import FinderEngine
import TestSupport
import Testing

/// Points outside the UK camera bounds: refused, moved or allowed, with messages.
@Suite struct CameraBoundsTests {
  static let bounds = "(latitude 46.678409…61.508409, longitude -9.00479…3.21521)"

  @Test(arguments: ["near", "within --radius 5", "within --span low"])
  func refusedWithTheNearestPointInside(command: String) throws {
    let name = command.prefix { $0 != " " }
    // Nothing is read: the dataset does not even exist.
    for options in ["", " --outside refuse --quiet", " --json"] {
      expect(
        try Finder.run("\(command) --at 46.6784,3.3\(options)", data: "/nonexistent"), status: 3,
        stdout: "",
        stderr: """
          finder: \(name): 46.6784,3.3 is outside the camera bounds \(Self.bounds)
            nearest point inside: 46.678409,3.21521; --outside clamp searches from there, \
          --outside allow from here

          """)
    }
  }

  @Test(arguments: ["near", "within --radius 5", "within --span low"])
  func refusedAsSwapped(command: String) throws {
    let name = command.prefix { $0 != " " }
    for point in ["--lat -0.1278 --lon 51.5074", "--at -0.1278,51.5074"] {
      expect(
        try Finder.run("\(command) \(point)", data: "/nonexistent"), status: 3, stdout: "",
        stderr: """
          finder: \(name): -0.1278,51.5074 is outside the camera bounds \(Self.bounds)
            latitude and longitude swapped? --lat 51.5074 --lon -0.1278 is inside; nearest point \
          inside: 46.678409,3.21521; --outside clamp searches from there, --outside allow from here

          """)
    }
  }

  /// One hint if there is an answer anyway, and none if swapping does not help.
  @Test func swappedButAnswered() throws {
    let hint = "latitude and longitude swapped? --lat 51.5 --lon -0.1 is inside the camera bounds"
    let order = "latitude and longitude swapped? The order is WEST,SOUTH,EAST,NORTH: --bbox"
    let (box, kingdom) = ("\(order) -0.2,51.4,0,51.6", "\(order) -11,49,2,61")
    let moved = "-0.1,51.5 is outside the camera bounds; searching from 46.678409,3.21521 instead"
    let narrow =
      "west and east swapped? This box goes around the earth; the narrow one is --bbox -0.2,51.4,0,51.6"
    let metres = "--radius 5: that is 5 metres; for kilometres or miles: -r 5km or -r 5mi"
    try Dataset.with(Dataset.square) { _, data in
      for (line, notes) in [
        ("near -0.1,51.5 --outside allow --json", [hint]),
        ("near -0.1,51.5 --outside clamp --json", [moved, hint]),
        ("within -0.1,51.5 --radius 5 --outside allow --json", [hint, metres]),
        ("within -0.1,51.5 --radius 25 --outside allow --json", [hint]),
        ("within --bbox 51.4,-0.2,51.6,0 --count", [box]),
        ("within --bbox 51.6,-0.2,51.4,0 --count", [box]),
        ("within --bbox 51.4,-0.2,51.6,0 --match nobody --json", [box]),
        ("within --bbox 49,-11,61,2 --count", [kingdom]),
        ("clusters --bbox 51.4,-0.2,51.6,0 --zoom 9 --json", [box]),
        ("within --bbox 0,51.4,-0.2,51.6 --count", [narrow]),
        ("within --bbox 0,51.4,-0.2,51.6 --match nobody --json", [narrow]),
        ("clusters --bbox 0,51.4,-0.2,51.6 --zoom 9 --json", [narrow]),
        ("within --bbox -180,51,180,52 --count", []), ("within --bbox 10,51,-1,52 --count", []),
        ("check -0.1,51.5", [hint]), ("check -0.1,51.5 --json", [hint]),
        ("near 10,10 --outside allow --json", []), ("near -33,151 --outside allow --json", []),
        ("check 10,10", []), ("within --bbox 10,10,20,20 --count", []),
        ("within --bbox -170,51,170,52 --count", []), ("within --bbox 170,51,-170,52 --count", []),
        ("within --bbox -0.2,51.4,0,51.6 --count", []), ("within --bbox 51,-0.2,70,0 --count", []),
      ] {
        let status: Int32 = line.hasPrefix("check") ? 3 : 0
        let name = line.prefix { $0 != " " }
        expect(
          try Finder.run(line, data: data), status: status, stdout: nil,
          stderr: notes.map { "finder: \(name): \($0)\n" }.joined())
        expect(try Finder.run("\(line) -q", data: data), status: status, stdout: nil)
      }
    }
  }

  @Test func edgesAreInside() throws {
    try Dataset.with(Dataset.square) { _, data in
      for point in [
        "46.678409,-9.00479", "61.508409,3.21521", "61.508409,-9.00479", "46.678409,3.21521",
      ] {
        expect(try Finder.run("near --at \(point)", data: data))
      }
      for point in [
        "46.678408,0", "61.508410,0", "51,-9.00480", "51,3.21522", "46.67840899999,0",
      ] {
        expect(try Finder.run("near --at \(point)", data: data), status: 3, stderr: nil)
      }
    }
  }

  /// Longitude the shorter way round, as on the map.
  @Test(arguments: [
    ("70,-3", "61.508409,-3"), ("10,10", "46.678409,3.21521"), ("51,-80", "51,-9.00479"),
    ("-90,177.2", "46.678409,-9.00479"), ("-90,177", "46.678409,3.21521"),
    ("51,180", "51,-9.00479"),
  ])
  func moved(point: String, inside: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      let moved = try Finder.run("near --at \(point) --outside clamp --json", data: data)
      let parts = inside.split(separator: ",")
      let lines = moved.stdout.split(separator: "\n")
      #expect(lines.first?.hasPrefix(#"{"query":{"lat":\#(parts[0]),"lon":\#(parts[1]),"#) == true)
      #expect(lines.dropFirst().first == #" "camera":{"inside":false,"moved":true},"#)
      let note =
        "finder: near: \(point) is outside the camera bounds; searching from \(inside) instead\n"
      expect(moved, stderr: note)
      expect(try Finder.run("near --at \(point) --outside clamp --quiet", data: data))
      // The answer is that for the point inside.
      let there = try Finder.run("near --at \(inside) --format csv", data: data)
      expect(
        try Finder.run("near --at \(point) --outside clamp --format csv", data: data),
        stdout: there.stdout, stderr: note)
    }
  }

  @Test func aPointInsideStays() throws {
    try Dataset.with(Dataset.square) { _, data in
      let plain = try Finder.run("near --at 51.5,-0.1 --json", data: data)
      for policy in ["refuse", "clamp", "allow"] {
        expect(
          try Finder.run("near --at 51.5,-0.1 --json --outside \(policy)", data: data),
          stdout: plain.stdout)
      }
    }
  }

  @Test func allowed() throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(
        "within --at 10,10 --radius 5 --outside allow --json", data: data)
      let note =
        "finder: within: --radius 5: that is 5 metres; for kilometres or miles: -r 5km or -r 5mi\n"
      expect(
        result,
        stdout: #"""
          {"query":{"lat":10,"lon":10,"limit":0,"radius_m":5,"match":null},
           "camera":{"inside":false,"moved":false},
           "data":{"source":"option"},
           "count":0,
           "venues":[]}

          """#,
        stderr: note)
    }
  }

  @Test func aBoxIsSearchedWhereverItLies() throws {
    try Dataset.with(Dataset.square) { _, data in
      for more in ["", " --outside refuse", " --outside clamp"] {
        let result = try Finder.run("within --bbox 10,10,20,20 --json\(more)", data: data)
        expect(result)
        let lines = result.stdout.split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"query":{"lat":15,"lon":15,"#) == true)
        #expect(lines.dropFirst().first == #" "camera":{"inside":false,"moved":false},"#)
      }
    }
  }
}
