import FinderEngine
import FinderMaps

/// What a terminal has to be sent so that it shows a grid: only the cells that differ from what it shows.
///
///     var writer = FrameWriter(isColoured: true)
///     writer.append(grid, cursor: nil, to: &bytes)     // all of it
///     writer.append(next, cursor: nil, to: &bytes)     // what has changed
///
/// A frame takes nothing for granted but what the terminal shows: not where the cursor is, nor how the
/// frame before left its colours. Lines must not wrap by themselves (`TerminalMode` sees to that), so the
/// last cell may be written. After a character whose width terminals disagree about, the cursor's place is
/// said anew, so that no more than that character can come out wrong.
struct FrameWriter {
  struct Place: Equatable {
    let column: Int
    let row: Int
  }

  private let pens: ScreenPens
  /// `nil` where that is not known: at first, and after others wrote there.
  private var shown: ScreenCells?
  private var shownCursor: Place?

  // Where the cursor is, while a frame is written; `nil` where that is not known.
  private var column: Int?
  private var row: Int?
  /// The upper bits of the last cell's.
  private var pen: UInt32?

  /// A frame of more cells is marked as one, for terminals that know how to show it at once.
  private static let fewest = 64

  init(isColoured: Bool) { pens = ScreenPens(isColoured: isColoured) }

  /// The next frame is to write everything.
  mutating func forget() { shown = nil }

  /// Nothing where nothing has changed. The cursor is hidden where there is no place for it.
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
    // A terminal that loses its connection is left in plain ink.
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
    // From where on all is blank.
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
    // At the right edge terminals have the cursor in one of two places.
    let isKnown = ScreenCells.hasKnownWidth(scalar)
    column = column.flatMap { isKnown && $0 + columns < width ? $0 + columns : nil }
  }

  /// The pen that is chosen writes it as it is to be: nobody sees the colour of a blank.
  private func isWritten(_ cell: UInt32) -> Bool {
    guard let pen, cell == ScreenCells.blank else { return pen == cell & ~ScreenCells.scalarBits }
    return !pens.hasGround(pen)
  }

  private mutating func choose(_ bits: UInt32, to output: inout ByteBuffer) {
    guard pen != bits else { return }
    pens.append(from: pen, to: bits, to: &output)
    pen = bits
  }

  /// By the few cells between, where they are fewer bytes than a sequence.
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

  /// A line feed leads straight down, as the terminal does not translate what it is sent.
  private static func steps(down rows: Int) -> String {
    switch rows {
    case 0: ""
    case 1...3: String(repeating: "\n", count: rows)
    case 4...: sequence("\(rows)B")
    case -1: sequence("A")
    default: sequence("\(-rows)A")
    }
  }

  /// Within a row; from anywhere in it where that is not known.
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
