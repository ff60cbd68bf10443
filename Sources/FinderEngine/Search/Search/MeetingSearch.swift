/// A venue for a meeting, with the way to it from each of the points, in their order.
package struct MeetingHit: Equatable, Sendable {
  package let row: Int
  package let figures: Meeting.Figures
  package let ways: [Geodesic.Path]

  /// The difference between the longest and the shortest way.
  package var spread: Double { figures.worst - (ways.map(\.distance).min() ?? 0) }

  /// The first of the longest ways.
  package var longestWay: Int { ways.firstIndex { $0.distance == figures.worst } ?? 0 }

  /// As a hit with the distance from the point with the longest way.
  package var hit: Hit {
    Hit(row: row, distance: figures.worst, bearing: ways.isEmpty ? 0 : ways[longestWay].bearing)
  }
}

/// Finds the best venues for several people to meet at.
///
/// Best first: the box of the tree that may contain the best venue is opened first, so that few are opened at
/// all. Each venue found is judged by its chords, which give a lower and an upper bound for its figure. The
/// `limit`-th lowest of the upper bounds ends the search: a venue with a lower bound above it cannot be in
/// the answer. The few remaining venues, usually hardly more than wanted, are measured by their geodesics and
/// sorted: by the figure of the meeting's order, then by the other one, then by name and position, as
/// everywhere.
///
/// After Papadias and others, 'Aggregate Nearest Neighbor Queries in Spatial Databases' (2005).
///
///     var search = MeetingSearch(store, meeting)
///     let hits = search.search(query)    // uses its filters and its limit, but not its point
package struct MeetingSearch {
  private let store: VenueStore
  private let meeting: Meeting
  private let region: MeetingRegion
  private var bests = UpperBounds(limit: nil)
  private var limit: Meeting.Limit
  private var seen: [Judged] = []
  /// How many geodesics were computed, including those of the answer's legs.
  package private(set) var geodesics = 0
  /// Set if an explanation is wanted.
  private var log: SearchLog?

  private struct Judged {
    let row: Int
    /// A lower bound for the figure of the order.
    let low: Double
  }

  package init(_ store: VenueStore, _ meeting: Meeting) {
    (self.store, self.meeting) = (store, meeting)
    region = MeetingRegion(meeting, of: store.columns.position, index: store.index)
    limit = meeting.limit(.infinity)
  }

  /// Ignores the query's area, since the meeting has its own.
  package mutating func search(_ query: Query) -> [MeetingHit] {
    let ranked =
      if let chains = query.chains, chains.isOnePerChain {
        chains.firstOfEach(
          query.limit, in: store, log, row: { $0 }, find: { self.ranked(query, limit: $0) })
      } else {
        ranked(query, limit: query.limit)
      }
    var hits: [MeetingHit] = []
    hits.reserveCapacity(ranked.count)
    for row in ranked {
      let ways = meeting.ways(to: store.coordinate(ofRow: row))
      hits.append(MeetingHit(row: row, figures: meeting.figures(of: ways), ways: ways))
    }
    geodesics += ranked.count * meeting.points.count
    return hits
  }

  /// The rows of the answer, in order.
  private mutating func ranked(_ query: Query, limit most: Int?) -> [Int] {
    if most == 0 { return [] }
    bests = UpperBounds(limit: most.flatMap { $0 < store.count ? $0 : nil })
    limit = meeting.limit(.infinity)
    seen.removeAll(keepingCapacity: true)
    log?.begin()
    if let filter = RowsWanted(query, of: store) {
      if let log {
        gather(query, LoggedRows(wanted: filter, log: log))
      } else {
        gather(query, filter)
      }
    } else {
      gather(query, AllRows())
    }
    return inOrder(measured(), first: most ?? .max).map(\.row)
  }

  /// The first of them. If a great many are equally good, each is compared with the last of those.
  private func inOrder(_ all: [Measured], first most: Int) -> [Measured] {
    func precedes(_ one: Measured, _ other: Measured) -> Bool {
      meeting.prefers(one.figures, to: other.figures)
        ?? store.precedesAtSameDistance(one.row, other.row)
    }
    guard most < all.count / 4 else { return Array(all.sorted(by: precedes).prefix(most)) }
    var first = all[..<most].sorted(by: precedes)
    for one in all[most...] where precedes(one, first[most - 1]) {
      first.removeLast()
      let place = firstPlace(in: 0..<first.count) { precedes(one, first[$0]) }
      first.insert(one, at: place)
    }
    return first
  }

  // MARK: Gathering

  private mutating func gather(_ query: Query, _ filter: some RowFilter) {
    if let rows = query.rows {
      for row in rows { judge(row, filter) }
    } else if let index = store.index {
      gather(from: index, filter)
    } else {
      for row in 0..<store.count { judge(row, filter) }
    }
  }

  private mutating func gather(from index: SpatialIndex, _ filter: some RowFilter) {
    guard index.count > 0 else { return }
    var queue = NodeQueue()
    for root in 0..<index.rootCount { queue.add(Waiting.entry(0, node: root)) }
    var bound = region.bound(limit)
    while let entry = queue.removeFirst(), entry <= bound {
      let node = Waiting.node(entry)
      if node >= index.boxes.count {
        let rows = index.rows(ofLeaf: node - index.boxes.count)
        index.verify(rows)
        for row in rows { judge(row, filter) }
        bound = region.bound(limit)
      } else {
        index.boxes.verify(node..<node + 1)
        let figures = region.leastFigures(in: index.boxes.base[node])
        for lane in 0..<4 where figures[lane] < .infinity {
          let child = Waiting.entry(figures[lane], node: index.rootCount + 4 * node + lane)
          if child <= bound { queue.add(child) }
        }
      }
    }
  }

  private mutating func judge(_ row: Int, _ filter: some RowFilter) {
    guard let bounds = meeting.bounds(of: store.place(ofRow: row), within: limit),
      filter.accepts(row), region.isSure(bounds) || isInside(row)
    else { return }
    seen.append(Judged(row: row, low: bounds.low))
    if bests.add(bounds.high) { limit = meeting.limit(bests.last) }
  }

  /// For a row so near to an edge that the chords cannot decide. Only a venue inside may count among the
  /// best.
  private mutating func isInside(_ row: Int) -> Bool {
    geodesics += meeting.points.count
    return meeting.accepts(meeting.figures(to: store.coordinate(ofRow: row)))
  }

  // MARK: Measuring

  private struct Measured {
    let row: Int
    let figures: Meeting.Figures
  }

  /// All that may be in the answer. For many at one spot, the ways are computed once.
  private mutating func measured() -> [Measured] {
    var all: [Measured] = []
    var last: (point: Coordinate, figures: Meeting.Figures)?
    let most = bests.last
    for judged in seen where judged.low <= most {
      let point = store.coordinate(ofRow: judged.row)
      if last?.point != point {
        last = (point, meeting.figures(to: point))
        geodesics += meeting.points.count
      }
      guard let figures = last?.figures, figures.isOfThisEarth else {
        store.noteDamage()
        return []
      }
      all.append(Measured(row: judged.row, figures: figures))
    }
    return all
  }
}

// MARK: - Explaining

extension MeetingSearch {
  /// The result of `search`, and how it was found, by a search for one venue more than the limit.
  package mutating func explained(
    _ query: Query
  ) -> (hits: [MeetingHit], explanation: Explanation) {
    let log = SearchLog()
    self.log = log
    defer { self.log = nil }
    geodesics = 0
    var more = query
    more.limit = query.limit.map { $0 < .max ? $0 + 1 : $0 }
    let found = search(more)
    let hits = Array(found.prefix(query.limit ?? .max))
    let (shown, isCut) = (hits.count, found.count > hits.count)
    let (conditions, everywhere) = (query.conditions.count, meeting.everywhere)
    let refusals: (Explanation.Filter) -> Int
    var outside: Int?
    if let rows = query.rows {
      outside = lookAgain(at: rows, RowsWanted(query, of: store), log)
      refusals = log.refusals(conditions: conditions) { _ in true }
    } else if isCut {
      // The search stops at the last of the answer.
      outside = hits.last.map { outsideBefore($0, everywhere) } ?? 0
      refusals = log.refusals(conditions: conditions) { row in
        hits.last.map { isInArea(row) && comesBefore(row, $0, everywhere) } ?? false
      }
    } else {
      refusals = log.refusals(conditions: conditions) { isInArea($0) }
    }
    let otherBranches = log.otherBranches.count { !isCut || $0 < shown }
    let leftOut = Searcher(store).leftOut(
      of: query, shown: shown, outside: outside, otherBranches: otherBranches, refusals)
    var next: Explanation.Next?
    if isCut, let last = hits.last {
      let margin = meeting.figure(found[shown].figures) - meeting.figure(last.figures)
      next = Explanation.Next(row: found[shown].row, margin: margin)
    }
    let ties = Explanation.Tie.all(in: hits.isEmpty ? [] : found, store) {
      $0.figures == $1.figures
    } row: {
      $0.row
    } figure: {
      meeting.figure($0.figures)
    }
    return (
      hits,
      Explanation(
        venues: store.count, leftOut: leftOut, geodesics: geodesics + log.geodesics.count,
        ties: ties, next: next)
    )
  }

  /// Examines all of some rows, since a search examines no more than it must. Returns how many are too far
  /// away.
  private mutating func lookAgain(
    at rows: [Int], _ wanted: RowsWanted?, _ log: SearchLog
  ) -> Int {
    log.begin()
    var outside = 0
    for row in rows {
      if !isInArea(row) {
        outside += 1
      } else if let refusal = wanted?.refusal(of: row) {
        log.refuse(row, by: refusal)
      }
    }
    return outside
  }

  private mutating func isInArea(_ row: Int) -> Bool {
    guard let bounds = meeting.bounds(of: store.place(ofRow: row), within: meeting.limit(.infinity))
    else { return false }
    return region.isSure(bounds) || isInside(row)
  }

  /// Whether a row is better than a venue. It is measured only if the chords leave that in doubt.
  private mutating func comesBefore(
    _ row: Int, _ hit: MeetingHit, _ everywhere: Meeting
  ) -> Bool {
    let figure = meeting.figure(hit.figures)
    if let bounds = everywhere.bounds(
      of: store.place(ofRow: row), within: everywhere.limit(.infinity))
    {
      if bounds.high < figure { return true }
      if bounds.low > figure { return false }
    }
    geodesics += meeting.points.count
    return meeting.prefers(meeting.figures(to: store.coordinate(ofRow: row)), to: hit.figures)
      ?? store.precedesAtSameDistance(row, hit.row)
  }

  /// How many are too far away from one of the points, but better than the last of an answer. This is
  /// possible only if the order is by the sum, since otherwise the longest way decides both.
  private mutating func outsideBefore(_ last: MeetingHit, _ everywhere: Meeting) -> Int {
    guard meeting.order == .sum, meeting.radius != nil else { return 0 }
    let area = Query.Area.together(everywhere.limited(to: last.figures.total))
    var rows: [Int] = []
    var searcher = Searcher(store)
    searcher.log = log
    searcher.forEachRow(of: Query(from: meeting.points[0], area: area)) { rows.append($0) }
    return rows.count { !isInArea($0) && comesBefore($0, last, everywhere) }
  }
}

extension Meeting {
  /// The same, without limits on the distances.
  fileprivate var everywhere: Meeting { Meeting(from: points, weights: weights, by: order) }
}

extension Meeting.Figures {
  /// False only if a damaged snapshot gives a venue no real position.
  fileprivate var isOfThisEarth: Bool { worst >= 0 && worst < 1e8 && total >= 0 && total < 1e18 }
}

/// The lowest of many numbers, in a heap with the highest of them on top.
private struct UpperBounds {
  private let limit: Int?
  private var heap: [Double] = []

  /// Without a limit, keeps none.
  init(limit: Int?) { self.limit = limit }

  /// The highest of the lowest; infinite while there are fewer than the limit.
  var last: Double { heap.count == limit ? heap[0] : .infinity }

  /// Returns whether `last` has changed.
  mutating func add(_ number: Double) -> Bool {
    guard let limit else { return false }
    guard heap.count == limit else {
      heap.append(number)
      siftUp(heap.count - 1)
      return heap.count == limit
    }
    guard number < heap[0] else { return false }
    heap[0] = number
    siftDown()
    return true
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1] > heap[child] { child += 1 }
      guard heap[child] > heap[parent] else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}

/// The nodes that wait to be opened, the lowest entry first.
private struct NodeQueue {
  private var heap: [UInt64] = []

  mutating func add(_ entry: UInt64) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> UInt64? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return first }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[parent] else { return first }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
