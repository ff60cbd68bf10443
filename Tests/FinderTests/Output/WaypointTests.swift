import CommandLineKit
import TestSupport
import Testing

@testable import FinderEngine
@testable import finder

/// Lists of venues as GPX and KML: the venues of `--json` in the same order, with a description.
@Suite struct WaypointTests {
  private static let hostile =
    #"</name><script>alert(1)</script>&amp; \"it's\"\u0000\u001b[31m\u202e\ufffe x"#

  private static let dataset = Dataset.collection([
    Dataset.feature(
      51.501, -0.1,
      properties: #"""
        {"name":"Thai & Co","postcode":"N1 1AA","addr:street":"High Street","addr:housenumber":"12",
         "amenity":"restaurant","cuisine":"thai","diet:vegan":"yes","phone":"020 7946 0958",
         "website":"https://thai.example/?a=1&b=2","opening_hours":"Mo-Su 10:00-22:00"}
        """#, id: #""thai""#),
    Dataset.feature(
      51.5, -0.1, properties: #"{"name":"\#(hostile)","website":"javascript:alert(1)"}"#,
      id: #""bad""#),
    Dataset.feature(51.503, -0.1, properties: "{}", id: #""none""#),
  ])

  private struct Mark: Equatable {
    var latitude = 0.0
    var longitude = 0.0
    var name = ""
    var description = ""
    var link: String?
  }

  /// With the project's XML reader, which another check compares with other readers.
  private func marks(_ text: String) throws -> [Mark] {
    var reader = try XMLReader(guarded(text.utf8))
    var (marks, path): ([Mark], [String]) = ([], [])
    var start = 0
    while let step = try reader.next() {
      switch step {
      case .start(let name):
        path.append(String(decoding: reader.cursor.bytes(reader.cursor.local(name)), as: UTF8.self))
        start = reader.cursor.position
        func value(_ name: StaticString) throws -> String? {
          try reader.attribute(name).map { place in
            try reader.withValue(place) { String(decoding: $0, as: UTF8.self) }
          }
        }
        switch path {
        case ["gpx", "wpt"]:
          let (latitude, longitude) = (
            Double(try value("lat") ?? ""), Double(try value("lon") ?? "")
          )
          marks.append(
            Mark(latitude: try #require(latitude), longitude: try #require(longitude)))
        case ["kml", "Document", "Placemark"]: marks.append(Mark())
        case ["gpx", "wpt", "link"], ["kml", "Document", "Placemark", "link"]:
          marks[marks.count - 1].link = try value("href")
        default: break
        }
      case .end:
        var decoded = ByteBuffer()
        let isLeaf = ["name", "desc", "description", "coordinates"].contains(path.last)
        if isLeaf { try reader.cursor.decode(start..<reader.position, to: &decoded) }
        let content = String(decoding: decoded.bytes, as: UTF8.self)
        switch path {
        case ["gpx", "wpt", "name"], ["kml", "Document", "Placemark", "name"]:
          marks[marks.count - 1].name = content
        case ["gpx", "wpt", "desc"], ["kml", "Document", "Placemark", "description"]:
          marks[marks.count - 1].description = content
        case ["kml", "Document", "Placemark", "Point", "coordinates"]:
          let numbers = content.split(separator: ",").compactMap { Double($0) }
          marks[marks.count - 1].longitude = numbers[0]
          marks[marks.count - 1].latitude = numbers[1]
        default: break
        }
        path.removeLast()
      }
    }
    return marks
  }

  private func run(_ line: String, in text: String = dataset) throws -> ProcessResult {
    try Dataset.with(text) { _, data in try Finder.run(line, data: data) }
  }

  @Test(arguments: ["gpx", "kml"])
  func near(form: String) throws {
    let result = try run("near 51.5,-0.1 --format \(form)")
    expect(result, stdout: nil)
    let marks = try marks(result.stdout)
    #expect(marks.map(\.latitude) == [51.5, 51.501, 51.503])
    #expect(marks.map(\.longitude) == [-0.1, -0.1, -0.1])
    #expect(
      marks.map(\.name)
        == [#"</name><script>alert(1)</script>&amp; "it's"[31m x"#, "Thai & Co", ""])
    #expect(marks.map(\.link) == [nil, "https://thai.example/?a=1&b=2", nil])
    let thai = """
      111 m N, ~2 min on foot
      12 High Street, N1 1AA
      restaurant, thai, vegan
      Mo-Su 10:00-22:00
      020 7946 0958
      """
    let website = form == "kml" ? "\nhttps://thai.example/?a=1&b=2" : ""
    #expect(
      marks.map(\.description) == [
        "0 m, ~0 min on foot", thai + website, "334 m N, ~6 min on foot",
      ])
    #expect(!result.stdout.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  /// The same venues at the same places as in JSON, with the same names.
  @Test(
    .slow,
    arguments: [
      "near 51.5074,-0.1278 -n 300", "within --bbox -0.13,51.5,-0.12,51.51",
      "near 51.5074,-0.1278 -m cafe", "burn 250 51.5074,-0.1278",
      "closest hoagieyard 51.5074,-0.1278 -n 3", "meet 51.5074,-0.1278 51.51,-0.12",
      "along 51.5074,-0.1278 51.51,-0.12", "pick 51.5074,-0.1278 -n 0 --seed 7",
    ])
  func sample(line: String) throws {
    let words = Finder.words(line).map { $0 == "hoagieyard" ? "Hoagie Yard" : $0 }
    let asked = ["--format", "tsv", "--fields", "lat,lon,name", "--no-header"]
    let rows = try Finder.run(words + asked, data: Sample.path)
    let expected = rows.stdout.split(separator: "\n").map { row in
      row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(expected.count >= 3)
    for form in ["gpx", "kml"] {
      let marks = try marks(try Finder.run(words + ["--format", form], data: Sample.path).stdout)
      #expect(marks.count == expected.count)
      for (mark, row) in zip(marks, expected) {
        #expect(mark.latitude == Double(row[0]) && mark.longitude == Double(row[1]))
        #expect(mark.name == row[2] && !mark.description.isEmpty)
      }
    }
  }

  /// Each of a few points has its distance; of many, only the longest is given.
  @Test(arguments: ["gpx", "kml"])
  func meet(form: String) throws {
    let few = try marks(try run("meet 51.5,-0.1 51.501,-0.1 --format \(form)").stdout)
    #expect(few.count == 3)
    #expect(
      few.first { $0.name == "Thai & Co" }?.description.hasPrefix(
        "111 m from 51.5,-0.1, 0 m from 51.501,-0.1\n") == true)
    let many = try marks(
      try run("meet 51.5,-0.1 51.501,-0.1 51.5,-0.1 51.5,-0.1 51.5,-0.1 --format \(form)").stdout)
    #expect(
      many.first { $0.name == "Thai & Co" }?.description.hasPrefix(
        "longest 111 m from 51.5,-0.1, 445 m in all\n")
        == true)
  }

  @Test func hoursAndUnits() throws {
    let open = try marks(
      try run("near 51.5,-0.1 --open 2026-11-23T12:00 --format gpx --units imperial").stdout)
    #expect(
      open.map(\.description) == [
        """
        122 yd N, ~2 min on foot
        12 High Street, N1 1AA
        restaurant, thai, vegan
        open till 22:00
        020 7946 0958
        """
      ])
    let unknown = try marks(
      try run("near 51.5,-0.1 -n 1 --open 2026-11-23T12:00 --unknown-hours keep --format gpx")
        .stdout)
    #expect(unknown.first?.description == "0 m, ~0 min on foot\nopening hours not known")
  }

  @Test(arguments: ["gpx", "kml"])
  func fields(form: String) throws {
    let found = try marks(
      try run("near 51.5,-0.1 --format \(form) --fields cuisine,distance_m,id,phone").stdout)
    #expect(
      found.map(\.description) == [
        "distance_m: 0\nid: bad",
        "cuisine: thai\ndistance_m: 111.3\nid: thai\nphone: 020 7946 0958",
        "distance_m: 333.8\nid: none",
      ])
    // The mark keeps its name and its link.
    #expect(found[1].name == "Thai & Co" && found[1].link != nil)
  }

  @Test func burnt() throws {
    let found = try marks(try run("burn 4 51.5,-0.1 --format gpx").stdout)
    let first = try #require(found.first)
    #expect(first.name == "Thai & Co")
    #expect(
      first.description.hasPrefix("~134 m on foot, ~2 min, 5 kcal (1 over)\n111 m N\n"), "\(found)")
  }

  @Test(arguments: ["gpx", "kml"])
  func nothingFound(form: String) throws {
    let result = try run("near 51.5,-0.1 -m zzz --format \(form)")
    #expect(result.status == 0)
    #expect(try marks(result.stdout) == [])
    #expect(try run("near 51.5,-0.1 -m zzz --format \(form) --exit-status").status == 1)
  }

  @Test func attribution() throws {
    let owed = Self.dataset.replacing(
      #""features":["#, with: #""attribution":"© A & B","licence":"ODbL 1.0","features":["#)
    let gpx = try run("near 51.5,-0.1 --format gpx", in: owed).stdout
    #expect(
      gpx.contains("<desc>© A &amp; B (ODbL 1.0)</desc>\n <copyright author=\"© A &amp; B\">"))
    let kml = try run("near 51.5,-0.1 --format kml", in: owed).stdout
    #expect(kml.contains("<Document>\n <description>© A &amp; B (ODbL 1.0)</description>\n"))
  }

  @Test func favourites() throws {
    try Dataset.with(Self.dataset) { folder, data in
      let home = ["XDG_DATA_HOME": folder.path]
      for name in ["Thai & Co", "Nowhere"] {
        expect(
          try Finder.run(["favourites", "add", name, "--quiet"], data: data, environment: home),
          stdout: "")
      }
      for form in ["gpx", "kml"] {
        let result = try Finder.run(
          "closest --all 51.5,-0.1 --format \(form)", data: data, environment: home)
        #expect(try marks(result.stdout).map(\.name) == ["Thai & Co"])
        #expect(
          result.stderr == "finder: closest: 1 favourite is left out, with no venue to mark\n",
          "\(result)")
      }
    }
  }

  @Test func noCount() throws {
    for form in ["gpx", "kml"] {
      expectUsage(
        try run("near 51.5,-0.1 --count --format \(form)"),
        "near: --count cannot be written as \(form)",
        "--count  print only how many there are (see 'finder help near')")
    }
  }

  @Test func meals() throws {
    for form in ["gpx", "kml"] {
      let result = try Finder.run("burn --format \(form)")
      #expect(result.status == 64 && result.stderr.contains("meals cannot be written as \(form)"))
    }
  }

  /// A command that offers them and has no test above would write rows under their names.
  @Test func commandsThatOfferThem() {
    let offering = Program.table.commands.filter { _, command in
      !command.isGroup && command.choices(ofOption: Options.format.name).contains("gpx")
    }
    .map { $0.path.joined(separator: " ") }
    #expect(
      offering.sorted() == [
        "along", "burn", "closest", "clusters", "meet", "near", "pick", "within",
      ])
  }
}
