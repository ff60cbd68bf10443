/// The box round points, from behind the widest gap between them, so that one which reaches across the
/// antimeridian stays small.
package struct NarrowestBox {
  private static let stripCount = 720
  /// Of half a degree of longitude each: the westernmost and easternmost point in it.
  private var west = [Double](repeating: .infinity, count: stripCount)
  private var east = [Double](repeating: -.infinity, count: stripCount)
  private var north = -Double.infinity
  private var south = Double.infinity

  package init() {}

  package mutating func add(_ point: Coordinate) {
    let strip = min(Int((point.longitude + 180) * 2), Self.stripCount - 1)
    west[strip] = min(west[strip], point.longitude)
    east[strip] = max(east[strip], point.longitude)
    (north, south) = (max(north, point.latitude), min(south, point.latitude))
  }

  /// `nil` without points.
  package var box: BoundingBox? {
    let filled = west.indices.filter { west[$0].isFinite }
    guard let first = filled.first, let last = filled.last else { return nil }
    // The gap that counts as long as it is the widest is the one from the last to the first.
    var (start, end, widest) = (first, last, first + Self.stripCount - last)
    for (before, after) in zip(filled, filled.dropFirst()) where after - before > widest {
      (start, end, widest) = (after, before, after - before)
    }
    return BoundingBox(south: south, west: west[start], north: north, east: east[end])
  }
}
