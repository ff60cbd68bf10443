/// A dataset in memory: where its venues are, in columns, and the text that says all the rest.
///
/// A row is a venue. As read, rows stand in the dataset's own order and there is no index: for one
/// query a scan of two columns costs a fiftieth of building one. `indexed()` puts the rows into the
/// order of a spatial index, so that neighbours on the map are neighbours in memory: for streams of
/// queries, and for snapshots.
public final class VenueStore: Sendable {
  let text: PaddedBytes
  let columns: VenueColumns
  /// Which of the dataset's usable features a row is; `nil` where the rows are in its order.
  private let positions: Column<UInt32>?
  let index: SpatialIndex?
  /// Where all of this lies, if it is a file in the cache.
  let snapshot: MappedSnapshot?
  public let tally: DatasetTally

  public var count: Int { columns.count }

  init(
    text: PaddedBytes, columns: VenueColumns, tally: DatasetTally,
    positions: Column<UInt32>? = nil, index: SpatialIndex? = nil
  ) {
    self.text = text
    self.columns = columns
    self.tally = tally
    self.positions = positions
    self.index = index
    snapshot = nil
  }

  /// A store as it lies in a snapshot.
  init(_ snapshot: MappedSnapshot) {
    self.snapshot = snapshot
    tally = snapshot.header.tally
    text = snapshot.text
    columns = snapshot.columns
    positions = snapshot.positions
    index = snapshot.index
  }

  /// A snapshot was found to be damaged while it was used: nothing that was worked out from it may
  /// be shown.
  public var isDamaged: Bool { snapshot?.isDamaged ?? false }

  /// Makes sure of all of it, for use by many threads at once.
  public func proveAll() { snapshot?.proveAll() }

  /// Reads a dataset. Throws where the text is not JSON or not GeoJSON.
  public convenience init(reading text: PaddedBytes) throws(ParseError) {
    var builder = StoreBuilder(text: text)
    var reader = GeoJSONReader(text)
    try reader.read(into: &builder)
    let (columns, tally) = builder.finish()
    self.init(text: text, columns: columns, tally: tally)
  }

  // MARK: Rows

  @inline(__always) func position(ofRow row: Int) -> UInt32 {
    positions.map { $0[row] } ?? UInt32(truncatingIfNeeded: row)
  }

  @inline(__always) func coordinate(ofRow row: Int) -> Coordinate {
    columns.coordinate(ofRow: row)
  }

  @inline(__always) func place(ofRow row: Int) -> Cartesian {
    index?.place(ofRow: row) ?? Cartesian(coordinate(ofRow: row))
  }

  @inline(__always) func squaredChord(from point: Cartesian, toRow row: Int) -> Double {
    index?.squaredChord(from: point, toRow: row)
      ?? Cartesian(coordinate(ofRow: row)).squaredChord(to: point)
  }

  var rowsInDatasetOrder: [Int] {
    positions == nil
      ? Array(0..<count) : (0..<count).sorted { position(ofRow: $0) < position(ofRow: $1) }
  }

  /// By row.
  public var coordinates: [Coordinate] { (0..<count).map(coordinate(ofRow:)) }

  /// The box round all venues; `nil` where there are none.
  public var extent: BoundingBox? {
    guard count > 0 else { return nil }
    var box = BoundingBox(
      south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    for row in 0..<count {
      let place = coordinate(ofRow: row)
      box.south = min(box.south, place.latitude)
      box.north = max(box.north, place.latitude)
      box.west = min(box.west, place.longitude)
      box.east = max(box.east, place.longitude)
    }
    return box
  }
}

// MARK: - The order of rows

/// The order that an index wants a store's rows in, and the index.
struct Arrangement {
  let index: SpatialIndex
  /// For each of the index's rows, the store's.
  let order: [UInt32]
}

extension VenueStore {
  /// This store with an index, its rows in the index's order.
  public func indexed() -> VenueStore {
    guard index == nil else { return self }
    let arrangement = arranged()
    let order = arrangement.order
    return VenueStore(
      text: text, columns: columns.rearranged(by: order), tally: tally,
      positions: Column(count: count) { position(ofRow: Int(order[$0])) },
      index: arrangement.index)
  }

  func arranged() -> Arrangement {
    if let index { return Arrangement(index: index, order: Array(0..<UInt32(count))) }
    let (index, order) = SpatialIndex.build(count: count) { coordinate(ofRow: $0) }
    return Arrangement(
      index: index, order: NeighbourOrder(store: self).arranged(order, in: index))
  }

  /// The venues whose names match, as a store of their own: what a stream of queries looks for once
  /// and not for every point. Positions and texts stay those of the whole.
  func matching(_ match: NameMatch) -> VenueStore {
    let filter = RowsNamed(store: self, match: match)
    let rows = (0..<count).filter(filter.accepts).map { UInt32($0) }
    return VenueStore(
      text: text, columns: columns.rearranged(by: rows), tally: tally,
      positions: Column(count: rows.count) { position(ofRow: Int(rows[$0])) }
    ).indexed()
  }
}
