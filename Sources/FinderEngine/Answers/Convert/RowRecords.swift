/// Reads the rows of a CSV or TSV list as records; the header decides what each column is.
final class RowRecords: RecordReader {
  @exclusivity(unchecked) private var rows: RowReader
  private var columns: RowColumns

  init(_ stream: ListStream, _ names: ListInput) throws {
    rows = try RowReader(stream, hasEscapes: names.hasEscapes)
    columns = try RowColumns(rows, names)
  }

  var notes: [String] { columns.notes }
  var place: String { "line \(rows.line)" }

  func next(_ record: inout ListRecord) throws -> ListReading {
    let reading = try rows.next(clearing: &record)
    guard case .record = reading else { return reading }
    do throws(BadRecord) {
      try readCells(&record)
      try readPlace(&record)
    } catch {
      return .fault(error.problem)
    }
    return reading
  }

  private func readCells(_ record: inout ListRecord) throws(BadRecord) {
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      let cell = rows.cells[index]
      switch columns.roles[index] {
      case .property(let key):
        if let value = CellValue.read(cell, arena: &record.arena) {
          record.append(key: key, value: value)
        }
      case .text(let key):
        if let value = CellValue.readText(cell, arena: &record.arena) {
          record.append(key: key, value: value)
        }
      case .position: break
      case .id:
        if let value = CellValue.read(cell, arena: &record.arena), !value.elementsEqual("null".utf8)
        {
          record.id = value
        }
      case .geometry(let key): try readGeometry(cell, key, &record)
      }
    }
  }

  /// A geometry in JSON; any other text there is an ordinary property.
  private func readGeometry(
    _ cell: Cell, _ key: Bytes, _ record: inout ListRecord
  ) throws(BadRecord) {
    guard let value = CellValue.read(cell, arena: &record.arena) else { return }
    if value.first == UInt8(ascii: "{") {
      var cursor = JSONCursor(PaddedText(copying: value, in: &record.arena))
      let fault: String?
      do throws(ParseError) {
        fault = try cursor.readPlace(into: &record)
      } catch {
        throw BadRecord(error.problem)
      }
      if let fault { throw BadRecord(fault) }
    } else {
      record.append(key: key, value: value)
    }
  }

  private func readPlace(_ record: inout ListRecord) throws(BadRecord) {
    if case .none = record.place {} else { return }
    guard let position = columns.position else { return }
    if let degrees = columns.degrees, try !isOnGrid(position, degrees, &record) {
      return try readPlace(degrees, &record)
    }
    try readPlace(position, &record)
  }

  /// For a row that has both: whether its eastings and northings give a position, and one not far from its
  /// degrees. Tables of postcodes have zeros if there is no position.
  private func isOnGrid(
    _ position: RowColumns.Position, _ degrees: RowColumns.Position, _ record: inout ListRecord
  ) throws(BadRecord) -> Bool {
    guard let easting = try number(in: position.first, &record)?.value, easting != 0,
      let northing = try number(in: position.second, &record)?.value, northing != 0
    else { return false }
    guard let latitude = (try? number(in: degrees.first, &record))??.value,
      let longitude = (try? number(in: degrees.second, &record))??.value,
      let written = Coordinate(validLatitude: latitude, longitude: longitude)
    else { return true }
    guard let found = place(easting, northing) else { return false }
    return Geodesic.distance(from: found, to: written) < Self.farthestFromDegrees
  }

  /// In metres. Rounded degrees and whole grid squares differ by less; positions on Ireland's grid, by about
  /// 300 km.
  private static let farthestFromDegrees = 50_000.0

  /// `nil` outside Great Britain and a small area around it. If the row's postcode is in Northern Ireland,
  /// uses the grid that puts the position there.
  private func place(_ easting: Double, _ northing: Double) -> Coordinate? {
    guard (0...800_000).contains(easting), (0...1_400_000).contains(northing) else { return nil }
    return PositionGrid.coordinate(easting: easting, northing: northing, of: postcode)
  }

  private var postcode: Postcode? {
    guard let column = columns.postcode, column < rows.cells.count else { return nil }
    return rows.cells[column].withValue { try? PostcodeReading($0).certain }
  }

  private func readPlace(
    _ position: RowColumns.Position, _ record: inout ListRecord
  ) throws(BadRecord) {
    let first = try number(in: position.first, &record)
    let second = try number(in: position.second, &record)
    guard let first else {
      guard second == nil else { throw BadRecord("has no '\(rows.header.shown(position.first))'") }
      return
    }
    guard let second else { throw BadRecord("has no '\(rows.header.shown(position.second))'") }
    if position.isGrid {
      // Tables of postcodes write this if there is no position.
      if first.value == 0, second.value == 0 { return }
      guard let point = place(first.value, second.value) else {
        throw BadRecord(
          "easting \(shown(first.value)), northing \(shown(second.value)) is outside the National Grid"
        )
      }
      record.setPoint(point, decimals: 6)
    } else {
      let point = Coordinate(latitude: first.value, longitude: second.value)
      guard Coordinate(validLatitude: first.value, longitude: second.value) != nil else {
        throw BadRecord(point.rangeProblemOfRecord)
      }
      record.setPoint(latitude: first.text, longitude: second.text, at: point)
    }
  }

  @inline(__always)
  private func number(
    in column: Int, _ record: inout ListRecord
  ) throws(BadRecord) -> (value: Double, text: Bytes)? {
    guard column < rows.cells.count else { return nil }
    let cell = rows.cells[column]
    let text = cell.text(&record.arena)
    // In eastings and northings, commas separate thousands. In a comma-separated table, such a number is in
    // quotes.
    let hasDecimalComma = columns.position?.isGrid == false
    if let number = PositionText.read(text, decimalComma: hasDecimalComma, arena: &record.arena) {
      return number
    }
    guard text.contains(where: { !$0.isBlank }) else { return nil }
    throw BadRecord("'\(rows.header.shown(column))' is not a number: \(excerpt(of: text, at: 0))")
  }
}

extension RowReader {
  @inline(__always)
  package mutating func next(clearing record: inout ListRecord) throws -> ListReading {
    record.clear()
    guard try next() else { return .end }
    if let problem { return .fault(problem) }
    do throws(BadRecord) { try cells.check(columns: header.count) } catch {
      return .fault(error.problem)
    }
    return .record
  }
}
