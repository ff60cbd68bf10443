extension Double {
  /// How many tenths, halves rounded away from zero, without the call to the C library that
  /// `rounded()` is on the oldest processors that this is built for. Only for what is below 10^14.
  @inline(__always) var tenths: Int {
    let scaled = self * 10
    let cut = Int(scaled)
    // The difference is exact.
    let rest = scaled - Double(cut)
    return cut + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }
}
