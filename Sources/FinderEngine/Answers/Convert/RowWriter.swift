/// Writes records as rows of CSV, from which `RowRecords` reads the same records again: see
/// `CellValue` for the rules.
struct RowWriter: ~Copyable {
  let columns: PropertyColumns
  private var order: (first: [Int], rest: [Int]) = ([], [])
  /// By column, the record's value.
  private var values: [Bytes] = []
  private var scratch = Arena()

  init(_ columns: PropertyColumns) { self.columns = columns }

  /// Settles the columns as they are now.
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
        // The first row tells readers which delimiter it is: no other stands in it outside quotes.
        if bytes.contains(where: { byte in Delimiter.ofTables.contains { $0.rawValue == byte } }) {
          output.append(quotedCell: bytes)
        } else {
          output.append(cell: bytes, .csv)
        }
      }
    }
    output.append("\n")
  }

  /// Makes the record's columns known.
  func discover(_ record: borrowing ListRecord) {
    for number in 0..<record.members.count {
      _ = columns.column(ofMember: number, record.members[number])
    }
    var hasGeometry = false
    if case .other = record.place { hasGeometry = true }
    columns.note(hasID: record.id.count > 0, hasGeometry: hasGeometry)
  }

  /// The record's columns are known.
  mutating func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    scratch.reset()
    for number in 0..<record.members.count {
      let member = record.members[number]
      // The last of equal keys holds, as in most readers of JSON.
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
      // A row of nothing but blank cells would not be read again.
      if record.members.count == 0, record.id.count == 0 { output.append("\"\"") }
      output.append(",")
    case .point(let latitude, let longitude):
      output.append(latitude)
      output.append(",")
      output.append(longitude)
    case .other:
      // For readers that know nothing of geometries: where finder has it stand.
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

  /// What a string token means, without its quotes.
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

  /// In quotes where it would be taken for something else, and as JSON where even those would not
  /// do.
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
