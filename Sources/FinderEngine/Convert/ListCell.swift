/// A cell of a row as it stands there.
package struct ListCell: BitwiseCopyable {
  enum Form: BitwiseCopyable {
    case plain
    case quoted
    /// With quotes inside, each written twice.
    case quotedTwice
    /// With `\t`, `\n`, `\r` or `\\`, as columns between tabs have them.
    case escaped
  }

  /// Without the quotes round it.
  package let bytes: UnsafeBufferPointer<UInt8>
  let form: Form

  package var isQuoted: Bool { form == .quoted || form == .quotedTwice }

  /// Calls `body` with what the cell means; most stand as they are.
  @inline(__always)
  package func withValue<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    switch form {
    case .plain, .quoted: try body(bytes)
    case .quotedTwice, .escaped: try value.withUnsafeBufferPointer { try body($0) }
    }
  }

  package var value: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { memory, count in
      count = write(to: memory.baseAddress!)
    }
  }

  /// Writes what the cell means, which is no longer than what stands there, and returns its length.
  func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    var i = 0
    while i < bytes.count {
      var byte = bytes[i]
      if form == .quotedTwice, byte == UInt8(ascii: "\"") {
        i += 1
      } else if form == .escaped, byte == UInt8(ascii: "\\"), i + 1 < bytes.count,
        let meaning = TabEscape.meaning(of: bytes[i + 1])
      {
        byte = meaning
        i += 1
      }
      target[count] = byte
      count += 1
      i += 1
    }
    return count
  }
}

/// The cells of the row read last, in memory that is used again for the next.
///
/// Between commas and semicolons by RFC 4180: quotes round a cell, doubled inside. Between tabs the
/// same, as spreadsheets write them, but a quote that does not end with its cell is one of the text,
/// and a cell without quotes may have escapes, as finder and databases write them.
package struct RowCells: ~Copyable {
  private var list = GrowingList<ListCell>()

  @inline(__always) package var count: Int { list.count }

  @inline(__always) package subscript(index: Int) -> ListCell { list[index] }

  /// Returns what is wrong with the row, if anything is.
  mutating func split(_ row: UnsafeBufferPointer<UInt8>, at delimiter: UInt8) -> String? {
    list.removeAll()
    guard let text = row.baseAddress else { return nil }
    var start = 0
    while true {
      let end: Int
      if start < row.count, text[start] == UInt8(ascii: "\"") {
        switch endOfQuoted(row, from: start, delimiter) {
        case .found(let close, let isDoubled):
          list.append(
            ListCell(
              bytes: UnsafeBufferPointer(start: text + start + 1, count: close - start - 1),
              form: isDoubled ? .quotedTwice : .quoted))
          end = close + 1
        case .misplaced where delimiter == 0x09, .missing where delimiter == 0x09:
          end = appendPlain(row, from: start, delimiter)
        case .misplaced:
          return "expected '\(Character(Unicode.Scalar(delimiter)))' after a quoted cell"
        case .missing: return "a quoted cell does not end"
        }
      } else {
        end = appendPlain(row, from: start, delimiter)
      }
      guard end < row.count else { return nil }
      start = end + 1
    }
  }

  /// Returns where it ends.
  @inline(__always)
  private mutating func appendPlain(
    _ row: UnsafeBufferPointer<UInt8>, from start: Int, _ delimiter: UInt8
  ) -> Int {
    let end = row.place(of: delimiter, from: start)
    let bytes = UnsafeBufferPointer(start: row.baseAddress! + start, count: end &- start)
    let isEscaped = delimiter == 0x09 && bytes.contains(UInt8(ascii: "\\"))
    list.append(ListCell(bytes: bytes, form: isEscaped ? .escaped : .plain))
    return end
  }

  private enum QuoteEnd {
    case found(Int, isDoubled: Bool)
    case misplaced
    case missing
  }

  private func endOfQuoted(
    _ row: UnsafeBufferPointer<UInt8>, from start: Int, _ delimiter: UInt8
  ) -> QuoteEnd {
    var isDoubled = false
    var i = row.place(of: UInt8(ascii: "\""), from: start + 1)
    while i < row.count {
      if i + 1 == row.count || row[i + 1] == delimiter { return .found(i, isDoubled: isDoubled) }
      guard row[i + 1] == UInt8(ascii: "\"") else { return .misplaced }
      isDoubled = true
      i = row.place(of: UInt8(ascii: "\""), from: i + 2)
    }
    return .missing
  }
}
