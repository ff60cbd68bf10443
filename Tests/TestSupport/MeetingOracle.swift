import FinderEngine

/// The venues of a meeting, found by measuring the way from each point to each venue, without bounds or an
/// index, and with plain sums only.
package struct MeetingOracle {
  package struct Ranked: Equatable, Sendable {
    package let number: Int
    package let ways: [Double]
    package let worst: Double
    package let total: Double

    package init(number: Int, ways: [Double], worst: Double, total: Double) {
      (self.number, self.ways, self.worst, self.total) = (number, ways, worst, total)
    }
  }

  package let venues: BruteForce
  package let points: [Coordinate]
  package let weights: [Double]
  package let order: Meeting.Order

  package init(
    _ venues: BruteForce, points: [Coordinate], weights: [Double]? = nil, order: Meeting.Order
  ) {
    (self.venues, self.points, self.order) = (venues, points, order)
    self.weights = weights ?? points.map { _ in 1 }
  }

  /// All venues to which no way is longer than `radius`, the best first.
  package func ranking(radius: Double = .infinity) -> [Ranked] {
    venues.positions.indices.map { number in
      let ways = points.map { Geodesic.distance(from: $0, to: venues.positions[number]) }
      let summands = zip(ways, weights).map { $0 * $1 }.sorted()
      return Ranked(
        number: number, ways: ways, worst: ways.max() ?? 0, total: summands.reduce(0, +))
    }
    .filter { $0.worst <= radius }
    .sorted(by: precedes)
  }

  private func precedes(_ one: Ranked, _ other: Ranked) -> Bool {
    let (first, second) =
      order == .longest
      ? ([one.worst, one.total], [other.worst, other.total])
      : ([one.total, one.worst], [other.total, other.worst])
    if first != second { return first.lexicographicallyPrecedes(second) }
    let (a, b) = (venues.names[one.number].utf8, venues.names[other.number].utf8)
    return a.elementsEqual(b) ? one.number < other.number : a.lexicographicallyPrecedes(b)
  }
}
