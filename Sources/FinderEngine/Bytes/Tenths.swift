extension Double {
  /// The number of tenths, with halves rounded away from zero. On the oldest processors that this
  /// is built for `rounded()` calls the C library; this does not. Only for numbers below 10^14.
  @inline(__always) var tenths: Int {
    let scaled = self * 10
    let cut = Int(scaled)
    // The difference is exact.
    let rest = scaled - Double(cut)
    return cut + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }
}
