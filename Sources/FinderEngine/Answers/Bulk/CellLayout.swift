struct CellLayout: Sendable {
  let delimiter: Delimiter
  /// See `RowCells`.
  let hasEscapes: Bool
  let header: Header
  let position: Position
  let hasHeader: Bool

  /// The columns of the point.
  enum Position: Sendable {
    case degrees(latitude: Int, longitude: Int)
    case words(Int)

    var isInWords: Bool { if case .words = self { true } else { false } }

    fileprivate var columns: [Int] {
      switch self {
      case .degrees(let latitude, let longitude): [latitude, longitude]
      case .words(let column): [column]
      }
    }
  }

  /// Uses the delimiter that makes the first row a header or a point. If several do, prefers those that give
  /// a latitude and a longitude, then the one that fits best (`FirstRow.best`). If none does, takes the one
  /// least likely to occur in a cell, as long as one of the first two cells is a number.
  ///
  /// `nil` if the text ends before the row does. If a delimiter gives degrees, it need not wait for a quote
  /// that counts only with another delimiter.
  static func find(
    _ text: Bytes, _ start: TableStart, _ given: PositionNames, isLast: Bool, longest: Int
  ) throws(BadRecord) -> (CellLayout, FirstRow)? {
    var rows: [FirstRow] = []
    var found: [(layout: CellLayout, row: FirstRow)] = []
    for delimiter in start.delimiter.map({ [$0] }) ?? Delimiter.ofTables + [.space] {
      // A delimiter that is not in the row cannot do better.
      if let row = found.first?.row, !text[row.range].contains(delimiter.rawValue) { continue }
      guard let row = FirstRow(text, start, delimiter, isLast: isLast, longest: longest) else {
        if found.contains(where: { !$0.layout.position.isInWords }) { continue }
        return nil
      }
      rows.append(row)
      // With another delimiter, names in a header may have spaces: `Customer,Home Postcode`.
      let mayBeHeader = delimiter != .space || !row.hasSignOfTables(in: text)
      guard let cells = try? row.names(in: text),
        let layout = CellLayout(cells, row, given, mayBeHeader: mayBeHeader)
      else { continue }
      found.append((layout, row))
    }
    guard !found.isEmpty else { return try fallback(rows, text, given) }
    let inDegrees = found.filter { !$0.layout.position.isInWords }
    if !inDegrees.isEmpty { found = inDegrees }
    if found.count == 1 { return found[0] }
    return found[FirstRow.best(found.map { $0.row }, in: text)]
  }

  /// If the second row begins with a number, the first is a bad row of points without a header.
  private static func isNamed(secondRowOf text: Bytes) -> Bool {
    let rest = text.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    return rest.isEmpty || rest.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "\"") }.count > 0
  }

  private static func fallback(
    _ rows: [FirstRow], _ text: Bytes, _ given: PositionNames
  ) throws(BadRecord) -> (CellLayout, FirstRow) {
    let plainest: [Delimiter] = [.tab, .comma, .semicolon, .pipe, .space]
    let row = plainest.lazy.compactMap { delimiter in
      rows.first { $0.delimiter == delimiter && ((try? $0.names(in: text).count) ?? 0) > 1 }
    }.first
    let cells = try (row ?? rows[0]).names(in: text)
    if let point = given.point { try Header(names: cells).refuse(unknown: point) }
    if let (latitude, longitude) = given.pair {
      try Header(names: cells).refuse(unknown: latitude)
      try Header(names: cells).refuse(unknown: longitude)
    }
    let advice = HeaderAdvice(cells, row?.delimiter ?? .comma)
    if !given.areGiven, isNamed(secondRowOf: text), let problem = advice.missingHeader {
      throw BadRecord(problem)
    }
    // Spaces may separate columns if nothing else does, but a title is equally likely.
    let isFirstNumber = cells.first.map(isNumber) ?? false
    let mayBePoint =
      row?.delimiter == .space ? isFirstNumber : cells.prefix(2).contains(where: isNumber)
    guard let row = row ?? rows.last, mayBePoint else {
      if Header(names: cells).pair(ColumnNames.easting, ColumnNames.northing) != nil {
        throw BadRecord(
          "expected latitudes and longitudes; 'finder data convert --csv' makes them from "
            + "eastings and northings")
      }
      // If the row has no other delimiters, spaces are part of a name.
      let named = row.flatMap { $0.delimiter == .space ? nil : $0 } ?? rows[0]
      throw BadRecord(
        HeaderAdvice((try? named.names(in: text)) ?? [], named.delimiter).columns
          ?? "expected a header that names 'lat' and 'lon', or a latitude and a longitude in the first "
          + "two columns, with commas, tabs or spaces between them; --lat-column and --lon-column "
          + "name other columns; postcodes or places may be in a column called 'postcode' or "
          + "'place', or in the one that --point-column names")
    }
    return (CellLayout(columns: cells.count, row), row)
  }

  /// A header or a point. After a point without a header there may be cells called x and y.
  private init?(_ cells: [[UInt8]], _ row: FirstRow, _ given: PositionNames, mayBeHeader: Bool) {
    let header = Header(names: cells)
    let isPoint = cells.count > 1 && Self.isPoint(cells[0], cells[1])
    guard mayBeHeader || isPoint && !given.areGiven else { return nil }
    let named =
      given.areGiven
      ? header.columns(given) : header.pair(ColumnNames.latitude, ColumnNames.longitude)
    if let degrees = named ?? (given.areGiven || isPoint ? nil : header.degrees) {
      self.init(
        header, .degrees(latitude: degrees.first, longitude: degrees.second), row, hasHeader: true)
    } else if let point = header.point(given), given.point != nil || !given.areGiven && !isPoint {
      self.init(header, .words(point), row, hasHeader: true)
    } else {
      guard isPoint, !given.areGiven else { return nil }
      self.init(columns: cells.count, row)
    }
  }

  private init(columns: Int, _ row: FirstRow) {
    let point = ["lat", "lon"].map { Array($0.utf8) }
    let names = point + (2..<max(columns, 2)).map(Header.madeUp)
    self.init(
      Header(names: names), .degrees(latitude: 0, longitude: 1), row, hasHeader: false)
  }

  private init(_ header: Header, _ position: Position, _ row: FirstRow, hasHeader: Bool) {
    (self.header, self.position) = (header, position)
    (delimiter, hasEscapes) = (row.delimiter, row.hasEscapes)
    self.hasHeader = hasHeader
  }

  /// Two numbers, or degrees as in cells: `51.5N,0.12W`.
  private static func isPoint(_ north: [UInt8], _ east: [UInt8]) -> Bool {
    func isDegrees(_ cell: [UInt8], ofLatitude isLatitude: Bool) -> Bool {
      cell.withUnsafeBufferPointer { DegreesText.degrees(inCell: $0, ofLatitude: isLatitude) }
        != nil
    }
    return isNumber(north) && isNumber(east)
      || isDegrees(north, ofLatitude: true) && isDegrees(east, ofLatitude: false)
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { PositionText.number($0, decimalComma: true) != nil }
  }
}

extension CellLayout {
  enum LaterHeader {
    /// A clause: which line it is, and what to do.
    case found(String)
    case none
    case unknownYet
  }

  private static let mostTitles = 10

  /// Looks for a header below the first row, which may be a title: spreadsheets export such.
  static func later(
    than first: TableStart, in text: Bytes, _ given: PositionNames, isLast: Bool, longest: Int
  ) -> LaterHeader {
    var (offset, number) = (first.offset, first.lines + 1)
    for _ in 0..<mostTitles {
      guard let line = text.line(from: offset, settled: first.lineEnd, isLast: isLast) else {
        return .unknownYet
      }
      (offset, number) = (line.next, number + 1)
      guard offset < text.count else { return isLast ? .none : .unknownYet }
      let rest = UnsafeBufferPointer(rebasing: text[offset...])
      guard let start = TableStart(rest, hasEscapes: first.hasEscapes, isLast: isLast) else {
        return .unknownYet
      }
      for delimiter in start.delimiter.map({ [$0] }) ?? Delimiter.ofTables {
        guard let row = FirstRow(rest, start, delimiter, isLast: isLast, longest: longest),
          let cells = try? row.names(in: rest),
          let layout = CellLayout(cells, row, given, mayBeHeader: true), layout.hasHeader
        else { continue }
        let names = layout.position.columns.map { "'\(layout.header.shown($0))'" }
          .joined(separator: " and ")
        return .found(
          "is not a header, but line \(number + start.lines) has \(names): remove the lines before it"
        )
      }
    }
    return .none
  }
}
