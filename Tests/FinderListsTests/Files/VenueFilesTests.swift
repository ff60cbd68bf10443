import FinderEngine
import TestSupport
import Testing

@testable import FinderLists

/// Several files as one dataset.
@Suite struct VenueFilesTests {
  private static func node(_ id: Int64, _ name: String? = nil) -> OSMFile.Node {
    OSMFile.Node(
      id: id, latitude: 51_500_000_000 + id * 10_000_000, longitude: -100_000_000,
      tags: name.map { [("amenity", "cafe"), ("name", $0)] } ?? [])
  }

  private func merged(_ files: [[UInt8]]) throws -> VenueFiles {
    try TemporaryDirectory.with { folder in
      try VenueFiles(
        merging: try files.enumerated().map { number, bytes in
          try VenueFile.read(FilePath(try folder.write(bytes, to: "file\(number)")))
        })
    }
  }

  private func text(_ files: VenueFiles) -> String {
    withExtendedLifetime(files) { String(decoding: files.document.bytes, as: UTF8.self) }
  }

  /// Overpass reports it in its answer, which is valid JSON.
  @Test func anAnswerThatWasGivenUp() throws {
    func answer(_ remark: String) -> [UInt8] {
      let pub = #"{"type":"node","id":1,"lat":51,"lon":0,"tags":{"amenity":"pub","name":"A"}}"#
      return Array(#"{"osm3s":{},"elements":[\#(pub)],"remark":"\#(remark)"}"#.utf8)
    }
    let error = #expect(throws: ListError.self) {
      try merged([answer("runtime error: Query timed out"), answer("")])
    }
    #expect(
      error?.message.hasSuffix(
        "Overpass gave up before it had all: runtime error: Query timed out") ?? false)
    #expect(try merged([answer("be kind"), answer("")]).venues == 1)
  }

  @Test("Venues in several extracts are counted, and so are those of an unchanged file")
  func counts() throws {
    var (one, two) = (OSMFile(), OSMFile())
    one.nodes = [Self.node(1, "Nelson"), Self.node(2, "Lion")]
    two.nodes = [Self.node(2, "Lion"), Self.node(3, "Pigeon")]
    let both = try merged([one.bytes(), two.bytes()])
    #expect(both.venues == 3 && both.shared == 1)
    let found = text(both)
    for id in 1...3 { #expect(found.contains("osm:node/\(id)\""), "\(found)") }
    #expect(both.inFiles.allSatisfy { $0 == nil })
    let same = try merged([one.bytes(), one.bytes(), one.bytes()])
    #expect(same.venues == 2 && same.shared == 2)
    let list = ListText.collection([
      ListText.feature("x", #""name":"Fountain""#), ListText.feature("y", "", at: ""),
    ])
    let all = try merged([one.bytes(), Array(list.utf8), two.bytes()])
    #expect(all.venues == 4 && all.shared == 1)
    #expect(all.inFiles[0] == nil && all.inFiles[2] == nil)
    let counted = try #require(all.inFiles[1])
    #expect(counted.venues == 1 && counted.unusable == 1)
  }

  @Test("The complete way counts, whichever file has it")
  func partial() throws {
    var (part, whole) = (OSMFile(), OSMFile())
    part.nodes = [Self.node(1)]
    whole.nodes = [Self.node(1), Self.node(3)]
    let way = OSMFile.Way(id: 7, nodes: [1, 3], tags: [("amenity", "cafe"), ("name", "Nelson")])
    (part.ways, whole.ways) = ([way], [way])
    for files in [[part, whole], [whole, part]] {
      let merged = try merged(files.map { $0.bytes() })
      #expect(merged.venues == 1 && merged.shared == 1)
      #expect(text(merged).contains("[-0.1,51.52]"), "\(text(merged))")
    }
    #expect(try text(merged([part.bytes(), part.bytes()])).contains("[-0.1,51.51]"))
  }
}
