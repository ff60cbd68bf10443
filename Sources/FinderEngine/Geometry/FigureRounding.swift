/// How figures are rounded for print: which two of them are told alike.
package protocol FigureRounding {
  func printsAlike(distances low: Double, _ high: Double) -> Bool
  func printsAlike(bearings low: Double, _ high: Double) -> Bool
}

/// One decimal, as in everything that programs read.
package struct TenthsRounding: FigureRounding {
  package init() {}

  @inline(__always) package func printsAlike(distances low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }

  @inline(__always) package func printsAlike(bearings low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }

}
