import FinderEngine
import TestSupport
import Testing

/// A point as an argument: `near 51.5,-0.12`.
@Suite struct PointArgumentTests {
  @Test("A file instead of a point: the message has a complete command that takes it")
  func aFileIsNotAPoint() throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write("lat,lon\n51.508,-0.128\n", to: "my points.csv")
      try folder.write(
        #"{"type":"Polygon","coordinates":[[[-1,51],[1,51],[1,52],[-1,52],[-1,51]]]}"#,
        to: "area.geojson")
      for (words, line) in [
        (["near", "my points.csv"], "finder bulk 'my points.csv' --data \(data)"),
        (["within", "my points.csv"], "finder bulk 'my points.csv' --data \(data)"),
        (
          ["within", "--at", "my points.csv", "-r", "1km"],
          "finder bulk 'my points.csv' --radius 1km --data \(data)"
        ),
        (["near", "area.geojson"], "finder bulk area.geojson --data \(data)"),
        (["within", "area.geojson"], "finder within --polygon area.geojson"),
      ] {
        let result = try Finder.run(words, data: data, directory: folder.path)
        expect(result, status: 64, stdout: "", stderr: nil)
        let first = result.stderr.split(separator: "\n")[0]
        #expect(first.contains(", not a point") && first.hasSuffix(": \(line)"), "\(result)")
      }
      expect(
        try Finder.shell(
          "cd '\(folder.path)' && finder bulk 'my points.csv' --count && finder within --polygon area.geojson --count",
          environment: ["FINDER_DATA": data]), stdout: nil)
    }
  }

  @Test(arguments: [
    ["51.508,-0.128"], ["51.508", "-0.128"], ["51.508 -0.128"], ["51.508, -0.128"],
    ["51.508,", "-0.128"], [" 51.508 ,  -0.128 "], ["5.1508e1", "-.128"], ["5.1508e1,-1.28e-1"],
    ["(51.508,-0.128)"], ["51.508-0.128"],
    ["5.1508e1; -1.28E-1"],
    ["--", "51.508", "-0.128"],
    ["51.508", "--quiet", "-0.128"], ["-q", "51.508", "-0.128"],
    ["--lat", "51.508", "--lon=-0.128"],
  ])
  func everyWayOfWritingOne(words: [String]) throws {
    try Dataset.with(Dataset.square) { _, data in
      let expected = try Finder.run("near --at 51.508,-0.128 --json", data: data).stdout
      expect(try Finder.run(["near", "--data", data, "--json"] + words), stdout: expected)
      for command in ["within --radius 300", "check"] {
        let line = Finder.words(command) + ["--json", "--data", data]
        let expected = try Finder.run(line + ["--at", "51.508,-0.128"]).stdout
        #expect(expected.contains("51.508"))
        expect(try Finder.run(line + words), stdout: expected)
      }
    }
  }

  @Test func pointsSouthAndWest() throws {
    for (line, lat, lon) in [
      ("near -33.9 -70.5", "-33.9", "-70.5"), ("near -.5,-0.25", "-0.5", "-0.25"),
      ("near 0 -1e1", "0", "-10"),
    ] {
      let result = try Finder.run("\(line) --outside allow --count --json --data \(Sample.path)")
      #expect(result.stdout.hasPrefix(#"{"query":{"lat":\#(lat),"lon":\#(lon),"#), "\(result)")
    }
  }

  private static func unknown(_ text: String) -> String {
    "'\(text)' is not a point that finder knows; try a postcode or 'NAME, COUNTY', add places ('finder help gazetteer'), or "
      + "search names, for example: finder near London --match \(text)"
  }
  private static let quotes = "quote the words that belong together: finder near "
  private static let twice =
    "give the point once: as POINT, or with --at, or with --lat and --lon"

  @Test(arguments: [
    ("51.5", "POINT 51.5 is a latitude alone: the longitude is missing", ""),
    ("51.5,", "POINT 51.5, is a latitude alone: the longitude is missing", ""),
    (
      "51.5 -0.12 7",
      "'51.5 -0.12 7' is not a point that finder knows; try: finder near '51.5 -0.12' --limit 7", ""
    ),
    (
      "51.5,-0.12 7",
      "'51.5,-0.12 7' is not a point that finder knows; try: finder near 51.5,-0.12 --limit 7", ""
    ),
    ("TQ 3080", "POINT 'TQ 3080' is two words: \(quotes)'TQ 3080'", ""),
    ("TQ 30 80", "unexpected argument '80'; \(quotes)'TQ 30 80'", "see 'finder help near'"),
    (
      "12-14",
      "POINT 12-14 looks like degrees, but there is nothing between its two numbers: put a comma there "
        + "if it is a point", ""
    ),
    (
      "-q -- -json",
      "POINT -json is not a point that finder knows; try a postcode or 'NAME, COUNTY', or add places ('finder help gazetteer')",
      ""
    ),
    ("Xanadu", unknown("Xanadu"), ""), ("--at Xanadu", unknown("Xanadu"), ""),
    (
      "TQ308",
      "POINT TQ308 looks like a grid reference, but eastings and northings need the "
        + "same number of digits", ""
    ),
    (
      "GV4C+XV",
      "POINT GV4C+XV looks like a plus code, but it is a short one: a whole code has "
        + "eight characters before the +, and a short one needs the name of a place after it, as in "
        + "'GV4C+XV London'", ""
    ),
    (
      "12/14",
      "POINT 12/14 looks like degrees, but there is only a slash between its two numbers: put a comma there "
        + "if it is a point", ""
    ),
    (
      "https://example.org/@51.5,-0.12",
      "POINT https://example.org/@51.5,-0.12 looks like a link to a map, but finder does not know how "
        + "example.org writes positions: type the latitude and the longitude, as in 51.5,-0.12", ""
    ),
    ("51°N,95°N", "POINT 51°N,95°N looks like degrees, but it has two latitudes", ""),
    (
      "https://goo.gl/maps/x",
      "POINT https://goo.gl/maps/x looks like a link to a map, but a short "
        + "link has no position: open it and copy the full address", ""
    ),
    (
      "800000,180500",
      "POINT 800000,180500 looks like eastings and northings, but they are outside the National Grid",
      ""
    ),
    ("95 0", "POINT '95 0' looks like degrees, but latitude 95 is out of range (-90…90)", ""),
    (
      "-2 181", "POINT '-2 181' looks like degrees, but longitude 181 is out of range (-180…180)",
      ""
    ),
    ("51,0 --at 51,0", twice, "see 'finder help near'"),
    ("51,0 --lat 51 --lon 0", twice, "see 'finder help near'"),
    ("51 --lon 0", twice, "see 'finder help near'"),
    ("--at 51,0 --lat 51", twice, "see 'finder help near'"),
    ("--at 51.5 -0.12", "--at takes one word: write --at 51.5,-0.12, or leave out --at", ""),
  ])
  func textsThatAreNotPoints(line: String, problem: String, help: String) throws {
    expectUsage(
      try Finder.run("near \(line)", environment: ["FINDER_DATA": "/nonexistent"]),
      "near: \(problem)", help)
  }

  /// All spellings of a point mean the same, and add nothing to the answer.
  @Test(
    .slow,
    arguments: [
      #"51°30'28.8"N 0°7'40.8"W"#, "51.508N 0.128W", "N 51 30.48, W 0 7.68", "51,508 -0,128",
      "geo:51.508,-0.128", "https://www.google.com/maps/@51.508,-0.128,15z",
      "https://www.openstreetmap.org/#map=17/51.508/-0.128",
      "https://www.openstreetmap.org/#12/51.508/-0.128",
      "https://yandex.com/maps/?ll=-0.128,51.508",
      "https://2gis.com/geo/-0.128,51.508", "https://maps.google.com/?q=Pub@51.508,-0.128",
      "geo:?q=51.508,-0.128", "51:30:28.8N 0:07:40.8W", "51d30m28.8sN 0d7m40.8sW", "51.508/-0.128",
      "51,508° N 0,128° W",
    ])
  func degreesInOtherForms(text: String) throws {
    try Dataset.with(Dataset.square) { _, data in
      for form in ["--json", "--csv"] {
        let expected = try Finder.run("near --at 51.508,-0.128 \(form)", data: data).stdout
        expect(try Finder.run(["near", "--data", data, form, text]), stdout: expected)
        expect(try Finder.run(["near", "--data", data, form, "--at", text]), stdout: expected)
      }
    }
  }

  /// A spelling that means the centre of something says so.
  @Test(
    .slow,
    arguments: [
      ("TQ 30 80", "51.508", "grid", "TQ 30 80", "square", "that square of 1 km"),
      ("tq3080", "51.508", "grid", "TQ 30 80", "square", "that square of 1 km"),
      ("grid:SE24", "53.9", "grid", "SE 2 4", "square", "that square of 10 km"),
      ("530500,180500", "51.508", "grid", "530500,180500", "square", "that position"),
      ("9c3xgv4c+xv", "51.507", "plus-code", "9C3XGV4C+XV", "cell", "that plus code"),
      (
        "gv4c+xv 51.5,-0.1", "51.507", "plus-code", "9C3XGV4C+XV", "cell",
        "that plus code, near 51.5"
      ),
    ])
  func placesInWords(
    text: String, latitude: String, kind: String, name: String, precision: String, note: String
  ) throws {
    let line = ["--data", Sample.path, "--limit", "1", "--quiet"]
    let place =
      #""place":{"text":"\#(text)","kind":"\#(kind)","name":"\#(name)","precision":"\#(precision)","from":null}"#
    for command in [["near"], ["within", "--radius", "90km"], ["within", "--span", "middle"]] {
      let result = try Finder.run(command + line + ["--json", text])
      #expect(
        result.status == 0 && result.stdout.contains(place)
          && result.stdout.contains("\"lat\":\(latitude)"), "\(result)")
    }
    let check = try Finder.run(["check", "--json", text])
    #expect(check.stdout.contains(place), "\(check)")
    let table = try Finder.run(["near", "--data", Sample.path, text])
    #expect(table.stderr.contains(": \(name): searching from ") && table.stderr.contains(note))
  }
}
