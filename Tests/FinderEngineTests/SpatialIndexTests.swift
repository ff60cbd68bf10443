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

  /// The invariants themselves: a tree with a box too small, or rows out of place, is found out.
  @Test func brokenTreesAreNoticed() {
    let (_, tree) = build(.uniform, count: 100, seed: 1)
    let index = tree.index
    let shrunk = Column<NodeBox>(count: index.boxes.count) { node in
      var box = index.boxes[node]
      if node == index.leafCount { box.high.x = box.low.x }
      return box
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

  /// A selection that went quadratic on one of these would take minutes.
  @Test func orderedInputIsNoWorse() {
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
          let gathered = list.finished().map { Int(tree.order[$0.row]) }
          let missing = Set(ranking.prefix(limit).map(\.number)).subtracting(gathered)
          #expect(missing.isEmpty, "\(cloud), seed \(seed), \(count): \(limit) from \(target)")
          #expect(Set(gathered).count == gathered.count)
        }
      }
    }
  }

  /// Were the bound of no use, every row would come back, and all tests of answers still pass.
  @Test func fewRowsAreGathered() {
    let (points, tree) = build(.uniform, count: 5000, seed: 3)
    var list = CandidateList()
    for point in points.prefix(50) {
      list.begin(limit: 10, reach: .infinity)
      tree.index.gatherNearest(to: Cartesian(point), filter: AllRows(), into: &list)
      #expect(list.finished().count <= 12)
    }
  }

  /// A box in space contains its points, is as far as its nearest corner says and no farther.
  @Test func distancesToBoxes() {
    let box = NodeBox(low: SIMD4(-1, -2, -3, 0), high: SIMD4(1, 2, 3, 0))
    #expect(box.squaredDistance(from: SIMD4(0.5, -2, 3, 0)) == 0)
    #expect(box.squaredDistance(from: SIMD4(4, 0, 0, 0)) == 9)
    #expect(box.squaredDistance(from: SIMD4(-2, 4, -5, 0)) == 1 + 4 + 4)
    #expect(box.squaredDistanceToFarthestCorner(from: SIMD4(0, 0, 0, 0)) == 1 + 4 + 9)
    #expect(box.squaredDistanceToFarthestCorner(from: SIMD4(2, -1, 0, 0)) == 9 + 9 + 9)
    #expect(NodeBox.empty.squaredDistance(from: SIMD4(0, 0, 0, 0)) == .infinity)
    #expect(NodeBox.empty.union(box).low == box.low)
  }

  // MARK: Helpers

  private func build(
    _ cloud: PointCloud, count: Int, seed: UInt64
  ) -> ([Coordinate], (index: SpatialIndex, order: [UInt32])) {
    var generator = SeededGenerator(seed: seed)
    let points = cloud.positions(count: count, using: &generator).map(\.coordinate)
    return (points, SpatialIndex.build(count: count) { points[$0] })
  }

  private func replacing(
    _ index: SpatialIndex, x: Column<Double>? = nil, boxes: Column<NodeBox>? = nil
  ) -> SpatialIndex {
    SpatialIndex(
      count: index.count, depth: index.depth, x: x ?? index.x, y: index.y, z: index.z,
      boxes: boxes ?? index.boxes)
  }
}
