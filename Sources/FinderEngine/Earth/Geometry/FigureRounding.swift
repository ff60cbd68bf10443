/// How figures are rounded for print, and so which of them look the same.
package protocol FigureRounding {
  func printsAlike(distances low: Double, _ high: Double) -> Bool
  func printsAlike(bearings low: Double, _ high: Double) -> Bool
}
