extension Double {
  /// Rounded to one decimal.
  package var inTenths: Double { (self * 10).rounded() / 10 }

  /// Rounded to three decimals.
  package var inThousandths: Double { (self * 1000).rounded() / 1000 }

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
