import FinderEngine

/// What to fetch, and from which servers: everything that another fetch needs to make the same request.
///
///     osm&hygiene&kinds=cafe,pub&circle=51.5,-0.12,5000&authority=Brighton%20and%20Hove
package struct FetchRequest: Equatable, Sendable {
  /// In order, without repeats; so are the lists below.
  package var sources: [FetchSource]
  package var kinds: [FetchKind]
  package var areas: [FetchArea]
  /// Names of authorities, which only the hygiene ratings have.
  package var authorities: [String]
  /// Servers used in place of the usual ones.
  package var servers: [FetchSource: WebAddress]
  /// For OpenStreetMap: see `VenueChoice`.
  package var includesPrivate: Bool

  /// The most areas and authorities together. A name may be as long as a sentence.
  package static let mostParts = 20
  package static let mostText = 16_384

  package init(
    sources: [FetchSource], kinds: [FetchKind] = FetchKind.usual, areas: [FetchArea] = [],
    authorities: [String] = [], servers: [FetchSource: WebAddress] = [:],
    includesPrivate: Bool = false
  ) {
    self.sources = FetchSource.allCases.filter(sources.contains)
    self.kinds = FetchKind.allCases.filter(kinds.contains)
    self.areas = areas.indices.filter { !areas[..<$0].contains(areas[$0]) }.map { areas[$0] }
    self.authorities = authorities.indices.filter { !authorities[..<$0].contains(authorities[$0]) }
      .map { authorities[$0] }
    self.servers = servers
    self.includesPrivate = includesPrivate
  }

  package func server(_ source: FetchSource) -> WebAddress {
    servers[source] ?? WebAddress(source.standardServer)!
  }

  /// The user of the first server that has a name and a password (see `WebAddress`).
  package var user: String? {
    sources.lazy.compactMap { servers[$0]?.user }.first
  }

  package var squareKilometres: Double { areas.reduce(0) { $0 + $1.squareKilometres } }

  /// As in `OpenStreetMap, within 5 km of 51.5074,-0.1278`.
  package var description: String {
    let places = areas.map(\.description) + authorities
    return sources.map(\.publisher).joined(separator: " and ") + ", "
      + places.prefix(3).joined(separator: "; ")
      + (places.count > 3 ? " and \(places.count - 3) more" : "")
  }

  /// Without passwords.
  package var text: String {
    var parts = sources.map(\.rawValue)
    parts.append("kinds=" + kinds.text)
    if includesPrivate { parts.append("private") }
    parts += areas.map(\.text)
    parts += authorities.map { "authority=\(PercentCode.encoded($0))" }
    for source in FetchSource.allCases {
      guard let server = servers[source] else { continue }
      parts.append("\(source.rawValue)-server=\(PercentCode.encoded(server.shown))")
    }
    return parts.joined(separator: "&")
  }

  /// `nil` for anything that `text` does not write; users may have edited the record.
  package init?(text: String) {
    guard text.utf8.count <= Self.mostText else { return nil }
    self.init(sources: [], kinds: [])
    for part in text.split(separator: "&", omittingEmptySubsequences: false) {
      guard take(part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)) else {
        return nil
      }
    }
    let places = areas.count + authorities.count
    guard !sources.isEmpty, !kinds.isEmpty, (1...Self.mostParts).contains(places),
      squareKilometres <= FetchArea.mostInAll,
      !areas.isEmpty || sources == [.hygiene]
    else { return nil }
  }

  private mutating func take(_ part: [Substring]) -> Bool {
    let name = String(part[0])
    guard part.count == 2 else {
      if name == "private", !includesPrivate {
        includesPrivate = true
        return true
      }
      guard let source = FetchSource(rawValue: name), !sources.contains(source) else {
        return false
      }
      sources.append(source)
      return true
    }
    guard let value = PercentCode.decoded(part[1]) else { return false }
    switch name {
    case "kinds":
      guard let named = [FetchKind](text: value) else { return false }
      kinds = named
      return true
    case "authority":
      authorities.append(value)
      return !value.isEmpty
    case "osm-server", "hygiene-server":
      // Passwords are not kept, so none may be read back.
      guard let server = WebAddress(value), server.credentials == nil,
        let source = FetchSource(rawValue: name.dropLast(7))
      else { return false }
      servers[source] = server
      return true
    default:
      guard let area = FetchArea(name, value) else { return false }
      areas.append(area)
      return true
    }
  }

  /// In any order, and from any servers.
  func asksForTheSamePlaces(as other: FetchRequest) -> Bool {
    areas.allSatisfy(other.areas.contains) && other.areas.allSatisfy(areas.contains)
      && Set(authorities) == Set(other.authorities)
  }
}

extension FetchSource {
  fileprivate init?(rawValue: Substring) { self.init(rawValue: String(rawValue)) }
}

package enum FetchSource: String, CaseIterable, Sendable {
  case osm
  case hygiene

  package var title: String { self == .osm ? "Overpass" : "the hygiene ratings' API" }

  /// Who publishes the data.
  package var publisher: String { self == .osm ? "OpenStreetMap" : "the Food Standards Agency" }

  package var attribution: Attribution { self == .osm ? .openStreetMap : .foodStandardsAgency }

  /// The server used unless the user names another.
  var standardServer: String {
    self == .osm
      ? "https://overpass-api.de/api/interpreter" : "https://api.ratings.food.gov.uk"
  }
}

/// A kind of venue, by its value of OpenStreetMap's `amenity`.
package enum FetchKind: String, CaseIterable, Sendable {
  case restaurant
  case cafe
  case pub
  case bar
  case fastFood = "fast_food"
  case foodCourt = "food_court"
  case beerGarden = "biergarten"
  case iceCream = "ice_cream"

  /// The kinds fetched unless the user chooses others.
  package static let usual: [FetchKind] = [.restaurant, .cafe, .pub, .bar, .fastFood]

  /// The number of the hygiene ratings' business type for it.
  var businessType: Int {
    switch self {
    case .restaurant, .cafe, .foodCourt: 1
    case .pub, .bar, .beerGarden: 7843
    case .fastFood, .iceCream: 7844
    }
  }
}

extension [FetchKind] {
  /// As in `cafe,pub`.
  var text: String { map(\.rawValue).joined(separator: ",") }

  /// `nil` if any is not the name of a kind.
  init?(text: String) {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    self = names.compactMap { FetchKind(rawValue: String($0)) }
    guard count == names.count else { return nil }
  }
}
