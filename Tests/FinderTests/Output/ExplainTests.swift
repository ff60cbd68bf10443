import FinderEngine
import Foundation
import TestSupport
import Testing

/// `--explain`: what is explained, and where.
@Suite struct ExplainTests {
  @Test func theDocument() throws {
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run(
          "near --lat 51.508 --lon -0.128 --limit 2 --where name!=Lion --json --explain", data: data
        ),
        stdout: #"""
          {"query":{"lat":51.508,"lon":-0.128,"limit":2,"radius_m":null,"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":2,
           "explain":{"venues":4,"left_out":[{"filter":"where name!=Lion","venues":1},{"filter":"limit","venues":1}],"geodesics":3,"ties":[],"next":{"id":"Pigeon","name":"Pigeon","margin_m":1112.575}},
           "venues":[
            {"id":"Nelson","name":"Nelson","postcode":null,"lat":51.508,"lon":-0.128,"distance_m":0,"bearing_deg":0},
            {"id":"Fountain","name":"Fountain","postcode":null,"lat":51.518,"lon":-0.128,"distance_m":1112.6,"bearing_deg":0}]}

          """#)
      expect(
        try Finder.run("within --bbox -0.2,51.5,0,52.5 --count --json --explain", data: data),
        stdout: #"""
          {"query":{"lat":52,"lon":-0.1,"limit":0,"bbox":[-0.2,51.5,0,52.5],"match":null},
           "camera":{"inside":true,"moved":false},
           "data":{"source":"option"},
           "count":3,
           "explain":{"venues":4,"left_out":[{"filter":"bbox","venues":1}],"geodesics":0,"ties":[],"next":null}}

          """#)
    }
  }

  @Test func forPeople() throws {
    try Dataset.with(Dataset.square) { _, data in
      let plain = try Finder.run("near 51.508,-0.128 -n 2", data: data)
      let explained = try Finder.run("near 51.508,-0.128 -n 2 --explain", data: data)
      #expect(explained.stdout == plain.stdout)
      expect(
        explained,
        stderr: """
          finder: near: 4 venues in the dataset: 2 listed, 2 beyond the limit of 2
          finder: near: 3 geodesics worked out
          finder: near: next would be Fountain, 879.5 m farther than the last one listed

          """)
      expect(
        try Finder.run("near 51.508,-0.128 -r 500m -m pigeon -n 0 --csv --explain", data: data),
        stdout: "id,name,postcode,lat,lon,distance_m,bearing_deg\n",
        stderr: """
          finder: near: 4 venues in the dataset: 0 listed, 2 left out by --radius, 2 left out by --match
          finder: near: 0 geodesics worked out

          """)
      let none = try Finder.run("near 51.508,-0.128 -m zebra --explain", data: data)
      #expect(none.stderr.contains("finder: near: nothing fits\n"), "\(none)")
      expect(
        try Finder.run("near 51.508,-0.128 --count --explain", data: data), stdout: "4\n",
        stderr: """
          finder: near: 4 venues in the dataset: 4 counted
          finder: near: 0 geodesics worked out

          """)
    }
  }

  /// Three on one spot, two of them with the same name, and one more that comes next.
  @Test func ties() throws {
    let names = ["b", "a", "b", "c"]
    let features = names.enumerated().map { place, name in
      Dataset.feature(
        51.5, place < 3 ? -0.1 : -0.2, properties: "{\"name\":\"\(name)\"}", id: "\(place)")
    }
    try Dataset.with(Dataset.collection(features)) { _, data in
      for (limit, ids, by, next) in [
        (1, #"["1","0"]"#, "name", #"{"id":"0","name":"b","margin_m":0}"#),
        (2, #"["1","0","2"]"#, "position", #"{"id":"2","name":"b","margin_m":0}"#),
        (4, #"["1","0","2"]"#, "position", "null"),
      ] {
        let result = try Finder.run("near 51.5,-0.1 -n \(limit) --json --explain", data: data)
        let ties = #""ties":[{"distance_m":0,"ids":\#(ids),"by":"\#(by)"}],"next":\#(next)}"#
        #expect(result.stdout.contains(ties), "\(result)")
      }
      expect(
        try Finder.run("near 51.5,-0.1 -n 2 --explain --csv", data: data),
        stderr: """
          finder: near: 4 venues in the dataset: 2 listed, 2 beyond the limit of 2
          finder: near: 4 geodesics worked out
          finder: near: 3 are equally far, 0 m, and are in the order of their names and then of the file: a, b, b
          finder: near: next would be b, as far as the last one listed

          """)
    }
  }

  /// Whatever excluded them, the numbers of venues add up, with and without a snapshot.
  @Test(.slow) func addsUp() throws {
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      try folder.age()
      for line in [
        "near 51.5,-0.1",
        "near 51.5,-0.1 -n 0",
        "near 51.5,-0.1 -r 6km -n 3",
        "near 51.5,-0.1 -r 6km",
        "near 51.5,-0.1 --one-per-chain -n 3",
        "near 51.5,-0.1 --chain chops -n 2 --where name!=x",
        "near 51.5,-0.1 --independents-only --count",
        "near 51.5,-0.1 --not-visited -m ch",
        "near 51.5,-0.1 --reviewed",
        "near 51.5,-0.1 --for chips",
        "near 51.5,-0.1 --open now",
        "within --bbox -1,51,1,51.55 -n 2",
        "within 51.5,-0.1 --span 0.1,1 --one-per-chain",
        "within 51.5,-0.1 -r 4km --count",
        "closest chips 51.5,-0.1",
        "closest chips 51.5,-0.1 -n 3 -r 3km",
      ] {
        for words in [" --no-cache", ""] {
          let result = try Finder.run(
            "\(line) --json --explain --quiet\(words)", data: data,
            environment: ["XDG_CACHE_HOME": folder.path])
          expect(result)
          let document = try JSONSerialization.jsonObject(with: Data(result.stdoutBytes))
          let members = try #require(document as? [String: Any])
          let explain = try #require(members["explain"] as? [String: Any])
          let leftOut = try #require(explain["left_out"] as? [[String: Any]])
          let sum = leftOut.reduce(0) { $0 + ($1["venues"] as? Int ?? -1000) }
          #expect(explain["venues"] as? Int == 15)
          #expect((members["count"] as? Int ?? 0) + sum == 15, "\(result)")
          #expect(leftOut.allSatisfy { ($0["venues"] as? Int ?? -1) >= 0 }, "\(result)")
        }
      }
    }
  }

  /// Without the option the output is unchanged, and with it only the member and the words are added.
  @Test func onlyWhatWasAskedFor() throws {
    for format in ["table", "json", "ndjson", "geojson", "csv"] {
      let line = "near 51.5074,-0.1278 -n 300 -m cafe --format \(format)"
      let plain = try Finder.run(line, data: Sample.path)
      let explained = try Finder.run("\(line) --explain", data: Sample.path)
      #expect(!plain.stdout.contains("explain") && plain.status == 0)
      let without = explained.stdout.split(separator: "\n").filter {
        !$0.hasPrefix(" \"explain\":")
      }
      #expect(without == plain.stdout.split(separator: "\n"), "\(format)")
      #expect(explained.stderr.contains("left out by --match") == (format != "json"))
    }
  }

  @Test func eachFavourite() throws {
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      let environment = ["XDG_DATA_HOME": folder.path]
      for name in ["chips", "Ann's"] {
        let added = try Finder.run(
          ["favourites", "add", name, "--quiet"], data: data, environment: environment)
        #expect(added.status == 0, "\(added)")
      }
      expect(
        try Finder.run("closest --all 51.5,-0.1 --explain", data: data, environment: environment),
        stderr: """
          finder: closest: 'chips': 15 venues in the dataset: 1 listed, 10 left out by NAME, 4 beyond the limit of 1; 3 geodesics worked out; next would be CHIPS, 2.2 km farther than the last one listed
          finder: closest: 'Ann's': 15 venues in the dataset: 1 listed, 14 left out by NAME, 0 beyond the limit of 1; 1 geodesic worked out; nothing else fits

          """)
      let rows = try Finder.run(
        "closest --all 51.5,-0.1 --explain --verify --format ndjson", data: data,
        environment: environment)
      let gpx = try Finder.run(
        "closest --all 51.5,-0.1 --explain --format gpx", data: data, environment: environment)
      #expect(gpx.stderr.contains("'chips': 15 venues in the dataset: 1 listed"), "\(gpx)")
      let quiet = try Finder.run(
        "closest --all 51.5,-0.1 --explain --format ndjson --quiet", data: data,
        environment: environment)
      expect(quiet, stdout: rows.stdout, stderr: "")
      let explained = #""explain":{"venues":15,"left_out":[{"filter":"name","venues":10},"#
      #expect(rows.stdout.contains(explained), "\(rows)")
      #expect(
        rows.stderr
          == "finder: closest: verified: 15 venues worked out again, the same 2 in the same order\n"
      )
    }
  }

  @Test(arguments: [
    (
      "near 51.5,-0.1 --explain -q", "--explain is hidden by --quiet; leave that out, or use --json"
    ),
    (
      "near 51.5,-0.1 --explain --route",
      "--explain cannot be combined with --route, since the walks are the router's"
    ),
    (
      "closest x 51.5,-0.1 --verify --router http://localhost:1",
      "--verify cannot be combined with --router, since the walks are the router's"
    ),
  ])
  func refused(line: String, problem: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(line, data: data)
      #expect(result.status == 64 && result.stdout.isEmpty, "\(result)")
      #expect(result.stderr.contains(problem), "\(result)")
    }
  }
}

/// `--verify` in complete runs. `VerificationTests` checks what is found in wrong answers.
@Suite struct VerifyTests {
  @Test(.slow) func rightAnswers() throws {
    try Dataset.with(ChainOptionTests.venues) { folder, data in
      try folder.age()
      for (line, note) in [
        ("near 51.5,-0.1", "15 venues worked out again, the same 10 in the same order"),
        ("near 51.5,-0.1 --csv -n 0", "15 venues worked out again, the same 15 in the same order"),
        ("near 51.5,-0.1 --json -n 1", "15 venues worked out again, the same one found"),
        ("near 51.5,-0.1 --count", "15 venues worked out again, the same number"),
        ("near 51.5,-0.1 -m zzz --json", "15 venues worked out again, none found"),
        (
          "near 51.5,-0.1 --one-per-chain -n 4",
          "15 venues worked out again, the same 4 in the same order"
        ),
        (
          "near 51.5,-0.1 --for chips --json",
          "15 venues worked out again, the same 5 in the same order"
        ),
        (
          "near 51.5,-0.1 --not-visited -n 3",
          "15 venues worked out again, the same 3 in the same order"
        ),
        ("near 51.5,-0.1 --reviewed --json", "15 venues worked out again, none found"),
        (
          "near 51.5,-0.1 --where name~chops -r 7km",
          "15 venues worked out again, the same 2 in the same order"
        ),
        (
          "within --bbox -1,51,1,51.555", "15 venues worked out again, the same 6 in the same order"
        ),
        (
          "within 51.5,-0.1 --span 0.05,1 --json",
          "15 venues worked out again, the same 3 in the same order"
        ),
        (
          "closest chips 51.5,-0.1 -n 0", "15 venues worked out again, the same 5 in the same order"
        ),
      ] {
        // Without a snapshot, and with one.
        for words in [" --no-cache", ""] {
          let environment = ["XDG_CACHE_HOME": folder.path]
          let plain = try Finder.run("\(line)\(words)", data: data, environment: environment)
          let result = try Finder.run(
            "\(line)\(words) --verify", data: data, environment: environment)
          #expect(result.status == 0 && result.stdout == plain.stdout, "\(result)")
          #expect(result.stderr.hasSuffix(": verified: \(note)\n"), "\(result)")
          let quiet = try Finder.run(
            "\(line)\(words) --verify -q", data: data, environment: environment)
          expect(quiet, stdout: plain.stdout)
        }
      }
    }
  }

  /// Its bytes are used twice.
  @Test func standardInput() throws {
    for text in [Dataset.square, ChainOptionTests.venues] {
      let result = try Finder.run(
        "near 51.5,-0.1 -n 3 --verify --data - --csv", stdin: .bytes(Array(text.utf8)))
      #expect(
        result.status == 0 && result.stderr.contains("the same 3 in the same order"), "\(result)")
    }
  }

  @Test func theSample() throws {
    let result = try Finder.run("near 53.48,-2.24 -n 500 --verify --json", data: Sample.path)
    expect(
      result,
      stderr:
        "finder: near: verified: 55,000 venues worked out again, the same 500 in the same order\n")
  }
}
