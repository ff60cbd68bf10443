/// A place whose name a map may show.
package struct MapTown: Sendable {
  package let name: String
  package let coordinate: Coordinate
  package let people: Int

  package init(name: String, at coordinate: Coordinate, people: Int) {
    (self.name, self.coordinate, self.people) = (name, coordinate, people)
  }

  /// The largest first.
  package static func all(of places: SamplePlaces) -> [MapTown] {
    var towns: [MapTown] = []
    places.visit { place in
      towns.append(MapTown(name: place.name, at: place.coordinate, people: place.people))
    }
    // Numbers are moved more quickly than names.
    let order = towns.indices.sorted { one, other in
      towns[one].people != towns[other].people
        ? towns[one].people > towns[other].people : towns[one].name < towns[other].name
    }
    return order.map { towns[$0] }
  }
}
