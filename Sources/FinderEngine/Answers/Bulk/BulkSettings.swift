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
  /// Several circles to count in, each with the name of its count; they take the place of the query's area.
  package var circles: [(name: String, radius: Double)]
  /// Whether to answer with the number of venues, not with the venues.
  package var countsOnly: Bool
  package var outside: OutsidePolicy
  /// What is written about each venue; `nil` for everything.
  package var fields: VenueFields?
  /// What is written about each venue in addition to the dataset's data, in this order.
  package var additions: [any VenueAddition]
  /// Whether delimited answers begin with the names of their columns.
  package var hasHeader: Bool
  /// The columns or keys that the user named.
  package var position: PositionNames
  package var encoding: TextSource.Encoding
  /// See `RowCells`; set if the user says so.
  package var hasEscapes: Bool
  /// Looks up points in words.
  package var lookup: (any PointLookup)?

  /// The columns of a row other than a venue's; the last three for points in words.
  package static func ownColumns(outside: OutsidePolicy) -> [String] {
    ["rank"] + (outside == .clamp ? ["moved"] : []) + ["error"] + precisionColumns
  }

  static let precisionColumns = ColumnNames.precision.map(\.description)

  package init(
    format: Format = .ndjson, circles: [(name: String, radius: Double)] = [],
    countsOnly: Bool = false, outside: OutsidePolicy = .allow, fields: VenueFields? = nil,
    additions: [any VenueAddition] = [], hasHeader: Bool = true,
    position: PositionNames = PositionNames(), encoding: TextSource.Encoding = .utf8,
    hasEscapes: Bool = false, lookup: (any PointLookup)? = nil
  ) {
    (self.format, self.circles, self.countsOnly) = (format, circles, countsOnly)
    (self.outside, self.fields, self.additions) = (outside, fields, additions)
    (self.hasHeader, self.position, self.encoding) = (hasHeader, position, encoding)
    (self.hasEscapes, self.lookup) = (hasEscapes, lookup)
  }
}
