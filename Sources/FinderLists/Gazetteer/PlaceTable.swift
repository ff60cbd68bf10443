import FinderEngine

/// Reads the rows of a table of places, by its columns.
///
/// Rows of things other than populated places (roads, rivers, hills) are skipped. OS Open Names also has rows
/// of postcodes, which are taken as postcodes.
struct PlaceTable {
  private let form: GazetteerForm
  private let columns: Columns

  fileprivate struct Columns {
    var names: [Int] = []
    var position = PositionColumns()
    var population: Int?
    /// The first of them that is not empty is used.
    var counties: [Int] = []
    var country: Int?
    /// What sort of thing a row is, roughly (`type`) and exactly (`kind`).
    var type: Int?
    var kind: Int?

    var areEnough: Bool { !names.isEmpty && position.areEnough }
  }

  /// A name or a county that cannot be decoded.
  private struct NotUTF8: Error {}

  static func areEnough(_ header: Header) -> Bool { Columns(header).areEnough }

  init(_ form: GazetteerForm, _ header: Header) {
    self.form = form
    columns =
      switch form {
      case .openNames: .openNames
      case .geoNames: .geoNames
      default: Columns(header)
      }
  }

  /// For a table of postcodes that has names too; `nil` if it has none. A column `town` is not a name: it
  /// says where a postcode is.
  init?(besidePostcodes header: Header) {
    var columns = Columns(header)
    columns.names = header.columnByLetters(of: ColumnNames.name).map { [$0] } ?? []
    guard columns.areEnough else { return nil }
    form = .places
    self.columns = columns
  }

  func hasName(_ cells: borrowing RowCells) -> Bool {
    columns.names.contains { cells.cell($0).map { !$0.isBlank } ?? false }
  }

  func take(
    _ cells: borrowing RowCells, into builder: GazetteerBuilder, _ tally: inout GazetteerTally
  ) {
    let thing = thing(cells)
    guard thing != .other else { return }
    tally.rows += 1
    guard let point = point(cells) else {
      tally.withoutPosition += 1
      return
    }
    if Camera.looksSwapped(point) { tally.swapped += 1 }
    guard case .place(let kind) = thing else {
      return takePostcode(cells, at: point, into: builder, &tally)
    }
    do {
      let isTaken = try takePlace(cells, kind, at: point, into: builder)
      if isTaken { tally.used += 1 } else { tally.withoutName += 1 }
    } catch {
      tally.notUTF8 += 1
    }
  }

  private func takePostcode(
    _ cells: borrowing RowCells, at point: Coordinate, into builder: GazetteerBuilder,
    _ tally: inout GazetteerTally
  ) {
    let postcode = cells.cell(columns.names[0])?.withValue { try? PostcodeReading($0).certain }
    guard let postcode else {
      tally.withoutName += 1
      return
    }
    builder.add(postcode, at: PackedPosition(point), isTerminated: false)
    tally.used += 1
  }

  /// False if there is no name.
  private func takePlace(
    _ cells: borrowing RowCells, _ kind: Place.Kind, at point: Coordinate,
    into builder: GazetteerBuilder
  ) throws(NotUTF8) -> Bool {
    let population = cells.cell(columns.population).flatMap { PositionText.number($0.bytes) }
    let place = Place(
      name: "", county: try county(cells), country: try country(cells),
      population: population.flatMap { $0 >= 1 && $0 < 1e9 ? Int($0) : nil }, kind: kind, at: point,
      from: .gazetteer)
    var isTaken = false
    for column in columns.names {
      guard let name = try text(column, cells) else { continue }
      if builder.add(place, named: name) { isTaken = true }
    }
    return isTaken
  }

  private func county(_ cells: borrowing RowCells) throws(NotUTF8) -> String? {
    for column in columns.counties {
      if let county = try text(column, cells) { return county }
    }
    return nil
  }

  /// GeoNames has codes for countries.
  private func country(_ cells: borrowing RowCells) throws(NotUTF8) -> String? {
    guard let text = try text(columns.country, cells) else { return nil }
    return switch text {
    case "ENG": "England"
    case "SCT": "Scotland"
    case "WLS": "Wales"
    case "NIR": "Northern Ireland"
    default: text
    }
  }

  /// `nil` if the cell is empty.
  private func text(_ column: Int?, _ cells: borrowing RowCells) throws(NotUTF8) -> String? {
    try cells.cell(column)?.withValue { bytes throws(NotUTF8) in
      guard bytes.isUTF8 else { throw NotUTF8() }
      let text = TidyText.string(bytes)
      return text.isEmpty ? nil : text
    }
  }

  private func point(_ cells: borrowing RowCells) -> Coordinate? {
    if let (easting, northing) = columns.position.grid(cells) {
      return PositionGrid.coordinate(easting: easting, northing: northing, of: nil)
    }
    return columns.position.degrees(cells)?.point
  }

  private enum Thing: Equatable {
    case place(Place.Kind)
    case postcode
    case other
  }

  private func thing(_ cells: borrowing RowCells) -> Thing {
    switch form {
    case .openNames:
      if says(columns.kind, "Postcode", cells) { return .postcode }
      return says(columns.type, "populatedPlace", cells) ? .place(namedKind(cells)) : .other
    case .geoNames: return geoNamesThing(cells)
    default: return .place(namedKind(cells))
    }
  }

  private func says(_ column: Int?, _ word: StaticString, _ cells: borrowing RowCells) -> Bool {
    cells.cell(column).map { word.bytes.equalsInAnyCase($0.bytes.trimmed) } ?? false
  }

  private static let kinds: [(word: StaticString, kind: Place.Kind)] = [
    ("City", .city), ("Town", .town), ("Suburban Area", .suburb), ("Suburb", .suburb),
    ("Village", .village), ("Hamlet", .hamlet), ("Other Settlement", .other),
  ]

  private func namedKind(_ cells: borrowing RowCells) -> Place.Kind {
    for (word, kind) in Self.kinds where says(columns.kind, word, cells) { return kind }
    let isUnstated = cells.cell(columns.kind).map(\.isBlank) ?? true
    return isUnstated ? .unstated : .village
  }

  /// Populated places are of class P, except those that were abandoned.
  private func geoNamesThing(_ cells: borrowing RowCells) -> Thing {
    guard says(columns.type, "P", cells) else { return .other }
    if says(columns.kind, "PPLC", cells) { return .place(.city) }
    if says(columns.kind, "PPLX", cells) { return .place(.suburb) }
    if says(columns.kind, "PPLF", cells) || says(columns.kind, "PPLL", cells) {
      return .place(.hamlet)
    }
    let isGone = ["PPLH", "PPLQ", "PPLW"].contains { says(columns.kind, $0, cells) }
    return isGone ? .other : .place(.village)
  }
}

extension PlaceTable.Columns {
  /// ID, NAMES_URI, NAME1, NAME1_LANG, NAME2, NAME2_LANG, TYPE, LOCAL_TYPE, GEOMETRY_X, GEOMETRY_Y, …,
  /// DISTRICT_BOROUGH (21), COUNTY_UNITARY (24), COUNTRY (29).
  static let openNames = Self(
    names: [2, 4], position: PositionColumns(easting: 8, northing: 9), counties: [24, 21],
    country: 29, type: 6, kind: 7)

  /// geonameid, name, asciiname, alternatenames, latitude, longitude, feature class, feature code,
  /// country code, cc2, admin1 code, …, population (14), …
  static let geoNames = Self(
    names: [1], position: PositionColumns(latitude: 4, longitude: 5), population: 14, country: 10,
    type: 6, kind: 7)

  init(_ header: Header) {
    let name = header.columnByLetters(
      of: ColumnNames.name + [
        "placename", "place", "town", "towncity", "city", "locality", "village",
      ])
    names = name.map { [$0] } ?? []
    position = PositionColumns(header)
    population = header.columnByLetters(of: ["population", "pop", "people"])
    counties = [header.columnByLetters(of: ["county", "countyunitary", "district", "region"])]
      .compactMap { $0 }
    country = header.columnByLetters(of: ["country"])
    kind = header.columnByLetters(of: ["kind", "type", "localtype"])
  }
}
