/// Reads a list of rows, comma, semicolon or tab between the cells, one row after another.
///
///     var rows = try RowReader(stream)
///     while try rows.next() { … rows.line, rows.cells[0] … }
///
/// The delimiter is told from the first row. A quoted cell may span lines; a byte order mark, CRLF
/// and blank lines are fine. What stands in the row read last lies in the stream's window and is gone
/// with the next.
package struct RowReader: ~Copyable {
  /// The header's cells, without white space round them; as many made-up names where there is none.
  package private(set) var columns: [[UInt8]] = []
  /// As it stands in the file, without its line end; empty where there is none.
  package private(set) var header: [UInt8] = []
  package private(set) var delimiter = UInt8(ascii: ",")

  /// Of the row read last: where it begins, from 1.
  package private(set) var line = 0
  /// As it stands in the file, without its line end.
  package private(set) var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  package private(set) var cells = RowCells()
  /// A clause about a row whose cells cannot be told apart.
  package private(set) var problem: String?

  private let stream: ListStream
  private var splitter = RecordSplitter()
  private var records: [RawRecord] = []
  private var nextRecord = 0
  private var used = 0

  /// `isHeader` is asked whether the first row, its cells trimmed, names the columns.
  package init(
    _ stream: ListStream, isHeader: ([[UInt8]]) -> Bool = { _ in true }
  ) throws {
    self.stream = stream
    _ = try stream.begin()
    try readFirstRow(isHeader)
  }

  /// The next row that is not blank; false at the end.
  package mutating func next() throws -> Bool {
    while true {
      while nextRecord < records.count {
        let record = records[nextRecord]
        nextRecord += 1
        if take(record) { return true }
      }
      guard try readMore() else { return false }
    }
  }

  // MARK: Rows

  @inline(__always) private mutating func take(_ record: RawRecord) -> Bool {
    let window = stream.window
    var row = UnsafeBufferPointer(
      start: UnsafePointer(window.baseAddress! + record.range.lowerBound),
      count: record.range.count)
    if row.last == 0x0D { row = UnsafeBufferPointer(start: row.baseAddress, count: row.count - 1) }
    // Tabs are white space, and still tell cells apart.
    guard row.contains(where: { !$0.isBlank || $0 == delimiter }) else { return false }
    line = record.line
    text = row
    problem = cells.split(row, at: delimiter)
    return true
  }

  private mutating func readMore() throws -> Bool {
    stream.use(used)
    used = 0
    nextRecord = 0
    records.removeAll(keepingCapacity: true)
    while records.isEmpty {
      guard !stream.isAtEnd || stream.window.count > 0 else { return false }
      if !stream.isAtEnd { try stream.fill() }
      let window = UnsafeBufferPointer(stream.window)
      if window.count > 0 {
        used = splitter.split(window, isLast: stream.isAtEnd, into: &records)
      }
      guard !records.isEmpty || !stream.isFull else {
        throw stream.failure("a row is longer than \(ListStream.longestPart >> 20) MiB", at: 0)
      }
    }
    return true
  }

  // MARK: The first row

  private mutating func readFirstRow(_ isHeader: ([[UInt8]]) -> Bool) throws {
    while stream.firstLineEnd == nil, !stream.isAtEnd, !stream.isFull { try stream.fill() }
    passDelimiterHint()
    delimiter = DelimiterScan.delimiter(of: UnsafeBufferPointer(stream.window))
    splitter.separator = delimiter
    splitter.quotesMaySpanLines = true
    splitter.longestRecord = ListStream.longestPart
    guard try next() else { return }
    if let problem { throw failure(problem) }
    if (0..<cells.count).contains(where: { !cells[$0].isQuoted && cells[$0].bytes.contains(0x0D) })
    {
      throw failure(
        "expected line breaks (LF or CRLF), found carriage returns alone",
        hint: "  tr '\\r' '\\n' makes line breaks of them")
    }
    let names = (0..<cells.count).map { trimmed(cells[$0].value) }
    if isHeader(names) {
      header = Array(text)
      columns = names
    } else {
      columns = names.indices.map { Array("column_\($0 + 1)".utf8) }
      nextRecord -= 1
    }
  }

  /// `sep=;` is what some spreadsheets put before the header.
  private mutating func passDelimiterHint() {
    let window = stream.window
    guard window.count >= 5, window.prefix(4).elementsEqual("sep=".utf8),
      let end = stream.firstLineEnd, end == 5 || end == 6 && window[5] == 0x0D
    else { return }
    stream.use(end + 1)
    splitter.countLine()
  }

  private func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return [] }
    return Array(bytes[first...last])
  }

  package func failure(_ problem: String, hint: String? = nil) -> ListError {
    .malformed(path: stream.name, place: "line \(line)", problem: problem, hint: hint)
  }
}

extension ListStream {
  fileprivate var firstLineEnd: Int? {
    let start = window.firstIndex { !$0.isBlank } ?? 0
    return window[start...].firstIndex(of: 0x0A)
  }
}

/// Which of comma, semicolon and tab stands most often in a first row, outside quotes.
private enum DelimiterScan {
  private static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

  static func delimiter(of text: UnsafeBufferPointer<UInt8>) -> UInt8 {
    let start = text.firstIndex { !$0.isBlank || $0 == 0x09 } ?? 0
    let outside = counts(
      of: text[start...].prefix(ListStream.longestPart), quotes: true)
    // A quote that does not close is one of the text.
    let line = text[start...].prefix { $0 != 0x0A }
    let best = (outside ?? counts(of: line, quotes: false)!).enumerated()
      .max { $0.element < $1.element }!
    return best.element > 0 ? candidates[best.offset] : candidates[0]
  }

  private static func counts(
    of text: Slice<UnsafeBufferPointer<UInt8>>, quotes: Bool
  ) -> [Int]? {
    var counts = [0, 0, 0]
    var isInQuotes = false
    for byte in text {
      if quotes, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
      if isInQuotes { continue }
      if byte == 0x0A { return counts }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    return isInQuotes ? nil : counts
  }
}
