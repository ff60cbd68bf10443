import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// The results of single rows, and the messages about rows that cannot be used.
@Suite struct GazetteerRowsTests {
  private func reading<Result>(
    _ bytes: [UInt8], named name: String = "table.csv", encoding: TextSource.Encoding = .utf8,
    _ limits: GazetteerLimits = GazetteerLimits(),
    _ body: (GazetteerReading, Gazetteer) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(bytes, to: name))
      let reading = try GazetteerReading(path, encoding: encoding, limits)
      let data = FilePath(folder.file("data"))
      try GazetteerStore(dataFolder: data).add([reading])
      return try body(reading, try #require(try Gazetteer.open(inDataFolder: data)))
    }
  }

  private func reading<Result>(
    _ text: String, _ limits: GazetteerLimits = GazetteerLimits(),
    _ body: (GazetteerReading, Gazetteer) throws -> Result
  ) throws -> Result {
    try reading(Array(text.utf8), limits, body)
  }

  private func position(_ gazetteer: Gazetteer, _ text: String) throws -> Coordinate? {
    gazetteer.position(of: try PostcodeReading(Array(text.utf8)).postcode)
  }

  private func names(_ gazetteer: Gazetteer) -> [String] {
    var names: [String] = []
    gazetteer.forEachName { name, place in
      names.append(String(decoding: name, as: UTF8.self) + (place.county.map { ", \($0)" } ?? ""))
    }
    return names
  }

  /// As in `PositionTableTests.outwardCodesOfATable`.
  @Test(arguments: [1, 2, 3, 9, 10])
  func positionsOfAreas(postcodes: Int) throws {
    let units = "ABDEFGHJLN".prefix(postcodes)
    let rows = ["N1", "N2"].flatMap { area in units.map { "\(area) 1A\($0),51.5,-0.1\n" } }
    let text = "postcode,lat,lon\nN1,51.6,-0.1\nN2,52.4,-0.1\n" + rows.joined()
    try reading(text) { (_, gazetteer) throws in
      #expect(try position(gazetteer, "N1")?.latitude == (postcodes < 10 ? 51.6 : 51.5))
      #expect(try position(gazetteer, "N2")?.latitude == (postcodes < 3 ? 52.4 : 51.5))
    }
  }

  // MARK: Numbers and kinds

  @Test func postcodesWithDecimalCommas() throws {
    let rows = "name;postcode;lat;lon\nFoo;SW1A 1AA;51,5;-0,12\n;N1 1AA;+51.25;\u{2212}0,5\n"
    try reading(rows) { (_, gazetteer) throws in
      #expect(
        try position(gazetteer, "SW1A 1AA") == Coordinate(latitude: 51.5, longitude: -0.12))
      #expect(try position(gazetteer, "N1 1AA") == Coordinate(latitude: 51.25, longitude: -0.5))
    }
  }

  @Test(arguments: [
    ("Town", Place.Kind.town), ("town", .town), ("CITY", .city), (" hamlet ", .hamlet),
    ("suburban area", .suburb), ("suburb", .suburb), ("other settlement", .other),
    ("Farm", .village), ("", .unstated),
  ])
  func kindsInAnyCase(text: String, kind: Place.Kind) throws {
    try reading("name,lat,lon,kind\nA,51,0,\(text)\n") { (_, gazetteer) throws in
      gazetteer.forEachName { #expect($1.kind == kind) }
    }
  }

  // MARK: Names beside postcodes

  @Test func rowsWithAPostcodeAndAName() throws {
    let rows = "name,postcode,town,lat,lon\nShop,N1 1AA,London,51,0\nCamp,,Leeds,52,0\n"
    try reading(rows + ",,York,53,0\n,N1 1AB,,54,0\nFort,?,,55,0\nGone,,,,\n") {
      (reading, gazetteer) throws in
      #expect(try position(gazetteer, "N1 1AA")?.latitude == 51)
      #expect(names(gazetteer) == ["Camp", "Fort"])
      #expect(reading.tally.rows == 6 && reading.tally.used == 4)
      #expect(reading.tally.unusedNames == 1)
      // The town shows where a postcode is.
      #expect(reading.tally.withoutName == 1 && reading.tally.withoutPosition == 1)
    }
  }

  @Test func namesInLatin1() throws {
    let rows =
      Array("name,lat,lon,county\nCaf".utf8) + [0xE9] + Array(",51,0,\nA,52,0,B".utf8)
      + [0xE9] + Array("\nPlain,53,0,\n".utf8)
    try reading(rows) { (reading, gazetteer) throws in
      #expect(names(gazetteer) == ["Plain"])
      #expect(reading.tally.notUTF8 == 2 && reading.tally.withoutName == 0)
    }
    try reading(rows, encoding: .latin1) { (reading, gazetteer) throws in
      #expect(names(gazetteer) == ["A, Bé", "Café", "Plain"])
      #expect(reading.tally.leftOut == 0)
    }
    #expect {
      try reading(Array("name,lat,lon\n".utf8) + [0xE9] + Array(",51,0\n".utf8)) { (_, _) throws in
      }
    } throws: {
      ($0 as? ListError)?.message.contains("expected UTF-8") == true
        && ($0 as? ListError)?.hint?.contains("--encoding latin1") == true
    }
  }

  // MARK: Limits

  private static let small = GazetteerLimits(
    postcodes: 20, names: 20, text: 4096, regions: 10, mergedAfter: 4)

  /// Repeated rows take no room, and count as if each came once.
  @Test func whatComesAgainIsMerged() throws {
    var rows = "postcode,lat,lon\n"
    var places = "name,lat,lon,county\n"
    for number in 0..<500 {
      rows += "N1 1A\("ABDE".randomElement()!),51.\(number % 2),0\nN1 1AF,\(50 + number % 3),1\n"
      places += "Aa,51,0,Kent\nAb,\(number % 5),0,Surrey\nAb,52,0,\(number % 2)\n"
    }
    try reading(rows, Self.small) { (reading, gazetteer) throws in
      #expect(reading.tally.used == 1000 && gazetteer.postcodeCount == 5)
      let middle = try #require(try position(gazetteer, "N1 1AF"))
      #expect(abs(middle.latitude - 51) < 0.01)
    }
    try reading("name,lat,lon\n" + String(repeating: "Aa,51,0\nAb,52,1\n", count: 500), Self.small)
    {
      #expect($0.tally.used == 1000)
      #expect(names($1) == ["Aa", "Ab"])
    }
    var several = Self.small
    several.names = 2000
    several.text = 1 << 20
    try reading(places, several) { (_, gazetteer) throws in
      #expect(Set(names(gazetteer)) == ["Aa, Kent", "Ab, Surrey", "Ab, 0"])
    }
  }

  @Test(arguments: [
    ("postcode,lat,lon", "N# 1AA,51,0", "20 postcodes"),
    ("outcode,lat,lon", "N#,51,0", "20 postcodes"), ("name,lat,lon", "A#,51,0", "20 names"),
    ("name,lat,lon,county", "A,51,0,K#", "10 counties"),
  ])
  func tooMuch(header: String, row: String, words: String) throws {
    let rows = (0..<80).map { row.replacing("#", with: String($0 + 1)) }
    let text = ([header] + rows).joined(separator: "\n")
    #expect {
      try reading(text, Self.small) { (_, _) throws in }
    } throws: {
      ($0 as? ListError)?.message.contains("there are more than \(words)") == true
    }
    // All of them fit if there is room.
    try reading(text) { (reading, _) throws in #expect(reading.tally.used == 80) }
  }

  @Test func tooMuchText() throws {
    var limits = Self.small
    (limits.names, limits.mergedAfter) = (1000, 1000)
    let rows = (0..<200).map { "A long name of a place, the \($0)th,51,0\n" }.map {
      "\"" + $0.replacing(",51", with: "\",51")
    }
    #expect {
      try reading("name,lat,lon\n" + rows.joined(), limits) { (_, _) throws in }
    } throws: {
      ($0 as? ListError)?.message.contains("MiB of names") == true
    }
  }

  /// What is written does not depend on earlier contents of memory.
  @Test func equalTablesGiveEqualColumns() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write("name,lat,lon\nA,51,0\nB,52,1\nC,53,2\n", to: "t.csv"))
      var bytes: [[UInt8]] = []
      for byte: UInt8 in [0x00, 0xFF] {
        // Reused memory holds its earlier contents.
        for size in [64, 96, 4096, 4200, 4608, 8192] {
          let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
          memset(memory, CInt(byte), size)
          memory.deallocate()
        }
        let (_, columns) = try GazetteerReading(path).finish()
        let to = FilePath(folder.file("out"))
        try columns.write([], to: to)
        bytes.append(try Files.bytes("\(to)"))
      }
      #expect(bytes[0] == bytes[1])
    }
  }

  // MARK: Archives and folders

  @Test func whatIsPassedOverIsNamed() throws {
    let members = [
      ZipMaker.Member("Doc/licence.txt", "\"Terms\" of use, \"and\n"),
      ZipMaker.Member("Doc/Headers.csv", GazetteerTables.codePointHeaders),
      ZipMaker.Member("Doc/districts.csv", "code,district\nE1,Kent\nE2,Essex\n"),
      ZipMaker.Member("Data/empty.csv", ""),
      ZipMaker.Member("Data/bad.csv", "postcode,lat,lon\nN1 1AA,,\nN1 1AB,,\n"),
      ZipMaker.Member("Data/good.csv", "postcode,lat,lon\nN1 1AA,51,0\n"),
      ZipMaker.Member("Data/packed.csv.gz", "\u{1F}\u{8B} is never unpacked"),
    ]
    try reading(ZipMaker(members).bytes, named: "os.zip") { (reading, gazetteer) throws in
      #expect(gazetteer.postcodeCount == 1)
      #expect(reading.passedOver.count == 2, "\(reading.passedOver)")
      for name in ["Data/empty.csv", "Data/bad.csv"] {
        #expect(reading.passedOver.contains { $0.hasSuffix(name) }, "\(reading.passedOver)")
      }
      #expect(reading.tally.rows == 3 && reading.tally.withoutPosition == 2)
    }
  }

  @Test func aFolderThatCannotBeRead() throws {
    try TemporaryDirectory.with { folder in
      #expect(throws: FileError.self) { try Folder.list(FilePath(folder.file("missing"))) }
      #expect(mkdir(folder.file("os"), 0o700) == 0 && mkdir(folder.file("os/in"), 0o700) == 0)
      try folder.write("postcode,lat,lon\nN1 1AA,51,0\n", to: "os/one.csv")
      #expect(try GazetteerReading(FilePath(folder.file("os"))).tally.used == 1)
      // A user who may read everything is refused nothing.
      guard geteuid() != 0 else { return }
      #expect(chmod(folder.file("os/in"), 0) == 0)
      #expect(throws: FileError.self) { try GazetteerReading(FilePath(folder.file("os"))) }
      #expect(chmod(folder.file("os/in"), 0o700) == 0)
    }
  }
}
