/// Writes records as rows of CSV, from which `RowRecords` reads the same records again, by the rules of
/// `CellValue`.
struct RowWriter: ~Copyable {
  let columns: PropertyColumns
  private var order: (first: [Int], rest: [Int]) = ([], [])
  /// The record's value in each column.
  private var values: [Bytes] = []
  private var scratch = Arena()

  init(_ columns: PropertyColumns) { self.columns = columns }

  /// Fixes the columns as they are now.
  mutating func begin() {
    order = columns.order
    values = [Bytes](repeating: ListRecord.noText, count: columns.columns.count)
  }

  func appendHeader(to output: inout ByteBuffer) {
    var names: [[UInt8]] = columns.hasIDs ? [Array("id".utf8)] : []
    names += order.first.map { columns.columns[$0].header }
    names += [Array("lat".utf8), Array("lon".utf8)]
    names += order.rest.map { columns.columns[$0].header }
    if columns.hasGeometries { names.append(Array("geometry".utf8)) }
    for (index, name) in names.enumerated() {
      if index > 0 { output.append(",") }
      name.withUnsafeBufferPointer { bytes in
        // The first row shows readers the delimiter, so no other delimiter may be in it outside quotes.
        if bytes.contains(where: { byte in Delimiter.ofTables.contains { $0.rawValue == byte } }) {
          output.append(quotedCell: bytes)
        } else {
          output.append(cell: bytes, .csv)
        }
      }
    }
    output.append("\n")
  }

  /// Adds the record's columns.
  func discover(_ record: borrowing ListRecord) {
    for number in 0..<record.members.count {
      _ = columns.column(ofMember: number, record.members[number])
    }
    var hasGeometry = false
    if case .other = record.place { hasGeometry = true }
    columns.note(hasID: record.id.count > 0, hasGeometry: hasGeometry)
  }

  /// The record's columns must have been added.
  mutating func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    scratch.reset()
    for number in 0..<record.members.count {
      let member = record.members[number]
      // The last of several equal keys counts, as in most JSON readers.
      let column = columns.column(ofMember: number, member)
      values[column] = member.value
      if let other = columns.columns[column].other { values[other] = ListRecord.noText }
    }
    if columns.hasIDs {
      append(value: record.id, to: &output)
      output.append(",")
    }
    for column in order.first {
      append(column, to: &output)
      output.append(",")
    }
    append(record, positionTo: &output)
    for column in order.rest {
      output.append(",")
      append(column, to: &output)
    }
    if columns.hasGeometries {
      output.append(",")
      if case .other(let geometry) = record.place { output.append(quotedCell: geometry) }
    }
    output.append("\n")
    for column in values.indices { values[column] = ListRecord.noText }
  }

  private func append(_ record: borrowing ListRecord, positionTo output: inout ByteBuffer) {
    switch record.place {
    case .none:
      // Readers would skip a row with only blank cells.
      if record.members.count == 0, record.id.count == 0 { output.append("\"\"") }
      output.append(",")
    case .point(let latitude, let longitude):
      output.append(latitude)
      output.append(",")
      output.append(longitude)
    case .other:
      // For readers without geometries: the position that finder uses.
      if let point = record.coordinate { output.append(number: point.latitude) }
      output.append(",")
      if let point = record.coordinate { output.append(number: point.longitude) }
    }
  }

  @inline(__always)
  private mutating func append(_ column: Int, to output: inout ByteBuffer) {
    let value = values[column]
    guard value.count > 0 else { return }
    if columns.columns[column].isText {
      append(text: meaning(of: value), to: &output)
    } else {
      append(value: value, to: &output)
    }
  }

  /// The decoded text of a string token, without its quotes.
  @inline(__always) private mutating func meaning(of token: Bytes) -> Bytes {
    let spelling = Bytes(start: token.baseAddress! + 1, count: token.count - 2)
    guard spelling.count > 0, memchr(spelling.baseAddress!, 0x5C, spelling.count) != nil else {
      return spelling
    }
    return CellText.decoded(spelling).withUnsafeBufferPointer { scratch.copy($0) }
  }

  private func append(text: Bytes, to output: inout ByteBuffer) {
    if text.allSatisfy(\.isBlank) {
      output.append(quotedCell: text)
    } else {
      output.append(cell: text, .csv)
    }
  }

  private mutating func append(value: Bytes, to output: inout ByteBuffer) {
    switch value.first {
    case nil: return
    case UInt8(ascii: "\""): append(string: value, to: &output)
    case UInt8(ascii: "{"), UInt8(ascii: "["): output.append(quotedCell: value)
    default: output.append(value)
    }
  }

  /// In quotes if it would otherwise be read as something else, and as JSON if quotes are not enough.
  private mutating func append(string token: Bytes, to output: inout ByteBuffer) {
    let text = meaning(of: token)
    let spelling = Bytes(start: token.baseAddress! + 1, count: token.count - 2)
    if CellText.needsJSON(spelling)
      || CellValue.wholeJSON(text, strings: true, arena: &scratch) != nil
    {
      return output.append(quotedCell: token)
    }
    if DecimalNumber.isNumber(text, .json) || CellValue.isWord(text) {
      return output.append(quotedCell: text)
    }
    append(text: text, to: &output)
  }
}
