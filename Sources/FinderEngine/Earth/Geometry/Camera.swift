/// The rules of the map that finder descends from: where its camera may look, how near and how far
/// it may be, and what it sees from there.
///
/// The bounds are a box round the United Kingdom that also holds Paris and Dublin, so "inside the
/// camera bounds" never means "in the UK".
public enum Camera {
  /// Centre 54.093409, -2.89479, span 14.83 by 12.22. The edges are written out, since adding half
  /// the span to the centre in binary misses some of them by one unit in the last place.
  public static let bounds = BoundingBox(
    south: 46.678409, west: -9.00479, north: 61.508409, east: 3.21521)

  /// Metres from the camera to the ground, both ends allowed.
  public static let distanceRange = 500.0...2_200_000.0

  /// A view taller than this does not show single venues.
  package static let widestLatitudeForVenues = 1.0

  package static func clampedDistance(_ metres: Double) -> Double {
    min(max(metres, distanceRange.lowerBound), distanceRange.upperBound)
  }

  /// The point moved into the bounds as the map moves it: latitude and longitude each to the
  /// nearest edge, longitude the shorter way round. O(1).
  public static func clamped(_ point: Coordinate) -> Coordinate {
    let latitude = min(max(point.latitude, bounds.south), bounds.north)
    guard point.longitude < bounds.west || point.longitude > bounds.east else {
      return Coordinate(latitude: latitude, longitude: point.longitude)
    }
    let toWest = degreesBetween(point.longitude, bounds.west)
    let toEast = degreesBetween(point.longitude, bounds.east)
    return Coordinate(
      latitude: latitude, longitude: toWest < toEast ? bounds.west : bounds.east)
  }

  private static func degreesBetween(_ a: Double, _ b: Double) -> Double {
    let direct = abs(a - b)
    return min(direct, 360 - direct)
  }
}
