import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// From a path to venues, or to a one-line error.
@Suite("Datasets") struct DatasetTests {
  static let two =
    "{\"type\":\"FeatureCollection\",\"features\":[\n\(feature(name: "A")),\n"
    + "\(feature(name: "B"))]}\n"

  @Test func plainAndPacked() throws {
    let text = Array(Self.two.utf8)
    let cut = text.count / 2
    let archives = [
      GzipArchive().pack(text),
      GzipArchive().pack(Array(text[..<cut])) + GzipArchive().pack(Array(text[cut...])) + [
        0, 0, 0,
      ],
      GzipArchive().pack([0xEF, 0xBB, 0xBF] + text),
    ]
    // Distinguished by content, never by name.
    for name in ["a.geojson", "a.geojson.gz", "a", "a.txt"] {
      for content in [text] + archives {
        let store = try withFile(content, named: name) { try DatasetLoader.load($0) }
        #expect(store.count == 2 && store.tally.features == 2)
      }
    }
  }

  @Test(arguments: [
    ("", "byte 0: expected GeoJSON, but there is nothing but white space"),
    (
      "\n \n",
      "line 3, column 1: expected GeoJSON, but there is nothing but white space"
    ),
    ("lat,lon\n1,2\n", "line 1, column 1: expected a GeoJSON object ('{'), found 'lat,lon'"),
    (#"{"type":"FeatureCollection","features":[1,]}"#, "byte 42: expected a value, found ']}'"),
    (
      "{\"type\":\"FeatureCollection\",\n\"features\":[\n  {\"é\": tru}]}",
      "line 3, column 9: expected a value, found 'tru}]}'"
    ),
    (
      "{\"type\":\"Feature\",\"a\":\"x\n\"}",
      "line 1, column 25: a control character must be written as an escape in a string, found the "
        + "end of the line"
    ),
    (#"{"type":"Feature","id":"a"#, "byte 25: the text ends inside a string"),
    (
      "PK\u{3}\u{4}zip",
      "byte 0: expected GeoJSON, found a zip archive or a spreadsheet; save or unpack it as CSV"
    ),
    ("\u{1F}", "byte 0: expected a GeoJSON object ('{'), found byte 0x1f"),
  ])
  func malformed(text: String, message: String) throws {
    for content in [Array(text.utf8), GzipArchive().pack(Array(text.utf8))] {
      try withFile(content, named: "bad.geojson") { source in
        let error = try #require(throws: DatasetError.self) { try DatasetLoader.load(source) }
        #expect(error.message == "\(source.path): \(message)")
        #expect(throws: DatasetError.self) { try DatasetSummary(source) }
        #expect(throws: DatasetError.self) { try DatasetValidation(source) }
      }
    }
  }

  @Test func damagedArchive() throws {
    let packed = GzipArchive().pack(Array(Self.two.utf8))
    try withFile(Array(packed.dropLast(3)), named: "cut.gz") { source in
      let error = try #require(throws: DatasetError.self) { try DatasetLoader.load(source) }
      #expect(
        error.message
          == "\(source.path): gzip data is damaged at byte \(packed.count - 3): it ends "
          + "too early")
    }
  }

  @Test func unreadable() throws {
    try withFile([], named: "x") { source in
      let folder = "\(try #require(source.path.folder))"
      for (path, problem) in [
        (folder, "Is a directory"), (folder + "/none", "No such file or directory"),
        ("\(source.path)/none", "Not a directory"), ("''", "No such file or directory"),
      ] {
        let missing = DatasetSource(kind: .option, path: path == "''" ? "" : FilePath(path))
        let error = try #require(throws: DatasetError.self) { try DatasetLoader.load(missing) }
        #expect(error.message == "cannot read \(path): \(problem)")
      }
    }
  }

  /// A pipe does not announce its size.
  @Test(.slow, arguments: [0, 1, 65_536, 1 << 20, (1 << 20) + 1, 5_000_000])
  func pipes(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) }
    let pipe = Pipe()
    let writer = Thread {
      pipe.fileHandleForWriting.write(Data(content))
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    let read = try FileReading.contents(
      of: pipe.fileHandleForReading.fileDescriptor, named: "standard input")
    #expect(read.bytes.elementsEqual(content))
    let padding = UnsafeBufferPointer(start: read.base + read.count, count: PaddedBytes.padding)
    #expect(padding.allSatisfy { $0 == 0 })
    withExtendedLifetime(read) {}
  }

  /// Files that claim to have no size, but have content.
  @Test func filesWithoutASize() throws {
    #if os(Linux)
      let read = try FileReading.contents(ofFile: "/proc/self/stat")
      #expect(read.count > 0)
    #endif
    #expect(try FileReading.contents(ofFile: "/dev/null").count == 0)
  }

  @Test func summary() throws {
    let features = [
      feature(name: "A", coordinates: "[0,51]"), feature(name: " ", coordinates: "[0,51]"),
      feature(coordinates: "[2,52]", properties: #"{"postcode":"E1"}"#),
      feature(coordinates: "[100,52]"), feature(coordinates: "[0,91]"), "null",
    ]
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    let packed = GzipArchive().pack(Array(text.utf8))
    let summary = try withFile(packed, named: "x") { try DatasetSummary($0) }
    #expect(summary.fileBytes == packed.count && summary.textBytes == text.utf8.count)
    #expect(summary.isPacked && summary.venues == 4 && summary.tally.features == 6)
    #expect(
      summary.tally.leftOut == 2 && summary.positions == 3 && summary.mostCrowded?.venues == 2)
    #expect(summary.named == 1 && summary.withPostcode == 1 && summary.insideCamera == 3)
    #expect(summary.extent == BoundingBox(south: 51, west: 0, north: 52, east: 100))
  }
}

@Suite("Validation") struct DatasetValidationTests {
  @Test func everyKindOfFault() throws {
    let faults: [(String, FeatureFault)] = [
      ("7", .notAFeature), (#"{"type":"Feature"}"#, .noGeometry),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[]}}"#, .emptyGeometry),
      (#"{"type":"Feature","geometry":{"type":"Pt","coordinates":[0,51]}}"#, .unknownGeometry),
      (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[0]}}"#, .malformedCoordinates),
      (feature(coordinates: "[0,91]"), .outOfRange),
      (feature(properties: "[]"), .malformedProperties),
    ]
    #expect(Set(faults.map(\.1)) == Set(FeatureFault.allCases))
    let good = feature(name: "é")
    let lines = faults.flatMap { [good, "  " + $0.0] }
    let collection =
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(lines.joined(separator: ",\n"))]}"
    let newlineDelimited = lines.filter { !$0.contains(" 7") }.joined(separator: "\n")
    for (text, count, firstLine) in [(collection, 7, 3), (newlineDelimited, 6, 3)] {
      let validation = try withFile(Array(text.utf8), named: "x") { try DatasetValidation($0) }
      #expect(validation.faults.map(\.fault) == faults.map(\.1).suffix(count))
      #expect(validation.tally.leftOut == count)
      for fault in FeatureFault.allCases where count == 7 {
        #expect(validation.tally.count(of: fault) == 1)
      }
      let shift = count == 7 ? 0 : 1
      #expect(validation.faults.map(\.feature) == (0..<count).map { 2 * $0 + 2 + shift })
      #expect(validation.faults.map(\.position.line) == (0..<count).map { 2 * $0 + firstLine })
      #expect(validation.faults.allSatisfy { $0.position.column == 3 })
    }
  }

  @Test func aSoundDataset() throws {
    let text = Array(DatasetTests.two.utf8)
    let validation = try withFile(text, named: "x") { try DatasetValidation($0) }
    #expect(validation.faults.isEmpty && validation.tally.features == 2)
  }

  @Test func namesAndExplanations() {
    let faults = FeatureFault.allCases
    #expect(Set(faults.map(\.name)).count == faults.count)
    #expect(Set(faults.map(\.explanation)).count == faults.count)
    #expect(faults.allSatisfy { $0.name.allSatisfy { $0.isLowercase || $0 == "-" } })
  }
}

/// Calls `body` with a file of this content, in a folder of its own.
func withFile<Result>(
  _ content: [UInt8], named name: String, _ body: (DatasetSource) throws -> Result
) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try Data(content).write(to: file)
  return try body(DatasetSource(kind: .option, path: FilePath(file.path)))
}
