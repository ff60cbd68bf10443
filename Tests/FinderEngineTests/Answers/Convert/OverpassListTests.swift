import TestSupport
import Testing

@testable import FinderEngine

/// Answers of Overpass, in all the forms in which they give the positions of ways and relations.
@Suite struct OverpassListTests {
  private func answer(_ elements: [String]) -> String {
    "{\"version\":0.6,\"elements\":[\n" + elements.joined(separator: ",\n") + "\n]}"
  }

  private func way(_ id: Int, _ rest: String, name: String? = "W") -> String {
    "{\"type\":\"way\",\"id\":\(id),\(rest)"
      + (name.map { ",\"tags\":{\"name\":\"\($0)\"}" } ?? "") + "}"
  }

  private func relation(_ id: Int, _ rest: String, name: String? = "R") -> String {
    way(id, rest, name: name).replacing("\"way\",\"id\":\(id)", with: "\"relation\",\"id\":\(id)")
  }

  private func node(_ id: Int, _ latitude: String, _ longitude: String) -> String {
    #"{"type":"node","id":\#(id),"lat":\#(latitude),"lon":\#(longitude)}"#
  }

  @Test func nodesAndCenters() throws {
    let text = """
      {"version":0.6,"osm3s":{"timestamp_osm_base":"x"},"elements":[
      {"type":"node","id":12345678901,"lat":51.0,"lon":-0.10,"tags":{"name":"A","amenity":"cafe"}},
      {"type":"node","id":2,"lat":51,"lon":0},
      {"type":"way","id":3,"center":{"lat":1.50,"lon":2},"nodes":[1,2],"tags":{"name":"W"}},
      {"type":"relation","id":4,"members":[],"tags":{"name":"R"}}],"remark":"runtime error"}
      """
    try expect(
      text,
      features: [
        feature("-0.10", "51.0", #"{"name":"A","amenity":"cafe"}"#, id: #""node/12345678901""#),
        feature("2", "1.50", #"{"name":"W"}"#, id: #""way/3""#),
        placeless(#"{"name":"R"}"#, id: #""relation/4""#),
      ])
    let run = try ListTask().run(text)
    #expect(run.summary.passedOver == 1 && run.summary.tally.withoutPosition == 1)
    #expect(run.summary.notes == ["Overpass remarks: runtime error"])
  }

  @Test("The attribution goes into the collection")
  func attribution() throws {
    let sentence =
      "The data included in this document is from www.openstreetmap.org. The data is made available "
      + "under ODbL."
    for (copyright, members) in [
      (sentence, #""attribution":"© OpenStreetMap contributors","licence":"ODbL 1.0""#),
      (#"Some\u006fne \"else\""#, #""attribution":"Someone \"else\"""#),
    ] {
      let text = answer([node(1, "51.5", "-0.1")]).replacing(
        "\"elements\"", with: "\"osm3s\":{\"copyright\":\"\(copyright)\"},\"elements\"")
      let run = try ListTask().run(text.replacing("-0.1}", with: "-0.1,\"tags\":{\"name\":\"A\"}}"))
      #expect(
        run.text.hasPrefix("{\"type\":\"FeatureCollection\",\(members),\"features\":["),
        "\(run.text)")
      #expect(run.summary.notes == [])
      let rows = try ListTask(.csv).run(text)
      #expect(
        rows.summary.notes == ["the attribution is left out: only GeoJSON has a place for it"])
    }
  }

  /// `out bb` and `out geom`.
  @Test func boundsAndGeometry() throws {
    let geometry = #""geometry":[null,{"lat":51.5,"lon":-0.5},{"lat":51.6,"lon":-0.1},null]"#
    try expect(
      answer([
        way(1, #""bounds":{"minlat":51.5,"minlon":-0.5,"maxlat":51.6,"maxlon":-0.1}"#),
        way(2, #""nodes":[7,8],"# + geometry),
        way(3, #""bounds":{"minlat":51.5,"minlon":1,"maxlat":51.5,"maxlon":3},"# + geometry),
        way(4, #""center":{"lat":1,"lon":2},"bounds":{"minlat":51.5},"# + geometry),
        way(5, #""bounds":{"minlat":91,"minlon":1,"maxlat":92,"maxlon":3},"# + geometry),
        relation(
          6,
          #""members":[7,{"type":"way","ref":8,\#(geometry)},{"type":"node","ref":9,"lat":51.8,"lon":-0.3}]"#
        ),
      ]),
      features: [
        feature("-0.3", "51.55", #"{"name":"W"}"#, id: #""way/1""#),
        feature("-0.3", "51.55", #"{"name":"W"}"#, id: #""way/2""#),
        feature("2", "51.5", #"{"name":"W"}"#, id: #""way/3""#),
        feature("2", "1", #"{"name":"W"}"#, id: #""way/4""#),
        feature("-0.3", "51.55", #"{"name":"W"}"#, id: #""way/5""#),
        feature("-0.3", "51.65", #"{"name":"R"}"#, id: #""relation/6""#),
      ])
  }

  /// `out; >; out skel`: in any order, from any chunks, into any form.
  @Test func partsInTheSameAnswer() throws {
    let elements = [
      node(1, "51.5", "-0.1"), node(2, "51.6", "-0.3000002"), node(3, "-1", "10.5"),
      way(1, #""nodes":[1,2,1,99]"#), way(2, #""nodes":[1,3]"#, name: nil),
      way(3, #""nodes":[98]"#), relation(1, members(("way", 1), ("node", 3))),
      relation(2, members(("way", 2), ("way", 77))),
      // Relations of each other, and of themselves.
      relation(3, members(("relation", 4), ("relation", 3)), name: nil),
      relation(4, members(("relation", 3), ("node", 1))), relation(5, members(("relation", 3))),
      #"{"type":"node","id":4,"lat":5,"lon":6,"tags":{"name":"N"}}"#,
    ]
    let expected = [
      feature("-0.2000001", "51.55", #"{"name":"W"}"#, id: #""way/1""#),
      placeless(#"{"name":"W"}"#, id: #""way/3""#),
      feature("5.0999999", "25.3", #"{"name":"R"}"#, id: #""relation/1""#),
      feature("5.2", "25.25", #"{"name":"R"}"#, id: #""relation/2""#),
      feature("-0.1", "51.5", #"{"name":"R"}"#, id: #""relation/4""#),
      feature("-0.1", "51.5", #"{"name":"R"}"#, id: #""relation/5""#),
      feature("6", "5", #"{"name":"N"}"#, id: #""node/4""#),
    ]
    try expect(answer(elements), features: expected)
    let text = Array(answer(elements).utf8)
    #expect(try ListTask().run(text.chunks(of: 7)).text == collection(expected))
    var random = SeededGenerator(seed: 29)
    for round in 0..<20 {
      let shuffled = answer(elements.shuffled(using: &random))
      let format = ListFormat.allCases[round % ListFormat.allCases.count]
      let back = try ListTask().run(try ListTask(format).run(shuffled).text)
      let lines = Set(back.lines.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 })
      #expect(lines.isSuperset(of: expected) && lines.count == expected.count + 2, "\(shuffled)")
    }
    // Each answer on its own.
    let two = answer([way(1, #""nodes":[1]"#)]) + answer([node(1, "1", "2")])
    try expect(two, features: [placeless(#"{"name":"W"}"#, id: #""way/1""#)])
  }

  private func members(_ members: (type: String, id: Int)...) -> String {
    let texts = members.map { #"{"type":"\#($0.type)","ref":\#($0.id),"role":""}"# }
    return "\"members\":[\(texts.joined(separator: ","))]"
  }

  @Test func counts() throws {
    let count = #"{"type":"count","id":0,"tags":{"nodes":"9","ways":"0","total":"9"}}"#
    let run = try ListTask().run(answer([count, way(1, #""center":{"lat":1,"lon":2}"#)]))
    #expect(run.text == collection([feature("2", "1", #"{"name":"W"}"#, id: #""way/1""#)]))
    #expect(run.summary.passedOver == 0)
    #expect(run.summary.notes.count == 1 && run.summary.notes[0].contains("count"))
  }

  /// What does not fit into memory has no position, keeps its order, and is counted.
  @Test func noMoreThanMemory() {
    var record = ListRecord()
    for (parts, expectedLost) in [
      (OverpassParts(mostKept: 3), 1), (OverpassParts(mostHeldBytes: 1), 2), (OverpassParts(), 0),
    ] {
      var waiting = 0
      for id in 1...3 as ClosedRange<Int64> {
        let node = OverpassElement.Reference(.node, id)!
        let way = OverpassElement(reference: OverpassElement.Reference(.way, id), parts: [node])
        parts.add(way)
        record.clear()
        if parts.hold(record, way) { waiting += 1 }
        var point = OverpassElement(reference: node)
        point.box.extend(over: Coordinate(latitude: 1, longitude: Double(id)))
        parts.add(point)
      }
      var placed = 0
      while parts.next(&record) {
        waiting -= 1
        if record.coordinate != nil { placed += 1 }
      }
      #expect(waiting == 0)
      #expect(expectedLost == 0 ? placed == 3 && parts.lost == 0 : parts.lost >= expectedLost)
    }
  }

  /// Relations of relations, a thousand deep and in cycles, take a bounded number of rounds.
  @Test func deepRelations() throws {
    let chain = (1...1000).map { relation($0, members(("relation", $0 % 1000 + 1))) }
    let run = try ListTask().run(answer(chain + [node(1, "1", "2")]))
    #expect(run.summary.tally.written == 1000 && run.summary.tally.withoutPosition == 1000)
  }
}
