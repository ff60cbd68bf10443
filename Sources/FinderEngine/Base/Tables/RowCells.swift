/// The cells of the last row read, in memory that is reused for the next; none is copied.
///
/// Between commas and semicolons they follow RFC 4180: quotes around a cell, doubled inside. Between tabs it
/// is the same, as spreadsheets write them, but a quote that does not end with its cell is part of the text.
/// With `hasEscapes`, as finder, jq and databases write tables, nothing is quoted, and tabs, line breaks and
/// backslashes are written `\t`, `\n`, `\r` and `\\`. Runs of spaces also separate cells, without quotes.
package struct RowCells: ~Copyable {
  private var list = GrowingList<Cell>()
  var delimiter: Delimiter
  /// Only with tabs.
  var hasEscapes: Bool

  init(_ delimiter: Delimiter, hasEscapes: Bool = false) {
    (self.delimiter, self.hasEscapes) = (delimiter, hasEscapes)
  }

  /// They point into the row that was read, and are valid only as long as that.
  @inline(__always) var all: UnsafeBufferPointer<Cell> { list.all }

  @inline(__always) package var count: Int { list.count }

  @inline(__always) package subscript(index: Int) -> Cell { list[index] }

  /// If a row cannot be read to its end, the cells before the fault remain.
  mutating func read(_ row: Bytes) throws(BadRecord) {
    list.removeAll()
    let row = row.withoutCarriageReturn
    if delimiter == .space { return readSpaces(row) }
    guard let base = row.baseAddress, row.count > 0 else {
      return list.append(Cell(bytes: row, form: .plain))
    }
    let delimiter = delimiter.rawValue
    var start = 0
    while true {
      let isQuoted = start < row.count && base[start] == UInt8(ascii: "\"") && !hasEscapes
      let end =
        isQuoted
        ? try appendQuoted(row, from: start, delimiter) : appendPlain(row, from: start, delimiter)
      guard end < row.count else { return }
      start = end &+ 1
    }
  }

  /// Returns where the cell ends.
  @inline(__always)
  private mutating func appendPlain(_ row: Bytes, from start: Int, _ delimiter: UInt8) -> Int {
    let end = row.place(of: delimiter, from: start)
    let bytes = UnsafeBufferPointer(start: row.baseAddress! + start, count: end &- start)
    let isEscaped = hasEscapes && bytes.contains(UInt8(ascii: "\\"))
    list.append(Cell(bytes: bytes, form: isEscaped ? .escaped : .plain))
    return end
  }

  private mutating func appendQuoted(
    _ row: Bytes, from start: Int, _ delimiter: UInt8
  ) throws(BadRecord) -> Int {
    let quote = UInt8(ascii: "\"")
    var form = Cell.Form.quoted
    var end = row.place(of: quote, from: start + 1)
    while end + 1 < row.count, row[end + 1] == quote {
      form = .quotedTwice
      end = row.place(of: quote, from: end + 2)
    }
    if end < row.count, end + 1 == row.count || row[end + 1] == delimiter {
      let bytes = UnsafeBufferPointer(rebasing: row[start + 1..<end])
      list.append(Cell(bytes: bytes, form: form))
      return end + 1
    }
    if delimiter == Delimiter.tab.rawValue { return appendPlain(row, from: start, delimiter) }
    guard end < row.count else { throw BadRecord("a quoted cell does not end", at: start) }
    throw BadRecord(
      "expected '\(Character(Unicode.Scalar(delimiter)))' after a quoted cell", at: end + 1)
  }

  /// Whether all cells are blank, as in rows that spreadsheets leave below a table. All must be quoted, or
  /// none: rows with both are finder's own, with an empty text.
  @inline(__always) var areBlank: Bool {
    guard let first = all.first, first.isBlank else { return false }
    return all.allSatisfy { $0.isBlank && $0.isQuoted == first.isQuoted }
  }

  private mutating func readSpaces(_ row: Bytes) {
    for bytes in row.split(separator: Delimiter.space.rawValue) {
      list.append(Cell(bytes: UnsafeBufferPointer(rebasing: bytes), form: .plain))
    }
  }

  func offset(of column: Int, in row: Bytes) -> Int? {
    guard column < count, let base = row.baseAddress else { return nil }
    return all[column].written.baseAddress.map { $0 - base }
  }

  /// Cells after the last column must be blank: spreadsheets leave such cells.
  @inline(__always) package func check(columns: Int) throws(BadRecord) {
    if count > columns { try checkExtra(columns: columns) }
  }

  @inline(never) private func checkExtra(columns: Int) throws(BadRecord) {
    guard all[columns...].allSatisfy(\.isBlank) else {
      throw BadRecord(
        "has \(count) cells, but there \(columns == 1 ? "is one column" : "are \(columns) columns")",
        at: all[columns].written.baseAddress! - all[0].written.baseAddress!)
    }
  }
}

extension Bytes {
  /// Whether a row has only white space, delimiters and quotes; most rows are ruled out by their first byte.
  @inline(__always) func mayBeBlank(_ delimiter: Delimiter) -> Bool {
    guard let first, first <= 0x22 || first == delimiter.rawValue else { return isEmpty }
    return allSatisfy { $0.isBlank || $0 == delimiter.rawValue || $0 == UInt8(ascii: "\"") }
  }

  @inline(__always) package var withoutCarriageReturn: UnsafeBufferPointer {
    guard count > 0, self[count &- 1] == 0x0D else { return self }
    return UnsafeBufferPointer(start: baseAddress, count: count &- 1)
  }
}
