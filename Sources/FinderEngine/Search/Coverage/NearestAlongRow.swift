/// Finds the nearest venues of cells that lie side by side, a stretch of them at once.
///
/// **The idea.** From one end of a stretch to the other the distance to the nearest venue changes by no more
/// than the way does. So, once the nearest of its middle is known, at a chord d, the nearest of every cell
/// that is at most h from there is within d + 2h of the middle. The tree is asked once for all venues within
/// that, and each cell looks through these few, which takes half as long as the way down the tree. A stretch
/// is as long as makes h a third of d: out at sea a hundred cells, in a town one, which is searched for by
/// itself.
struct NearestAlongRow {
  private var search: NthNearest
  private let index: SpatialIndex
  private let store: VenueStore
  private var nearby: NearbyRows
  /// How many cells the next stretch has.
  private var stretch = 1

  private static let longest = 128.0
  /// To ask for a stretch takes as long as two or three searches.
  private static let leastWorthIt = 8.0
  /// Beyond it chords leave too much in doubt.
  private static let farthest = 500_000.0

  /// `nil` where it is not the nearest that is looked for.
  init?(_ search: NthNearest) {
    guard search.nth == 1, let index = search.store.index, search.store.count > 1 else {
      return nil
    }
    (self.search, self.index, store) = (search, index, search.store)
    nearby = NearbyRows(index)
  }

  /// Calls `body` with each of these columns and its answer, as `NthNearest.printed` has it.
  @inline(__always)
  mutating func visit(
    _ columns: Range<Int>, of row: CoverageGrid.Row,
    _ body: (_ column: Int, _ answer: NthNearest.Answer) -> Void
  ) {
    var first = columns.lowerBound
    while first < columns.upperBound {
      let part = first..<min(first + stretch, columns.upperBound)
      first = part.upperBound
      let middle = part.lowerBound + part.count / 2
      let point = row.middle(middle)
      let answer = search.printed(from: point)
      let isGathered = part.count > 1 && gather(around: point, answer.row, part, of: row)
      for column in part {
        guard column != middle else {
          body(column, answer)
          continue
        }
        let point = row.middle(column)
        let known = isGathered ? nearest(to: point) : nil
        body(column, known ?? search.printed(from: point))
      }
      // If there were too many, half as long a stretch has fewer.
      stretch =
        part.count > 1 && !isGathered
        ? max(stretch / 2, 1) : Self.stretch(within: answer.distance, of: row)
    }
  }

  private static func stretch(within distance: Double, of row: CoverageGrid.Row) -> Int {
    guard distance < farthest else { return 1 }
    let step = row.area / max((row.north - row.south) * 110_574, 1e-6)
    let cells = distance * 2 / 3 / max(step, 1e-6)
    return cells < leastWorthIt ? 1 : Int(min(cells, longest))
  }

  /// False where there are too many.
  private mutating func gather(
    around point: Coordinate, _ nearest: Int, _ part: Range<Int>, of row: CoverageGrid.Row
  ) -> Bool {
    let here = Cartesian(point)
    func chord(_ column: Int) -> Double {
      here.squaredChord(to: Cartesian(row.middle(column))).squareRoot()
    }
    // Less than half the way round, the ends are the farthest.
    let half = max(chord(part.lowerBound), chord(part.upperBound - 1))
    let known = index.squaredChord(from: here, toRow: nearest).squareRoot()
    guard known + half < Self.farthest else { return false }
    let most = known + half
    let reach = ChordBounds.squaredChordInDoubt(most * most).squareRoot() + half + 1e-6
    return nearby.gather(within: reach, of: here)
  }

  /// `nil` where the order of several has to be worked out.
  @inline(__always)
  private mutating func nearest(to point: Coordinate) -> NthNearest.Answer? {
    let here = Cartesian(point)
    guard let (row, square) = nearby.nearest(to: here, in: store) else { return nil }
    let distance =
      NearbyFigures.distance(nearbySquaredChord: square, for: TenthsRounding())
      ?? Geodesic.distance(from: point, to: store.coordinate(ofRow: row))
    return NthNearest.Answer(row: row, distance: distance)
  }
}

/// A few rows and where they are, side by side.
private struct NearbyRows: SingleCollector {
  private let index: SpatialIndex
  private var rows: [Int] = []
  private var x: [Double] = []
  private var y: [Double] = []
  private var z: [Double] = []
  private var squares = [Double](repeating: 0, count: mostRows)
  private(set) var bound = 0.0

  private static let mostRows = 64

  init(_ index: SpatialIndex) { self.index = index }

  mutating func gather(within reach: Double, of here: Cartesian) -> Bool {
    rows.removeAll(keepingCapacity: true)
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    z.removeAll(keepingCapacity: true)
    bound = reach * reach
    index.gatherNearest(to: here, filter: AllRows(), into: &self)
    return bound >= 0 && !rows.isEmpty
  }

  mutating func insert(_ candidate: Candidate) {
    guard rows.count < Self.mostRows else {
      bound = -1
      return
    }
    let place = index.place(ofRow: candidate.row)
    rows.append(candidate.row)
    x.append(place.x)
    y.append(place.y)
    z.append(place.z)
  }

  /// The nearest beyond doubt; of several on its spot the first, as in every answer.
  @inline(__always)
  mutating func nearest(to here: Cartesian, in store: VenueStore) -> (row: Int, square: Double)? {
    let count = rows.count
    var least = Double.infinity
    squares.withUnsafeMutableBufferPointer { squares in
      x.withUnsafeBufferPointer { x in
        y.withUnsafeBufferPointer { y in
          z.withUnsafeBufferPointer { z in
            for place in 0..<count {
              let (dx, dy, dz) = (x[place] - here.x, y[place] - here.y, z[place] - here.z)
              let square = dx * dx + dy * dy + dz * dz
              squares[place] = square
              least = square < least ? square : least
            }
          }
        }
      }
    }
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
