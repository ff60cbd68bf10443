import FinderEngine

/// The place that a text means.
package enum PlaceChoice: Equatable, Sendable {
  case one(Place)
  /// There are several, and none is so much larger that it must be meant. The largest comes first.
  case several([Place])
  /// There are places with that name, but none in the county given.
  case elsewhere([Place])
  case none

  /// A name is accepted without asking only if the place has at least this many times the people of the next.
  private static let clearlyLarger = 10

  init(_ places: [Place]) {
    guard let first = places.first else {
      self = .none
      return
    }
    let isClear = places.dropFirst().allSatisfy {
      first.people >= Self.clearlyLarger * $0.people
    }
    self = isClear ? .one(first) : .several(places)
  }

  /// A clause about the text, with what it might have meant; `nil` if it means one place or none.
  package func problem(_ text: String) -> String? {
    switch self {
    case .one, .none: nil
    case .several(let places):
      "may be any of \(Self.list(places)): " + Self.advice(text, places)
    case .elsewhere(let places): "is not in that county; there is \(Self.list(places))"
    }
  }

  fileprivate static let mostListed = 8

  private static func advice(_ text: String, _ places: [Place]) -> String {
    let name = places[0].fullName
    if places.allSatisfy({ $0.fullName == name }) { return "give the latitude and longitude" }
    return text.contains(",") ? "name one of them in full" : "add the county"
  }

  /// Adds positions if two have the same name.
  private static func list(_ places: [Place]) -> String {
    let names = places.prefix(mostListed).map { place in
      let name = place.fullName
      let isAlone = places.count { $0.fullName == name } == 1
      return isAlone ? name : "\(name) at \(position(place.coordinate))"
    }
    let more = places.count - mostListed
    return names.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  /// To 4 decimals, 11 metres: `52.2053,0.1218`, as points are written.
  private static func position(_ point: Coordinate) -> String {
    var text = ByteBuffer(capacity: 32)
    text.append(number: (point.latitude * 1e4).rounded() / 1e4)
    text.append(",")
    text.append(number: (point.longitude * 1e4).rounded() / 1e4)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// Everything that finds places by name.
///
///     let book = PlaceBook(sample: SamplePlaces(in: folders))
///     switch book.choice("Ashford, Kent") { case .one(let place): … }
package struct PlaceBook: Sendable {
  private let gazetteer: Gazetteer?
  private let sample: SamplePlaces?

  package init(gazetteer: Gazetteer? = nil, sample: SamplePlaces?) {
    (self.gazetteer, self.sample) = (gazetteer, sample)
  }

  package func choice(_ text: String) -> PlaceChoice {
    guard let name = PlaceName(text) else { return .none }
    let choice = choice(name)
    guard case .none = choice else { return choice }
    // `Ashford Kent` works too, if there is such a place.
    for name in name.withoutComma {
      switch self.choice(name) {
      case .one(let place): return .one(place)
      case .several(let places): return .several(places)
      case .elsewhere, .none: break
      }
    }
    return .none
  }

  private func choice(_ name: PlaceName) -> PlaceChoice {
    let named = named(name.key)
    guard !name.regions.isEmpty else {
      return PlaceChoice(withCounties(named.preferringUsers.inOrder))
    }
    var places = named.inOrder
    if let choice = choice(places, name.regions, Regions.match) { return choice }
    // Lists have districts in place of counties, or nothing: a nearby town is in a county that people know.
    for index in places.indices.prefix(Self.mostPlacedByTowns) {
      places[index].district = sample?.county(around: places[index].coordinate)
    }
    let choice =
      choice(places, name.regions, Regions.match)
      ?? choice(places, name.regions, Regions.matchOtherCounties)
    return choice ?? (places.isEmpty ? .none : .elsewhere(withCounties(places)))
  }

  private func choice(
    _ places: [Place], _ regions: [String], _ fits: (String, Place) -> Bool
  ) -> PlaceChoice? {
    let there = places.filter { place in regions.allSatisfy { fits($0, place) } }
    return there.isEmpty ? nil : PlaceChoice(withCounties(there))
  }

  /// Finding the nearest town for one place takes as long as hundreds of whole queries.
  private static let mostPlacedByTowns = 200

  /// Adds counties to places that will be listed.
  private func withCounties(_ places: [Place]) -> [Place] {
    var places = places
    guard places.count > 1 else { return places }
    for index in places.indices.prefix(PlaceChoice.mostListed) where places[index].county == nil {
      places[index].county = sample?.county(around: places[index].coordinate)
    }
    return places
  }

  private func named(_ key: [UInt8]) -> NamedPlaces {
    var places = gazetteer?.places(named: key) ?? NamedPlaces()
    if let sample { places.add(sample.places(named: key)) }
    return places
  }
}
