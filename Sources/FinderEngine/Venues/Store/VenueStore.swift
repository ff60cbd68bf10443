/// A dataset in memory: columns with the positions of its venues, and the text with everything
/// else.
///
/// A row is a venue. After reading, rows are in the dataset's own order and there is no index: for
/// one query a scan of two columns costs a fiftieth of building one. For streams of queries, and
/// for snapshots, `indexed()` puts the rows into the order of a spatial index, so that neighbours
/// on the map are neighbours in memory.
package final class VenueStore: Sendable {
  package let text: PaddedBytes
  package let columns: VenueColumns
  /// Which of the dataset's usable features a row is; `nil` if the rows are in the dataset's order.
  package let positions: Column<UInt32>?
  package let index: SpatialIndex?
  /// The ids that need a number, if they are known already.
  let numberedIDs: Column<NumberedID>?
  package let tally: DatasetTally
  /// The members of the dataset's collection that state its attribution, in an object.
  package let attributionText: PaddedBytes?
  /// What its snapshot is known by; `nil` where it lies in no snapshot.
  package let digest: UInt64?

  package var count: Int { columns.count }

  package init(
    text: PaddedBytes, columns: VenueColumns, tally: DatasetTally,
    positions: Column<UInt32>? = nil, index: SpatialIndex? = nil,
    numberedIDs: Column<NumberedID>? = nil, attributionText: PaddedBytes? = nil,
    digest: UInt64? = nil
  ) {
    self.text = text
    self.columns = columns
    self.tally = tally
    self.positions = positions
    self.index = index
    self.numberedIDs = numberedIDs
    self.attributionText = attributionText
    self.digest = digest
  }

  /// Whether its memory is a file, which may turn out to be damaged, rather than this process's
  /// own.
  package var isMapped: Bool { text.owner.isFile }

  /// Its file was found to be damaged while it was used. No answer that used it may be shown.
  package var isDamaged: Bool { text.owner.isDamaged }

  /// The file that it lies in was cut short while it was in use.
  package var isCut: Bool { text.owner.isCut }

  package func noteDamage() { text.owner.noteDamage() }

  /// Verifies the whole of its file, for use by many threads at once.
  package func verifyAll(releasingPages: Bool = false) {
    text.owner.verifyAll(releasingPages: releasingPages)
  }

  /// Gives back memory that its file would fill again.
  func releasePages() { text.owner.releasePages() }

  /// Reads a dataset. Throws where the text is not JSON or not GeoJSON.
  package convenience init(reading text: PaddedBytes) throws(ParseError) {
    var builder = StoreBuilder(text: text)
    var reader = GeoJSONReader(text)
    try reader.read(into: &builder)
    let (columns, tally, attribution) = builder.finish()
    self.init(text: text, columns: columns, tally: tally, attributionText: attribution)
  }

  /// Whom the data is owed to, as the dataset says.
  package var attribution: [Attribution] {
    guard let attributionText else { return [] }
    attributionText.verify(0..<attributionText.count)
    // A copy, since a forged file may have no padding.
    return AttributionMembers.list(inObject: PaddedBytes(copying: attributionText.bytes))
  }

  // MARK: Rows

  @inline(__always) package func position(ofRow row: Int) -> UInt32 {
    positions.map { $0[row] } ?? UInt32(truncatingIfNeeded: row)
  }

  @inline(__always) package func coordinate(ofRow row: Int) -> Coordinate {
    columns.position.coordinate(ofRow: row)
  }

  /// `nil` where it is none, as it may be in a damaged file.
  @inline(__always) package func checkedCoordinate(ofRow row: Int) -> Coordinate? {
    let point = coordinate(ofRow: row)
    if abs(point.latitude) <= 90, abs(point.longitude) <= 180 { return point }
    noteDamage()
    return nil
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
  package var coordinates: [Coordinate] { (0..<count).map(coordinate(ofRow:)) }
}
