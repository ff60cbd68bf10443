import FinderEngine

/// Ways of drawing whole numbers: the sample must come out the same, byte for byte, from each compiler
/// on each machine.
extension SplitMix64 {
  /// Streams of one seed are independent, so a new word in a list moves no venue.
  init(seed: UInt64, stream: UInt64) {
    self.init(state: seed)
    state = next() ^ stream
  }

  /// From 0 up to, not including, `bound`. The bias, below 2⁻³⁶ here, is far too small to see.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func chance(_ count: Int, in total: Int) -> Bool { below(total) < count }

  /// Bell-shaped around 0: the sum of four uniform draws, which needs no logarithm and stays
  /// within 3.5 standard deviations.
  mutating func bell(deviation: Int) -> Int {
    // A draw from -h...h has variance h²/3, four of them 4h²/3: hence h = 0.866 deviations.
    let reach = deviation * 866 / 1000
    return (0..<4).reduce(0) { sum, _ in sum + below(2 * reach + 1) - reach }
  }
}
