/// A dataset in memory: columns with the positions of its venues, and the text with everything else.
///
/// Each row is a venue. After reading, rows are in the dataset's own order and there is no index: for one
/// query, a scan of two columns costs a fiftieth of building one. For streams of queries, and for snapshots,
/// `indexed()` puts the rows into the order of a spatial index, so that neighbours on the map are neighbours
/// in memory.
package final class VenueStore: FileBacked, Sendable {
  package let text: PaddedBytes
  package let columns: VenueColumns
  /// For each row, its position among the dataset's usable features; `nil` if the rows are in the dataset's
  /// order.
  package let positions: Column<UInt32>?
  package let index: SpatialIndex?
  /// The ids that need a number, if already known.
  let numberedIDs: Column<NumberedID>?
  package let tally: DatasetTally
  /// An object with the members of the dataset's collection that state its attribution.
  package let attributionText: PaddedBytes?
  /// Identifies its snapshot; `nil` if it is not in one.
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

  /// Whether its memory is a file, which may turn out to be damaged, rather than this process's own.
  package var isMapped: Bool { text.owner.isFile }

  package var owner: MemoryOwner { text.owner }

  package func noteDamage() { text.owner.noteDamage() }

  /// Verifies its whole file, so that many threads may use it at once.
  package func verifyAll(releasingPages: Bool = false) {
    text.owner.verifyAll(releasingPages: releasingPages)
  }

  /// Releases memory that would be read from its file again when needed.
  func releasePages() { text.owner.releasePages() }

  /// Reads a dataset. Throws if the text is not JSON or not GeoJSON.
  package convenience init(reading text: PaddedBytes) throws(ParseError) {
    var builder = StoreBuilder(text: text)
    var reader = GeoJSONReader(text)
    try reader.read(into: &builder)
    let (columns, tally, attribution) = builder.finish()
    self.init(text: text, columns: columns, tally: tally, attributionText: attribution)
  }

  /// Who must be credited for the data, as the dataset states it.
  package var attribution: [Attribution] {
    guard let attributionText else { return [] }
    attributionText.verify(0..<attributionText.count)
    // A copy, since a forged file may have no padding.
    return AttributionMembers.list(inObject: PaddedBytes(copying: attributionText.bytes))
  }

  @inline(__always) package func position(ofRow row: Int) -> UInt32 {
    positions.map { $0[row] } ?? UInt32(truncatingIfNeeded: row)
  }

  @inline(__always) package func coordinate(ofRow row: Int) -> Coordinate {
    columns.position.coordinate(ofRow: row)
  }

  /// `nil` if it is not a valid coordinate, which may happen in a damaged file.
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

  package var coordinates: [Coordinate] { (0..<count).map(coordinate(ofRow:)) }

  /// Calls `body` with a venue's name as in its dataset, with escapes resolved.
  @inline(__always)
  package func withName<Result>(ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    JSONCursor(text).withDecoded(tokens(ofRow: row).name, body)
  }

  /// The same as printed (`Venue.withName`). A `Venue` retains its store, so threads that make one for each
  /// row contend for the reference count: a twelfth of a merge.
  @inline(__always)
  package func withTidiedName(ofRow row: Int, _ body: (Bytes) -> Void) {
    JSONCursor(text).withTidied(tokens(ofRow: row).name) { bytes, _ in body(bytes) }
  }

  @inline(__always)
  package func withTidiedPostcode(ofRow row: Int, _ body: (Bytes) -> Void) {
    JSONCursor(text).withTidied(tokens(ofRow: row).postcode) { bytes, _ in body(bytes) }
  }

  /// Name and postcode. Offsets from a file are checked against the feature's bounds before they
  /// are used.
  @inline(__always) package func tokens(ofRow row: Int) -> VenueTokens {
    let feature = featureSpan(ofRow: row)
    let found = columns.text[row]
    guard found.isKnown else { return readTokens(ofRow: row) }
    let name = found.name(in: feature)
    let postcode = found.postcode(in: feature)
    guard name.end <= feature.end, postcode.end <= feature.end else {
      noteDamage()
      return VenueTokens()
    }
    return VenueTokens(
      name: name, postcode: postcode, hasOtherProperties: found.hasOtherProperties)
  }

  @inline(never) private func readTokens(ofRow row: Int) -> VenueTokens {
    let feature = readFeature(ofRow: row)
    return VenueTokens(
      name: feature.name.text, postcode: feature.postcode.text, hasOtherProperties: true)
  }

  package func readFeature(ofRow row: Int) -> ScannedFeature {
    var feature = ScannedFeature()
    var cursor = JSONCursor(text, from: featureSpan(ofRow: row).start)
    do throws(ParseError) {
      try cursor.readFeature(into: &feature)
      return feature
    } catch {
      // It has been read before, so this happens only with a forged file.
      noteDamage()
      return ScannedFeature()
    }
  }

  /// The place of a row's feature in the text. Offsets from a file are checked against the text's bounds
  /// before they are used.
  @inline(__always) package func featureSpan(ofRow row: Int) -> JSONSpan {
    let start = columns.featureStart[row]
    let length = Int(columns.featureLength[row])
    guard start >= 0, start <= text.count - length else {
      noteDamage()
      return .none
    }
    let span = JSONSpan(start: start, end: start + length)
    text.verify(span.start..<span.end)
    return span
  }

  package func featureBytes(ofRow row: Int) -> Bytes {
    JSONCursor(text).bytes(of: featureSpan(ofRow: row))
  }

  /// The order of two venues at the same distance: by the bytes of their names, then as in the dataset.
  package func precedesAtSameDistance(_ a: Int, _ b: Int) -> Bool {
    let order = withName(ofRow: a) { first in withName(ofRow: b) { first.order($0) } }
    return order != 0 ? order < 0 : position(ofRow: a) < position(ofRow: b)
  }

  /// The bounding box of all venues; `nil` if there are none.
  ///
  /// With an index, only those parts of its tree are opened that may reach beyond the box found so far.
  /// Visiting each of 5.5 million venues would take 60 ms.
  package var extent: BoundingBox? {
    guard count > 0 else { return nil }
    var box = BoundingBox.empty
    guard let index else {
      for row in 0..<count { box.extend(over: coordinate(ofRow: row)) }
      return box
    }
    // Start with venues from all over the dataset, so that most parts are already inside.
    let splits = min(index.depth, 9)
    for part in 0..<1 << splits {
      let rows = index.rows(inPart: part, of: splits)
      if !rows.isEmpty { box.extend(over: coordinate(ofRow: rows.lowerBound)) }
    }
    index.forEachPart { part, rows in
      !rows.isEmpty && !part.surelyLies(in: box, around: coordinate(ofRow: rows.lowerBound))
    } leaf: { rows in
      for row in rows { box.extend(over: coordinate(ofRow: row)) }
    }
    return box
  }

  /// The same, but across the antimeridian if that makes it narrower, for a map.
  package var narrowestExtent: BoundingBox? {
    let extent = extent
    guard let extent, extent.longitudeWidth > 180 else { return extent }
    var narrowest = NarrowestBox()
    for row in 0..<count {
      let point = coordinate(ofRow: row)
      // Numbers from a damaged file may be anything.
      guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { continue }
      narrowest.add(point)
    }
    return narrowest.box
  }
}

extension PlaceBox {
  /// Whether all venues of a part are certainly in the box, judged by one of them and the part's size.
  fileprivate func surelyLies(in box: BoundingBox, around point: Coordinate) -> Bool {
    let reach = diagonal * Self.degreesPerMetre
    // Near a pole, a short distance is many degrees of longitude.
    guard reach < 1, abs(point.latitude) + reach < 89 else { return false }
    let east = reach / cos((abs(point.latitude) + reach) * Angle.degree)
    return point.latitude - reach >= box.south && point.latitude + reach <= box.north
      && point.longitude - east >= box.west && point.longitude + east <= box.east
  }
}
