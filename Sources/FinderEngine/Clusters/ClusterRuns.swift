/// Divides rows, as they come, into runs of one cell.
struct ClusterRuns: ~Copyable {
  let store: VenueStore
  private let shift: UInt32
  private let square = MercatorSquare()
  private(set) var runs = GrowingList<ClusterRun>()
  /// The last one, which grows; none is as yet where it has no venue.
  private var run = ClusterRun(firstRow: 0, row: 0, column: 0)
  private var next = 0

  init(_ store: VenueStore, _ size: ClusterSize) {
    self.store = store
    shift = UInt32(size.shift)
  }

  /// All rows of the store.
  mutating func addAll() {
    let positions = store.columns.position
    withExtendedLifetime(positions) {
      let (latitudes, longitudes) = (positions.latitude.values, positions.longitude.values)
      for row in 0..<store.count {
        add(row, Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
      }
    }
  }

  @inline(__always) mutating func add(_ venue: Int, _ point: Coordinate) {
    // Numbers out of a damaged file may be anything.
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return store.noteDamage() }
    let row = square.row(ofLatitude: point.latitude)
    let column = MercatorSquare.column(ofLongitude: point.longitude)
    let apart = ((row ^ run.row) | (column ^ run.column)) &>> shift
    if apart != 0 || venue != next || run.count == 0 {
      finish()
      run = ClusterRun(firstRow: venue, row: row, column: column)
    }
    run.add(point, row: row, column: column)
    next = venue + 1
  }

  /// No more rows follow.
  mutating func finish() {
    if run.count > 0 { runs.append(run) }
    run = ClusterRun(firstRow: 0, row: 0, column: 0)
  }
}
