import TestSupport
import Testing

@testable import FinderEngine

@Suite struct KeySetTests {
  /// Against the library's set, for few keys and for as many as take several threads, chance ones and
  /// ones made to collide under a plain multiplication.
  @Test(arguments: [0, 1, 100, 150_000]) func agreesWithTheLibrary(count: Int) {
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
}
