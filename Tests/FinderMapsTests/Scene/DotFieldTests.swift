import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

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

  /// Each venue's own position, by the projection itself; one so close to an edge that rounding decides may
  /// be on either side.
  @Test(.slow, arguments: PointCloud.allCases) func bruteForce(cloud: PointCloud) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let harness = try SearchHarness(cloud, count: 500, seed: seed)
      let view = view(seed, around: seed % 3 == 0 ? nil : harness.venues[0].coordinate)
      for store in [harness.store, harness.storeAsRead] {
        for marks in [nil, marks(of: store, seed)] {
          let label = "\(harness.label), seed \(seed), \(view), marks: \(marks != nil)"
          let bounds = Bounds(view, store, marks)
          var field = DotField<UInt32>(view)
          field.addAll(of: store, marks, threads: 1 + Int(seed % 3))
          let counts = field.counts.map { Int($0) }
          for pixel in counts.indices where counts[pixel] > 0 || bounds.most[pixel] > 0 {
            #expect(
              bounds.least[pixel] <= counts[pixel] && counts[pixel] <= bounds.most[pixel],
              "\(label), pixel \(pixel)")
          }
          #expect(field.total == counts.reduce(0, +), "\(label)")
          #expect(bounds.total.contains(field.total), "\(label)")
          #expect(
            field.dots().map { [Int($0.x), Int($0.y), Int($0.count)] }
              == counts.indices.filter { counts[$0] > 0 }.map {
                [$0 % view.width, $0 / view.width, counts[$0]]
              }, "\(label)")
        }
      }
    }
  }

  /// The map drawn from a file is the same as from its snapshot.
  @Test(.slow, arguments: PointCloud.allCases) func sameWithoutAnIndex(cloud: PointCloud) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let harness = try SearchHarness(cloud, count: 500, seed: seed)
      let view = view(seed, around: seed % 3 == 0 ? nil : harness.venues[0].coordinate)
      expectSame(harness.store, harness.storeAsRead, view, "\(harness.label), seed \(seed)")
    }
  }

  @Test(RealDataset.needed) func sameOfRealData() throws {
    let (indexed, read) = (try RealDataset.store, try RealDataset.storeAsRead)
    let box = try #require(read.extent)
    for side in [160, 400, 1024, 2000] {
      let view = MapView(showing: box, margin: 0.05, width: side, height: side)
      expectSame(indexed, read, view, "side \(side)")
    }
  }

  /// Exact counts, and counts up to some number, where further venues are not examined.
  private func expectSame(
    _ indexed: VenueStore, _ read: VenueStore, _ view: MapView, _ label: String
  ) {
    #expect(indexed.index != nil && read.index == nil, "\(label)")
    var exact = DotField<UInt32>(view)
    exact.addAll(of: read)
    for most in [1, 3, 20, 255] {
      let dots = exact.dots().map { MapDot(x: $0.x, y: $0.y, count: min($0.count, UInt32(most))) }
      for threads in 1...3 {
        var field = DotField<UInt8>(view, upTo: most)
        field.addAll(of: indexed, threads: threads)
        #expect(field.total == exact.total, "\(label), up to \(most), \(threads) threads")
        #expect(field.dots() == dots, "\(label), up to \(most), \(threads) threads")
      }
    }
  }

  /// At random; for every second seed, those without marks.
  private func marks(of store: VenueStore, _ seed: UInt64) -> RowMarks {
    var random = SeededGenerator(seed: seed)
    let marks = RowMarks(rows: store.count, keepsMarked: seed % 2 == 0)
    for row in 0..<store.count where Bool.random(using: &random) { marks.mark(row) }
    marks.countRows()
    return marks
  }

  /// How many venues may be in each pixel, and in the whole view.
  private struct Bounds {
    var least: [Int]
    var most: [Int]
    var total: ClosedRange<Int>

    init(_ view: MapView, _ store: VenueStore, _ marks: RowMarks?) {
      least = Array(repeating: 0, count: view.width * view.height)
      (most, total) = (least, 0...0)
      for row in 0..<store.count where marks?.accepts(row) ?? true {
        let place = view.place(of: store.coordinate(ofRow: row))
        let columns = Self.pixels(place.x, view.width)
        let rows = Self.pixels(place.y, view.height)
        let isSure = Self.isSure(place.x) && Self.isSure(place.y)
        for y in rows {
          for x in columns {
            most[y * view.width + x] += 1
            least[y * view.width + x] += isSure ? 1 : 0
          }
        }
        let mayBeIn = !columns.isEmpty && !rows.isEmpty
        let isIn = view.contains(place) && isSure
        total = total.lowerBound + (isIn ? 1 : 0)...total.upperBound + (mayBeIn ? 1 : 0)
      }
    }

    /// Of a pixel.
    private static let doubt = 0.01

    private static func isSure(_ place: Double) -> Bool {
      (place - doubt).rounded(.down) == (place + doubt).rounded(.down)
    }

    private static func pixels(_ place: Double, _ count: Int) -> Range<Int> {
      let limit = { min(max($0, 0), Double(count)) }
      let first = limit((place - doubt).rounded(.down))
      return Int(first)..<max(Int(limit((place + doubt).rounded(.down) + 1)), Int(first))
    }
  }

  /// Cells have exactly the counts of the groups of `clusters`.
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
      var field = DotField<UInt32>(cells: cells)
      field.addAll(of: harness.store, threads: 1 + Int(seed % 3))
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

  /// The tree gives the same result as examining each venue.
  @Test(arguments: PointCloud.allCases) func extents(cloud: PointCloud) throws {
    for count in [1, 2, 40, 3_000] {
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(count))
      let exact = try #require(harness.storeAsRead.extent)
      #expect(harness.store.extent == exact, "\(harness.label)")
    }
  }

  /// Three towns around the Pacific and the Atlantic: from Auckland eastwards to London.
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
