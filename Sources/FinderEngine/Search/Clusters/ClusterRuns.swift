import CVector

/// Divides rows, in order, into runs that are each in one cell.
///
/// With an index, neighbours on the map are neighbours in memory, so parts of the tree are first examined as
/// a whole. If a part does not cross a cell's edge, four figures are projected instead of every venue: the
/// smallest and the largest latitude and longitude.
struct ClusterRuns: ~Copyable {
  let store: VenueStore
  private let shift: UInt32
  private let square = MercatorSquare()
  private(set) var runs = GrowingList<ClusterRun>()
  /// The current run, which is still growing; without venues, it has not begun.
  private var run = ClusterRun(firstRow: 0, row: 0, column: 0)
  private var next = 0

  /// Only parts at most this many halvings above a leaf are examined as a whole. Larger ones are seldom in
  /// one cell, and examining a part in vain costs a tenth of the time that its venues take one by one.
  private static let halvings = 4

  init(_ store: VenueStore, _ size: ClusterSize) {
    self.store = store
    shift = UInt32(size.shift)
  }

  mutating func addAll() {
    let positions = store.columns.position
    positions.latitude.verify(0..<store.count)
    positions.longitude.verify(0..<store.count)
    guard let index = store.index else { return add(0..<store.count, positions) }
    let splits = index.depth & 1 + max(0, index.depth - index.depth & 1 - Self.halvings)
    for part in 0..<1 << splits { add(part, of: splits, index, positions) }
  }

  private mutating func add(
    _ part: Int, of splits: Int, _ index: SpatialIndex, _ positions: DegreeColumns
  ) {
    let rows = index.rows(inPart: part, of: splits)
    guard !addTogether(rows, positions) else { return }
    guard splits < index.depth else { return add(rows, positions) }
    for child in 4 * part..<4 * part + 4 { add(child, of: splits + 2, index, positions) }
  }

  /// The rows must be verified.
  private mutating func add(_ rows: Range<Int>, _ positions: DegreeColumns) {
    withExtendedLifetime(positions) {
      let (latitudes, longitudes) = (positions.latitude.base, positions.longitude.base)
      for row in rows {
        add(row, Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
      }
    }
  }

  @inline(__always) mutating func add(_ venue: Int, _ point: Coordinate) {
    // Numbers from a damaged file may be anything.
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return store.noteDamage() }
    let row = square.row(ofLatitude: point.latitude)
    let column = MercatorSquare.column(ofLongitude: point.longitude)
    begin(venue, row, column)
    run.add(point, row: row, column: column)
    next = venue + 1
  }

  /// Adds all of the rows if they are in one cell; otherwise adds none, and returns false.
  private mutating func addTogether(_ rows: Range<Int>, _ positions: DegreeColumns) -> Bool {
    guard rows.count > 1 else { return false }
    let extent = ClusterExtent(rows, positions)
    guard extent.isPlain else { return false }
    let north = square.row(ofLatitude: extent.highest[0])
    let south = square.row(ofLatitude: extent.lowest[0])
    let west = MercatorSquare.column(ofLongitude: extent.lowest[1])
    let east = MercatorSquare.column(ofLongitude: extent.highest[1])
    let differing = (north ^ south) | (west ^ east)
    guard differing &>> shift == 0 else { return false }
    begin(rows.lowerBound, north, west)
    run.add(extent, of: rows.count, row: north, column: west, differing: differing)
    next = rows.upperBound
    return true
  }

  /// Begins a new run, unless the venue continues the last one.
  @inline(__always) private mutating func begin(_ venue: Int, _ row: UInt32, _ column: UInt32) {
    let apart = ((row ^ run.row) | (column ^ run.column)) &>> shift
    if apart != 0 || venue != next || run.count == 0 {
      finish()
      run = ClusterRun(firstRow: venue, row: row, column: column)
    }
  }

  mutating func finish() {
    if run.count > 0 { runs.append(run) }
    run = ClusterRun(firstRow: 0, row: 0, column: 0)
  }
}

/// Consecutive rows whose venues are in one cell, with their totals.
///
/// With an index, neighbours on the map are neighbours in memory, so there are far fewer runs than venues,
/// and only runs are sorted.
struct ClusterRun: BitwiseCopyable {
  let firstRow: UInt32
  private(set) var count: UInt32 = 0
  /// The first venue's place in a `MercatorSquare`, and the bits in which the places of others differ from
  /// it, or at least the highest such bit.
  let row: UInt32
  let column: UInt32
  private(set) var differing: UInt32 = 0
  /// Sums in whole units of 1e-7 degrees, which do not depend on the order.
  private(set) var latitude = 0
  private(set) var longitude = 0

  init(firstRow: Int, row: UInt32, column: UInt32) {
    self.firstRow = UInt32(truncatingIfNeeded: firstRow)
    (self.row, self.column) = (row, column)
  }

  var rows: Range<Int> { Int(firstRow)..<Int(firstRow) + Int(count) }

  @inline(__always)
  mutating func add(_ point: Coordinate, row: UInt32, column: UInt32) {
    count &+= 1
    differing |= (row ^ self.row) | (column ^ self.column)
    // The meridians -180 and 180 are the same, and belong to the westernmost column.
    let units = Self.tenMillionths(
      SIMD2(point.latitude, point.longitude == 180 ? -180 : point.longitude))
    latitude &+= Int(units[0])
    longitude &+= Int(units[1])
  }

  /// Adds rows that are all in one cell. `row` and `column` are one corner of their extent, and `bits` are
  /// those in which its corners differ.
  @inline(__always) mutating func add(
    _ extent: ClusterExtent, of venues: Int, row: UInt32, column: UInt32, differing bits: UInt32
  ) {
    count &+= UInt32(truncatingIfNeeded: venues)
    differing |= bits | (row ^ self.row) | (column ^ self.column)
    latitude &+= Int(extent.sum[0])
    longitude &+= Int(extent.sum[1])
  }

  /// Adds another run of the same cell, except for its rows.
  mutating func add(_ other: ClusterRun) {
    count &+= other.count
    differing |= other.differing | (other.row ^ row) | (other.column ^ column)
    latitude &+= other.latitude
    longitude &+= other.longitude
  }

  /// Adding 1.5 * 2^52 rounds, since the sum has no bits for fractions. `rounded` is a function call on
  /// processors that have no instruction for it.
  @inline(__always) static func tenMillionths(_ degrees: SIMD2<Double>) -> SIMD2<Double> {
    (degrees * 1e7 + 0x1.8p52) - 0x1.8p52
  }

  /// The mean, to 6 decimals; halves are rounded away from zero.
  var center: Coordinate { Coordinate(latitude: mean(latitude), longitude: mean(longitude)) }

  private func mean(_ sum: Int) -> Double {
    let divisor = UInt(count) * 10
    let millionths = (sum.magnitude * 2 + divisor) / (divisor * 2)
    return Double(sum < 0 ? -Int(millionths) : Int(millionths)) / 1e6
  }
}

/// The extent of some rows, and the sums of their positions: latitudes first, longitudes second.
struct ClusterExtent {
  private(set) var lowest = SIMD2(repeating: Double.infinity)
  private(set) var highest = SIMD2(repeating: -Double.infinity)
  /// In 1e-7 degrees. The sum of a few hundred whole numbers of this size is exact.
  private(set) var sum = SIMD2<Double>()

  /// The rows must be verified.
  init(_ rows: Range<Int>, _ positions: DegreeColumns) {
    let latitudes = Figures(rows, positions.latitude)
    let longitudes = Figures(rows, positions.longitude)
    lowest = SIMD2(latitudes.lowest, longitudes.lowest)
    highest = SIMD2(latitudes.highest, longitudes.highest)
    sum = SIMD2(latitudes.sum, longitudes.sum)
  }

  /// Whether all are valid positions, and none has longitude 180, which equals -180. One NaN makes the sum
  /// NaN.
  var isPlain: Bool {
    lowest[0] >= -90 && highest[0] <= 90 && lowest[1] >= -180 && highest[1] < 180
      && sum[0].isFinite && sum[1].isFinite
  }

  private struct Figures {
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    private(set) var sum = 0.0

    /// Two at a time.
    init(_ rows: Range<Int>, _ column: Column<Double>) {
      let base = UnsafeRawPointer(column.base)
      var low = SIMD2(repeating: lowest)
      var high = SIMD2(repeating: highest)
      var sums = SIMD2<Double>()
      var row = rows.lowerBound
      while row + 2 <= rows.upperBound {
        let pair = (base + 8 * row).loadUnaligned(as: SIMD2<Double>.self)
        low = cvector_smaller2(pair, low)
        high = cvector_larger2(pair, high)
        sums += ClusterRun.tenMillionths(pair)
        row += 2
      }
      if row < rows.upperBound {
        let pair = SIMD2(repeating: column.base[row])
        low = cvector_smaller2(pair, low)
        high = cvector_larger2(pair, high)
        sums[0] += ClusterRun.tenMillionths(pair)[0]
      }
      (lowest, highest, sum) = (min(low[0], low[1]), max(high[0], high[1]), sums[0] + sums[1])
    }
  }
}
