/// Divides rows, as they come, into runs of one cell.
///
/// With an index neighbours on the map are neighbours in memory. So parts of the tree are looked at as a
/// whole first, and for all but those across a cell's edge four figures do for the projection of each
/// venue: the least and the largest latitude and longitude.
struct ClusterRuns: ~Copyable {
  let store: VenueStore
  private let shift: UInt32
  private let square = MercatorSquare()
  private(set) var runs = GrowingList<ClusterRun>()
  /// The last one, which grows; none is as yet where it has no venue.
  private var run = ClusterRun(firstRow: 0, row: 0, column: 0)
  private var next = 0

  /// How often a part may be halved before it is a leaf. Larger ones seldom lie in one cell, and a part
  /// in vain takes a tenth of what its venues do one by one.
  private static let halvings = 4

  init(_ store: VenueStore, _ size: ClusterSize) {
    self.store = store
    shift = UInt32(size.shift)
  }

  /// All rows of the store.
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

  /// Rows that are verified.
  private mutating func add(_ rows: Range<Int>, _ positions: DegreeColumns) {
    withExtendedLifetime(positions) {
      let (latitudes, longitudes) = (positions.latitude.base, positions.longitude.base)
      for row in rows {
        add(row, Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
      }
    }
  }

  @inline(__always) mutating func add(_ venue: Int, _ point: Coordinate) {
    // Numbers out of a damaged file may be anything.
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return store.noteDamage() }
    let row = square.row(ofLatitude: point.latitude)
    let column = MercatorSquare.column(ofLongitude: point.longitude)
    begin(venue, row, column)
    run.add(point, row: row, column: column)
    next = venue + 1
  }

  /// Returns whether all of them lie in one cell, and so were added.
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

  /// A new run, unless the venue goes on with the last one.
  @inline(__always) private mutating func begin(_ venue: Int, _ row: UInt32, _ column: UInt32) {
    let apart = ((row ^ run.row) | (column ^ run.column)) &>> shift
    if apart != 0 || venue != next || run.count == 0 {
      finish()
      run = ClusterRun(firstRow: venue, row: row, column: column)
    }
  }

  /// No more rows follow.
  mutating func finish() {
    if run.count > 0 { runs.append(run) }
    run = ClusterRun(firstRow: 0, row: 0, column: 0)
  }
}
