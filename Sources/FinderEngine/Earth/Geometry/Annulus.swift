/// The ring of all places between two distances from a point, both edges included.
///
/// Distances are multiplied by `scale` before they are compared: a walk is longer than the geodesic, and
/// whether it is long enough depends on the walk's own figure, to the last bit.
public struct Annulus: Equatable, Sendable {
  package let scale: Double
  /// Both are scaled.
  package let inner: Double
  package let outer: Double

  /// Between two distances in metres.
  public init(from inner: Double, to outer: Double) {
    self.init(scale: 1, inner: inner, outer: outer)
  }

  /// `scale` must be above 0.
  package init(scale: Double, inner: Double, outer: Double) {
    self.scale = scale
    self.inner = inner
    self.outer = outer
  }

  /// Whether a geodesic of this length ends in the ring.
  @inline(__always) package func contains(distance: Double) -> Bool {
    let scaled = distance * scale
    return inner <= scaled && scaled <= outer
  }

  /// The inner part of the ring, with this share of its width.
  func innermost(_ share: Double) -> Annulus {
    guard share < 1 else { return self }
    return Annulus(
      scale: scale, inner: inner, outer: min(outer, inner + (outer - inner) * share))
  }
}
