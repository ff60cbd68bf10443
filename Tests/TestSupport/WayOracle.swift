import FinderEngine

/// Ways measured without anything that makes `Way` fast: every geodesic is sampled, and the nearest samples
/// are refined by golden sections.
package struct WayOracle: Sendable {
  package struct Nearest: Sendable {
    package var offset = Double.infinity
    /// The earliest place that is equally near, to a hundredth of a micrometre.
    package var along = 0.0
  }

  private struct Segment: Sendable {
    let from, to: Coordinate
    let start, length: Double
    let course: GeodesicCourse

    func point(_ along: Double) -> Coordinate {
      along <= 0 ? from : along >= length ? to : course.stop(after: along).point
    }
  }

  private let segments: [Segment]
  package let length: Double

  package init(_ pieces: [[Coordinate]]) {
    var segments: [Segment] = []
    var start = 0.0
    for piece in pieces where !piece.isEmpty {
      for (from, to) in zip(piece.prefix(1) + piece, piece) {
        let path = Geodesic.inverse(from: from, to: to)
        segments.append(
          Segment(
            from: from, to: to, start: start, length: path.distance,
            course: GeodesicCourse(from: from, bearing: path.bearing)))
        start += path.distance
      }
    }
    (self.segments, length) = (segments, start)
  }

  package func nearest(to point: Coordinate) -> Nearest {
    var nearest = Nearest()
    for segment in segments {
      let (along, offset) = Self.foot(of: point, on: segment)
      if offset < nearest.offset - 2e-8 {
        nearest = Nearest(offset: offset, along: segment.start + along)
      }
    }
    return nearest
  }

  /// How far a point is from the place at this distance along the way; at a gap, from the nearer one.
  package func distance(from point: Coordinate, toPlaceAt along: Double) -> Double {
    segments.lazy
      .filter { $0.start - 1e-6 <= along && along <= $0.start + $0.length + 1e-6 }
      .map { Geodesic.distance(from: $0.point(along - $0.start), to: point) }
      .min() ?? .infinity
  }

  private static let samples = 24

  private static func foot(
    of point: Coordinate, on segment: Segment
  ) -> (along: Double, offset: Double) {
    func distance(_ along: Double) -> Double {
      Geodesic.distance(from: segment.point(along), to: point)
    }
    guard segment.length > 0 else { return (0, distance(0)) }
    let step = segment.length / Double(samples)
    let sampled = (0...samples).map { distance(Double($0) * step) }
    let least = sampled.indices.min { sampled[$0] < sampled[$1] }!
    var (low, high) = (Double(max(0, least - 1)) * step, Double(min(samples, least + 1)) * step)
    let ratio = (5.0.squareRoot() - 1) / 2
    for _ in 0..<80 where high - low > 1e-8 {
      let (one, other) = (high - ratio * (high - low), low + ratio * (high - low))
      if distance(one) <= distance(other) { high = other } else { low = one }
    }
    let middle = (low + high) / 2
    let ends = [(0, sampled[0]), (middle, distance(middle)), (segment.length, sampled[samples])]
    return ends.min { $0.1 < $1.1 }!
  }
}
