import FinderEngine

/// Sorts venues by the walks to them, which a router gives a batch at a time.
///
/// The router is asked about venues from the nearest outwards, until enough are known whose walks are shorter
/// than the straight line to the next one. No walk is shorter than the straight line, so the order is exact:
/// every venue that could belong to the answer has been asked about.
///
///     var order = WalkOrder(store, query)
///     while let request = order.next() { order.take(…the way to each of its targets…) }
///     let hits = order.hits()
///
/// Venues to which the router finds no route come last, in straight-line order, with estimated walks.
package struct WalkOrder {
  private let store: VenueStore
  private let query: Query
  /// Only venues with walks of these lengths are wanted, in metres.
  private let lengths: ClosedRange<Double>
  /// Turns a straight line into an estimated walk.
  private let factor: Double
  private var searcher: Searcher
  /// How many of the nearest venues the router was asked about.
  package private(set) var asked = 0
  private var batch: [Hit] = []
  /// Sorted by walk; ties are decided as in every answer.
  private var reached: [WalkedHit] = []
  private var unreached: [Hit] = []
  private lazy var unreachedRows = Set(unreached.map(\.row))
  /// Venues beyond this straight-line distance cannot belong to the answer.
  private var reach: Double
  /// Whether as many venues as are wanted can be reached.
  private var isFull = false
  /// Whether so few could be reached that the rest were not asked about. Some of those may be nearer.
  package private(set) var gaveUp = false
  /// Whether the router does not say, for some points, how far they are from its streets.
  package private(set) var hasUnmeasuredSteps = false
  /// Whether it found no route to any venue.
  package private(set) var foundNoRoute = true
  /// How many venues at the start of the answer have a route; walks to the others are estimates.
  package private(set) var known = 0
  /// How many venues without a route are not in the answer, although their estimated walks are shorter than
  /// that to its last venue.
  package private(set) var leftOut = 0

  /// OSRM answers for 100 points by default, and web servers refuse longer addresses.
  static let mostTargets = 99
  private static let leastTargets = 20
  /// No user walks farther; routers have a similar limit.
  package static let farthest = 100_000.0
  /// If this many cannot be reached, and fewer than are wanted can, the router has the wrong map.
  static let patience = 1000

  package init(
    _ store: VenueStore, _ query: Query, lengths: ClosedRange<Double> = 0...Double.infinity,
    factor: Double = WalkedWay.usualFactor
  ) {
    self.store = store
    self.query = query
    self.lengths = lengths
    self.factor = factor
    searcher = Searcher(store)
    reach = min(Self.farthest, lengths.upperBound)
  }

  /// The next request; `nil` if no venue is left that could belong to the answer.
  package mutating func next() -> RouteRequest? {
    guard query.limit != 0 else { return nil }
    let size = asked == 0 ? firstSize : Self.mostTargets
    batch = Array(nearest(asked + size).dropFirst(asked).prefix { $0.distance <= reach })
    guard !batch.isEmpty else { return nil }
    if let limit = query.limit, !isFull, unreached.count / 10 >= max(limit, Self.patience / 10) {
      gaveUp = true
      return nil
    }
    asked += batch.count
    return RouteRequest(
      from: query.point, to: batch.map { store.coordinate(ofRow: $0.row) })
  }

  /// Several times as many as are wanted, so one request is usually enough.
  private var firstSize: Int {
    guard let limit = query.limit, limit < Self.mostTargets else { return Self.mostTargets }
    return min(Self.mostTargets, max(Self.leastTargets, 4 * limit))
  }

  /// Takes the way to each target of the last request.
  package mutating func take(_ ways: [RoutedWay]) {
    precondition(ways.count == batch.count)
    for (hit, way) in zip(batch, ways) {
      guard let walk = way.walk(over: hit.distance) else {
        unreached.append(hit)
        continue
      }
      foundNoRoute = false
      if case .streets = way { hasUnmeasuredSteps = true }
      if lengths.contains(walk.metres) { reached.append(WalkedHit(hit: hit, walk: walk)) }
    }
    reached.sort(by: precedes)
    if let limit = query.limit, limit <= reached.count {
      let first = firstOfChains(reached)
      isFull = limit <= first.count
      if isFull { reach = min(reach, first[limit - 1].walk.metres) }
    }
  }

  private func precedes(_ a: WalkedHit, _ b: WalkedHit) -> Bool {
    a.walk.metres != b.walk.metres
      ? a.walk.metres < b.walk.metres : store.precedesAtSameDistance(a.hit.row, b.hit.row)
  }

  package mutating func hits() -> [WalkedHit] {
    let limit = query.limit ?? .max
    let first = firstOfChains(reached)
    known = min(limit, first.count)
    guard first.count < limit else {
      let hits = Array(first.prefix(limit))
      leftOut = hits.last.map { unreachedBefore($0, first) } ?? 0
      return hits
    }
    // Venues without a route that are in the answer may be beyond those asked about.
    let wanted = min(limit, store.count) - first.count
    let leavesOut = query.chains?.isOnePerChain == true || lengths != 0...Double.infinity
    let others = unreached + nearest(leavesOut ? .max : asked + wanted).dropFirst(asked)
    return Array(firstOfChains(first + estimates(of: others)).prefix(limit))
  }

  /// Whether the router was asked about this venue of the answer and found no route to it.
  package mutating func hasAsked(for hit: WalkedHit) -> Bool {
    unreachedRows.contains(hit.hit.row)
  }

  private func estimates(of hits: [Hit]) -> [WalkedHit] {
    hits.map { WalkedHit(hit: $0, walk: .estimate($0.distance, factor)) }
      .filter { lengths.contains($0.walk.metres) }
  }

  /// If the answer has one branch of a chain, its other branches do not count.
  private func unreachedBefore(_ last: WalkedHit, _ first: [WalkedHit]) -> Int {
    let near = estimates(of: unreached).filter { $0.walk.metres < last.walk.metres }
    return firstOfChains(first + near).count - first.count
  }

  /// The result as if no router had been asked.
  package mutating func estimates() -> [WalkedHit] {
    (asked, reached, unreached) = (0, [], [])
    return hits()
  }

  /// The nearest venues that match the filters, with all branches of chains: the nearest on foot is not known
  /// yet.
  private mutating func nearest(_ count: Int) -> [Hit] {
    var query = query
    query.limit = count < store.count ? count : nil
    query.chains = query.chains.map { $0.ofAllBranches }
    return searcher.search(query)
  }

  /// With `--one-per-chain`, only the first branch of each.
  private func firstOfChains(_ hits: [WalkedHit]) -> [WalkedHit] {
    guard let chains = query.chains, chains.isOnePerChain else { return hits }
    var counter = chains.counter(in: store)
    return hits.filter { counter.add($0.hit.row) }
  }
}
