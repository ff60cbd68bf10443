import TestSupport
import Testing

@testable import FinderEngine

/// Numbers of texts, against a dictionary of the standard library.
@Suite struct TextNumbersTests {
  @Test(arguments: 1...4) func agreesWithADictionary(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let numbers = TextNumbers()
    var known: [[UInt8]: Int] = [:]
    var all: [[UInt8]] = []
    for _ in 0..<20_000 {
      // Few letters and any length, so that many texts repeat; a zero byte is like any other.
      let text = (0..<random.next() % 13).map { _ in UInt8(random.next() % 4) }
      let found = text.withUnsafeBufferPointer { numbers.number(of: $0) }
      #expect(found == known[text])
      let number = text.withUnsafeBufferPointer { numbers.add($0) }
      #expect(number == known[text] ?? all.count)
      if known[text] == nil {
        known[text] = all.count
        all.append(text)
      }
    }
    #expect(numbers.count == all.count && all.count > 5000)
    for (number, text) in all.enumerated() {
      #expect(Array(numbers.bytes(of: number)) == text)
      #expect(text.withUnsafeBufferPointer { numbers.number(of: $0) } == number)
    }
    let order = TextSort.order(of: numbers.count, numbers)
    let sorted = (0..<order.count).map { all[Int(order[$0])] }
    #expect(sorted == all.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func ofLongTexts() {
    let numbers = TextNumbers()
    for length in [0, 1, 7, 8, 9, 70_000] {
      let text = [UInt8](repeating: 0x61, count: length)
      let number = text.withUnsafeBufferPointer { numbers.add($0) }
      #expect(Array(numbers.bytes(of: number)) == text)
    }
    #expect(numbers.count == 6)
  }
}
