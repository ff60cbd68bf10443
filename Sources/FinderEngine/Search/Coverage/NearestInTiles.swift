/// Finds the nearest venues of neighbouring cells, for a tile of eight rows and eight columns at once.
///
/// **The idea.** From the middle of a tile to one of its cells, the distance to the nearest venue changes by
/// at most the distance between the two. So if the venue nearest to the middle is at a chord d, the nearest
/// of every cell that is at most h from there is within d + 2h of the middle. The tree is searched once for
/// all venues within that. The same is done with these few for each row of the tile, and then each cell
/// examines the remaining ones: some 20 venues, which takes a fifth as long as a walk down the tree.
///
/// A tile with too many venues, as in the middle of London, is cut into four.
struct NearestInTiles {
  struct Tile {
    /// The runs of a band of rows.
    let runs: Range<Int>
    /// The columns of each of its rows.
    let columns: Range<Int>
  }

  private struct Place {
    let cell: Int
    let point: Coordinate
    let here: Cartesian
  }

  private var search: NthNearest
  private let index: SpatialIndex
  private let store: VenueStore
  private let cells: CoverageCells
  private var band = 0..<0
  private var rows: [CoverageGrid.Row] = []
  private var places: [Place] = []
  private let ofTile: NearbyRows
  private let ofRow: NearbyRows

  private static let side = 8
  /// Beyond this, chords leave too much in doubt.
  private static let farthest = 500_000.0

  /// `nil` if the search is not for the nearest venue.
  init?(_ search: NthNearest, of cells: CoverageCells) {
    guard search.nth == 1, let index = search.store.index, search.store.count > 1 else {
      return nil
    }
    (self.search, self.cells, self.index, store) = (search, cells, index, search.store)
    (ofTile, ofRow) = (NearbyRows(index), NearbyRows(index))
  }

  /// From south to north. Each cell is in exactly one tile.
  static func tiles(of cells: CoverageCells) -> [Tile] {
    var tiles: [Tile] = []
    var start = 0
    while start < cells.runs.count {
      let band = cells.runs[start].row / side
      let end = firstPlace(in: start..<cells.runs.count) { cells.runs[$0].row / side > band }
      var columns: Set<Int> = []
      for run in cells.runs[start..<end] {
        columns.formUnion(run.columns.lowerBound / side...(run.columns.upperBound - 1) / side)
      }
      for column in columns.sorted() {
        tiles.append(Tile(runs: start..<end, columns: column * side..<(column + 1) * side))
      }
      start = end
    }
    return tiles
  }

  /// Calls `body` with each of its cells and the answer, as in `NthNearest.printed`.
  mutating func visit(_ tile: Tile, _ body: (_ cell: Int, _ answer: NthNearest.Answer) -> Void) {
    if band != tile.runs {
      band = tile.runs
      rows = band.map { cells.grid.row(cells.runs[$0].row) }
    }
    places.removeAll(keepingCapacity: true)
    var pieces: [Range<Int>] = []
    for number in band {
      let run = cells.runs[number]
      let row = rows[number - band.lowerBound]
      let first = places.count
      for column in run.columns.clamped(to: tile.columns) {
        let point = row.middle(column)
        let cell = run.first + column - run.columns.lowerBound
        places.append(Place(cell: cell, point: point, here: Cartesian(point)))
      }
      if places.count > first { pieces.append(first..<places.count) }
    }
    visit(pieces, body)
  }

  /// Each piece is part of a row; they are ordered from south to north.
  private mutating func visit(
    _ pieces: [Range<Int>], _ body: (_ cell: Int, _ answer: NthNearest.Answer) -> Void
  ) {
    guard !pieces.isEmpty else { return }
    let middle = places[Self.middle(of: pieces[pieces.count / 2])]
    let nearest = search.printed(from: middle.point)
    let known = index.squaredChord(from: middle.here, toRow: nearest.row).squareRoot()
    let count = pieces.reduce(0) { $0 + $1.count }
    let half = pieces.reduce(0) { max($0, reach(of: $1, from: middle.here)) }
    if count > 2, known + half < Self.farthest {
      if ofTile.gather(within: Self.reach(known, half), of: middle.here) {
        for piece in pieces { visit(piece, body) }
        return
      }
      if count > 4 {
        for part in Self.quarters(of: pieces) { visit(part, body) }
        return
      }
    }
    for place in pieces.joined() {
      body(places[place].cell, search.printed(from: places[place].point))
    }
  }

  private mutating func visit(
    _ piece: Range<Int>, _ body: (_ cell: Int, _ answer: NthNearest.Answer) -> Void
  ) {
    let middle = places[Self.middle(of: piece)].here
    let half = reach(of: piece, from: middle)
    ofRow.take(of: ofTile, around: middle) { Self.reach($0, half) }
    for place in piece {
      let place = places[place]
      var answer: NthNearest.Answer?
      // `nil` if the order of several must be computed exactly.
      if let (row, square) = ofRow.nearest(to: place.here, in: store) {
        let distance =
          NearbyFigures.distance(nearbySquaredChord: square, for: TenthsRounding())
          ?? Geodesic.distance(from: place.point, to: store.coordinate(ofRow: row))
        answer = NthNearest.Answer(row: row, distance: distance)
      }
      body(place.cell, answer ?? search.printed(from: place.point))
    }
  }

  /// The radius around a place with a venue at a chord of `known` that contains the nearest venue of every
  /// place at most `half` away.
  private static func reach(_ known: Double, _ half: Double) -> Double {
    let most = known + half
    return ChordBounds.squaredChordInDoubt(most * most).squareRoot() + half + 1e-6
  }

  /// The longest chord to a place of the piece.
  private func reach(of piece: Range<Int>, from here: Cartesian) -> Double {
    var square = 0.0
    for place in piece { square = max(square, here.squaredChord(to: places[place].here)) }
    return square.squareRoot()
  }

  private static func middle(of piece: Range<Int>) -> Int { piece.lowerBound + piece.count / 2 }

  private static func quarters(of pieces: [Range<Int>]) -> [[Range<Int>]] {
    let middle = (pieces.count + 1) / 2
    return [pieces[..<middle], pieces[middle...]].flatMap { rows in
      [
        rows.map { $0.lowerBound..<Self.middle(of: $0) },
        rows.map { Self.middle(of: $0)..<$0.upperBound },
      ]
      .map { $0.filter { !$0.isEmpty } }
    }
  }
}

/// A few rows with their places, in columns. With arrays, bounds checks and reference counts took as long as
/// everything else.
private final class NearbyRows: SingleCollector {
  private let index: SpatialIndex
  private let rows = UnsafeMutablePointer<Int>.allocate(capacity: mostRows)
  /// x, y and z of all, and the squares of the chords to the last place that was searched for.
  private let x = UnsafeMutablePointer<Double>.allocate(capacity: 4 * mostRows)
  private var y: UnsafeMutablePointer<Double> { x + Self.mostRows }
  private var z: UnsafeMutablePointer<Double> { x + 2 * Self.mostRows }
  private var squares: UnsafeMutablePointer<Double> { x + 3 * Self.mostRows }
  private var count = 0
  private(set) var bound = 0.0

  private static let mostRows = 256

  init(_ index: SpatialIndex) { self.index = index }

  deinit {
    rows.deallocate()
    x.deallocate()
  }

  /// Gathers all rows within a chord; false if there are too many.
  func gather(within reach: Double, of here: Cartesian) -> Bool {
    count = 0
    bound = reach * reach
    var list = self
    index.gatherNearest(to: here, filter: AllRows(), into: &list)
    return bound >= 0 && count > 0
  }

  func insert(_ candidate: Candidate) {
    guard count < Self.mostRows else {
      bound = -1
      return
    }
    let place = index.place(ofRow: candidate.row)
    append(candidate.row, place.x, place.y, place.z)
  }

  /// Takes those of the other's rows that are within the chord computed from that of the nearest.
  @inline(__always)
  func take(
    of others: NearbyRows, around here: Cartesian, _ reach: (_ nearest: Double) -> Double
  ) {
    count = 0
    let within = reach(others.measure(from: here).squareRoot())
    for place in 0..<others.count where others.squares[place] <= within * within {
      append(others.rows[place], others.x[place], others.y[place], others.z[place])
    }
  }

  @inline(__always)
  private func append(_ row: Int, _ x: Double, _ y: Double, _ z: Double) {
    rows[count] = row
    self.x[count] = x
    self.y[count] = y
    self.z[count] = z
    count += 1
  }

  /// Computes the squares of all chords; returns the least.
  @inline(__always)
  private func measure(from here: Cartesian) -> Double {
    let (count, x, y, z, squares) = (count, x, y, z, squares)
    var least = Double.infinity
    for place in 0..<count {
      let (dx, dy, dz) = (x[place] - here.x, y[place] - here.y, z[place] - here.z)
      let square = dx * dx + dy * dy + dz * dz
      squares[place] = square
      least = square < least ? square : least
    }
    return least
  }

  /// The nearest, if beyond doubt; of several at its spot the first, as in every answer.
  @inline(__always)
  func nearest(to here: Cartesian, in store: VenueStore) -> (row: Int, square: Double)? {
    let least = measure(from: here)
    let bound = ChordBounds.squaredChordInDoubt(least)
    var found = -1
    for place in 0..<count where squares[place] <= bound {
      let row = rows[place]
      guard found >= 0 else {
        found = row
        continue
      }
      guard squares[place] == least, store.coordinate(ofRow: row) == store.coordinate(ofRow: found)
      else { return nil }
      found = min(found, row)
    }
    return found < 0 ? nil : (found, least)
  }
}
