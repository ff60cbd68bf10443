import TestSupport
import Testing

@testable import FinderEngine

@Suite struct KeySetTests {
  /// Against the library's set, for few keys and for enough for several threads, both random and made to
  /// collide under a plain multiplication.
  @Test(.slow, arguments: [0, 1, 100, 150_000]) func agreesWithTheLibrary(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for step: UInt64 in [0, 1, 1 << 32, 0x9E37_79B9_7F4A_7C15 &* 3] {
      let keys = (0..<count).map { number in
        step == 0
          ? UInt64.random(in: 0...UInt64(count), using: &generator) : step &* UInt64(number / 2)
      }
      var known: Set<UInt64> = []
      let repeated = keys.filter { !known.insert($0).inserted }
      var set = KeySet(capacity: count + 10)
      let found = keys.withUnsafeBufferPointer { set.insert($0) }
      #expect(found.sorted() == repeated.sorted())
      #expect(keys.allSatisfy { !set.insert($0) })
      for key in (1...10).map({ UInt64.max - $0 }) {
        #expect(set.insert(key) == !known.contains(key) && !set.insert(key))
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func firstRepeatedAgainstASet(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int(random.next() % 200)
    let values = (0..<count).map { _ in random.next() % 400 }
    var seen: Set<UInt64> = []
    let expected = values.firstIndex { !seen.insert($0).inserted }
    // Hashes that nearly all collide, and hashes that never do.
    for hash in [{ $0 % 3 }, { $0 &* 0x9E37_79B9 }, { _ in .max }] as [(UInt64) -> UInt64] {
      let found = KeySet.firstRepeated(of: count) {
        hash(values[$0])
      } areSame: {
        values[$0] == values[$1]
      }
      #expect(found == expected, "seed \(seed)")
    }
  }
}
