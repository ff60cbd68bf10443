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
    towns.sort { $0.people != $1.people ? $0.people > $1.people : $0.name < $1.name }
    return towns
  }
}
