/// One decimal, as in all output for programs.
package struct TenthsRounding: FigureRounding {
  package init() {}

  @inline(__always) package func printsAlike(distances low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }

  @inline(__always) package func printsAlike(bearings low: Double, _ high: Double) -> Bool {
    low.tenths == high.tenths
  }
}
