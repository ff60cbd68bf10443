/// SplitMix64 (Steele, Lea and Flood 2014). The same seed must give the same bytes with every compiler, but
/// the standard library's generator may change between releases.
package struct SplitMix64 {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// At least 0, and below 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
