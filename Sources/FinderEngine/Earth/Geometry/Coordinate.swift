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

  /// `nil` unless both are finite and in range (a NaN lies in no range).
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
}
