import FinderEngine
import FinderLists

/// The layout of a table for people: aligned columns, a header, one row a line, cut to the terminal's width.
///
/// A class: to destroy a struct of four arrays, the runtime needs descriptions of their types, and making
/// those takes 27,000 instructions.
final class TableLayout: Sendable {
  let headers: [String]
  /// Right-aligned columns.
  let numberColumns: [Int]
  /// Columns that are cut if the terminal is too narrow.
  let cutColumns: [Int]
  /// Dispensable columns are dropped before a column is cut to less than this.
  let narrowestCut: Int
  /// The columns that a narrow terminal can do without, in the order in which they are dropped.
  let dispensableColumns: [Int]
  /// The column in bold or in colour.
  let styledColumn: Int?

  init(
    headers: [String], numberColumns: [Int] = [], cutColumns: [Int], narrowestCut: Int,
    dispensableColumns: [Int] = [], styledColumn: Int? = nil
  ) {
    (self.headers, self.numberColumns, self.cutColumns) = (headers, numberColumns, cutColumns)
    (self.narrowestCut, self.dispensableColumns) = (narrowestCut, dispensableColumns)
    self.styledColumn = styledColumn
  }

  static let bold: StaticString = "\u{1B}[1m"

  /// The same layout with additional columns at the end. On a narrow terminal they stay; other columns are
  /// dropped.
  func with(_ additions: VenueAdditions) -> TableLayout {
    guard !additions.isEmpty else { return self }
    return TableLayout(
      headers: headers + additions.headers, numberColumns: numberColumns,
      cutColumns: cutColumns
        + (additions.showsFood ? [headers.count + additions.headers.count - 1] : []),
      narrowestCut: narrowestCut, dispensableColumns: dispensableColumns,
      styledColumn: styledColumn)
  }

  /// Both are indexed by column. A single array of structs would cost the runtime 11,000 instructions.
  private struct FittedColumns {
    var widths: [Int]
    var isShown: [Bool]
  }

  func cells(rows: Int) -> TableCells {
    var cells = TableCells(columns: headers.count, rows: rows + 1)
    cells.add(row: headers)
    return cells
  }

  /// Appends a table of texts. If there are no rows, it appends nothing, not even the header.
  func append(
    _ rows: [[String]], _ style: TableStyle, to output: inout ByteBuffer,
    rowStyle: (_ row: Int) -> StaticString = { _ in bold }
  ) {
    guard !rows.isEmpty else { return }
    var cells = cells(rows: rows.count)
    for row in rows { cells.add(row: row) }
    print(cells, style, to: &output, rowStyle: rowStyle)
  }

  /// If `style` has no width, nothing is cut. If it has colour, `rowStyle` returns the escape sequence before
  /// a row's cell in `styledColumn`.
  @inline(__always)
  func print(
    _ cells: borrowing TableCells, _ style: TableStyle, to output: inout ByteBuffer,
    rowStyle: (_ row: Int) -> StaticString = { _ in bold }
  ) {
    let isColoured = style.isColoured
    let columns = fit(cells.widths, in: style.width)
    var line = TableLine()
    cells.visit { row, column, text, width in
      if row == 0, column == 0, isColoured { output.append("\u{1B}[2m") }
      if isColoured, row > 0, column == styledColumn { line.style = rowStyle(row - 1) }
      add(text, width, column, columns, to: &line, &output)
      guard column == headers.count - 1 else { return }
      if row == 0, isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
      line = TableLine()
    }
  }

  @inline(__always)
  private func add(
    _ text: Bytes, _ width: Int, _ column: Int, _ columns: FittedColumns,
    to line: inout TableLine, _ output: inout ByteBuffer
  ) {
    guard columns.isShown[column] else { return }
    if !line.isEmpty { line.skip(2) }
    let room = columns.widths[column]
    guard width <= room else { return addCut(text, to: room, &line, &output) }
    let isNumber = numberColumns.contains(column)
    if isNumber { line.skip(room - width) }
    line.append(text, to: &output)
    if !isNumber { line.skip(room - width) }
  }

  @inline(never)
  private func addCut(
    _ text: Bytes, to width: Int, _ line: inout TableLine,
    _ output: inout ByteBuffer
  ) {
    var shown = DisplayWidth.truncated(String(decoding: text, as: UTF8.self), to: width)
    let padding = width - DisplayWidth.of(shown)
    shown.withUTF8 { line.append($0, to: &output) }
    line.skip(padding)
  }

  /// The columns that are cut share the room equally. A column that needs less leaves the rest to the others.
  private func fit(_ widest: [Int], in width: Int?) -> FittedColumns {
    var columns = FittedColumns(widths: widest, isShown: widest.map { _ in true })
    guard let width else { return columns }
    func sum(_ most: Int) -> Int {
      cutColumns.reduce(0) { columns.isShown[$1] ? $0 + min(widest[$1], most) : $0 }
    }
    func room() -> Int {
      widest.indices.reduce(width + 2 + sum(.max)) {
        columns.isShown[$1] ? $0 - widest[$1] - 2 : $0
      }
    }
    for column in dispensableColumns where room() < sum(narrowestCut) {
      columns.isShown[column] = false
    }
    let (left, wanted) = (room(), sum(.max))
    let cut = cutColumns.filter { columns.isShown[$0] }
    guard left < wanted else { return columns }
    // The narrowest comes first, so the others can share what it leaves.
    var (rest, columnsLeft) = (left, cut.count)
    for column in cut.sorted(by: { widest[$0] < widest[$1] }) {
      columns.widths[column] = min(widest[column], max(rest / columnsLeft, 1))
      (rest, columnsLeft) = (rest - columns.widths[column], columnsLeft - 1)
    }
    return columns
  }
}

/// The cells of a table, row by row: their texts in one buffer, and how many terminal columns each takes.
/// With arrays of strings, a table of 377 venues took 2 ms; with this, less than 0.2 ms.
struct TableCells: ~Copyable {
  private struct Cell {
    let count: UInt32
    let width: UInt32
  }

  let columns: Int
  private var text: ByteBuffer
  private var cells: [Cell] = []
  private(set) var widths: [Int]

  init(columns: Int, rows: Int) {
    self.columns = columns
    text = ByteBuffer(capacity: 64 * rows)
    cells.reserveCapacity(columns * rows)
    widths = [Int](repeating: 0, count: columns)
  }

  @inline(__always)
  mutating func add(_ bytes: Bytes, width: Int, column: Int) {
    text.append(bytes)
    add(count: bytes.count, width: width, column)
  }

  mutating func add(_ text: String, column: Int) {
    var text = text
    let width = DisplayWidth.of(text)
    text.withUTF8 { add($0, width: width, column: column) }
  }

  mutating func add(row: [String]) {
    for (column, text) in row.enumerated() { add(text, column: column) }
  }

  /// Adds a cell of ASCII.
  @inline(__always)
  mutating func add(column: Int, _ write: (inout ByteBuffer) -> Void) {
    let start = text.count
    write(&text)
    add(count: text.count - start, width: text.count - start, column)
  }

  @inline(__always)
  private mutating func add(count: Int, width: Int, _ column: Int) {
    widths[column] = max(widths[column], width)
    cells.append(Cell(count: UInt32(count), width: UInt32(width)))
  }

  @inline(__always)
  func visit(_ show: (_ row: Int, _ column: Int, _ text: Bytes, _ width: Int) -> Void) {
    var start = text.bytes.baseAddress
    for row in 0..<cells.count / columns {
      for column in 0..<columns {
        let cell = cells[row * columns + column]
        show(
          row, column, UnsafeBufferPointer(start: start, count: Int(cell.count)), Int(cell.width))
        start = start.map { $0 + Int(cell.count) }
      }
    }
  }
}

/// A table's line while it is written. Spaces are held back until text follows, so no line ends in one.
struct TableLine {
  private var spaces = 0
  private(set) var isEmpty = true
  /// The escape sequence before the next cell.
  var style: StaticString?

  @inline(__always) mutating func skip(_ columns: Int) { spaces += columns }

  @inline(__always)
  mutating func append(_ cell: Bytes, to output: inout ByteBuffer) {
    isEmpty = false
    guard !cell.isEmpty else { return }
    let style = style
    if let style {
      output.append(
        spaces: spaces,
        then: UnsafeBufferPointer(start: style.utf8Start, count: style.utf8CodeUnitCount))
      spaces = 0
    }
    output.append(spaces: spaces, then: cell)
    spaces = 0
    if style != nil {
      output.append("\u{1B}[0m")
      self.style = nil
    }
  }
}

struct TableStyle {
  let figures: ReadableFigures
  let isColoured: Bool
  /// The terminal's width; `nil` if the output is not a terminal.
  let width: Int?

  /// Without colour.
  static func plain(
    width: Int? = nil, figures: ReadableFigures = ReadableFigures(units: .metric)
  ) -> TableStyle {
    TableStyle(figures: figures, isColoured: false, width: width)
  }
}
