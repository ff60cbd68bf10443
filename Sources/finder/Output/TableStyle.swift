import FinderEngine

/// How tables look.
struct TableStyle {
  let figures: ReadableFigures
  let isColoured: Bool
  /// The terminal's; `nil` where the output is not a terminal.
  let width: Int?

  /// Where there is no table.
  static var none: TableStyle {
    TableStyle(figures: ReadableFigures(units: .metric), isColoured: false, width: nil)
  }
}
