import FinderEngine

/// The same sequence from the same seed on every machine, so that a failing random case can be run again from
/// the seed in its message.
package struct SeededGenerator: RandomNumberGenerator {
  private var source: SplitMix64

  package init(seed: UInt64) { source = SplitMix64(state: seed) }

  package mutating func next() -> UInt64 { source.next() }
}
