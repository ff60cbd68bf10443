/// The shortest distance from a point to a way, computed in the most obvious way: segment by segment, and on
/// each by bisection for the place where the way begins to lead away from the point.
///
/// It shares the meaning of a `Way`: its points, its pieces, and how far each point is along it. It uses
/// neither its tree, nor its lines through the earth, nor `GeodesicSegment`. A segment is skipped only if a
/// sphere smaller than the earth shows that all of it is too far away.
struct PlainWay {
  private let way: Way
  private let reach: Double
  private let segments: [Segment]

  private struct Segment {
    let number: Int
    let start, end: Coordinate
    /// 0 for a piece that is a single point.
    let length: Double
    let bearing: Double
    let direction: Direction
    /// The square of a chord: if its start is farther away, all of it is out of reach.
    let most: Double
  }

  /// On a sphere with a radius of 1.
  private struct Direction {
    let x, y, z: Double

    init(_ point: Coordinate) {
      let latitude = point.latitude * Angle.degree
      let longitude = point.longitude * Angle.degree
      (x, y, z) = (
        cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)
      )
    }

    func squaredChord(to other: Direction) -> Double {
      let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
      return dx * dx + dy * dy + dz * dz
    }
  }

  /// The ellipsoid is nowhere more curved than a sphere of this radius, so no geodesic is shorter than the
  /// arc between the same degrees on that sphere.
  private static let leastRadius = 6_335_439.0
  /// In radians, far above a chord's rounding error: 6 cm.
  private static let doubt = 1e-8

  init(_ corridor: Corridor) {
    let (way, reach) = (corridor.way, corridor.reach)
    let starts = Set(way.pieceStarts)
    (self.way, self.reach) = (way, reach)
    segments = way.points.indices.compactMap { number -> Segment? in
      let isLast = starts.contains(number + 1)
      // The last point of a piece ends the segment before it.
      if isLast, !starts.contains(number) { return nil }
      let (start, end) = (way.points[number], way.points[isLast ? number : number + 1])
      let path =
        isLast
        ? Geodesic.Path(distance: 0, bearing: 0) : Geodesic.inverse(from: start, to: end)
      let arc = (reach + path.distance) / Self.leastRadius + Self.doubt
      let chord = arc < .pi ? 2 * sin(arc / 2) : 3
      return Segment(
        number: number, start: start, end: end, length: path.distance, bearing: path.bearing,
        direction: Direction(start), most: chord * chord)
    }
  }

  private struct Foot {
    enum Place {
      case start, inside, end
    }

    let segment: Segment
    let place: Place
    let along: Double
    let offset: Double
    var right = 0.0
  }

  /// Where a way passes twice, distances that differ by at most this count as equal.
  private static let alike = 3e-8
  /// Anything nearer than this to the line counts as on it.
  private static let onLine = 0.05

  /// `nil` if it is out of reach.
  func nearest(to point: Coordinate) -> WayPlace? {
    let direction = Direction(point)
    let near = segments.filter { $0.direction.squaredChord(to: direction) <= $0.most }
      .map { ($0, Geodesic.inverse(from: $0.start, to: point).distance) }
    guard let most = near.map(\.1).min() else { return nil }
    // No place of a segment can be nearer than its start by more than its length.
    let feet = near.filter { $0.1 - $0.0.length <= most + 1e-3 }.map { foot(of: point, $0.0, $0.1) }
    guard let least = feet.map(\.offset).min(), least <= reach,
      var first = feet.firstIndex(where: { $0.offset <= least + Self.alike })
    else { return nil }
    // Around a corner, it may come a little nearer still.
    while first + 1 < feet.count, feet[first].place == .end,
      feet[first + 1].segment.number == feet[first].segment.number + 1,
      feet[first + 1].offset < feet[first].offset
    {
      first += 1
    }
    let best = feet[first]
    let number = best.segment.number
    let along: Double =
      switch best.place {
      case .start: way.lengths[number]
      case .inside: min(way.lengths[number + 1], way.lengths[number] + best.along)
      case .end: way.lengths[number + 1]
      }
    return WayPlace(
      along: along, offset: least, side: side(of: point, best), number: number)
  }

  // MARK: The nearest place of a segment

  /// Beyond this distance, there may be several local minima on a segment.
  private static let convex = 9_900_000.0
  private static let parts = 64

  private func foot(of point: Coordinate, _ segment: Segment, _ toStart: Double) -> Foot {
    let start = Foot(segment: segment, place: .start, along: 0, offset: toStart)
    let length = segment.length
    guard length > 0 else { return start }
    let toEnd = Geodesic.inverse(from: segment.end, to: point).distance
    let end = Foot(segment: segment, place: .end, along: length, offset: toEnd)
    let course = GeodesicCourse(from: segment.start, bearing: segment.bearing)
    func look(_ along: Double) -> (path: Geodesic.Path, angle: Angle) {
      let stop = course.stop(after: along)
      let path = Geodesic.inverse(from: stop.point, to: point)
      return (path, Angle(radians: (path.bearing - stop.heading) * Angle.degree))
    }
    /// Whether the way still leads towards the point there.
    func leadsNearer(_ along: Double) -> Bool { look(along).angle.cosine > 0 }
    var (low, high) = (0.0, length)
    let isFar = toStart + length > Self.convex
    if isFar {
      let steps = (0...Self.parts).map { Double($0) * length / Double(Self.parts) }
      let distances = steps.map { look($0).path.distance }
      let best = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      low = steps[max(0, best - 1)]
      high = steps[min(Self.parts, best + 1)]
    }
    if low == 0, toStart == 0 || !leadsNearer(0) { return isFar && toEnd < toStart ? end : start }
    if high == length, toEnd == 0 || leadsNearer(length) {
      return isFar && toStart <= toEnd ? start : end
    }
    while high - low > 1e-10 {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if leadsNearer(middle) { low = middle } else { high = middle }
    }
    let (path, angle) = look(low)
    let inside = Foot(
      segment: segment, place: .inside, along: low, offset: path.distance,
      right: path.distance * angle.sine)
    guard isFar else { return inside }
    return toStart <= inside.offset ? start : toEnd < inside.offset ? end : inside
  }

  private func side(of point: Coordinate, _ foot: Foot) -> WayPlace.Side {
    if foot.offset < Self.onLine { return .on }
    let number = foot.segment.number
    let right =
      switch foot.place {
      case .inside: foot.right
      case .start: rightOfCorner(point, number)
      case .end: rightOfCorner(point, number + 1)
      }
    return abs(right) < Self.onLine ? .on : right > 0 ? .right : .left
  }

  /// At a corner, the direction is half-way between those of its two segments; if the way turns straight
  /// back, it is that of arrival.
  private func rightOfCorner(_ point: Coordinate, _ corner: Int) -> Double {
    let here = way.points[corner]
    func bearing(to number: Int) -> Double {
      Geodesic.inverse(from: here, to: way.points[number]).bearing
    }
    let arriving = way.pieceStarts.contains(corner) ? nil : bearing(to: corner - 1) + 180
    let leaving = way.pieceStarts.contains(corner + 1) ? nil : bearing(to: corner + 1)
    guard var heading = arriving ?? leaving else { return 0 }
    if let arriving, let leaving {
      let turn = (leaving - arriving).remainder(dividingBy: 360)
      if abs(turn) < 180 - 1e-6 { heading = arriving + turn / 2 }
    }
    let path = Geodesic.inverse(from: here, to: point)
    return path.distance * Angle(radians: (path.bearing - heading) * Angle.degree).sine
  }
}

/// A search along a way, written in the most obvious way: every venue is compared with every segment.
///
///     let found = PlainWaySearch(query, corridor, points: way, by: .way, in: plain).answer(like: given)
///     Verification(given, found, in: plain, for: rounding)
///
/// Two methods of finding the nearest place of a segment agree to some 20 nm, but not to the last bit, which
/// decides between venues that are opposite one another. So if the figures of a given answer agree with those
/// found to a micrometre, the given ones are used for sorting. A venue that is not in the answer, but within
/// a micrometre of one that is, counts as the later one. One that is that close to the corridor's edge is
/// inside if it was given.
package struct PlainWaySearch {
  private let query: Query
  private let order: WaySearch.Order
  private let store: VenueStore
  private let filters: PlainFilters
  private let way: PlainWay
  private let reach: Double
  private let legs: [(from: Coordinate, to: Coordinate, length: Double)]

  /// In metres.
  private static let doubt = 1e-6

  /// `points` as in `WaySearch`. The query's area is the corridor.
  package init(
    _ query: Query, _ corridor: Corridor, points: Way?, by order: WaySearch.Order,
    in store: VenueStore
  ) {
    (self.query, self.order, self.store) = (query, order, store)
    filters = PlainFilters(query, in: store)
    reach = corridor.reach
    way = PlainWay(Corridor(corridor.way, reach: reach + Self.doubt))
    var legs: [(from: Coordinate, to: Coordinate, length: Double)] = []
    if let points {
      let part = corridor.way.first...corridor.way.length
      for number in points.points.indices.dropLast()
      where !points.pieceStarts.contains(number + 1) {
        // Every leg that counts in part, as a whole.
        guard points.lengths[number + 1] >= part.lowerBound,
          points.lengths[number] <= part.upperBound
        else { continue }
        let (from, to) = (points.points[number], points.points[number + 1])
        legs.append((from, to, Geodesic.inverse(from: from, to: to).distance))
      }
    }
    self.legs = legs
  }

  private struct Found {
    var hit: WayHit
    /// Whether it is in the given answer, or shares a spot with one that is.
    var isGiven: Bool
  }

  package func answer(like given: GivenAnswer) -> GivenAnswer {
    let given = Dictionary(
      given.lines.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = UniqueIDs(store)
    var text = ByteBuffer(capacity: 64)
    var agreed: [Coordinate: WayHit] = [:]
    var givenRows: Set<Int> = []
    let all = inReach
    for hit in all {
      text.truncate()
      ids.append(idOf: store.venue(hit.hit), to: &text)
      guard let line = given[String(decoding: text.bytes, as: UTF8.self)] else { continue }
      givenRows.insert(hit.row)
      if let same = Self.agreed(hit, line) { agreed[store.coordinate(ofRow: hit.row)] = same }
    }
    let found = all.compactMap { hit -> Found? in
      guard hit.offset <= reach - Self.doubt || givenRows.contains(hit.row) else { return nil }
      guard let same = agreed[store.coordinate(ofRow: hit.row)] else {
        return Found(hit: hit, isGiven: givenRows.contains(hit.row))
      }
      return Found(
        hit: WayHit(
          row: hit.row, along: same.along, offset: same.offset, side: same.side,
          detour: same.detour),
        isGiven: true)
    }
    let first = filters.firstOfEachChain(found.sorted(by: precedes), row: \.hit.row)
    return GivenAnswer(first.prefix(query.limit ?? .max).map(\.hit), in: store)
  }

  /// The figures of a line, if they agree with those of a hit.
  private static func agreed(_ hit: WayHit, _ line: GivenAnswer.Line) -> WayHit? {
    guard line.figures.count == 4, case .distance(let along) = line.figures[0].value,
      case .distance(let offset) = line.figures[1].value,
      line.figures[2].value == .word(hit.side.rawValue),
      case .distance(let detour) = line.figures[3].value,
      abs(along - hit.along) <= doubt, abs(offset - hit.offset) <= doubt,
      abs(detour - hit.detour) <= doubt
    else { return nil }
    return WayHit(row: hit.row, along: along, offset: offset, side: hit.side, detour: detour)
  }

  private var inReach: [WayHit] {
    Parallel.collect(of: store.count, atLeast: 1 << 9) { rows, found in
      for row in rows {
        let point = store.coordinate(ofRow: row)
        guard filters.fit(row), let place = way.nearest(to: point) else { continue }
        found.append(
          WayHit(
            row: row, along: place.along, offset: place.offset, side: place.side,
            detour: detour(to: point, place)))
      }
    }
  }

  private func detour(to point: Coordinate, _ place: WayPlace) -> Double {
    if legs.isEmpty { return 2 * place.offset }
    let more = legs.map { leg in
      Geodesic.inverse(from: leg.from, to: point).distance
        + Geodesic.inverse(from: leg.to, to: point).distance - leg.length
    }
    return max(0, more.min() ?? 0)
  }

  private func precedes(_ one: Found, _ other: Found) -> Bool {
    let (a, b) = (one.hit, other.hit)
    let (first, second) = (figure(one), figure(other))
    if first != second { return first < second }
    switch order {
    case .way: if a.offset != b.offset { return a.offset < b.offset }
    case .detour: if a.along != b.along { return a.along < b.along }
    }
    return filters.precedesAtSameFigures(a.row, b.row)
  }

  private func figure(_ found: Found) -> Double {
    (order == .way ? found.hit.along : found.hit.detour) + (found.isGiven ? 0 : Self.doubt)
  }
}

extension GivenAnswer {
  /// With the figures that `PlainWaySearch` reads.
  package init(_ hits: [WayHit], in store: VenueStore) {
    let figures = hits.map { hit -> [Figure] in
      [
        Figure("along_m", .distance(hit.along)), Figure("offset_m", .distance(hit.offset)),
        Figure("side", .word(hit.side.rawValue)), Figure("detour_m", .distance(hit.detour)),
      ]
    }
    self.init(hits.map(\.hit), figures: figures, in: store)
  }
}
