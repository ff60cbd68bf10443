import Testing

@testable import FinderEngine

@Suite struct ParallelTests {
  /// Each part once, whatever the number of threads.
  @Test(arguments: [1, 2, 3, 16]) func eachPartIsDoneOnce(threads: Int) {
    for parts in [0, 1, 2, 7, 1000] {
      let done = UnsafeMutablePointer<Int>.allocate(capacity: parts)
      defer { done.deallocate() }
      done.initialize(repeating: 0, count: parts)
      Parallel.run(parts, threads: threads) { done[$0] += 1 }
      #expect((0..<parts).allSatisfy { done[$0] == 1 })
    }
  }

  @Test func rangesCoverAll() {
    for count in [0, 1, 16_384, 16_385, 1_000_003] {
      let ranges = Parallel.ranges(of: count)
      #expect(ranges.flatMap(Array.init) == Array(0..<count))
    }
  }
}
