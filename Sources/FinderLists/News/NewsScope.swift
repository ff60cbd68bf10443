import FinderEngine

/// What of two editions can be compared. A venue that only one of two fetches could have found has neither
/// opened nor closed.
package enum NewsScope {
  case all
  /// Venues at these places.
  case places((Coordinate) -> Bool)
  case nothing

  func contains(_ place: Coordinate) -> Bool {
    switch self {
    case .all: true
    case .places(let contains): contains(place)
    case .nothing: false
    }
  }
}
