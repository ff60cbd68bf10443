import TestSupport
import Testing

@testable import FinderEngine

@Suite struct SpatialIndexTests {
  private static let sizes = [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 1000, 5000]

  @Test(arguments: PointCloud.allCases) func everyTreeIsSound(cloud: PointCloud) {
    for (seed, count) in Self.sizes.enumerated() {
      let (points, tree) = build(cloud, count: count, seed: UInt64(seed))
      let label: Comment = "\(cloud), \(count) venues, seed \(seed)"
      #expect(tree.index.brokenInvariant() == nil, label)
      #expect(tree.order.map { Int($0) }.sorted() == Array(0..<count), label)
      let isInPlace = (0..<count).allSatisfy { row in
        let place = Cartesian(points[Int(tree.order[row])])
        return tree.index.x[row] == place.x && tree.index.y[row] == place.y
          && tree.index.z[row] == place.z
      }
      #expect(isInPlace, label)
    }
  }

  /// The invariants themselves: a tree with a box too small, or rows out of place, is detected.
  @Test func brokenTreesAreNoticed() {
    let (_, tree) = build(.uniform, count: 100, seed: 1)
    let index = tree.index
    let shrunk = Column<BoxQuad>(count: index.boxes.count) { node in
      var boxes = index.boxes[node]
      if node == index.boxes.count - 1 { boxes.highX[2] = boxes.lowX[2] }
      return boxes
    }
    #expect(replacing(index, boxes: shrunk).brokenInvariant() != nil)
    let reversed = Column<Double>(count: index.count) { index.x[index.count - 1 - $0] }
    #expect(replacing(index, x: reversed).brokenInvariant() != nil)
  }

  @Test func leavesAreWellFilled() {
    for count in [1, 33, 64, 65, 1000, 4097, 100_000] {
      let depth = SpatialIndex.depth(for: count)
      let largest = (count + (1 << depth) - 1) >> depth
      #expect(largest <= SpatialIndex.leafCapacity)
      #expect(depth == 0 || largest * 2 >= SpatialIndex.leafCapacity, "\(count)")
    }
  }

  /// A selection with quadratic time on one of these would take minutes.
  @Test func orderedInputIsAsFast() {
    let count = 100_000
    let longitudes: [(String, (Int) -> Int)] = [
      ("rising", { $0 }), ("falling", { -$0 }), ("there and back", { min($0, count - $0) }),
      ("two spots", { $0 & 1 }),
    ]
    for (name, longitude) in longitudes {
      let index = SpatialIndex.build(count: count) {
        Coordinate(latitude: 0, longitude: Double(longitude($0)) / 1000)
      }.index
      #expect(index.brokenInvariant() == nil, "\(name)")
    }
  }

  @Test(arguments: PointCloud.allCases) func gatheredRowsHoldTheNearest(cloud: PointCloud) {
    var list = CandidateList()
    for (seed, count) in [1, 2, 33, 65, 1000].enumerated() {
      let (points, tree) = build(cloud, count: count, seed: UInt64(seed))
      let oracle = BruteForce(positions: points, names: points.map { _ in "" })
      for target in [points[0], Coordinate(latitude: 90, longitude: 0), points[count / 2].swapped]
      where Coordinate.latitudeRange.contains(target.latitude) {
        let ranking = oracle.ranking(from: target)
        for limit in [1, 2, 10, 100, count] {
          list.begin(limit: limit, reach: .infinity)
          tree.index.gatherNearest(to: Cartesian(target), filter: AllRows(), into: &list)
          let candidates = list.finished()
          let gathered = candidates.map { Int(tree.order[$0.row]) }
          let missing = Set(ranking.prefix(limit).map(\.number)).subtracting(gathered)
          let label: Comment = "\(cloud), seed \(seed), \(count): \(limit) from \(target)"
          #expect(missing.isEmpty, label)
          #expect(Set(gathered).count == gathered.count)
          if let few = few(tree.index, to: target, limit: limit) {
            #expect(few == candidates, label)
          } else {
            // Given up only if venues share few spots.
            #expect(limit > NearestFew.largestLimit || count > NearestFew.capacity, label)
          }
        }
      }
    }
  }

  /// If the bound were useless, every row would come back, and all tests of answers would still pass.
  @Test func fewRowsAreGathered() {
    let (points, tree) = build(.uniform, count: 5000, seed: 3)
    var list = CandidateList()
    for point in points.prefix(50) {
      list.begin(limit: 10, reach: .infinity)
      tree.index.gatherNearest(to: Cartesian(point), filter: AllRows(), into: &list)
      #expect(list.finished().count <= 12)
    }
  }

  /// More venues on one spot than the fast list holds: it reports that, and the general list answers.
  @Test func oneCrowdedSpot() throws {
    let harness = try SearchHarness(.oneSpot, count: 3 * NearestFew.capacity, seed: 4)
    let spot = harness.venues[0].coordinate
    #expect(try few(#require(harness.store.index), to: spot, limit: 10) == nil)
    for limit in [1, 10, 16, 17] {
      for point in [spot, Coordinate(latitude: 1, longitude: 2)] {
        let ranking = harness.oracle.ranking(from: point)
        harness.check(Query(from: point, limit: limit), ranking)
      }
    }
  }

  // MARK: Helpers

  private func few(
    _ index: SpatialIndex, to target: Coordinate, limit: Int
  ) -> [Candidate]? {
    guard limit <= NearestFew.largestLimit else { return nil }
    var memory = NearestFewMemory()
    var found: [Candidate] = []
    let isDone = memory.gather(
      from: index, to: Cartesian(target), limit: limit, reach: .infinity, filter: AllRows(),
      into: &found)
    return isDone ? found : nil
  }

  private func build(
    _ cloud: PointCloud, count: Int, seed: UInt64
  ) -> ([Coordinate], SpatialIndex.Built) {
    var generator = SeededGenerator(seed: seed)
    let points = cloud.positions(count: count, using: &generator).map(\.coordinate)
    return (points, SpatialIndex.build(count: count) { points[$0] })
  }

  private func replacing(
    _ index: SpatialIndex, x: Column<Double>? = nil, boxes: Column<BoxQuad>? = nil
  ) -> SpatialIndex {
    SpatialIndex(
      x: x ?? index.x, y: index.y, z: index.z, boxes: boxes ?? index.boxes, crowds: index.crowds)
  }
}
