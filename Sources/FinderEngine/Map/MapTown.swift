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
    // Numbers are moved more quickly than names.
    var order: [(people: Int, town: Int)] = []
    places.visitTowns { name, coordinate, people in
      order.append((people, towns.count))
      towns.append(MapTown(name: name, at: coordinate, people: people))
    }
    order.sort { one, other in
      one.people != other.people
        ? one.people > other.people : towns[one.town].name < towns[other.town].name
    }
    return order.map { towns[$0.town] }
  }
}
