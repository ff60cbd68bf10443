import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import FinderMaps

@Suite struct MapSceneTests {
  private static let everything = Query(from: Coordinate(latitude: 0, longitude: 0))

  private func builder(_ store: VenueStore, _ size: MapTextSize = .cells) -> MapSceneBuilder {
    var builder = MapSceneBuilder(store, textSize: size)
    builder.towns = MapTown.ofSampleData
    return builder
  }

  private typealias Box = LabelLayout.Box

  private func boxes(of scene: MapScene, _ size: MapTextSize) -> [(String, Box)] {
    func box(_ place: MapPlace, _ columns: Int) -> Box {
      let (width, height) = (Double(columns) * size.advance, size.height)
      return Box(
        left: place.x - width / 2, top: place.y - height / 2, right: place.x + width / 2,
        bottom: place.y + height / 2)
    }
    return scene.groups.map { ($0.text, box($0.place, $0.text.utf8.count + 2)) }
      + scene.labels.map { ($0.text, box($0.place, DisplayWidth.of($0.text))) }
  }

  /// No text covers another or crosses the edge, at any zoom and place.
  @Test(arguments: [MapTextSize.cells, PictureStyle.textSize]) func textsDoNotOverlap(
    size: MapTextSize
  ) throws {
    var labelled = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let positions = (0..<800).map { _ in
        TestVenue(
          ExactPosition(
            nearestTo: .random(in: 50...59, using: &random), .random(in: -6...1, using: &random)))
      }
      let store = try VenueStore(reading: PaddedBytes(copying: Array(positions.geoJSON.utf8)))
        .indexed()
      let view = MapView(
        center: positions[0].coordinate, zoom: .random(in: 4...12, using: &random) - log2(4),
        width: 40 * Int.random(in: 4...12, using: &random), height: 200)
      let scene = builder(store, size).scene(view, Self.everything)
      let boxes = boxes(of: scene, size)
      labelled += scene.labels.count
      for (place, (text, box)) in boxes.enumerated() {
        #expect(box.left >= -0.01 && box.right <= Double(view.width) + 0.01, "\(text) \(seed)")
        #expect(box.top >= -0.01 && box.bottom <= Double(view.height) + 0.01, "\(text) \(seed)")
        for (other, otherBox) in boxes[(place + 1)...] {
          let shrunk = Box(
            left: otherBox.left + 0.01, top: otherBox.top + 0.01, right: otherBox.right - 0.01,
            bottom: otherBox.bottom - 0.01)
          #expect(!box.intersects(shrunk), "\(text) over \(other), seed \(seed)")
        }
      }
    }
    #expect(labelled > 100)
  }

  private struct Unreadable: Error {}

  /// A scene is the same whether its ground is read before the venues are counted or at the same time.
  @Test(arguments: [1, 2, 3]) func groundReadMeanwhile(threads: Int) throws {
    var random = SeededGenerator(seed: 5)
    let venues = (0..<800).map { _ in
      TestVenue(
        ExactPosition(
          nearestTo: .random(in: 50...59, using: &random), .random(in: -6...1, using: &random)))
    }
    let store = try VenueStore(reading: PaddedBytes(copying: Array(venues.geoJSON.utf8))).indexed()
    let corners = [(50.0, -6.0), (50.0, 1.0), (59.0, 1.0)]
    let land = BaseShape(
      kind: .land, name: "Land",
      lines: [corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }], isClosed: true)
    let base = BaseMap([land], credit: "by hand", error: 0)
    let view = MapView(fitting: venues.map(\.coordinate), width: 320, height: 200)
    var known = builder(store)
    known.base = base
    let expected = known.scene(view, Self.everything)
    #expect(!expected.groups.isEmpty && !expected.labels.isEmpty && expected.shapes.count == 1)
    var builder = MapSceneBuilder(store, textSize: .cells)
    let scene = try builder.scene(view, Self.everything, threads: threads) {
      (base, MapTown.ofSampleData)
    }
    #expect(scene.dots == expected.dots && scene.venueCount == 800)
    #expect(scene.groups == expected.groups && scene.labels == expected.labels)
    #expect(scene.shapes.map(\.lines) == expected.shapes.map(\.lines))
    #expect(scene.credit == "by hand")
    #expect(throws: Unreadable.self) {
      try builder.scene(view, Self.everything, threads: threads) { throw Unreadable() }
    }
  }

  /// A pin's disc covers no name (its own or another's) and no group's count.
  @Test func pinsDoNotCoverNames() throws {
    var (named, discs) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let positions = (0..<26).map { _ in
        TestVenue(
          ExactPosition(
            nearestTo: .random(in: 51.4...51.6, using: &random),
            .random(in: -0.3...0.1, using: &random)))
      }
      let store = try VenueStore(reading: PaddedBytes(copying: Array(positions.geoJSON.utf8)))
        .indexed()
      var builder = builder(store, PictureStyle.textSize)
      builder.pins = positions.map {
        MapSceneBuilder.Pin(.venue, at: $0.coordinate, letter: "a", name: "The Inn")
      }
      let view = MapView(
        fitting: positions.map(\.coordinate), width: .random(in: 300...1000, using: &random),
        height: 500)
      let scene = builder.scene(view, Self.everything)
      named += scene.labels.count
      let pins = PinLayout(scene).pins
      discs += pins.count
      for (text, box) in boxes(of: scene, PictureStyle.textSize) {
        for pin in pins {
          let disc = Box(discAt: pin.disc)
          #expect(!box.intersects(disc), "\(text) under a disc, seed \(seed)")
        }
      }
    }
    #expect(named > 400 && discs == 40 * 26, "\(named) names, \(discs) discs")
  }

  /// Venues are counted up to the number that the painter distinguishes, on one spot and around it.
  @Test(arguments: CellPainter.Marks.allCases) func crowdsHaveTheirMarks(marks: CellPainter.Marks)
    throws
  {
    let spots = [
      (1, 51.0), (7, 51.2), (8, 51.4), (19, 51.6), (20, 51.8), (99, 52.0), (100, 52.2), (300, 52.4),
    ]
    let venues = spots.flatMap { count, latitude in
      (0..<count).map { _ in TestVenue(ExactPosition(nearestTo: latitude, 0.1)) }
    }
    let read = try VenueStore(reading: PaddedBytes(copying: Array(venues.geoJSON.utf8)))
    for store in [read, read.indexed()] {
      var builder = MapSceneBuilder(store, textSize: .cells)
      builder.mostCounted = marks.mostCounted
      let view = MapView(fitting: venues.map(\.coordinate), width: 160, height: 200)
      var scene = builder.scene(view, Self.everything)
      // Groups would cover the dots.
      (scene.groups, scene.labels, scene.scaleBar) = ([], [], nil)
      var grid = CellGrid(width: 80, height: 50)
      CellPainter(marks).paint(scene, into: &grid)
      let found = (0..<50).flatMap { row in
        (0..<80).compactMap { column -> String? in
          let cell = grid[column, row]
          guard cell.ink == .venue || cell.ink == .crowd else { return nil }
          return marks == .ascii
            ? String(Character(Unicode.Scalar(cell.scalar)!))
            : cell.ink == .crowd ? "crowd" : "venue"
        }
      }
      #expect(
        found.reversed()
          == (marks == .ascii
            ? [".", "o", "o", "o", "O", "O", "@", "@"]
            : ["venue", "venue", "crowd", "crowd", "crowd", "crowd", "crowd", "crowd"]))
    }
  }

  /// A match leaves out all other venues, in dots and in groups.
  @Test func filters() throws {
    var venues = (0..<600).map { number in
      TestVenue(ExactPosition(nearestTo: 51 + Double(number) / 500, 0.1))
    }
    for number in stride(from: 0, to: 600, by: 3) {
      (venues[number].name, venues[number].nameToken) = ("Lion", "\"Lion\"")
    }
    let store = try VenueStore(reading: PaddedBytes(copying: Array(venues.geoJSON.utf8))).indexed()
    let view = MapView(fitting: venues.map(\.coordinate), width: 320, height: 200)
    var query = Self.everything
    query.match = NameMatch("lion")
    let scene = MapSceneBuilder(store, textSize: .cells).scene(view, query)
    #expect(scene.venueCount == 200)
    #expect(scene.groups.reduce(0) { $0 + $1.count } == 200)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1.0k"), (1_049, "1.0k"), (1_050, "1.1k"),
    (9_949, "9.9k"), (9_950, "10k"), (54_754, "55k"), (999_499, "999k"), (999_500, "1.0M"),
    (5_500_000, "5.5M"), (2_000_000_000, "2.0G"),
  ]) func shortCounts(count: Int, text: String) {
    #expect(ShortCount.text(count) == text)
  }

  /// A round length of at most a quarter of the width.
  @Test func scaleBars() throws {
    let store = try VenueStore(reading: PaddedBytes(copying: Array([TestVenue]().geoJSON.utf8)))
    for zoom in 0...20 {
      let view = MapView(
        center: Coordinate(latitude: 51.5, longitude: 0), zoom: Double(zoom), width: 320,
        height: 200)
      for units in [ReadableFigures.Units.metric, .imperial] {
        var builder = MapSceneBuilder(store, textSize: .cells)
        builder.figures = ReadableFigures(units: units)
        let bar = try #require(builder.scene(view, Self.everything).scaleBar)
        #expect(bar.length <= 80 && bar.length >= 80 / 2.6, "\(zoom): \(bar)")
        let number = try #require(Int(bar.text.split(separator: " ")[0]))
        let unit: Double =
          switch bar.text.split(separator: " ")[1] {
          case "m": 1
          case "km": 1_000
          case "yd": 0.9144
          default: 1_609.344
          }
        #expect(
          abs(Double(number) * unit / view.metresPerPixel - bar.length) < 0.01, "\(zoom): \(bar)")
      }
    }
  }
}

extension MapTown {
  /// Those of the project's `Data`.
  static var ofSampleData: [MapTown] {
    var towns: [MapTown] = []
    SamplePlaces(in: [FilePath("\(Package.folder)/Data")])?.visitTowns {
      towns.append(MapTown(name: $0, at: $1, people: $2))
    }
    return largestFirst(towns)
  }
}
