import FinderEngine

/// How tables look.
struct TableStyle {
  let figures: ReadableFigures
  let isColoured: Bool
  /// The terminal's; `nil` where the output is not a terminal.
  let width: Int?
}
