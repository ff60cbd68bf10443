import TestSupport
import Testing

@testable import FinderEngine

/// What another package sees: these tests use only the public interface.
@Suite struct LibraryTests {
  private static let venues = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":7,"properties":{"name":" Ann's  Bar ","postcode":"N1 1AA"},
     "geometry":{"type":"Point","coordinates":[-0.1269,51.5081]}},
    {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-0.2,51.6]}},
    {"type":"Feature","properties":{},"geometry":null}]}
    """
  private static let point = Coordinate(latitude: 51.5074, longitude: -0.1278)

  @Test func searchesAndCounts() throws {
    let dataset = try Dataset(geoJSON: Array(Self.venues.utf8))
    #expect(dataset.count == 2 && dataset.featuresLeftOut == 1)
    let found = dataset.search(Query(from: Self.point))
    #expect(found.map(\.name) == ["Ann's Bar", nil] && found.map(\.postcode) == ["N1 1AA", nil])
    #expect(found[0].id == "7" && found[1].id.count == 12)
    let path = Geodesic.inverse(from: Self.point, to: found[0].coordinate)
    #expect(found[0].distance == path.distance && found[0].bearing == path.bearing)
    #expect(dataset.count(Query(from: Self.point, area: .circle(radius: 500))) == 1)
    let bars = Query(from: Self.point, area: .box(Camera.bounds), match: NameMatch("bar"))
    #expect(dataset.search(bars).count == 1 && dataset.count(bars) == 1)
  }

  @Test func answersAStream() throws {
    let dataset = try Dataset(geoJSON: Array(Self.venues.utf8))
    try TemporaryDirectory.with { folder in
      let path = try folder.write("lat,lon\n51.5,-0.1\nx,y\n51.6,-0.2\n", to: "points.csv")
      var (answers, faults) = ("", [Int]())
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      try dataset.answer(pointsFrom: descriptor, threads: 2) {
        answers += String(decoding: $0, as: UTF8.self)
      } fault: { line, _ in
        faults.append(line)
      }
      #expect(faults == [3] && answers.split(separator: "\n").count == 3)
      #expect(answers.contains("\"name\":\"Ann's Bar\""))
    }
  }

  @Test func saysWhatIsWrong() {
    let missing = #expect(throws: DatasetFailure.self) { try Dataset(path: "/nonexistent.geojson") }
    #expect(missing?.description == "cannot read /nonexistent.geojson: No such file or directory")
    let cut = #expect(throws: DatasetFailure.self) { try Dataset(geoJSON: Array("{".utf8)) }
    #expect(cut?.description.hasPrefix("byte 1: expected") == true, "\(cut?.description ?? "")")
    let dataset = try? Dataset(geoJSON: Array(Self.venues.utf8))
    #expect(throws: DatasetFailure.self) { try dataset?.answer(pointsFrom: -1, write: { _ in }) }
  }
}
