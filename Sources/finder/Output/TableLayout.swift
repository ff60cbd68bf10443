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

  /// The same with opening hours in a last column. A narrow terminal does without the postcode before
  /// them.
  var withHours: TableLayout {
    TableLayout(
      headers: headers + ["HOURS"], numberColumns: numberColumns, cutColumns: cutColumns,
      narrowestCut: narrowestCut, dispensableColumns: dispensableColumns)
  }

  /// Of each column; not a list of a type of its own, whose making costs the runtime 11,000
  /// instructions.
  private struct Places {
    var widths: [Int]
    var isShown: [Bool]
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
      add(text, width, column, places, to: &line, &output)
      guard column == headers.count - 1 else { return }
      if row == 0, isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
      line = TableLine()
    }
  }

  @inline(__always)
  private func add(
    _ text: UnsafeBufferPointer<UInt8>, _ width: Int, _ column: Int, _ places: Places,
    to line: inout TableLine, _ output: inout ByteBuffer
  ) {
    guard places.isShown[column] else { return }
    if !line.isEmpty { line.skip(2) }
    let room = places.widths[column]
    guard width <= room else { return addCut(text, to: room, &line, &output) }
    let isNumber = numberColumns.contains(column)
    if isNumber { line.skip(room - width) }
    line.append(text, to: &output)
    if !isNumber { line.skip(room - width) }
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
  private func places(_ widest: [Int], in width: Int?) -> Places {
    var places = Places(widths: widest, isShown: widest.map { _ in true })
    guard let width else { return places }
    func sum(_ most: Int) -> Int {
      cutColumns.reduce(0) { places.isShown[$1] ? $0 + min(widest[$1], most) : $0 }
    }
    func room() -> Int {
      widest.indices.reduce(width + 2 + sum(.max)) {
        places.isShown[$1] ? $0 - widest[$1] - 2 : $0
      }
    }
    for column in dispensableColumns where room() < sum(narrowestCut) {
      places.isShown[column] = false
    }
    let (left, wanted) = (room(), sum(.max))
    let cut = cutColumns.filter { places.isShown[$0] }
    guard let last = cut.last, left < wanted else { return places }
    let first = cut[0]
    let others = wanted - widest[first]
    places.widths[first] = min(widest[first], max(left - others, others > 0 ? left / 2 : 0, 1))
    if last != first {
      places.widths[last] = min(widest[last], max(left - places.widths[first], 1))
    }
    return places
  }
}

extension ReadableFigures {
  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  static func direction(_ bearing: Double) -> StaticString { directions[compassPoint(bearing)] }
}
