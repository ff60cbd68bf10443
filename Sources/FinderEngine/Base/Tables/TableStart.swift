/// Where the first row of a table begins: after blank lines, rows of empty cells, and the line `sep=;` that
/// some spreadsheets put before the header.
struct TableStart {
  private(set) var offset = 0
  /// The number of lines before it.
  private(set) var lines = 0
  /// The line end, as the lines before it show.
  private(set) var lineEnd: LineEnd?
  /// The delimiter in `sep=;`, which may be in any case.
  private(set) var delimiter: Delimiter?
  /// See `RowCells`: the user says that tab-separated cells have escapes. Other tables are not affected.
  let hasEscapes: Bool

  /// `nil` if the text may go on, and does not show it yet.
  init?(_ text: Bytes, hasEscapes: Bool, isLast: Bool) {
    self.hasEscapes = hasEscapes
    while offset < text.count {
      guard let line = text.line(from: offset, settled: lineEnd, isLast: isLast) else { return nil }
      let bytes = UnsafeBufferPointer(rebasing: text[line.range])
      guard Self.isBlank(bytes) || takeHint(bytes) else {
        if hasEscapes, bytes.contains(Delimiter.tab.rawValue) { delimiter = .tab }
        return
      }
      offset = line.next
      lines += 1
      lineEnd = line.end ?? lineEnd
    }
    if !isLast { return nil }
  }

  /// Whether there are only white space, delimiters, and quotes with nothing else between them.
  private static func isBlank(_ line: Bytes) -> Bool {
    var (quotes, run) = (0, 0)
    for byte in line {
      if byte == UInt8(ascii: "\"") {
        (quotes, run) = (quotes + 1, run + 1)
        // A quote within quotes makes the cell not empty.
        if run == 3 { return false }
      } else {
        run = 0
        guard byte.isBlank || Delimiter(rawValue: byte) != nil else { return false }
      }
    }
    return quotes % 2 == 0
  }

  private mutating func takeHint(_ line: Bytes) -> Bool {
    var line = line.withoutCarriageReturn
    if line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\""), line.count > 2 {
      line = UnsafeBufferPointer(rebasing: line[1..<line.count - 1])
    }
    guard lines == 0 || delimiter == nil, line.count == 5,
      UnsafeBufferPointer(rebasing: line.prefix(4)).equalsInAnyCase("sep=".utf8)
    else {
      return false
    }
    delimiter = Delimiter(rawValue: line[4])
    return true
  }
}
