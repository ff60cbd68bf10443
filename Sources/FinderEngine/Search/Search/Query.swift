/// What to find.
public struct Query: Sendable {
  /// The part of the world to which the answer is limited.
  public enum Area: Equatable, Sendable {
    /// Leaves out no part.
    case everywhere
    /// Within this many metres of the query's point, along the geodesic.
    case circle(radius: Double)
    /// Neither too near nor too far.
    case annulus(Annulus)
    /// Inside the box or on its edges.
    case box(BoundingBox)
    /// Inside the polygon or on its edges.
    case polygon(Polygon)
    /// Near enough to each of several points. `MeetingSearch` has the order for a meeting.
    case together(Meeting)
    /// Within a distance of a way.
    case corridor(Corridor)
  }

  /// The point from which distances are measured; they give the order.
  public var point: Coordinate
  /// Where to look.
  public var area: Area
  /// The maximum number of venues to return; `nil` for all.
  public var limit: Int?
  /// Which names to look for; `nil` for any.
  public var match: NameMatch?
  /// Conditions that venues must meet, all of them.
  package var conditions: [Condition] = []
  /// Which of them by their food; `nil` for all.
  package var food: FoodFilter?
  /// Which of them by their chains; `nil` for all.
  package var chains: ChainFilter?
  /// The only rows that may be found; `nil` for all. They are examined one by one, without the index.
  package var rows: [Int]?
  /// Which rows by marks from elsewhere; `nil` for all.
  package var marks: RowMarks?

  /// The nearest venues to a point, unless an area, a limit or a match says otherwise.
  public init(
    from point: Coordinate, area: Area = .everywhere, limit: Int? = nil, match: NameMatch? = nil
  ) {
    (self.point, self.area, self.limit, self.match) = (point, area, limit, match)
  }

  package init(
    from point: Coordinate, area: Area, limit: Int?, match: NameMatch?, conditions: [Condition]
  ) {
    self.init(from: point, area: area, limit: limit, match: match)
    self.conditions = conditions
  }

  /// Whether no venue is left out.
  package var asksForAll: Bool { area == .everywhere && !isNarrowed }

  /// Its marks, if nothing else leaves out venues.
  package var marksAlone: RowMarks? {
    guard let marks else { return nil }
    var rest = self
    rest.marks = nil
    guard rest.asksForAll else { return nil }
    marks.countRows()
    return marks
  }

  /// Whether something other than the area leaves out venues.
  package var isNarrowed: Bool {
    match != nil || !conditions.isEmpty || food != nil || chains != nil || rows != nil
      || marks != nil
  }
}

/// A venue that was found, by its row in the store.
package struct Hit: Equatable, Sendable {
  package let row: Int
  package let distance: Double
  /// From the query's point, degrees clockwise from north.
  package let bearing: Double

  package init(row: Int, distance: Double, bearing: Double) {
    (self.row, self.distance, self.bearing) = (row, distance, bearing)
  }

  /// False only if a damaged snapshot gives the venue no real position. Printing relies on distances being
  /// real numbers.
  var isOfThisEarth: Bool { distance >= 0 && distance < 1e8 && bearing >= 0 && bearing <= 360 }
}

extension VenueStore {
  package func venue(_ hit: Hit) -> Venue { Venue(row: hit.row, of: self) }
}
