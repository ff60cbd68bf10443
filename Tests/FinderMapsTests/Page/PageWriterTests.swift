import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct PageWriterTests {
  static let small = PageAssets(
    body: Array("<main></main>\n".utf8), style: Array("a { color: red }".utf8),
    script: Array("const a = '<b>';\n".utf8))

  private func document(
    _ store: VenueStore, _ contents: PageContents = PageContents(title: "Venues"),
    rows: [Int]? = nil, assets: PageAssets = small
  ) -> [UInt8] {
    var output = ByteBuffer()
    PageWriter(store, rows: rows).write(contents, assets, to: &output)
    return Array(output.bytes)
  }

  private func read(_ document: [UInt8]) throws -> PageReader {
    try document.withUnsafeBufferPointer { try PageReader($0) }
  }

  private func expected(_ store: VenueStore, _ rows: [Int]) -> [PageReader.Venue] {
    rows.map { row in
      let venue = store.venue(ofRow: row)
      let cell = ClusterOracle.cell(of: venue.coordinate, level: 28)
      return PageReader.Venue(
        row: cell.row, column: cell.column, name: venue.name, postcode: venue.postcode ?? "",
        properties: "")
    }
  }

  private func count(_ venues: [PageReader.Venue]) -> [PageReader.Venue: Int] {
    venues.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// An address has no white space, not even that of the icon.
  @Test func icon() throws {
    let store = try VenueStore(
      reading: PaddedBytes(copying: Array(#"{"type":"FeatureCollection","features":[]}"#.utf8)))
    let page = String(decoding: document(store), as: UTF8.self)
    let icon = try #require(page.split(separator: "<link rel=\"icon\" href=\"").dropFirst().first)
    let address = icon.prefix { $0 != "\"" }
    #expect(
      address.hasPrefix("data:image/svg+xml,%3Csvg%20xmlns=") && address.hasSuffix("%3C/svg%3E"))
    #expect(address.filter(\.isWhitespace) == "", "\(address)")
  }

  // MARK: Venues

  @Test(arguments: PointCloud.allCases) func allVenues(cloud: PointCloud) throws {
    for (seed, size) in [0, 1, 2, 3, 50, 400].enumerated() {
      let harness = try SearchHarness(cloud, count: size, seed: UInt64(seed))
      for store in [harness.store, harness.storeAsRead] {
        let page = try read(document(store))
        let wanted = expected(store, Array(0..<store.count))
        #expect(count(page.venues) == count(wanted), "\(harness.label)")
      }
    }
  }

  @Test func someRows() throws {
    let harness = try SearchHarness(.uniform, count: 300, seed: 7)
    let rows = (0..<300).filter { $0 % 7 == 3 }
    let page = try read(document(harness.store, rows: rows))
    #expect(count(page.venues) == count(expected(harness.store, rows)))
    #expect(try read(document(harness.store, rows: [])).venues.isEmpty)
  }

  /// So that the venues of a cell of any size are consecutive.
  @Test func inTheOrderOfCells() throws {
    let harness = try SearchHarness(.uniform, count: 500, seed: 3)
    let venues = try read(document(harness.store)).venues
    for level in [2, 9, 28] {
      let cells = venues.map { [$0.row >> (28 - level), $0.column >> (28 - level)] }
      let changes = zip(cells, cells.dropFirst()).count { $0 != $1 }
      #expect(changes + 1 == Set(cells).count, "\(level)")
    }
  }

  @Test func sameBytesTwice() throws {
    let harness = try SearchHarness(.uniform, count: 300, seed: 1)
    #expect(document(harness.store) == document(harness.store))
  }

  // MARK: Hostile text

  static let hostile = [
    "</script><script>alert(1)</script>", "<!--", "]]>", "\"'><img src=x>", "{{7*7}}", "&amp;",
    "\u{2028}\u{2029}", "a\u{0}b", "a\tb\nc\rd", "\u{202E}gnirts", "北京烤鸭", "🍕👩‍🍳", "e\u{301}",
    String(repeating: "x", count: 10_240), "", " ", "\u{FEFF}",
  ]

  private func store(_ names: [String]) throws -> VenueStore {
    let features = try names.enumerated().map { place, name in
      let properties = ["name": name, "postcode": name, "<\(name)\t>": name, "n": "1"]
      let json = try JSONSerialization.data(withJSONObject: [
        "type": "Feature", "properties": properties,
        "geometry": ["type": "Point", "coordinates": [-2.0, 50 + Double(place) / 10]],
      ])
      return String(decoding: json, as: UTF8.self)
    }
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
    return try VenueStore(reading: PaddedBytes(copying: text.utf8))
  }

  @Test func hostileNamesComeBackAsTheyArePrinted() throws {
    let store = try store(Self.hostile)
    let bytes = document(store)
    let page = try read(bytes)
    let known = Set((0..<store.count).map { store.venue(ofRow: $0).name })
    #expect(Set(page.venues.map(\.name)) == known)
    for venue in page.venues {
      #expect(venue.postcode == venue.name)
      let cells = venue.properties.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(cells.count == 4 && cells.contains("n") && cells.contains("1"), "\(cells)")
    }
    // One of each of the data's elements, and the script.
    #expect(page.text.components(separatedBy: "<script").count == 7)
    #expect(page.text.components(separatedBy: "</script").count == 7)
  }

  @Test func hostileTextsAroundTheVenues() throws {
    for text in Self.hostile {
      var contents = PageContents(title: text)
      contents.notes = [text, "b"]
      contents.credit = text
      contents.point = .init(Coordinate(latitude: 51, longitude: -1), name: text)
      contents.labels = [.init(name: text, at: Coordinate(latitude: 52, longitude: -1), people: 3)]
      let page = try read(document(try store(["a"]), contents))
      let tidy = TidyText.string(text)
      #expect(page.facts["title"] as? String == tidy)
      #expect(page.facts["notes"] as? [String] == [tidy, "b"])
      #expect((page.facts["places"] as? [[Any]])?.first?.first as? String == tidy)
      let title = try PageReader.element("<title>", "</title>", of: page.text)
      #expect(!title.contains("<") && !title.contains("\""))
      #expect(page.text.components(separatedBy: "<script").count == 7)
    }
  }

  // MARK: Too much for a page

  /// If properties are missing, the page says so, and so does the command that makes it.
  @Test func propertiesBeyondFourMegabytes() throws {
    let long = String(repeating: "x", count: 500_000)
    let features = (0..<12).map { place in
      let own = place == 11 ? "" : ",\"about\":\"\(place)\(long)\""
      return "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(place)\"\(own)},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(place),50]}}"
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    var output = ByteBuffer()
    let report = PageWriter(store).write(PageContents(title: "a"), Self.small, to: &output)
    let venues = try PageReader(output.bytes).venues
    let cut = venues.filter { $0.properties == "Other\t(more in the dataset)" }
    let whole = venues.filter { $0.properties.hasPrefix("about\t") }
    #expect(report.venuesCutShort == 2 && cut.count == 2 && whole.count == 9)
    #expect(venues.filter(\.properties.isEmpty).map(\.name) == ["11"])
    #expect(whole.reduce(0) { $0 + $1.properties.utf8.count } > report.mostPropertyBytes)
    let small = PageWriter(store, rows: [0, 1])
    #expect(small.write(PageContents(title: "a"), Self.small, to: &output).venuesCutShort == 0)
  }

  @Test func whatABaseMapTakes() throws {
    var generator = SeededGenerator(seed: 5)
    var contents = PageContents(title: "a")
    let line = (0..<20_000).map { _ in
      Coordinate(
        latitude: .random(in: -80...80, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    }
    contents.base = [BaseShape(kind: .river, lines: [line], isClosed: false)]
    let store = try store(["a"])
    var without = ByteBuffer()
    var with = ByteBuffer()
    let few = PageWriter(store).write(PageContents(title: "a"), Self.small, to: &without)
    let many = PageWriter(store).write(contents, Self.small, to: &with)
    #expect(few.baseBytes < 1_000)
    #expect(abs(many.baseBytes - few.baseBytes - (with.count - without.count)) < 16)
  }

  // MARK: The document

  @Test func policyHasTheHashes() throws {
    let text = String(decoding: document(try store(["a"])), as: UTF8.self)
    // As Python's `hashlib` gives them.
    #expect(
      text.contains(
        "content=\"default-src 'none'; "
          + "script-src 'sha256-0J/6u1Rw0ZKXmIZjXurB0jj2+EM4cCrfaPxm8KAFMdE='; "
          + "style-src 'sha256-LHvAPItmcc9l4w10oslyz6Nh8tFuoEH5lssCs9WdKIE='; "
          + "img-src data:; base-uri 'none'; form-action 'none'\""))
    #expect(text.contains("<style>a { color: red }</style>"))
    #expect(text.contains("<script type=\"module\">const a = '<b>';\n</script>"))
  }

  @Test func base85ComesBack() {
    var generator = SeededGenerator(seed: 85)
    for size in [0, 1, 2, 3, 4, 5, 6, 7, 8, 1000, 1001] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for bytes in [bytes, bytes.map { _ in 255 }, bytes.map { _ in 0 }] {
        var output = ByteBuffer()
        output.append(base85: bytes)
        let text = String(decoding: output.bytes, as: UTF8.self)
        #expect(!text.contains("<") && !text.contains("&"))
        #expect(PageReader.decoded(text) == bytes)
      }
    }
  }

  /// Longer than several of the pieces that are packed separately.
  @Test func zlibStreamsOfSeveralPieces() throws {
    var generator = SeededGenerator(seed: 15)
    for size in [0, 1, 131_071, 131_072, 131_073, 500_000] {
      let text = (0..<size).map { _ in UInt8.random(in: 97...101, using: &generator) }
      let packed = text.withUnsafeBufferPointer { ZlibStream.pack([$0, $0]) }
      #expect(packed[0] == packed[1])
      var output = ByteBuffer()
      output.append(base85: packed[0])
      let element = "<script type=\"application/octet-stream\" id=\"x\">"
      let document = element + String(decoding: output.bytes, as: UTF8.self) + "</script>"
      #expect(try PageReader.unpacked("x", of: document) == text)
    }
  }
}
