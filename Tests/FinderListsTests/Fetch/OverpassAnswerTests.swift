import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

@Suite struct OverpassAnswerTests {
  private static let point = Coordinate(latitude: 51.5, longitude: -0.1)

  private struct Read {
    var document: String
    var tally: FetchTally
  }

  private func read(
    _ answers: [String], in area: FetchArea? = .circle(point, radius: 1000)
  ) throws(FetchFault) -> Read {
    var features = FetchedFeatures(of: .osm)
    for answer in answers {
      try OverpassAnswer.read(PaddedBytes(copying: answer.utf8), in: area, into: &features)
    }
    let document = features.document { $0.append(key: "attribution", string: "x") }
    return Read(document: String(decoding: document.bytes, as: UTF8.self), tally: features.tally)
  }

  private static func count(_ elements: Int) -> String {
    "{\"type\":\"count\",\"id\":0,\"tags\":{\"total\":\"\(elements)\"}}"
  }

  private static let venue =
    #"{"type":"node","id":7,"lat":51.5,"lon":-0.10,"tags":{"name":"A\"\u00e9"}}"#

  @Test func properties() throws {
    let answer = #"""
      {
        "version": 0.6,
        "osm3s": {"copyright": "The data"},
        "elements": [
      {"type": "count", "id": 0, "tags": {"nodes": "1", "ways": "1", "relations": "1", "total": "3"}},
      {"type":"node","id":3,"lat":51.5001000,"lon":-1.0e-1,"tags":{
        "amenity":"pub","name":"The \"Old\" Bank\u00e9","addr:housename":"Bank House",
        "addr:housenumber":"12","addr:street":"High Street","addr:city":"London",
        "addr:postcode":"N1 1AA","contact:phone":"1","phone":"2","url":"u","opening_hours":"24/7",
        "fhrs:id":"55","source":"x","layer":-1}},
      {"type":"way","id":2,"center":{"lat":51.5,"lon":-0.1},"nodes":[1,2],
        "tags":{"brand":"Wetherspoon","addr:place":"The Green","name":""}},
      {"type":"relation","id":1,"center":{"lon":-0.1,"lat":51.5},"tags":{"operator":"O"}}
      ]}
      """#
    let found = try read([answer])
    #expect(found.tally.received == 3)
    #expect(
      found.document == #"""
        {"type":"FeatureCollection","attribution":"x","features":[
        {"type":"Feature","id":"osm:node/3","geometry":{"type":"Point","coordinates":[-1.0e-1,51.5001000]},"properties":{"name":"The \"Old\" Bank\u00e9","postcode":"N1 1AA","kind":"pub","address":"Bank House, 12 High Street, London","phone":"2","website":"u","opening_hours":"24/7","fhrs_id":"55"}},
        {"type":"Feature","id":"osm:way/2","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"Wetherspoon","address":"The Green","brand":"Wetherspoon"}},
        {"type":"Feature","id":"osm:relation/1","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"name":"O","operator":"O"}}
        ]}

        """#)
  }

  @Test func leftOut() throws {
    let answer = """
      {"elements":[\(Self.count(7)),
      {"type":"node","id":1,"lat":51.5,"lon":-0.1,"tags":{"amenity":"pub"}},
      {"type":"node","id":2,"lat":51.5,"lon":-0.1},
      {"type":"way","id":3,"tags":{"name":"A"}},
      {"type":"way","id":4,"center":{"lat":"51","lon":-0.1},"tags":{"name":"A"}},
      {"type":"node","id":5,"lat":91,"lon":-0.1,"tags":{"name":"A"}},
      {"type":"node","id":6,"lat":51.6,"lon":-0.1,"tags":{"name":"A"}},
      \(Self.venue)]}
      """
    let found = try read([answer, answer])
    #expect(
      found.tally.leftOut[.nameless] == 4 && found.tally.leftOut[.placeless] == 6
        && found.tally.leftOut[.outside] == 2)
    #expect(found.tally.leftOut[.doubles] == 1 && found.tally.received == 14)
    #expect(found.document.split(separator: "\n").count == 3)
  }

  @Test("A blank name does not count, and keys may have escapes")
  func blanksAndEscapes() throws {
    let answer = #"""
      {"elements":[{"type":"count","id":0,"tags":{"total":"3"}},
      {"type":"node","id":1,"lat":51.5,"lon":-0.1,"tags":{"name":" \u00a0"}},
      {"type":"node","id":2,"lat":51.5,"lon":-0.1,"tags":{"name":"\t","brand":"B"}},
      {"type":"node","id":3,"lat":51.5,"lon":-0.1,"tags":
        {"n\u0061me":" É","opening\u005fhours":"24/7","alt_name":"E"}}]}
      """#
    let found = try read([answer])
    #expect(found.tally.leftOut[.nameless] == 1)
    #expect(found.document.contains(#"{"name":"B","brand":"B"}"#), "\(found.document)")
    #expect(
      found.document.contains(#"{"name":" É","alt_name":"E","opening_hours":"24/7"}"#),
      "\(found.document)")
  }

  @Test("There is a limit on all answers together")
  func bounded() throws {
    var features = FetchedFeatures(of: .osm, mostBytes: 150)
    func answer(_ id: Int) -> PaddedBytes {
      let venue = #"{"type":"node","id":\#(id),"lat":51.5,"lon":-0.1,"tags":{"name":"A"}}"#
      return PaddedBytes(copying: "{\"elements\":[\(Self.count(1)),\(venue)]}".utf8)
    }
    try OverpassAnswer.read(answer(1), in: nil, into: &features)
    #expect(
      throws: FetchFault("it sent more than 0 MB of venues")
    ) { try OverpassAnswer.read(answer(2), in: nil, into: &features) }
  }

  @Test("With a byte order mark, packed or not")
  func byteOrderMark() throws {
    let text = try PackedAnswer.text(
      of: PaddedBytes(copying: "\u{FEFF}{\"elements\":[\(Self.count(0))]}".utf8), mostBytes: 1000)
    #expect(text.bytes.first == UInt8(ascii: "{"))
    #expect(try read([String(decoding: text.bytes, as: UTF8.self)]).tally.received == 0)
  }

  @Test("The same bytes, however areas overlap and a server sorts")
  func order() throws {
    func answer(_ ids: [Int]) -> String {
      let elements = ids.map {
        #"{"type":"node","id":\#($0),"lat":51.5,"lon":-0.1,"tags":{"name":"\#($0)"}}"#
      }
      return "{\"elements\":[\(([Self.count(ids.count)] + elements).joined(separator: ","))]}"
    }
    let wanted = try read([answer(Array(1...9))]).document
    for parts in [[[9, 1, 5, 3], [2, 4, 3, 6, 8, 7]], [[1, 2, 3, 4, 5, 6, 7, 8, 9], [5]]] {
      #expect(try read(parts.map(answer)).document == wanted)
    }
  }

  @Test(arguments: [
    ("", "its answer is empty"), (" \n", "its answer is empty"),
    (" <html>", "it sent a web page instead of data"),
    ("[]", "its answer is not what was asked for: byte 0: expected an object, found '[]'"),
    ("{}", "its answer has no list of elements"),
    (
      #"{"elements":{}}"#,
      "its answer is not what was asked for: byte 12: expected an array, found '{}}'"
    ),
    (#"{"elements":[],"remark":"runtime error: a\nb"}"#, "it gave up: runtime error: a b"),
    (#"{"remark":1,"elements":[]}"#, "it gave up: the answer has a remark"),
    (
      #"{"elements":[]} x"#,
      "its answer is not what was asked for: byte 16: expected nothing more, found 'x'"
    ),
    (
      #"{"elements":[{"type":"count","id":0,"tags":{"total":"1"}}]}"#,
      "it counted 1 elements and sent 0"
    ),
    (#"{"elements":[]}"#, "it does not say how many elements there are"),
    ("{\"elements\":[\(venue)]}", "it does not say how many elements there are"),
    (
      "{\"elements\":[{\"type\":\"count\",\"id\":0,\"tags\":{\"total\":\"many\"}},\(venue)]}",
      "it does not say how many elements there are"
    ),
    (
      "{\"elements\":[\(count(1)),\(venue)],\"elements\":[]}",
      "its answer has several lists of elements"
    ),
    (
      #"{"elements":[{"type":"area","id":1}]}"#,
      "its answer is not what was asked for: byte 13: expected an element with a type and an id, "
        + "found '{\"type\":\"area\",\"id\":…'"
    ),
    (
      "{\"elements\":[\(count(2)),\(venue),\(venue)]}",
      "osm:node/7 is in its answer twice: the data may have changed while it was read; try again"
    ),
  ])
  func faults(answer: String, message: String) {
    #expect(throws: FetchFault(message)) { try read([answer]) }
  }

  @Test("An answer cut anywhere is refused")
  func cut() throws {
    let answer = "{\"elements\":[\(Self.count(1)),\(Self.venue)],\"x\":[null,-1.5e3]}"
    _ = try read([answer])
    for length in 0..<answer.utf8.count {
      #expect(throws: FetchFault.self) {
        try read([String(decoding: answer.utf8.prefix(length), as: UTF8.self)])
      }
    }
  }

  @Test("With any white space and escapes", arguments: [UInt64](1...20))
  func spellings(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var elements: [String] = []
    var wanted: [String] = []
    for id in 1...200 {
      let name =
        "V\(id)\(["", "\\u00e9", "é", "\\\"", "\\ud83c\\udf7a"].randomElement(using: &generator)!)"
      let (lat, lon) = (Double.random(in: -90...90, using: &generator), Double(id) / 7)
      let isNode = Bool.random(using: &generator)
      let place = "\"lat\":\(lat),\"lon\":\(lon)"
      let kind = isNode ? "node" : "way"
      let space = [" ", "\n\t", ""].randomElement(using: &generator)!
      elements.append(
        "{\"type\":\(space)\"\(kind)\",\"id\":\(id),\(isNode ? place : "\"center\":{\(place)}"),"
          + "\(space)\"tags\":{\(space)\"name\":\"\(name)\"\(space)}}")
      wanted.append(
        "{\"type\":\"Feature\",\"id\":\"osm:\(kind)/\(id)\",\"geometry\":{\"type\":\"Point\","
          + "\"coordinates\":[\(lon),\(lat)]},\"properties\":{\"name\":\"\(name)\"}}")
    }
    elements.append(Self.count(200))
    let found = try read(["{\"elements\":[\(elements.joined(separator: ","))]}"], in: nil)
    let lines = found.document.split(separator: "\n").dropFirst().dropLast()
      .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    #expect(Set(lines) == Set(wanted.map { $0[...] }), "seed \(seed)")
    #expect(try VenueStore(reading: PaddedBytes(copying: found.document.utf8)).count == 200)
  }
}
