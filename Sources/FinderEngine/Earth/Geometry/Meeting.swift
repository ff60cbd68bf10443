/// Where several people set out from, and how a place is judged that they all go to: by the longest of their
/// ways, or by the sum of all.
///
///     let meeting = Meeting(from: [london, leeds, bath], by: .longest)
///     let figures = meeting.figures(to: birmingham)
///     figures.worst  // 162 km, from London
///     figures.total  // 428 km
///
/// **Bounds.** A chord between two places is shorter than the geodesic, by as much as `ChordBounds` says, and
/// so the longest chord bounds the longest way, and the sum of the chords the sum of the ways. A search passes
/// by whatever these leave no doubt about, and measures the rest exactly.
///
/// A class: a query has one in its area, which so stays as small as it is for a circle.
public final class Meeting: Sendable {
  /// What places are compared by first; the other figure decides between equals.
  public enum Order: String, Sendable {
    case longest = "max"
    case sum = "sum"
  }

  /// Those that people come from.
  package let points: [Coordinate]
  /// How many people come from each: they count in the sum, and not in the longest way.
  package let weights: [Double]
  package let order: Order
  /// No way is longer than this; `nil` where there is no limit.
  package let radius: Double?
  /// No place is worse than this, by the figure of the order; `nil` where there is no limit.
  package let most: Double?

  let places: [Cartesian]
  private let origins: [GeodesicOrigin]

  package init(
    from points: [Coordinate], weights: [Double]? = nil, by order: Order, radius: Double? = nil,
    most: Double? = nil
  ) {
    self.points = points
    self.weights = weights ?? points.map { _ in 1 }
    (self.order, self.radius, self.most) = (order, radius, most)
    places = points.map { Cartesian($0) }
    origins = points.map { GeodesicOrigin($0) }
  }

  /// The same, for places that are no worse than `most`.
  package func limited(to most: Double) -> Meeting {
    Meeting(from: points, weights: weights, by: order, radius: radius, most: most)
  }

  /// No way to a place that is looked for is longer.
  var longestWay: Double {
    let radius = radius ?? .infinity
    return order == .longest ? min(radius, most ?? .infinity) : radius
  }

  /// The sum at a place that is looked for is not larger.
  var largestSum: Double { order == .sum ? most ?? .infinity : .infinity }

  var weightOfAll: Double { weights.reduce(0, +) }

  // MARK: Exactly

  package struct Figures: Equatable, Sendable {
    /// The longest way.
    package let worst: Double
    /// The sum of all ways, each as often as people come from there.
    package let total: Double
  }

  /// O(n) geodesics for n points.
  package func figures(to point: Coordinate) -> Figures {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: origins.count) { ways in
      for place in origins.indices { ways[place] = origins[place].distance(to: point) }
      return figures(of: ways)
    }
  }

  /// The way to a place from each of the points.
  package func ways(to point: Coordinate) -> [Geodesic.Path] { origins.map { $0.path(to: point) } }

  package func figures(of ways: [Geodesic.Path]) -> Figures {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: ways.count) { lengths in
      for place in ways.indices { lengths[place] = ways[place].distance }
      return figures(of: lengths)
    }
  }

  /// The smallest summands come first, so that neither the order of the points nor which of them is how far
  /// away has any say in the last bit of the sum: two places with the same ways are equal.
  private func figures(of ways: UnsafeMutableBufferPointer<Double>) -> Figures {
    var worst = 0.0
    for place in ways.indices {
      worst = max(worst, ways[place])
      let summand = ways[place] * weights[place]
      var slot = place
      while slot > 0, ways[slot - 1] > summand {
        ways[slot] = ways[slot - 1]
        slot -= 1
      }
      ways[slot] = summand
    }
    return Figures(worst: worst, total: ways.reduce(0, +))
  }

  package func figure(_ figures: Figures) -> Double {
    order == .longest ? figures.worst : figures.total
  }

  /// Whether places with these figures are looked for.
  package func accepts(_ figures: Figures) -> Bool {
    figures.worst <= longestWay && figures.total <= largestSum
  }

  /// Whether the first is better than the second; `nil` where they are equals.
  package func prefers(_ first: Figures, to second: Figures) -> Bool? {
    let isByWorst = order == .longest
    let (a, b) = isByWorst ? (first.worst, second.worst) : (first.total, second.total)
    if a != b { return a < b }
    let (c, d) = isByWorst ? (first.total, second.total) : (first.worst, second.worst)
    return c != d ? c < d : nil
  }
}

extension Meeting: Equatable {
  public static func == (first: Meeting, second: Meeting) -> Bool {
    first === second
      || first.points == second.points && first.weights == second.weights
        && first.order == second.order && first.radius == second.radius
        && first.most == second.most
  }
}

// MARK: - Bounds by chords

extension Meeting {
  /// The figure of the order lies between these, and the longest way is that of a chord of this square.
  struct Bounds {
    let low: Double
    let high: Double
    let longestSquaredChord: Double
  }

  /// Larger than what rounding adds to a sum of fifty, in parts of the sum.
  private static let rounding = 1e-13

  /// `nil` where the place is certainly worse than `limit`.
  func bounds(of place: Cartesian, within limit: Limit) -> Bounds? {
    order == .longest
      ? boundsOfLongest(place, within: limit) : boundsOfSum(place, within: limit)
  }

  /// How bad a place may be, in chords.
  struct Limit {
    /// Of the longest way.
    var squaredChord = Double.infinity
    /// Of the sum of the chords.
    var sum = Double.infinity
  }

  /// The limit for places that are not certainly worse than `most` by the figure of the order.
  func limit(_ most: Double) -> Limit {
    var limit = Limit()
    let longest = order == .longest ? min(most, longestWay) : longestWay
    let chord = ChordBounds.chordReaching(longest)
    limit.squaredChord = chord < 0 ? -1 : chord * chord
    if order == .sum {
      // No way is shorter than its chord, but for the noise in both.
      limit.sum =
        (min(most, largestSum) + 2 * ChordBounds.noise * weightOfAll)
        * (1 + Self.rounding)
    }
    return limit
  }

  private func boundsOfLongest(_ place: Cartesian, within limit: Limit) -> Bounds? {
    var longest = 0.0
    for other in places {
      let squared = other.squaredChord(to: place)
      // Of fifty, one of the first is too far away from most places. A place that is no number, as a forged
      // snapshot may have, is not within anything.
      guard squared <= limit.squaredChord else { return nil }
      longest = max(longest, squared)
    }
    let chord = longest.squareRoot()
    return Bounds(
      low: ChordBounds.lower(chord: chord), high: ChordBounds.upper(chord: chord),
      longestSquaredChord: longest)
  }

  private func boundsOfSum(_ place: Cartesian, within limit: Limit) -> Bounds? {
    var (sum, longest) = (0.0, 0.0)
    for number in places.indices {
      let squared = places[number].squaredChord(to: place)
      longest = max(longest, squared)
      sum += weights[number] * squared.squareRoot()
      guard sum <= limit.sum, squared <= limit.squaredChord else { return nil }
    }
    var (low, high) = (0.0, 0.0)
    for number in places.indices {
      let chord = places[number].squaredChord(to: place).squareRoot()
      low += weights[number] * ChordBounds.lower(chord: chord)
      high += weights[number] * ChordBounds.upper(chord: chord)
    }
    return Bounds(
      low: low * (1 - Self.rounding), high: high * (1 + Self.rounding),
      longestSquaredChord: longest)
  }
}

// MARK: - A point apart

extension Meeting {
  /// A point that is far from all others, while those are near each other: it makes the answer.
  package struct Outlier: Equatable, Sendable {
    package let number: Int
    /// To the nearest of the others.
    package let distance: Double
    /// The longest way between two of the others.
    package let extent: Double
  }

  /// How many times as far as the others are from each other.
  private static let farApart = 3.0
  /// People of one street are not far from each other, however near others live.
  private static let leastExtent = 1000.0

  /// `nil` where there is none, and for two points, of which neither is apart. O(n²) for n points
  package var outlier: Outlier? {
    guard points.count > 2 else { return nil }
    var (number, nearest) = (0, -1.0)
    for one in places.indices {
      var least = Double.infinity
      for other in places.indices where other != one {
        least = min(least, places[one].squaredChord(to: places[other]))
      }
      if least > nearest { (number, nearest) = (one, least) }
    }
    var extent = (squaredChord: 0.0, first: 0, second: 0)
    for one in places.indices where one != number {
      for other in places.indices where other > one && other != number {
        let squared = places[one].squaredChord(to: places[other])
        if squared > extent.squaredChord { extent = (squared, one, other) }
      }
    }
    let least = Self.farApart * max(extent.squaredChord.squareRoot(), Self.leastExtent)
    guard nearest.squareRoot() >= least else { return nil }
    var distance = Double.infinity
    for other in points.indices where other != number {
      distance = min(distance, origins[number].distance(to: points[other]))
    }
    return Outlier(
      number: number, distance: distance,
      extent: origins[extent.first].distance(to: points[extent.second]))
  }
}
