import FinderEngine

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
    towns.reserveCapacity(1024)
    places.visitTowns { name, coordinate, people in
      towns.append(MapTown(name: name, at: coordinate, people: people))
    }
    // Numbers are moved more quickly than names, and only those of one number need theirs.
    let rows = KeyedRows.sorted(towns.count) {
      ~(UInt64(bitPattern: Int64(towns[$0].people)) ^ 1 << 63)
    }
    var sorted = rows.all.map { towns[Int($0.row)] }
    KeyedRows.forEachRun(of: rows.all) { run in
      if run.count > 1 { sorted[run].sort { $0.name < $1.name } }
    }
    return sorted
  }
}
