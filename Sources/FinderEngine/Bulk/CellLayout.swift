/// What each cell of a row of points is.
struct CellLayout: Sendable {
  let delimiter: Delimiter
  let header: Header
  let latitude: Int
  let longitude: Int
  let hasHeader: Bool

  /// Takes the delimiter that makes a header or a point of the row; failing that, the one least
  /// likely to stand in a cell, as long as one of the first two cells is a number.
  init(firstRow: UnsafeBufferPointer<UInt8>) throws(BadRecord) {
    let row = FirstRow(firstRow, isLast: true, longest: firstRow.count)
    let ranked = row?.ranked ?? []
    for delimiter in ranked + [.space] {
      guard let cells = try? Self.cells(of: firstRow, delimiter) else { continue }
      if let layout = Self(names: cells, delimiter) {
        self = layout
        return
      }
      if cells.count > 1, cells.prefix(2).allSatisfy(Self.isNumber) {
        self.init(columns: cells.count, delimiter)
        return
      }
    }
    let plainest: [Delimiter] = [.tab, .comma, .semicolon]
    let delimiter = plainest.first { ranked.contains($0) } ?? .space
    let cells = try Self.cells(of: firstRow, delimiter)
    guard cells.prefix(2).contains(where: Self.isNumber) else {
      throw BadRecord(
        "expected a header that names 'lat' and 'lon', or a latitude and a longitude in the first "
          + "two columns, with commas, tabs or spaces between them")
    }
    self.init(columns: cells.count, delimiter)
  }

  /// A header, of which the first latitude and the first longitude count.
  private init?(names: [[UInt8]], _ delimiter: Delimiter) {
    header = Header(names: names)
    guard let latitude = names.firstIndex(where: { ColumnNames.isLatitude($0) }),
      let longitude = names.firstIndex(where: { ColumnNames.isLongitude($0) })
        ?? header.column(of: ColumnNames.longitude)
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.delimiter, hasHeader) = (delimiter, true)
  }

  private init(columns: Int, _ delimiter: Delimiter) {
    let point = ["lat", "lon"].map { Array($0.utf8) }
    header = Header(names: point + (2..<max(columns, 2)).map(Header.madeUp))
    (latitude, longitude) = (0, 1)
    (self.delimiter, hasHeader) = (delimiter, false)
  }

  private static func cells(
    of row: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter
  ) throws(BadRecord) -> [[UInt8]] {
    var cells = RowCells(delimiter, quotesBetweenTabs: false)
    try cells.read(row)
    return cells.names
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { DecimalNumber.parse($0) != nil }
  }
}
