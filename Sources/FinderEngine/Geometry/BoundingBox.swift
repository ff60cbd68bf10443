/// A rectangle of latitudes and longitudes, edges included.
///
/// `west > east` means that the box crosses the antimeridian, as in RFC 7946.
package struct BoundingBox: Equatable, Sendable {
  package var south: Double
  package var west: Double
  package var north: Double
  package var east: Double

  package init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  package var crossesAntimeridian: Bool { west > east }

  /// The degrees of longitude from the western edge eastwards to the eastern one.
  package var longitudeWidth: Double { crossesAntimeridian ? east - west + 360 : east - west }

  package var center: Coordinate {
    let middle = (west + east) / 2
    let longitude = crossesAntimeridian ? (middle > 0 ? middle - 180 : middle + 180) : middle
    return Coordinate(latitude: (south + north) / 2, longitude: longitude)
  }

  /// The meridians -180 and 180 are one: a venue written with either lies on an edge at the other.
  package func contains(_ point: Coordinate) -> Bool {
    guard point.latitude >= south, point.latitude <= north else { return false }
    if containsLongitude(point.longitude) { return true }
    return abs(point.longitude) == 180 && containsLongitude(-point.longitude)
  }

  private func containsLongitude(_ longitude: Double) -> Bool {
    crossesAntimeridian
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east
  }
}
