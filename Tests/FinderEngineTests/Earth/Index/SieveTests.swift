import CVector
import TestSupport
import Testing

@testable import FinderEngine

@Suite struct SieveTests {
  /// Against sorting: the smallest that fit the limit, in order, and the first after them.
  @Test(arguments: 1...Sieve.places) func keepsTheSmallest(limit: Int) {
    var generator = SeededGenerator(seed: UInt64(limit))
    for count in 0..<60 {
      // Few values, so that many are equal.
      let keys = (0..<count).map { _ in Double(Int.random(in: 0...40, using: &generator)) }
      var sieve = Sieve(limit: limit)
      for key in keys { sieve.insert(key) }
      let sorted = keys.sorted() + [Double](repeating: .infinity, count: limit + 1)
      var kept = [Double](repeating: .nan, count: Sieve.places)
      kept.withUnsafeMutableBufferPointer { sieve.store(to: $0.baseAddress!) }
      let label: Comment = "limit \(limit), \(keys)"
      #expect(Array(kept.suffix(limit)) == Array(sorted.prefix(limit)), label)
      #expect(kept.dropLast(limit).allSatisfy { $0 == -.infinity }, label)
      #expect(sieve.last == sorted[limit - 1], label)
      #expect(sieve.smallestDropped == sorted[limit], label)
    }
  }

  @Test func lanesAreComparedOneByOne() {
    let values = [-.infinity, -1, 0, 0.5, 1, .infinity]
    for a in values {
      for b in values {
        let (ab, ba) = (SIMD2(a, b), SIMD2(b, a))
        #expect(cvector_smaller2(ab, ba) == SIMD2(repeating: min(a, b)))
        #expect(cvector_larger2(ab, ba) == SIMD2(repeating: max(a, b)))
        #expect(cvector_at_most2(ab, ba) == (a <= b ? 1 : 0) | (b <= a ? 2 : 0))
        let four = SIMD4(Float(a), Float(b), 0, Float(a))
        let other = SIMD4(Float(b), Float(a), Float(b), 0)
        let larger = (0..<4).map { max(four[$0], other[$0]) }
        let found = cvector_whole4(cvector_larger4(four, other))
        #expect((0..<4).map { found[$0] } == larger)
      }
    }
    // A NaN is never near.
    #expect(cvector_at_most2(SIMD2(.nan, 1), SIMD2(1, .nan)) == 0)
  }

  /// For every number of rows that a leaf may have, wherever it begins, up to the columns' end.
  @Test func chordsOfALeaf() {
    var generator = SeededGenerator(seed: 7)
    let points = PointCloud.uniform.positions(count: 300, using: &generator).map(\.coordinate)
    let index = SpatialIndex.build(count: points.count) { points[$0] }.index
    var chords = [Double](repeating: 0, count: SpatialIndex.leafCapacity)
    for length in 0...SpatialIndex.leafCapacity {
      for start in [0, 1, 2, 3, 150, points.count - length] {
        let target = Cartesian(points[Int.random(in: points.indices, using: &generator)])
        let rows = start..<start + length
        let expected = rows.map { index.squaredChord(from: target, toRow: $0) }
        for bound in [-1, 0, .infinity] + expected.prefix(3) {
          let near = chords.withUnsafeMutableBufferPointer {
            index.squaredChords(
              of: rows, to: CartesianPairs(target), within: bound, into: $0.baseAddress!)
          }
          let bits = (0..<32).filter { near >> UInt32($0) & 1 != 0 }
          #expect(bits == (0..<length).filter { expected[$0] <= bound }, "\(rows), \(bound)")
          #expect(Array(chords.prefix(length)) == expected)
        }
      }
    }
  }

  /// With all kinds of rows left out, against the list that keeps a heap.
  @Test(arguments: PointCloud.allCases) func filteredRows(cloud: PointCloud) {
    var generator = SeededGenerator(seed: 11)
    var (list, memory) = (CandidateList(), NearestFewMemory())
    for share in [0, 1, 3, 30, 100] {
      let points = cloud.positions(count: 700, using: &generator).map(\.coordinate)
      let index = SpatialIndex.build(count: points.count) { points[$0] }.index
      let chosen = (0..<700).map { _ in Int.random(in: 0..<100, using: &generator) < share }
      for limit in [1, 2, 9, 10, 15, 16] {
        let place = Cartesian(points.randomElement(using: &generator)!)
        let reach = limit == 9 ? 1e13 : Double.infinity
        list.begin(limit: limit, reach: reach)
        index.gatherNearest(to: place, filter: Chosen(rows: chosen), into: &list)
        let expected = list.finished()
        var found: [Candidate] = []
        let isDone = memory.gather(
          from: index, to: place, limit: limit, reach: reach, filter: Chosen(rows: chosen),
          into: &found)
        let label: Comment = "\(cloud), \(share) in 100, \(limit) nearest"
        if isDone { #expect(found == expected, label) }
        #expect(found.allSatisfy { chosen[$0.row] }, label)
        #expect(isDone || share * 7 > NearestFew.capacity / 2, label)
      }
    }
  }

  private struct Chosen: RowFilter {
    let rows: [Bool]
    func accepts(_ row: Int) -> Bool { rows[row] }
  }
}
