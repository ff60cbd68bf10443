import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Extracts written from a known map, compared with that map.
@Suite struct ExtractTests {
  private static let today = "2026-11-27"

  private static func read(
    _ bytes: [UInt8], _ choice: VenueChoice = VenueChoice()
  ) throws -> Extract {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(bytes, to: "map.osm.pbf")
      return try Extract.read(FilePath(path), choice: choice, today: today)
    }
  }

  private static func features(_ extract: Extract) -> [String] {
    withExtendedLifetime(extract) {
      String(decoding: extract.document.bytes, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("{\"type\":\"Feature\",") }
        .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
    }
  }

  // MARK: A map of every kind of object

  /// A town of a few hundred venues: nodes, ways, and relations of nodes, ways and relations.
  private struct Town {
    var file = OSMFile()
    /// The resulting features, by id.
    var features: [(id: UInt64, text: String)] = []

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      for number in 0..<300 {
        let tags =
          number % 3 == 0
          ? Self.tags(number, &generator) : number % 7 == 0 ? [("natural", "tree")] : []
        let node = OSMFile.Node(
          id: Int64(number * 3 + 1),
          latitude: Int64.random(in: 255_000_000...260_000_000, using: &generator) * 200,
          longitude: Int64.random(in: -5_000_000...5_000_000, using: &generator) * 200, tags: tags
        )
        file.nodes.append(node)
        note(UInt64(node.id), tags, [node])
      }
      for number in 0..<120 {
        let nodes = (0...Int.random(in: 0...6, using: &generator)).map { _ in
          file.nodes.randomElement(using: &generator)!
        }
        let tags = number % 4 == 0 ? Self.tags(number, &generator) : [("building", "yes")]
        file.ways.append(.init(id: Int64(number * 5 + 2), nodes: nodes.map(\.id), tags: tags))
        note(UInt64(number * 5 + 2) | 1 << 60, tags, nodes)
      }
      for number in 0..<40 { addRelation(number, &generator) }
      features.sort { $0.id < $1.id }
    }

    private mutating func addRelation(_ number: Int, _ generator: inout SeededGenerator) {
      let tags = number % 2 == 0 ? Self.tags(number, &generator) : [("type", "route")]
      var relation = OSMFile.Relation(id: Int64(number + 1), members: [], tags: tags)
      var nodes: [OSMFile.Node] = []
      if number % 5 == 4 {
        // Of the relations before it, whose nodes count as its own.
        let inner = file.relations.suffix(2)
        relation.members = inner.map { (2, $0.id) }
        nodes = inner.flatMap(nodesOfParts)
      } else {
        relation.members =
          (0..<2).map { _ in (1, file.ways.randomElement(using: &generator)!.id) }
          + (0..<number % 3).map { _ in (0, file.nodes.randomElement(using: &generator)!.id) }
        nodes = nodesOfParts(relation)
      }
      file.relations.append(relation)
      note(UInt64(relation.id) | 2 << 60, tags, nodes)
    }

    private func nodesOfParts(_ relation: OSMFile.Relation) -> [OSMFile.Node] {
      relation.members.flatMap { member in
        let ids =
          member.type == 0
          ? [member.id] : file.ways.first { $0.id == member.id }?.nodes ?? []
        return ids.map { id in file.nodes.first { $0.id == id }! }
      }
    }

    private static func tags(
      _ number: Int, _ generator: inout SeededGenerator
    ) -> [(String, String)] {
      let kinds = ["restaurant", "cafe", "pub", "bar", "fast_food"]
      return [
        ("amenity", kinds[number % 5]), ("name", "Venue \(number) \"Ä\""), ("source", "survey"),
        ("addr:street", "High\tStreet"), ("addr:housenumber", "\(number)"),
        ("diet:vegan", ["yes", "no", "only"].randomElement(using: &generator)!),
      ]
    }

    private mutating func note(_ id: UInt64, _ tags: [(String, String)], _ nodes: [OSMFile.Node]) {
      let value = Dictionary(tags) { first, _ in first }
      guard let kind = value["amenity"], let south = nodes.map(\.latitude).min(),
        let north = nodes.map(\.latitude).max(), let west = nodes.map(\.longitude).min(),
        let east = nodes.map(\.longitude).max()
      else { return }
      let name = value["name"]!.replacing("\"", with: "\\\"")
      features.append(
        (
          id,
          "{\"type\":\"Feature\",\"id\":\"osm:\(["node", "way", "relation"][Int(id >> 60)])/"
            + "\(id & (1 << 60 - 1))\",\"geometry\":{\"type\":\"Point\",\"coordinates\":["
            + "\(Self.middle(west, east)),\(Self.middle(south, north))]},\"properties\":{\"name\":\"\(name)\","
            + "\"kind\":\"\(kind)\",\"address\":\"\(value["addr:housenumber"]!) High\\tStreet\","
            + "\"diet:vegan\":\"\(value["diet:vegan"]!)\"}}"
        ))
    }

    /// All sums are even, so that no half is rounded one way here and another way there.
    private static func middle(_ first: Int64, _ second: Int64) -> String {
      var buffer = ByteBuffer()
      buffer.append(number: Double((first + second) / 200) / 1e7)
      return String(decoding: buffer.bytes, as: UTF8.self)
    }
  }

  private static let forms: [(String, @Sendable (inout OSMFile.Form) -> Void)] = [
    ("as usual", { _ in }), ("plain nodes", { $0.isDense = false }),
    ("not packed", { $0.isPacked = false }),
    ("positions on ways", { $0.hasLocationsOnWays = true }),
    ("offsets", { $0.offset = 12_345_600 }), ("fine", { $0.granularity = 1 }),
    ("in one block", { $0.objectsInBlock = 10_000 }), ("many blocks", { $0.objectsInBlock = 1 }),
    ("an empty block", { $0.emptyBlockAfter = 2 }),
    ("in any order", { $0.shuffle = SeededGenerator(seed: 5) }),
    (
      "in any order, in small blocks",
      {
        $0.shuffle = SeededGenerator(seed: 6)
        $0.objectsInBlock = 3
      }
    ),
  ]

  @Test(.slow, arguments: 0..<forms.count) func form(number: Int) throws {
    for seed in UInt64(1)...5 {
      let town = Town(seed: seed)
      var form = OSMFile.Form()
      Self.forms[number].1(&form)
      let extract = try Self.read(town.file.bytes(form))
      let found = Self.features(extract)
      for (feature, expected) in zip(found, town.features) where feature != expected.text {
        Issue.record("\(Self.forms[number].0), seed \(seed): \(feature), not \(expected.text)")
        break
      }
      #expect(found.count == town.features.count)
      #expect(extract.venues == town.features.count && extract.leftOut == ChoiceTally())
      #expect(extract.partial.isEmpty && extract.notes.isEmpty)
    }
  }

  @Test func coarsePositions() throws {
    var file = OSMFile()
    file.nodes = [
      .init(
        id: 1, latitude: 60_170_001_000, longitude: 24_940_009_000,
        tags: [("amenity", "cafe"), ("name", "A")])
    ]
    var form = OSMFile.Form()
    form.granularity = 1000
    let feature = try #require(Self.features(try Self.read(file.bytes(form))).first)
    #expect(feature.contains("[24.940009,60.170001]"))
  }

  // MARK: Selection

  private static func town(_ tags: [[(String, String)]]) -> OSMFile {
    var file = OSMFile()
    file.nodes = tags.enumerated().map { number, tags in
      .init(
        id: Int64(number + 1), latitude: 51_500_000_000, longitude: Int64(number) * 1_000_000_000,
        tags: tags)
    }
    return file
  }

  @Test func whatIsLeftOut() throws {
    let file = Self.town([
      [("amenity", "cafe"), ("name", "Here")],
      [("amenity", "cafe")], [("amenity", "cafe"), ("name", " \u{200B}")],
      [("amenity", "cafe"), ("brand", "Costa")], [("operator", "Council"), ("amenity", "pub")],
      [("amenity", "cafe"), ("name", "Canteen"), ("access", "private")],
      [("amenity", "cafe"), ("name", "Club"), ("access", "no")],
      [("amenity", "cafe"), ("name", "Guests"), ("access", "customers")],
      [("amenity", "cafe"), ("name", "Gone"), ("disused", "yes")],
      [("amenity", "cafe"), ("name", "Ended"), ("end_date", "2019")],
      [("amenity", "cafe"), ("name", "Ending"), ("end_date", "2026-11-27")],
      [("amenity", "cafe"), ("name", "Unsure"), ("end_date", "~1990")],
      [("amenity", "ice_cream"), ("name", "Gelato")],
      [("amenity", "biergarten"), ("name", "Garden")],
      [("amenity", "ice_cream"), ("name", "Lolly")], [("amenity", "bank"), ("name", "Bank")],
      [("name", "amenity"), ("cafe", "amenity")],
    ])
    let found = try Self.read(file.bytes())
    let names = Self.features(found).compactMap {
      $0.split(separator: "\"name\":\"").last?.prefix { $0 != "\"" }
    }
    #expect(names == ["Here", "Costa", "Council", "Guests", "Ending", "Unsure"])
    var expected = ChoiceTally()
    (expected[.nameless], expected[.isPrivate], expected[.closed]) = (2, 2, 2)
    expected.otherKinds = ["ice_cream": 2, "biergarten": 1]
    #expect(found.leftOut == expected)
    #expect(
      found.leftOut.reasons.filter { $0.count > 0 }.map(\.name)
        == ["without a name", "private", "closed", "ice_cream", "biergarten"])

    let all = try Self.read(
      file.bytes(), VenueChoice(kinds: FetchKind.allCases, includesPrivate: true))
    #expect(all.venues == 11 && all.leftOut.otherKinds.isEmpty && all.leftOut[.isPrivate] == 0)
  }

  @Test func area() throws {
    let file = Self.town((0..<5).map { [("amenity", "cafe"), ("name", "\($0)")] })
    let box = BoundingBox(south: 51, west: 0.5, north: 52, east: 3)
    let found = try Self.read(file.bytes(), VenueChoice(box: box))
    #expect(found.venues == 3 && found.leftOut[.outside] == 2)
  }

  @Test func textsThatAreNotUTF8() throws {
    let file = Self.town([
      [("amenity", "cafe"), ("name", "Caf?")], [("amenity", "cafe"), ("name", "B")],
    ])
    var form = OSMFile.Form()
    form.isPacked = false
    var bytes = file.bytes(form)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
    bytes[place] = 0xE9
    let found = try Self.read(bytes)
    #expect(found.venues == 1 && found.leftOut[.notUTF8] == 1)
  }

  // MARK: Positions

  @Test func places() throws {
    var file = OSMFile()
    func node(_ id: Int64, _ latitude: Int64, _ longitude: Int64) -> OSMFile.Node {
      .init(id: id, latitude: latitude * 100, longitude: longitude * 100)
    }
    // A way over the antimeridian, one with a missing node, and one with all nodes missing.
    file.nodes = [
      node(1, 10, 1_799_000_000), node(2, 30, -1_799_500_000), node(3, -4, 10), node(4, -8, 18),
    ]
    func cafe(_ id: Int64, _ nodes: [Int64]) -> OSMFile.Way {
      .init(id: id, nodes: nodes, tags: [("amenity", "cafe"), ("name", "\(id)")])
    }
    file.ways = [
      cafe(1, [1, 2]), cafe(2, [3, 4, 9]), cafe(3, [8, 9]), cafe(4, []), cafe(5, [3, 4]),
    ]
    file.relations = [
      .init(id: 1, members: [(1, 77), (2, 1)], tags: [("amenity", "cafe"), ("name", "r1")]),
      .init(id: 2, members: [(2, 3)], tags: [("amenity", "cafe"), ("name", "r2")]),
      .init(id: 3, members: [(2, 2), (2, 4)]), .init(id: 4, members: [(0, 4)]),
    ]
    let found = try Self.read(file.bytes())
    let places = Self.features(found).map { feature in
      String(feature.split(separator: "[")[1].prefix { $0 != "]" })
    }
    #expect(
      places == [
        "179.975,0.000002", "0.0000014,-0.0000006", "0.0000014,-0.0000006", "0.0000018,-0.0000008",
      ],
      "\(places)")
    #expect(found.partial.count == 1 && found.leftOut[.placeless] == 3)
  }

  @Test func deepRelations() throws {
    var file = OSMFile()
    file.nodes = [.init(id: 1, latitude: 0, longitude: 0)]
    for depth in Int64(1)...10 {
      file.relations.append(
        .init(
          id: depth, members: [depth == 10 ? (0, 1) : (2, depth + 1)],
          tags: [("amenity", "cafe"), ("name", "\(depth)")]))
    }
    let found = try Self.read(file.bytes())
    #expect(found.venues == 8 && found.leftOut[.placeless] == 2)
    // A relation may first be found by a long path, and later by a short one.
    var form = OSMFile.Form()
    form.objectsInBlock = 1
    form.shuffle = SeededGenerator(seed: 1)
    #expect(try Self.read(file.bytes(form)).venues == 8)
    // A cycle ends.
    file.relations[9].members = [(2, 1)]
    #expect(try Self.read(file.bytes()).leftOut[.placeless] == 10)
  }

  // MARK: Refused

  private func problem(_ bytes: [UInt8]) -> String? {
    do {
      _ = try Self.read(bytes)
      return nil
    } catch let error as ListError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test func refusedFiles() throws {
    var form = OSMFile.Form()
    form.features.append("HistoricalInformation")
    let history = Town(seed: 1).file.bytes(form)
    #expect(
      problem(history)?.contains("holds the history of its objects (HistoricalInformation)")
        ?? false)

    let header = OSMFile.blob("OSMHeader", Wire.text(4, "OsmSchema-V0.6"), true)
    for (field, name) in [(UInt64(4), "LZMA"), (6, "LZ4"), (7, "zstd")] {
      let contents = Wire.number(2, 3) + Wire.bytes(field, [1, 2, 3])
      let blob = Wire.text(1, "OSMData") + Wire.number(3, Int64(contents.count))
      let bytes = header + [0, 0, 0, UInt8(blob.count)] + blob + contents
      #expect(problem(bytes)?.contains("packed with \(name)") ?? false)
    }
    #expect(problem(header) == nil)
    #expect(problem(Array(header.dropLast()))?.contains("cut short") ?? false)
    #expect(problem(OSMFile.blob("OSMData", [], true))?.contains("'OSMHeader'") ?? false)
  }

  /// Messages with impossible values.
  @Test func hostileMessages() {
    let table = Wire.bytes(1, ["", "amenity", "cafe", "name", "A"].flatMap { Wire.text(1, $0) })
    func dense(_ ids: [UInt8], _ rest: [UInt8]) -> [UInt8] {
      Wire.bytes(2, Wire.bytes(2, ids + rest))
    }
    let one = Wire.deltas(8, [1]) + Wire.deltas(9, [1])
    let largest = Wire.bytes(1, Wire.varint(.max - 1) + Wire.varint(2))
    let two = Wire.deltas(8, [1, 2]) + Wire.deltas(9, [1, 2])
    let tags = Wire.packed(2, [1, 3]) + Wire.packed(3, [2, 4])
    let cases: [(String, [UInt8])] = [
      ("more than 64 bits", dense(largest, two)),
      ("1 nodes and 2 positions", dense(Wire.deltas(1, [5]), two)),
      ("no string 9", dense(Wire.deltas(1, [5]), one + Wire.packed(10, [1, 9, 0]))),
      ("the tags of 0", dense(Wire.deltas(1, [5]), one + Wire.packed(10, [1, 2]))),
      ("the tags of 2", dense(Wire.deltas(1, [5]), one + Wire.packed(10, [1, 2, 0, 0]))),
      ("granularity of 0", Wire.number(17, 0)), ("granularity of -3", Wire.number(17, -3)),
      ("no id", Wire.bytes(2, Wire.bytes(3, tags))),
      (
        "more values than keys",
        Wire.bytes(
          2, Wire.bytes(3, Wire.number(1, 1) + Wire.packed(2, [1]) + Wire.packed(3, [2, 4])))
      ),
      ("cut short", Wire.bytes(2, Wire.bytes(3, Wire.number(1, 1) + Wire.packed(2, [1])))),
      (
        "of no known type",
        Wire.bytes(
          2, Wire.bytes(4, Wire.number(1, 1) + tags + Wire.deltas(9, [1]) + Wire.packed(10, [3])))
      ),
      (
        "more types than members",
        Wire.bytes(2, Wire.bytes(4, Wire.number(1, 1) + tags + Wire.packed(10, [1])))
      ),
      ("wrong type", Wire.bytes(2, Wire.number(2, 7))), ("an unknown type", [0x1B]),
      ("no number", [0x00]), ("number has more than 29 bits", Wire.varint(1 << 32)),
    ]
    let header = OSMFile.blob("OSMHeader", Wire.text(4, "OsmSchema-V0.6"), true)
    for (expected, message) in cases {
      let found = problem(header + OSMFile.blob("OSMData", table + message, true))
      #expect(found?.contains(expected) ?? false, "\(expected): \(found ?? "read")")
      #expect(found?.contains("byte \(header.count):") ?? false)
    }
  }

  /// A varint has at most ten bytes, the tenth of them at most 1.
  @Test func varints() {
    func problem(_ bytes: [UInt8]) -> String? {
      bytes.withUnsafeBufferPointer { bytes in
        var message = Message(bytes)
        do throws(ExtractFault) {
          let value = try message.varint()
          return Wire.varint(value).elementsEqual(bytes) ? nil : "\(value)"
        } catch {
          return error.problem
        }
      }
    }
    let largest = Wire.varint(.max)
    #expect(largest.count == 10 && problem(largest) == nil)
    for count in 0..<10 {
      #expect(problem(Array(largest.prefix(count))) == "a message is cut short", "\(count)")
    }
    for last: [UInt8] in [[2], [0x80], [0x81, 0]] {
      #expect(
        problem(Array(largest.dropLast()) + last) == "a number has more than 64 bits", "\(last)")
    }
  }

  @Test func wrongSizes() throws {
    let header = OSMFile.blob("OSMHeader", Wire.text(4, "OsmSchema-V0.6"), true)
    let message = Wire.bytes(1, (0..<50).flatMap { Wire.text(1, "text \($0)") })
    let blob = OSMFile.blob("OSMData", message, true)
    #expect(problem(header + blob) == nil)
    // The unpacked size comes after the header of 15 bytes and a field's number.
    let place = try #require(blob.firstRange(of: Wire.number(2, Int64(message.count)))?.lowerBound)
    for (change, problem) in [(1, "not \(message.count + 1)"), (-1, "not \(message.count - 1)")] {
      var wrong = blob
      wrong[place + 1] = UInt8(Int(wrong[place + 1]) + change)
      #expect(self.problem(header + wrong)?.contains(problem) ?? false, "\(change)")
    }
  }

  // MARK: Damage

  /// The venues of the complete blobs, or an error: never any others.
  @Test(.slow) func cutAndDamagedFiles() throws {
    var form = OSMFile.Form()
    form.objectsInBlock = 25
    let bytes = Town(seed: 3).file.bytes(form)
    let whole = Set(Self.features(try Self.read(bytes)))
    var generator = SeededGenerator(seed: 34)
    func check(_ damaged: [UInt8], _ what: String) throws {
      guard let found = try? Self.read(damaged) else { return }
      let features = Self.features(found)
      #expect(whole.isSuperset(of: features), "\(what)")
      // All of them, or a message that some part was left out.
      #expect(
        features.count == whole.count || !found.notes.isEmpty || what.hasPrefix("cut"), "\(what)")
    }
    for _ in 0..<500 {
      let length = Int.random(in: 0..<bytes.count, using: &generator)
      try check(Array(bytes[..<length]), "cut at \(length)")
    }
    for _ in 0..<4_000 {
      let bit = Int.random(in: 0..<8 * bytes.count, using: &generator)
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try check(damaged, "bit \(bit)")
    }
  }

  /// A file cut between two blobs looks complete.
  @Test func nodesAlone() throws {
    var file = Self.town([[("amenity", "cafe"), ("name", "A")]])
    let note = "the file has no ways and no relations: it may have been cut short"
    #expect(try Self.read(file.bytes()).notes == [note])
    file.ways = [.init(id: 1, nodes: [1])]
    #expect(try Self.read(file.bytes()).notes == [])
  }

  @Test func manyOtherTypes() throws {
    var file = Town(seed: 1).file.bytes()
    for number in 0..<30 { file += OSMFile.blob("Type\(number)", [], false) }
    let notes = try Self.read(file).notes
    #expect(notes.count == 21 && notes.last == "left out 10 blobs of other types")
  }

  @Test func blobsOfOtherTypes() throws {
    let town = Town(seed: 4)
    var form = OSMFile.Form()
    form.otherBlobAfter = 1
    let found = try Self.read(town.file.bytes(form))
    #expect(Self.features(found) == town.features.map(\.text))
    #expect(found.notes == ["left out a blob of type 'Weather', which finder does not know"])
  }

  /// A few kilobytes that claim to be a million times as much.
  @Test func small() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let named = Self.town((0..<600).map { _ in [("amenity", "cafe"), ("name", long)] })
    #expect(problem(named.bytes())?.contains("a tag's value has 1048576 bytes") ?? false)

    // A way of millions of nodes, all of them the same one.
    let header = OSMFile.blob("OSMHeader", Wire.text(4, "OsmSchema-V0.6"), true)
    let table = Wire.bytes(1, ["", "amenity", "cafe", "name", "A"].flatMap { Wire.text(1, $0) })
    let tags = Wire.packed(2, [1, 3]) + Wire.packed(3, [2, 4])
    let way = Wire.number(1, 1) + tags + Wire.bytes(8, [UInt8](repeating: 0, count: 24 << 20))
    let bytes = header + OSMFile.blob("OSMData", table + Wire.bytes(2, Wire.bytes(3, way)), true)
    #expect(bytes.count < 1 << 17)
    #expect(problem(bytes)?.contains("more than any file of its size") ?? false)
  }

  /// Ids in no order: each is found without walking through all that are needed.
  @Test func jumpingIDs() throws {
    var file = OSMFile()
    let count = Int64(40_000)
    file.nodes = (0..<count).map {
      .init(id: $0 % 2 == 0 ? $0 + 1 : 10_000_000 + $0, latitude: 0, longitude: 0)
    }
    file.ways = [
      .init(
        id: 1, nodes: file.nodes.map(\.id).filter { $0 < count } + [10_000_001],
        tags: [("amenity", "cafe"), ("name", "A")])
    ]
    var form = OSMFile.Form()
    form.objectsInBlock = 100_000
    let found = try Self.read(file.bytes(form))
    #expect(found.venues == 1 && found.partial.isEmpty)
  }

  /// Of several with one id, the first in the file counts, whatever their blobs.
  @Test(arguments: [1, 1000]) func doubles(objectsInBlock: Int) throws {
    var file = OSMFile()
    file.nodes = [
      .init(
        id: 1, latitude: 51_000_000_000, longitude: 0, tags: [("amenity", "cafe"), ("name", "A")]),
      .init(
        id: 1, latitude: 52_000_000_000, longitude: 0, tags: [("amenity", "cafe"), ("name", "B")]),
    ]
    file.ways = [.init(id: 1, nodes: [1]), .init(id: 1, nodes: [])]
    file.relations = [.init(id: 1, members: [(1, 1)], tags: [("amenity", "cafe"), ("name", "C")])]
    var form = OSMFile.Form()
    form.objectsInBlock = objectsInBlock
    let found = try Self.read(file.bytes(form))
    #expect(Self.features(found).map { $0.contains("[0,51]") } == [true, true])
    #expect(found.venues == 2 && found.leftOut[.doubles] == 1)
  }

  @Test func idsOfEditors() throws {
    var file = Self.town([
      [("amenity", "cafe"), ("name", "A")], [("amenity", "cafe"), ("name", "B")],
    ])
    file.nodes[1].id = -5
    let found = try Self.read(file.bytes())
    #expect(found.venues == 1 && found.leftOut[.withoutID] == 1)
  }

  // MARK: The real file

  @Test(RealData.needed("helsinki.osm.pbf")) func helsinki() throws {
    let path = FilePath(try #require(RealData.path(of: "helsinki.osm.pbf")))
    let found = try Extract.read(
      path, choice: VenueChoice(includesPrivate: true), today: Self.today)
    // 431 have one of the five kinds, and 426 of these have a name; 2 of the others have a brand or an
    // operator.
    #expect(found.venues + found.leftOut[.nameless] + found.leftOut[.closed] == 431)
    #expect(found.leftOut[.placeless] == 0 && found.notes.isEmpty)
    let features = Self.features(found)
    #expect(features.count { $0.contains("\"opening_hours\"") } == 212)
  }
}
