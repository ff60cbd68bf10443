import FinderEngine
import TestSupport
import Testing

/// `check`: only the camera rules.
@Suite struct CheckTests {
  private static let bounds =
    #" "bounds":{"south":46.678409,"west":-9.00479,"north":61.508409,"east":3.21521}}"#
  private static let textBounds =
    "bounds  latitude 46.678409…61.508409, longitude -9.00479…3.21521"

  @Test func insideWithEverything() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run(
          "check --lat 51.5 --lon -0.12 --span middle --distance 3km --json", data: data),
        stdout: #"""
          {"center":{"lat":51.5,"lon":-0.12},"inside":true,"clamped":{"lat":51.5,"lon":-0.12},"distance_outside_m":0,
           "zoom":{"distance_m":3000,"allowed":true,"clamped_m":3000},
           "view":{"south":51.4875,"west":-0.1325,"north":51.5125,"east":-0.1075,"zoom_hint":false,"venues":3},
          \#(Self.bounds)

          """#)
    }
  }

  @Test func theSourceOfAPoint() throws {
    let result = try Finder.run(["check", "TQ 3080"])
    expect(
      result, stdout: nil,
      stderr: "finder: check: TQ 30 80: checking the centre of that square of 1 km, "
        + "51.508369,-0.120969\n")
    expect(try Finder.run(["check", "TQ 3080", "--json"]), stdout: nil)
  }

  /// It reads no dataset: the one named does not exist.
  @Test func pointAlone() throws {
    expect(
      try Finder.run("check --at 51.5,-0.12 --json", environment: ["FINDER_DATA": "/nonexistent"]),
      stdout: #"""
        {"center":{"lat":51.5,"lon":-0.12},"inside":true,"clamped":{"lat":51.5,"lon":-0.12},"distance_outside_m":0,
        \#(Self.bounds)

        """#)
    let viewed = try Finder.run(
      "check --at 51.5,-0.12 --span low", environment: ["FINDER_DATA": "/nonexistent"])
    expect(
      viewed, status: 66, stdout: "",
      stderr: "finder: check: cannot read /nonexistent: No such file or directory\n"
        + "  FINDER_DATA names it; --data PATH names another\n")
  }

  /// A degree of the meridian below the southern edge (111,154.803 m), and beyond a corner.
  @Test func outside() throws {
    expect(
      try Finder.run("check --at 45.678409,0 --json"), status: 3,
      stdout: #"""
        {"center":{"lat":45.678409,"lon":0},"inside":false,"clamped":{"lat":46.678409,"lon":0},"distance_outside_m":111154.8,
        \#(Self.bounds)

        """#)
    let corner = try Finder.run("check --at 10,10 --json")
    expect(corner, status: 3)
    let moved = #""clamped":{"lat":46.678409,"lon":3.21521},"distance_outside_m":4116190.4,"#
    #expect(corner.stdout.contains(moved), "\(corner)")
    let west = try Finder.run("check --at 51,-179 --json --format ndjson")
    #expect(west.stdout.contains(#""clamped":{"lat":51,"lon":-9.00479}"#), "\(west)")
  }

  @Test(arguments: [
    ("500", "500", true, "500"), ("500m", "500", true, "500"),
    ("499.9", "499.9", false, "500"), ("2200km", "2200000", true, "2200000"),
    ("2200.001km", "2200001", false, "2200000"), ("0", "0", false, "500"),
    ("1e9", "1000000000", false, "2200000"), ("1mi", "1609.344", true, "1609.344"),
    ("1000ft", "304.8", false, "500"),
  ])
  func zoom(distance: String, metres: String, isAllowed: Bool, clamped: String) throws {
    let zoom =
      #" "zoom":{"distance_m":\#(metres),"allowed":\#(isAllowed),"clamped_m":\#(clamped)},"#
    let result = try Finder.run("check --at 51.5,-0.12 --distance \(distance) --json")
    expect(result, status: isAllowed ? 0 : 3)
    #expect(result.stdout.split(separator: "\n").dropFirst().first ?? "" == zoom, "\(result)")
  }

  @Test func aSpanNeverRefuses() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (span, view, isHinted) in [
        ("high", #""south":44.085,"west":-6.23,"north":58.915,"east":5.99"#, true),
        ("middle", #""south":51.4875,"west":-0.1325,"north":51.5125,"east":-0.1075"#, false),
        ("low", #""south":51.4975,"west":-0.1225,"north":51.5025,"east":-0.1175"#, false),
        ("1,1", #""south":51,"west":-0.62,"north":52,"east":0.38"#, false),
        ("1.01,1", #""south":50.995,"west":-0.62,"north":52.005,"east":0.38"#, true),
        ("180,360", #""south":-38.5,"west":-180,"north":90,"east":180"#, true),
      ] {
        let result = try Finder.run("check --at 51.5,-0.12 --span \(span) --json", data: data)
        expect(result)
        let line = "\n \"view\":{\(view),\"zoom_hint\":\(isHinted),\"venues\":"
        #expect(result.stdout.contains(line), "\(result)")
      }
      // If the point is outside, the view is given anyway.
      let outside = try Finder.run("check --at 80,0 --span low --json", data: data)
      expect(outside, status: 3)
      #expect(outside.stdout.contains(#""zoom_hint":false,"venues":0}"#), "\(outside)")
    }
  }

  @Test func theViewCountsWhatWithinFinds() throws {
    let check = try Finder.run("check --at 51.5074,-0.1278 --span middle --json", data: Sample.path)
    let within = try Finder.run(
      "within --at 51.5074,-0.1278 --span middle --count", data: Sample.path)
    let count = within.stdout.dropLast()
    #expect(Int(count) ?? 0 > 50, "\(within)")
    #expect(check.stdout.contains("\"venues\":\(count)}"), "\(check)")
  }

  @Test func forPeople() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run("check --at 51.5,-0.12", data: data),
        stdout: "point   51.5,-0.12 is inside the camera bounds\n\(Self.textBounds)\n")
      expect(
        try Finder.run("check --at 51.5,-0.12 --distance 3km --span middle", data: data),
        stdout: """
          point   51.5,-0.12 is inside the camera bounds
          zoom    3000 m is allowed
          view    51.4875…51.5125, -0.1325…-0.1075: 3 venues
          \(Self.textBounds)

          """)
      expect(
        try Finder.run("check --at 45.678409,0 --distance 5 --span 2,1", data: data), status: 3,
        stdout: """
          point   45.678409,0 is outside the camera bounds by 111.2 km; nearest point inside: 46.678409,0
          zoom    5 m is not allowed (500 m…2200 km); nearest allowed: 500 m
          view    44.678409…46.678409, -0.5…0.5: 0 venues; zoom in: a map this wide shows no single venues
          \(Self.textBounds)

          """)
    }
  }

  @Test func imperialUnits() throws {
    for (distance, zoom) in [
      ("3km", "1.9 mi is allowed"), ("547yd", "0.3 mi is allowed"),
      ("1367mi", "1367.0 mi is allowed"),
      ("100m", "109 yd is not allowed (547 yd…1367 mi); nearest allowed: 547 yd"),
      (
        "9223372036854775808",
        "5731137678988939 mi is not allowed (547 yd…1367 mi); nearest allowed: 1367 mi"
      ),
      ("5000km", "3106.9 mi is not allowed (547 yd…1367 mi); nearest allowed: 1367 mi"),
    ] {
      let result = try Finder.run("check 51.5,-0.12 --distance \(distance) --units imperial")
      #expect(result.stdout.contains("zoom    \(zoom)\n"), "\(result)")
    }
  }
}
