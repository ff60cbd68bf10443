/// How to answer every record of a stream.
package struct BulkSettings: Sendable {
  package enum Format: Sendable {
    case ndjson
    case delimited(DelimitedStyle)
    /// One feature for each venue.
    case geojson

    /// Whether answers include the whole interpretation of a point in words; other formats have only its
    /// precision.
    package var saysPlaces: Bool { if case .ndjson = self { true } else { false } }
  }

  package var format: Format
  /// `nil` for all venues.
  package var limit: Int?
  package var radius: Double?
  /// Several circles to count in, each with the name of its count.
  package var circles: [(name: String, radius: Double)] = []
  /// Whether to answer with the number of venues, not with the venues.
  package var countsOnly: Bool
  package var outside: OutsidePolicy
  package var conditions: [Condition] = []
  package var food: FoodFilter?
  package var chains: ChainFilter?
  /// What is written about each venue; `nil` for everything.
  package var fields: VenueFields?
  /// What is written about each venue in addition to the dataset's data, in this order.
  package var additions: [any VenueAddition] = []
  /// Whether delimited answers begin with the names of their columns.
  package var hasHeader: Bool
  /// The columns or keys that the user named.
  package var position = PositionNames()
  /// Looks up points in words.
  package var lookup: (any PointLookup)?
  package var encoding = TextSource.Encoding.utf8
  /// See `RowCells`; set if the user says so.
  package var hasEscapes = false

  /// The columns of a row other than a venue's; the last three for points in words.
  package var ownColumns: [String] {
    ["rank"] + (outside == .clamp ? ["moved"] : []) + ["error"] + Self.precisionColumns
  }

  static let precisionColumns = ColumnNames.precision.map(\.description)

  package init(
    format: Format, limit: Int?, radius: Double?, countsOnly: Bool, outside: OutsidePolicy,
    hasHeader: Bool = true
  ) {
    self.format = format
    self.limit = limit
    self.radius = radius
    self.countsOnly = countsOnly
    self.outside = outside
    self.hasHeader = hasHeader
  }
}
