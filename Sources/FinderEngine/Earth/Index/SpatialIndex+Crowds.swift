/// Spots with a great many venues.
///
/// However many are at one spot, at most `limit` of them can be in an answer: the first by name, which have
/// the first rows (`VenueStore.arranged`). To find these without visiting all the others, the index lists its
/// crowds, the runs of at least `leastCrowd` rows that share a spot. A median may cut a spot in two, and
/// other places may come between the halves; but if one half of a part is at a single spot, so is everything
/// below it. So a spot has few runs, usually only one.
extension SpatialIndex {
  static let leastCrowd = 2 * leafCapacity

  /// Like `gatherNearest`, but passes each crowd to the collector as a whole.
  func gatherNearestOfCrowds(
    to point: Cartesian, filter: some RowFilter, into list: inout some CrowdCollector
  ) {
    guard count > 0 else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { stack in
      var walk = CrowdWalk(index: self, point: point, stack.baseAddress!)
      walk.gather(filter, into: &list)
    }
  }

  func rows(ofNode node: Int) -> Range<Int> {
    var first = 0
    var splits = depth & 1
    while node - first >= 1 << splits {
      first += 1 << splits
      splits += 2
    }
    return rows(inPart: node - first, of: splits)
  }

  /// The first crowd that ends after a row.
  fileprivate func crowd(endingAfter row: Int) -> Int {
    firstPlace(in: 0..<crowds.count) { crowds[$0].end > row }
  }

  /// Runs of at least `leastCrowd` among `rows`, which are in order and include every row of each spot that
  /// has more rows than a leaf.
  static func crowds(among rows: [UInt32], _ coordinate: (UInt32) -> Coordinate) -> [RowRun] {
    var crowds: [RowRun] = []
    var start = 0
    while start < rows.count {
      let spot = coordinate(rows[start])
      var end = start + 1
      while end < rows.count, rows[end] == rows[end - 1] + 1, coordinate(rows[end]) == spot {
        end += 1
      }
      if end - start >= leastCrowd {
        crowds.append(RowRun(start: rows[start], end: rows[end - 1] + 1))
      }
      start = end
    }
    return crowds
  }
}

/// A collector that receives a crowd as a whole.
protocol CrowdCollector: CandidateCollector {
  /// Takes the rows of a crowd that matter and that the filter accepts. They share a spot.
  mutating func insert(
    crowd rows: Range<Int>, squaredChord: Double, of index: SpatialIndex, filter: some RowFilter)
}

extension CandidateList: CrowdCollector {
  /// At most as many as are wanted, the first by name.
  mutating func insert(
    crowd rows: Range<Int>, squaredChord: Double, of index: SpatialIndex, filter: some RowFilter
  ) {
    var taken = 0
    for row in rows where filter.accepts(row) {
      insert(Candidate(squaredChord: squaredChord, row: row))
      taken += 1
      if taken == limit { break }
    }
  }
}

/// One search among crowds. Each crowd is visited once, whichever of its leaves is reached first.
private struct CrowdWalk {
  private let index: SpatialIndex
  private let place: FloatPlace
  private let point: Cartesian
  private let target: CartesianPairs
  private let stack: UnsafeMutablePointer<UInt64>
  private var waiting = 0
  private var visited: Set<Int> = []

  init(index: SpatialIndex, point: Cartesian, _ stack: UnsafeMutablePointer<UInt64>) {
    self.index = index
    self.point = point
    self.stack = stack
    place = FloatPlace(point)
    target = CartesianPairs(point)
  }

  mutating func gather(_ filter: some RowFilter, into list: inout some CrowdCollector) {
    for root in 0..<index.rootCount {
      stack[waiting] = Waiting.entry(0, node: root)
      waiting += 1
    }
    while waiting > 0 {
      waiting -= 1
      let bound = Waiting.bound(list.bound)
      guard stack[waiting] <= bound else { continue }
      let node = Waiting.node(stack[waiting])
      let rows = index.rows(ofNode: node)
      let crowd = index.crowd(endingAfter: rows.lowerBound)
      if crowd < index.crowds.count, holds(crowd, all: rows) {
        visit(crowd, filter, into: &list)
      } else if node >= index.boxes.count {
        visitLeaf(rows, firstCrowd: crowd, filter, into: &list)
      } else {
        index.boxes.verify(node..<node + 1)
        Waiting.push(
          index.boxes.base[node].squaredDistances(from: place),
          firstNode: index.rootCount + 4 * node, bound: bound, stack, &waiting)
      }
    }
  }

  private func holds(_ crowd: Int, all rows: Range<Int>) -> Bool {
    let found = index.crowds[crowd].rows
    return found.lowerBound <= rows.lowerBound && rows.upperBound <= found.upperBound
  }

  private mutating func visitLeaf(
    _ rows: Range<Int>, firstCrowd: Int, _ filter: some RowFilter,
    into list: inout some CrowdCollector
  ) {
    index.verify(rows)
    var next = rows.lowerBound
    var crowd = firstCrowd
    while crowd < index.crowds.count {
      let inCrowd = index.crowds[crowd].rows.clamped(to: rows)
      guard !inCrowd.isEmpty else { break }
      visit(crowd, filter, into: &list)
      if next < inCrowd.lowerBound {
        list.insert(next..<inCrowd.lowerBound, of: index, target: target, filter: filter)
      }
      next = max(next, inCrowd.upperBound)
      crowd += 1
    }
    if next < rows.upperBound {
      list.insert(next..<rows.upperBound, of: index, target: target, filter: filter)
    }
  }

  private mutating func visit(
    _ crowd: Int, _ filter: some RowFilter, into list: inout some CrowdCollector
  ) {
    let rows = index.crowds[crowd].rows
    // Numbers from a file are checked before they are used.
    guard visited.insert(crowd).inserted, !rows.isEmpty, rows.upperBound <= index.count else {
      return
    }
    let squaredChord = index.squaredChord(from: point, toRow: rows.lowerBound)
    guard squaredChord <= list.bound else { return }
    list.insert(crowd: rows, squaredChord: squaredChord, of: index, filter: filter)
  }
}
