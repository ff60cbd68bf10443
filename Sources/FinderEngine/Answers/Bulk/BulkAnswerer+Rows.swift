// Answers as rows of CSV or TSV: the columns of the input, then a venue's columns.

extension BulkAnswerer {
  mutating func writeRows(
    _ ruling: CameraRuling, asked: Coordinate, _ record: PaddedText, _ style: DelimitedStyle,
    _ rendered: borrowing RenderedVenues
  ) {
    rowStart.truncate()
    switch plan.shape {
    case .cells: fillRowStartWithCells(style)
    case .objects: fillRowStartWithMembers(asked, of: record, style)
    }
    if plan.settings.countsOnly {
      output.append(rowStart.bytes)
      if radii.isEmpty {
        output.append(integer: count(from: ruling.point))
        output.append(style.separator)
      }
      for place in radii.indices {
        output.append(integer: count(from: ruling.point, inCircle: place))
        output.append(style.separator)
      }
      return endRow(ruling, style)
    }
    if let hit = nearestOne?.hit(from: ruling.point, for: TenthsRounding()) {
      found += 1
      return writeRow(hit, rank: 1, ruling, style, rendered)
    }
    search(from: ruling.point)
    if hits.isEmpty { writeEmptyRow(ruling, style) }
    for (i, hit) in hits.enumerated() { writeRow(hit, rank: i + 1, ruling, style, rendered) }
  }

  private mutating func writeRow(
    _ hit: Hit, rank: Int, _ ruling: CameraRuling, _ style: DelimitedStyle,
    _ rendered: borrowing RenderedVenues
  ) {
    output.append(rowStart.bytes)
    output.append(integer: rank)
    output.append(style.separator)
    if writer.fields?.all.isEmpty != true {
      writer.append(cellsOf: hit, style, to: &output, rendered)
      output.append(style.separator)
    }
    endRow(ruling, style)
  }

  /// Has no ruling for a record without an answer.
  mutating func writeEmptyRow(
    _ ruling: CameraRuling? = nil, error: String = "", _ style: DelimitedStyle
  ) {
    output.append(rowStart.bytes)
    let counts = max(radii.count, 1)
    let cells = plan.settings.countsOnly ? counts : 1 + writer.columnCount
    for _ in 0..<cells { output.append(style.separator) }
    endRow(ruling, error: error, style)
  }

  /// Writes `moved`, if points can be moved, `error`, and for points in words the precision of this one.
  @inline(__always)
  private mutating func endRow(
    _ ruling: CameraRuling?, error: String = "", _ style: DelimitedStyle
  ) {
    if plan.settings.outside == .clamp {
      if ruling?.isMoved == true { output.append("true") }
      output.append(style.separator)
    }
    if !error.isEmpty { output.append(cell: error, style) }
    if plan.saysPrecision { writePrecision(ruling?.point, style) }
    output.append("\n")
  }

  private mutating func writePrecision(_ searched: Coordinate?, _ style: DelimitedStyle) {
    output.append(style.separator)
    guard let searched, let precision = reader.precision, precision != .degrees else {
      output.append(style.separator)
      return output.append(style.separator)
    }
    output.append(precision.name)
    output.append(style.separator)
    output.append(number: searched.latitude)
    output.append(style.separator)
    output.append(number: searched.longitude)
  }

  /// Fills in the point, if there is one, then the object's other members, if it has been read.
  mutating func fillRowStartWithMembers(
    _ point: Coordinate?, of record: PaddedText?, _ style: DelimitedStyle
  ) {
    for number in [point?.latitude, point?.longitude] {
      if let number { rowStart.append(number: number) }
      rowStart.append(style.separator)
    }
    guard let record else {
      for _ in plan.columns.dropFirst(2) { rowStart.append(style.separator) }
      return
    }
    let cursor = JSONCursor(record)
    var values = [JSONSpan](repeating: .none, count: plan.columns.count)
    for member in reader.members {
      if let column = plan.columnOfKey[cursor.decoded(member.key)] {
        values[column] = member.value
      } else if point != nil {
        droppedMembers += 1
      }
    }
    for value in values.dropFirst(2) {
      if !value.isNone { append(memberValue: value, cursor, style) }
      rowStart.append(style.separator)
    }
  }

  /// Cells of a faulty record may not be valid text; those are left empty.
  mutating func fillRowStartWithCells(_ style: DelimitedStyle, isFault: Bool = false) {
    let cells = reader.cells.all
    let isSameStyle = reader.cells.delimiter.rawValue == style.separator
    for column in 0..<plan.columns.count {
      if column < cells.count, !isFault || cells[column].bytes.isUTF8 {
        let cell = cells[column]
        if isSameStyle, cell.mayStand(in: style) {
          rowStart.append(cell.written)
        } else {
          cell.withValue { rowStart.append(cell: $0, style) }
        }
      }
      rowStart.append(style.separator)
    }
  }

  private mutating func append(
    memberValue value: JSONSpan, _ cursor: JSONCursor, _ style: DelimitedStyle
  ) {
    if cursor.base[value.start] == UInt8(ascii: "\"") {
      cursor.withDecoded(cursor.idToken(value)) { rowStart.append(cell: $0, style) }
    } else {
      rowStart.append(cell: cursor.bytes(of: value), style)
    }
  }
}

extension Cell {
  /// Whether a cell written in this kind of table means the same in an answer of that kind: there, a line
  /// break is never bare; in TSV, nothing is quoted and a backslash is escaped.
  fileprivate func mayStand(in style: DelimitedStyle) -> Bool {
    if isQuoted { return style == .csv }
    if style == .tsv, form == .plain, bytes.contains(UInt8(ascii: "\\")) { return false }
    return bytes.place(of: 0x0D, from: 0) == bytes.count
      && bytes.place(of: 0x0A, from: 0) == bytes.count
  }
}
