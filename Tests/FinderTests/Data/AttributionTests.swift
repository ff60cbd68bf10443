import FinderEngine
import TestSupport
import Testing

/// A dataset's attribution stays with it, and is shown.
@Suite struct AttributionTests {
  private static let members =
    #""attribution":"© OpenStreetMap contributors","licence":"ODbL 1.0""#
  private static let shown = "© OpenStreetMap contributors (ODbL 1.0)"
  private static let owed = Dataset.square.replacing(
    #""features":["#, with: members + #","features":["#, maxReplacements: 1)

  private func run(_ line: String, in text: String = owed) throws -> ProcessResult {
    try Dataset.with(text) { _, data in try Finder.run(line, data: data) }
  }

  @Test func convert() throws {
    try Dataset.with(Self.owed) { _, data in
      let kept = try Finder.run(["data", "convert", data])
      expect(kept, stdout: nil)
      #expect(
        kept.stdout.hasPrefix("{\"type\":\"FeatureCollection\",\(Self.members),\"features\":"))
      let lost = try Finder.run(["data", "convert", data, "--format", "csv"])
      expect(
        lost, stdout: nil,
        stderr: "finder: data convert: the collection's own members are left out, its attribution "
          + "among them: only GeoJSON has a place for them\n")
    }
  }

  @Test("Overpass's attribution is kept by convert and install, also in files made from it")
  func overpass() throws {
    try InstallPlace.with { place in
      let copyright =
        #""copyright":"The data included in this document is from www.openstreetmap.org. The data is "#
        + #"made available under ODbL.""#
      try place.folder.write(
        #"{"version":0.6,"osm3s":{\#(copyright)},"elements":[{"type":"node","id":1,"lat":51.5,"#
          + #""lon":-0.1,"tags":{"name":"A"}}]}"#, to: "overpass.json")
      try place.folder.write(
        Dataset.square.replacing(
          #""features":["#, with: copyright + #","features":["#, maxReplacements: 1),
        to: "turbo.geojson")
      expect(try place.run("data convert overpass.json -o overpass.geojson -q"), stdout: "")
      for file in ["overpass.geojson", "turbo.geojson"] {
        expect(try place.run("data install \(file)"), stdout: nil)
        let info = try place.run("data info").stdout
        #expect(info.contains("\ncredit     \(Self.shown)\n"), "\(file): \(info)")
        #expect(try place.run("near 51.5,-0.1 -f geojson").stdout.contains(Self.members))
      }
      expect(
        try place.run("data convert overpass.json --format csv"), stdout: nil,
        stderr:
          "finder: data convert: the attribution is left out: only GeoJSON has a place for it\n")
    }
  }

  /// Extracts of a dataset have the same attribution.
  @Test func extracts() throws {
    try Dataset.with(Self.owed) { _, data in
      for line in ["near 51.5,-0.1 -n 1", "within --bbox -1,51,1,52", "near 51.5,-0.1 -n 0"] {
        let found = try Finder.run("\(line) --format geojson -q", data: data)
        #expect(
          found.stdout.hasPrefix("{\"type\":\"FeatureCollection\",\(Self.members),\"features\":"),
          "\(found)")
      }
      // With the attribution read from the snapshot.
      let cached = try Finder.run("near 51.5,-0.1 -n 1 --format geojson -q", data: data)
      #expect(cached.stdout.contains(Self.members))
    }
    let plain = try run("near 51.5,-0.1 -n 1 --format geojson -q", in: Dataset.square)
    #expect(plain.stdout.hasPrefix("{\"type\":\"FeatureCollection\",\"features\":"), "\(plain)")
  }

  @Test func info() throws {
    try Dataset.with(Self.owed) { _, data in
      let text = try Finder.run(["data", "info", data]).stdout
      #expect(text.contains("\ncredit     \(Self.shown)\n"), "\(text)")
      let json = try Finder.run(["data", "info", data, "--json"]).stdout
      #expect(
        json.contains(
          #""attribution":[{"text":"© OpenStreetMap contributors","licence":"ODbL 1.0"}]"#),
        "\(json)")
    }
    try Dataset.with(Dataset.square) { _, data in
      let json = try Finder.run(["data", "info", data, "--json"]).stdout
      #expect(!json.contains("attribution"))
    }
  }

  /// In each form of a map, read from the file and from its snapshot; without an attribution, maps are
  /// unchanged.
  @Test func maps() throws {
    let point = "map 51.5074,-0.1278 --base none -q"
    for (format, credit) in [
      ("text --marks ascii", "\ndata: \(Self.shown)\n"), ("svg", Self.shown),
    ] {
      let first = try run("\(point) --format \(format)")
      expect(first, stdout: nil)
      #expect(first.stdout.contains(credit), "\(format)")
      let plain = try run("\(point) --format \(format)", in: Dataset.square)
      #expect(!plain.stdout.contains("OpenStreetMap contributors"))
    }
    // The notes of a page are packed.
    let page = try run("\(point) --format html").stdout
    #expect(try page != run("\(point) --format html", in: Dataset.square).stdout)
    try Dataset.with(Self.owed) { folder, data in
      let environment = ["XDG_CACHE_HOME": folder.path, "FINDER_CACHE": "on"]
      #expect(try ProcessRunner.shell("touch -d 2020-08-05T12:00:00Z \(data)").status == 0)
      for _ in 0..<2 {
        let map = try Finder.run("\(point) --format svg", data: data, environment: environment)
        #expect(map.stdout.contains(Self.shown))
      }
      let info = try Finder.run(
        ["data", "info", data, "--json"], environment: environment
      ).stdout
      #expect(info.contains(#""attribution":["#))
    }
  }

  /// A narrow terminal cuts the line, and anything that could control it is left out.
  @Test func untrusted() throws {
    let text = Dataset.square.replacing(
      #""features":["#,
      with: #""attribution":"A\u001b[31m<b>&"#
        + String(repeating: "x", count: 5000) + #"","features":["#, maxReplacements: 1)
    let point = "map 51.5074,-0.1278 --base none -q --format"
    let drawn = try run("\(point) text --marks ascii --size 40x10", in: text).stdout
    let line = drawn.split(separator: "\n").last ?? ""
    #expect(line.hasPrefix("data: A[31m<b>&xx") && line.hasSuffix("…") && line.count == 40)
    #expect(try run("\(point) svg", in: text).stdout.contains("A[31m&lt;b&gt;&amp;xx"))
  }
}
