/// What to find, as a value.
public struct Query: Sendable {
  /// A part of the world that the answer is kept to.
  public enum Area: Equatable, Sendable {
    case everywhere
    /// Within so many metres of the query's point, along the geodesic.
    case circle(radius: Double)
    case box(BoundingBox)
  }

  /// What distances are measured from, and the order with them.
  public var point: Coordinate
  public var area: Area
  /// `nil` for all.
  public var limit: Int?
  public var match: NameMatch?

  public init(
    from point: Coordinate, area: Area = .everywhere, limit: Int? = nil, match: NameMatch? = nil
  ) {
    self.point = point
    self.area = area
    self.limit = limit
    self.match = match
  }
}

/// A venue found, by its row in the store, nearest first.
public struct Hit: Equatable, Sendable {
  public let row: Int
  public let distance: Double
  /// From the query's point, degrees clockwise from north.
  public let bearing: Double
}

extension Hit {
  /// False only where a damaged snapshot put the venue nowhere: whoever shows a distance may count
  /// on a number that is one.
  var isOfThisEarth: Bool { distance >= 0 && distance < 1e8 && bearing >= 0 && bearing <= 360 }
}
