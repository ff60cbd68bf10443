/// Square cells with equal sides in metres over a box of degrees.
///
/// **The idea.** Rows of cells are bounded by parallels that are a cell's side apart along the meridian of
/// the ellipsoid. Within a row, a cell is as many degrees wide as make a cell's side of the parallel through
/// the row's middle, so each row has its own columns. The zone between two parallels h apart has the area of
/// h times its middle parallel, to within 1 part in 24 of (h / 6,400 km)²: 3e-10 for cells of 500 m, 3e-6 for
/// 50 km. So all cells have the same area, and shares of cells are shares of the area. Cells of equal degrees
/// do not: in the north of Britain they are a sixth smaller than in the south.
///
/// The cells leave out less than half a cell at each edge of the box, or extend that far beyond it, by the
/// same amount at both edges. Rows begin at a pole if it is an edge of the box: the cap there is cut into
/// three cells, which are two radians wide. Around the whole earth, less than a cell is left out, at the
/// antimeridian.
///
/// **Middles.** A cell is represented by its middle, rounded to 6 decimals (11 cm) as printed: whether it is
/// in the area and how far it is from venues is computed for that point.
package struct CoverageGrid: Sendable {
  /// The side of a cell, in metres.
  package let cell: Double
  package let rowCount: Int
  /// The first row's southern edge, in metres along the meridian.
  private let start: Double
  private let west: Double
  private let across: Double

  package init(_ area: CoverageArea, cell: Double) {
    let box = area.box
    self.cell = cell
    (west, across) = area.breadth
    let (low, high) = (MeridianArc.length(to: box.south), MeridianArc.length(to: box.north))
    let (atSouth, atNorth) = (box.south == -90, box.north == 90)
    let rows = (high - low) / cell
    // No row may extend beyond a pole.
    let count = atSouth && atNorth ? rows.rounded(.down) : rows.rounded()
    rowCount = Int(min(max(count, 1), 1e15))
    let length = Double(rowCount) * cell
    // A box smaller than half a cell gets one cell around its middle.
    let isSmall = count < 1
    start =
      switch (atSouth && !isSmall, atNorth && !isSmall) {
      case (true, false): low
      case (false, true): high - length
      default: (low + high - length) / 2
      }
  }

  /// No area in its box has more cells.
  var mostCells: Double {
    Double(rowCount) * (across * Angle.degree * Geodesic.equatorialRadius / cell + 1)
  }

  /// Rows are ordered from south to north.
  package struct Row: Sendable {
    package let south: Double
    package let north: Double
    /// The latitude of the cells' middles, in millionths of a degree.
    package let latitude: Int32
    /// The width of a cell, in degrees.
    package let width: Double
    /// The first cell's western edge; it may be beyond -180.
    package let west: Double
    package let count: Int
    /// The area of each cell, in square metres.
    package let area: Double

    /// The longitude of a cell's middle, in millionths of a degree.
    @inline(__always) package func longitude(_ column: Int) -> Int32 {
      CoverageGrid.millionths(
        CoverageGrid.turned(west + (Double(column) + 0.5) * width))
    }

    @inline(__always) package func middle(_ column: Int) -> Coordinate {
      Coordinate(
        latitude: Double(latitude) / 1e6, longitude: Double(longitude(column)) / 1e6)
    }

    /// A cell's two edges; the eastern one is the greater, and may be beyond 180.
    package func edges(_ column: Int) -> (west: Double, east: Double) {
      (west + Double(column) * width, west + Double(column + 1) * width)
    }
  }

  package func row(_ number: Int) -> Row {
    let quarter = MeridianArc.quarter
    let low = max(start + Double(number) * cell, -quarter)
    let high = min(start + Double(number + 1) * cell, quarter)
    let middle = MeridianArc.latitude(at: (low + high) / 2)
    let parallel = MeridianArc.parallelRadius(at: middle)
    // Cells are wider in a row that a pole cuts short.
    let width = min(cell * cell / (max(high - low, 1e-9) * max(parallel, 1e-9)) / Angle.degree, 360)
    let columns = across / width
    let count = max(1, across >= 360 ? columns.rounded(.down) : columns.rounded())
    let pole: Double? =
      switch (low <= -quarter, high >= quarter) {
      case (true, false) where width == 360: -90
      case (false, true) where width == 360: 90
      default: nil
      }
    return Row(
      south: MeridianArc.latitude(at: low), north: MeridianArc.latitude(at: high),
      latitude: Self.millionths(pole ?? middle), width: width,
      west: west + (across - count * width) / 2, count: Int(min(count, 1e15)),
      area: min(cell * cell, 2 * .pi * parallel * (high - low)))
  }

  /// The row with a latitude, if there is one.
  package func row(at latitude: Double) -> Int? {
    let place = ((MeridianArc.length(to: latitude) - start) / cell).rounded(.down)
    return place >= 0 && place < Double(rowCount) ? Int(place) : nil
  }

  @inline(__always) static func millionths(_ degrees: Double) -> Int32 {
    let scaled = degrees * 1e6
    return Int32(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }

  /// The same longitude in -180…180.
  @inline(__always) package static func turned(_ longitude: Double) -> Double {
    if longitude > 180 { return longitude - 360 }
    return longitude < -180 ? longitude + 360 : longitude
  }
}

/// The cells of a grid whose middles are in an area, as runs of neighbours, from south to north and from west
/// to east.
package struct CoverageCells: Sendable {
  package struct Run: Sendable {
    package let row: Int
    package let columns: Range<Int>
    /// How many cells come before it.
    package let first: Int
  }

  package let area: CoverageArea
  package let grid: CoverageGrid
  package let runs: [Run]
  package let count: Int
  /// In square metres.
  package let surface: Double

  /// The maximum number of cells made.
  package static let most = 4_000_000

  /// `nil` if there would be more than `most`.
  package init?(_ area: CoverageArea, cell: Double, most: Int = Self.most) {
    let grid = CoverageGrid(area, cell: cell)
    // Examining a sample of a circle's rows takes as long as examining all of a few hundred.
    guard grid.rowCount <= most * 2,
      grid.mostCells <= Double(most) || Self.estimate(area, grid) <= 1.5 * Double(most) + 1000
    else { return nil }
    var runs: [Run] = []
    var (count, surface) = (0, 0.0)
    let found = Parallel.collect(of: grid.rowCount, atLeast: 64) { rows, found in
      for number in rows {
        let row = grid.row(number)
        for columns in area.columns(of: row) { found.append((number, columns, row.area)) }
      }
    }
    runs.reserveCapacity(found.count)
    for (row, columns, area) in found {
      runs.append(Run(row: row, columns: columns, first: count))
      count += columns.count
      surface += area * Double(columns.count)
      guard count <= most else { return nil }
    }
    (self.area, self.grid, self.runs) = (area, grid, runs)
    (self.count, self.surface) = (count, surface)
  }

  /// From a sample of rows.
  private static func estimate(_ area: CoverageArea, _ grid: CoverageGrid) -> Double {
    let samples = min(grid.rowCount, 500)
    var count = 0.0
    for sample in 0..<samples {
      let place = Int((Double(sample) + 0.5) / Double(samples) * Double(grid.rowCount))
      for columns in area.columns(of: grid.row(min(place, grid.rowCount - 1))) {
        count += Double(columns.count)
      }
    }
    return count * Double(grid.rowCount) / Double(samples)
  }

  /// The smallest cell size above `cell`, to two digits, that gives at most `most` cells, if `cell` itself
  /// gives more.
  package static func leastCell(for area: CoverageArea, above cell: Double, most: Int = Self.most)
    -> Double
  {
    var power = pow(10, log10(cell).rounded(.down) - 1)
    var digits = (cell / power).rounded(.down) + 1
    // Doubling the size quarters the number of cells, so this takes few steps.
    while CoverageCells(area, cell: digits * power, most: most) == nil {
      let more = Self.estimate(area, CoverageGrid(area, cell: digits * power)) / Double(most)
      let factor = more > 1.5 ? (more / 1.4).squareRoot() : 1
      digits = max((digits * factor).rounded(.down), digits + 1)
      while digits >= 100 {
        digits = (digits / 10).rounded(.up)
        power *= 10
      }
    }
    return (digits * power * 1e6).rounded() / 1e6
  }

  /// The cell size, 1, 2 or 5 times a power of ten, that gives at most 10,000 cells, and more than a sixth of
  /// that unless the area is a narrow one.
  package static func usualCell(for area: CoverageArea) -> Double {
    let metres = Double(CoverageGrid(area, cell: 1).rowCount)
    // A thousand rows are too many unless the area is a narrow one.
    var power = pow(10, log10(max(metres, 1000) / 1000).rounded(.down))
    while power > 1, CoverageCells(area, cell: power, most: 10_000) != nil { power /= 10 }
    while true {
      for step in [1.0, 2, 5] where CoverageCells(area, cell: step * power, most: 10_000) != nil {
        return step * power
      }
      power *= 10
    }
  }
}

extension CoverageArea {
  /// The columns of a row whose middles are inside, as runs.
  fileprivate func columns(of row: CoverageGrid.Row) -> [Range<Int>] {
    switch self {
    case .box(let box):
      // A row's middle is rounded, so it may be outside, along with all its columns.
      let latitude = row.middle(0).latitude
      guard latitude >= box.south, latitude <= box.north else { return [] }
      // All of them, apart from rounding at the edges.
      var columns = 0..<row.count
      while let first = columns.first, !box.contains(row.middle(first)) { columns.removeFirst() }
      while let last = columns.last, !box.contains(row.middle(last)) { columns.removeLast() }
      return columns.isEmpty ? [] : [columns]
    case .circle: return columnsOfCircle(row)
    case .polygon(let polygon):
      var runs: [Range<Int>] = []
      for part in Self.parts(of: row) { Self.add(part, of: row, in: polygon, to: &runs) }
      return runs
    }
  }

  /// Farther from the centre's meridian means farther from the centre, so it is a run around the row's
  /// middle.
  private func columnsOfCircle(_ row: CoverageGrid.Row) -> [Range<Int>] {
    let half = row.count / 2
    func holds(_ column: Int) -> Bool { contains(row.middle(column)) }
    // If the number is even, two are in the middle.
    guard holds(half) || row.count > 1 && holds(half - (row.count + 1) % 2) else { return [] }
    let end = firstPlace(in: half..<row.count) { !holds($0) }
    let start = firstPlace(in: 0..<half) { holds($0) }
    return start < end ? [start..<end] : []
  }

  /// Runs within which longitudes increase.
  private static func parts(of row: CoverageGrid.Row) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for turn in [-180.0, 180] {
      let split = firstPlace(in: start..<row.count) {
        row.west + (Double($0) + 0.5) * row.width > turn
      }
      if start < split { parts.append(start..<split) }
      start = split
    }
    if start < row.count { parts.append(start..<row.count) }
    return parts
  }

  private static func add(
    _ columns: Range<Int>, of row: CoverageGrid.Row, in polygon: Polygon,
    to runs: inout [Range<Int>]
  ) {
    let (first, last) = (row.middle(columns.lowerBound), row.middle(columns.upperBound - 1))
    if columns.count == 1 {
      if polygon.contains(first) { add(columns, to: &runs) }
      return
    }
    let line = BoundingBox(
      south: first.latitude, west: min(first.longitude, last.longitude), north: first.latitude,
      east: max(first.longitude, last.longitude))
    switch polygon.relation(to: line) {
    case .outside: return
    case .inside: add(columns, to: &runs)
    case .unclear:
      let middle = columns.lowerBound + columns.count / 2
      add(columns.lowerBound..<middle, of: row, in: polygon, to: &runs)
      add(middle..<columns.upperBound, of: row, in: polygon, to: &runs)
    }
  }

  private static func add(_ columns: Range<Int>, to runs: inout [Range<Int>]) {
    if let last = runs.last, last.upperBound == columns.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<columns.upperBound
    } else {
      runs.append(columns)
    }
  }
}
