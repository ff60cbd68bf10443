/// Square cells of equal metres over a box of degrees.
///
/// **The idea.** Rows of cells lie between parallels that are a cell's side apart along the meridian of the
/// ellipsoid. Within a row, a cell is as many degrees wide as make a cell's side of the parallel through the
/// row's middle, so each row has its own columns. The zone between two parallels h apart has the area of h
/// times its middle parallel but for 1 part in 24 of (h / 6,400 km)²: 3e-10 for cells of 500 m, 3e-6 for 50
/// km. So all cells have the same area, and shares of cells are shares of the area. Cells of equal degrees
/// do not: in the north of Britain they are a sixth smaller than in the south.
///
/// What the cells leave over of the box, or reach beyond it, is less than half a cell at each edge, the same
/// at both. Rows begin at a pole that is an edge of the box: the cap there is cut into three cells, which
/// are two radians wide. Round the whole earth, what is left over is less than a cell, at the antimeridian.
///
/// **Middles.** A cell stands for its middle, rounded to 6 decimals (11 cm) as it is printed: whether it is
/// in the area and how far it is from venues is worked out from that point.
package struct CoverageGrid: Sendable {
  /// The side of a cell, in metres.
  package let cell: Double
  package let rowCount: Int
  /// Of the first row's southern edge along the meridian.
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
    // No row is to reach beyond a pole.
    let count = atSouth && atNorth ? rows.rounded(.down) : rows.rounded()
    rowCount = Int(min(max(count, 1), 1e15))
    let length = Double(rowCount) * cell
    // What is smaller than half a cell has one around its middle.
    let isSmall = count < 1
    start =
      switch (atSouth && !isSmall, atNorth && !isSmall) {
      case (true, false): low
      case (false, true): high - length
      default: (low + high - length) / 2
      }
  }

  /// No area in its box has more.
  var mostCells: Double {
    Double(rowCount) * (across * Angle.degree * Geodesic.equatorialRadius / cell + 1)
  }

  /// From south to north.
  package struct Row: Sendable {
    package let south: Double
    package let north: Double
    /// Of the middles, in millionths of a degree.
    package let latitude: Int32
    /// Of a cell, in degrees.
    package let width: Double
    /// Of the first cell's western edge; it may be beyond -180.
    package let west: Double
    package let count: Int
    /// Of each cell, in square metres.
    package let area: Double

    /// Of a cell's middle, in millionths of a degree.
    @inline(__always) package func longitude(_ column: Int) -> Int32 {
      CoverageGrid.millionths(
        CoverageGrid.turned(west + (Double(column) + 0.5) * width))
    }

    @inline(__always) package func middle(_ column: Int) -> Coordinate {
      Coordinate(
        latitude: Double(latitude) / 1e6, longitude: Double(longitude(column)) / 1e6)
    }

    /// Of a cell's two edges; the eastern one is the greater, and may be beyond 180.
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
    // Of a row that a pole cuts short, cells are the wider.
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

  /// The row in which a latitude lies, if there is one.
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

/// The cells of a grid whose middles are in an area, as runs of neighbours, from south to north and from
/// west to east.
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

  /// The most that are made.
  package static let most = 4_000_000

  /// `nil` where there would be more than `most`.
  package init?(_ area: CoverageArea, cell: Double, most: Int = Self.most) {
    let grid = CoverageGrid(area, cell: cell)
    // To look at a sample of a circle's rows takes as long as to look at all of a few hundred.
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

  /// The least size of cell, to two digits, at which they are no more than `most`, above one at which they
  /// are.
  package static func leastCell(for area: CoverageArea, above cell: Double, most: Int = Self.most)
    -> Double
  {
    var power = pow(10, log10(cell).rounded(.down) - 1)
    var digits = (cell / power).rounded(.down) + 1
    // Twice as many metres are a quarter of the cells: soon there.
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

  /// The size of cell that is 1, 2 or 5 times a power of ten and makes at most 10,000 of them, and more than
  /// a sixth of that unless the area is a narrow one.
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
      // A row's middle is rounded, and so may lie outside with all its columns.
      let latitude = row.middle(0).latitude
      guard latitude >= box.south, latitude <= box.north else { return [] }
      // But for rounding at the edges it is all of them.
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

  /// The farther from the centre's meridian, the farther from the centre: a run around the middle of the row.
  private func columnsOfCircle(_ row: CoverageGrid.Row) -> [Range<Int>] {
    let half = row.count / 2
    func holds(_ column: Int) -> Bool { contains(row.middle(column)) }
    // Of an even number, two are in the middle.
    guard holds(half) || row.count > 1 && holds(half - (row.count + 1) % 2) else { return [] }
    let end = firstPlace(in: half..<row.count) { !holds($0) }
    let start = firstPlace(in: 0..<half) { holds($0) }
    return start < end ? [start..<end] : []
  }

  /// Runs in which longitudes rise.
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
