/// A point checked against the camera bounds, and what came of it.
package struct CameraRuling: Sendable {
  /// The point to search from.
  package let point: Coordinate
  /// Whether the point that was asked for is inside.
  package let isInside: Bool
  package let isMoved: Bool
  /// The point that was asked for is outside, and would be inside with latitude and longitude
  /// swapped.
  package let looksSwapped: Bool

  /// `nil` where the point is refused.
  @inline(__always)
  package init?(_ asked: Coordinate, outside policy: OutsidePolicy) {
    isInside = Camera.bounds.contains(asked)
    isMoved = !isInside && policy == .clamp
    looksSwapped = !isInside && Camera.bounds.contains(asked.swapped)
    point = isMoved ? Camera.clamped(asked) : asked
    if !isInside, policy == .refuse { return nil }
  }
}

extension Camera {
  /// The point is outside the bounds, and would be inside them with latitude and longitude swapped.
  package static func looksSwapped(_ point: Coordinate) -> Bool {
    !bounds.contains(point) && bounds.contains(point.swapped)
  }

  /// The same of a whole box: no part of it is inside, and all of it would be.
  package static func looksSwapped(_ box: BoundingBox) -> Bool {
    let swapped = box.swapped
    return !bounds.intersects(box) && swapped.west <= swapped.east
      && bounds.contains(Coordinate(latitude: swapped.south, longitude: swapped.west))
      && bounds.contains(Coordinate(latitude: swapped.north, longitude: swapped.east))
  }
}
