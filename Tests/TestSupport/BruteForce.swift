import FinderEngine

/// Searches a dataset by measuring every venue: slow, but plain enough to be trusted.
package struct BruteForce: Sendable {
  /// A venue, by its place in the dataset.
  package struct Ranked: Equatable, Sendable {
    package let number: Int
    package let distance: Double

    package init(number: Int, distance: Double) {
      self.number = number
      self.distance = distance
    }
  }

  package let positions: [Coordinate]
  package let names: [String]

  package init(positions: [Coordinate], names: [String]) {
    self.positions = positions
    self.names = names
  }

  package init(_ venues: [TestVenue]) {
    self.init(positions: venues.map(\.coordinate), names: venues.map(\.name))
  }

  /// All venues by distance, then by the bytes of the name, then in the dataset's order.
  package func ranking(from point: Coordinate) -> [Ranked] { sorted(distances(from: point)) }

  /// In the dataset's order, for tests that need no complete ranking.
  package func distances(from point: Coordinate) -> [Ranked] {
    let origin = GeodesicOrigin(point)
    return positions.indices.map {
      Ranked(number: $0, distance: origin.distance(to: positions[$0]))
    }
  }

  /// The first `limit` of the ranking of `venues`; only the near ones are sorted.
  package func nearest(_ limit: Int, of venues: [Ranked]) -> [Ranked] {
    guard limit < venues.count else { return sorted(venues) }
    let farthest = venues.map(\.distance).sorted()[limit - 1]
    return Array(sorted(venues.filter { $0.distance <= farthest }).prefix(limit))
  }

  package func sorted(_ venues: [Ranked]) -> [Ranked] {
    venues.sorted { a, b in
      guard a.distance == b.distance else { return a.distance < b.distance }
      let (first, second) = (names[a.number].utf8, names[b.number].utf8)
      guard first.elementsEqual(second) else { return first.lexicographicallyPrecedes(second) }
      return a.number < b.number
    }
  }
}
