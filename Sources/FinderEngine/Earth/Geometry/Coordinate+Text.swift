// Coordinates in messages.

extension Coordinate {
  /// Which of the two is out of range, without its value: `is out of range (-90…90)`.
  package var rangeProblemOfValue: String {
    "is out of range (\(isLatitudeOutOfRange ? "-90…90" : "-180…180"))"
  }

  package var isLatitudeOutOfRange: Bool { !Self.latitudeRange.contains(latitude) }

  /// The same with its name and its value.
  var rangeProblem: String {
    isLatitudeOutOfRange
      ? "latitude \(shown(latitude)) \(rangeProblemOfValue)"
      : "longitude \(shown(longitude)) \(rangeProblemOfValue)"
  }

  /// The same of a record, and whether the two would be in range swapped.
  var rangeProblemOfRecord: String {
    rangeProblem + (swappedInRange == nil ? "" : "; latitude and longitude look swapped")
  }

  /// The two swapped, if they are in range then.
  package var swappedInRange: Coordinate? {
    Coordinate(validLatitude: longitude, longitude: latitude)
  }
}

/// A point as messages have it, latitude first.
package func shown(_ point: Coordinate) -> String {
  "\(shown(point.latitude)),\(shown(point.longitude))"
}

/// A number as it is printed in JSON, which has none for infinity, as `1e999` is read.
package func shown(_ value: Double) -> String {
  guard value.isFinite else { return value < 0 ? "-infinity" : "infinity" }
  var buffer = ByteBuffer(capacity: 64)
  buffer.append(number: value)
  return String(decoding: buffer.bytes, as: UTF8.self)
}
