import FinderEngine

/// Times of one piece of work, run several times over.
struct Timing {
  /// Sorted, each for the whole piece.
  let seconds: [Double]
  /// How many operations one run did.
  let operations: Int

  /// Runs `work` once to warm up, then `runs` times under the clock.
  init(runs: Int, operations: Int, _ work: () throws -> Void) rethrows {
    try work()
    var seconds: [Double] = []
    for _ in 0..<runs {
      let start = monotonicSeconds()
      try work()
      seconds.append(monotonicSeconds() - start)
    }
    self.seconds = seconds.sorted()
    self.operations = operations
  }

  /// The median: one slow run on a busy machine does not move it.
  var median: Double { seconds[seconds.count / 2] }
  var best: Double { seconds[0] }
  var medianPerOperation: Double { median / Double(operations) }
}
