import FinderEngine
import FinderMaps

/// Writes what a terminal needs to show a grid: only the cells that differ from what it shows already.
///
///     var writer = FrameWriter(isColoured: true)
///     writer.append(grid, cursor: nil, to: &bytes)     // all of it
///     writer.append(next, cursor: nil, to: &bytes)     // what has changed
///
/// A frame assumes nothing except what the terminal shows: not the cursor's position, nor the colours left by
/// the frame before. Automatic line wrapping must be off (`TerminalMode` ensures that), so the last cell may
/// be written. After a character whose width differs between terminals, the cursor is positioned again, so
/// only that character can come out wrong.
struct FrameWriter {
  struct Place: Equatable {
    let column: Int
    let row: Int
  }

  private let pens: ScreenPens
  /// `nil` if not known: at first, and after other programs wrote to the terminal.
  private var shown: ScreenCells?
  private var shownCursor: Place?

  // The cursor's position while a frame is written; `nil` if it is not known.
  private var column: Int?
  private var row: Int?
  /// The upper bits of the last cell written.
  private var pen: UInt32?

  /// A frame with more cells than this is marked as one, for terminals that can show it at once.
  private static let fewest = 64

  init(isColoured: Bool) { pens = ScreenPens(isColoured: isColoured) }

  /// Makes the next frame write everything.
  mutating func forget() { shown = nil }

  /// Writes nothing if nothing has changed. The cursor is hidden if there is no place for it.
  mutating func append(_ grid: CellGrid, cursor: Place?, to output: inout ByteBuffer) {
    let next = ScreenCells(grid, pens)
    let isWhole = shown?.width != next.width || shown?.height != next.height
    let old =
      shown.flatMap { isWhole ? nil : $0 } ?? ScreenCells(width: next.width, height: next.height)
    let changes = zip(old.cells, next.cells).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    guard isWhole || changes > 0 || cursor != shownCursor else { return }
    let isLarge = changes > Self.fewest
    if isLarge { output.append("\u{1B}[?2026h") }
    if isWhole || shownCursor != nil { output.append("\u{1B}[?25l") }
    (column, row, pen) = (nil, nil, nil)
    if isWhole {
      output.append("\u{1B}[0m\u{1B}[H\u{1B}[2J")
      (column, row, pen) = (0, 0, 0)
    }
    if changes > 0 { for row in 0..<next.height { append(row, of: next, over: old, to: &output) } }
    // Leaves plain ink, in case the connection is lost.
    if pen != nil { choose(0, to: &output) }
    if let cursor {
      move(to: cursor.column, cursor.row, to: &output)
      output.append("\u{1B}[?25h")
    }
    if isLarge { output.append("\u{1B}[?2026l") }
    (shown, shownCursor) = (next, cursor)
  }

  private mutating func append(
    _ row: Int, of next: ScreenCells, over old: ScreenCells, to output: inout ByteBuffer
  ) {
    let part = row * next.width..<(row + 1) * next.width
    let (new, old) = (next.cells[part], old.cells[part])
    guard new != old else { return }
    // Everything after this is blank.
    let end = new.lastIndex { $0 != ScreenCells.blank }.map { $0 + 1 } ?? part.lowerBound
    var place = part.lowerBound
    while place < part.upperBound {
      let isWide = place + 1 < part.upperBound && ScreenCells.isRightHalf(new[place + 1])
      let after = place + (isWide ? 2 : 1)
      if new[place] != old[place] || isWide && new[place + 1] != old[place + 1] {
        go(to: place, row, in: new, to: &output)
        if place >= end, old[place...].count(where: { $0 != ScreenCells.blank }) > 3 {
          if !isWritten(ScreenCells.blank) { choose(0, to: &output) }
          return output.append("\u{1B}[K")
        }
        write(new[place], columns: after - place, in: next.width, to: &output)
      }
      place = after
    }
  }

  private mutating func write(
    _ cell: UInt32, columns: Int, in width: Int, to output: inout ByteBuffer
  ) {
    if !isWritten(cell) { choose(cell & ~ScreenCells.scalarBits, to: &output) }
    let scalar = cell & ScreenCells.scalarBits
    GridText.append(GridCell(scalar: Unicode.Scalar(scalar) ?? " ", ink: .plain), to: &output)
    // At the right edge, terminals differ in where the cursor is.
    let isKnown = ScreenCells.hasKnownWidth(scalar)
    column = column.flatMap { isKnown && $0 + columns < width ? $0 + columns : nil }
  }

  /// Whether the current pen writes the cell correctly: the text colour of a blank does not show.
  private func isWritten(_ cell: UInt32) -> Bool {
    guard let pen, cell == ScreenCells.blank else { return pen == cell & ~ScreenCells.scalarBits }
    return !pens.hasGround(pen)
  }

  private mutating func choose(_ bits: UInt32, to output: inout ByteBuffer) {
    guard pen != bits else { return }
    pens.append(from: pen, to: bits, to: &output)
    pen = bits
  }

  /// Writes the few cells between, if that takes fewer bytes than a sequence.
  private mutating func go(
    to place: Int, _ row: Int, in cells: ArraySlice<UInt32>, to output: inout ByteBuffer
  ) {
    let column = place - cells.startIndex
    guard self.row == row, let from = self.column, (1...3).contains(column - from) else {
      return move(to: column, row, to: &output)
    }
    let between = cells[cells.startIndex + from..<place]
    let isCheap = between.allSatisfy {
      (0x20..<0x7F).contains($0 & ScreenCells.scalarBits) && isWritten($0)
    }
    guard isCheap else { return move(to: column, row, to: &output) }
    for cell in between { write(cell, columns: 1, in: cells.count, to: &output) }
  }

  private mutating func move(to column: Int, _ row: Int, to output: inout ByteBuffer) {
    defer { (self.column, self.row) = (column, row) }
    guard self.row != row || self.column != column else { return }
    let absolute =
      column > 0
      ? Self.sequence("\(row + 1);\(column + 1)H")
      : Self.sequence(row > 0 ? "\(row + 1)H" : "H")
    guard let from = self.row else { return output.append(text: absolute) }
    let relative = Self.steps(down: row - from) + steps(to: column)
    output.append(text: relative.utf8.count < absolute.utf8.count ? relative : absolute)
  }

  private static func sequence(_ text: String) -> String { "\u{1B}[\(text)" }

  /// A line feed only moves down, since the terminal does not translate output.
  private static func steps(down rows: Int) -> String {
    switch rows {
    case 0: ""
    case 1...3: String(repeating: "\n", count: rows)
    case 4...: sequence("\(rows)B")
    case -1: sequence("A")
    default: sequence("\(-rows)A")
    }
  }

  /// Within a row; from anywhere in it, if the position is not known.
  private func steps(to column: Int) -> String {
    if column == 0 { return self.column == 0 ? "" : "\r" }
    guard let from = self.column else { return Self.sequence("\(column + 1)G") }
    switch column - from {
    case 0: return ""
    case 1: return Self.sequence("C")
    case 2...: return Self.sequence("\(column - from)C")
    case -3...(-1): return String(repeating: "\u{8}", count: from - column)
    default:
      let (back, there) = (Self.sequence("\(from - column)D"), Self.sequence("\(column + 1)G"))
      return back.utf8.count < there.utf8.count ? back : there
    }
  }
}
