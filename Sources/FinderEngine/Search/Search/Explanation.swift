/// What a search did, as recorded by the search itself.
///
///     let (hits, explanation) = searcher.explained(query, for: TenthsRounding())
///
/// Each venue of the dataset counts once: in the answer, or under the first thing that left it out. Those
/// are, in order: the rows to which a query is limited, its area, its filters, one branch of each chain, the
/// limit. So `venues` is the answer's length plus the sum of `leftOut`.
///
/// A search for the nearest stops at the last venue of its answer, and examines hardly any beyond it. So all
/// that come after that one count under the limit, whether they fit or not, and the filters have those that
/// come before it. A search of a box, of a polygon or of some rows examines every venue there, so its filters
/// have all that they left out there. So has a search along a way.
package struct Explanation: Sendable {
  package enum Filter: Equatable, Sendable {
    /// `Query.rows`.
    case rows
    case area
    case marks
    case chains
    case match
    case food
    /// By its index in `Query.conditions`.
    case condition(Int)
    case onePerChain
    case limit
  }

  package struct LeftOut: Equatable, Sendable {
    package let filter: Filter
    package let venues: Int
  }

  /// Venues at the same distance, to the last bit, in the answer's order. The last one may be the next one
  /// after the answer. In a meeting and along a way, they agree in both figures that come before the name.
  package struct Tie: Equatable, Sendable {
    package let rows: [Int]
    /// In metres, as in the answer: the figure by which it is ordered.
    package let distance: Double
    /// Whether their names alone decided; otherwise some have the same name, and their positions in the
    /// dataset decided.
    package let isByName: Bool
  }

  /// The venue that would have come next, if the limit had been larger by one.
  package struct Next: Equatable, Sendable {
    package let row: Int
    /// How much farther it is than the last of the answer, in metres, by the figure of the order.
    package let margin: Double
  }

  /// In the whole dataset.
  package let venues: Int
  /// For every restriction of the query, in the order in which they are applied.
  package let leftOut: [LeftOut]
  /// How many geodesics were computed, including those for the explanation.
  package let geodesics: Int
  /// In the answer's order.
  package let ties: [Tie]
  /// `nil` if nothing was cut off, or if no venue is listed.
  package let next: Next?
}

/// Records what a search does. It takes memory only if an explanation is wanted. A search without one pays
/// only for checking whether there is a log: once a query, and once a geodesic.
final class SearchLog {
  let geodesics = GeodesicCount()
  /// How many rows of the area were examined one by one.
  private(set) var looked = 0
  /// Rows that were left out, with the filter's code in the last 16 bits of each.
  private var refused: [UInt64] = []
  /// Rows at the same distance, in order.
  private(set) var ties: [[Int]] = []
  /// For each venue that is not the first of its chain, how many of the answer came before it.
  var otherBranches: [Int] = []

  /// A search that needs more than it gathered begins again.
  func begin() {
    looked = 0
    refused.removeAll(keepingCapacity: true)
    ties.removeAll()
  }

  func refuse(_ row: Int, by filter: Explanation.Filter) {
    refused.append(UInt64(row) << 16 | UInt64(filter.code))
  }

  /// Calls `body` with those rows of an area that are wanted, and records the others.
  func look(at rows: Range<Int>, _ filter: RowsWanted?, _ body: (Int) -> Void) {
    looked += rows.count
    guard let filter else { return rows.forEach(body) }
    for row in rows {
      if let refusal = filter.refusal(of: row) { refuse(row, by: refusal) } else { body(row) }
    }
  }

  func note(tie run: Slice<UnsafeMutableBufferPointer<Candidate>>) {
    if run.count > 1 { ties.append(run.map(\.row)) }
  }

  /// For an ordered run whose chords have been replaced by distances.
  func note(tiesIn run: Slice<UnsafeMutableBufferPointer<Candidate>>) {
    var start = run.startIndex
    while start < run.endIndex {
      var end = start + 1
      while end < run.endIndex, run[end].squaredChord == run[start].squaredChord { end += 1 }
      note(tie: run[start..<end])
      start = end
    }
  }

  /// How many rows each filter left out, by its code, of those for which `counts` is true.
  func refusals(
    conditions: Int, where counts: (Int) -> Bool
  ) -> (_ filter: Explanation.Filter) -> Int {
    var sums = [Int](repeating: 0, count: Int(Explanation.Filter.condition(conditions).code) + 1)
    for refusal in refused where counts(Int(refusal >> 16)) { sums[Int(refusal & 0xFFFF)] += 1 }
    return { sums[Int($0.code)] }
  }
}

extension Explanation.Filter {
  /// A filter of rows as it is stored in `refused`.
  fileprivate var code: UInt16 {
    switch self {
    case .rows, .area, .onePerChain, .limit: 0
    case .marks: 1
    case .chains: 2
    case .match: 3
    case .food: 4
    case .condition(let place): UInt16(clamping: place + 5)
    }
  }
}

/// Records the rows that are not wanted.
struct LoggedRows: RowFilter {
  let wanted: RowsWanted
  let log: SearchLog

  func accepts(_ row: Int) -> Bool {
    guard let refusal = wanted.refusal(of: row) else { return true }
    log.refuse(row, by: refusal)
    return false
  }
}

extension Query {
  /// The filters of rows, in the order in which they are applied.
  fileprivate var filters: [Explanation.Filter] {
    var filters: [Explanation.Filter] = []
    if marks != nil { filters.append(.marks) }
    if let chains, chains.kept != .all { filters.append(.chains) }
    if match != nil { filters.append(.match) }
    if food != nil { filters.append(.food) }
    return filters + conditions.indices.map { .condition($0) }
  }
}

/// Every figure from the geodesic, as in `Searcher.search(_:)`.
package struct ExactFigures: FigureRounding {
  package init() {}

  package func printsAlike(distances low: Double, _ high: Double) -> Bool { low == high }
  package func printsAlike(bearings low: Double, _ high: Double) -> Bool { low == high }
}

// MARK: - Searching

extension Searcher {
  /// The result of `search(_:for:)`, and how it was found. It searches for one venue more than the limit,
  /// which is the next one.
  package mutating func explained(
    _ query: Query, for rounding: some FigureRounding
  ) -> (hits: [Hit], explanation: Explanation) {
    let log = SearchLog()
    self.log = log
    defer { self.log = nil }
    var more = query
    more.limit = query.limit.map { $0 < .max ? $0 + 1 : $0 }
    findRows(more)
    let shown = min(found.count, query.limit ?? .max)
    var hits: [Hit] = []
    hits.reserveCapacity(shown)
    let figures = NearbyFigures(query.point)
    for candidate in found[..<shown] {
      let row = candidate.row
      var path = figures.path(to: store.place(ofRow: row), for: rounding)
      if path == nil {
        path = Geodesic.inverse(from: query.point, to: store.coordinate(ofRow: row))
        log.geodesics.count += 1
      }
      guard let path else { continue }
      hits.append(Hit(row: row, distance: path.distance, bearing: path.bearing))
    }
    removeImpossible(&hits)
    return (hits, explanation(of: query, hits, log))
  }

  private func explanation(
    of query: Query, _ hits: [Hit], _ log: SearchLog
  ) -> Explanation {
    let shown = hits.count
    let next = shown > 0 && found.count > shown ? found[shown].row : nil
    var last = next.map { _ in
      LastOfAnswer(store: store, point: query.point, row: hits[shown - 1].row, log.geodesics)
    }
    let refusals: (Explanation.Filter) -> Int
    let stopsAtLast = query.stopsAtLast && found.count > shown
    let region = query.stopsAtLast ? ring(of: query) : nil
    if stopsAtLast {
      refusals = log.refusals(conditions: query.conditions.count) { row in
        last?.comesAfter(row) ?? false
      }
    } else {
      let point = Cartesian(query.point)
      refusals = log.refusals(conditions: query.conditions.count) { row in
        region?.contains(row: row, squaredChord: store.squaredChord(from: point, toRow: row))
          ?? true
      }
    }
    // Beyond the last one, not all are known.
    let isCut = found.count > shown
    let otherBranches = log.otherBranches.count { !isCut || $0 < shown }
    let outside: Int? =
      query.stopsAtLast
      ? (isCut ? 0 : nil) : (query.rows?.count ?? store.count) - log.looked
    let margin = next.flatMap { last?.margin(to: $0) }
    return Explanation(
      venues: store.count,
      leftOut: leftOut(
        of: query, shown: shown, outside: outside, otherBranches: otherBranches, refusals),
      geodesics: log.geodesics.count, ties: ties(query, log, hits),
      next: next.flatMap { row in margin.map { Explanation.Next(row: row, margin: $0) } })
  }

  /// The number of venues, and which were left out. Every venue of the area is examined, whereas `count`
  /// counts many at once.
  package mutating func explainedCount(
    _ query: Query
  ) -> (count: Int, explanation: Explanation) {
    let log = SearchLog()
    self.log = log
    defer { self.log = nil }
    var accepted = 0
    var chains = query.chains.flatMap { $0.isOnePerChain ? $0.counter(in: store) : nil }
    forEachRow(of: query) { row in
      accepted += 1
      chains?.add(row)
    }
    let all = chains?.count ?? accepted
    let count = min(all, query.limit ?? all)
    let explanation = Explanation(
      venues: store.count,
      leftOut: leftOut(
        of: query, shown: count, outside: (query.rows?.count ?? store.count) - log.looked,
        otherBranches: accepted - all,
        log.refusals(conditions: query.conditions.count) { _ in true }),
      geodesics: log.geodesics.count, ties: [], next: nil)
    return (count, explanation)
  }

  /// `outside` is how many are outside the area; `nil` if that is everything not counted elsewhere.
  func leftOut(
    of query: Query, shown: Int, outside: Int?, otherBranches: Int,
    _ refusals: (Explanation.Filter) -> Int
  ) -> [Explanation.LeftOut] {
    var leftOut: [Explanation.LeftOut] = []
    var rest = store.count - shown
    func add(_ filter: Explanation.Filter, _ venues: Int) {
      leftOut.append(Explanation.LeftOut(filter: filter, venues: venues))
      rest -= venues
    }
    if let rows = query.rows { add(.rows, store.count - rows.count) }
    let filters = query.filters.map { ($0, refusals($0)) }
    let isOnePerChain = query.chains?.isOnePerChain == true
    if query.isBounded {
      let others = filters.reduce(isOnePerChain ? otherBranches : 0) { $0 + $1.1 }
      add(.area, outside ?? rest - others)
    }
    for (filter, venues) in filters { add(filter, venues) }
    if isOnePerChain { add(.onePerChain, otherBranches) }
    if query.limit != nil { add(.limit, rest) }
    return leftOut
  }

  /// The ties found by the exact order, as far as they are in the answer or next after it.
  private func ties(_ query: Query, _ log: SearchLog, _ hits: [Hit]) -> [Explanation.Tie] {
    // Only the first branch of a chain is left, and more were put in order than the answer has room for.
    let isThinned = query.chains?.isOnePerChain == true
    let left = isThinned ? Set(found.map(\.row)) : []
    var (ties, place): ([Explanation.Tie], Int) = ([], 0)
    for tie in log.ties {
      let rows = isThinned ? tie.filter(left.contains) : tie
      guard rows.count > 1 else { continue }
      // Both are in the answer's order.
      while place < hits.count, hits[place].row != rows[0] { place += 1 }
      guard place < hits.count else { break }
      ties.append(Explanation.Tie(rows, distance: hits[place].distance, in: store))
    }
    return ties
  }
}

extension Explanation.Tie {
  /// For rows in the answer's order.
  fileprivate init(_ rows: [Int], distance: Double, in store: VenueStore) {
    (self.rows, self.distance) = (rows, distance)
    isByName = zip(rows, rows.dropFirst()).allSatisfy { first, second in
      store.withName(ofRow: first) { first in
        store.withName(ofRow: second) { first.order($0) != 0 }
      }
    }
  }

  /// The ties among an answer's hits and the next one.
  static func all<Hit>(
    in hits: [Hit], _ store: VenueStore, areAlike: (Hit, Hit) -> Bool, row: (Hit) -> Int,
    figure: (Hit) -> Double
  ) -> [Explanation.Tie] {
    var (ties, start): ([Explanation.Tie], Int) = ([], 0)
    while start < hits.count {
      var end = start + 1
      while end < hits.count, areAlike(hits[start], hits[end]) { end += 1 }
      if end - start > 1 {
        ties.append(
          Explanation.Tie(hits[start..<end].map(row), distance: figure(hits[start]), in: store))
      }
      start = end
    }
    return ties
  }
}

extension Query {
  /// Whether its area may leave out a venue.
  fileprivate var isBounded: Bool {
    switch area {
    case .everywhere: false
    case .together(let meeting): meeting.radius != nil || meeting.most != nil
    case .circle, .annulus, .box, .polygon, .corridor: true
    }
  }

  /// Whether a search for the nearest stops at the last of its answer.
  fileprivate var stopsAtLast: Bool {
    switch area {
    case .everywhere, .circle: rows == nil
    case .annulus, .box, .polygon, .corridor, .together: false
    }
  }
}

/// The last venue of an answer, with which others are compared.
private struct LastOfAnswer {
  private let store: VenueStore
  private let point: Coordinate
  private let place: Cartesian
  private let row: Int
  private let squaredChord: Double
  private let inDoubt: Double
  private let geodesics: GeodesicCount
  private lazy var distance = measured(row)

  init(store: VenueStore, point: Coordinate, row: Int, _ geodesics: GeodesicCount) {
    (self.store, self.point, self.row, self.geodesics) = (store, point, row, geodesics)
    place = Cartesian(point)
    squaredChord = store.squaredChord(from: place, toRow: row)
    inDoubt = ChordBounds.squaredChordInDoubt(squaredChord)
  }

  private func measured(_ row: Int) -> Double {
    geodesics.count += 1
    return Geodesic.distance(from: point, to: store.coordinate(ofRow: row))
  }

  /// Whether it is farther than another row in the exact order. The other one is measured only if the chords
  /// leave that in doubt.
  mutating func comesAfter(_ other: Int) -> Bool {
    let otherChord = store.squaredChord(from: place, toRow: other)
    if ChordBounds.squaredChordInDoubt(otherChord) < squaredChord { return true }
    if otherChord > inDoubt { return false }
    if store.coordinate(ofRow: other) != store.coordinate(ofRow: row) {
      let (otherDistance, distance) = (measured(other), distance)
      if otherDistance != distance { return otherDistance < distance }
    }
    return store.precedesAtSameDistance(other, row)
  }

  mutating func margin(to next: Int) -> Double { measured(next) - distance }
}
