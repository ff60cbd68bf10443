/// Reads the rows of a CSV or TSV list as records: which column is what is settled by the header.
final class RowRecords {
  @exclusivity(unchecked) private var rows: RowReader
  private var columns: RowColumns
  private let decimalComma: Bool

  init(_ stream: ListStream, _ names: ListColumns) throws {
    rows = try RowReader(stream)
    columns = try RowColumns(rows.columns, names, rows)
    decimalComma = rows.delimiter != UInt8(ascii: ",")
  }

  var notes: [String] { columns.notes }
  var place: String { "line \(rows.line)" }

  func next(_ record: inout ListRecord) throws -> ListReading {
    record.clear()
    guard try rows.next() else { return .end }
    record.line = rows.line
    if let problem = rows.problem { return .fault(problem) }
    do throws(BadRecord) {
      try checkCount()
      try readCells(&record)
      try readPlace(&record)
    } catch {
      return .fault(error.problem)
    }
    return .record
  }

  /// Cells beyond the last column may be there as long as they are empty.
  private func checkCount() throws(BadRecord) {
    let count = rows.cells.count
    guard count > columns.roles.count else { return }
    for index in columns.roles.count..<count {
      let cell = rows.cells[index]
      guard cell.bytes.isEmpty, !cell.isQuoted else {
        throw BadRecord("has \(count) cells, but there are \(columns.roles.count) columns")
      }
    }
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

  /// A geometry in JSON; other text there is a property like any other.
  private func readGeometry(
    _ cell: ListCell, _ key: ListRecord.Text, _ record: inout ListRecord
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

  // MARK: Positions

  private func readPlace(_ record: inout ListRecord) throws(BadRecord) {
    if case .none = record.place {} else { return }
    guard let position = columns.position else { return }
    if let degrees = columns.degrees, try !isOnGrid(position, degrees, &record) {
      return try readPlace(degrees, &record)
    }
    try readPlace(position, &record)
  }

  /// Of a row that has both: whether its eastings and northings say anything, and nothing that is far
  /// from its degrees. Tables of postcodes have zeros where there is no position, and Ireland's grid
  /// in Northern Ireland.
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
    guard Self.isOnGrid(easting, northing) else { return false }
    let found = NationalGrid.coordinate(easting: easting, northing: northing)
    return Geodesic.distance(from: found, to: written) < Self.farthestFromDegrees
  }

  /// Rounded degrees and whole squares of the grid differ by less; Ireland's grid by some 300 km.
  private static let farthestFromDegrees = 50_000.0

  /// As far as Great Britain goes, and a little.
  private static func isOnGrid(_ easting: Double, _ northing: Double) -> Bool {
    (0...800_000).contains(easting) && (0...1_400_000).contains(northing)
  }

  private func readPlace(
    _ position: RowColumns.Position, _ record: inout ListRecord
  ) throws(BadRecord) {
    let first = try number(in: position.first, &record)
    let second = try number(in: position.second, &record)
    guard let first else {
      guard second == nil else { throw BadRecord("has no '\(name(position.first))'") }
      return
    }
    guard let second else { throw BadRecord("has no '\(name(position.second))'") }
    if position.isGrid {
      guard Self.isOnGrid(first.value, second.value) else {
        throw BadRecord(
          "easting \(shown(first.value)), northing \(shown(second.value)) is outside the National Grid"
        )
      }
      let point = NationalGrid.coordinate(easting: first.value, northing: second.value)
      record.setPoint(point, decimals: 6)
    } else {
      let point = Coordinate(latitude: first.value, longitude: second.value)
      guard Coordinate(validLatitude: first.value, longitude: second.value) != nil else {
        throw BadRecord(point.rangeProblem)
      }
      record.setPoint(latitude: first.text, longitude: second.text, at: point)
    }
  }

  @inline(__always)
  private func number(
    in column: Int, _ record: inout ListRecord
  ) throws(BadRecord) -> (value: Double, text: ListRecord.Text)? {
    guard column < rows.cells.count else { return nil }
    let cell = rows.cells[column]
    let text = CellValue.text(of: cell, arena: &record.arena)
    // The commas of eastings and northings are those of thousands.
    let hasDecimalComma = decimalComma && columns.position?.isGrid == false
    if let number = PositionText.read(text, decimalComma: hasDecimalComma, arena: &record.arena) {
      return number
    }
    guard text.contains(where: { !$0.isBlank }) else { return nil }
    throw BadRecord("'\(name(column))' is not a number: \(excerpt(of: text, at: 0))")
  }

  private func name(_ column: Int) -> String {
    fitForMessage(String(decoding: rows.columns[column], as: UTF8.self))
  }
}

/// Which columns were named for what.
package struct ListColumns: Sendable {
  package var latitude: String?
  package var longitude: String?
  package var name: String?
  package var postcode: String?

  package init(
    latitude: String? = nil, longitude: String? = nil, name: String? = nil, postcode: String? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.name = name
    self.postcode = postcode
  }
}

/// What each column of a list is.
private struct RowColumns {
  enum Role {
    case property(ListRecord.Text)
    /// Text whatever it looks like.
    case text(ListRecord.Text)
    case position
    case id
    case geometry(ListRecord.Text)
  }

  struct Position {
    /// Of the latitude, or the easting.
    let first: Int
    /// Of the longitude, or the northing.
    let second: Int
    let isGrid: Bool
  }

  private(set) var roles: [Role] = []
  private(set) var position: Position?
  /// Degrees beside a position on the grid.
  private(set) var degrees: Position?
  private(set) var notes: [String] = []
  private let keys = KeptTexts()

  init(_ columns: [[UInt8]], _ names: ListColumns, _ rows: borrowing RowReader) throws {
    position = try Self.position(columns, names, rows, &notes)
    if let position, position.isGrid, names.latitude == nil,
      let pair = Self.pair(columns, ColumnNames.latitude, ColumnNames.longitude)
    {
      degrees = Position(first: pair.0, second: pair.1, isGrid: false)
    }
    let nameColumn = try names.name.map { try Self.find($0, columns, rows) }
    let postcodeColumn = try names.postcode.map { try Self.find($0, columns, rows) }
    var taken = TakenNames(
      [("name", nameColumn), ("postcode", postcodeColumn)].filter { $0.1 != nil }.map(\.0))
    var hasID = false
    for (index, column) in columns.enumerated() {
      if index == nameColumn || index == postcodeColumn {
        keys.append(key: Array((index == nameColumn ? "name" : "postcode").utf8))
        roles.append(.text(keys[keys.count - 1]))
        continue
      }
      if index == position?.first || index == position?.second {
        roles.append(.position)
      } else if !hasID, column.elementsEqual("id".utf8) {
        hasID = true
        roles.append(.id)
      } else {
        roles.append(role(ofProperty: column, index, &taken))
      }
    }
    noteNames(columns, hasName: nameColumn != nil)
  }

  private mutating func role(
    ofProperty column: [UInt8], _ index: Int, _ taken: inout TakenNames
  ) -> Role {
    let prefix = Array(PropertyColumns.prefix.utf8)
    if column.starts(with: prefix),
      appendKey(spelled: Array(column.dropFirst(prefix.count)), &taken)
    {
      return .property(keys[keys.count - 1])
    }
    let name = column.isEmpty ? Array("column_\(index + 1)".utf8) : column
    let isFirst = !taken.contains(name)
    keys.append(key: taken.unused(name))
    let key = keys[keys.count - 1]
    if isFirst, column.elementsEqual("geometry".utf8) { return .geometry(key) }
    return ColumnNames.isText(name) ? .text(key) : .property(key)
  }

  /// Of a column that is a property whatever its name. A key that is no plain text is a JSON string.
  /// A second one of the same name, as of texts and of other values under one key, shares its key.
  private func appendKey(spelled key: [UInt8], _ taken: inout TakenNames) -> Bool {
    var arena = Arena()
    let spelled = key.withUnsafeBufferPointer { bytes in
      CellValue.wholeJSON(bytes, strings: true, arena: &arena)
    }
    if key.first == UInt8(ascii: "\""), let spelled {
      keys.append(text: ListRecord.Text(rebasing: spelled[1..<spelled.count - 1]))
    } else {
      keys.append(key: key)
    }
    return true
  }

  // MARK: Positions

  private static func position(
    _ columns: [[UInt8]], _ names: ListColumns, _ rows: borrowing RowReader, _ notes: inout [String]
  ) throws -> Position? {
    if let latitude = names.latitude, let longitude = names.longitude {
      let (first, second) = (try find(latitude, columns, rows), try find(longitude, columns, rows))
      let isGrid =
        ColumnNames.isOne(of: ColumnNames.northing, columns[first])
        && ColumnNames.isOne(of: ColumnNames.easting, columns[second])
      return isGrid
        ? Position(first: second, second: first, isGrid: true)
        : Position(first: first, second: second, isGrid: false)
    }
    let degrees = pair(columns, ColumnNames.latitude, ColumnNames.longitude)
    let grid = pair(columns, ColumnNames.easting, ColumnNames.northing)
    if let grid {
      if let degrees {
        notes.append(
          "positions are taken from '\(shown(columns[grid.0]))' and '\(shown(columns[grid.1]))' "
            + "where they stand within 50 km of the degrees; --lat-column '\(shown(columns[degrees.0]))' --lon-column '\(shown(columns[degrees.1]))' "
            + "takes the others")
      }
      return Position(first: grid.0, second: grid.1, isGrid: true)
    }
    if let degrees = degrees ?? pair(columns, ["y"], ["x"]) {
      return Position(first: degrees.0, second: degrees.1, isGrid: false)
    }
    if columns.contains(where: { $0.elementsEqual("geometry".utf8) }) { return nil }
    throw rows.failure(
      "expected columns with a latitude and a longitude; the columns are \(list(columns))",
      hint:
        "  --lat-column and --lon-column name them; 'finder data import' places lists by postcode")
  }

  private static func pair(
    _ columns: [[UInt8]], _ first: [String], _ second: [String]
  ) -> (Int, Int)? {
    func place(_ names: [String]) -> Int? {
      names.lazy.compactMap { name in columns.firstIndex { ColumnNames.equals(name, $0) } }.first
    }
    guard let one = place(first), let other = place(second) else { return nil }
    return (one, other)
  }

  /// By its name to the letter, else in any case.
  private static func find(
    _ name: String, _ columns: [[UInt8]], _ rows: borrowing RowReader
  ) throws -> Int {
    if let index = columns.firstIndex(where: { $0.elementsEqual(name.utf8) }) { return index }
    if let index = columns.firstIndex(where: { ColumnNames.equals(name, $0) }) { return index }
    throw rows.failure(
      "no column is named '\(fitForMessage(name))'; the columns are \(list(columns))")
  }

  private static func list(_ columns: [[UInt8]]) -> String {
    let most = 20
    let names = columns.prefix(most).map { "'\(shown($0))'" }.joined(separator: ", ")
    return names + (columns.count > most ? ", …" : "")
  }

  private static func shown(_ column: [UInt8]) -> String {
    fitForMessage(String(decoding: column, as: UTF8.self))
  }

  /// A venue whose name finder does not know for one is found by no word of it.
  private mutating func noteNames(_ columns: [[UInt8]], hasName: Bool) {
    let known = ["name", "Name", "title", "BusinessName"]
    guard !hasName,
      !columns.contains(where: { column in known.contains { column.elementsEqual($0.utf8) } }),
      let likely = columns.first(where: { column in
        String(decoding: column, as: UTF8.self).lowercased().contains("name")
      })
    else { return }
    notes.append(
      "'\(Self.shown(likely))' stays a property of that name; --name-column '\(Self.shown(likely))' "
        + "makes it the venue's name")
  }
}
