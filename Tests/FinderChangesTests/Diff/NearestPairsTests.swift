import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Pairs found by walking from neighbour to neighbour, against measuring all pairs.
@Suite struct NearestPairsTests {
  typealias Spot = NearestPairs.Spot

  /// The shortest pair first, again and again; equally long ones by their places.
  private func plain(_ first: [Spot], _ second: [Spot]) -> [NearestPairs.Pair] {
    var left = (first.map(\.count), second.map(\.count))
    var all: [(square: Double, low: Coordinate, high: Coordinate, i: Int, j: Int)] = []
    for (i, a) in first.enumerated() {
      for (j, b) in second.enumerated() {
        let isFirst = a.position.order(b.position) < 0
        all.append(
          (
            Cartesian(a.position).squaredChord(to: Cartesian(b.position)),
            isFirst ? a.position : b.position, isFirst ? b.position : a.position, i, j
          ))
      }
    }
    all.sort { a, b in
      if a.square != b.square { return a.square < b.square }
      let order = a.low.order(b.low)
      return order == 0 ? a.high.order(b.high) < 0 : order < 0
    }
    var pairs: [NearestPairs.Pair] = []
    for pair in all {
      let count = min(left.0[pair.i], left.1[pair.j])
      guard count > 0 else { continue }
      left.0[pair.i] -= count
      left.1[pair.j] -= count
      pairs.append(NearestPairs.Pair(first: pair.i, second: pair.j, count: count))
    }
    return pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// Two sets without a common place, on a grid of this many cells, so that many pairs are equally long.
  private func spots(
    _ generator: inout SeededGenerator, count: Int, cells: Int
  ) -> (first: [Spot], second: [Spot]) {
    var places: [Coordinate] = []
    for _ in 0..<count {
      let place = Coordinate(
        Double(Int.random(in: 0..<cells, using: &generator)) / 64 + 40,
        Double(Int.random(in: 0..<cells, using: &generator)) / 64)
      if !places.contains(place) { places.append(place) }
    }
    let middle = Int.random(in: 0...places.count, using: &generator)
    func sorted(_ part: ArraySlice<Coordinate>) -> [Spot] {
      part.sorted { $0.order($1) < 0 }.map {
        Spot(position: $0, count: Int.random(in: 1...3, using: &generator))
      }
    }
    return (sorted(places[..<middle]), sorted(places[middle...]))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func againstAllPairs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let cells = [4, 12, 100_000].randomElement(using: &generator)!
      let (first, second) = spots(&generator, count: round, cells: cells)
      let found = NearestPairs.of(first, second)
      guard found == plain(first, second) else {
        Issue.record("seed \(seed), round \(round), \(cells) cells")
        return
      }
      let mirrored = NearestPairs.of(second, first).map {
        NearestPairs.Pair(first: $0.second, second: $0.first, count: $0.count)
      }
      #expect(mirrored.sorted { ($0.first, $0.second) < ($1.first, $1.second) } == found)
    }
  }

  @Test func theTreeShrinks() {
    var generator = SeededGenerator(seed: 5)
    for count in [1, 7, 8, 9, 100, 1000] {
      let places = (0..<count).map { _ in
        Cartesian(
          Coordinate(
            Double(Int.random(in: 0..<30, using: &generator)),
            Double(Int.random(in: 0..<30, using: &generator))))
      }
      var tree = ShrinkingTree(places)
      var left = Set(0..<count)
      while let gone = left.randomElement(using: &generator) {
        let point = places.randomElement(using: &generator)!
        let nearest = left.min {
          (places[$0].squaredChord(to: point), $0) < (places[$1].squaredChord(to: point), $1)
        }
        #expect(tree.nearest(to: point) == nearest)
        tree.remove(gone)
        left.remove(gone)
      }
      #expect(tree.nearest(to: places[0]) == nil)
    }
    #expect(ShrinkingTree([]).nearest(to: Cartesian(x: 0, y: 0, z: 0)) == nil)
  }

  /// Places that differ by less than the metres can resolve are all equally near.
  @Test func placesThatAreOne() {
    func tiny(_ numbers: Range<Int>) -> [Spot] {
      numbers.map { Spot(position: Coordinate(0, Double($0) * 1e-300), count: 1) }
    }
    for count in [4000, 20_000] {
      let pairs = NearestPairs.of(tiny(1..<count + 1), tiny(count + 1..<2 * count + 1))
      #expect(pairs.count == count)
      #expect(pairs.allSatisfy { $0.first == $0.second })
    }
  }

  /// Points around the pole and points on a ring, all equally near. Measured one by one, they are 400 million
  /// pairs.
  @Test(.timeLimit(.minutes(2))) func ringAroundACrowd() {
    let count = 20_000
    let ring = (0..<count).map { i in
      Spot(position: Coordinate(60, Double(i) / Double(count) * 360 - 180), count: 1 + i % 3)
    }
    let crowd = (0..<count).map { i in
      Spot(position: Coordinate(89.999, Double(i) / Double(count) * 360 - 180), count: 1 + i % 2)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let pairs = NearestPairs.of(ring, crowd)
    #expect(clock.now - start < .seconds(120))
    func total(_ spots: [Spot]) -> Int { spots.reduce(0) { $0 + $1.count } }
    #expect(pairs.reduce(0) { $0 + $1.count } == min(total(ring), total(crowd)))
    #expect(
      zip(pairs, pairs.dropFirst()).allSatisfy { a, b in
        a.first <= b.first && a.second <= b.second
      })
    var left = (ring.map(\.count), crowd.map(\.count))
    for pair in pairs {
      left.0[pair.first] -= pair.count
      left.1[pair.second] -= pair.count
      if pair.count < 1 || left.0[pair.first] < 0 || left.1[pair.second] < 0 {
        Issue.record("\(pair) takes more than there is")
      }
    }
    let mirrored = NearestPairs.of(crowd, ring).map {
      NearestPairs.Pair(first: $0.second, second: $0.first, count: $0.count)
    }
    #expect(mirrored == pairs)
  }

  /// The most places that are measured, and one more.
  @Test func mostPlaces() {
    func line(_ count: Int, _ shift: Double) -> [Spot] {
      (0..<count).map { Spot(position: Coordinate(0, Double($0) / 100 + shift), count: 1) }
    }
    let most = NearestPairs.mostPlaces
    // All of the one set except the first are closest to a point of the other that is one place further.
    let (few, many) = (line(most, 0.009), line(most + 1, 0))
    #expect(NearestPairs.of(few, many).allSatisfy { $0.second == $0.first + 1 })
    #expect(NearestPairs.of(line(most + 1, 0.009), many).allSatisfy { $0.second == $0.first })
  }
}
