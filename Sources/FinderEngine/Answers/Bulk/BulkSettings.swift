/// How to answer every record of a stream.
package struct BulkSettings: Sendable {
  package enum Format: Sendable {
    case ndjson
    case delimited(DelimitedStyle)
    /// A feature a venue.
    case geojson

    /// Whether answers say all that a point in words was taken for; others say how exactly it is known.
    package var saysPlaces: Bool { if case .ndjson = self { true } else { false } }
  }

  package var format: Format
  /// `nil` for all.
  package var limit: Int?
  package var radius: Double?
  /// Several circles to count in, each by the name that its count has.
  package var circles: [(name: String, radius: Double)] = []
  /// Answers with the number of venues, not with the venues.
  package var countsOnly: Bool
  package var outside: OutsidePolicy
  package var conditions: [Condition] = []
  package var food: FoodFilter?
  package var chains: ChainFilter?
  /// What is written of each venue; `nil` for all.
  package var fields: VenueFields?
  /// What is written of each venue beside the dataset, in this order.
  package var additions: [any VenueAddition] = []
  /// Whether delimited answers begin with the names of their columns.
  package var hasHeader: Bool
  /// The columns or keys that somebody named.
  package var position = PositionNames()
  /// Who knows the points in words.
  package var lookup: (any PointLookup)?
  package var encoding = TextSource.Encoding.utf8
  /// See `RowCells`; set where the user says so.
  package var hasEscapes = false

  /// What rows have of their own beside what they say of a venue; the last three where points are in words.
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
