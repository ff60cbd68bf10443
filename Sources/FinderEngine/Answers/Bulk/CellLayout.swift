struct CellLayout: Sendable {
  let delimiter: Delimiter
  /// See `RowCells`.
  let hasEscapes: Bool
  let header: Header
  /// -1 where the point is in words.
  let latitude: Int
  let longitude: Int
  /// Of a point in words; -1 where there are numbers.
  let point: Int
  let hasHeader: Bool

  /// Takes the delimiter that makes a header or a point of the first row: of several, one that gives a
  /// latitude and a longitude, then the one of most worth (`FirstRow.best`). Failing that, the one least
  /// likely to stand in a cell, as long as one of the first two cells is a number.
  ///
  /// `nil` where the text ends before the row does. A delimiter that gives degrees is not kept waiting by a
  /// quote that only another would take for one.
  static func find(
    _ text: Bytes, _ start: TableStart, _ given: PositionNames, isLast: Bool, longest: Int
  ) throws(BadRecord) -> (CellLayout, FirstRow)? {
    var rows: [FirstRow] = []
    var found: [(layout: CellLayout, row: FirstRow)] = []
    for delimiter in start.delimiter.map({ [$0] }) ?? Delimiter.ofTables + [.space] {
      // One that does not stand in a row makes no more of it.
      if let row = found.first?.row, !text[row.range].contains(delimiter.rawValue) { continue }
      guard let row = FirstRow(text, start, delimiter, isLast: isLast, longest: longest) else {
        if found.contains(where: { $0.layout.hasDegrees }) { continue }
        return nil
      }
      rows.append(row)
      // Spaces are in the names of a header that another sign separates: `Customer,Home Postcode`.
      let mayBeHeader = delimiter != .space || !row.hasSignOfTables(in: text)
      guard let cells = try? row.names(in: text),
        let layout = CellLayout(cells, row, given, mayBeHeader: mayBeHeader)
      else { continue }
      found.append((layout, row))
    }
    guard !found.isEmpty else { return try fallback(rows, text, given) }
    let inDegrees = found.filter { $0.layout.hasDegrees }
    if !inDegrees.isEmpty { found = inDegrees }
    if found.count == 1 { return found[0] }
    return found[FirstRow.best(found.map { $0.row }, in: text)]
  }

  /// Whether a point is two numbers, not words.
  private var hasDegrees: Bool { point < 0 }

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
    guard let row = row ?? rows.last, cells.prefix(2).contains(where: isNumber) else {
      throw BadRecord(
        Header(names: cells).pair(ColumnNames.easting, ColumnNames.northing) != nil
          ? "expected latitudes and longitudes; 'finder data convert --csv' makes them of eastings and "
            + "northings"
          : "expected a header that names 'lat' and 'lon', or a latitude and a longitude in the first "
            + "two columns, with commas, tabs or spaces between them; --lat-column and --lon-column "
            + "name other columns; postcodes or places may stand in a column called 'postcode' or "
            + "'place', or in the one that --point-column names")
    }
    return (CellLayout(columns: cells.count, row), row)
  }

  /// A header or a point. Cells called x and y may stand behind a point without a header.
  private init?(_ cells: [[UInt8]], _ row: FirstRow, _ given: PositionNames, mayBeHeader: Bool) {
    let header = Header(names: cells)
    let isPoint = cells.count > 1 && cells.prefix(2).allSatisfy(Self.isNumber)
    guard mayBeHeader || isPoint && !given.areGiven else { return nil }
    let named =
      given.areGiven
      ? header.columns(given) : header.pair(ColumnNames.latitude, ColumnNames.longitude)
    if let degrees = named ?? (given.areGiven || isPoint ? nil : header.degrees) {
      self.init(header, degrees, row, hasHeader: true)
    } else if let point = header.point(given), given.point != nil || !given.areGiven && !isPoint {
      self.init(header, (-1, -1), point: point, row, hasHeader: true)
    } else {
      guard isPoint, !given.areGiven else { return nil }
      self.init(columns: cells.count, row)
    }
  }

  private init(columns: Int, _ row: FirstRow) {
    let point = ["lat", "lon"].map { Array($0.utf8) }
    let names = point + (2..<max(columns, 2)).map(Header.madeUp)
    self.init(Header(names: names), (0, 1), row, hasHeader: false)
  }

  private init(
    _ header: Header, _ degrees: (first: Int, second: Int), point: Int = -1, _ row: FirstRow,
    hasHeader: Bool
  ) {
    self.header = header
    self.point = point
    (latitude, longitude) = degrees
    (delimiter, hasEscapes) = (row.delimiter, row.hasEscapes)
    self.hasHeader = hasHeader
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    var arena = Arena()
    return text.withUnsafeBufferPointer {
      PositionText.read($0, decimalComma: true, arena: &arena) != nil
    }
  }
}
