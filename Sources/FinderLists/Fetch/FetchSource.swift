import FinderEngine

/// Who is asked for venues.
package enum FetchSource: String, CaseIterable, Sendable {
  case osm
  case hygiene

  package var title: String {
    switch self {
    case .osm: "Overpass"
    case .hygiene: "the hygiene ratings' API"
    }
  }

  /// Whose data it is.
  package var publisher: String {
    switch self {
    case .osm: "OpenStreetMap"
    case .hygiene: "the Food Standards Agency"
    }
  }

  package var attribution: Attribution {
    switch self {
    case .osm: .openStreetMap
    case .hygiene: .foodStandardsAgency
    }
  }

  /// Where it is asked unless the user names a server.
  package var standardServer: String {
    switch self {
    case .osm: "https://overpass-api.de/api/interpreter"
    case .hygiene: "https://api.ratings.food.gov.uk"
    }
  }
}
