/// The distance from everywhere in an area to the nth nearest venue: for each cell, the distance from its
/// middle, and figures for all of them.
///
///     let cells = CoverageCells(.box(cornwall), cell: 500)!
///     let coverage = AreaCoverage(cells, in: store, query, nth: 1)
///     coverage.figures(beyond: [800])?.mean          // in metres
///     coverage.emptiest()?.distance                  // the farthest place, anywhere in its cell
///
/// Venues outside the area count, since people go to those as well.
package final class AreaCoverage: Sendable {
  package let cells: CoverageCells
  package let nth: Int
  /// The venues that fit, with an index.
  package let store: VenueStore
  private let chains: ChainFilter?
  private let farTree: FarTree.Once
  /// Whether there are at least n venues that fit.
  package let isAnswered: Bool
  /// By cell; empty if there are fewer than n venues.
  private let answers: [Double]
  private let nearest: [Int32]

  /// The query decides which venues fit; its point, its area and its limit are ignored. Its rows are those of
  /// `whole`, whose columns have been verified.
  package init(_ cells: CoverageCells, in whole: VenueStore, _ query: Query, nth: Int) {
    let store = whole.fitting(query)
    let chains = query.chains.flatMap { chains in
      chains.isOnePerChain && nth > 1 ? ChainFilter(chains, onStoresOf: whole) : nil
    }
    let farTree = FarTree.Once()
    (self.cells, self.store, self.nth, self.chains) = (cells, store, nth, chains)
    self.farTree = farTree
    isAnswered = NthNearest(store, nth: nth, chains: chains) != nil
    guard isAnswered else {
      (answers, nearest) = ([], [])
      return
    }
    var answers = [Double](repeating: 0, count: cells.count)
    var nearest = [Int32](repeating: 0, count: cells.count)
    answers.withUnsafeMutableBufferPointer { answers in
      nearest.withUnsafeMutableBufferPointer { nearest in
        let (distances, rows) = (answers.baseAddress, nearest.baseAddress)
        func keep(_ cell: Int, _ answer: NthNearest.Answer) {
          distances?[cell] = answer.distance
          rows?[cell] = Int32(truncatingIfNeeded: answer.row)
        }
        func search() -> NthNearest? {
          NthNearest(store, nth: nth, chains: chains, farTree)
        }
        guard nth == 1, store.count > 1 else {
          let parts = Parallel.ranges(of: cells.count, atLeast: 256)
          Parallel.run(parts.count) { part in
            guard var search = search() else { return }
            cells.forEach(in: parts[part]) { keep($0, search.printed(from: $1)) }
          }
          return
        }
        let tiles = NearestInTiles.tiles(of: cells)
        let parts = Parallel.ranges(of: tiles.count, atLeast: 8)
        Parallel.run(parts.count) { part in
          guard var nearest = search().flatMap({ NearestInTiles($0, of: cells) }) else { return }
          for tile in tiles[parts[part]] { nearest.visit(tile, keep) }
        }
      }
    }
    // Positions in a forged snapshot may be NaN.
    if !answers.allSatisfy({ $0 >= 0 && $0 < 1e8 }) {
      whole.noteDamage()
      (answers, nearest) = ([], [])
    }
    (self.answers, self.nearest) = (answers, nearest)
  }

  /// From a cell's middle; prints correctly with one decimal. `nil` if there are too few venues.
  @inline(__always) package func distance(_ cell: Int) -> Double? {
    answers.isEmpty ? nil : answers[cell]
  }

  /// The row of the nth nearest venue in `store`.
  @inline(__always) package func row(_ cell: Int) -> Int? {
    nearest.isEmpty ? nil : Int(nearest[cell])
  }

  // MARK: Figures

  package struct Figures: Equatable, Sendable {
    /// Each is what the exact distances give after rounding to one decimal.
    package let mean: Double
    /// The middle one of the distances or, for an even number, the mean of the middle two.
    package let median: Double
    /// The smallest distance that covers nine tenths of the cells.
    package let ninth: Double
    /// For each of the requested distances, how many cells are farther away.
    package let beyond: [Int]
  }

  /// `nil` without cells or venues.
  package func figures(beyond limits: [Double]) -> Figures? {
    guard !answers.isEmpty else { return nil }
    let counted = limits.map(count(beyond:))
    return Self.figures(of: answers, mayFallShort: true, beyond: counted)
      ?? Self.figures(of: exactDistances, mayFallShort: false, beyond: counted)
  }

  /// `nil` if a decimal may change by the amounts that the distances may fall short.
  private static func figures(
    of distances: [Double], mayFallShort: Bool, beyond: [Int]
  ) -> Figures? {
    func shortfall(_ distance: Double) -> Double {
      mayFallShort ? Self.shortfall(distance) : 0
    }
    let count = distances.count
    var (sum, short) = (ExactTotal(), 0.0)
    for distance in distances {
      sum.add(distance)
      short += shortfall(distance)
    }
    let mean = sum.total / Double(count)
    let (low, high) = (nth(distances, (count - 1) / 2), nth(distances, count / 2))
    let median = (low + high) / 2
    let medianShort = (shortfall(low) + shortfall(high)) / 2
    guard
      !mayFallShort
        || mean.tenths == (mean + short / Double(count)).tenths
          && (low == high || median.tenths == (median + medianShort).tenths)
    else { return nil }
    return Figures(
      mean: mean, median: median, ninth: nth(distances, (9 * count + 9) / 10 - 1), beyond: beyond)
  }

  /// Cells so near to the limit that rounding decides are measured.
  private func count(beyond limit: Double) -> Int {
    var count = 0
    var inDoubt: [Int] = []
    let least = limit - Self.shortfall(limit)
    for (cell, distance) in answers.enumerated() {
      if distance > limit {
        count += 1
      } else if distance >= least {
        inDoubt.append(cell)
      }
    }
    for cell in inDoubt where exactDistance(cell) > limit { count += 1 }
    return count
  }

  private static func shortfall(_ distance: Double) -> Double {
    distance > 51_000 ? 0 : NearbyFigures.shortfall(distance)
  }

  private func exactDistance(_ cell: Int) -> Double {
    Geodesic.distance(
      from: cells.middle(cell), to: store.coordinate(ofRow: Int(nearest[cell])))
  }

  private var exactDistances: [Double] {
    var distances = answers
    distances.withUnsafeMutableBufferPointer { distances in
      let base = distances.baseAddress
      let parts = Parallel.ranges(of: cells.count, atLeast: 1024)
      Parallel.run(parts.count) { part in
        cells.forEach(in: parts[part]) { cell, middle in
          base?[cell] = Geodesic.distance(
            from: middle, to: store.coordinate(ofRow: Int(nearest[cell])))
        }
      }
    }
    return distances
  }

  /// The distance at a place, counted from 0, in ascending order. It is found 16 bits at a time: numbers that
  /// are not negative are ordered like their bits.
  private static func nth(_ distances: [Double], _ place: Int) -> Double {
    var (known, mask, left) = (UInt64(0), UInt64(0), place)
    for shift in [UInt64(48), 32, 16, 0] {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for distance in distances where distance.bitPattern & mask == known {
        counts[Int(distance.bitPattern >> shift & 0xFFFF)] += 1
      }
      var digit = 0
      while left >= counts[digit] {
        left -= counts[digit]
        digit += 1
      }
      known |= UInt64(digit) << shift
      mask |= 0xFFFF << shift
    }
    return Double(bitPattern: known)
  }

  // MARK: The emptiest place

  /// The place of the area, in a cell or not, that is farthest from its nth nearest venue. `nil` if there are
  /// too few venues.
  package func emptiest() -> EmptiestPlace? {
    guard var search = NthNearest(store, nth: nth, chains: chains, farTree) else { return nil }
    let farthest = answers.indices.max { answers[$0] < answers[$1] }
    return EmptiestPlace(of: cells.area, startingAt: farthest.map(cells.middle), &search)
  }
}

/// A sum of many numbers, which also sums the rounding error of each addition (Neumaier 1974).
private struct ExactTotal {
  private var sum = 0.0
  private var rest = 0.0

  var total: Double { sum + rest }

  mutating func add(_ value: Double) {
    let next = sum + value
    rest += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
  }
}

extension CoverageCells {
  /// Calls `body` with each of these cells and its middle.
  @inline(__always)
  package func forEach(in cells: Range<Int>, _ body: (_ cell: Int, _ middle: Coordinate) -> Void) {
    forEachRun(in: cells) { run, row, columns in
      for column in columns {
        body(run.first + column - run.columns.lowerBound, row.middle(column))
      }
    }
  }

  /// The same, in parts of runs.
  package func forEachRun(
    in cells: Range<Int>,
    _ body: (_ run: Run, _ row: CoverageGrid.Row, _ columns: Range<Int>) -> Void
  ) {
    guard !cells.isEmpty else { return }
    var place = run(of: cells.lowerBound)
    while place < runs.count, runs[place].first < cells.upperBound {
      let run = runs[place]
      let offset = run.columns.lowerBound - run.first
      let columns = (cells.lowerBound + offset..<cells.upperBound + offset)
        .clamped(to: run.columns)
      body(run, grid.row(run.row), columns)
      place += 1
    }
  }

  /// The last run that begins at or before a cell.
  private func run(of cell: Int) -> Int {
    firstPlace(in: 0..<runs.count) { runs[$0].first > cell } - 1
  }

  package func middle(_ cell: Int) -> Coordinate {
    let run = runs[run(of: cell)]
    return grid.row(run.row).middle(run.columns.lowerBound + cell - run.first)
  }
}
