/// A venue along a way, by its row in the store.
package struct WayHit: Equatable, Sendable {
  package let row: Int
  /// Metres from the start of the way to its place nearest to the venue.
  package let along: Double
  /// Metres from there to the venue.
  package let offset: Double
  package let side: WayPlace.Side
  /// How many extra metres a visit takes.
  package let detour: Double
}

/// Searches along ways: each venue of a corridor once, with its place along the way.
///
/// A corridor has few venues, and each of them is measured anyway, so all are found and sorted, and the limit
/// is applied last.
package struct WaySearch: Sendable {
  package enum Order: String, CaseIterable, Sendable {
    case way, detour
  }

  private let store: VenueStore
  private let corridor: Corridor
  /// The legs between the points that are visited in turn, each the shortest way; `nil` if the way itself is
  /// given, and a detour must return to it.
  private let legs: [Leg]?

  private struct Leg: Sendable {
    let from, to: GeodesicOrigin
    let length: Double
  }

  /// With `points`, the way leads freely from point to point, and the corridor follows all or a part of it.
  /// Otherwise the corridor's way is the way to travel.
  package init(_ corridor: Corridor, points: Way?, in store: VenueStore) {
    (self.corridor, self.store) = (corridor, store)
    legs = points.map { whole in
      // A leg that counts in part is included as a whole. One that the part only touches is not, unless
      // the part is a single place.
      let (first, last) = (corridor.way.first, corridor.way.length)
      return whole.segments.filter {
        let (begin, end) = (whole.lengths[$0], whole.lengths[$0 + 1])
        return first < last && begin < end
          ? end > first && begin < last : end >= first && begin <= last
      }.map { number in
        let (from, to) = (whole.points[number], whole.points[number + 1])
        return Leg(
          from: GeodesicOrigin(from), to: GeodesicOrigin(to),
          length: Geodesic.distance(from: from, to: to))
      }
    }
  }

  /// The venues that a query finds, ignoring its area.
  package func search(_ query: Query, by order: Order) -> [WayHit] {
    var hits = allHits(query, nil)
    hits.sort { precedes($0, $1, by: order) }
    if let chains = query.chains, chains.isOnePerChain {
      hits = chains.firstOfEach(hits, in: store, nil, row: \.row)
    }
    if let limit = query.limit, hits.count > limit { hits.removeLast(hits.count - limit) }
    return hits
  }

  /// The result of `search`, and how it was found. The geodesics for the ways between the points are not
  /// counted.
  package func explained(
    _ query: Query, by order: Order
  ) -> (hits: [WayHit], explanation: Explanation) {
    let log = SearchLog()
    let all = allHits(query, log).sorted { precedes($0, $1, by: order) }
    // Rows of a box that is near enough were tested first, wherever they are in it.
    var refused = 0
    let refusals = log.refusals(conditions: query.conditions.count) { row in
      let isInside = corridor.contains(store.coordinate(ofRow: row), log.geodesics)
      if isInside { refused += 1 }
      return isInside
    }
    var found = all
    if let chains = query.chains, chains.isOnePerChain {
      found = chains.firstOfEach(all, in: store, log, row: \.row)
    }
    let hits = Array(found.prefix(query.limit ?? .max))
    let (shown, isCut) = (hits.count, found.count > hits.count)
    let leftOut = Searcher(store).leftOut(
      of: query, shown: shown,
      outside: (query.rows?.count ?? store.count) - all.count - refused,
      otherBranches: log.otherBranches.count { !isCut || $0 < shown }, refusals)
    func figure(_ hit: WayHit) -> Double { order == .way ? hit.along : hit.detour }
    var next: Explanation.Next?
    if isCut, let last = hits.last {
      next = Explanation.Next(
        row: found[shown].row, margin: figure(found[shown]) - figure(last))
    }
    let ties = Explanation.Tie.all(in: hits.isEmpty ? [] : Array(found.prefix(shown + 1)), store) {
      figure($0) == figure($1)
        && (order == .way ? $0.offset == $1.offset : $0.along == $1.along)
    } row: {
      $0.row
    } figure: {
      figure($0)
    }
    return (
      hits,
      Explanation(
        venues: store.count, leftOut: leftOut, geodesics: log.geodesics.count, ties: ties,
        next: next)
    )
  }

  private func allHits(_ query: Query, _ log: SearchLog?) -> [WayHit] {
    var hits: [WayHit] = []
    // Venues that share a spot are consecutive in the index.
    var last: (point: Coordinate, place: WayPlace?, detour: Double)?
    let region = CorridorRegion(corridor, of: store.columns.position, isRough: true)
    var searcher = Searcher(store)
    searcher.log = log
    searcher.forEachRow(of: query, in: region) { row in
      guard let point = store.checkedCoordinate(ofRow: row) else { return }
      if last?.point != point {
        let place = corridor.way.nearest(
          to: point, within: corridor.reach, geodesics: log?.geodesics)
        if place != nil { log?.geodesics.count += 2 * (legs?.count ?? 0) }
        last = (point, place, place.map { detour(to: point, $0) } ?? 0)
      }
      guard let last, let place = last.place else { return }
      // Places that mirror one another across the way differ by a nanometre: rounded to the micrometre they
      // are equally far along, and the nearer one comes first.
      let along = (place.along * 1e6).rounded() / 1e6
      hits.append(
        WayHit(
          row: row, along: along, offset: place.offset, side: place.side,
          detour: last.detour))
    }
    return hits
  }

  private func detour(to point: Coordinate, _ place: WayPlace) -> Double {
    // With a single point, the trip goes there and back.
    guard let legs, !legs.isEmpty else { return 2 * place.offset }
    let least = legs.lazy.map { leg in
      leg.from.distance(to: point) + leg.to.distance(to: point) - leg.length
    }.min()
    return max(0, least ?? 0)
  }

  /// Ties as everywhere: by name, then by position in the dataset.
  private func precedes(_ a: WayHit, _ b: WayHit, by order: Order) -> Bool {
    if order == .detour, a.detour != b.detour { return a.detour < b.detour }
    if a.along != b.along { return a.along < b.along }
    if order == .way, a.offset != b.offset { return a.offset < b.offset }
    return store.precedesAtSameDistance(a.row, b.row)
  }
}
