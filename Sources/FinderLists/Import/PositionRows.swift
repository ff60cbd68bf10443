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
    var easting: Int?
    var northing: Int?
    var latitude: Int?
    var longitude: Int?
    var terminated: Int?
    var quality: Int?

    var isEnough: Bool {
      postcode != nil
        && (easting != nil && northing != nil || latitude != nil && longitude != nil)
    }
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
  static func areEnough(_ header: Header) -> Bool { Columns(header).isEnough }

  mutating func read<Sink: PositionSink & ~Copyable>(
    into table: inout Sink
  ) throws -> PositionFileTally {
    columns = rows.hasHeader ? Columns(rows.header) : .codePointOpen
    guard columns.isEnough else {
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
      ? cell(columns.postcode)?.withValue { try? PostcodeReading($0).certain } : nil
    if rows.problem == nil, table.take(rows.cells, hasPostcode: postcode != nil) { return }
    tally.rows += 1
    guard let postcode else {
      tally.withoutPostcode += 1
      return
    }
    let isTerminated = cell(columns.terminated).map { !$0.isBlank } ?? false
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

  @inline(__always) private func cell(_ column: Int?) -> Cell? {
    guard let column, column < rows.cells.count else { return nil }
    return rows.cells[column]
  }

  private func grid(of postcode: Postcode) -> Coordinate? {
    // 9 means "no grid reference" in the Office for National Statistics' tables, 90 in Ordnance Survey's.
    if let quality = cell(columns.quality)?.bytes, quality.first == UInt8(ascii: "9") { return nil }
    guard let easting = number(columns.easting), let northing = number(columns.northing) else {
      return nil
    }
    return PositionGrid.coordinate(easting: easting, northing: northing, of: postcode)
  }

  private func number(_ column: Int?) -> Double? {
    cell(column).flatMap { PositionText.number($0.bytes) }
  }

  private func degrees() -> (point: Coordinate, spelling: PositionTable.Spelling?)? {
    guard let first = cell(columns.latitude), let second = cell(columns.longitude) else {
      return nil
    }
    let (latitude, longitude) = (first.bytes.trimmed, second.bytes.trimmed)
    guard let point = Coordinate(latitude, longitude) else { return nil }
    guard DecimalNumber.isNumber(latitude, .json), DecimalNumber.isNumber(longitude, .json) else {
      return (point, nil)
    }
    return (point, PositionTable.Spelling(latitude: latitude, longitude: longitude))
  }
}

extension PositionRows.Columns {
  /// For Code-Point Open's files, which have no header.
  static let codePointOpen = Self(postcode: 0, easting: 2, northing: 3, quality: 1)

  init(_ header: Header) {
    postcode = header.columnByLetters(of: ColumnNames.postcode + ColumnNames.postcodeArea)
    easting = header.columnByLetters(of: ColumnNames.easting + ["ea"])
    northing = header.columnByLetters(of: ColumnNames.northing + ["no"])
    latitude = header.columnByLetters(of: ColumnNames.latitude)
    longitude = header.columnByLetters(of: ColumnNames.longitude)
    terminated = header.columnByLetters(of: ["doterm"])
    quality = header.columnByLetters(of: [
      "osgrdind", "gridind", "positionalquality", "positionalqualityindicator", "pq",
    ])
  }
}

extension Coordinate {
  /// From two texts; `nil` if they are not numbers, or if they mean that there is no position: 0, 0, and the
  /// Office for National Statistics' 99.999999, which is out of range.
  fileprivate init?(_ latitude: Bytes, _ longitude: Bytes) {
    guard let latitude = PositionText.number(latitude, decimalComma: true),
      let longitude = PositionText.number(longitude, decimalComma: true),
      latitude != 0 || longitude != 0
    else { return nil }
    self.init(validLatitude: latitude, longitude: longitude)
  }
}
