/// A venue found, by its row in the store, nearest first.
package struct Hit: Equatable, Sendable {
  package let row: Int
  package let distance: Double
  /// From the query's point, degrees clockwise from north.
  package let bearing: Double
}

extension Hit {
  /// False only where a damaged snapshot put the venue nowhere: whoever shows a distance may count
  /// on a number that is one.
  var isOfThisEarth: Bool { distance >= 0 && distance < 1e8 && bearing >= 0 && bearing <= 360 }
}

extension VenueStore {
  package func venue(_ hit: Hit) -> Venue { Venue(row: hit.row, of: self) }
}
