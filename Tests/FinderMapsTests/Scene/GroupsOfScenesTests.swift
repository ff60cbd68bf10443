import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// No group of a map is lost, however little room there is: the counts add up to those of `clusters`.
@Suite struct GroupsOfScenesTests {
  private static let everything = Query(from: Coordinate(latitude: 0, longitude: 0))

  private func scene(_ store: VenueStore, _ view: MapView, _ size: MapTextSize) -> MapScene {
    var builder = MapSceneBuilder(store, textSize: size)
    builder.towns = MapTown.ofSampleData
    return builder.scene(view, Self.everything)
  }

  /// The venues of all groups of two or more, by the groups that `clusters` finds.
  private func grouped(_ store: VenueStore, _ view: MapView, _ size: MapTextSize) throws -> Int {
    let level = Int(log2(view.worldWidth / (8 * size.advance)).rounded(.down))
    let cells = try #require(ClusterSize(zoom: max(level - 4, 0), pixels: 256 >> min(level, 4)))
    var search = ClusterSearch(store)
    return search.search(Self.everything, cells).map(\.count).filter { $0 > 1 }.reduce(0, +)
  }

  /// The whole world, once, in views as wide as it and wider.
  @Test(arguments: [PointCloud.uniform, .clustered, .dateLine, .poles, .oneSpot])
  func wholeWorld(cloud: PointCloud) throws {
    let harness = try SearchHarness(cloud, count: 3_000, seed: 7)
    for size in [MapTextSize.cells, PictureStyle.textSize] {
      for (zoom, longitude) in [(0.0, 0.0), (0, 100), (1, -179.9), (1.3, 37)] {
        let view = MapView(
          center: Coordinate(latitude: 0, longitude: longitude), zoom: zoom, width: 1_000,
          height: 700)
        let scene = scene(harness.store, view, size)
        #expect(scene.venueCount == 3_000)
        #expect(
          try scene.groups.reduce(0) { $0 + $1.count } == grouped(harness.store, view, size),
          "\(harness.label), zoom \(zoom) at \(longitude)")
      }
    }
  }

  /// The real dataset in pictures of many sizes, where discs are crowded.
  @Test(RealDataset.needed) func countryInAllSizes() throws {
    let store = try RealDataset.store
    let box = try #require(store.extent)
    for width in [300, 640, 1_024, 1_600, 2_000] {
      for height in [300, 768, 1_500] {
        for size in [MapTextSize.cells, PictureStyle.textSize] {
          let view = MapView(showing: box, margin: 0.1, width: width, height: height)
          let scene = scene(store, view, size)
          #expect(
            try scene.groups.reduce(0) { $0 + $1.count } == grouped(store, view, size),
            "\(width)x\(height)")
        }
      }
    }
  }

  /// A count is shown in its own cell, or has been added to one that is.
  @Test(RealDataset.needed) func countsAreWhereTheirVenuesAre() throws {
    let store = try RealDataset.store
    for zoom in 5...9 {
      let view = MapView(
        center: Coordinate(latitude: 51.5, longitude: -0.13), zoom: Double(zoom), width: 1_024,
        height: 768)
      let scene = scene(store, view, PictureStyle.textSize)
      let cell = view.worldWidth / exp2(log2(view.worldWidth / 56).rounded(.down))
      for group in scene.groups {
        #expect(
          scene.dots.contains { dot in
            abs(Double(dot.x) - group.place.x) <= cell && abs(Double(dot.y) - group.place.y) <= cell
          }, "\(group), zoom \(zoom)")
      }
      #expect(scene.labels.contains { $0.text == "London" }, "zoom \(zoom)")
    }
  }

  /// More venues than expected in one dot of a street map.
  @Test func crowdsHaveTheirCount() throws {
    let harness = try SearchHarness(.oneSpot, count: 400, seed: 3)
    for size in [MapTextSize.cells, PictureStyle.textSize] {
      let view = MapView(
        center: harness.venues[0].coordinate, zoom: 16, width: 1_024, height: 768)
      let scene = scene(harness.store, view, size)
      #expect(scene.groups.map(\.count) == [400])
    }
  }
}
