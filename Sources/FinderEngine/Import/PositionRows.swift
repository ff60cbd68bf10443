/// The rows of a table of positions.
///
/// Columns are found by the names that the usual tables give them, in this order of preference. Where
/// a row has eastings and northings as well as degrees, the first hold: some tables' degrees are on
/// another datum (100 m off) or wrong. Rows of postcodes out of use (with a `doterm`) are kept for
/// lists as old as they are.
struct PositionRows: ~Copyable {
  private var rows: RowReader
  private var columns = Columns()
  private var tally = PositionFileTally()

  private struct Columns {
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

  /// Code-Point Open's files have none: a postcode, its quality, easting and northing.
  static func isHeader(_ first: [[UInt8]]) -> Bool {
    guard first.count >= 4, (try? PostcodeReading(first[0])) != nil else { return true }
    return first[1...3].contains { cell in
      cell.withUnsafeBufferPointer { DecimalNumber.parse($0) } == nil
    }
  }

  mutating func read(
    into table: inout PositionTable, named name: String
  ) throws -> PositionFileTally {
    columns = rows.header.isEmpty ? Self.codePointOpen : Self.columns(named: rows.columns)
    guard columns.isEnough else {
      throw rows.failure(
        "expected columns for a postcode and its position",
        hint: "  postcode (or pcds, outcode), and easting and northing or lat and lon")
    }
    while try rows.next() { takeRow(into: &table) }
    return tally
  }

  private mutating func takeRow(into table: inout PositionTable) {
    tally.rows += 1
    guard rows.problem == nil, let column = columns.postcode, column < rows.cells.count else {
      tally.withoutPostcode += 1
      return
    }
    let postcode = rows.cells[column].withValue { try? PostcodeReading($0).certain }
    guard let postcode else {
      tally.withoutPostcode += 1
      return
    }
    let isTerminated = cell(columns.terminated)?.bytes.contains { !$0.isBlank } ?? false
    let degrees = degrees()
    let grid = grid(of: postcode)
    if let grid {
      if let degrees { compare(grid, degrees.point, postcode) }
      table.add(postcode, at: grid, isTerminated: isTerminated)
    } else if let degrees {
      table.add(
        postcode, at: degrees.point, spelling: degrees.spelling, isTerminated: isTerminated)
    } else {
      tally.withoutPosition += 1
      return
    }
    tally.used += 1
  }

  private mutating func compare(_ grid: Coordinate, _ degrees: Coordinate, _ postcode: Postcode) {
    // No need of an exact distance to tell one kilometre from a hundred metres.
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

  @inline(__always) private func cell(_ column: Int?) -> ListCell? {
    guard let column, column < rows.cells.count else { return nil }
    return rows.cells[column]
  }

  private func grid(of postcode: Postcode) -> Coordinate? {
    // 9 stands for "no grid reference" with the Office for National Statistics, 90 with the Survey.
    if let quality = cell(columns.quality)?.bytes, quality.first == UInt8(ascii: "9") {
      return nil
    }
    guard let easting = number(columns.easting), let northing = number(columns.northing) else {
      return nil
    }
    return PositionGrid.coordinate(easting: easting, northing: northing, of: postcode)
  }

  private func number(_ column: Int?) -> Double? {
    cell(column).flatMap { DecimalNumber.parse(PositionText.trimmed($0.bytes)) }
  }

  private func degrees() -> (point: Coordinate, spelling: PositionTable.Spelling?)? {
    guard let first = cell(columns.latitude), let second = cell(columns.longitude) else {
      return nil
    }
    let (latitude, longitude) = (
      PositionText.trimmed(first.bytes), PositionText.trimmed(second.bytes)
    )
    guard let point = Coordinate(latitude, longitude) else { return nil }
    guard DecimalNumber.isNumber(latitude, .json), DecimalNumber.isNumber(longitude, .json) else {
      return (point, nil)
    }
    return (point, PositionTable.Spelling(latitude: latitude, longitude: longitude))
  }
}

// MARK: - Columns

extension PositionRows {
  private static let codePointOpen = Columns(postcode: 0, easting: 2, northing: 3, quality: 1)

  private static func columns(named names: [[UInt8]]) -> Columns {
    let names = names.map { $0.lettersAndDigits }
    func find(_ wanted: String...) -> Int? {
      for name in wanted {
        if let column = names.firstIndex(of: Array(name.utf8)) { return column }
      }
      return nil
    }
    return Columns(
      postcode: find(
        "pcds", "pcd2", "pcd8", "pcd", "pcd7", "postcode", "addrpostcode", "sector",
        "postcodesector", "outcode", "outwardcode", "postcodedistrict", "pc"),
      easting: find("easting", "eastings", "oseast1m", "east1m", "ea"),
      northing: find("northing", "northings", "osnrth1m", "north1m", "no"),
      latitude: find("lat", "latitude"), longitude: find("lon", "long", "lng", "longitude"),
      terminated: find("doterm"),
      quality: find(
        "osgrdind", "gridind", "positionalquality", "positionalqualityindicator", "pq"))
  }
}

extension Coordinate {
  /// Of two texts; `nil` where they are none, and where they stand for none: 0, 0, and the 99.999999
  /// of the Office for National Statistics, which is out of range.
  fileprivate init?(_ latitude: UnsafeBufferPointer<UInt8>, _ longitude: UnsafeBufferPointer<UInt8>)
  {
    guard let latitude = DecimalNumber.parse(latitude),
      let longitude = DecimalNumber.parse(longitude), latitude != 0 || longitude != 0
    else { return nil }
    self.init(validLatitude: latitude, longitude: longitude)
  }
}

extension Collection<UInt8> {
  /// In small letters: `Post Code` and `post_code` are `postcode`.
  var lettersAndDigits: [UInt8] {
    compactMap { byte in
      let small = byte | 0x20
      if small &- UInt8(ascii: "a") < 26 { return small }
      return byte &- 0x30 < 10 || byte > 0x7F ? byte : nil
    }
  }
}
