import FinderEngine
import TestSupport
import Testing

@testable import FinderLists

/// The forms of files, determined by their contents.
@Suite struct VenueInputTests {
  private static let feature =
    #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}}"#
  private static let place =
    #"{"type":"Feature","id":"x","properties":{"names":{"primary":"A"},"basic_category":"pub"},"geometry":null}"#

  private static let texts: [(text: String, form: VenueForm)] = [
    (feature, .geoJSON), ("\u{1E}\(feature)\n", .geoJSON), ("\u{FEFF} \(feature)", .geoJSON),
    (#"{"type":"FeatureCollection","features":[\#n\#(feature)\#n]}"#, .geoJSON),
    (#"{"features":[\#(feature)],"type":"FeatureCollection"}"#, .geoJSON),
    (#"{"type":"Point","coordinates":[0,51]}"#, .geoJSON),
    (#"{"type":"FeatureCollection","features":[]}"#, .geoJSON),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature","pro"#, .geoJSON),
    (#"{"type":"FeatureCollection","features":[\#(place)]}"#, .places), (place, .places),
    (#"{"type":"Feature","properties":{"@spider":"greggs"},"geometry":null}"#, .places),
    (#"{"version":0.6,"osm3s":{},"elements":[]}"#, .overpass),
    (#"{"elements":["x"],"lat":1,"lon":2}"#, .list),
    (#"{"establishments":[{"FHRSID":1}]}"#, .hygiene),
    (#"<?xml version="1.0"?><!-- <html> --><FHRSEstablishment><Header/>"#, .hygiene),
    (#"{"name":"A","lat":51,"lon":0}"#, .list), (#"[{"lat":51,"lon":0}]"#, .list),
    (#"{"query":{},"venues":[{"lat":1}]}"#, .list), (#"{"a":1}"#, .list),
    ("name,lat,lon\nA,51,0\n", .list), ("name;easting;northing\n", .list), ("name,town\n", .list),
    ("name,Post Code\nA,N1 1AA\n", .postcodes), ("name\tpostcode\nA\tN1 1AA\n", .postcodes),
    ("postcode,lat,lon\n", .list), ("<!DOCTYPE html><html>", .markup), ("<html>", .markup),
    ("<osm version=\"0.6\">", .markup), ("", .other), (" \n\t", .other), ("{", .geoJSON),
    (#"{"a":x"#, .geoJSON), (#"{"a":x                                  "#, .other),
    ("\u{0}\u{0}\u{0}", .other),
  ]

  @Test(arguments: texts.indices) func forms(index: Int) throws {
    let (text, form) = Self.texts[index]
    try TemporaryDirectory.with { folder in
      let plain = Array(text.utf8)
      // With any packing and encoding.
      var files = [plain]
      if !text.isEmpty { files.append(GzipArchive().pack(plain)) }
      for bytes in files {
        try folder.write(bytes, to: "file")
        #expect(try VenueInput(FilePath(folder.file("file"))).form == form, "\(text)")
      }
    }
  }

  /// A dataset is UTF-8; a list may be UTF-16, and is converted.
  @Test func wide() throws {
    for (text, form) in Self.texts where !text.isEmpty && ![.other, .places].contains(form) {
      let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      let wide: [UInt8] = [0xFF, 0xFE] + units
      try TemporaryDirectory.with { folder in
        try folder.write(wide, to: "file")
        let found = try VenueInput(FilePath(folder.file("file"))).form
        #expect(found == (form == .geoJSON ? .list : form), "\(text)")
      }
    }
  }

  @Test func ofBinaryFiles() throws {
    try TemporaryDirectory.with { folder in
      for (bytes, form) in [
        ([0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8), .extract),
        (ZipMaker([.init("a.csv", "name,lat,lon\n")]).bytes, .archive),
        (ZipMaker([]).bytes, .archive),
        ([0x50, 0x4B, 3, 4], .archive),
      ] as [([UInt8], VenueForm)] {
        try folder.write(bytes, to: "file")
        #expect(try VenueInput(FilePath(folder.file("file"))).form == form)
      }
      #expect(throws: FileError.self) { try VenueInput(FilePath(folder.file("none"))) }
      #expect(throws: FileError.self) { try VenueInput(FilePath(folder.path)) }
    }
  }

  /// A first record that does not end in the part examined first, also if it is packed into few bytes.
  @Test func longFirstRecords() throws {
    for length in [VenueInput.most, 400_000] {
      let long = String(repeating: "a", count: length)
      for (properties, form) in [
        (#""names":{"primary":"A","long":"\#(long)"},"basic_category":"pub""#, .places),
        (#""name":"A","long":"\#(long)""#, .geoJSON),
      ] as [(String, VenueForm)] {
        let record =
          #"{"type":"Feature","id":"x","properties":{\#(properties)},"geometry":null}"#
        try TemporaryDirectory.with { folder in
          for text in [
            record, #"{"type":"FeatureCollection","features":[\#(record),\#(Self.feature)]}"#,
            #"{"type":"FeatureCollection","about":"\#(long)","features":[\#(record)]}"#,
          ] {
            for bytes in [Array(text.utf8), GzipArchive().pack(Array(text.utf8))] {
              try folder.write(bytes, to: "file")
              #expect(try VenueInput(FilePath(folder.file("file"))).form == form)
            }
          }
        }
      }
    }
  }

  /// What people have instead of an extract.
  @Test func otherFormsOfTheSameData() throws {
    let extract = "finder reads the .osm.pbf of the same area"
    func file(_ start: [UInt8], _ text: String = "", _ end: [UInt8] = []) -> [UInt8] {
      start + Array(text.utf8) + end
    }
    let rest: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3]
    for (bytes, expected) in [
      (file([], "<?xml version='1.0'?>\n<osm version=\"0.6\">"), "OpenStreetMap XML; \(extract)"),
      (
        file([], "<osmChange version=\"0.6\">"), "a list of changes to OpenStreetMap; \(extract)"
      ),
      (
        file([], "BZh91AY&SY", rest),
        "packed with bzip2; unpack it first, or get the .osm.pbf of the same area"
      ),
      (file([0xFF, 0xE0, 4], "o5m2", rest), "OpenStreetMap data as o5m; \(extract)"),
      (file([0, 0, 0x27, 0x0A], "", rest), "a shapefile; \(extract)"),
      (
        file([0, 0, 0, 11, 0x0A, 7], "OSMData", rest),
        "an extract of OpenStreetMap without its beginning; get it whole"
      ),
      (file([0x1A, 0x90, 3, 0x78, 2, 0x0A, 5], "", rest), "a vector tile; \(extract)"),
      (file([], "SQLite format 3\u{0}"), "an SQLite database"),
      (file([], "<html>"), nil),
    ] as [([UInt8], String?)] {
      try TemporaryDirectory.with { folder in
        for packed in [bytes, GzipArchive().pack(bytes)] {
          try folder.write(packed, to: "file")
          let input = try VenueInput(FilePath(folder.file("file")))
          #expect(input.form.isRefused && input.foreignName == expected, "\(bytes)")
          let error = #expect(throws: (any Error).self) {
            try VenueFile.read(input, VenueFile.Settings())
          }
          guard let expected else { continue }
          #expect((error as? ListError)?.message == "\(input.name) is \(expected)")
        }
      }
    }
  }

  /// Databases have line breaks of their own within cells.
  @Test func controlCharactersInAList() throws {
    try TemporaryDirectory.with { folder in
      try folder.write("name,lat,lon\nA\u{B}B \u{1}\u{1B}[1m,51.5,-0.1\n", to: "file")
      let file = try VenueFile.read(FilePath(folder.file("file")))
      #expect(file.form == .list && file.tally.kept == 1)
    }
  }

  @Test func anythingElse() throws {
    try TemporaryDirectory.with { folder in
      try folder.write([1, 2, 3, 4, 5, 6, 7, 8], to: "file")
      let path = folder.file("file")
      let error = #expect(throws: ListError.self) { try VenueFile.read(FilePath(path)) }
      #expect(error?.message == "\(path): expected a dataset, an extract, a list or a zip")
    }
  }

  @Test func columnsThatAreNamed() throws {
    try TemporaryDirectory.with { folder in
      try folder.write("what,where,code\n", to: "file")
      var columns = ListInput()
      func form() throws -> VenueForm {
        try VenueInput(FilePath(folder.file("file")), columns: columns).form
      }
      #expect(try form() == .list)
      columns.postcode = "code"
      #expect(try form() == .postcodes)
      columns.position = PositionNames(latitude: "what", longitude: "where")
      #expect(try form() == .list)
    }
  }

  /// Any bytes have some form: finding it neither traps nor throws.
  @Test func changedBytesDoNotTrapOrThrow() throws {
    var random = SeededGenerator(seed: 34)
    try TemporaryDirectory.with { folder in
      for _ in 0..<2000 {
        var bytes = Array(Self.texts.randomElement(using: &random)!.text.utf8)
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(place...)
          default: bytes += bytes[place...]
          }
        }
        try folder.write(bytes, to: "file")
        _ = try VenueInput(FilePath(folder.file("file"))).form
      }
    }
  }
}
