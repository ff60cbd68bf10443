import Testing

@testable import FinderEngine

/// Searching for parts in bytes, against trying each place.
@Suite struct ByteSearchTests {
  @Test func everyPart() {
    var random = SplitMix64(state: 3)
    func letters(_ count: UInt64) -> [UInt8] { (0..<count).map { _ in UInt8(random.next() % 2) } }
    for _ in 0..<20_000 {
      let text = letters(random.next() % 12)
      let part = letters(random.next() % 5 + 2)
      let expected =
        text.count >= part.count
        && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
      text.withUnsafeBufferPointer { text in
        for rarest in part.indices {
          let found = part.withUnsafeBufferPointer { text.holds($0, rarest: rarest) }
          #expect(found == expected, "\(part) in \(Array(text)), by \(rarest)")
        }
        #expect(text.holds(1) == text.contains(1))
      }
    }
  }
}
