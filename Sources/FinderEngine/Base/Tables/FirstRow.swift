/// The first row of a table, if this delimiter separates its cells. A quoted name may span lines.
struct FirstRow {
  let delimiter: Delimiter
  /// Without the final line break.
  let range: Range<Int>
  /// The line end of the table, as shown by the row's own end if no earlier line showed it.
  let lineEnd: LineEnd
  /// See `RowCells`.
  let hasEscapes: Bool

  /// `nil` if the row may go on after the text's end. A quote that does not close within `longest` bytes, or
  /// not where a cell can end, is part of the text, as in `RecordSplitter`.
  init?(_ text: Bytes, _ start: TableStart, _ delimiter: Delimiter, isLast: Bool, longest: Int) {
    guard
      let first = text.line(from: start.offset, settled: start.lineEnd, isLast: isLast)
    else { return nil }
    self.delimiter = delimiter
    var end = (place: first.range.upperBound, lineEnd: first.end)
    let line = UnsafeBufferPointer(rebasing: text[first.range])
    hasEscapes =
      delimiter == .tab
      && (start.hasEscapes
        || (try? Self.names(in: line, .tab, hasEscapes: true)).map { Header(names: $0).isOfFinder }
          ?? false)
    if delimiter != .space, !hasEscapes, QuoteScan.isOpen(after: line, delimiter.rawValue) {
      let limit = first.range.lowerBound + longest
      switch Self.endOfQuoted(text, first, delimiter, start.lineEnd, isLast: isLast, limit: limit) {
      case .found(let place, let lineEnd): end = (place, lineEnd)
      case .neverEnds: break
      case .unknownYet: return nil
      }
    }
    range = first.range.lowerBound..<end.place
    lineEnd = end.lineEnd ?? .newline
  }

  private enum End {
    case found(Int, LineEnd?)
    case neverEnds
    case unknownYet
  }

  /// Finds the line break outside quotes that ends a row with a quoted line break, starting at the first
  /// line.
  private static func endOfQuoted(
    _ text: Bytes, _ first: Bytes.Line,
    _ delimiter: Delimiter, _ settled: LineEnd?, isLast: Bool, limit: Int
  ) -> End {
    var state = QuoteScan.open
    var i = first.range.upperBound
    while i < text.count, i <= limit {
      let byte = text[i]
      let mayEndLine = settled.map { byte == $0.rawValue } ?? (byte == 0x0A || byte == 0x0D)
      if mayEndLine, state != .open {
        guard let lineBreak = text.lineBreak(at: i, settled: settled, isLast: isLast) else {
          return .unknownYet
        }
        // Of a settled CRLF, the carriage return is not part of the row.
        return .found(i, lineBreak.end)
      }
      if byte == 0x0D, state != .open {
        // The first half of a CRLF, if that ends lines.
        if i + 1 == text.count { return isLast ? .found(i, settled) : .unknownYet }
        if text[i + 1] == 0x0A {
          i += 1
          continue
        }
      }
      state = state.after(byte, delimiter.rawValue)
      if state == .broken { return .neverEnds }
      i += 1
    }
    if isLast, i == text.count, state != .open { return .found(i, settled) }
    return isLast || i > limit ? .neverEnds : .unknownYet
  }

  /// The first row by each delimiter of tables, to be compared. `nil` if one of them cannot be settled yet.
  static func candidates(
    _ text: Bytes, _ start: TableStart, isLast: Bool, longest: Int
  ) -> [FirstRow]? {
    var rows: [FirstRow] = []
    for delimiter in start.delimiter.map({ [$0] }) ?? Delimiter.ofTables {
      guard let row = FirstRow(text, start, delimiter, isLast: isLast, longest: longest) else {
        return nil
      }
      rows.append(row)
    }
    return rows
  }

  /// Whether there is a quote within a cell that does not begin with one: with another delimiter, the cell
  /// may begin there.
  func hasStrayQuote(in text: Bytes) -> Bool {
    guard !hasEscapes else { return false }
    var state = QuoteScan.cellStart
    for byte in text[range] {
      if byte == UInt8(ascii: "\""), state == .plain { return true }
      state = state.after(byte, delimiter.rawValue)
      if state == .broken { return true }
    }
    return false
  }

  /// Whether there is a delimiter of tables, or a quote.
  func hasSignOfTables(in text: Bytes) -> Bool {
    text[range].contains { byte in
      byte == UInt8(ascii: "\"") || Delimiter.ofTables.contains { $0.rawValue == byte }
    }
  }

  /// Its cells as names of columns, without surrounding white space.
  func names(in text: Bytes) throws(BadRecord) -> [[UInt8]] {
    try Self.names(
      in: UnsafeBufferPointer(rebasing: text[range]), delimiter, hasEscapes: hasEscapes)
  }

  private static func names(
    in row: Bytes, _ delimiter: Delimiter, hasEscapes: Bool
  ) throws(BadRecord) -> [[UInt8]] {
    var cells = RowCells(delimiter, hasEscapes: hasEscapes)
    try cells.read(row)
    return cells.names
  }
}

extension FirstRow {
  /// How well a row fits one delimiter: first whether it is one of finder's own headers, then whether it has
  /// columns of a position, then how many names are known, then how many cells there are. A name may contain
  /// more delimiters of another kind than the row has columns: `lat,lon,what|is|it`; and words that would
  /// themselves be names: `lat;lon;address, postcode`.
  private struct Worth: Comparable {
    let isOfFinder: Bool
    let hasPosition: Bool
    let known: Int
    let cells: Int

    init(_ row: FirstRow, in text: Bytes) {
      let header = (try? row.names(in: text)).map { Header(names: $0) }
      isOfFinder = row.hasEscapes
      hasPosition = header?.hasPosition ?? false
      known = header?.knownCount ?? 0
      cells = header?.count ?? 0
    }

    static func < (one: Worth, other: Worth) -> Bool {
      if one.isOfFinder != other.isOfFinder { return other.isOfFinder }
      if one.hasPosition != other.hasPosition { return other.hasPosition }
      return (one.known, one.cells) < (other.known, other.cells)
    }
  }

  /// The index of the row that fits best, among those by several delimiters; the first of equal ones. One
  /// that cuts no quoted name in two comes before all others, if it has at least two cells.
  static func best(_ rows: [FirstRow], in text: Bytes) -> Int {
    let worths = rows.map { Worth($0, in: text) }
    let wide = rows.indices.filter { worths[$0].cells > 1 }
    let whole = wide.filter { !rows[$0].hasStrayQuote(in: text) }
    let places = whole.isEmpty ? wide : whole
    let most = places.map { worths[$0] }.max()
    return places.first { worths[$0] == most } ?? 0
  }
}
