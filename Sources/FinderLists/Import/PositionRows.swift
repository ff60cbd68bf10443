import FinderEngine

/// Receives the positions of a table's postcodes.
protocol PositionSink: ~Copyable {
  /// `spelling` is the two numbers as written, if that is valid JSON.
  mutating func add(
    _ postcode: Postcode, at point: Coordinate, spelling: PositionTable.Spelling?,
    isTerminated: Bool)

  /// Called for each row before its postcode is added. Returns true if it used and counted the whole row.
  mutating func take(_ cells: borrowing RowCells, hasPostcode: Bool) -> Bool

  /// Whether nothing more can be taken.
  var isFull: Bool { get }
}

extension PositionSink where Self: ~Copyable {
  mutating func take(_ cells: borrowing RowCells, hasPostcode: Bool) -> Bool { false }
  var isFull: Bool { false }
}

/// The rows of a table of positions.
///
/// Columns are found by the names in `ColumnNames`. If a row has eastings and northings as well as degrees,
/// the eastings and northings count: some tables' degrees are on another datum (100 m off) or wrong. Rows of
/// postcodes that are no longer in use (with a `doterm`) are kept for old lists.
struct PositionRows: ~Copyable {
  private var rows: RowReader
  private var columns = Columns()
  private var tally = PositionFileTally()

  fileprivate struct Columns {
    var postcode: Int?
    var position = PositionColumns()
    var terminated: Int?
    var quality: Int?

    var areEnough: Bool { postcode != nil && position.areEnough }
  }

  init(_ rows: consuming RowReader) { self.rows = rows }

  /// Code-Point Open's files have no header: a postcode, its quality, easting and northing.
  static func isHeader(_ first: [[UInt8]]) -> Bool {
    let hasPostcode = first.first?.withUnsafeBufferPointer { (try? PostcodeReading($0)) != nil }
    guard first.count >= 4, hasPostcode == true else { return true }
    return first[1...3].contains { cell in
      cell.withUnsafeBufferPointer { DecimalNumber.parse($0) } == nil
    }
  }

  /// Whether a table with these columns has postcodes with positions.
  static func areEnough(_ header: Header) -> Bool { Columns(header).areEnough }

  mutating func read<Sink: PositionSink & ~Copyable>(
    into table: inout Sink
  ) throws -> PositionFileTally {
    columns = rows.hasHeader ? Columns(rows.header) : .codePointOpen
    guard columns.areEnough else {
      throw rows.failure(
        "expected columns for a postcode and its position",
        hint: "  postcode (or pcds, outcode), and easting and northing or lat and lon")
    }
    while !table.isFull, try rows.next() { takeRow(into: &table) }
    return tally
  }

  private mutating func takeRow<Sink: PositionSink & ~Copyable>(into table: inout Sink) {
    guard !rows.isCutShort else {
      tally.rows += 1
      tally.withoutPosition += 1
      return
    }
    let postcode =
      rows.problem == nil
      ? rows.cells.cell(columns.postcode)?.withValue { try? PostcodeReading($0).certain } : nil
    if rows.problem == nil, table.take(rows.cells, hasPostcode: postcode != nil) { return }
    tally.rows += 1
    guard let postcode else {
      tally.withoutPostcode += 1
      return
    }
    let isTerminated = rows.cells.cell(columns.terminated).map { !$0.isBlank } ?? false
    let degrees = degrees()
    let grid = grid(of: postcode)
    if let grid {
      if let degrees { compare(grid, degrees.point, postcode) }
      table.add(postcode, at: grid, spelling: nil, isTerminated: isTerminated)
    } else if let degrees {
      if Camera.looksSwapped(degrees.point) { tally.swapped += 1 }
      table.add(
        postcode, at: degrees.point, spelling: degrees.spelling, isTerminated: isTerminated)
    } else {
      tally.withoutPosition += 1
      return
    }
    tally.used += 1
  }

  private mutating func compare(_ grid: Coordinate, _ degrees: Coordinate, _ postcode: Postcode) {
    // A rough distance is enough to distinguish a kilometre from a hundred metres.
    guard abs(grid.latitude - degrees.latitude) + abs(grid.longitude - degrees.longitude) > 0.008
    else { return }
    let distance = Geodesic.distance(from: grid, to: degrees)
    guard distance > 1000 else { return }
    tally.contradictory += 1
    if tally.firstContradictory == nil {
      tally.firstContradictory = postcode
      tally.firstDistance = distance
    }
  }

  private func grid(of postcode: Postcode) -> Coordinate? {
    // 9 means "no grid reference" in the Office for National Statistics' tables, 90 in Ordnance Survey's.
    let quality = rows.cells.cell(columns.quality)?.bytes
    guard quality?.first != UInt8(ascii: "9"),
      let (easting, northing) = columns.position.grid(rows.cells)
    else { return nil }
    return PositionGrid.coordinate(easting: easting, northing: northing, of: postcode)
  }

  private func degrees() -> (point: Coordinate, spelling: PositionTable.Spelling?)? {
    guard let (point, latitude, longitude) = columns.position.degrees(rows.cells) else {
      return nil
    }
    guard DecimalNumber.isNumber(latitude, .json), DecimalNumber.isNumber(longitude, .json) else {
      return (point, nil)
    }
    return (point, PositionTable.Spelling(latitude: latitude, longitude: longitude))
  }
}

extension PositionRows.Columns {
  /// For Code-Point Open's files, which have no header.
  static let codePointOpen = Self(
    postcode: 0, position: PositionColumns(easting: 2, northing: 3), quality: 1)

  init(_ header: Header) {
    postcode = header.columnByLetters(of: ColumnNames.postcode + ColumnNames.postcodeArea)
    position = PositionColumns(header, easting: ["ea"], northing: ["no"])
    terminated = header.columnByLetters(of: ["doterm"])
    quality = header.columnByLetters(of: [
      "osgrdind", "gridind", "positionalquality", "positionalqualityindicator", "pq",
    ])
  }
}

/// The columns that say where the things of a table are.
struct PositionColumns {
  var easting: Int?
  var northing: Int?
  var latitude: Int?
  var longitude: Int?

  var areEnough: Bool {
    easting != nil && northing != nil || latitude != nil && longitude != nil
  }

  /// `nil` unless both are numbers.
  func grid(_ cells: borrowing RowCells) -> (easting: Double, northing: Double)? {
    guard let easting = cells.cell(self.easting).flatMap({ PositionText.number($0.bytes) }),
      let northing = cells.cell(self.northing).flatMap({ PositionText.number($0.bytes) })
    else { return nil }
    return (easting, northing)
  }

  /// The point, and its two texts. `nil` if they are not numbers, or if they mean that there is no position: 0,
  /// 0, and the Office for National Statistics' 99.999999, which is out of range.
  func degrees(
    _ cells: borrowing RowCells
  ) -> (point: Coordinate, latitude: Bytes, longitude: Bytes)? {
    guard let first = cells.cell(self.latitude)?.bytes.trimmed,
      let second = cells.cell(self.longitude)?.bytes.trimmed,
      let latitude = PositionText.number(first, decimalComma: true),
      let longitude = PositionText.number(second, decimalComma: true),
      latitude != 0 || longitude != 0,
      let point = Coordinate(validLatitude: latitude, longitude: longitude)
    else { return nil }
    return (point, first, second)
  }
}

extension PositionColumns {
  /// Tables may have other names for eastings and northings.
  init(_ header: Header, easting: [StaticString] = [], northing: [StaticString] = []) {
    self.easting = header.columnByLetters(of: ColumnNames.easting + easting)
    self.northing = header.columnByLetters(of: ColumnNames.northing + northing)
    latitude = header.columnByLetters(of: ColumnNames.latitude)
    longitude = header.columnByLetters(of: ColumnNames.longitude)
  }
}

extension RowCells {
  /// `nil` if the row is too short.
  @inline(__always) func cell(_ column: Int?) -> Cell? {
    guard let column, column < count else { return nil }
    return self[column]
  }
}
