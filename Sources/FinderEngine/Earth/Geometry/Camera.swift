/// The rules of the map that finder descends from: where its camera may look, how near and how far it may be,
/// and what it sees from there.
///
/// The bounds are a box around the United Kingdom that also includes Paris and Dublin, so "inside the camera
/// bounds" never means "in the UK".
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

  /// The point moved into the bounds as the map does it: latitude and longitude each to the nearest edge,
  /// longitude the shorter way round. O(1).
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

  /// Whether the point is outside the bounds, and would be inside with latitude and longitude swapped.
  package static func looksSwapped(_ point: Coordinate) -> Bool {
    !bounds.contains(point) && bounds.contains(point.swapped)
  }

  /// The same for a whole box: no part of it is inside, and with latitude and longitude swapped all or almost
  /// all of it would be. Almost, since a box around the whole country reaches a little beyond the bounds.
  package static func looksSwapped(_ box: BoundingBox) -> Bool {
    let swapped = box.swapped
    let wide = BoundingBox(
      south: bounds.south - margin, west: bounds.west - margin, north: bounds.north + margin,
      east: bounds.east + margin)
    return !bounds.intersects(box) && bounds.intersects(swapped)
      && wide.contains(Coordinate(latitude: swapped.south, longitude: swapped.west))
      && wide.contains(Coordinate(latitude: swapped.north, longitude: swapped.east))
  }

  /// In degrees.
  private static let margin = 3.0
}

/// The result of checking a point against the camera bounds.
package struct CameraRuling: Sendable {
  /// The point to search from.
  package let point: Coordinate
  package let isInside: Bool
  package let isMoved: Bool
  /// Whether the requested point is outside, and would be inside with latitude and longitude swapped.
  package let looksSwapped: Bool

  /// `nil` if the point is refused.
  @inline(__always)
  package init?(_ asked: Coordinate, outside policy: OutsidePolicy) {
    isInside = Camera.bounds.contains(asked)
    isMoved = !isInside && policy == .clamp
    looksSwapped = !isInside && Camera.bounds.contains(asked.swapped)
    point = isMoved ? Camera.clamped(asked) : asked
    if !isInside, policy == .refuse { return nil }
  }
}

/// What to do with a point outside the camera bounds.
package enum OutsidePolicy: String, Sendable {
  case refuse
  case clamp
  case allow
}

/// How much of the map a view shows, in degrees.
public struct CameraSpan: Equatable, Sendable {
  /// The view's height.
  public var latitude: Double
  /// Its width.
  public var longitude: Double

  /// A view of this height and width.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The three spans that the map names by the height of the camera.
  package init?(named name: String) {
    switch name {
    case "low": self.init(latitude: 0.005, longitude: 0.005)
    case "middle": self.init(latitude: 0.025, longitude: 0.025)
    case "high": self.init(latitude: 14.83, longitude: 12.22)
    default: return nil
    }
  }

  package var isTooWideForVenues: Bool { latitude > Camera.widestLatitudeForVenues }

  /// The rectangle that is visible with the camera above `center`. O(1).
  public func visibleBox(around center: Coordinate) -> BoundingBox {
    let south = max(tidied(center.latitude - latitude / 2), -90)
    let north = min(tidied(center.latitude + latitude / 2), 90)
    // The rounded edges of a view slightly narrower than the globe could coincide, and then show nothing.
    guard longitude < 360 - 2e-9 else {
      return BoundingBox(south: south, west: -180, north: north, east: 180)
    }
    return BoundingBox(
      south: south, west: tidied(wrapped(center.longitude - longitude / 2)),
      north: north, east: tidied(wrapped(center.longitude + longitude / 2)))
  }

  /// To 1e-9 degrees (0.1 mm), so that 51.5 - 0.0125 is the 51.4875 that a person would expect, and a venue
  /// written with that latitude is on the edge, not a rounding error outside it.
  private func tidied(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 }

  private func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
  }
}
