import FinderEngine

/// A town, a village or a district of a city, whose name can be used for a point.
package struct Place: Equatable, Sendable {
  /// Without the bracketed ending that distinguishes it from others with the name.
  package var name: String
  /// That ending, as `Isle of Wight` in `Newport (Isle of Wight)`.
  var qualifier: String?
  package var county: String?
  /// What a list has in place of the county that people use, or else the county of the nearest town. It helps
  /// to tell two places apart, and is not shown.
  package var district: String?
  package var country: String?
  /// `nil` if it is not known.
  package var population: Int?
  package var kind: Kind
  package var coordinate: Coordinate
  package var origin: Origin

  package enum Kind: UInt8, Sendable, CaseIterable {
    case city
    case town
    case suburb
    case village
    case hamlet
    case other
    /// From a table that has no kinds.
    case unstated

    var usualPopulation: Int {
      switch self {
      case .city: 100_000
      case .town: 10_000
      case .suburb: 5_000
      case .village, .unstated: 1_000
      case .hamlet: 100
      case .other: 50
      }
    }
  }

  package enum Origin: String, Sendable {
    case gazetteer
    /// The list that comes with finder.
    case places
  }

  package init(
    name: String, qualifier: String? = nil, county: String? = nil, country: String? = nil,
    population: Int? = nil, kind: Kind = .town, at coordinate: Coordinate, from origin: Origin
  ) {
    (self.name, self.qualifier, self.county) = (name, qualifier, county)
    (self.country, self.population, self.kind) = (country, population, kind)
    (self.coordinate, self.origin) = (coordinate, origin)
  }

  /// The name with the region that distinguishes the place: `Ashford, Kent`.
  package var fullName: String {
    guard let region = county ?? qualifier ?? country, region != name else { return name }
    return "\(name), \(region)"
  }

  /// For comparing the sizes of places with one name. If the population is not known, it is the usual one for
  /// the kind. A town has ten times that of a village, and a village ten times that of a hamlet, so
  /// `PlaceChoice` takes the larger without asking.
  var people: Int { population ?? kind.usualPopulation }

  /// Whether it is from a user's table that does not give its size.
  var isUsersWithoutSize: Bool { origin == .gazetteer && kind == .unstated && population == nil }
}
