import FinderEngine

/// The places that a name may mean.
struct NamedPlaces {
  /// Places with exactly that name.
  private(set) var exact: [Place] = []
  /// Places for which the name is short, as `Newcastle` is for Newcastle upon Tyne.
  private(set) var short: [Place] = []

  /// How a name matches a place.
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

  /// If the user has added a place of this name without a size, drops those of the list that comes with
  /// finder: beside a town, the user's would never be chosen.
  var preferringUsers: NamedPlaces {
    guard Self.merged(exact).contains(where: \.isUsersWithoutSize) else { return self }
    var places = self
    places.exact.removeAll { $0.origin == .places }
    places.short.removeAll { $0.origin == .places }
    return places
  }

  mutating func add(_ other: NamedPlaces) {
    exact += other.exact
    short += other.short
  }

  /// All places that may be meant, the largest first. A place with a longer name is included only if no place
  /// with exactly this name has as many people. `Wells` never means Wells-next-the-Sea, but `Newcastle`
  /// hardly means the one in County Down.
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

  /// A place that two lists have, a little apart, is kept once: at the first list's position, with whatever
  /// the other list adds.
  private static func merged(_ places: [Place]) -> [Place] {
    var kept: [Place] = []
    for place in places {
      guard let same = kept.firstIndex(where: { areNear($0.coordinate, place.coordinate) }) else {
        kept.append(place)
        continue
      }
      // The sample's counties are those that people write.
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

  /// Whether the two are within 5 km, since lists differ on the middle of a city. The distance is rough,
  /// since a geodesic takes as long as everything else.
  private static func areNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    let north = (one.latitude - other.latitude) * metresPerDegree
    let east =
      (one.longitude - other.longitude) * metresPerDegree * cos(one.latitude * .pi / 180)
    return north * north + east * east < 5_000 * 5_000
  }

  private static let metresPerDegree = 111_200.0
}
