import FinderEngine
import TestSupport
import Testing

@testable import FinderLists

/// Zips of lists.
@Suite struct VenueArchiveTests {
  private static func spider(_ id: String, _ name: String) -> String {
    ListText.feature(id, #""@spider":"s","amenity":"cafe","name":"\#(name)""#)
  }

  private static let overture = ListText.feature(
    "g", #""names":{"primary":"Over"},"basic_category":"pub","sources":[{"dataset":"meta"}]"#)

  private static let members = [
    ZipMaker.Member("output/", ""),
    ZipMaker.Member("output/a.geojson", ListText.collection([spider("1", "A"), spider("2", "B")])),
    ZipMaker.Member("output/empty.geojson", ""),
    ZipMaker.Member("output/none.geojson", ListText.collection([])),
    ZipMaker.Member(
      "output/deep/b.geojson", ListText.collection([spider("2", "C"), spider("3", "D")])),
    ZipMaker.Member("lines", "\(overture)\n\(overture)\n"),
    ZipMaker.Member("table.txt", "id,name,lat,lon\n1,Row,51,0\n3,Same,51,0\n"),
    ZipMaker.Member(
      "owed.json",
      ListText.collection([ListText.feature("9", #""name":"E""#)], #""attribution":"Us","#)),
    ZipMaker.Member("Doc/licence.txt", "Terms, of use\n"),
    ZipMaker.Member("Doc/stats.json", #"{"count":2,"spiders":[{"a":1}]}"#),
    ZipMaker.Member("Doc/numbers.json", "[1,2,3]"),
    ZipMaker.Member("Doc/meta.xml", "<a><b/></a>"),
    ZipMaker.Member("inner.zip", "PK\u{3}\u{4}inner"),
    ZipMaker.Member("packed.geojson.gz", Array(GzipArchive().pack(Array("{}".utf8)))),
    ZipMaker.Member("__MACOSX/._a.geojson", "\u{0}\u{5}\u{16}"),
  ]

  @Test func oneAfterAnother() throws {
    let run = try VenueRun(ZipMaker(Self.members).bytes, named: "all.zip")
    #expect(run.failure == nil)
    #expect(
      run.features.map {
        $0.prefix { $0 != "{" || true }.split(separator: "\"name\":\"").last!.prefix { $0 != "\"" }
      }
        == ["A", "B", "D", "Over", "Row", "Same", "E"])
    #expect(run.tally.doubles == 2)
    let archive = try #require(run.archive)
    #expect(archive.lists == 6)
    #expect(archive.written.written == 7)
    #expect(
      archive.passedOver == [
        "Doc/licence.txt", "Doc/stats.json", "Doc/numbers.json", "Doc/meta.xml", "inner.zip",
        "packed.geojson.gz",
      ])
    #expect(
      run.end
        == #"],"attribution":["Us","Overture Maps Foundation","All the Places"],"#
        + #""licence":[null,"CDLA-Permissive-2.0","CC0-1.0"]}"#)
  }

  @Test func recordsThatCannotBeUsed() throws {
    let members = [
      ZipMaker.Member("a.csv", "name,lat,lon\nA,51,0\nB,951,0\n"),
      ZipMaker.Member("b.geojson", ListText.collection([ListText.feature("1", "", at: "1000,2")])),
    ]
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.features.count == 1)
    #expect(run.archive?.faults == 2)
    #expect(run.faults.count == 2)
    #expect(run.faults.first?.hasPrefix("all.zip: a.csv: line 3: ") ?? false)
  }

  @Test(arguments: [
    (
      [ZipMaker.Member("a.txt", "words\n")],
      "all.zip: expected a list of venues in the archive, found a.txt"
    ),
    ([], "all.zip: expected a list of venues in the archive, found nothing"),
  ])
  func noLists(_ members: [ZipMaker.Member], _ expected: String) throws {
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.failure == expected)
  }

  /// A list that ends or goes wrong in its middle is not passed over.
  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","#,
    #"{"type":"FeatureCollection","features":[] x"#, #"{"type":"FeatureCollection"}"#, "{\"a\":",
    "name,lat,lon\nA,51,0\n\u{FF}\"B",
  ])
  func brokenLists(_ text: String) throws {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let members = [Self.members[1], ZipMaker.Member("broken", bytes)]
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.failure?.contains("broken") ?? false)
  }

  @Test(arguments: [
    { (member: inout ZipMaker.Member) in member.checksum = 7 }, { $0.size = 10 }, { $0.flags = 1 },
    { $0.method = 12 }, { $0.start = 0 },
  ])
  func hostileOnes(_ change: @Sendable (inout ZipMaker.Member) -> Void) throws {
    var maker = ZipMaker(Array(Self.members[1...4]))
    change(&maker.members[3])
    let run = try VenueRun(maker.bytes, named: "all.zip")
    #expect(run.failure?.hasPrefix("all.zip: ") ?? false)
  }

  @Test func moreThanThereMayBe() throws {
    var maker = ZipMaker(Array(Self.members[1...4]))
    #expect(try VenueRun(maker.bytes, named: "all.zip", mostUnpacked: 100).failure != nil)
    maker.members[1].isZip64 = true
    maker.members[1].size = Int.max >> 2
    maker.members[2].isZip64 = true
    maker.members[2].size = Int.max >> 2
    #expect(try VenueRun(maker.bytes, named: "all.zip").failure != nil)
  }
}
