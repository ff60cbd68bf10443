/// Finds the nth nearest venue of places that lie close together, one after another.
///
/// **The idea.** Of two neighbouring cells the answers are mostly the same venues. So a search begins with
/// those of the place before: whatever is farther than the farthest of them cannot be the nth nearest, and
/// the tree is entered only where it is nearer. That holds for any n venues, so the first search begins with
/// the first n.
///
/// **Far away.** A chord says less of the distance the longer it is: at 5,000 km it leaves 3 km in doubt,
/// and opposite the venues, on the other side of the earth, everything. Of a dataset of one country all
/// venues would have to be measured for each cell there. So from 2,000 km on nodes of the tree are left out
/// by the geodesic as well: no venue of a node is nearer than one of them is, less the node's diagonal.
struct NthNearest {
  let store: VenueStore
  let nth: Int
  private let index: SpatialIndex
  private let one: NearestOne?
  /// Of each chain only the nearest counts; `nil` where all venues do.
  private var perChain: (searcher: Searcher, query: Query)?
  private var few = NearestFewMemory()
  private var list = CandidateList()
  private var found: [Candidate] = []
  /// The rows of the answer before, of which there are n.
  private var seeds: [Int]
  private var far: [FarVenue] = []

  private struct FarVenue {
    let row: Int
    let distance: Double
  }

  /// Squared.
  private static let farChord = 4e12

  /// `nil` where there are fewer than n venues, or chains.
  init?(_ store: VenueStore, nth: Int, chains: ChainFilter? = nil) {
    guard let index = store.index, store.count >= nth, nth > 0 else { return nil }
    (self.store, self.nth, self.index) = (store, nth, index)
    one = nth == 1 ? NearestOne(store) : nil
    seeds = Array(0..<nth)
    // The nearest of all is the nearest of its chain.
    guard let chains, chains.isOnePerChain, nth > 1 else { return }
    var query = Query(from: Coordinate(latitude: 0, longitude: 0), limit: nth)
    query.chains = chains
    perChain = (Searcher(store), query)
    guard Searcher(store).count(query) >= nth else { return nil }
  }

  struct Answer {
    let row: Int
    /// Printed with one decimal it is what the geodesic is; it may be less by `NearbyFigures.shortfall`, and
    /// up to 50 km, and is never more.
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

  /// With the geodesic's own length.
  mutating func measured(from point: Coordinate) -> Answer {
    let (row, known) = row(from: point, Cartesian(point))
    return Answer(
      row: row,
      distance: known ?? Geodesic.distance(from: point, to: store.coordinate(ofRow: row)))
  }

  /// And its distance where that was measured on the way.
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
    // Only a damaged file has venues that are nowhere.
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

  /// Goes down the tree, and measures one venue of each node that it passes.
  private mutating func farOff(
    from point: Coordinate, _ here: Cartesian
  ) -> (row: Int, distance: Double?) {
    let origin = GeodesicOrigin(point)
    let place = FloatPlace(here)
    far.removeAll(keepingCapacity: true)
    for seed in seeds { add(seed, origin.distance(to: store.coordinate(ofRow: seed))) }
    var stack: [(node: Int, least: Double)] = []
    for root in 0..<index.rootCount { stack.append((root, 0)) }
    while let (node, least) = stack.popLast() {
      guard least <= farthest else { continue }
      let rows = index.rows(ofNode: node)
      guard node < index.boxes.count else {
        measure(rows, origin, here)
        continue
      }
      let quad = index.boxes[node]
      let near = quad.squaredDistances(from: place) .<= FloatPlace.atLeast(squaredReach)
      var children: [(node: Int, least: Double)] = []
      for lane in 0..<4 where near[lane] {
        let child = index.rootCount + 4 * node + lane
        let rows = index.rows(ofNode: child)
        guard !rows.isEmpty else { continue }
        let middle = rows.lowerBound + rows.count / 2
        let distance = origin.distance(to: store.coordinate(ofRow: middle))
        add(middle, distance)
        // Their boxes are of Float, rounded outwards.
        let diagonal = ChordBounds.upper(chord: quad[lane].diagonal * 1.000_001 + 1)
        children.append((child, distance - diagonal))
      }
      // The nearest comes off the stack first.
      children.sort { $0.least > $1.least }
      stack += children
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

  private mutating func measure(_ rows: Range<Int>, _ origin: GeodesicOrigin, _ here: Cartesian) {
    var last: (coordinate: Coordinate, distance: Double)?
    for row in rows where index.squaredChord(from: here, toRow: row) <= squaredReach {
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

  /// In the order of distances, and of equal ones as in every answer.
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
