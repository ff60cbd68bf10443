struct RowColumns {
  enum Role {
    case property(Bytes)
    /// A text, even if it looks like a number.
    case text(Bytes)
    case position
    case id
    case geometry(Bytes)
  }

  struct Position {
    /// The column of the latitude or the easting.
    let first: Int
    /// The column of the longitude or the northing.
    let second: Int
    let isGrid: Bool
  }

  private(set) var roles: [Role] = []
  private(set) var position: Position?
  /// The degrees, in addition to a position on the grid.
  private(set) var degrees: Position?
  /// The postcodes, in addition to a position on the grid, which show when that is Ireland's.
  private(set) var postcode: Int?
  private(set) var notes: [String] = []
  private var keys: ColumnKeys

  init(_ rows: borrowing RowReader, _ names: ListInput) throws {
    let header = rows.header
    (position, degrees) = try Self.positions(rows, names)
    if let position, let degrees { notes = [Self.note(header, position, instead: degrees)] }
    let name = try rows.column(named: names.name)
    let postcode = try rows.column(named: names.postcode)
    self.postcode = postcode ?? header.columnByLetters(of: ColumnNames.postcode)
    let ours = [("name", name), ("postcode", postcode)].filter { $0.1 != nil }
    keys = ColumnKeys(taken: ours.map(\.0))
    var hasID = false
    for (index, column) in header.names.enumerated() {
      if let (key, _) = ours.first(where: { $0.1 == index }) {
        roles.append(.text(keys.key(key)))
      } else if index == position?.first || index == position?.second {
        roles.append(.position)
      } else if !hasID, column.elementsEqual("id".utf8) {
        hasID = true
        roles.append(.id)
      } else {
        roles.append(roleOfProperty(index, header))
      }
    }
    if name == nil { noteNames(header) }
  }

  private mutating func roleOfProperty(_ index: Int, _ header: Header) -> Role {
    let column = header.names[index]
    if column.starts(with: PropertyColumns.prefix.utf8) {
      return .property(key(spelled: Array(column.dropFirst(PropertyColumns.prefix.utf8.count))))
    }
    let name = header.key(index)
    let isGeometry = column.elementsEqual("geometry".utf8) && !keys.isTaken(name)
    let key = keys.unused(name)
    if isGeometry { return .geometry(key) }
    return ColumnNames.isText(name) ? .text(key) : .property(key)
  }

  /// For a column that is always a property. A key that is not plain text is a JSON string. A second column
  /// with the same name, as for texts and other values of one key, shares its key.
  private func key(spelled name: [UInt8]) -> Bytes {
    guard name.first == UInt8(ascii: "\"") else { return keys.key(name) }
    var arena = Arena()
    return name.withUnsafeBufferPointer { bytes in
      guard let json = CellValue.checkedJSON(bytes, arena: &arena) else { return keys.key(name) }
      return keys.key(spelled: Bytes(rebasing: json[1..<json.count - 1]))
    }
  }

  /// The position's columns, and those of degrees in addition to a grid's.
  private static func positions(
    _ rows: borrowing RowReader, _ names: ListInput
  ) throws -> (Position?, degrees: Position?) {
    let header = rows.header
    if let first = names.position.latitude, let second = names.position.longitude,
      let latitude = try rows.column(named: first), let longitude = try rows.column(named: second)
    {
      let isGrid =
        ColumnNames.isOne(of: ColumnNames.northing, header.names[latitude])
        && ColumnNames.isOne(of: ColumnNames.easting, header.names[longitude])
      return isGrid
        ? (Position(first: longitude, second: latitude, isGrid: true), nil)
        : (Position(first: latitude, second: longitude, isGrid: false), nil)
    }
    func position(
      _ first: [StaticString], _ second: [StaticString], isGrid: Bool = false
    ) -> Position? {
      header.pair(first, second).map { Position(first: $0, second: $1, isGrid: isGrid) }
    }
    if let grid = position(ColumnNames.easting, ColumnNames.northing, isGrid: true) {
      return (grid, position(ColumnNames.latitude, ColumnNames.longitude))
    }
    if let degrees = header.degrees {
      return (Position(first: degrees.first, second: degrees.second, isGrid: false), nil)
    }
    if header.names.contains(where: { $0.elementsEqual("geometry".utf8) }) { return (nil, nil) }
    throw rows.failure(
      "expected columns with a latitude and a longitude; the columns are \(header.list)",
      hint:
        "  --lat-column and --lon-column name them; 'finder data import' places lists by postcode")
  }

  private static func note(
    _ header: Header, _ grid: Position, instead degrees: Position
  ) -> String {
    "positions come from '\(header.shown(grid.first))' and '\(header.shown(grid.second))' "
      + "where those are within 50 km of the degrees; --lat-column "
      + "'\(header.shown(degrees.first))' --lon-column '\(header.shown(degrees.second))' "
      + "takes the degrees"
  }

  /// If finder does not recognise the column of names, no search by name finds these venues.
  private mutating func noteNames(_ header: Header) {
    let isKnown = header.names.contains { column in
      VenueKeys.nameRank { $0.bytes.elementsEqual(column) } != nil
    }
    let likely = header.names.firstIndex { column in
      String(decoding: column, as: UTF8.self).lowercased().holds("name")
    }
    guard !isKnown, let likely else { return }
    let name = header.shown(likely)
    notes.append(
      "'\(name)' stays a property of that name; --name-column '\(name)' makes it the venue's name")
  }
}

/// The keys of members for columns, all different.
package struct ColumnKeys {
  private let texts = KeptTexts()
  private var taken: TakenNames

  /// `ours` are keys that no other column may have.
  package init(taken ours: [String]) { taken = TakenNames(ours) }

  func isTaken(_ name: [UInt8]) -> Bool { taken.contains(name) }

  /// The name as a key, with a number if it is taken.
  package mutating func unused(_ name: [UInt8]) -> Bytes {
    // In two steps: as an argument, `taken` would be copied each time.
    let name = taken.unused(name)
    return key(name)
  }

  /// The key for one of finder's own names.
  package func key(_ name: String) -> Bytes { key(Array(name.utf8)) }

  func key(_ name: [UInt8]) -> Bytes { texts.append(key: name) }

  /// A key as spelled in JSON, between the quotes.
  func key(spelled spelling: Bytes) -> Bytes { texts.append(text: spelling) }
}
