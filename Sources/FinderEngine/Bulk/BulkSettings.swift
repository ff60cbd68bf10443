/// How to answer every record of a stream.
package struct BulkSettings: Sendable {
  package enum Format: Sendable {
    case ndjson
    case delimited(DelimitedStyle)
  }

  package var format: Format
  /// `nil` for all.
  package var limit: Int?
  package var radius: Double?
  /// Answers with the number of venues, not with the venues.
  package var countsOnly: Bool
  package var outside: OutsidePolicy
  /// What venues are to meet.
  package var conditions: [Condition] = []

  package init(
    format: Format, limit: Int?, radius: Double?, countsOnly: Bool, outside: OutsidePolicy
  ) {
    self.format = format
    self.limit = limit
    self.radius = radius
    self.countsOnly = countsOnly
    self.outside = outside
  }
}
