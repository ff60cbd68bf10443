// A way to travel: pieces made of points, joined by geodesics within a piece but not between pieces.
//
// Every place of a way has its distance from the start, not counting the gaps. To find the part of a long way
// that is nearest to a point, its geodesics are approximated by straight lines through the earth (`WayLine`).
// These are kept in a small tree of boxes in space (`WayTree`), where the date line and the poles are places
// like any other. A straight line and its geodesic are at most the sagitta apart: 0.003 mm at 12 m, 8 cm at 2
// km. That leaves a line or two in doubt for each point, and only those are measured, by `GeodesicSegment`.
//
//     let way = Way([[london, oxford], [reading, bristol]])
//     way.length  // of the two geodesics
//     way.nearest(to: swindon)?.along  // metres from London, less the gap
//
// It is immutable.

/// A way of one piece or more.
package final class Way: Sendable {
  /// The points of all pieces, one piece after another; no two neighbours in a piece are at the same place.
  package let points: [Coordinate]
  /// Metres from the start to each of them.
  package let lengths: [Double]
  /// The index in `points` where each piece begins, and finally where the last one ends.
  let pieceStarts: [Int]
  /// From the start to its last point.
  package let length: Double
  let tree: WayTree

  /// Pieces without points are left out. `nil` if there is no point at all.
  package convenience init?(_ pieces: [[Coordinate]]) {
    self.init(pieces, startingAt: 0)
  }

  /// For a part of another way, which begins this far from its start and skips the gaps between the pieces.
  private init?(_ pieces: [[Coordinate]], startingAt first: Double) {
    var points: [Coordinate] = []
    var lengths: [Double] = []
    var starts: [Int] = []
    var lines: [WayLine] = []
    let total = pieces.reduce(0) { $0 + $1.count }
    points.reserveCapacity(total)
    lengths.reserveCapacity(total)
    lines.reserveCapacity(total)
    var length = first
    for piece in pieces where !piece.isEmpty {
      let start = points.count
      starts.append(start)
      var place = Cartesian(piece[0])
      points.append(piece[0])
      lengths.append(length)
      for point in piece.dropFirst() {
        let next = Cartesian(point)
        // The poles and the date line have several spellings.
        if point == points[points.count - 1] || next == place { continue }
        length += WayLine.append(
          from: points[points.count - 1], place, to: point, next, number: points.count - 1,
          most: max(4, Self.mostLines / total), into: &lines)
        points.append(point)
        lengths.append(length)
        place = next
      }
      if points.count == start + 1 { lines.append(WayLine(at: place, number: start)) }
    }
    guard !points.isEmpty else { return nil }
    starts.append(points.count)
    (self.points, self.lengths, pieceStarts, self.length) = (points, lengths, starts, length)
    tree = WayTree(lines, isTangled: Self.isTangled(lines, length - first), of: points)
  }

  /// For long geodesics, unless the way has that many points.
  private static let mostLines = 1 << 20

  package var pieces: Int { pieceStarts.count - 1 }

  /// The points of each piece.
  package var lines: [[Coordinate]] {
    (0..<pieces).map { Array(points[pieceStarts[$0]..<pieceStarts[$0 + 1]]) }
  }

  /// The distance from the start at which it begins, in metres: above 0 for a part of another way.
  package var first: Double { lengths[0] }

  /// Whether it covers a small part of the world over and over, so that its own order does not keep
  /// neighbours together.
  private static func isTangled(_ lines: [WayLine], _ length: Double) -> Bool {
    guard lines.count > 256 else { return false }
    let box = lines.reduce(into: SpaceBox.empty) { $0.extend(over: $1) }
    return length > 8 * box.diagonal
  }

  /// The geodesics between neighbours, each numbered by the point where it begins.
  package var segments: [Int] {
    (0..<pieces).flatMap { pieceStarts[$0]..<pieceStarts[$0 + 1] - 1 }
  }

  package func segment(_ number: Int) -> GeodesicSegment {
    GeodesicSegment(from: points[number], to: points[min(number + 1, points.count - 1)])
  }

  /// Whether a geodesic leads from the point with that number to the next.
  func isJoined(_ number: Int) -> Bool {
    number >= 0 && number + 1 < points.count && !pieceStarts.contains(sorted: number + 1)
  }

  /// The part of it between two distances from its start; `nil` if there is nothing between them. Its places
  /// keep their distances from the start of the whole.
  package func slice(from: Double, to: Double) -> Way? {
    guard from <= to, to >= first, from <= length else { return nil }
    if from <= first, to >= length { return self }
    var parts: [[Coordinate]] = []
    let start = max(from, first)
    for piece in 0..<pieces {
      let range = pieceStarts[piece]..<pieceStarts[piece + 1]
      let (begin, end) = (lengths[range.lowerBound], lengths[range.upperBound - 1])
      guard begin <= to, end >= from else { continue }
      // A piece that only touches the range is left to the one next to it: its end would be an isolated
      // place.
      if from < to, begin < end {
        if end == from, piece + 1 < pieces { continue }
        if begin == to, !parts.isEmpty { continue }
      }
      var part: [Coordinate] = []
      if begin < from { part.append(point(at: from, in: range)) }
      part += range.filter { lengths[$0] >= from && lengths[$0] <= to }.map { points[$0] }
      if end > to { part.append(point(at: to, in: range)) }
      parts.append(part)
    }
    return Way(parts, startingAt: start)
  }

  private func point(at length: Double, in range: Range<Int>) -> Coordinate {
    let after = range.first { lengths[$0] >= length } ?? range.upperBound - 1
    guard after > range.lowerBound, lengths[after] > length else { return points[after] }
    return segment(after - 1).point(at: length - lengths[after - 1])
  }
}

extension [Int] {
  /// For an array in ascending order.
  fileprivate func contains(sorted number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}

// MARK: - The nearest place

/// The place where a way is nearest to a point.
package struct WayPlace: Equatable, Sendable {
  package enum Side: String, Sendable {
    case left, right, on
  }

  /// Metres from the start of the way; the first of several equally near places.
  package let along: Double
  /// Metres from the way to the point.
  package let offset: Double
  /// On which side of the way the point is, in the direction of travel. `on` also if it is straight ahead of
  /// the end, or if the way is a single point.
  package let side: Side
  /// The point of the way where the nearest geodesic begins.
  package let number: Int
}

extension Way {
  /// The place of it that is nearest to a point, exactly; `nil` if that is farther away than `within`. The
  /// geodesics computed for it are added to `geodesics`.
  package func nearest(
    to point: Coordinate, within: Double = .infinity, geodesics: GeodesicCount? = nil
  ) -> WayPlace? {
    let feet = feet(of: point, within: within, geodesics)
    guard let least = feet.lazy.map(\.foot.offset).min(), least <= within else { return nil }
    var first = feet.firstIndex { $0.foot.offset <= least + Self.alike } ?? 0
    // Beyond the end of one segment, on the next one, the way may still come a little nearer.
    while first + 1 < feet.count, feet[first].foot.place == .end,
      feet[first + 1].number == feet[first].number + 1,
      feet[first + 1].foot.offset < feet[first].foot.offset
    {
      first += 1
    }
    let (foot, number) = feet[first]
    return WayPlace(
      along: along(foot, number), offset: least, side: side(of: point, foot, number),
      number: number)
  }

  /// The same, if only the distance matters.
  package func distance(
    to point: Coordinate, within: Double = .infinity, geodesics: GeodesicCount? = nil
  ) -> Double? {
    let least = feet(of: point, within: within, geodesics).lazy.map(\.foot.offset).min()
    return least.flatMap { $0 <= within ? $0 : nil }
  }

  /// Where a way passes twice, distances that differ by at most this, in metres, count as equal: both figures
  /// are good to 15 nm.
  private static let alike = 3e-8

  /// It is rare for this many lines to be in doubt at once; if so, some may be the same.
  private static let manyLines = 16

  /// The feet on all segments that may be the nearest, in order of the way.
  private func feet(
    of point: Coordinate, within: Double, _ geodesics: GeodesicCount?
  ) -> [(foot: GeodesicSegment.Foot, number: Int)] {
    var feet: [(foot: GeodesicSegment.Foot, number: Int)] = []
    let lines = tree.linesInDoubt(near: Cartesian(point), within: within)
    var measured: Set<[Coordinate]> = []
    for line in lines {
      // The first of several lines of one long geodesic is the nearest, and gives the guess.
      if line.number == feet.last?.number { continue }
      // A receiver at rest goes back and forth between two positions for hours: only the first time counts.
      if lines.count > Self.manyLines, !line.isPoint {
        let ends = [points[line.number], points[line.number + 1]].map(\.canonical)
        let isNew =
          measured.insert(ends[0].order(ends[1]) < 0 ? ends : ends.reversed()).inserted
        guard isNew else { continue }
      }
      // Counts a point's distance, or a segment's length.
      geodesics?.count += 1
      let foot =
        line.isPoint
        ? GeodesicSegment.Foot(
          at: .start, along: 0, offset: Geodesic.distance(from: points[line.number], to: point))
        : segment(line.number).foot(of: point, guess: line.guess, geodesics: geodesics)
      feet.append((foot, line.number))
    }
    return feet
  }

  /// At most the length up to the next point: lengths of short geodesics are computed from their chords.
  private func along(_ foot: GeodesicSegment.Foot, _ number: Int) -> Double {
    switch foot.place {
    case .start: lengths[number]
    case .inside: min(lengths[number + 1], lengths[number] + foot.along)
    case .end: lengths[number + 1]
    }
  }

  /// Anything nearer than this to the line of travel, in metres, counts as on it: it prints as 0.0.
  private static let onLine = 0.05

  private func side(
    of point: Coordinate, _ foot: GeodesicSegment.Foot, _ number: Int
  ) -> WayPlace.Side {
    if foot.offset < Self.onLine { return .on }
    let right =
      foot.place == .inside
      ? foot.right : rightOfCorner(point, number + (foot.place == .end ? 1 : 0))
    return abs(right) < Self.onLine ? .on : right > 0 ? .right : .left
  }

  /// On the outside of a corner, where two geodesics are equally near, either alone may give the wrong side.
  /// The direction half-way between theirs is right; if the way turns straight back, that of arrival.
  private func rightOfCorner(_ point: Coordinate, _ corner: Int) -> Double {
    let origin = GeodesicOrigin(points[corner])
    let arriving = isJoined(corner - 1) ? origin.path(to: points[corner - 1]).bearing + 180 : nil
    let leaving = isJoined(corner) ? origin.path(to: points[corner + 1]).bearing : nil
    guard var heading = arriving ?? leaving else { return 0 }
    if let arriving, let leaving {
      let turn = (leaving - arriving).remainder(dividingBy: 360)
      if abs(turn) < 180 - 1e-6 { heading = arriving + turn / 2 }
    }
    let path = origin.path(to: point)
    return path.distance * Angle(radians: (path.bearing - heading) * Angle.degree).sine
  }
}
