/// A position on the WGS 84 ellipsoid, in decimal degrees.
public struct Coordinate: Equatable, Hashable, Sendable, BitwiseCopyable {
  /// Degrees north, -90…90.
  public var latitude: Double
  /// Degrees east, -180…180.
  public var longitude: Double

  package static let latitudeRange = -90.0...90.0
  package static let longitudeRange = -180.0...180.0

  /// The caller is responsible for the ranges; `init?(validLatitude:longitude:)` checks them.
  @inlinable public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// `nil` unless both are finite and in range (a NaN is in no range).
  public init?(validLatitude latitude: Double, longitude: Double) {
    guard Self.latitudeRange.contains(latitude), Self.longitudeRange.contains(longitude) else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Latitude and longitude swapped, which may be out of range.
  @inlinable package var swapped: Coordinate {
    Coordinate(latitude: longitude, longitude: latitude)
  }

  /// The canonical spelling of this place: without -0, and with one longitude for the 180th meridian and one
  /// for each pole.
  package var canonical: Coordinate {
    let longitude = longitude == -180 ? 180 : longitude
    return Coordinate(
      latitude: latitude + 0, longitude: abs(latitude) == 90 ? 0 : longitude + 0)
  }

  /// Below 0 if this one comes first: from south to north, then from west to east.
  package func order(_ other: Coordinate) -> Int {
    if latitude != other.latitude { return latitude < other.latitude ? -1 : 1 }
    return longitude == other.longitude ? 0 : longitude < other.longitude ? -1 : 1
  }

  // Coordinates in messages.

  /// Which of the two is out of range, without its value: `is out of range (-90…90)`.
  package var rangeProblemOfValue: String {
    "is out of range (\(isLatitudeOutOfRange ? "-90…90" : "-180…180"))"
  }

  package var isLatitudeOutOfRange: Bool { !Self.latitudeRange.contains(latitude) }

  /// The same, with its name and value.
  var rangeProblem: String {
    isLatitudeOutOfRange
      ? "latitude \(shown(latitude)) \(rangeProblemOfValue)"
      : "longitude \(shown(longitude)) \(rangeProblemOfValue)"
  }

  /// The same for a record, with a note if swapping the two would put them in range.
  var rangeProblemOfRecord: String {
    rangeProblem + (swappedInRange == nil ? "" : "; latitude and longitude look swapped")
  }

  /// The two swapped, if they are in range then.
  package var swappedInRange: Coordinate? {
    Coordinate(validLatitude: longitude, longitude: latitude)
  }
}

/// A point as messages print it, latitude first.
package func shown(_ point: Coordinate) -> String {
  "\(shown(point.latitude)),\(shown(point.longitude))"
}

/// A round length: `500 m`, `2.5 km`
package func shown(metres: Double) -> String {
  metres < 1000 ? "\(shown(metres)) m" : "\(shown(metres / 1000)) km"
}

/// A number as printed in JSON, except infinity, which JSON lacks but `1e999` is read as.
package func shown(_ value: Double) -> String {
  guard value.isFinite else { return value < 0 ? "-infinity" : "infinity" }
  var buffer = ByteBuffer(capacity: 64)
  buffer.append(number: value)
  return String(decoding: buffer.bytes, as: UTF8.self)
}
