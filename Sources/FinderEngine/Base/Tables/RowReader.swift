/// Reads a list of rows with commas, semicolons or tabs between the cells, one row after another.
///
///     var rows = try RowReader(stream)
///     while try rows.next() { … rows.line, rows.cells[0] … }
///
/// The first row shows the delimiter and the line end. A quoted cell may span lines; a byte order mark is
/// allowed; blank lines, and rows with only blank cells, are skipped. The last row read is in the stream's
/// window, and is valid until the next.
package struct RowReader: ~Copyable {
  /// With made-up names if the table has none.
  package private(set) var header = Header(names: [])
  package private(set) var hasHeader = true

  /// The line where the last row read begins, from 1.
  package private(set) var line = 0
  /// As written in the file, without its line end.
  package private(set) var text = Bytes(start: nil, count: 0)
  package private(set) var cells = RowCells(.comma)
  /// Whether nothing follows it in the file, not even a line end.
  private var isUnended = false
  /// A clause about a row that cannot be split into cells.
  package private(set) var problem: String?

  private let stream: ListStream
  private var splitter = RecordSplitter()
  private var records: [RawRecord] = []
  private var nextRecord = 0
  private var used = 0

  /// `isHeader` decides whether the first row, with its cells trimmed, names the columns. `hasEscapes`: see
  /// `RowCells`; after a header of finder's own it is always on.
  package init(
    _ stream: ListStream, hasEscapes: Bool = false, isHeader: ([[UInt8]]) -> Bool = { _ in true }
  ) throws {
    self.stream = stream
    _ = try stream.begin()
    try findFirstRow(hasEscapes)
    try readFirstRow(isHeader)
  }

  package var delimiter: Delimiter { cells.delimiter }

  /// Whether the last row read lacks cells that it must have: in a table without a header, each row has as
  /// many as the first, and a file that was cut short ends within a row. The last number may be incomplete.
  package var isCutShort: Bool { cells.count < header.count && (!hasHeader || isUnended) }

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

  @inline(__always) private mutating func take(_ record: RawRecord) -> Bool {
    let row = UnsafeBufferPointer(
      start: UnsafePointer(stream.window.baseAddress! + record.range.lowerBound),
      count: record.range.count
    ).withoutCarriageReturn
    if row.isEmpty { return false }
    isUnended = stream.isAtEnd && record.range.upperBound == stream.window.count
    line = record.line
    text = row
    do {
      try cells.read(row)
      problem = nil
    } catch {
      problem = error.problem
      return true
    }
    return !cells.areBlank
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
      if window.count > 0 { used = splitter.split(window, isLast: stream.isAtEnd, into: &records) }
      guard !records.isEmpty || !stream.isFull else {
        throw stream.failure("a row is longer than \(ListStream.longestPart >> 20) MiB", at: 0)
      }
    }
    return true
  }

  /// Uses the delimiter that fits the row best (`FirstRow.Worth`).
  private mutating func findFirstRow(_ hasEscapes: Bool) throws {
    while true {
      let text = UnsafeBufferPointer(stream.window)
      let isLast = stream.isAtEnd || stream.isFull
      if let start = TableStart(text, hasEscapes: hasEscapes, isLast: isLast),
        let rows = FirstRow.candidates(
          text, start, isLast: isLast, longest: ListStream.longestPart)
      {
        begin(rows[FirstRow.best(rows, in: text)], after: start, in: text)
        return
      }
      try stream.fillForMore()
    }
  }

  private mutating func begin(_ row: FirstRow, after start: TableStart, in text: Bytes) {
    (cells.delimiter, cells.hasEscapes) = (row.delimiter, row.hasEscapes)
    splitter.take(row, in: text)
    splitter.longestRecord = ListStream.longestPart
    splitter.nextLine += start.lines
    stream.lineEnd = row.lineEnd
    stream.use(start.offset)
  }

  private mutating func readFirstRow(_ isHeader: ([[UInt8]]) -> Bool) throws {
    guard try next() else { return }
    if let problem { throw failure(problem) }
    let names = cells.names
    hasHeader = isHeader(names)
    header = Header(names: hasHeader ? names : names.indices.map(Header.madeUp))
    if !hasHeader { nextRecord -= 1 }
  }

  package func failure(_ problem: String, hint: String? = nil) -> ListError {
    .malformed(path: stream.name, place: "line \(line)", problem: problem, hint: hint)
  }

  /// The column that the user named.
  package func column(named name: String?) throws -> Int? {
    guard let name else { return nil }
    do { try header.refuse(unknown: name) } catch { throw failure(error.problem) }
    return header.column(named: name)
  }
}

extension RowCells {
  /// The cells as names of columns, without surrounding white space.
  var names: [[UInt8]] { all.map { $0.withValue { Array($0.trimmed) } } }
}
