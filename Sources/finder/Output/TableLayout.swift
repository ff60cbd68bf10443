import FinderEngine

/// How a table for people is laid out: aligned in columns, with a header, one row a line, and cut to
/// the terminal's width.
struct TableLayout {
  let headers: [String]
  /// Numbers are aligned at the right.
  var numberColumns: [Int] = []
  /// One or two columns that are cut where the terminal is too narrow.
  let cutColumns: [Int]
  /// Other columns are left out before less than this would be left of those.
  let narrowestCut: Int
  /// The columns that a narrow terminal does without, the first to go first.
  let dispensableColumns: [Int]

  private struct Place {
    let width: Int
    let isShown: Bool
    let isNumber: Bool
  }

  func cells(rows: Int) -> TableCells {
    var cells = TableCells(columns: headers.count, rows: rows + 1)
    for (column, header) in headers.enumerated() {
      cells.add(header, column: column)
    }
    return cells
  }

  /// Without a width nothing is cut. In colour, `style` is the escape sequence before a row's cell in
  /// `styledColumn`.
  @inline(__always)
  func print(
    _ cells: borrowing TableCells, width: Int?, isColoured: Bool, styledColumn: Int,
    to output: inout ByteBuffer, style: (_ row: Int) -> StaticString
  ) {
    let places = places(cells.widths, in: width)
    var line = TableLine()
    cells.visit { row, column, text, width in
      if row == 0, column == 0, isColoured { output.append("\u{1B}[2m") }
      if isColoured, row > 0, column == styledColumn { line.style = style(row - 1) }
      add(text, width, places[column], to: &line, &output)
      guard column == places.count - 1 else { return }
      if row == 0, isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
      line = TableLine()
    }
  }

  @inline(__always)
  private func add(
    _ text: UnsafeBufferPointer<UInt8>, _ width: Int, _ place: Place, to line: inout TableLine,
    _ output: inout ByteBuffer
  ) {
    guard place.isShown else { return }
    if !line.isEmpty { line.skip(2) }
    guard width <= place.width else { return addCut(text, to: place.width, &line, &output) }
    let padding = place.width - width
    if place.isNumber { line.skip(padding) }
    line.append(text, to: &output)
    if !place.isNumber { line.skip(padding) }
  }

  @inline(never)
  private func addCut(
    _ text: UnsafeBufferPointer<UInt8>, to width: Int, _ line: inout TableLine,
    _ output: inout ByteBuffer
  ) {
    var shown = DisplayWidth.truncated(String(decoding: text, as: UTF8.self), to: width)
    let padding = width - DisplayWidth.of(shown)
    shown.withUTF8 { line.append($0, to: &output) }
    line.skip(padding)
  }

  /// Of two columns that are cut, each gets half of the room, and what the other does not need.
  private func places(_ widest: [Int], in width: Int?) -> [Place] {
    var widths = widest
    var isShown = widths.map { _ in true }
    if let width {
      let wanted = cutColumns.reduce(0) { $0 + widths[$1] }
      let least = cutColumns.reduce(0) { $0 + min(widths[$1], narrowestCut) }
      func room() -> Int {
        widths.indices.reduce(width + 2 + wanted) { isShown[$1] ? $0 - widths[$1] - 2 : $0 }
      }
      for column in dispensableColumns where room() < least { isShown[column] = false }
      let left = room()
      if let last = cutColumns.last, left < wanted {
        let first = cutColumns[0]
        let others = wanted - widths[first]
        widths[first] = min(widths[first], max(left - others, others > 0 ? left / 2 : 0, 1))
        if last != first { widths[last] = min(widths[last], max(left - widths[first], 1)) }
      }
    }
    return widths.indices.map {
      Place(width: widths[$0], isShown: isShown[$0], isNumber: numberColumns.contains($0))
    }
  }
}

extension ReadableFigures {
  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  static func direction(_ bearing: Double) -> StaticString { directions[compassPoint(bearing)] }
}
