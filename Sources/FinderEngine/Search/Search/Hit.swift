/// A venue that was found, by its row in the store.
package struct Hit: Equatable, Sendable {
  package let row: Int
  package let distance: Double
  /// From the query's point, degrees clockwise from north.
  package let bearing: Double

  package init(row: Int, distance: Double, bearing: Double) {
    self.row = row
    self.distance = distance
    self.bearing = bearing
  }

  /// False only if a damaged snapshot gives the venue no real position. Printing relies on
  /// distances being real numbers.
  var isOfThisEarth: Bool { distance >= 0 && distance < 1e8 && bearing >= 0 && bearing <= 360 }
}

extension VenueStore {
  package func venue(_ hit: Hit) -> Venue { Venue(row: hit.row, of: self) }
}
