import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MedianSelectionTests {
  /// Against sorting: what is before the place is not larger, what is behind not smaller, and all
  /// are still there.
  @Test(arguments: [1, 2, 3] as [UInt64]) func agreesWithSorting(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let count = Int.random(in: 1...(round % 10 == 0 ? 5000 : 200), using: &generator)
      let values = Self.values(count, kind: round % 6, &generator)
      for place in [0, count / 2, count - 1, Int.random(in: 0..<count, using: &generator)] {
        var items = values.enumerated().map { Self.item($0.element, $0.offset) }
        items.withUnsafeMutableBufferPointer {
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

  /// Nobody has such coordinates, but a forged file may: it must end.
  @Test func endsWithoutNumbers() {
    for count in [1, 2, 3, 64, 2000] {
      var items = (0..<count).map {
        Self.item($0 % 3 == 0 ? .nan : Float($0), $0)
      }
      items.withUnsafeMutableBufferPointer { MedianSelection($0, axis: 2).select(count / 2) }
      #expect(items.count == count)
      var none = (0..<count).map { Self.item(.nan, $0) }
      none.withUnsafeMutableBufferPointer { MedianSelection($0, axis: 2).select(count / 2) }
      #expect(none.count == count)
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
