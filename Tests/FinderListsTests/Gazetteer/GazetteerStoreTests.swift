import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Adding to the gazetteer, removing from it, and damage to it.
@Suite struct GazetteerStoreTests {
  private func reading(_ folder: TemporaryDirectory, _ name: String, _ text: String) throws
    -> GazetteerReading
  {
    try GazetteerReading(FilePath(try folder.write(text, to: name)))
  }

  private func position(_ data: FilePath, _ text: String) throws -> Double? {
    let postcode = try PostcodeReading(Array(text.utf8)).postcode
    return try Gazetteer.open(inDataFolder: data)?.position(of: postcode)?.latitude
  }

  private func row(_ latitude: Double) -> String { "postcode,lat,lon\nN1 1AA,\(latitude),0\n" }

  @Test func whatIsHiddenComesBack() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let store = try GazetteerStore(dataFolder: data)
      try store.add([reading(folder, "one.csv", row(51)), reading(folder, "two.csv", row(52))])
      #expect(try position(data, "N1 1AA") == 52)
      #expect(store.sources.map(\.name) == ["one.csv", "two.csv"])
      // A file of the same name replaces the other, and is the last one now.
      try store.add([reading(folder, "one.csv", row(53))])
      #expect(try position(data, "N1 1AA") == 53)
      #expect(try GazetteerStore.sources(inDataFolder: data).map(\.name) == ["two.csv", "one.csv"])
      try store.remove(["one.csv"])
      #expect(try position(data, "N1 1AA") == 52)
      try store.remove(["two.csv"])
      #expect(try Gazetteer.open(inDataFolder: data) == nil)
      #expect(store.sources.isEmpty)
      // Nothing remains of them.
      #expect(try Files.names(in: "\(store.folder)/sources").isEmpty)
    }
  }

  /// As on a full disk: leftovers of the new sources would be in the way.
  @Test func whatCannotBeAddedLeavesNothing() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let store = try GazetteerStore(dataFolder: data)
      try store.add([reading(folder, "one.csv", row(51))])
      let path = "\(store.folder)/gazetteer.snapshot"
      #expect(rename(path, path + ".away") == 0)
      #expect(mkdir(path, 0o700) == 0 && mkdir(path + "/full", 0o700) == 0)
      let before = try Files.names(in: "\(store.folder)/sources")
      #expect(before.count == 1)
      #expect(throws: (any Error).self) {
        try store.add([reading(folder, "two.csv", row(52)), reading(folder, "three.csv", row(53))])
      }
      #expect(try Files.names(in: "\(store.folder)/sources") == before)
      #expect(rmdir(path + "/full") == 0 && rmdir(path) == 0 && rename(path + ".away", path) == 0)
      #expect(try position(data, "N1 1AA") == 51)
    }
  }

  @Test func onlyItsOwnerReadsIt() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      try GazetteerStore(dataFolder: data).add([reading(folder, "one.csv", row(51))])
      let path: FilePath = "\(data)/gazetteer/gazetteer.snapshot"
      #expect(try #require(stat(ofFile: path)).st_mode & 0o777 == 0o600)
      // A file that others may write to is not used.
      #expect(chmod("\(path)", 0o622) == 0)
      #expect(throws: GazetteerFault.self) { try Gazetteer.open(inDataFolder: data) }
      #expect(chmod("\(path)", 0o600) == 0)
      // Nor is it missing if something else is in its place.
      let folder = "\(data)/gazetteer"
      #expect(rename(folder, folder + ".away") == 0)
      #expect(try Gazetteer.open(inDataFolder: data) == nil)
      #expect(symlink("nowhere", folder) == 0)
      #expect(throws: GazetteerFault.self) { try Gazetteer.open(inDataFolder: data) }
      #expect(unlink(folder) == 0)
      try Files.write(Array("x".utf8), to: folder)
      #expect(throws: GazetteerFault.self) { try Gazetteer.open(inDataFolder: data) }
    }
  }

  /// If any bit is changed, no wrong position is given, and adding anything repairs the file.
  @Test func damage() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var chance = SeededGenerator(seed: seed)
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let store = try GazetteerStore(dataFolder: data)
      try store.add([
        reading(folder, "one.csv", row(51)),
        reading(folder, "places.csv", "name,lat,lon\nAshford,51.5,1\n"),
      ])
      let path = "\(store.folder)/gazetteer.snapshot"
      let whole = try Files.bytes(path)
      for _ in 0..<300 {
        var bytes = whole
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^=
          1 << UInt8.random(in: 0...7, using: &chance)
        try Files.write(bytes, to: path)
        let found = try? position(data, "N1 1AA")
        #expect(found == nil || found == 51, "seed \(seed)")
        let gazetteer = try? Gazetteer.open(inDataFolder: data)
        let choice = PlaceBook(gazetteer: gazetteer, sample: nil).choice("ashford")
        if case .one(let place) = choice { #expect(place.coordinate.latitude == 51.5) }
        _ = try? GazetteerStore.sources(inDataFolder: data)
      }
      for cut in [0, 1, 4095, 4096, whole.count / 2, whole.count - 1] {
        try Files.write(Array(whole[..<cut]), to: path)
        #expect(throws: GazetteerFault.self) { try position(data, "N1 1AA") }
      }
    }
  }

  @Test func aLostFileIsMadeAgainFromItsSources() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let one = try reading(folder, "one.csv", row(51))
      let two = try reading(folder, "two.csv", "postcode,lat,lon\nN1 1AB,52,0\n")
      var path: FilePath = ""
      do {
        let store = try GazetteerStore(dataFolder: data)
        try store.add([one])
        path = "\(store.folder)/gazetteer.snapshot"
      }
      try Files.write(Array("rubbish".utf8), to: "\(path)")
      try GazetteerStore(dataFolder: data).add([two])
      #expect(try position(data, "N1 1AA") == 51)
      #expect(try position(data, "N1 1AB") == 52)
    }
  }

  @Test func aDamagedSourceIsNamed() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let store = try GazetteerStore(dataFolder: data)
      try store.add([reading(folder, "one.csv", row(51))])
      try Files.write([1, 2, 3], to: "\(store.folder)/sources/\(store.sources[0].id).snapshot")
      #expect(throws: ListError.self) { try store.add([reading(folder, "two.csv", row(52))]) }
      // Queries still find what was there.
      #expect(try position(data, "N1 1AA") == 51)
      try store.remove(["one.csv"])
      try store.add([reading(folder, "two.csv", row(52))])
      #expect(try position(data, "N1 1AA") == 52)
    }
  }

  /// What a stopped process left of a removal is removed by the next one, and not brought back.
  @Test func removalGoesOnWhereItStopped() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      var path = ""
      do {
        let store = try GazetteerStore(dataFolder: data)
        try store.add([reading(folder, "one.csv", row(51)), reading(folder, "two.csv", row(52))])
        path = "\(store.folder)"
      }
      #expect(rename("\(path)/gazetteer.snapshot", "\(path)/removed") == 0)
      #expect(try Gazetteer.open(inDataFolder: data) == nil)
      #expect(try GazetteerStore.isThere(inDataFolder: data))
      let store = try GazetteerStore(dataFolder: data)
      #expect(store.sources.isEmpty)
      #expect(try Files.names(in: "\(path)/sources").isEmpty)
      #expect(stat(ofLink: FilePath("\(path)/removed")) == nil)
      #expect(try !GazetteerStore.isThere(inDataFolder: data))
      try store.add([reading(folder, "three.csv", "postcode,lat,lon\nN1 1AB,53,0\n")])
      #expect(try position(data, "N1 1AA") == nil)
    }
  }

  /// Sources without the combined file are there, and are removed with the rest.
  @Test func removingAllLooksAtWhatIsLeft() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      do {
        try GazetteerStore(dataFolder: data).add([reading(folder, "one.csv", row(51))])
      }
      #expect(unlink("\(data)/gazetteer/gazetteer.snapshot") == 0)
      #expect(try GazetteerStore.isThere(inDataFolder: data))
      let store = try GazetteerStore(dataFolder: data)
      #expect(store.sources.map(\.name) == ["one.csv"])
      try store.removeAll()
      #expect(try Files.names(in: "\(store.folder)/sources").isEmpty)
    }
  }

  /// If the combined file is lost, a source that cannot be read either is named and kept.
  @Test func aSourceThatCannotBeReadIsSetAside() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      var id = ""
      do {
        let store = try GazetteerStore(dataFolder: data)
        try store.add([reading(folder, "one.csv", row(51)), reading(folder, "two.csv", row(52))])
        id = store.sources[1].id
      }
      let sources = "\(data)/gazetteer/sources"
      try Files.write([1], to: "\(data)/gazetteer/gazetteer.snapshot")
      try Files.write([1, 2, 3], to: "\(sources)/\(id).snapshot")
      let store = try GazetteerStore(dataFolder: data)
      #expect(store.setAside.map { "\($0)" } == ["\(sources)/\(id).damaged"])
      for latitude in [53.0, 54] {
        let added = try store.add([reading(folder, "three.csv", row(latitude))])
        #expect(added.map(\.name) == ["three.csv"])
        #expect(store.sources.map(\.name) == ["one.csv", "three.csv"])
        #expect(try Files.bytes("\(sources)/\(id).damaged") == [1, 2, 3])
      }
      try store.removeAll()
      #expect(try Files.names(in: sources).isEmpty)
    }
  }

  /// Numbers that lead outside the file, with valid checksums.
  @Test func forged() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(folder.file("forged"))
      let sector = try PostcodeReading(Array("N1 1".utf8)).postcode.orderedKey
      let point = PackedPosition(latitude: .max, longitude: .min)
      let area = GazetteerArea(key: sector, firstUnit: .max, units: .max, position: point)
      let name = GazetteerName(
        text: .max, position: point, population: 1, county: .max, country: 9, keyLength: 255,
        nameLength: 255, kind: 200)
      let columns = GazetteerColumns(
        areas: Column(count: 3) { _ in area },
        units: Column(count: 1) { _ in
          GazetteerUnit(letters: .max, isTerminated: true)
        }, positions: Column(count: 0) { _ in point }, names: Column(count: 3) { _ in name },
        regions: Column(count: 0) { _ in GazetteerRegion(text: 0, length: 0) },
        texts: Column(count: 2) { _ in 0x61 }, givenAreas: Column(count: 1) { _ in area })
      try columns.write([], to: path)
      let gazetteer = try #require(try Gazetteer.open(path))
      let postcode = try PostcodeReading(Array("N1 1AA".utf8)).postcode
      #expect(gazetteer.position(of: postcode) == nil)
      #expect(gazetteer.position(of: Postcode(orderedKey: sector)) == nil)
      #expect(PlaceBook(gazetteer: gazetteer, sample: nil).choice("a") == .none)
      gazetteer.forEachPostcode { _, _, _ in }
      gazetteer.forEachGivenArea { _, _ in }
      gazetteer.forEachName { _, _ in }
      for point in [nil, Coordinate(latitude: 51, longitude: 0)] {
        var search = PlaceSuggestions("a", from: point, in: gazetteer)
        #expect(search.found(limit: 3).isEmpty)
      }
    }
  }

  /// A file that was cut within its last number would have a postcode in the sea.
  @Test func rowsThatAreCutShort() throws {
    try TemporaryDirectory.with { folder in
      let whole = "\"N11AA\",10,529090,179645,\"E92000001\",\"\",\"\",\"\",\"\",\"\"\n"
      for cut in ["\"N11AB\",10,529090,1796", "\"N11AB\",10,529090,179645\n"] {
        let read = try reading(folder, "codes.csv", whole + cut)
        #expect(read.tally.used == 1 && read.tally.withoutPosition == 1, "\(cut)")
      }
      let header = "postcode,lat,lon,note\nN1 1AA,51,0,a\n"
      // Empty cells at the end of a row may be missing, but not if the file ends within the row.
      #expect(try reading(folder, "a.csv", header + "N1 1AB,51.5,0.1\n").tally.used == 2)
      #expect(try reading(folder, "b.csv", header + "N1 1AB,51.5,0.1").tally.used == 1)
      #expect(try reading(folder, "c.csv", header + "N1 1AB,51.5,0.1,").tally.used == 2)
      let places = "name,lat,lon,county\nA,51,0,Kent\nB,51.5,0.1"
      #expect(try reading(folder, "d.csv", places).tally.unreadable == 1)
    }
  }

  @Test func swappedRowsAreCounted() throws {
    try TemporaryDirectory.with { folder in
      let rows = "postcode,lat,lon\nN1 1AA,-0.1,51.5\nN1 1AB,51.5,-0.1\nN1 1AC,10,10\n"
      let postcodes = try reading(folder, "a.csv", rows)
      #expect(postcodes.tally.swapped == 1)
      let places = "name,lat,lon\nA,-0.1,51.5\nB,51.5,-0.1\n"
      let towns = try reading(folder, "b.csv", places)
      #expect(towns.tally.swapped == 1)
    }
  }

  /// Each of them would prevent the removal of the other.
  @Test func allThatIsDamagedIsNamed() throws {
    try TemporaryDirectory.with { folder in
      let data = FilePath(folder.file("data"))
      let store = try GazetteerStore(dataFolder: data)
      try store.add([
        reading(folder, "a.csv", row(51)), reading(folder, "b c.csv", row(52)),
        reading(folder, "d.csv", row(53)),
      ])
      for source in store.sources.dropLast() {
        try Files.write(Array("x".utf8), to: "\(store.folder)/sources/\(source.id).snapshot")
      }
      let error = #expect(throws: ListError.self) { try store.remove(["d.csv"]) }
      #expect("\(error!)".contains("remove a.csv \\\"b c.csv\\\""), "\(error!)")
      try store.remove(["a.csv", "b c.csv"])
      #expect(store.sources.map(\.name) == ["d.csv"])
    }
  }
}
