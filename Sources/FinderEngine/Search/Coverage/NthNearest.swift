/// Finds the nth nearest venue of places that are close together, one after another.
///
/// **The idea.** The answers for two neighbouring cells are mostly the same venues. So a search begins with
/// those of the previous place: anything farther than the farthest of them cannot be the nth nearest, and
/// only nearer parts of the tree are opened. That holds for any n venues, so the first search begins with the
/// first n.
///
/// **Far away.** The longer a chord is, the less it says about the distance: at 5,000 km it leaves 3 km in
/// doubt, and on the opposite side of the earth, everything. For a dataset of one country, all venues would
/// have to be measured for each cell there. So from 2,000 km on, nodes of the tree are ruled out by the
/// geodesic as well (`FarTree`).
struct NthNearest {
  let store: VenueStore
  let nth: Int
  private let index: SpatialIndex
  private let one: NearestOne?
  /// Set if only the nearest of each chain counts; `nil` if all venues do.
  private var perChain: (searcher: Searcher, query: Query)?
  private var few = NearestFewMemory()
  private var list = CandidateList()
  private var found: [Candidate] = []
  /// The n rows of the previous answer.
  private var seeds: [Int]
  private var far: [FarVenue] = []
  private let farTree: FarTree.Once

  private struct FarVenue {
    let row: Int
    let distance: Double
  }

  private struct WaitingNode {
    let node: Int
    /// The distance to the node's middle venue.
    let middle: Double
    /// A lower bound for the distance of the node's venues.
    let least: Double
  }

  private var waiting: [WaitingNode] = []

  /// A squared chord.
  private static let farChord = 4e12

  /// `nil` if there are fewer than n venues, or chains.
  init?(
    _ store: VenueStore, nth: Int, chains: ChainFilter? = nil, _ farTree: FarTree.Once = .init()
  ) {
    guard let index = store.index, store.count >= nth, nth > 0 else { return nil }
    (self.store, self.nth, self.index, self.farTree) = (store, nth, index, farTree)
    one = nth == 1 ? NearestOne(store) : nil
    seeds = Array(0..<nth)
    // The nearest venue is also the nearest of its chain.
    guard let chains, chains.isOnePerChain, nth > 1 else { return }
    var query = Query(from: Coordinate(latitude: 0, longitude: 0), limit: nth)
    query.chains = chains
    perChain = (Searcher(store), query)
    guard Searcher(store).count(query) >= nth else { return nil }
  }

  struct Answer {
    let row: Int
    /// Prints like the geodesic with one decimal. Up to 50 km it may be less by `NearbyFigures.shortfall`; it
    /// is never more.
    let distance: Double
  }

  /// For print, with one decimal.
  @inline(__always)
  mutating func printed(from point: Coordinate) -> Answer {
    let here = Cartesian(point)
    let (row, known) = row(from: point, here)
    let square = index.squaredChord(from: here, toRow: row)
    let distance =
      known ?? NearbyFigures.distance(nearbySquaredChord: square, for: TenthsRounding())
      ?? Geodesic.distance(from: point, to: store.coordinate(ofRow: row))
    return Answer(row: row, distance: distance)
  }

  /// With the geodesic's exact length.
  mutating func measured(from point: Coordinate) -> Answer {
    let (row, known) = row(from: point, Cartesian(point))
    return Answer(
      row: row,
      distance: known ?? Geodesic.distance(from: point, to: store.coordinate(ofRow: row)))
  }

  /// Also returns its distance, if that was measured on the way.
  @inline(__always)
  private mutating func row(
    from point: Coordinate, _ here: Cartesian
  ) -> (row: Int, distance: Double?) {
    if let one, index.squaredChord(from: here, toRow: seeds[0]) < Self.farChord,
      let (row, _) = one.row(from: here, startingWith: seeds[0])
    {
      seeds[0] = row
      return (row, nil)
    }
    return several(from: point, here)
  }

  @inline(never)
  private mutating func several(
    from point: Coordinate, _ here: Cartesian
  ) -> (row: Int, distance: Double?) {
    if perChain != nil { return nextOfChain(from: point) }
    var farthest = 0.0
    for seed in seeds { farthest = max(farthest, index.squaredChord(from: here, toRow: seed)) }
    if farthest > Self.farChord { return farOff(from: point, here) }
    let reach = ChordBounds.squaredChordInDoubt(farthest)
    found.removeAll(keepingCapacity: true)
    if nth > NearestFew.largestLimit
      || !few.gather(
        from: index, to: here, limit: nth, reach: reach, filter: AllRows(), into: &found)
    {
      list.begin(limit: nth, reach: reach)
      index.crowds.count > 0
        ? index.gatherNearestOfCrowds(to: here, filter: AllRows(), into: &list)
        : index.gatherNearest(to: here, filter: AllRows(), into: &list)
      list.finish(into: &found)
    }
    ExactOrder(store: store, point: point).sort(&found, first: nth)
    // Only a damaged file has venues without a position.
    guard found.count >= nth else {
      store.noteDamage()
      return (seeds[nth - 1], nil)
    }
    for place in 0..<nth { seeds[place] = found[place].row }
    return (seeds[nth - 1], nil)
  }

  private mutating func nextOfChain(from point: Coordinate) -> (row: Int, distance: Double?) {
    perChain?.query.point = point
    guard let query = perChain?.query, let hits = perChain?.searcher.search(query),
      hits.count >= nth
    else {
      store.noteDamage()
      return (0, nil)
    }
    return (hits[nth - 1].row, hits[nth - 1].distance)
  }

  // MARK: Far away

  /// Walks down the tree, and measures the middle venue of each node that it passes.
  private mutating func farOff(
    from point: Coordinate, _ here: Cartesian
  ) -> (row: Int, distance: Double?) {
    let (origin, tree) = (GeodesicOrigin(point), farTree.tree(of: store, index))
    let place = FloatPlace(here)
    far.removeAll(keepingCapacity: true)
    for seed in seeds { add(seed, origin.distance(to: store.coordinate(ofRow: seed))) }
    waiting.removeAll(keepingCapacity: true)
    for root in 0..<index.rootCount {
      let distance = origin.distance(to: store.coordinate(ofRow: tree.middle(root)))
      waiting.append(WaitingNode(node: root, middle: distance, least: distance - tree.reach(root)))
    }
    while let next = waiting.popLast() {
      guard next.least <= farthest else { continue }
      guard next.node < index.boxes.count else {
        measure(next, tree, origin)
        continue
      }
      let quad = index.boxes[next.node]
      let near = quad.squaredDistances(from: place) .<= FloatPlace.atLeast(squaredReach)
      let first = waiting.count
      for lane in 0..<4 where near[lane] {
        let child = index.rootCount + 4 * next.node + lane
        let middle = tree.middle(child)
        guard middle >= 0 else { continue }
        let distance = origin.distance(to: store.coordinate(ofRow: middle))
        add(middle, distance)
        let least = distance - tree.reach(child)
        guard least <= farthest else { continue }
        // The nearest is taken off first.
        var place = waiting.count
        while place > first, waiting[place - 1].least < least { place -= 1 }
        waiting.insert(WaitingNode(node: child, middle: distance, least: least), at: place)
      }
    }
    guard far.count == nth else {
      store.noteDamage()
      return (seeds[nth - 1], nil)
    }
    for place in 0..<nth { seeds[place] = far[place].row }
    return (seeds[nth - 1], far[nth - 1].distance)
  }

  private var farthest: Double { far.count < nth ? .infinity : far[nth - 1].distance }

  private var squaredReach: Double {
    let chord = ChordBounds.chordReaching(farthest)
    return chord * chord
  }

  private mutating func measure(
    _ leaf: WaitingNode, _ tree: FarTree, _ origin: GeodesicOrigin
  ) {
    var last: (coordinate: Coordinate, distance: Double)?
    for row in index.rows(ofNode: leaf.node) where leaf.middle - tree.toMiddle(row) <= farthest {
      let coordinate = store.coordinate(ofRow: row)
      if let last, last.coordinate == coordinate {
        add(row, last.distance)
      } else {
        let distance = origin.distance(to: coordinate)
        last = (coordinate, distance)
        add(row, distance)
      }
    }
  }

  /// Inserts a row by distance, with ties as in every answer.
  private mutating func add(_ row: Int, _ distance: Double) {
    if far.count == nth, distance > far[nth - 1].distance { return }
    var place = far.count
    while place > 0, distance < far[place - 1].distance { place -= 1 }
    // A row may come twice, with the same distance.
    var equal = place
    while equal > 0, far[equal - 1].distance == distance {
      let other = far[equal - 1].row
      if other == row { return }
      if store.precedesAtSameDistance(row, other) { place = equal - 1 }
      equal -= 1
    }
    far.insert(FarVenue(row: row, distance: distance), at: place)
    if far.count > nth { far.removeLast() }
  }
}

/// For each node of a tree, a venue in its middle and the maximum distance of the others from it. No venue of
/// the node can be nearer to a place than its middle venue by more than that. O(n log n) to make, a few
/// milliseconds for 50,000 venues.
final class FarTree: Sendable {
  /// By node; -1 if it has no venues.
  private let middles: [Int32]
  private let reaches: [Double]
  /// By row: the distance from the middle of its leaf, rounded up.
  private let toMiddles: [Float]

  /// Made on first use, by any thread.
  final class Once: @unchecked Sendable {
    private let mutex = Mutex()
    private var made: FarTree?

    func tree(of store: VenueStore, _ index: SpatialIndex) -> FarTree {
      mutex.withLock {
        if let made { return made }
        let tree = FarTree(of: store, index)
        made = tree
        return tree
      }
    }
  }

  fileprivate init(of store: VenueStore, _ index: SpatialIndex) {
    let count = index.boxes.count + index.leafCount
    var middles = [Int32](repeating: -1, count: count)
    var reaches = [Double](repeating: 0, count: count)
    var toMiddles = [Float](repeating: 0, count: store.count)
    for node in 0..<count {
      let rows = index.rows(ofNode: node)
      guard let middle = Self.middle(of: rows, index) else { continue }
      middles[node] = Int32(truncatingIfNeeded: middle)
      let place = index.place(ofRow: middle)
      var farthest = 0.0
      for row in rows {
        let square = index.squaredChord(from: place, toRow: row)
        farthest = max(farthest, square)
        guard node >= index.boxes.count else { continue }
        toMiddles[row] = Float(ChordBounds.upper(chord: square.squareRoot())).nextUp
      }
      reaches[node] = ChordBounds.upper(chord: farthest.squareRoot()) + ChordBounds.noise
    }
    (self.middles, self.reaches, self.toMiddles) = (middles, reaches, toMiddles)
  }

  /// The venue nearest to the middle of all, among a sample.
  private static func middle(of rows: Range<Int>, _ index: SpatialIndex) -> Int? {
    guard !rows.isEmpty else { return nil }
    var (low, high) = (SIMD4(repeating: Double.infinity), SIMD4(repeating: -Double.infinity))
    let sample = stride(from: rows.lowerBound, to: rows.upperBound, by: 1 + rows.count / 256)
    for row in sample {
      let place = index.place(ofRow: row)
      let lanes = SIMD4(place.x, place.y, place.z, 0)
      low = low.replacing(with: lanes, where: lanes .< low)
      high = high.replacing(with: lanes, where: lanes .> high)
    }
    let middle = (low + high) / 2
    let place = Cartesian(x: middle.x, y: middle.y, z: middle.z)
    return sample.min {
      index.squaredChord(from: place, toRow: $0) < index.squaredChord(from: place, toRow: $1)
    }
  }

  @inline(__always) func middle(_ node: Int) -> Int { Int(middles[node]) }
  @inline(__always) func reach(_ node: Int) -> Double { reaches[node] }
  @inline(__always) func toMiddle(_ row: Int) -> Double {
    Double(toMiddles[row]) + ChordBounds.noise
  }
}
