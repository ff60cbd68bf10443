/// What to find, as a value.
package struct Query: Sendable {
  /// The part of the world to which the answer is limited.
  package enum Area: Equatable, Sendable {
    case everywhere
    /// Within so many metres of the query's point, along the geodesic.
    case circle(radius: Double)
    case box(BoundingBox)
  }

  /// The point from which distances are measured; answers are in their order.
  package var point: Coordinate
  package var area: Area
  /// `nil` for all.
  package var limit: Int?
  package var match: NameMatch?

  package init(
    from point: Coordinate, area: Area = .everywhere, limit: Int? = nil, match: NameMatch? = nil
  ) {
    self.point = point
    self.area = area
    self.limit = limit
    self.match = match
  }
}
