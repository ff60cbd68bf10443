/// What to do with a point outside the camera bounds.
public enum OutsidePolicy: String, Sendable {
  case refuse
  case clamp
  case allow
}

/// A point checked against the camera bounds, and what came of it.
public struct CameraRuling: Sendable {
  /// The point to search from.
  public let point: Coordinate
  /// Whether the point that was asked for is inside.
  public let isInside: Bool
  public let isMoved: Bool

  /// `nil` where the point is refused.
  @inline(__always)
  public init?(_ asked: Coordinate, outside policy: OutsidePolicy) {
    isInside = Camera.bounds.contains(asked)
    isMoved = !isInside && policy == .clamp
    point = isMoved ? Camera.clamped(asked) : asked
    if !isInside, policy == .refuse { return nil }
  }
}
