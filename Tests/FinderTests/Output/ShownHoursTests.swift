import FinderEngine
import TestSupport
import Testing

/// The hours in `show`, and the messages of `data validate` about them.
@Suite struct ShownHoursTests {
  private static func venue(_ number: Int, _ properties: String) -> String {
    Dataset.feature(51.5, -0.1 + Double(number), properties: properties, id: "\"\(number)\"")
  }

  private static let venues = Dataset.collection([
    venue(0, #"{"name":"A","postcode":"N1 1AA","opening_hours":"24/7","phone":"1"}"#),
    venue(1, #"{"name":"B","opening_hours":"off \"re\u001b[31mbuilt\"","amenity":"pub"}"#),
    venue(2, #"{"name":"C","opening_hours":"Mo-Fr 9h","Web":"c.example","email":""}"#),
    venue(3, #"{"name":"D","address":null,"Business Type":"Pub","stars":4}"#),
    venue(4, #"{"opening_hours":["24/7"]}"#),
    venue(5, #"{"opening_hours":"caf\u00e9","cuisine":"pizza"}"#),
    venue(6, #"{"opening_hours":"Mo-Fr 10:00-22:00; é"}"#),
    #"{"type":"Feature","geometry":null,"properties":{"opening_hours":"x"}}"#,
  ])

  @Test func always() throws {
    try Dataset.with(Self.venues) { _, data in
      let table = try Finder.run("show 0", data: data)
      let lines = table.stdout.split(separator: "\n").map { String($0) }
      let first = try #require(lines.firstIndex { $0.hasPrefix("hours ") }, "\(table)")
      #expect(lines[first] == "hours          always open", "\(table)")
      let week = lines[first + 1...first + 7]
      #expect(
        week.allSatisfy { $0.hasPrefix("               ") && $0.contains("  all day") }, "\(table)")
      #expect(lines[first - 1] == "phone          1", "\(table)")
      #expect(lines[first + 8] == "position       51.5,-0.1", "\(table)")
      // There is more than the seven days.
      #expect(lines.contains("opening_hours  24/7"), "\(table)")
      let json = try Finder.run("show 0 --format ndjson", data: data)
      #expect(
        json.stdout.contains(#""state":"open","until":null,"comment":null,"week":[{"date":"20"#),
        "\(json)")
      #expect(json.stdout.split(separator: #""date":"#).count == 8, "\(json)")
    }
  }

  @Test("Closed with a comment, which is tidied; unreadable; none")
  func others() throws {
    try Dataset.with(Self.venues) { _, data in
      let closed = try Finder.run("show 1", data: data)
      #expect(closed.stdout.contains("hours          closed, \"re[31mbuilt\"\n"), "\(closed)")
      let bad = try Finder.run("show 2", data: data)
      #expect(bad.stdout.contains("hours          cannot be read: column "), "\(bad)")
      let json = try Finder.run("show 2 --format ndjson", data: data)
      #expect(
        json.stdout.contains(#""state":"unknown","until":null,"comment":null,"problem":"column "#),
        "\(json)")
      let none = try Finder.run("show 3 --format ndjson", data: data)
      #expect(none.status == 0 && !none.stdout.contains(#""hours""#), "\(none)")
    }
  }

  // MARK: validate

  private func validate(_ options: String) throws -> ProcessResult {
    try TemporaryDirectory.with { folder in
      _ = try folder.write(Self.venues, to: "v")
      return try Finder.run("data validate v \(options)", directory: folder.path)
    }
  }

  @Test func hours() throws {
    let table = try validate("--hours")
    #expect(table.status == 65)
    let lines = table.stdout.split(separator: "\n").map { String($0) }
    #expect(lines.count == 7, "\(table)")
    #expect(
      lines[0].contains(": feature 3 has opening hours that cannot be read at column 7: expected ")
        && lines[0].hasSuffix(": 'Mo-Fr 9h'"), "\(table)")
    #expect(lines[1].hasSuffix(#"expected a text: '["24/7"]'"#), "\(table)")
    #expect(
      lines.suffix(2) == [
        "v: 1 of 8 features cannot be used (1 no-geometry)",
        "v: the opening hours of 4 of 6 venues cannot be read",
      ], "\(table)")
    // At the wrong character in the file: the 9 of 9h, and é.
    let rows = try validate("--hours --csv").stdout.split(separator: "\n").map { String($0) }
    #expect(rows[0] == "feature,line,column,byte,fault,hours,hours_column")
    let text = Array(Self.venues.utf8)
    let bytes = rows.dropFirst().compactMap { Int($0.split(separator: ",")[3]) }
    #expect(text[bytes[0]...].starts(with: "9h\"".utf8), "\(rows)")
    #expect(text[bytes[3]...].starts(with: "é\"".utf8), "\(rows)")
    let json = try validate("--hours --json").stdout
    #expect(json.contains(#""hours":"Mo-Fr 9h","hours_column":7}"#), "\(json)")
    #expect(json.contains(#""counts":{"no-geometry":1,"hours":4}"#), "\(json)")
    #expect(try validate("--hours --format ndjson").stdout.split(separator: "\n").count == 5)
    // Without the option, hours are not a fault.
    #expect(try validate("--csv").stdout.split(separator: "\n").count == 2)
  }

  @Test func noneUnreadable() throws {
    try Dataset.with(Dataset.collection([Self.venue(0, #"{"opening_hours":"24/7"}"#)])) { _, data in
      let result = try Finder.run(["data", "validate", data, "--hours"])
      #expect(result.status == 0, "\(result)")
      #expect(
        result.stdout.hasSuffix(": the opening hours of 1 venue can all be read\n"), "\(result)")
    }
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.run(["data", "validate", data, "--hours"])
      #expect(
        result.status == 0 && result.stdout.hasSuffix(": no venue has opening hours\n"), "\(result)"
      )
    }
  }

  @Test func attributes() throws {
    expect(
      try validate("--attributes"), status: 65,
      stdout: """
        v: line 9, column 1: feature 8 has no geometry
        v: 1 of 8 features cannot be used (1 no-geometry)
        ATTRIBUTE           VENUES  SHARE
        names                    4  57.1%
        postcodes                1  14.2%
        addresses                0   0.0%
        kinds                    2  28.5%
        cuisines                 1  14.2%
        diets                    0   0.0%
        hours                    6  85.7%
          that can be read       2  28.5%
        phones                   1  14.2%
        websites                 1  14.2%
        emails                   0   0.0%
        ratings                  1  14.2%
        ids                      7   100%

        """)
    let json = try validate("--attributes --json").stdout
    #expect(
      json.contains(
        #""venues":7,"attributes":{"names":4,"postcodes":1,"addresses":0,"kinds":2,"cuisines":1,"diets":0,"hours":6,"readable_hours":2,"phones":1,"websites":1,"emails":0,"ratings":1,"ids":7}}"#
      ), "\(json)")
    expectUsage(
      try validate("--attributes --csv"), "data validate: --attributes cannot be written as csv",
      "--attributes  the share of venues with names, postcodes, hours, phones and so on (see 'finder help data validate')"
    )
  }

  /// They are counted in the spellings that `show` and searches read.
  @Test func attributesInOtherSpellings() throws {
    let venues = Dataset.collection([
      Self.venue(0, #"{"Address Line 2":"12 High Street"}"#),
      Self.venue(1, #"{"taxonomy":{"primary":"sushi_restaurant"}}"#),
      Self.venue(2, #"{"town":"Leeds","diet:lucky":"yes"}"#),
    ])
    try Dataset.with(venues) { _, data in
      let json = try Finder.run(["data", "validate", data, "--attributes", "--json"]).stdout
      #expect(json.contains(#""addresses":1,"kinds":1,"cuisines":1,"diets":0,"#), "\(json)")
    }
  }
}
