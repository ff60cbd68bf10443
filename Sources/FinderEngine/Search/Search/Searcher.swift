/// Answers queries on one store, one after another, and reuses its memory for each.
///
/// A query takes these steps. The index, or a scan if there is none, gathers by chord the rows that may
/// belong to the answer. Rows that the geodesic places outside the area are dropped. `ExactOrder` sorts the
/// rest, and the limit cuts it. Distances and bearings are computed last, for what remains.
package struct Searcher {
  let store: VenueStore
  private var list = CandidateList()
  private var few = NearestFewMemory()
  /// The answer in progress.
  private(set) var found: [Candidate] = []
  /// Records what it does; `nil` except in `explained`.
  var log: SearchLog?

  package init(_ store: VenueStore) { self.store = store }

  package mutating func search(_ query: Query) -> [Hit] {
    let rows = rank(query)
    return hits(ofRows: rows, from: query.point)
  }

  /// Rows as hits, in their order, with figures as in `search`.
  package func hits(ofRows rows: [Int], from point: Coordinate) -> [Hit] {
    let origin = GeodesicOrigin(point)
    var hits = rows.map { row in
      let path = origin.path(to: store.coordinate(ofRow: row))
      return Hit(row: row, distance: path.distance, bearing: path.bearing)
    }
    removeImpossible(&hits)
    return hits
  }

  /// What `search` would find, in the same order, with figures that print the same. Most of them need no
  /// geodesic.
  package mutating func search(_ query: Query, for rounding: some FigureRounding) -> [Hit] {
    var hits: [Hit] = []
    search(query, for: rounding, into: &hits)
    return hits
  }

  @inline(__always)
  mutating func search(_ query: Query, for rounding: some FigureRounding, into hits: inout [Hit]) {
    findRows(query)
    hits.removeAll(keepingCapacity: true)
    hits.reserveCapacity(found.count)
    let figures = NearbyFigures(query.point)
    for candidate in found {
      let row = candidate.row
      let path =
        figures.path(to: store.place(ofRow: row), for: rounding)
        ?? Geodesic.inverse(from: query.point, to: store.coordinate(ofRow: row))
      hits.append(Hit(row: row, distance: path.distance, bearing: path.bearing))
    }
    removeImpossible(&hits)
  }

  /// Only a damaged file has venues this far away.
  func removeImpossible(_ hits: inout [Hit]) {
    if hits.allSatisfy(\.isOfThisEarth) { return }
    store.noteDamage()
    hits.removeAll()
  }

  /// The rows that `search` would find, in exact order, without their distances.
  package mutating func rank(_ query: Query) -> [Int] {
    findRows(query)
    return found.map(\.row)
  }

  /// The same, into an array that is reused by one query after another.
  package mutating func rank(_ query: Query, into rows: inout [Int]) {
    findRows(query)
    if rows.count != found.count { rows = [Int](repeating: 0, count: found.count) }
    rows.withUnsafeMutableBufferPointer { rows in
      for place in 0..<rows.count { rows[place] = found[place].row }
    }
  }

  /// The number of venues, ignoring the query's limit.
  package func count(_ query: Query) -> Int {
    switch query.area {
    case .everywhere: count(query, in: nil as AnnulusRegion?)
    case .circle, .annulus: count(query, in: ring(of: query))
    case .box(let box): count(query, in: BoxRegion(box, of: store.columns.position))
    case .polygon(let polygon): count(query, in: region(polygon))
    case .together(let meeting): count(query, in: region(meeting))
    case .corridor(let corridor): count(query, in: region(corridor))
    }
  }

  /// Calls `body` with each row that the query finds, in no order and ignoring its limit.
  func forEachRow(of query: Query, _ body: (Int) -> Void) {
    switch query.area {
    case .everywhere: forEachRow(of: query, in: nil as AnnulusRegion?, body)
    case .circle, .annulus: forEachRow(of: query, in: ring(of: query), body)
    case .box(let box): forEachRow(of: query, in: BoxRegion(box, of: store.columns.position), body)
    case .polygon(let polygon): forEachRow(of: query, in: region(polygon), body)
    case .together(let meeting): forEachRow(of: query, in: region(meeting), body)
    case .corridor(let corridor): forEachRow(of: query, in: region(corridor), body)
    }
  }

  private mutating func gatherAll(_ query: Query) {
    switch query.area {
    case .everywhere: gatherAll(in: nil as AnnulusRegion?, query)
    case .circle, .annulus: gatherAll(in: ring(of: query), query)
    case .box(let box): gatherAll(in: BoxRegion(box, of: store.columns.position), query)
    case .polygon(let polygon): gatherAll(in: region(polygon), query)
    case .together(let meeting): gatherAll(in: region(meeting), query)
    case .corridor(let corridor): gatherAll(in: region(corridor), query)
    }
  }

  mutating func findRows(_ query: Query) {
    if let chains = query.chains, chains.isOnePerChain {
      findFirstRows(query, of: chains)
    } else {
      findAllRows(query)
    }
  }

  private mutating func findFirstRows(_ query: Query, of chains: ChainFilter) {
    var more = query
    found = chains.firstOfEach(query.limit, in: store, log, row: \.row) { limit in
      more.limit = limit
      findAllRows(more)
      return found
    }
  }

  private mutating func findAllRows(_ query: Query) {
    gather(query)
    ExactOrder(store: store, point: query.point, log: log).sort(
      &found, first: query.limit ?? .max)
    if let limit = query.limit, found.count > limit { found.removeLast(found.count - limit) }
  }

  // MARK: Gathering

  private mutating func gather(_ query: Query) {
    if query.rows != nil { return gatherAll(query) }
    switch query.area {
    case .everywhere:
      guard let limit = query.limit, limit < store.count else {
        return gatherAll(in: nil as AnnulusRegion?, query)
      }
      gatherNearest(query, limit: limit, reach: .infinity)
    case .circle(let radius):
      let circle = region(Annulus(from: 0, to: radius), around: query.point)
      guard let limit = query.limit, limit < store.count else {
        return gatherAll(in: circle, query)
      }
      gatherNearest(query, limit: limit, reach: circle.farthest)
      found.removeAll { !circle.contains(row: $0.row, squaredChord: $0.squaredChord) }
    case .annulus(let annulus): gatherNearest(in: annulus, query)
    case .box(let box):
      gatherAll(in: BoxRegion(box, of: store.columns.position), query)
    case .polygon(let polygon): gatherAll(in: region(polygon), query)
    case .together(let meeting): gatherAll(in: region(meeting), query)
    case .corridor(let corridor): gatherAll(in: region(corridor), query)
    }
  }

  /// Wider and wider from the inner edge until there are enough, since the nearest are near that edge.
  @inline(never)
  private mutating func gatherNearest(in annulus: Annulus, _ query: Query) {
    let limit = query.limit ?? .max
    var share = limit < store.count ? 1.0 / 64 : 1
    while true {
      gatherAll(in: region(annulus.innermost(share), around: query.point), query)
      guard share < 1, found.count < limit else { return }
      share *= 8
    }
  }

  private func region(_ annulus: Annulus, around center: Coordinate) -> AnnulusRegion {
    AnnulusRegion(
      center: center, annulus: annulus, of: store.columns.position, index: store.index,
      geodesics: log?.geodesics)
  }

  /// `nil` if the query has another kind of area.
  func ring(of query: Query) -> AnnulusRegion? {
    switch query.area {
    case .circle(let radius): region(Annulus(from: 0, to: radius), around: query.point)
    case .annulus(let annulus): region(annulus, around: query.point)
    case .everywhere, .box, .polygon, .together, .corridor: nil
    }
  }

  private func region(_ polygon: Polygon) -> PolygonRegion {
    PolygonRegion(polygon: polygon, positions: store.columns.position)
  }

  /// `nil` if it is the whole earth.
  private func region(_ meeting: Meeting) -> MeetingRegion? {
    let region = MeetingRegion(
      meeting, of: store.columns.position, index: store.index, geodesics: log?.geodesics)
    return region.isBounded ? region : nil
  }

  private func region(_ corridor: Corridor) -> CorridorRegion {
    CorridorRegion(corridor, of: store.columns.position, geodesics: log?.geodesics)
  }

  private mutating func gatherNearest(_ query: Query, limit: Int, reach: Double) {
    found.removeAll(keepingCapacity: true)
    guard limit > 0 else { return }
    if let filter = RowsWanted(query, of: store) {
      if let log {
        let filter = LoggedRows(wanted: filter, log: log)
        return gatherNearest(to: query.point, limit: limit, reach: reach, filter: filter)
      }
      gatherNearest(to: query.point, limit: limit, reach: reach, filter: filter)
    } else {
      gatherNearest(to: query.point, limit: limit, reach: reach, filter: AllRows())
    }
  }

  private mutating func gatherNearest(
    to point: Coordinate, limit: Int, reach: Double, filter: some RowFilter
  ) {
    log?.begin()
    if limit <= NearestFew.largestLimit, let index = store.index,
      few.gather(
        from: index, to: Cartesian(point), limit: limit, reach: reach, filter: filter,
        into: &found)
    {
      return
    }
    log?.begin()
    list.begin(limit: limit, reach: reach)
    if let index = store.index {
      index.crowds.count > 0
        ? index.gatherNearestOfCrowds(to: Cartesian(point), filter: filter, into: &list)
        : index.gatherNearest(to: Cartesian(point), filter: filter, into: &list)
    } else {
      ColumnScan(store: store).gatherNearest(to: point, filter: filter, into: &list)
    }
    list.finish(into: &found)
  }

  private mutating func gatherAll(in region: (some SearchRegion)?, _ query: Query) {
    log?.begin()
    var found = found
    self.found = []
    found.removeAll(keepingCapacity: true)
    let point = Cartesian(query.point)
    forEachRow(of: query, in: region) { row in
      let squaredChord = store.squaredChord(from: point, toRow: row)
      found.append(Candidate(squaredChord: squaredChord, row: row))
    }
    found.sortByChord()
    self.found = found
  }

  /// The same, if the region represents the query's area.
  func forEachRow(of query: Query, in region: (some SearchRegion)?, _ body: (Int) -> Void) {
    let filter = RowsWanted(query, of: store)
    if let log {
      return forEachRun(of: query, in: region) { log.look(at: $0, filter, body) }
    }
    forEachRun(of: query, in: region) { rows in
      for row in rows where filter?.accepts(row) ?? true { body(row) }
    }
  }

  /// Calls `visit` with the rows of the area, ignoring the query's filters.
  @inline(__always)
  private func forEachRun(
    of query: Query, in region: (some SearchRegion)?, _ visit: (Range<Int>) -> Void
  ) {
    if let rows = query.rows {
      for row in rows where region?.contains(rowsFrom: row, before: store.count)[0] ?? true {
        visit(row..<row + 1)
      }
      return
    }
    switch (region, store.index) {
    case (nil, _): visit(0..<store.count)
    case (let region?, let index?): index.forEachRun(in: region, visit)
    case (let region?, nil): ColumnScan(store: store).forEachRow(in: region) { visit($0..<$0 + 1) }
    }
  }

  private func count(_ query: Query, in region: (some SearchRegion)?) -> Int {
    if let chains = query.chains, chains.isOnePerChain {
      var counter = chains.counter(in: store)
      forEachRow(of: query, in: region) { counter.add($0) }
      return counter.count
    }
    if !query.isNarrowed {
      guard let region else { return store.count }
      if let index = store.index { return index.count(in: region) }
    }
    var total = 0
    forEachRow(of: query, in: region) { _ in total += 1 }
    return total
  }

  /// The rows that the query finds, ignoring its limit. If it searches everywhere, several threads compare
  /// the names.
  package func marks(of query: Query) -> RowMarks {
    let marks = RowMarks(rows: store.count, keepsMarked: true)
    if query.area == .everywhere, query.rows == nil {
      let filter = RowsWanted(query, of: store)
      // No two parts share a word of the marks.
      let parts = Parallel.ranges(of: store.count / 64 + 1, atLeast: 1 << 8)
      Parallel.run(parts.count) { part in
        let rows = parts[part].lowerBound * 64..<min(parts[part].upperBound * 64, store.count)
        func look(_ row: Int) { if filter?.accepts(row) ?? true { marks.mark(row) } }
        // Rows that other marks leave out are mostly skipped 64 at a time.
        if let known = query.marks { known.forEach(in: rows, look) } else { rows.forEach(look) }
      }
    } else {
      forEachRow(of: query) { marks.mark($0) }
    }
    marks.countRows()
    return marks
  }
}

extension ChainFilter {
  /// Drops all but the first of each chain. Independent venues stay. The log learns which were dropped.
  func firstOfEach<Found>(
    _ all: [Found], in store: VenueStore, _ log: SearchLog?, row: (Found) -> Int
  ) -> [Found] {
    var counter = counter(in: store)
    log?.otherBranches.removeAll()
    return all.filter { found in
      let isFirst = counter.add(row(found))
      if !isFirst { log?.otherBranches.append(counter.count) }
      return isFirst
    }
  }

  /// The same for the first `limit`. Which venues are first of their chain is known only as they are found,
  /// so `find` is asked for more and more until there are enough.
  func firstOfEach<Found>(
    _ limit: Int?, in store: VenueStore, _ log: SearchLog?, row: (Found) -> Int,
    find: (_ limit: Int?) -> [Found]
  ) -> [Found] {
    var most = limit.map { $0 < store.count / 4 ? max(16, 4 * $0) : store.count }
    while true {
      let all = find(most)
      let isWhole = most.map { all.count < $0 } ?? true
      let first = firstOfEach(all, in: store, log, row: row)
      guard let limit else { return first }
      guard let reached = most, !isWhole, first.count < limit else {
        return Array(first.prefix(limit))
      }
      most = reached < store.count / 4 ? reached * 4 : nil
    }
  }

  package func counter(in store: VenueStore) -> ChainCounter {
    ChainCounter(filter: self, store: store)
  }
}

/// Counts each chain once, and every independent venue.
package struct ChainCounter {
  let filter: ChainFilter
  let store: VenueStore
  private(set) var count = 0
  private var seen: Set<Int> = []

  init(filter: ChainFilter, store: VenueStore) { (self.filter, self.store) = (filter, store) }

  /// Returns whether it is the first of its chain.
  @discardableResult
  package mutating func add(_ row: Int) -> Bool {
    if let chain = filter.ownedChain(ofRow: row, in: store), !seen.insert(chain).inserted {
      return false
    }
    count += 1
    return true
  }
}

/// Searches a store that has no index. Each row's latitude and longitude are compared with a window of
/// degrees, four rows at a time, and only the rows inside are examined further. 54,754 venues take 30 µs,
/// whereas building an index takes milliseconds.
struct ColumnScan {
  let store: VenueStore

  /// Gathers every row that could be among the `limit` nearest that the filter accepts. The window
  /// shrinks with the list's bound.
  func gatherNearest(
    to target: Coordinate, filter: some RowFilter, into list: inout CandidateList
  ) {
    let point = Cartesian(target)
    var bound = list.bound
    scan(DegreeWindow(around: target, chord: bound.squareRoot())) { first, inside, window in
      for lane in 0..<min(4, store.count - first) where inside[lane] {
        let row = first + lane
        let squaredChord = store.squaredChord(from: point, toRow: row)
        guard squaredChord <= list.bound, filter.accepts(row) else { continue }
        list.insert(Candidate(squaredChord: squaredChord, row: row))
        guard list.bound < bound else { continue }
        bound = list.bound
        window = DegreeWindow(around: target, chord: bound.squareRoot())
      }
    }
  }

  /// Calls `body` with each row in the region.
  func forEachRow(in region: some SearchRegion, _ body: (Int) -> Void) {
    scan(region.window) { row, inside, _ in
      let mask = inside .& region.contains(rowsFrom: row, before: store.count)
      for lane in 0..<min(4, store.count - row) where mask[lane] { body(row + lane) }
    }
  }

  /// Calls `body` with each group of four rows if some are inside the window, and with which ones are. It may
  /// narrow the window for the rows that follow.
  @inline(__always)
  private func scan(
    _ window: DegreeWindow, _ body: (Int, SearchRegion.RowMask, inout DegreeWindow) -> Void
  ) {
    let (latitude, longitude) = (store.columns.position.latitude, store.columns.position.longitude)
    var window = window
    // Rows past the last one are read from the columns' padding.
    for row in stride(from: 0, to: store.count, by: 4) {
      let (north, east) = (latitude.lanes(row), longitude.lanes(row))
      let inside =
        (north .>= window.south) .& (north .<= window.north) .& (east .>= window.west)
        .& (east .<= window.east)
      if any(inside) { body(row, inside, &window) }
    }
  }
}
