import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct PageFactsTests {
  private func facts(
    _ places: [(Double, Double)], _ change: (inout PageContents) -> Void = { _ in }
  ) throws -> [String: Any] {
    let venues = places.map { TestVenue(ExactPosition(nearestTo: $0.0, $0.1)) }
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    var contents = PageContents(title: "Venues")
    change(&contents)
    var output = ByteBuffer()
    PageWriter(store).write(contents, PageWriterTests.small, to: &output)
    return try PageReader(output.bytes).facts
  }

  private func box(_ value: Any?) throws -> [Double] {
    let box = try #require(value as? [String: Double])
    return try ["west", "east", "north", "south"].map { try #require(box[$0]) }
  }

  private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  private let camera = PageBox(Camera.bounds)
  private var cameraBox: [Double] { [camera.west, camera.east, camera.north, camera.south] }

  @Test func venuesInsideTheCameraBounds() throws {
    let facts = try facts([(51, -1), (52, 0.5)])
    #expect(isNear(try box(facts["limits"]), cameraBox))
    let extent = try box(facts["extent"])
    #expect(
      isNear(
        extent, [179.0 / 360, 180.5 / 360, MapView.row(52), MapView.row(51)]))
    #expect(isNear(try box(facts["first"]), extent))
  }

  @Test func noVenues() throws {
    let facts = try facts([])
    #expect(isNear(try box(facts["limits"]), cameraBox))
    #expect(isNear(try box(facts["extent"]), cameraBox))
  }

  @Test func venuesElsewhere() throws {
    let facts = try facts([(48.8, 2.3), (40.4, -3.7)])
    #expect(isNear(try box(facts["limits"]), try box(facts["extent"])))
  }

  /// The box starts after the widest gap, and ends beyond 1.
  @Test func acrossTheAntimeridian() throws {
    let facts = try facts([(-17, 179), (-18, -179), (-18, 178)])
    let extent = try box(facts["extent"])
    #expect(isNear(extent, [358.0 / 360, 361.0 / 360, MapView.row(-17), MapView.row(-18)]))
  }

  @Test func thePointMayBeOutside() throws {
    let facts = try facts([(51, -1)]) {
      $0.point = .init(Coordinate(latitude: 40, longitude: -1), name: "")
      $0.view = .around(Coordinate(latitude: 40, longitude: -1), zoom: 12.5)
    }
    #expect(isNear([try box(facts["limits"])[3]], [MapView.row(40)]))
    let first = try #require(facts["first"] as? [String: Double])
    #expect(first["zoom"] == 12.5 && first.count == 3)
    #expect(isNear([first["x"] ?? 0, first["y"] ?? 0], [179.0 / 360, MapView.row(40)]))
    #expect((facts["point"] as? [String: Any])?["name"] as? String == "the point")
  }

  @Test func shapesAndPlaces() throws {
    let facts = try facts([(51, -1)]) {
      $0.base = [
        BaseShape(
          kind: .lake,
          lines: [
            [
              Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 0, longitude: 0),
              Coordinate(latitude: MapView.northernmost, longitude: 180),
            ]
          ], isClosed: true)
      ]
      $0.labels = ["b", "c", "a"].enumerated().map {
        .init(
          name: $0.element, at: Coordinate(latitude: 0, longitude: 90),
          people: [5, 5, 9][$0.offset])
      }
      $0.units = .imperial
    }
    let unit = 1 << 26
    let shape = try #require((facts["shapes"] as? [[Any]])?.first)
    #expect(shape[0] as? String == "lake")
    #expect(shape[1] as? Bool == true)
    #expect(
      shape[2] as? [[Int]] == [[0, unit / 2, unit / 2, 0, unit / 2, -unit / 2]])
    let places = try #require(facts["places"] as? [[Any]])
    #expect(places.map { $0[0] as? String } == ["a", "b", "c"])
    #expect(places[0][1] as? Double == 0.75)
    #expect(facts["imperial"] as? Bool == true)
  }

  private func lines(_ longitudes: [(Double, Double)], isClosed: Bool = false) throws -> [[Int]] {
    let facts = try facts([(51, -1)]) {
      $0.base = [
        BaseShape(
          kind: .border,
          lines: [longitudes.map { Coordinate(latitude: $0.1, longitude: $0.0) }],
          isClosed: isClosed)
      ]
    }
    let shape = try #require((facts["shapes"] as? [[Any]])?.first)
    return try #require(shape[2] as? [[Int]])
  }

  /// It continues beyond the square's edge, as in pictures.
  @Test func linesAcrossTheAntimeridian() throws {
    let unit = 1 << 26
    let steps = try lines([(90, 0), (-90, 0)])[0]
    #expect(steps == [unit * 3 / 4, unit / 2, -unit / 2, 0])
    let crossing = try lines([(179, 0), (-179, 0)])[0]
    #expect(abs(crossing[2] - unit / 180) <= 1 && crossing[3] == 0)
    #expect(try lines([(-180, 0), (180, 0)])[0][2] == unit)
  }

  /// Steps of less than a pixel at zoom 16 are dropped, and so are lines that consist only of them.
  @Test func pointsTooCloseToTellApart() throws {
    let unit = 360.0 / Double(1 << 26)
    let points = (0...40).map { (Double($0) * unit, 0.0) }
    let steps = try lines(points)[0]
    #expect(steps.count == 2 * 11)
    let xs = stride(from: 0, to: steps.count, by: 2).map { steps[$0] }
    #expect(xs.dropFirst().allSatisfy { $0 >= 4 && $0 <= 8 })
    #expect(xs.dropFirst().reduce(0, +) == 40)
    // It ends at its end.
    let longer = try lines(points + [(42 * unit, 0)])[0]
    #expect(stride(from: 2, to: longer.count, by: 2).reduce(0) { $0 + longer[$1] } == 42)
    #expect(try lines([(0, 0), (unit, 0), (unit, unit)], isClosed: true).isEmpty)
  }

  @Test func aPointAtAPole() throws {
    let facts = try facts([(51, -1)]) {
      $0.point = .init(Coordinate(latitude: 90, longitude: 0), name: "")
    }
    let point = try #require(facts["point"] as? [String: Any])
    #expect(point["latitude"] as? Double == 90)
    #expect(abs(point["y"] as? Double ?? 1) < 1e-12)
  }

  /// The index of the way's venue among those of the page, if it is one of them.
  @Test func theWaysVenue() throws {
    let places = [(51.0, -1.0), (53, 0), (52, -3), (54, -2)]
    let venues = places.map { TestVenue(ExactPosition(nearestTo: $0.0, $0.1)) }
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    for rows in [[0, 1, 2, 3], [1, 3]] {
      for row in 0..<4 {
        let point = store.coordinate(ofRow: row)
        var contents = PageContents(title: "Venues")
        contents.target = row
        contents.way = MapWay(
          straightFrom: Coordinate(latitude: 50, longitude: 0), to: point, named: "b", .metric)
        var output = ByteBuffer()
        PageWriter(store, rows: rows).write(contents, PageWriterTests.small, to: &output)
        let page = try PageReader(output.bytes)
        let target = try #require(page.facts["target"] as? Int)
        #expect((page.facts["way"] as? String)?.hasSuffix(" km in a straight line") == true)
        guard rows.contains(row) else {
          #expect(target == -1)
          continue
        }
        let cell = ClusterOracle.cell(of: point, level: 28)
        #expect(page.venues[target].row == cell.row && page.venues[target].column == cell.column)
      }
    }
    let without = try facts(places)
    #expect(without["target"] as? Int == -1 && without["way"] as? String == "")
  }
}
