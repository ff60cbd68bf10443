/// The first row of a table, if its cells are separated so. A quoted name may span lines.
struct FirstRow {
  let delimiter: Delimiter
  /// Without the line break at its end.
  let range: Range<Int>
  /// What ends the lines of the table, as the row's own end shows where none before it did.
  let lineEnd: LineEnd
  /// See `RowCells`.
  let hasEscapes: Bool

  /// `nil` where the row may go on after the text's end. A quote that does not close within `longest`
  /// bytes, or not where a cell can end, is one of the text, as it is for `RecordSplitter`.
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

  /// Looks for the line break outside quotes after one within, from the first line on.
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
        // Of a settled CRLF the carriage return is no part of the row.
        return .found(i, lineBreak.end)
      }
      if byte == 0x0D, state != .open {
        // The first half of a CRLF, where that is what ends lines.
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

  /// The first row by each delimiter that tables have, which are told apart by what that makes of it.
  /// `nil` where one of them cannot be settled yet.
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

  /// A quote within a cell that does not begin with one: by another delimiter the cell may.
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

  /// A delimiter of tables, or a quote.
  func hasSignOfTables(in text: Bytes) -> Bool {
    text[range].contains { byte in
      byte == UInt8(ascii: "\"") || Delimiter.ofTables.contains { $0.rawValue == byte }
    }
  }

  /// Its cells without white space round them, as names of columns.
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
  /// Of the candidates the one that makes the most of the row (`Worth`), and cuts no quoted name in two.
  static func best(of rows: [FirstRow], in text: Bytes) -> FirstRow {
    let whole = rows.filter { !$0.hasStrayQuote(in: text) }
    return widest(whole, in: text) ?? widest(rows, in: text) ?? rows[0]
  }

  /// How much sense a row makes by one delimiter: by a header that finder writes, then by the columns whose
  /// names it knows, then by its cells. A name may hold more signs of another kind than the row has columns:
  /// `lat,lon,what|is|it`.
  private struct Worth: Comparable {
    let isOfFinder: Bool
    let known: Int
    let cells: Int

    init(_ row: FirstRow, in text: Bytes) {
      let header = (try? row.names(in: text)).map { Header(names: $0) }
      isOfFinder = row.hasEscapes
      known = header?.knownCount ?? 0
      cells = header?.count ?? 0
    }

    static func < (one: Worth, other: Worth) -> Bool {
      if one.isOfFinder != other.isOfFinder { return other.isOfFinder }
      return (one.known, one.cells) < (other.known, other.cells)
    }
  }

  /// The first of the best; `nil` where none has two cells.
  private static func widest(_ rows: [FirstRow], in text: Bytes) -> FirstRow? {
    let worths = rows.map { Worth($0, in: text) }
    let wide = rows.indices.filter { worths[$0].cells > 1 }
    guard let most = wide.map({ worths[$0] }).max() else { return nil }
    return wide.first { worths[$0] == most }.map { rows[$0] }
  }
}
