import FinderEngine

/// The places that a name may mean.
struct NamedPlaces {
  /// Those of that very name.
  private(set) var exact: [Place] = []
  /// Those that are called so for short: Newcastle upon Tyne, of `Newcastle`.
  private(set) var short: [Place] = []

  /// How a place of one key is called by another.
  enum Fit {
    case exact
    case short
  }

  static func fit(_ own: Bytes, _ key: [UInt8]) -> Fit? {
    guard own.starts(with: key) else { return nil }
    if own.count == key.count { return .exact }
    guard own[key.count] == PlaceKey.space, PlaceKey.shortLength(of: Array(own)) == key.count
    else { return nil }
    return .short
  }

  mutating func take(_ place: Place, _ fit: Fit) {
    if fit == .exact { exact.append(place) } else { short.append(place) }
  }

  /// Without those of the list that comes with finder where the user has one of that name, and said
  /// nothing of its size: it would never be reached beside a town.
  var withOwnFirst: NamedPlaces {
    guard Self.merged(exact).contains(where: \.isOwn) else { return self }
    var places = self
    places.exact.removeAll { $0.origin == .places }
    places.short.removeAll { $0.origin == .places }
    return places
  }

  mutating func add(_ other: NamedPlaces) {
    exact += other.exact
    short += other.short
  }

  /// All that are meant, the largest first: a short form only where no place of the whole name has as
  /// many people. Nobody who says Wells means Wells-next-the-Sea, but whoever says Newcastle hardly
  /// means the one in County Down.
  var inOrder: [Place] {
    let exact = Self.merged(exact)
    let most = exact.map(\.people).max() ?? 0
    return Self.merged(exact + short.filter { $0.people > most }).sorted(by: Self.comesFirst)
  }

  private static func comesFirst(_ one: Place, _ other: Place) -> Bool {
    one.people != other.people
      ? one.people > other.people
      : (one.fullName, one.coordinate.latitude) < (other.fullName, other.coordinate.latitude)
  }

  /// Two lists that have one place, a little apart, have it once: where the first puts it, with what
  /// the other knows besides.
  private static func merged(_ places: [Place]) -> [Place] {
    var kept: [Place] = []
    for place in places {
      guard let same = kept.firstIndex(where: { areNear($0.coordinate, place.coordinate) }) else {
        kept.append(place)
        continue
      }
      // The sample's are those that people write.
      if place.county != nil, place.origin == .places || kept[same].county == nil {
        kept[same].district = kept[same].county
        kept[same].county = place.county
      }
      kept[same].qualifier = kept[same].qualifier ?? place.qualifier
      kept[same].country = kept[same].country ?? place.country
      kept[same].population = [kept[same].population, place.population].compactMap { $0 }.max()
      if place.kind.rawValue < kept[same].kind.rawValue { kept[same].kind = place.kind }
    }
    return kept
  }

  /// Within 5 km: the middle of a city is not the same spot to everybody. Roughly, since a geodesic
  /// takes as long as all the rest.
  private static func areNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    let north = (one.latitude - other.latitude) * metresPerDegree
    let east =
      (one.longitude - other.longitude) * metresPerDegree * cos(one.latitude * .pi / 180)
    return north * north + east * east < 5_000 * 5_000
  }

  private static let metresPerDegree = 111_200.0
}
