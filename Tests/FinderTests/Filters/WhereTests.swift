import FinderEngine
import TestSupport
import Testing

/// `--where` on the command line: in all commands that have it, with its notes and errors.
@Suite struct WhereTests {
  private static let venues = Dataset.collection([
    Dataset.feature(51.5, -0.1, properties: #"{"name":"A","cuisine":"pizza","stars":3}"#),
    Dataset.feature(51.501, -0.1, properties: #"{"name":"B","cuisine":"thai","stars":5}"#),
    Dataset.feature(51.502, -0.1, properties: #"{"name":"C","cuisine":"pizza","stars":"4"}"#),
    Dataset.feature(51.503, -0.1, properties: #"{"name":"D"}"#),
  ])

  private func names(_ arguments: [String], _ data: String, stderr: String = "") throws -> [String]
  {
    let result = try Finder.run(arguments + ["--format", "csv"], data: data)
    expect(result, stderr: stderr)
    return result.stdout.split(separator: "\n").dropFirst().map { row in
      String(row.split(separator: ",", omittingEmptySubsequences: false)[1])
    }
  }

  @Test(arguments: [
    (["cuisine=pizza"], ["A", "C"]), (["stars>=4"], ["B", "C"]),
    (["stars>=4", "cuisine~piz"], ["C"]),
    (["!cuisine"], ["D"]), (["name=D"], ["D"]), (["cuisine!=thai"], ["A", "C", "D"]),
  ])
  func nearAndWithin(conditions: [String], expected: [String]) throws {
    try Dataset.with(Self.venues) { _, data in
      let options = conditions.flatMap { ["--where", $0] }
      #expect(try names(["near", "--at", "51.5,-0.1"] + options, data) == expected)
      // It applies before the limit.
      let first = try names(["near", "--at", "51.5,-0.1", "--limit", "1"] + options, data)
      #expect(first == Array(expected.prefix(1)))
      #expect(
        Set(try names(["within", "--bbox", "-1,51,1,52"] + options, data)) == Set(expected))
      expect(
        try Finder.run(["within", "--bbox", "-1,51,1,52", "--count"] + options, data: data),
        stdout: "\(expected.count)\n")
    }
  }

  /// The same with a snapshot; the document never shows what was filtered before.
  @Test func document() throws {
    try Dataset.with(Self.venues) { folder, data in
      let cache = ["XDG_CACHE_HOME": folder.path]
      for _ in 1...2 {
        let result = try Finder.run(
          ["near", "--at", "51.5,-0.1", "--json", "--where", "stars=5"], data: data,
          environment: cache)
        #expect(
          result.stdout.hasPrefix(
            #"{"query":{"lat":51.5,"lon":-0.1,"limit":10,"radius_m":null,"match":null},"#))
        #expect(result.stdout.contains(#""properties":{"cuisine":"thai","stars":5}"#))
      }
    }
  }

  @Test(arguments: ["1", "3"])
  func bulk(jobs: String) throws {
    try Dataset.with(Self.venues) { _, data in
      let points = String(repeating: "51.5,-0.1\n51.503,-0.1\n", count: 200)
      let options = ["bulk", "--format", "csv", "--jobs", jobs, "--where", "cuisine=pizza"]
      let result = try Finder.run(options, data: data, stdin: .text(points))
      expect(result)
      let rows = result.stdout.split(separator: "\n").dropFirst()
      #expect(rows.count == 400)
      let isRight = rows.enumerated().allSatisfy { $1.contains($0 % 2 == 0 ? ",A,," : ",C,,") }
      #expect(isRight)
      expect(
        try Finder.run(
          ["bulk", "--count", "--where", "stars>3", "--jobs", jobs], data: data,
          stdin: .text("51.5,-0.1\n")),
        stdout: "{\"query\":{\"line\":1,\"lat\":51.5,\"lon\":-0.1},\"count\":2}\n")
    }
  }

  @Test func aKeyThatNoVenueHas() throws {
    try Dataset.with(Self.venues) { _, data in
      let note = "no venue in this dataset has 'cusine'; did you mean 'cuisine'?\n"
      let near = ["near", "--at", "51.5,-0.1", "--where"]
      for condition in ["cusine=pizza", "cusine", "cusine<3", "cusine~x"] {
        #expect(try names(near + [condition], data, stderr: "finder: near: \(note)") == [])
      }
      for condition in ["!cusine", "cusine!=pizza"] {
        let all = try names(near + [condition], data, stderr: "finder: near: \(note)")
        #expect(all == ["A", "B", "C", "D"])
      }
      let kebab = "finder: near: no venue in this dataset has cuisine 'kebab'\n"
      #expect(try names(near + ["cuisine=kebab"], data, stderr: kebab) == [])
      // Noted once, at whatever place the key is.
      let twice = ["cusine>1", "--where", "cusine<3", "--fields", "name,cusine"]
      #expect(try names(near + twice, data, stderr: "finder: near: \(note)") == [])
      #expect(try names(near + ["!cusine", "--quiet"], data).count == 4)
      let far =
        "finder: near: no venue in this dataset has 'zzz'; its properties are cuisine, stars\n"
      #expect(try names(near + ["zzz"], data, stderr: far) == [])
      let bulk = try Finder.run(
        ["bulk", "--where", "cusine=x"], data: data, stdin: .text("51.5,-0.1\n"))
      expect(bulk, stderr: "finder: bulk: \(note)")
      let within = ["within", "--bbox", "-1,51,1,52", "--count", "--where", "cusine"]
      expect(try Finder.run(within, data: data), stdout: "0\n", stderr: "finder: within: \(note)")
    }
  }

  @Test func aConditionInWords() throws {
    for (text, meant) in [
      ("name contains pizza", "name~pizza"), ("stars is 4", "stars=4"),
      ("cuisine: pizza", "cuisine=pizza"), ("NOT closed", "!closed"),
    ] {
      expectUsage(
        try Finder.run(["near", "51.5,-0.1", "--where", text]),
        "near: --where '\(text)' has no operator that finder knows; "
          + "try: finder near 51.5,-0.1 --where '\(meant)'", "")
    }
  }

  /// Nothing is found, and something else was meant.
  @Test func whatFindsNothing() throws {
    try Dataset.with(Self.venues) { _, data in
      let near = ["near", "--at", "51.5,-0.1", "--where"]
      let either = "finder: near: 'cuisine=pizza|thai' takes either\n"
      #expect(try names(near + ["cuisine=pizza, thai"], data, stderr: either) == [])
      #expect(try names(near + ["cuisine=pizza,thai", "-q"], data) == [])
      let chips = "finder: near: no venue in this dataset has cuisine 'fish,chips'\n"
      #expect(try names(near + ["cuisine=fish,chips"], data, stderr: chips) == [])
      let others = try names(near + ["cuisine!=pizza,thai"], data)
      #expect(others.count == 4)
      for (condition, radius) in [("distance_m<500", "500m"), ("distance <= 2km", "2km")] {
        let key = condition.prefix { $0 != "<" && $0 != " " }
        #expect(
          try names(
            near + [condition], data,
            stderr:
              "finder: near: no venue in this dataset has '\(key)'; for those within a distance: "
              + "--radius \(radius)\n") == [])
      }
    }
    // A comma in the venues' values, and a property of that name.
    let others = Dataset.collection([
      Dataset.feature(
        51.5, -0.1, properties: #"{"name":"A","cuisine":"a,b","distance_m":3,"stars":1}"#),
      Dataset.feature(51.501, -0.1, properties: #"{"name":"B","cuisine":"a"}"#),
    ])
    try Dataset.with(others) { _, data in
      let near = ["near", "--at", "51.5,-0.1", "--where"]
      let both = try names(near + ["cuisine=a,b"], data)
      #expect(both == ["A"])
      #expect(try names(near + ["cuisine=a,b", "--where", "stars>1"], data) == [])
      #expect(try names(near + ["distance_m<2"], data) == [])
    }
  }

  @Test(arguments: ["near", "within", "bulk"])
  func refused(command: String) throws {
    let point = command == "bulk" ? [] : ["--at", "51.5,-0.1", "--radius", "1km"]
    for (text, problem) in [
      ("=x", "'=x' has no key"),
      (
        "a=1,b=2",
        "'a=1,b=2' looks like several conditions; give each its own --where, or put the value in double quotes"
      ),
    ] {
      expectUsage(
        try Finder.run([command] + point + ["--where", text]), "\(command): --where \(problem)",
        "--where EXPR  only venues with KEY=VALUE; also !=, <, <=, > and >=, KEY~TEXT, KEY and !KEY (see 'finder help \(command)')"
      )
    }
  }
}
