import TestSupport
import Testing

@testable import FinderEngine

@Suite struct DotFieldTests {
  private func view(_ seed: UInt64, around point: Coordinate?) -> MapView {
    var random = SeededGenerator(seed: seed)
    let anywhere = Coordinate(
      latitude: .random(in: -85...85, using: &random),
      longitude: .random(in: -180...180, using: &random))
    return MapView(
      center: point ?? anywhere, zoom: .random(in: -1...18, using: &random),
      width: .random(in: 1...320, using: &random), height: .random(in: 1...200, using: &random))
  }

  /// Each venue's own place, by the projection itself. Whoever is so near to a pixel's edge that rounding
  /// decides may be on either side.
  @Test(arguments: PointCloud.allCases) func bruteForce(cloud: PointCloud) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let harness = try SearchHarness(cloud, count: 500, seed: seed)
      let view = view(seed, around: seed % 3 == 0 ? nil : harness.venues[0].coordinate)
      for store in [harness.store, harness.storeAsRead] {
        var field = DotField(view)
        field.addAll(of: store)
        let counts = Array(field.counts)
        var (expected, doubtful) = ([UInt32](repeating: 0, count: counts.count), 0)
        for venue in harness.venues {
          let place = view.place(of: venue.coordinate)
          let isDoubtful =
            abs(place.x - place.x.rounded()) < 1e-2 || abs(place.y - place.y.rounded()) < 1e-2
          doubtful += isDoubtful ? 1 : 0
          guard view.contains(place) else { continue }
          expected[Int(place.y) * view.width + Int(place.x)] += 1
        }
        let differing = zip(counts, expected).reduce(0) {
          $0 + Int(max($1.0, $1.1) - min($1.0, $1.1))
        }
        #expect(differing <= 2 * doubtful, "\(harness.label), seed \(seed), \(view)")
        #expect(abs(field.total - counts.reduce(0) { $0 + Int($1) }) == 0)
      }
    }
  }

  /// Cells count exactly what the groups of `clusters` count.
  @Test(arguments: PointCloud.allCases) func cellsAreThoseOfClusters(cloud: PointCloud) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let harness = try SearchHarness(cloud, count: 500, seed: seed)
      let view = view(seed, around: harness.venues[0].coordinate)
      let cells = MapView(cellsAt: Int.random(in: 0...12), of: view)
      let level = Int(log2(cells.worldWidth))
      let size = try #require(
        level <= 20
          ? ClusterSize(zoom: level, pixels: 256)
          : ClusterSize(zoom: 20, pixels: 256 >> (level - 20))
      )
      var search = ClusterSearch(harness.store)
      let groups = search.search(Query(from: view.center), size)
      var field = DotField(cells: cells)
      field.addAll(of: harness.store)
      let (left, top) = cells.firstCell
      var seen = 0
      for group in groups {
        let row = group.cell.rowEdges.0 >> size.shift - top
        let column =
          (group.cell.columnEdges.0 >> size.shift - left) & (Int(cells.worldWidth) - 1)
        guard row >= 0, row < cells.height, column < cells.width else { continue }
        seen += group.count
        #expect(
          Int(field.counts[row * cells.width + column]) == group.count,
          "\(harness.label), seed \(seed), level \(level), row \(row), column \(column)")
      }
      #expect(field.total == seen, "\(harness.label), seed \(seed), level \(level)")
    }
  }

  /// The same by the tree as by a look at each venue.
  @Test(arguments: PointCloud.allCases) func extents(cloud: PointCloud) throws {
    for count in [1, 2, 40, 3_000] {
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(count))
      let exact = try #require(harness.storeAsRead.extent)
      #expect(harness.store.extent == exact, "\(harness.label)")
    }
  }

  /// Three towns round the Pacific and the Atlantic: from Auckland eastwards to London.
  @Test func extentAcrossTheAntimeridian() throws {
    let towns = [(-36.85, 174.76), (37.77, -122.42), (51.51, -0.13)].map {
      TestVenue(ExactPosition(nearestTo: $0.0, $0.1))
    }
    let store = try VenueStore(reading: PaddedBytes(copying: Array(towns.geoJSON.utf8)))
    let box = try #require(store.narrowestExtent)
    #expect(box.crossesAntimeridian && box.west == 174.76 && box.east == -0.13)
    let view = MapView(showing: box, margin: 0.1, width: 300, height: 200)
    for town in towns { #expect(view.contains(view.place(of: town.coordinate))) }
  }
}
