import FinderEngine
import TestSupport
import Testing

/// `near` and `closest` with a router and a made-up `curl` in place of the system's: its arguments, and what
/// is done with every possible answer. `.ci/checks/router/check` has the real curl, and real routers.
@Suite struct RouteTests {
  private static let nothingElse = ", only names and postcodes"

  static let url = "http://localhost:8002"
  private static let point = "51.508,-0.128"

  /// The walks to Nelson, Lion, Fountain and Pigeon, from the street at the point.
  private static func valhalla(_ kilometres: String...) -> String { valhalla(kilometres) }

  static func valhalla(_ kilometres: [String]) -> String {
    let cells = kilometres.enumerated().map { #"{"to_index":\#($0),"distance":\#($1)}"# }
    let places = [
      #"{"lat":51.508,"lon":-0.128}"#, #"{"lat":51.51,"lon":-0.127}"#,
      #"{"lat":51.518,"lon":-0.128}"#, #"{"lat":51.488,"lon":-0.128}"#,
    ].prefix(kilometres.count).joined(separator: ",")
    return #"{"sources_to_targets":[[\#(cells.joined(separator: ","))]],"#
      + #""sources":[{"lat":51.508,"lon":-0.128}],"targets":[\#(places)]}"#
  }

  private static let usual = valhalla("0", "3.5", "1.2", "null")

  @Test func table() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      expect(
        try place.run("near \(Self.point) --router \(Self.url)"),
        stdout: """
             WALK     TIME  DISTANCE  DIR  NAME      POSTCODE
              0 m    0 min       0 m  ·    Nelson
           1.2 km   15 min    1.1 km  N    Fountain
           3.5 km   44 min     233 m  N    Lion
          ~2.7 km  ~34 min    2.2 km  S    Pigeon

          """,
        stderr:
          "finder: near: the router at http://localhost:8002 found no route to 1 venue, which "
          + "comes last with an estimate\n")
      #expect(try place.calls == 1)
      let asked = try place.asked
      for line in [
        "url = \"http://localhost:8002/sources_to_targets\"", "noproxy = \"*\"", "globoff",
        "proto = \"=http,https\"", "max-filesize = 1000000", "header = \"Expect:\"",
        #"data = "{\"sources\":[{\"lat\":51.508,\"lon\":-0.128}],\"targets\":["#
          + #"{\"lat\":51.508,\"lon\":-0.128},{\"lat\":51.51,\"lon\":-0.127},"#
          + #"{\"lat\":51.518,\"lon\":-0.128},{\"lat\":51.488,\"lon\":-0.128}],"#
          + #"\"costing\":\"pedestrian\",\"costing_options\":{\"pedestrian\":{\"shortest\":true}},"#
          + #"\"units\":\"kilometers\"}""#,
      ] { #expect(asked.split(separator: "\n").contains(Substring(line)), "\(line)\n\(asked)") }
      #expect(!asked.split(separator: "\n").contains("location"))
    }
  }

  private static let router = "finder: near: the router at http://localhost:8002"

  @Test("Venues that are left out, and all other notes")
  func notes() throws {
    try RoutePlace.with { place in
      let near = "near \(Self.point)"
      func check(_ line: String, _ notes: String...) throws {
        let result = try place.run("\(line) --router \(Self.url) --csv")
        #expect(result.stderr == notes.map { $0 + "\n" }.joined(), "\(line): \(result)")
      }
      try place.answer(Self.valhalla("null", "3.5", "1.2", "null"))
      try check(
        "\(near) -n 2", "\(Self.router) found no route to 2 nearer venues, which are left out")
      try check(
        "\(near) -n 1", "\(Self.router) found no route to 1 nearer venue, which is left out")
      try check(
        "\(near) -n 3",
        "\(Self.router) found no route to 1 venue, which comes last with an estimate")
      try check(
        "\(near) -n 1 --fields name,burns_kcal",
        "finder: near: no venue in this dataset has 'burns_kcal'\(Self.nothingElse)",
        "\(Self.router) found no route to 1 nearer venue, which is left out")
      try place.answer(Self.valhalla("null", "3.5", "1.2"))
      try check("burn 40 \(Self.point) --fields name,burns_kcal,walk_from")
      try place.answer(
        #"{"sources_to_targets":[[{"distance":4},{"distance":null},{"distance":3},{"distance":null}]],"#
          + #""sources":[null],"targets":[null,null,null,null]}"#)
      try check(
        near,
        "\(Self.router) does not say how far its streets are from the points: these walks are estimates",
        "\(Self.router) found no route to 2 venues, which come last with an estimate")
    }
  }

  @Test("Venues that were not sent to the router count as unknown")
  func leftOut() throws {
    let places = [(51.508, -0.128), (51.51, -0.127), (51.518, -0.128), (51.488, -0.128)]
    let venues = places.enumerated().map { number, place in
      let more = number % 2 == 0 ? #","cuisine":"pizza","opening_hours":"24/7""# : ""
      return Dataset.feature(place.0, place.1, properties: #"{"name":"V\#(number)"\#(more)}"#)
    }
    try RoutePlace.with(Dataset.collection(venues)) { place in
      try place.answer(
        #"{"sources_to_targets":[[{"to_index":0,"distance":0},{"to_index":1,"distance":1.3}]],"#
          + #""sources":[{"lat":51.508,"lon":-0.128}],"#
          + #""targets":[{"lat":51.508,"lon":-0.128},{"lat":51.518,"lon":-0.128}]}"#)
      for (options, note) in [
        ("-n 1", ""), ("-n 2", "1 nearer venue was"), ("", "2 venues were"),
        // By estimate it is 1 km.
        ("-r 15min", "1 venue was"),
      ] {
        for (filter, kind, end) in [
          ("--cuisine pizza", "", ": no data on cuisine"),
          (
            "--open 2026-11-23T12:00", " with unknown opening hours",
            "; --unknown-hours keep shows them"
          ),
        ] {
          let result = try place.run(
            "near \(Self.point) --router \(Self.url) --csv \(filter) \(options)")
          let said = note.replacing(" w", with: "\(kind) w")
          expect(
            result, stdout: nil,
            stderr: note.isEmpty ? "" : "finder: near: \(said) left out\(end)\n")
        }
      }
    }
  }

  @Test("Venues too far away to be requested are not called unreachable")
  func notAskedFor() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      let line = "near 53.5,-2.2 --router \(Self.url) --csv"
      let result = try place.run("\(line) --fields walk_from --no-header")
      expect(
        result, stdout: String(repeating: "estimate\n", count: 4),
        stderr:
          "\(Self.router) was not asked for 4 venues more than 100 km away, which come last with an "
          + "estimate\n")
      #expect(try place.calls == 0)
    }
    let venues = Dataset.collection([
      Dataset.venue("Near", 51.508, -0.128), Dataset.venue("Off", 51.509, -0.128),
      Dataset.venue("Far", 53.5, -2.2),
    ])
    try RoutePlace.with(venues) { place in
      try place.answer(Self.valhalla("0", "null"))
      expect(
        try place.run("near \(Self.point) --router \(Self.url) --csv --fields name --no-header"),
        stdout: "Near\nOff\nFar\n",
        stderr: "\(Self.router) found no route to 1 venue, which comes last with an estimate\n"
          + "\(Self.router) was not asked for 1 venue more than 100 km away, which comes last with an "
          + "estimate\n")
    }
  }

  @Test("A meal for which no venue with a way is far enough")
  func burnNotes() throws {
    try RoutePlace.with { place in
      try place.answer(Self.valhalla("null", "null", "null", "null"))
      let router = Self.router.replacing("near", with: "burn")
      expect(
        try place.run("burn 100 \(Self.point) --router \(Self.url)"), stdout: "",
        stderr: "\(router) found no route to any of the 4 venues that it was asked for\n"
          + "finder: burn: no venue found\nfinder: burn: an estimate: 100 kcal take 2.9 km at 70 kg and "
          + "4.8 km/h; 'finder help burn' has the formula\n")
      try place.answer(Self.valhalla("0", "2.5", "1.2", "null"))
      let line = "burn 76 \(Self.point) --router \(Self.url) --csv --fields name,walk_m --no-header"
      expect(
        try place.run("\(line) --order calories"), stdout: "Pigeon,2670.2\nLion,2500\n",
        stderr: "\(router) found no route to 1 venue, whose walk is an estimate\n")
      expect(try place.run("\(line) --order calories -n 1 -q"), stdout: "Pigeon,2670.2\n")
      expect(
        try place.run(line), stdout: "Lion,2500\nPigeon,2670.2\n",
        stderr: "\(router) found no route to 1 venue, which comes last with an estimate\n")
      try place.curl("exit 7")
      #expect(
        try place.run("\(line) --order calories").stderr.hasSuffix(
          "nothing answers at localhost:8002; these walks are estimates\n"))
    }
  }

  /// As in `near` without a router: only in tables.
  @Test("Estimates with the configured walk factor")
  func walkFactor() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      try place.folder.write("walk-factor = 2\n", to: "config")
      let line = "near \(Self.point) --router \(Self.url) -q"
      let environment = ["FINDER_CONFIG": place.folder.file("config")]
      let table = try place.run(line, environment)
      #expect(table.stdout.contains("~4.5 km  ~56 min"), "\(table)")
      expect(
        try place.run("\(line) --json", environment), stdout: try place.run("\(line) --json").stdout
      )
    }
  }

  @Test func documents() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      let line = "near \(Self.point) --router \(Self.url) -n 2 -q"
      expect(
        try place.run("\(line) --json"),
        stdout: """
          {"query":{"lat":51.508,"lon":-0.128,"limit":2,"radius_m":null,"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":2,
           "venues":[
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":0,\
          "bearing_deg":0,"walk_m":0,"walk_min":0,"walk_from":"router"},
            {"id":"Fountain","name":"Fountain","postcode":null,"lat":51.518,"lon":-0.128,\
          "distance_m":1112.6,"bearing_deg":0,"walk_m":1200,"walk_min":15,"walk_from":"router"}]}

          """)
      expect(
        try place.run("\(line) --csv"),
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg,walk_m,walk_min,walk_from
          Nelson,Nelson,,51.508,-0.128,0,0,0,0,router
          Fountain,Fountain,,51.518,-0.128,1112.6,0,1200,15,router

          """)
      expect(
        try place.run("\(line) --csv --fields walk_from,name,walk_m --no-header"),
        stdout: "router,Nelson,0\nrouter,Fountain,1200\n")
      expect(
        try place.run(
          "near \(Self.point) --router \(Self.url) -n 1 --fields name,walk_m,walk_min,x -f ndjson"),
        stdout: #"{"name":"Nelson","walk_m":0,"walk_min":0,"x":null}"# + "\n",
        stderr: "finder: near: no venue in this dataset has 'x'\(Self.nothingElse)\n")
      expect(
        try place.run("\(line) --fields walk_m,name"),
        stdout: "WALK_M  NAME\n     0  Nelson\n  1200  Fountain\n")
      let features = try place.run("\(line) -f geojson").stdout
      #expect(
        features.contains(
          #""distance_m":1112.6,"bearing_deg":0,"walk_m":1200,"walk_min":15,"walk_from":"router"}"#)
      )
    }
  }

  @Test func closest() throws {
    let square = Dataset.collection([
      Dataset.venue("Lion", 51.508, -0.128), Dataset.venue("Lion", 51.51, -0.127),
    ])
    try RoutePlace.with(square) { place in
      try place.answer(
        #"{"sources_to_targets":[[{"distance":4},{"distance":3}]],"#
          + #""sources":[null],"targets":[null,null]}"#)
      expect(
        try place.run("closest Lion \(Self.point) --router \(Self.url) --csv --fields walk_m,lat"),
        stdout: "walk_m,lat\n3000,51.51\n",
        stderr: "finder: closest: the router at http://localhost:8002 does not say how far its "
          + "streets are from the points: these walks are estimates\n")
      #expect(try place.run("closest --all \(Self.point) --router \(Self.url)").status == 64)
    }
  }

  @Test("The configured router, in either spelling")
  func route() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      for address in [Self.url, "valhalla:\(Self.url)"] {
        try place.folder.write("router = \(address)\n", to: "config")
        expect(
          try place.run(
            "near \(Self.point) --route -n 2 -q --csv --fields name,walk_m --no-header",
            ["FINDER_CONFIG": place.folder.file("config")]),
          stdout: "Nelson,0\nFountain,1200\n")
      }
      #expect(try place.calls == 2)
      try place.folder.write("router = https://h:8x/\n", to: "config")
      let result = try place.run(
        "near \(Self.point) --route", ["FINDER_CONFIG": place.folder.file("config")])
      #expect(result.status == 64 && result.stderr.contains("cannot ask https://h:8x/"))
      #expect(try place.calls == 2)
    }
  }

  /// 100 kcal are 2857 metres.
  @Test("Meals, by walks that are long enough, there and back if that counts")
  func burn() throws {
    try RoutePlace.with { place in
      try place.answer(Self.usual)
      let line = "burn 100 \(Self.point) --router \(Self.url) -q --no-header --csv"
      expect(
        try place.run("\(line) --fields name,walk_m,walk_min,burns_kcal,walk_from"),
        stdout: "Lion,3500,43.8,122.5,router\n")
      // A venue farther than a walk may be is not asked for.
      try place.answer(Self.valhalla("0", "3.5", "1.2"))
      expect(
        try place.run("burn 80 \(Self.point) --router \(Self.url) -q --return"),
        stdout: """
            WALK    TIME  KCAL  OVER  DIR  NAME      POSTCODE
          2.4 km  30 min    84    +4  N    Fountain

          """)
      // The estimates are those without a router.
      try place.curl("exit 7")
      let table = try place.run("burn 90 \(Self.point) --router \(Self.url) -q").stdout
      #expect(try place.run("burn 90 \(Self.point) -q").stdout == table)
      #expect(table.contains("Pigeon"))
    }
  }

  @Test("The branch of each chain that is nearest on foot")
  func onePerChain() throws {
    func hoagie(_ latitude: Double, _ longitude: Double, _ postcode: String) -> String {
      Dataset.feature(
        latitude, longitude, properties: "{\"name\":\"Hoagie\",\"postcode\":\"\(postcode)\"}")
    }
    let venues = Dataset.collection([
      hoagie(51.508, -0.128, "W1A 1AA"), Dataset.venue("Pub", 51.509, -0.128),
      hoagie(51.51, -0.127, "W2 1AA"), Dataset.venue("Inn", 51.511, -0.127),
      hoagie(51.55, -0.127, "NW1 1AA"),
    ])
    try RoutePlace.with(venues) { place in
      try place.answer(
        #"""
        {"sources_to_targets":[[{"distance":5},{"distance":4},{"distance":3},{"distance":null},\#
        {"distance":9}]]}
        """#)
      let line = "near \(Self.point) --router \(Self.url) --one-per-chain -q --csv --no-header"
      let fields = "--fields name,lat,walk_m"
      expect(
        try place.run("\(line) \(fields) -n 2"), stdout: "Hoagie,51.51,3000\nPub,51.509,4000\n")
      expect(
        try place.run("\(line) \(fields) -n 9"),
        stdout: "Hoagie,51.51,3000\nPub,51.509,4000\nInn,51.511,409.1\n")
      // In straight-line order it is the other branch.
      try place.curl("exit 7")
      expect(
        try place.run("\(line) --fields name,lat -n 2"), stdout: "Hoagie,51.508\nPub,51.509\n")
    }
  }

  @Test("A radius applies to the straight line, and so does --limit 0")
  func radius() throws {
    try RoutePlace.with { place in
      try place.answer(#"{"sources_to_targets":[[{"distance":9},{"distance":8}]]}"#)
      let result = try place.run(
        "near \(Self.point) --router valhalla:\(Self.url) -r 300 -n 0 -q --csv --fields name,walk_m"
      )
      expect(result, stdout: "name,walk_m\nLion,8000\nNelson,9000\n")
    }
  }

  @Test func osrm() throws {
    try RoutePlace.with { place in
      let waypoints = (0...4).map { _ in #"{"location":[-0.128,51.508]}"# }.joined(separator: ",")
      try place.folder.write(
        #"{"code":"Ok","distances":[[0,0,500,9000,5000]],"sources":[{"location":[-0.128,51.508]}],"#
          + #""destinations":[\#(waypoints)]}"#, to: "table")
      try place.curl(
        #"case $(cat asked) in *table/v1*) head '200 OK'; cat table;; "#
          + #"*) head '400 Bad Request'; echo '{"code":"InvalidUrl"}';; esac"#)
      let names = "--csv --no-header --fields name -q"
      // Asked in Valhalla's language first, unless its address shows otherwise.
      for (url, calls) in [
        (Self.url, 2), ("osrm:\(Self.url)", 1), ("\(Self.url)/table/v1/foot", 1),
      ] {
        let before = try place.calls
        expect(
          try place.run("near \(Self.point) --router \(url) \(names)"),
          stdout: "Nelson\nLion\nPigeon\nFountain\n")
        #expect(try place.calls - before == calls)
        let asked = try place.asked
        #expect(
          asked.contains(
            "url = \"http://localhost:8002/table/v1/foot/-0.128,51.508;-0.128,51.508;"
              + "-0.127,51.51;-0.128,51.518;-0.128,51.488?sources=0&annotations=distance\"\n"))
      }
    }
  }

  @Test("A venue off the router's map does not affect the others")
  func parts() throws {
    try RoutePlace.with { place in
      let fault = #"{"error_code":171,"error":"No suitable edges near location"}"#
      try place.curl(
        #"""
        if grep -q '51.518' asked; then head '400 Bad Request'; echo '\#(fault)'; exit; fi
        head '200 OK'
        case $(grep -o lat asked | wc -l) in
          2) echo '{"sources_to_targets":[[{"distance":5}]],"sources":[{"lat":51.508,"lon":-0.128}],"targets":[{"lat":51.488,"lon":-0.128}]}';;
          3) echo '{"sources_to_targets":[[{"distance":4},{"distance":3}]],"sources":[{"lat":51.508,"lon":-0.128}],"targets":[{"lat":51.508,"lon":-0.128},{"lat":51.51,"lon":-0.127}]}';;
        esac
        """#)
      expect(
        try place.run(
          "near \(Self.point) --router \(Self.url) --csv --no-header --fields name,walk_m,walk_from -q"
        ),
        stdout:
          "Lion,3000,router\nNelson,4000,router\nPigeon,5000,router\nFountain,1335.1,estimate\n")
    }
  }
}
