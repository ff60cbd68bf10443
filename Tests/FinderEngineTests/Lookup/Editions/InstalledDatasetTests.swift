import TestSupport
import Testing

@testable import FinderEngine

/// The record of what is installed: read as it was written, and refused if it is invalid.
@Suite("Installed dataset's record") struct InstalledDatasetTests {
  static let fetched = EditionRecord(
    file: "editions/ab.geojson.gz", source: "https://example.org/é\"\\v.gz",
    sha256: String(repeating: "ab", count: 32), bytes: 1_093_153, features: 54_755,
    venues: 54_754, installed: "2026-11-21T16:40:00Z", fetched: "2026-11-21T16:39:58Z",
    etag: "W/\"5f2a\"", lastModified: "Wed, 05 Aug 2020 10:00:00 GMT",
    request: "osm&hygiene", sources: ["osm": 54_000, "hygiene": 0],
    choice: "osm&kinds=pub&private", reading: "name=Pub", polygon: "editions/ab.polygon",
    extent: BoundingBox(south: 49.5, west: -8.25, north: 61, east: 2),
    inputs: ["https://example.org/é\"\\v.gz", "-"])
  static let byHand = EditionRecord(
    file: "venues.geojson", source: "-", sha256: "cd", bytes: 1, features: 1, venues: 1,
    installed: "2020-01-01T00:00:00Z")

  private func write(_ text: String, to folder: TemporaryDirectory) throws {
    try folder.write(text, to: InstalledDataset.recordName)
  }

  @Test func readsWhatIsWritten() throws {
    for previous in [nil, Self.byHand] {
      try TemporaryDirectory.with { folder in
        let dataset = InstalledDataset(
          folder: FilePath(folder.path), current: Self.fetched, previous: previous)
        try folder.write(dataset.text, to: InstalledDataset.recordName)
        let found = try InstalledDataset(folder: FilePath(folder.path))
        #expect(found == dataset)
        #expect(try InstalledDataset.path(in: FilePath(folder.path)) == dataset.path)
        #expect(dataset.path == FilePath(folder.file("editions/ab.geojson.gz")))
        #expect(
          InstalledDataset.record(ofFile: dataset.path, in: FilePath(folder.path)) == Self.fetched)
        #expect(
          InstalledDataset.record(
            ofFile: FilePath(folder.file("venues.geojson")), in: FilePath(folder.path)) == nil)
      }
    }
  }

  @Test("An invalid extent counts as missing; a polygon outside the folder is refused")
  func recordsWrittenByHand() throws {
    try TemporaryDirectory.with { folder in
      for (extent, isGood) in [
        ("[-8.25,49.5,2,61]", true), ("[1,2,3]", false), ("[1,2,3,4,5]", false), ("[]", false),
        ("[0,61,1,49]", false), ("[0,0,\"1\",1]", false), ("[0,0,1,1e9]", false), ("{}", false),
      ] {
        try write(
          """
          {"version":1,"current":{"venues":1,"features":1,"bytes":1,"sha256":"cd","source":"-",
           "installed":"2020-01-01T00:00:00Z","file":"venues.geojson","extent":\(extent)}}
          """, to: folder)
        let found = try #require(try InstalledDataset(folder: FilePath(folder.path)))
        #expect((found.current.extent == Self.fetched.extent) == isGood, "\(extent)")
        #expect((found.current.extent != nil) == isGood, "\(extent)")
      }
      try write(
        """
        {"version":1,"current":{"venues":1,"features":1,"bytes":1,"sha256":"cd","source":"-",
         "installed":"2020-01-01T00:00:00Z","file":"venues.geojson","polygon":"../x"}}
        """, to: folder)
      #expect(throws: DatasetError.self) {
        try InstalledDataset(folder: FilePath(folder.path))
      }
    }
  }

  @Test func nothingInstalled() throws {
    try TemporaryDirectory.with { folder in
      for path in [folder.path, folder.file("missing"), try folder.write("", to: "file")] {
        let found = try InstalledDataset(folder: FilePath(path))
        #expect(found == nil)
        let place = try InstalledDataset.path(in: FilePath(path))
        #expect(place == nil)
      }
    }
  }

  /// In any order, with any spacing, and with additions by a later finder.
  @Test func otherSpellings() throws {
    try TemporaryDirectory.with { folder in
      try write(
        """
        { "previous" : null, "colour" : [1, {"a": 2}],
          "current" : {"etag": null, "venues": 1, "features": 1, "bytes": 1, "more": true,
            "sha256": "cd", "installed": "2020-01-01T00:00:00Z", "source": "\\u002d",
            "file": "venues.geojson"}, "version" : 1 }
        """, to: folder)
      let found = try #require(try InstalledDataset(folder: FilePath(folder.path)))
      #expect(found.current == Self.byHand && found.previous == nil)
      #expect(
        try InstalledDataset.path(in: FilePath(folder.path))
          == FilePath(folder.file("venues.geojson")))
    }
  }

  /// They are passed to curl unchanged, so those that no server's answer could have left here are refused.
  @Test func validatorsAreChecked() throws {
    let plain = String(repeating: "e", count: 1024)
    try TemporaryDirectory.with { folder in
      for (value, isGood) in [
        (plain, true), ("\"a\\b\"", true), (plain + "e", false), ("", false), ("é", false),
        (String(repeating: "e", count: 40_000), false), ("a\nurl = \"http://x\"", false),
        ("a\r", false), ("a\u{0}", false), ("a\u{7F}", false),
      ] {
        var edition = Self.fetched
        (edition.etag, edition.lastModified) = (value, value)
        let dataset = InstalledDataset(
          folder: FilePath(folder.path), current: edition, previous: edition)
        try write(dataset.text, to: folder)
        let found = try #require(try InstalledDataset(folder: FilePath(folder.path)))
        for edition in [found.current, try #require(found.previous)] {
          #expect(edition.etag == (isGood ? value : nil), "\(value.prefix(30))")
          #expect(edition.lastModified == (isGood ? value : nil), "\(value.prefix(30))")
        }
      }
    }
  }

  @Test func damaged() throws {
    let record = Self.byHand.json
    let whole = "{\"version\":1,\"current\":\(record),\"previous\":null}"
    var broken = [
      "", "{", "[]", "null", "{}", "\(whole)x", "{\"version\":1}",
      "{\"version\":1,\"current\":null}",
      "{\"current\":\(record)}", "{\"version\":2,\"current\":\(record)}",
      "{\"version\":\"1\",\"current\":\(record)}",
    ]
    // Cut off anywhere.
    broken += (1..<whole.utf8.count).map { String(whole.prefix($0)) }
    for name in ["file", "source", "sha256", "bytes", "features", "venues", "installed"] {
      broken.append(whole.replacing("\"\(name)\":", with: "\"other\":"))
    }
    for number in ["-1", "1.5", "1e400", "99999999999999999999", "\"1\"", "null"] {
      broken.append(whole.replacing("\"bytes\":1", with: "\"bytes\":\(number)"))
    }
    for file in ["", "/etc/passwd", "../venues.geojson", "a/../../b", "a//b", ".", "a\\u0000"] {
      broken.append(whole.replacing("venues.geojson", with: file))
    }
    try TemporaryDirectory.with { folder in
      for text in broken {
        try write(text, to: folder)
        let error = #expect(throws: DatasetError.self, "\(text)") {
          try InstalledDataset(folder: FilePath(folder.path))
        }
        #expect(error?.message.hasPrefix(folder.file("installed.json: ")) == true)
        // The short way to the path alone finds the same fault, or one that does not affect it.
        let short = Result { try InstalledDataset.path(in: FilePath(folder.path)) }
        switch short {
        case .success(let path): #expect(path == FilePath(folder.file("venues.geojson")), "\(text)")
        case .failure(let other):
          #expect((other as? DatasetError)?.message == error?.message, "\(text)")
        }
      }
    }
  }

  @Test(arguments: ["-1", "1.5"]) func numbersThatAreNotWhole(number: String) throws {
    try TemporaryDirectory.with { folder in
      try write(
        "{\"version\":1,\n \"current\":"
          + "\(Self.byHand.json.replacing("\"bytes\":1", with: "\"bytes\":\(number)"))}", to: folder
      )
      let error = #expect(throws: DatasetError.self) {
        try InstalledDataset(folder: FilePath(folder.path))
      }
      #expect(
        error?.message.hasSuffix(
          "line 2, column 12: expected an edition's \"bytes\", a whole number, found "
            + "'{\"file\":\"venues.geoj…'") == true, "\(error?.message ?? "")")
    }
  }

  // MARK: Which dataset queries use

  private func locate(_ folder: TemporaryDirectory) throws -> DatasetSource {
    let locator = DatasetLocator(
      environment: { $0 == "XDG_DATA_HOME" ? FilePath(folder.path) : nil }, sampleFolders: { [] })
    return try locator.locate(option: nil)
  }

  @Test func theRecordDecides() throws {
    try TemporaryDirectory.with { folder in
      #expect(try ProcessRunner.shell("mkdir finder", directory: folder.path).status == 0)
      let data = folder.file("finder")
      #expect(throws: DatasetError.self) { try locate(folder) }
      try folder.write("", to: "finder/venues.geojson.gz")
      #expect(try locate(folder).path == "\(data)/venues.geojson.gz")
      try folder.write("", to: "finder/venues.geojson")
      #expect(try locate(folder).path == "\(data)/venues.geojson")
      // Whether it exists or not, an installed dataset is never skipped without a message.
      let dataset = InstalledDataset(folder: FilePath(data), current: Self.fetched, previous: nil)
      try folder.write(dataset.text, to: "finder/installed.json")
      #expect(
        try locate(folder)
          == DatasetSource(kind: .installed, path: "\(data)/editions/ab.geojson.gz"))
      try folder.write("{", to: "finder/installed.json")
      #expect(throws: DatasetError.self) { try locate(folder) }
    }
  }
}

extension EditionRecord {
  fileprivate var json: String {
    var buffer = ByteBuffer()
    buffer.appendObject { $0.append(key: "", edition: self) }
    return String(
      String(decoding: buffer.bytes, as: UTF8.self).dropFirst("{\"\":".count).dropLast())
  }
}
