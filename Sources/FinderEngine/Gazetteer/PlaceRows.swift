/// The rows of a table of places: OS Open Names, GeoNames, or any with a header.
///
/// Rows of other things than populated places (roads, rivers, hills) are passed over; those of postcodes,
/// which OS Open Names has among its names, are taken as such.
struct PlaceRows: ~Copyable {
  private var rows: RowReader
  private let form: GazetteerForm
  private let columns: Columns
  private var tally = GazetteerTally()

  fileprivate struct Columns {
    var names: [Int] = []
    var easting: Int?
    var northing: Int?
    var latitude: Int?
    var longitude: Int?
    var population: Int?
    /// The first of them that says something.
    var counties: [Int] = []
    var country: Int?
    /// What sort of thing it is, coarse and fine.
    var type: Int?
    var kind: Int?

    var isEnough: Bool {
      !names.isEmpty
        && (easting != nil && northing != nil || latitude != nil && longitude != nil)
    }
  }

  static func areEnough(_ header: Header) -> Bool { Columns(header).isEnough }

  init(_ rows: consuming RowReader, _ form: GazetteerForm) {
    switch form {
    case .openNames: columns = .openNames
    case .geoNames: columns = .geoNames
    default: columns = Columns(rows.header)
    }
    self.rows = rows
    self.form = form
  }

  mutating func read(into builder: GazetteerBuilder) throws -> GazetteerTally {
    while try rows.next() { takeRow(into: builder) }
    return tally
  }

  private mutating func takeRow(into builder: GazetteerBuilder) {
    guard rows.problem == nil else {
      tally.rows += 1
      tally.unreadable += 1
      return
    }
    let thing = thing
    guard thing != .other else { return }
    tally.rows += 1
    guard let point = point else {
      tally.withoutPosition += 1
      return
    }
    if case .place(let kind) = thing {
      takePlace(kind, at: point, into: builder)
    } else {
      takePostcode(at: point, into: builder)
    }
  }

  private mutating func takePostcode(at point: Coordinate, into builder: GazetteerBuilder) {
    let postcode = cell(columns.names[0])?.withValue { try? PostcodeReading($0).certain }
    guard let postcode else {
      tally.withoutName += 1
      return
    }
    builder.add(postcode, at: point, isTerminated: false)
    tally.used += 1
  }

  private mutating func takePlace(
    _ kind: Place.Kind, at point: Coordinate, into builder: GazetteerBuilder
  ) {
    let population = number(columns.population)
    let place = Place(
      name: "", county: county, country: country,
      population: population.flatMap { $0 >= 1 && $0 < 1e9 ? Int($0) : nil }, kind: kind, at: point,
      from: .gazetteer)
    var isTaken = false
    for column in columns.names {
      guard let name = text(column) else { continue }
      if builder.add(place, named: name) { isTaken = true }
    }
    if isTaken { tally.used += 1 } else { tally.withoutName += 1 }
  }

  private var county: String? {
    for column in columns.counties {
      if let county = text(column) { return county }
    }
    return nil
  }

  /// GeoNames has codes.
  private var country: String? {
    guard let text = text(columns.country) else { return nil }
    return switch text {
    case "ENG": "England"
    case "SCT": "Scotland"
    case "WLS": "Wales"
    case "NIR": "Northern Ireland"
    default: text
    }
  }

  // MARK: Cells

  @inline(__always) private func cell(_ column: Int?) -> Cell? {
    guard let column, column < rows.cells.count else { return nil }
    return rows.cells[column]
  }

  /// `nil` where nothing is there, and where it is not UTF-8.
  private func text(_ column: Int?) -> String? {
    cell(column)?.withValue { bytes in
      guard bytes.isUTF8 else { return nil }
      let text = TidyName.string(bytes)
      return text.isEmpty ? nil : text
    }
  }

  private func number(_ column: Int?) -> Double? {
    cell(column).flatMap { DecimalNumber.parse($0.bytes.trimmed) }
  }

  private var point: Coordinate? {
    if let easting = number(columns.easting), let northing = number(columns.northing) {
      return PositionGrid.coordinate(easting: easting, northing: northing, of: nil)
    }
    guard let latitude = number(columns.latitude), let longitude = number(columns.longitude),
      latitude != 0 || longitude != 0
    else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }

  // MARK: Kinds

  private enum Thing: Equatable {
    case place(Place.Kind)
    case postcode
    case other
  }

  private var thing: Thing {
    switch form {
    case .openNames: openNamesThing
    case .geoNames: geoNamesThing
    default: .place(namedKind)
    }
  }

  private func says(_ column: Int?, _ word: StaticString) -> Bool {
    cell(column)?.bytes.equals(word) ?? false
  }

  private var openNamesThing: Thing {
    if says(columns.kind, "Postcode") { return .postcode }
    return says(columns.type, "populatedPlace") ? .place(namedKind) : .other
  }

  private var namedKind: Place.Kind {
    if says(columns.kind, "City") { return .city }
    if says(columns.kind, "Town") { return .town }
    if says(columns.kind, "Suburban Area") { return .suburb }
    if says(columns.kind, "Hamlet") { return .hamlet }
    return says(columns.kind, "Other Settlement") ? .other : .village
  }

  /// Populated places are of class P; those that were given up are no longer any.
  private var geoNamesThing: Thing {
    guard says(columns.type, "P") else { return .other }
    if says(columns.kind, "PPLC") { return .place(.city) }
    if says(columns.kind, "PPLX") { return .place(.suburb) }
    if says(columns.kind, "PPLF") || says(columns.kind, "PPLL") { return .place(.hamlet) }
    let isGone =
      says(columns.kind, "PPLH") || says(columns.kind, "PPLQ") || says(columns.kind, "PPLW")
    return isGone ? .other : .place(.village)
  }
}

extension PlaceRows.Columns {
  /// ID, NAMES_URI, NAME1, NAME1_LANG, NAME2, NAME2_LANG, TYPE, LOCAL_TYPE, GEOMETRY_X, GEOMETRY_Y, …,
  /// DISTRICT_BOROUGH (21), COUNTY_UNITARY (24), COUNTRY (29).
  static let openNames = Self(
    names: [2, 4], easting: 8, northing: 9, counties: [24, 21], country: 29, type: 6, kind: 7)

  /// geonameid, name, asciiname, alternatenames, latitude, longitude, feature class, feature code,
  /// country code, cc2, admin1 code, …, population (14), …
  static let geoNames = Self(
    names: [1], latitude: 4, longitude: 5, population: 14, country: 10, type: 6, kind: 7)

  init(_ header: Header) {
    let name = header.columnByLetters(
      of: ColumnNames.name + [
        "placename", "place", "town", "towncity", "city", "locality", "village",
      ])
    names = name.map { [$0] } ?? []
    easting = header.columnByLetters(of: ColumnNames.easting)
    northing = header.columnByLetters(of: ColumnNames.northing)
    latitude = header.columnByLetters(of: ColumnNames.latitude)
    longitude = header.columnByLetters(of: ColumnNames.longitude)
    population = header.columnByLetters(of: ["population", "pop", "people"])
    counties = [header.columnByLetters(of: ["county", "countyunitary", "district", "region"])]
      .compactMap { $0 }
    country = header.columnByLetters(of: ["country"])
    kind = header.columnByLetters(of: ["kind", "type", "localtype"])
  }
}
