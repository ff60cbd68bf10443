import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MeetingWriterTests {
  private static let points = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 2),
  ]

  private func written(
    fields: String? = nil, _ write: (MeetingWriter, MeetingHit, inout ByteBuffer) -> Void
  ) throws -> String {
    let dataset = try LoadedDataset(features: [
      feature(
        coordinates: "[1,0]", id: "\"a,b\"",
        properties: #"{"name":"A \"B\"","postcode":"N1 1AA","worst_m":7,"legs":[],"x":1}"#)
    ])
    let fields = try fields.map { try VenueFields($0) }
    let meeting = Meeting(from: Self.points, by: .longest)
    var search = MeetingSearch(dataset.store, meeting)
    let hits = search.search(Query(from: Self.points[0], area: .together(meeting)))
    let hit = try #require(hits.first)
    let venues = VenueWriter(dataset.store, fields: fields)
    return output { write(MeetingWriter(venues, points: 2), hit, &$0) }
  }

  /// A degree of the equator is 111,319.4908 m long.
  @Test func json() throws {
    #expect(
      try written { $0.append(jsonOf: $1, to: &$2) }
        == #"{"id":"a,b","name":"A \"B\"","postcode":"N1 1AA","lat":0,"lon":1,"worst_m":111319.5,"#
        + #""total_m":222639,"legs":[{"distance_m":111319.5,"bearing_deg":90},"#
        + #"{"distance_m":111319.5,"bearing_deg":270}],"properties":{"worst_m":7,"legs":[],"x":1}}"#
    )
  }

  /// If a feature's own properties have those names, they are replaced.
  @Test func geoJSON() throws {
    let text = try written { $0.append(featureOf: $1, to: &$2) }
    #expect(text.hasPrefix(#"{"type":"Feature","id":"a,b","properties":{"name":"A \"B\"","#))
    #expect(!text.contains(#""worst_m":7"#) && !text.contains(#""legs":[]"#), "\(text)")
    #expect(text.contains(#""x":1,"worst_m":111319.5,"total_m":222639,"legs":[{"#), "\(text)")
  }

  @Test func cells() throws {
    var columns: [String] = []
    let cells = try written { writer, hit, output in
      columns = writer.columns
      writer.append(cellsOf: hit, .csv, to: &output)
    }
    #expect(
      columns == [
        "id", "name", "postcode", "lat", "lon", "worst_m", "total_m", "leg_1_m", "leg_2_m",
      ])
    #expect(cells == #""a,b","A ""B""",N1 1AA,0,1,111319.5,222639,111319.5,111319.5"#)
  }

  @Test func fields() throws {
    let names = "leg_2_m,leg_2_deg,spread_m,name,legs,leg_3_m,x"
    #expect(
      try written(fields: names) { $0.append(jsonOf: $1, to: &$2) }
        == #"{"leg_2_m":111319.5,"leg_2_deg":270,"spread_m":0,"name":"A \"B\"","legs":"#
        + #"[{"distance_m":111319.5,"bearing_deg":90},{"distance_m":111319.5,"bearing_deg":270}],"#
        + #""leg_3_m":null,"x":1}"#)
    #expect(
      try written(fields: "spread_m,legs") { $0.append(cellsOf: $1, .csv, to: &$2) }
        == #"0,"[{""distance_m"":111319.5,""bearing_deg"":90},{""distance_m"":111319.5,""bearing_deg"":270}]""#
    )
  }
}
