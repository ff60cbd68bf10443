/// The points that several people set out from, and how a place for them to meet is judged: by the longest of
/// their ways, or by the sum of all.
///
///     let meeting = Meeting(from: [london, leeds, bath], by: .longest)
///     let figures = meeting.figures(to: birmingham)
///     figures.worst  // 162 km, from London
///     figures.total  // 428 km
///
/// **Bounds.** A chord between two places is shorter than the geodesic, by as much as `ChordBounds` says. So
/// the longest chord bounds the longest way, and the sum of the chords bounds the sum of the ways. A search
/// skips whatever these rule out with certainty, and measures the rest exactly.
///
/// A class: a query has one in its area, and this keeps the area as small as for a circle.
public final class Meeting: Sendable {
  /// The figure by which places are compared first; the other breaks ties.
  public enum Order: String, Sendable {
    case longest = "max"
    case sum = "sum"
  }

  /// The points where people start.
  package let points: [Coordinate]
  /// How many people start at each point: this counts in the sum, but not in the longest way.
  package let weights: [Double]
  package let order: Order
  /// The maximum length of each way; `nil` if there is no limit.
  package let radius: Double?
  /// The maximum for the figure of `order`; `nil` if there is no limit.
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

  /// The same, for places whose figure is at most `most`.
  package func limited(to most: Double) -> Meeting {
    Meeting(from: points, weights: weights, by: order, radius: radius, most: most)
  }

  /// The maximum length of a way to an acceptable place.
  var longestWay: Double {
    let radius = radius ?? .infinity
    return order == .longest ? min(radius, most ?? .infinity) : radius
  }

  /// The maximum sum at an acceptable place.
  var largestSum: Double { order == .sum ? most ?? .infinity : .infinity }

  var weightOfAll: Double { weights.reduce(0, +) }

  // MARK: Exact figures

  package struct Figures: Equatable, Sendable {
    /// The longest way.
    package let worst: Double
    /// The sum of all ways, each times the number of people who start there.
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

  /// Adds the smallest first, so that the last bit of the sum does not depend on the order of the points: two
  /// places with the same ways are equal.
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

  /// Whether a place with these figures is acceptable.
  package func accepts(_ figures: Figures) -> Bool {
    figures.worst <= longestWay && figures.total <= largestSum
  }

  /// Whether the first is better than the second; `nil` if they are equal.
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
  /// The order's figure is between `low` and `high`, and the longest way has a chord of this square.
  struct Bounds {
    let low: Double
    let high: Double
    let longestSquaredChord: Double
  }

  /// More than the relative error that rounding adds to a sum of fifty.
  private static let rounding = 1e-13

  /// `nil` if the place is certainly worse than `limit`.
  func bounds(of place: Cartesian, within limit: Limit) -> Bounds? {
    order == .longest
      ? boundsOfLongest(place, within: limit) : boundsOfSum(place, within: limit)
  }

  /// How bad a place may be, in terms of chords.
  struct Limit {
    /// For the longest way.
    var squaredChord = Double.infinity
    /// For the sum of the chords.
    var sum = Double.infinity
  }

  /// The limit for places that are not certainly worse than `most` by the order's figure.
  func limit(_ most: Double) -> Limit {
    var limit = Limit()
    let longest = order == .longest ? min(most, longestWay) : longestWay
    let chord = ChordBounds.chordReaching(longest)
    limit.squaredChord = chord < 0 ? -1 : chord * chord
    if order == .sum {
      // No way is shorter than its chord, apart from the noise in both.
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
      // For most places, one of the first of fifty points is already too far away. NaN coordinates, as a
      // forged snapshot may have, are not within anything.
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

// MARK: - Outliers

extension Meeting {
  /// A point that is far from all others, while those are near each other: it alone determines the answer.
  package struct Outlier: Equatable, Sendable {
    package let number: Int
    /// The distance to the nearest of the others.
    package let distance: Double
    /// The longest way between two of the others.
    package let extent: Double
  }

  /// How many times the others' extent the distance must be.
  private static let farApart = 3.0
  /// People in one street are not far apart, however close together the others live.
  private static let leastExtent = 1000.0

  /// `nil` if there is none; with two points, neither is apart. O(n²) for n points
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
