import FinderEngine
import FinderMaps

extension MapScreenPainter {
  /// What came of the last key; else the filter; else the keys that are most of use. How many venues there
  /// are to be seen stands at its end. Returns where the cursor is, if something is typed.
  func paintBar(
    _ state: MapScreenState, _ scene: MapScene, into grid: inout CellGrid
  ) -> FrameWriter.Place? {
    let row = state.layout.rows - 1
    for column in 0..<grid.width { grid[column, row] = GridCell(scalar: " ", ink: .bar) }
    let count = "\(scene.venueCount) in view"
    let right = grid.width - DisplayWidth.of(count) - 1
    grid.write(count, right, row, .bar)
    let end = right - 1
    if state.mode == .field {
      grid.write("/", 1, row, .barStrong)
      let text = Self.end(of: state.filter, end - 3)
      return FrameWriter.Place(column: grid.write(text, 2, row, .bar, upTo: end), row: row)
    }
    if !state.message.isEmpty {
      grid.write(DisplayWidth.truncated(state.message, to: end - 1), 1, row, .barStrong, upTo: end)
      return nil
    }
    var column = 1
    if !state.filter.isEmpty {
      column = grid.write("/", column, row, .barStrong, upTo: end)
      let room = max(8, end - column - 12)
      column = grid.write(
        DisplayWidth.truncated(state.filter, to: room), column, row, .bar, upTo: end)
      column += 2
    }
    for (key, what) in Self.hints {
      let width = key.utf8.count + 1 + what.utf8.count
      guard column + width <= end else { continue }
      column = grid.write(key, column, row, .barStrong, upTo: end)
      column = grid.write(" " + what, column, row, .bar, upTo: end) + 2
    }
    return nil
  }

  private static let hints = [
    ("?", "keys"), ("q", "quit"), ("/", "filter"), ("Tab", "venues"), ("Enter", "details"),
    ("+ -", "zoom"), ("o", "directions"), ("f", "favourite"),
  ]

  /// Of a text too long, what was typed last.
  private static func end(of text: String, _ columns: Int) -> String {
    var text = text[...]
    while DisplayWidth.of(String(text)) > columns { text.removeFirst() }
    return String(text)
  }
}
