import FinderEngine

/// A town, a village or a district of a city, by whose name a point can be given.
package struct Place: Equatable, Sendable {
  /// Without the bracketed ending that tells it from another of its name.
  package var name: String
  /// That ending: `Isle of Wight` of `Newport (Isle of Wight)`.
  var qualifier: String?
  package var county: String?
  /// What a list has for the county where people say another, or the county of the nearest town: good
  /// for telling two places apart, and not shown.
  package var district: String?
  package var country: String?
  /// `nil` where nobody said.
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
    /// Of a table that has no kinds.
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

  /// As people write it, so that it names no other: `Ashford, Kent`.
  package var fullName: String {
    guard let region = county ?? qualifier ?? country, region != name else { return name }
    return "\(name), \(region)"
  }

  /// By which the larger of two places of a name is known. Where nobody said how many people live
  /// there, what is usual for its kind: a step from town to village to hamlet is one of ten times, and
  /// so settles which is meant, as it does for people.
  var people: Int { population ?? kind.usualPopulation }

  /// Of a table of the user's own that says nothing of its size.
  var isOwn: Bool { origin == .gazetteer && kind == .unstated && population == nil }
}
