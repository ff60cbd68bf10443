/// Reads the point of one record.
struct PointReader: ~Copyable {
  private let shape: PointStreamShape
  private let hasCells: Bool
  private let latitude: Int
  private let longitude: Int
  private let columnCount: Int
  private(set) var cells: RowCells

  init(_ shape: PointStreamShape) {
    self.shape = shape
    // Taken once: taking a layout from the shape for each record would count its owners.
    let layout = shape.layout
    hasCells = layout != nil
    (latitude, longitude) = (layout?.latitude ?? 0, layout?.longitude ?? 0)
    columnCount = layout?.header.count ?? 0
    cells = RowCells(layout?.delimiter ?? .comma, quotesBetweenTabs: false)
  }

  /// A zero byte follows the record.
  mutating func read(_ record: PaddedText) throws(BadRecord) -> PointRecord {
    hasCells ? try readCells(record.bytes) : try readObject(record)
  }

  // MARK: Cells

  private mutating func readCells(
    _ record: UnsafeBufferPointer<UInt8>
  ) throws(BadRecord) -> PointRecord {
    try cells.read(record)
    try cells.check(columns: columnCount)
    let latitude = try number(in: latitude)
    let longitude = try number(in: longitude)
    return PointRecord(point: try valid(latitude, longitude), members: [])
  }

  @inline(__always) private func number(in column: Int) throws(BadRecord) -> Double {
    if column < cells.count, cells.all[column].form == .plain,
      let value = DecimalNumber.parse(cells.all[column].bytes)
    {
      return value
    }
    return try unusualNumber(in: column)
  }

  @inline(never) private func unusualNumber(in column: Int) throws(BadRecord) -> Double {
    guard column < cells.count else { throw BadRecord("has no '\(name(of: column))'") }
    return try cells.all[column].withValue { cell throws(BadRecord) in
      let text = cell.trimmed
      if let value = DecimalNumber.parse(text) { return value }
      let shown = fitForMessage(String(decoding: text, as: UTF8.self))
      throw BadRecord("'\(name(of: column))' is not a number: '\(shown)'")
    }
  }

  private func name(of column: Int) -> String { text(shape.layout?.header.names[column] ?? []) }

  private func valid(_ latitude: Double, _ longitude: Double) throws(BadRecord) -> Coordinate {
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let given = Coordinate(latitude: latitude, longitude: longitude)
    throw BadRecord(given.rangeProblem)
  }

  // MARK: Objects

  private func readObject(_ record: PaddedText) throws(BadRecord) -> PointRecord {
    var cursor = JSONCursor(record)
    do {
      if cursor.byte == 0x1E { cursor.position += 1 }
      cursor.skipWhitespace()
      var object = PointObject()
      try object.read(&cursor)
      guard cursor.isAtEnd() else { throw cursor.failure("expected one object a line") }
      let (latitude, longitude) = try object.numbers(cursor)
      return PointRecord(point: try valid(latitude, longitude), members: object.members(cursor))
    } catch let error as ParseError {
      let place = TextPosition(of: error.offset, in: record.bytes)
      throw BadRecord("column \(place.column): \(error.description(in: record.bytes))")
    } catch {
      throw error as? BadRecord ?? BadRecord("\(error)")
    }
  }
}
