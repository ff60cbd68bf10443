/// Which place a text means.
package enum PlaceChoice: Equatable, Sendable {
  case one(Place)
  /// There are several, and none of them so much larger that it is meant. The largest first.
  case several([Place])
  /// There are places of that name, but none in the county that was given.
  case elsewhere([Place])
  case none

  /// A name is taken without asking only where the place has at least so many times the people of the
  /// next one.
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

  /// A clause about the text that says what it might have meant; `nil` where one place is.
  package func problem(_ text: String) -> String? {
    switch self {
    case .one: nil
    case .several(let places): "may be any of \(Self.list(places)): add the county"
    case .elsewhere(let places): "is no place of that county; there is \(Self.list(places))"
    case .none: "is no place that finder knows"
    }
  }

  private static let mostListed = 8

  private static func list(_ places: [Place]) -> String {
    var names: [String] = []
    for place in places where !names.contains(place.fullName) { names.append(place.fullName) }
    let more = names.count - mostListed
    return names.prefix(mostListed).joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }
}

/// Everything that knows places by their names.
///
///     let book = PlaceBook(sample: SamplePlaces(in: folders))
///     switch book.choice("Ashford, Kent") { case .one(let place): … }
package struct PlaceBook: Sendable {
  private let sample: SamplePlaces?

  package init(sample: SamplePlaces?) { self.sample = sample }

  package func choice(_ text: String) -> PlaceChoice {
    guard let name = PlaceName(text) else { return .none }
    let choice = choice(name)
    guard case .none = choice else { return choice }
    // `Ashford Kent` is as good where there is such a place.
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
    var places = named(name.key).inOrder
    guard places.count > 1 || !name.regions.isEmpty else { return PlaceChoice(places) }
    for index in places.indices where places[index].county == nil {
      places[index].county = sample?.county(around: places[index].coordinate)
    }
    guard !name.regions.isEmpty, !places.isEmpty else { return PlaceChoice(places) }
    for fits in [Regions.fit, Regions.fitFormerly] {
      let there = places.filter { place in name.regions.allSatisfy { fits($0, place) } }
      if !there.isEmpty { return PlaceChoice(there) }
    }
    return .elsewhere(places)
  }

  private func named(_ key: [UInt8]) -> NamedPlaces {
    sample?.places(named: key) ?? NamedPlaces()
  }
}
