/// A point checked against the camera bounds, and what came of it.
package struct CameraRuling: Sendable {
  /// The point to search from.
  package let point: Coordinate
  /// Whether the point that was asked for is inside.
  package let isInside: Bool
  package let isMoved: Bool

  /// `nil` where the point is refused.
  @inline(__always)
  package init?(_ asked: Coordinate, outside policy: OutsidePolicy) {
    isInside = Camera.bounds.contains(asked)
    isMoved = !isInside && policy == .clamp
    point = isMoved ? Camera.clamped(asked) : asked
    if !isInside, policy == .refuse { return nil }
  }
}
