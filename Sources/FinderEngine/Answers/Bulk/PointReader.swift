struct PointReader: ~Copyable {
  private let shape: PointStreamShape
  private let hasCells: Bool
  private let latitude: Int
  private let longitude: Int
  /// The column of a point in words; -1 if there are numbers, or no columns.
  private let pointColumn: Int
  private var words: WordedPoints
  private let columnCount: Int
  private let names: PositionNames
  /// The cells of the last record.
  private(set) var cells: RowCells
  /// The members of the last record that are not its point, if it is an object.
  private(set) var members: [ObjectMember] = []
  /// The key of its point in words, if it is an object with one.
  private(set) var wordedKey: JSONStringSpan?
  /// Whether the last record is a GeoJSON feature.
  private(set) var isFeature = false
  /// Whether all of the last record could be parsed.
  private(set) var isTakenApart = false

  /// With `saysPlaces`, `saidOfPoint` is filled in.
  init(
    _ shape: PointStreamShape, _ names: PositionNames = PositionNames(),
    _ lookup: (any PointLookup)? = nil, saysPlaces: Bool = false
  ) {
    self.shape = shape
    self.names = names
    // Taken once: taking a layout from the shape for each record would count references.
    let layout = shape.layout
    hasCells = layout != nil
    var column = ""
    switch layout?.position {
    case .degrees(let north, let east)?: (latitude, longitude, pointColumn) = (north, east, -1)
    case .words(let place)?:
      (latitude, longitude, pointColumn) = (-1, -1, place)
      column = layout?.header.shown(place) ?? ""
    case nil: (latitude, longitude, pointColumn) = (-1, -1, -1)
    }
    words = WordedPoints(lookup, column: column, saysPlaces: saysPlaces)
    columnCount = layout?.header.count ?? 0
    cells = RowCells(layout?.delimiter ?? .comma, hasEscapes: layout?.hasEscapes ?? false)
  }

  /// What answers say about the last record's point.
  var saidOfPoint: Bytes { words.said.bytes }

  /// The precision of the last record's point; `nil` if it is not in words.
  var precision: PointPrecision? { words.precision }

  /// A zero byte must follow the record.
  mutating func read(_ record: PaddedText) throws(BadRecord) -> Coordinate {
    isTakenApart = false
    words.forget()
    return hasCells ? try readCells(record.bytes) : try readObject(record)
  }

  private mutating func readCells(_ record: Bytes) throws(BadRecord) -> Coordinate {
    try cells.read(record)
    isTakenApart = true
    try cells.check(columns: columnCount)
    if pointColumn >= 0 { return try wordedPoint(in: record) }
    let north = try number(in: latitude, of: record)
    let east = try number(in: longitude, of: record)
    if let point = Coordinate(validLatitude: north, longitude: east) { return point }
    throw outOfRange(north, east, of: record)
  }

  private mutating func wordedPoint(in record: Bytes) throws(BadRecord) -> Coordinate {
    guard pointColumn < cells.count else { throw BadRecord("has no '\(name(of: pointColumn))'") }
    let cell = cells.all[pointColumn]
    let offset = cells.offset(of: pointColumn, in: record)
    if cell.meansItsBytes { return try words.coordinate(of: cell.bytes, at: offset) }
    let value = cell.value
    return try value.withUnsafeBufferPointer { bytes throws(BadRecord) in
      try words.coordinate(of: bytes, at: offset)
    }
  }

  @inline(never)
  private func outOfRange(_ north: Double, _ east: Double, of record: Bytes) -> BadRecord {
    let column = Coordinate.latitudeRange.contains(north) ? longitude : latitude
    return BadRecord(
      Coordinate(latitude: north, longitude: east).rangeProblemOfRecord
        + (isOfGrid(north, east)
          ? "; these look like metres of the National Grid: with its columns named Easting and Northing, "
            + "'finder data convert --csv' converts the list to degrees" : ""),
      at: cells.offset(of: column, in: record))
  }

  /// Whether columns called x and y are a map's, in metres.
  private func isOfGrid(_ north: Double, _ east: Double) -> Bool {
    guard let names = shape.layout?.header.names else { return false }
    return names[longitude].equalsInAnyCase("x".utf8) && (1000...700_000).contains(east)
      && (1000...1_300_000).contains(north)
  }

  @inline(__always)
  private func number(in column: Int, of record: Bytes) throws(BadRecord) -> Double {
    if column < cells.count, cells.all[column].form == .plain,
      let value = DecimalNumber.parse(cells.all[column].bytes)
    {
      return value
    }
    return try unusualNumber(in: column, of: record)
  }

  @inline(never)
  private func unusualNumber(in column: Int, of record: Bytes) throws(BadRecord) -> Double {
    guard column < cells.count else { throw BadRecord("has no '\(name(of: column))'") }
    return try cells.all[column].withValue { cell throws(BadRecord) in
      let text = cell.trimmed
      if let number = PositionText.number(text, decimalComma: true) { return number }
      if let degrees = DegreesText.degrees(inCell: text, ofLatitude: column == latitude) {
        return degrees
      }
      let shown = fitForMessage(String(decoding: text, as: UTF8.self))
      throw BadRecord(
        "'\(name(of: column))' is not a number: '\(shown)'",
        at: cells.offset(of: column, in: record))
    }
  }

  /// For messages.
  private func name(of column: Int) -> String { shape.layout?.header.shown(column) ?? "" }

  private mutating func readObject(_ record: PaddedText) throws(BadRecord) -> Coordinate {
    members = []
    wordedKey = nil
    var cursor = JSONCursor(record)
    do {
      if cursor.byte == 0x1E { cursor.position += 1 }
      cursor.skipWhitespace()
      let start = cursor.position
      var object = PointObject()
      try object.read(&cursor, names)
      guard cursor.isAtEnd() else { throw cursor.failure("expected one object a line") }
      members = object.members(cursor)
      isFeature = object.isFeature
      isTakenApart = true
      if let member = object.pointInWords(cursor, names) {
        wordedKey = member.key
        return try wordedPoint(of: member, cursor)
      }
      let (latitude, longitude) = try object.numbers(cursor, names)
      if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
      let given = Coordinate(latitude: latitude, longitude: longitude)
      throw BadRecord(given.rangeProblemOfRecord, at: start)
    } catch let error as ParseError {
      throw BadRecord(error.description(in: record.bytes), at: error.offset, isSyntax: true)
    } catch {
      throw error as? BadRecord ?? BadRecord("\(error)")
    }
  }

  private mutating func wordedPoint(
    of member: ObjectMember, _ cursor: JSONCursor
  ) throws(BadRecord) -> Coordinate {
    let name = fitForMessage(String(decoding: cursor.decoded(member.key), as: UTF8.self))
    // The same as an empty cell of a table.
    if cursor.bytes(of: member.value).equals("null") {
      throw BadRecord("'\(name)' is empty", at: member.value.start)
    }
    guard cursor.base[member.value.start] == UInt8(ascii: "\"") else {
      let shown = excerpt(of: cursor.bytes(of: member.value), at: 0)
      throw BadRecord("'\(name)' is not text: \(shown)", at: member.value.start)
    }
    let text = cursor.decoded(cursor.idToken(member.value))
    return try text.withUnsafeBufferPointer { bytes throws(BadRecord) in
      try words.coordinate(of: bytes, named: name, at: member.value.start)
    }
  }
}
