// Answers as rows of CSV or TSV: the columns of the input, then those of a venue.

extension BulkAnswerer {
  mutating func writeRows(
    _ point: Coordinate, _ read: PointRecord, _ record: PaddedText,
    _ style: DelimitedStyle, _ rendered: borrowing RenderedVenues
  ) {
    fillRowStart(read, record, style)
    if plan.settings.countsOnly {
      output.append(rowStart.bytes)
      output.append(integer: count(from: point))
      output.append(style.separator)
      output.append("\n")
      return
    }
    if let hit = nearestOne?.hit(from: point, for: TenthsRounding()) {
      found += 1
      return writeRow(hit, rank: 1, style, rendered)
    }
    search(from: point)
    if hits.isEmpty { writeEmptyRow(error: "", style) }
    for (i, hit) in hits.enumerated() { writeRow(hit, rank: i + 1, style, rendered) }
  }

  private mutating func writeRow(
    _ hit: Hit, rank: Int, _ style: DelimitedStyle, _ rendered: borrowing RenderedVenues
  ) {
    output.append(rowStart.bytes)
    output.append(integer: rank)
    output.append(style.separator)
    writer.append(cellsOf: hit, style, to: &output, rendered)
    output.append(style.separator)
    output.append("\n")
  }

  mutating func writeEmptyRow(error: String, _ style: DelimitedStyle) {
    output.append(rowStart.bytes)
    let cells = plan.settings.countsOnly ? 1 : 1 + writer.columnCount
    for _ in 0..<cells { output.append(style.separator) }
    output.append(cell: error, style)
    output.append("\n")
  }

  // MARK: The input's columns

  private mutating func fillRowStart(
    _ read: PointRecord, _ record: PaddedText, _ style: DelimitedStyle
  ) {
    rowStart.truncate()
    guard case .objects = plan.shape else { return fillRowStartWithCells(style) }
    let cursor = JSONCursor(record)
    rowStart.append(number: read.point.latitude)
    rowStart.append(style.separator)
    rowStart.append(number: read.point.longitude)
    rowStart.append(style.separator)
    var values = [JSONSpan](repeating: .none, count: plan.columns.count)
    for member in read.members {
      if let column = plan.columnOfKey[cursor.decoded(member.key)] {
        values[column] = member.value
      } else {
        droppedMembers += 1
      }
    }
    for value in values.dropFirst(2) {
      if !value.isNone { append(memberValue: value, cursor, style) }
      rowStart.append(style.separator)
    }
  }

  mutating func fillRowStartWithCells(_ style: DelimitedStyle) {
    let cells = reader.cells.all
    let isSameStyle = reader.cells.delimiter.rawValue == style.separator
    for column in 0..<plan.columns.count {
      if column < cells.count {
        let cell = cells[column]
        if isSameStyle {
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
