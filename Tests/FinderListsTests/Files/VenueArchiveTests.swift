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
    ZipMaker.Member("table.txt", "id,name,lat,lon\n7,Row,51,0\n1,Same,51,0\n"),
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
    let names = run.features.map { $0.components(afterEach: "\"name\":\"").last ?? "" }
    #expect(names == ["A", "B", "D", "Over", "Row", "E"])
    #expect(run.tally[.doubles] == 3)
    let archive = try #require(run.archive)
    #expect(archive.lists == 6)
    #expect(archive.written.written == 6)
    #expect(
      archive.skipped == [
        "Doc/licence.txt", "Doc/stats.json", "Doc/numbers.json", "Doc/meta.xml", "inner.zip",
        "packed.geojson.gz",
      ])
    #expect(
      run.end
        == #"],"attribution":["All the Places","Overture Maps Foundation","Us"],"#
        + #""licence":["CC0-1.0","CDLA-Permissive-2.0",null]}"#)
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

  /// The first ten of the archive, not of each member.
  @Test func manyRecordsThatCannotBeUsed() throws {
    let members = [9, 10].map { count in
      ZipMaker.Member(
        "\(count).csv",
        "name,lat,lon\nA,51,0\n" + String(repeating: "B,951,0\n", count: count))
    }
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.archive?.faults == 19 && run.faults.count == 10)
    #expect(run.faults.last?.hasPrefix("all.zip: 10.csv: line 3: ") ?? false)
  }

  /// As they count when the list is read alone.
  @Test func rowsWithPostcodesThatCannotBeRead() throws {
    try TemporaryDirectory.with { folder in
      let list = "name,postcode\nA,N1 1AA\nB,N1 1AA,x\nC,\n"
      let positions = FilePath(try folder.write("postcode,lat,lon\nN1 1AA,51,0\n", to: "codes.csv"))
      let settings = VenueFile.Settings { _ in ListPositions(venuesOf: positions, named: "codes") }
      let zip = ZipMaker([ZipMaker.Member("list.csv", list)]).bytes
      let inside = try VenueFile.read(FilePath(try folder.write(zip, to: "l.zip")), settings).tally
      let alone = try VenueFile.read(FilePath(try folder.write(list, to: "list.csv")), settings)
        .tally
      for tally in [inside, alone] {
        #expect(tally.kept == 1 && tally.faults == 1 && tally.firstFaults.count == 1)
        #expect(tally.firstFaults.first?.place.hasSuffix("line 3") ?? false)
        #expect(tally.placed?.placed == 1 && tally.placed?.unplaced == 2)
      }
    }
  }

  @Test(arguments: [
    (
      [ZipMaker.Member("a.txt", "words\n")],
      "all.zip: expected a list of venues in the archive, found a.txt"
    ),
    ([], "all.zip: expected a list of venues in the archive, found nothing"),
    (
      [
        ZipMaker.Member("README", "words\n"),
        ZipMaker.Member("pois.shp", "\u{0}\u{0}'\n\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}"),
      ],
      "all.zip: found no list of venues but pois.shp, a shapefile; finder reads the .osm.pbf of the same area"
    ),
  ])
  func noLists(_ members: [ZipMaker.Member], _ expected: String) throws {
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.failure == expected)
  }

  /// A plain list may say with `kind` or `amenity` what a venue is.
  @Test func kindsOfPlainLists() throws {
    let kinds = [
      #""kind":"pub""#, #""amenity":"cafe""#, #""amenity":"school""#, #""kind":"gastro""#,
      #""a":1"#,
    ]
    let list = ListText.collection(
      kinds.enumerated().map { ListText.feature("\($0)", #""name":"V\#($0)",\#($1)"#) })
    let run = try VenueRun(
      ZipMaker([ZipMaker.Member("a.geojson", list), ZipMaker.Member("b.geojson", list)]).bytes,
      VenueChoice(kinds: [.pub]), named: "all.zip")
    let names = run.features.map { $0.components(afterEach: "\"name\":\"").last ?? "" }
    #expect(names == ["V0", "V3", "V4"])
    // From both members.
    #expect(run.tally[.notFood] == 2 && run.tally.otherKinds == ["cafe": 2])
    #expect(run.tally[.doubles] == 3)
  }

  @Test func anExtractInside() throws {
    var file = OSMFile()
    file.nodes = ["cafe", "pub", "ice_cream"].enumerated().map { number, kind in
      .init(
        id: Int64(number + 1), latitude: 51_500_000_000, longitude: 0,
        tags: [("amenity", kind), ("name", kind)])
    }
    let extract = file.bytes()
    let members = [Self.members[1], ZipMaker.Member("map.osm.pbf", extract)]
    let run = try VenueRun(
      ZipMaker(members).bytes, VenueChoice(kinds: [.cafe, .fastFood]), named: "all.zip")
    #expect(run.failure == nil)
    #expect(run.features.count { $0.contains("\"id\":\"osm:node/1\"") } == 1)
    #expect(!run.text.contains("osm:node/2") && run.tally.otherKinds["pub"] ?? 0 >= 1)
    #expect(run.end.contains("OpenStreetMap"))
    // A list that is cut is no reason to accept the rest.
    let cut = [Self.members[1], ZipMaker.Member("map.osm.pbf", Array(extract.dropLast(3)))]
    let failure = try VenueRun(ZipMaker(cut).bytes, named: "all.zip").failure
    #expect(failure?.contains("all.zip: map.osm.pbf: byte") ?? false, "\(failure ?? "read")")
  }

  @Test func packedListsInside() throws {
    func packed(_ text: String) -> [UInt8] { Array(GzipArchive().pack(Array(text.utf8))) }
    let members = [
      ZipMaker.Member("a.geojson.gz", packed(ListText.collection([Self.spider("1", "A")]))),
      ZipMaker.Member("b.csv.gz", packed("id,name,lat,lon\n1,Same,51,0\n2,B,51,0\n")),
      ZipMaker.Member("words.gz", packed("words\n")),
    ]
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.failure == nil && run.features.count == 2 && run.tally[.doubles] == 1)
    #expect(run.archive?.lists == 2 && run.archive?.skipped == ["words.gz"])
    var cut = packed(ListText.collection([Self.spider("1", "A"), Self.spider("2", "B")]))
    cut.removeLast(20)
    let damaged = [Self.members[1], ZipMaker.Member("cut.geojson.gz", cut)]
    #expect(try VenueRun(ZipMaker(damaged).bytes, named: "all.zip").failure != nil)
  }

  @Test func skippedMembers() throws {
    let list = ZipMaker.Member("a.csv", "name,lat,lon\nA,51,0\n")
    let words = ["b", "c", "d"].map { ZipMaker.Member($0, "words\n") }
    for (count, note) in [
      (1, "skipped b: not a list of venues"),
      (2, "skipped b and 1 other member: not lists of venues"),
      (3, "skipped b and 2 other members: not lists of venues"),
    ] {
      try TemporaryDirectory.with { folder in
        let path = try folder.write(ZipMaker([list] + words.prefix(count)).bytes, to: "all.zip")
        #expect(try VenueFile.read(FilePath(path)).notes == [note])
      }
    }
  }

  /// A list that ends or breaks in its middle is not skipped.
  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","#,
    #"{"type":"FeatureCollection","features":[] x"#, #"{"type":"FeatureCollection"}"#, "{\"a\":",
  ])
  func brokenLists(_ text: String) throws {
    let members = [Self.members[1], ZipMaker.Member("broken", text)]
    let run = try VenueRun(ZipMaker(members).bytes, named: "all.zip")
    #expect(run.failure?.contains("broken") ?? false)
  }

  @Test func hostileOnes() throws {
    let changes: [(inout ZipMaker.Member) -> Void] = [
      { $0.checksum = 7 }, { $0.size = 10 }, { $0.flags = 1 }, { $0.method = 12 }, { $0.start = 0 },
    ]
    for change in changes {
      var maker = ZipMaker(Array(Self.members[1...4]))
      change(&maker.members[3])
      let run = try VenueRun(maker.bytes, named: "all.zip")
      #expect(run.failure != nil)
      #expect(run.archive == nil)
    }
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

extension String {
  /// What is between each such text and the next quote.
  fileprivate func components(afterEach start: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: start) {
      rest = rest[range.upperBound...]
      found.append(String(rest.prefix { $0 != "\"" }))
    }
    return found
  }
}
