import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// What the gazetteer makes of tables as published, and of damaged ones.
@Suite struct GazetteerReadingTests {
  /// Adds files to a gazetteer, and looks things up in it.
  private func with<Result>(
    _ files: [(name: String, bytes: [UInt8])],
    _ body: (Gazetteer, [GazetteerReading]) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { folder in
      let readings = try files.map { name, bytes in
        try GazetteerReading(FilePath(try folder.write(bytes, to: name)))
      }
      let data = FilePath(folder.file("data"))
      try GazetteerStore(dataFolder: data).add(readings)
      return try body(try #require(try Gazetteer.open(inDataFolder: data)), readings)
    }
  }

  private func with<Result>(
    _ text: String, _ body: (Gazetteer, GazetteerReading) throws -> Result
  ) throws -> Result {
    try with([("table.csv", Array(text.utf8))]) { try body($0, $1[0]) }
  }

  private func position(_ gazetteer: Gazetteer, _ text: String) -> String? {
    guard let postcode = try? PostcodeReading(Array(text.utf8)).postcode else { return "none" }
    return gazetteer.position(of: postcode).map {
      "\(($0.latitude * 1e4).rounded() / 1e4),\(($0.longitude * 1e4).rounded() / 1e4)"
    }
  }

  private func choice(_ gazetteer: Gazetteer, _ text: String) -> [String] {
    switch PlaceBook(gazetteer: gazetteer, sample: nil).choice(text) {
    case .one(let place): ["one", place.fullName]
    case .several(let places): ["several"] + places.map(\.fullName)
    case .elsewhere(let places): ["elsewhere"] + places.map(\.fullName)
    case .none: ["none"]
    }
  }

  @Test func codePointOpen() throws {
    try with(GazetteerTables.codePointOpen) { gazetteer, reading in
      #expect(reading.forms == [.codePointOpen])
      #expect(position(gazetteer, "AB10 1AB") == "57.1496,-2.0969")
      #expect(position(gazetteer, "ec1a1bb") == "51.5184,-0.0973")
      #expect(position(gazetteer, "ZE3 9JZ") == nil)
      #expect(position(gazetteer, "AB10 1AC") == nil)
      #expect(position(gazetteer, "AB10 1") == "57.1496,-2.0969")
      #expect(position(gazetteer, "B33") == "52.4792,-1.7757")
      #expect(gazetteer.postcodeCount == 3 && gazetteer.nameCount == 0)
      #expect(reading.tally.rows == 4 && reading.tally.withoutPosition == 1)
    }
  }

  @Test func directories() throws {
    try with(GazetteerTables.directory) { gazetteer, reading in
      #expect(reading.forms == [.directory])
      #expect(position(gazetteer, "SW1A 1AA") == "51.501,-0.1416")
      // On the Irish grid.
      #expect(position(gazetteer, "BT1 5GS") == "54.5985,-5.9322")
      // Taken out of use, and still at its position.
      #expect(position(gazetteer, "AB1 0AA") == "57.1015,-2.2429")
      #expect(position(gazetteer, "JE2 3XP") == nil)
      #expect(reading.tally.rows == 5 && reading.tally.used == 4)
    }
  }

  @Test func openNames() throws {
    try with(GazetteerTables.openNames) { gazetteer, reading in
      #expect(reading.forms == [.openNames])
      #expect(position(gazetteer, "TN23 1AA") == "51.1465,0.8716")
      #expect(choice(gazetteer, "ashford, kent") == ["one", "Ashford, Kent"])
      #expect(
        choice(gazetteer, "Ashford") == [
          "several", "Ashford, Kent", "Ashford, Surrey", "Ashford, Devon",
        ])
      #expect(choice(gazetteer, "Ashford, Spelthorne").first == "elsewhere")
      #expect(choice(gazetteer, "Cardiff") == ["one", "Cardiff, Caerdydd - Cardiff"])
      #expect(choice(gazetteer, "caerdydd, wales").first == "one")
      #expect(choice(gazetteer, "High Street") == ["none"])
      #expect(reading.tally.rows == 6 && reading.tally.used == 5)
      #expect(gazetteer.nameCount == 5 && gazetteer.postcodeCount == 1)
    }
  }

  @Test func geoNames() throws {
    try with(GazetteerTables.geoNames) { gazetteer, reading in
      #expect(reading.forms == [.geoNames])
      #expect(choice(gazetteer, "Ashford") == ["one", "Ashford, England"])
      #expect(choice(gazetteer, "London") == ["one", "London, England"])
      #expect(choice(gazetteer, "United Kingdom") == ["none"])
      #expect(choice(gazetteer, "Gone") == ["none"])
      #expect(reading.tally.rows == 4 && reading.tally.withoutPosition == 1)
    }
  }

  @Test func usersOwnTables() throws {
    try with(GazetteerTables.ownPostcodes) { gazetteer, reading in
      #expect(reading.forms == [.postcodes])
      #expect(position(gazetteer, "N1 1AB") == "51.6,-0.2")
      #expect(
        reading.tally.used == 2 && reading.tally.withoutName == 1
          && reading.tally.withoutPosition == 1)
    }
    try with(GazetteerTables.outcodes) { gazetteer, _ in
      #expect(position(gazetteer, "N1") == "51.53,-0.1")
      #expect(position(gazetteer, "N1 1AA") == nil)
    }
  }

  /// The sample's own file is a valid table, and a gazetteer made from it gives the sample's answers.
  @Test func theSampleAsAGazetteer() throws {
    let path = FilePath("\(Package.folder)/Data/places.csv")
    let sample = try #require(SamplePlaces(in: [path.folder!]))
    try with([("places.csv", try Files.bytes("\(path)"))]) { gazetteer, _ in
      let book = PlaceBook(gazetteer: gazetteer, sample: nil)
      let both = PlaceBook(gazetteer: gazetteer, sample: sample)
      for text in ["Brighton", "Newport", "Newport, IoW", "Newcastle", "St Ives, Cambs", "Stoke"] {
        let said = PlaceBook(sample: sample).choice(text)
        #expect(Self.names(book.choice(text)) == Self.names(said), "\(text)")
        #expect(Self.names(both.choice(text)) == Self.names(said), "\(text)")
      }
    }
  }

  private static func names(_ choice: PlaceChoice) -> [String] {
    switch choice {
    case .one(let place): [place.fullName]
    case .several(let places), .elsewhere(let places): places.map(\.fullName)
    case .none: []
    }
  }

  /// Bracketed endings, decimal commas, and rows that are not places.
  @Test func placesWithDecimalCommas() throws {
    try with(GazetteerTables.ownPlaces) { gazetteer, reading in
      #expect(choice(gazetteer, "the office") == ["one", "The Office, Greater London"])
      #expect(choice(gazetteer, "Camp") == ["one", "Camp, Highland"])
      #expect(choice(gazetteer, "Camp, north") == ["one", "Camp, Highland"])
      #expect(reading.tally.leftOut == 2)
    }
  }

  @Test(arguments: [
    "", "   \n\n", "a,b\n1,2\n", "{\"type\":\"FeatureCollection\"}", "<html>", "postcode\nN1 1AA\n",
    "name,lat,lon\n", "name,lat,lon\nA,,\n", "PK\u{3}\u{4}", "\u{0}\u{1}\u{2}\u{3}",
    GazetteerTables.codePointHeaders, "name,lat,lon\n\u{202E}\u{200B},51,0\n",
  ])
  func filesThatAreNotTables(text: String) throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(text, to: "table.csv")
      #expect(throws: (any Error).self) { try GazetteerReading(FilePath(path)) }
    }
  }

  // MARK: Archives and folders

  private static let members = [
    ZipMaker.Member("Doc/licence.txt", "Terms, of use\n"),
    ZipMaker.Member("Doc/Code-Point_Open_Column_Headers.csv", GazetteerTables.codePointHeaders),
    ZipMaker.Member("Doc/names.xlsx", "PK\u{3}\u{4}"),
    ZipMaker.Member("Data/CSV/ab.csv", GazetteerTables.codePointOpen),
    ZipMaker.Member("Data/multi_csv/x.csv", "postcode,lat,lon\nN1 1AA,1,1\n"),
    ZipMaker.Member("Data/TQ.csv", GazetteerTables.openNames),
  ]

  @Test func anArchive() throws {
    try with([("os.zip", ZipMaker(Self.members).bytes)]) { gazetteer, readings in
      #expect(readings[0].forms == [.codePointOpen, .openNames])
      #expect(gazetteer.postcodeCount == 4 && gazetteer.nameCount == 5)
      #expect(position(gazetteer, "N1 1AA") == nil)
    }
  }

  @Test func aFolder() throws {
    try TemporaryDirectory.with { folder in
      for name in ["os", "os/Data", "os/Doc", "os/Data/multi_csv", "os/Data/CSV"] {
        #expect(mkdir(folder.file(name), 0o700) == 0)
      }
      for member in Self.members { try folder.write(member.content, to: "os/\(member.name)") }
      symlink("..", folder.file("os/Data/loop"))
      mkfifo(folder.file("os/Data/pipe.csv"), 0o600)
      let reading = try GazetteerReading(FilePath(folder.file("os")))
      #expect(reading.forms == [.codePointOpen, .openNames])
    }
  }

  @Test func aDamagedArchiveAddsNothing() throws {
    var maker = ZipMaker(Self.members)
    maker.members[5].checksum = 1
    try TemporaryDirectory.with { folder in
      let path = try folder.write(maker.bytes, to: "os.zip")
      #expect(throws: FileError.self) { try GazetteerReading(FilePath(path)) }
    }
  }

  @Test func aBomb() throws {
    var maker = ZipMaker(Self.members)
    maker.members[3].isZip64 = true
    maker.members[3].size = 1 << 45
    try TemporaryDirectory.with { folder in
      let path = try folder.write(maker.bytes, to: "os.zip")
      #expect {
        try GazetteerReading(FilePath(path))
      } throws: {
        guard case FileError.tooLarge? = $0 as? FileError else { return false }
        return true
      }
    }
  }

  // MARK: Several sources

  /// A postcode in use counts before one out of use, then the source that was added last.
  @Test func whichCounts() throws {
    let old = "pcds,doterm,lat,long\nN1 1AA,,51.1,0\nN1 1AB,,51.2,0\nN1 1AC,202001,51.3,0\n"
    let new = "pcds,doterm,lat,long\nN1 1AA,,52.1,0\nN1 1AB,202001,52.2,0\nN1 1AD,202001,52.4,0\n"
    let files = [("old.csv", Array(old.utf8)), ("new.csv", Array(new.utf8))]
    try with(files) { gazetteer, _ in
      #expect(position(gazetteer, "N1 1AA") == "52.1,0.0")
      #expect(position(gazetteer, "N1 1AB") == "51.2,0.0")
      #expect(position(gazetteer, "N1 1AC") == "51.3,0.0")
      #expect(position(gazetteer, "N1 1AD") == "52.4,0.0")
      // In the middle of those in use.
      #expect(position(gazetteer, "N1 1") == "51.65,0.0")
    }
  }

  /// Compared with a dictionary of the same rows.
  @Test func againstADictionary() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var chance = SeededGenerator(seed: seed)
    var truth: [String: Coordinate] = [:]
    var rows = ["postcode,lat,lon"]
    let letters = Array("ABDEFGHJLNPQRSTUWXYZ")
    for _ in 0..<5000 {
      let area = ["N", "SW", "E", "EC", "SY", "S"].randomElement(using: &chance)!
      let district = Int.random(in: 1...12, using: &chance)
      let ending = area == "EC" || area == "SW" && district == 1 ? "A" : ""
      let text =
        "\(area)\(district)\(ending) \(Int.random(in: 0...9, using: &chance))"
        + "\(letters.randomElement(using: &chance)!)\(letters.randomElement(using: &chance)!)"
      guard truth[text] == nil, district < 10 || ending.isEmpty else { continue }
      let point = Coordinate(
        latitude: Double(Int.random(in: 50_000_000...58_000_000, using: &chance)) / 1e6,
        longitude: Double(Int.random(in: -5_000_000...1_000_000, using: &chance)) / 1e6)
      truth[text] = point
      rows.append("\(text),\(point.latitude),\(point.longitude)")
    }
    try with(rows.joined(separator: "\n")) { gazetteer, _ in
      #expect(gazetteer.postcodeCount == truth.count)
      for (text, point) in truth {
        let postcode = try PostcodeReading(Array(text.utf8)).postcode
        let found = gazetteer.position(of: postcode)
        #expect(found == point, "\(text), seed \(seed)")
      }
      var count = 0
      gazetteer.forEachPostcode { postcode, position, _ in
        count += 1
        #expect(truth[postcode.text] == position.coordinate, "\(postcode.text), seed \(seed)")
      }
      #expect(count == truth.count)
    }
  }
}
