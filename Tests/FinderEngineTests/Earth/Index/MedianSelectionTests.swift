import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MedianSelectionTests {
  /// Against sorting: what is before the place is not larger, what is after it is not smaller, and nothing is
  /// lost.
  @Test(.slow, arguments: [1, 2, 3] as [UInt64]) func agreesWithSorting(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 1...(round % 10 == 0 ? 5000 : 200), using: &generator)
      let values = Self.values(count, kind: round % 6, &generator)
      for place in [0, count / 2, count - 1, Int.random(in: 0..<count, using: &generator)] {
        var items = values.enumerated().map { Self.item($0.element, $0.offset) }
        _ = items.withUnsafeMutableBufferPointer {
          MedianSelection($0, axis: 2).select(place)
        }
        let sorted = values.sorted()
        let keys = items.map(\.z)
        let isSplit =
          keys[place] == sorted[place] && keys[..<place].allSatisfy { $0 <= keys[place] }
          && keys[place...].allSatisfy { $0 >= keys[place] }
        #expect(isSplit, "seed \(seed), round \(round), place \(place) of \(count)")
        #expect(items.map(\.number).sorted() == (0..<UInt32(count)).map { $0 })
        #expect(items.allSatisfy { $0.z == values[Int($0.number)] })
      }
    }
  }

  /// The method that is used once patience runs out, on its own.
  @Test(arguments: [1, 2] as [UInt64]) func exactPivotsAgreeWithSorting(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let count = Int.random(in: 1...300, using: &generator)
      var values = Self.values(count, kind: round % 6, &generator)
      if round % 6 == 3 { values = values.map { $0 == 0 ? -0.0 : $0 - 1 } }
      let place = Int.random(in: 0..<count, using: &generator)
      var items = values.enumerated().map { Self.item($0.element, $0.offset) }
      var work = 0
      let equal = items.withUnsafeMutableBufferPointer {
        MedianSelection($0, axis: 2, patience: 0).select(place, work: &work)
      }
      let keys = items.map(\.z)
      let sorted = values.sorted()
      #expect(keys[place] == sorted[place], "seed \(seed), round \(round)")
      #expect(work <= 3 * count)
      // All items equal to the one at the place are before it, or none are.
      let before = keys[..<place].contains(keys[place])
      #expect(equal.isEmpty == !before)
      let equals = keys.indices.filter { keys[$0] == keys[place] }
      if before { #expect(Array(equal) == equals, "seed \(seed), round \(round)") }
    }
  }

  /// A hostile file may be made to defeat the sampling of items. Without a bound, the work would then grow
  /// with the square of the number of items.
  @Test func workIsBounded() {
    let count = 20_000
    let killer = Killer.keys(count: count, place: count / 2)
    func work(patience: Int) -> Int {
      var items = killer.enumerated().map { Self.item($0.element, $0.offset) }
      var work = 0
      items.withUnsafeMutableBufferPointer {
        _ = MedianSelection($0, axis: 2, patience: patience).select(count / 2, work: &work)
      }
      #expect(items[count / 2].z == killer.sorted()[count / 2])
      return work
    }
    #expect(work(patience: .max / count) > 100 * count)
    #expect(work(patience: MedianSelection.patience) < (MedianSelection.patience + 4) * count)
  }

  /// A forged file may have coordinates that are not numbers. The selection ends, and loses no item.
  @Test func endsWithNaN() {
    for count in [1, 2, 3, 64, 2000] {
      var items = (0..<count).map {
        Self.item($0 % 3 == 0 ? .nan : Float($0), $0)
      }
      _ = items.withUnsafeMutableBufferPointer {
        MedianSelection($0, axis: 2).select(count / 2)
      }
      #expect(Set(items.map(\.number)).count == count)
      var none = (0..<count).map { Self.item(.nan, $0) }
      _ = none.withUnsafeMutableBufferPointer {
        MedianSelection($0, axis: 2).select(count / 2)
      }
      #expect(Set(none.map(\.number)).count == count)
    }
  }

  private static func item(_ z: Float, _ number: Int) -> SplitItem {
    SplitItem(x: 0, y: 1, z: z, number: UInt32(number))
  }

  private static func values(
    _ count: Int, kind: Int, _ generator: inout SeededGenerator
  ) -> [Float] {
    (0..<count).map { i in
      switch kind {
      case 0: .random(in: -1e6...1e6, using: &generator)
      case 1: Float(i)
      case 2: Float(-i)
      case 3: Float(Int.random(in: 0...2, using: &generator))
      case 4: 7
      default: Float(min(i, count - i))
      }
    }
  }
}

/// Keys that are decided only when the selection looks at them: each sample gets the lowest keys left, after
/// McIlroy, "A killer adversary for quicksort" (1999).
private enum Killer {
  static func keys(count: Int, place: Int) -> [Float] {
    var keys = [Float](repeating: .infinity, count: count)
    // The current place of each key, as the selection moves them.
    var items = Array(0..<count)
    var lowest: Float = 0
    var first = 0
    while count - first >= 1024, first < place {
      let left = count - first
      var sample: [Float] = []
      for i in 0..<32 {
        let item = items[first + (2 * i + 1) * left / 64]
        if keys[item] == .infinity {
          keys[item] = lowest
          lowest += 1
        }
        sample.append(keys[item])
      }
      sample.sort()
      let rank = (place - first) * 32 / left
      let pivot = sample[min(max(2 * (place - first) < left ? rank + 2 : rank - 2, 1), 31)]
      var middle = first
      for i in first..<count {
        let belongs = keys[items[i]] < pivot
        items.swapAt(i, middle)
        middle += belongs ? 1 : 0
      }
      first = middle
    }
    for i in keys.indices where keys[i] == .infinity {
      keys[i] = lowest
      lowest += 1
    }
    return keys
  }
}
