import FinderEngine
import FinderMaps

/// The whole screen as cells: the map, the list, the bar at the bottom, and a panel over them.
struct InteractiveMapPainter {
  let marks: CellPainter.Marks
  let figures: ReadableFigures

  func paint(
    _ state: InteractiveMapState, _ scene: MapScene, _ listings: [MapListing]
  ) -> (grid: CellGrid, cursor: FrameWriter.Place?) {
    var grid = CellGrid(width: state.layout.columns, height: state.layout.rows)
    CellPainter(marks).paint(scene, into: &grid)
    if !state.isAroundPoint { paintMiddle(state, into: &grid) }
    paintList(state, listings, into: &grid)
    let cursor = paintBar(state, scene, into: &grid)
    if case .panel(let panel) = state.mode { paint(panel, state.layout, into: &grid) }
    if marks == .ascii, !Terminal.isUTF8 { grid.makeASCII() }
    return (grid, cursor)
  }

  static func tooSmall(_ layout: InteractiveMapLayout) -> CellGrid {
    var grid = CellGrid(width: layout.columns, height: layout.rows)
    let least = InteractiveMapLayout.least
    for (row, line) in ["too small:", "\(least.columns)×\(least.rows)", "are needed", "q quits"]
      .enumerated()
    {
      grid.write(line, 0, row, .plain)
    }
    return grid
  }

  /// Shown while the data is being read.
  static func reading(_ layout: InteractiveMapLayout) -> CellGrid {
    var grid = CellGrid(width: layout.columns, height: layout.rows)
    grid.write("reading the data; q quits", 1, 0, .plain)
    return grid
  }

  /// Marks the place that the list is around, if nothing else is there.
  private func paintMiddle(_ state: InteractiveMapState, into grid: inout CellGrid) {
    let (column, row) = (state.layout.map.columns / 2, state.layout.map.rows / 2)
    let cell = grid[column, row]
    guard cell.scalar == 0x20 || (0x2800...0x28FF).contains(cell.scalar) else { return }
    grid[column, row] = GridCell(scalar: "+", ink: .strong)
  }

  private func paintList(
    _ state: InteractiveMapState, _ listings: [MapListing], into grid: inout CellGrid
  ) {
    let list = state.layout.list
    clear(&grid, list.column - (state.layout.hasListBeside ? 1 : 0), list.row, list.rows)
    guard !listings.isEmpty else {
      let words =
        !state.hasList
        ? "zoom in (+) to see single venues" : "no venue" + (state.filter.isEmpty ? "" : " matches")
      grid.write(words, list.column, list.row, .faint)
      return
    }
    let lines = state.layout.linesEach(of: listings.count)
    let first = state.layout.firstListed(of: listings.count, selected: state.selectedPlace)
    for (number, listing) in listings.dropFirst(first).prefix(list.rows / lines).enumerated() {
      let row = list.row + number * lines
      let isSelected = listing.hit.row == state.selected
      paint(listing, lines, row, list.column, isSelected, into: &grid)
    }
  }

  private func paint(
    _ listing: MapListing, _ lines: Int, _ row: Int, _ column: Int, _ isSelected: Bool,
    into grid: inout CellGrid
  ) {
    let distance = listing.hit.readable(figures.units)
    // Only the letter is marked, as on the map: a wider mark takes longer over a slow line.
    grid.write(listing.letter, column, row, isSelected ? .selected : .letter)
    if lines == 2 {
      let room = grid.width - column - 2
      grid.write(DisplayWidth.truncated(listing.name, to: room), column + 2, row, .strong)
      let next = grid.write(distance, column + 2, row + 1, .plain)
      if !listing.postcode.isEmpty { grid.write("  " + listing.postcode, next, row + 1, .faint) }
      return
    }
    grid.write(distance, column + 2, row, .plain)
    let name = column + 15
    let last = grid.width - (grid.width - name >= 50 ? 10 : 0)
    grid.write(DisplayWidth.truncated(listing.name, to: last - name - 1), name, row, .strong)
    if last < grid.width { grid.write(listing.postcode, last, row, .faint) }
  }

  private func clear(
    _ grid: inout CellGrid, _ column: Int, _ row: Int, _ rows: Int, _ ink: GridInk = .plain
  ) {
    for row in row..<min(row + rows, grid.height) {
      for column in column..<grid.width { grid[column, row] = GridCell(scalar: " ", ink: ink) }
    }
  }

  private func paint(_ panel: MapPanel, _ layout: InteractiveMapLayout, into grid: inout CellGrid) {
    let room = MapPanel.room(in: layout)
    let lines = panel.lines(columns: room.columns)
    let shown = lines.dropFirst(panel.offset).prefix(room.rows)
    let widest = lines.reduce(DisplayWidth.of(panel.title)) { max($0, DisplayWidth.of($1)) }
    let (columns, rows) = (min(widest, room.columns) + 4, shown.count + 2)
    let (left, top) = ((layout.columns - columns) / 2, max(0, (layout.rows - 1 - rows) / 2))
    for row in top..<top + rows {
      for column in left..<left + columns {
        let isEdge = row == top || row == top + rows - 1
        grid[column, row] = GridCell(scalar: " ", ink: isEdge ? .bar : .plain)
      }
      // A wide character that begins left of the panel must not reach into it.
      grid[left, row].ink = .bar
      grid[left + columns - 1, row].ink = .bar
    }
    let end = left + columns - 1
    grid.write(panel.title, left + 2, top, .barStrong, upTo: end)
    for (number, line) in shown.enumerated() {
      grid.write(line, left + 2, top + 1 + number, .plain, upTo: end)
    }
    let rest = lines.count - panel.offset - shown.count
    let foot = rest > 0 ? "↓ \(rest) more; Esc closes" : "Esc closes"
    grid.write(
      marks == .ascii && rest > 0 ? String(foot.dropFirst(2)) : foot, left + 2, top + rows - 1,
      .bar, upTo: end)
  }
}

extension InteractiveMapPainter {
  /// While a text is being typed, shows it and how it was read. Otherwise shows the result of the last key;
  /// else the filter and the most useful keys. The number of visible venues is at the end. Returns the
  /// position of the cursor, if a text is being typed.
  func paintBar(
    _ state: InteractiveMapState, _ scene: MapScene, into grid: inout CellGrid
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
      let next = grid.write(text, 2, row, .bar, upTo: end)
      let room = end - next - 3
      if !state.reading.isEmpty, room >= Self.shortestReading {
        let reading = DisplayWidth.truncated("(\(state.reading))", to: room)
        grid.write(reading, next + 2, row, .bar, upTo: end)
      }
      return FrameWriter.Place(column: next, row: row)
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

  /// A shorter part of it is of no use.
  private static let shortestReading = 16

  private static let hints = [
    ("?", "keys"), ("q", "quit"), ("/", "filter"), ("Tab", "venues"), ("Enter", "details"),
    ("+ -", "zoom"), ("o", "directions"), ("f", "favourite"),
  ]

  /// The end of a text that is too long, with what was typed last.
  private static func end(of text: String, _ columns: Int) -> String {
    var text = text[...]
    while DisplayWidth.of(String(text)) > columns { text.removeFirst() }
    return String(text)
  }
}
