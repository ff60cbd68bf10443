/// A dataset in memory: where its venues are, in columns, and the text that says all the rest.
///
/// A row is a venue. Rows stand in the order of the spatial index, so that neighbours on the map are
/// neighbours in memory. The columns keep what a search touches; everything that is only shown (id,
/// name, postcode, properties) stays in the dataset's text, and is read again from a feature's first
/// byte for the few venues that are printed: see `Venue`.
public final class VenueStore: Sendable {
  let text: PaddedBytes
  let latitude: Column<Double>
  let longitude: Column<Double>
  /// Which of the dataset's usable features it is, from 0.
  let position: Column<UInt32>
  /// Where its feature begins in the text.
  let featureStart: Column<Int>
  let featureLength: Column<UInt32>
  let name: Column<NameSpan>
  let index: SpatialIndex
  /// Where all of this lies, if it is a file in the cache.
  let snapshot: MappedSnapshot?
  public let tally: DatasetTally
  let idKey: Column<VenueIDKey>

  public var count: Int { latitude.count }

  init(text: PaddedBytes, rows: ContiguousArray<VenueRow>, tally: DatasetTally) {
    self.text = text
    self.tally = tally
    snapshot = nil
    let (index, indexOrder) = SpatialIndex.build(count: rows.count) { rows[$0].coordinate }
    let order = NeighbourOrder(text: text, rows: rows).arranged(indexOrder, in: index)
    self.index = index
    let count = rows.count
    position = Column(count: count) { rows[Int(order[$0])].position }
    latitude = Column(count: count) { rows[Int(order[$0])].coordinate.latitude }
    longitude = Column(count: count) { rows[Int(order[$0])].coordinate.longitude }
    featureStart = Column(count: count) { rows[Int(order[$0])].featureStart }
    featureLength = Column(count: count) { rows[Int(order[$0])].featureLength }
    name = Column(count: count) { rows[Int(order[$0])].name }
    idKey = Column(count: count) { rows[Int(order[$0])].idKey }
  }

  /// A store as it lies in a snapshot.
  init(_ snapshot: MappedSnapshot) {
    self.snapshot = snapshot
    tally = snapshot.header.tally
    text = snapshot.text
    let offsets = snapshot.header.layout.offsets
    let count = snapshot.header.layout.venues
    index = SpatialIndex(
      count: count, depth: SpatialIndex.depth(for: count),
      x: snapshot.column(at: offsets.x, count), y: snapshot.column(at: offsets.y, count),
      z: snapshot.column(at: offsets.z, count),
      boxes: snapshot.column(at: offsets.boxes, SpatialIndex.boxCount(for: count)))
    latitude = snapshot.column(at: offsets.latitude, count)
    longitude = snapshot.column(at: offsets.longitude, count)
    position = snapshot.column(at: offsets.position, count)
    featureStart = snapshot.column(at: offsets.featureStart, count)
    featureLength = snapshot.column(at: offsets.featureLength, count)
    name = snapshot.column(at: offsets.name, count)
    idKey = snapshot.column(at: offsets.idKey, count)
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
    self.init(text: text, rows: builder.rows, tally: builder.tally)
  }

  /// The venues whose names match, as a store of their own: what a stream of queries looks for once
  /// and not for every point. Positions and texts stay those of the whole.
  func matching(_ match: NameMatch) -> VenueStore {
    let filter = RowsNamed(store: self, match: match)
    let rows = (0..<count).filter(filter.accepts).map { row in
      VenueRow(
        coordinate: coordinate(ofRow: row), position: position[row],
        featureStart: featureStart[row], featureLength: featureLength[row], name: name[row],
        idKey: idKey[row])
    }
    return VenueStore(text: text, rows: ContiguousArray(rows), tally: tally)
  }

  /// By row.
  public var coordinates: [Coordinate] { (0..<count).map(coordinate(ofRow:)) }

  func coordinate(ofRow row: Int) -> Coordinate {
    Coordinate(latitude: latitude[row], longitude: longitude[row])
  }

  /// The box round all venues; `nil` where there are none.
  public var extent: BoundingBox? {
    guard count > 0 else { return nil }
    var box = BoundingBox(
      south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    for row in 0..<count {
      box.south = min(box.south, latitude[row])
      box.north = max(box.north, latitude[row])
      box.west = min(box.west, longitude[row])
      box.east = max(box.east, longitude[row])
    }
    return box
  }
}

/// Where a name's token stands, counted from its feature's first byte.
struct NameSpan: BitwiseCopyable {
  var start: UInt32
  private var lengthAndEscapes: UInt32

  init(_ token: JSONStringSpan, in feature: JSONSpan) {
    start = UInt32(clamping: max(token.start - feature.start, 0))
    // A name of over a gigabyte is cut for searching; it is printed whole.
    lengthAndEscapes = UInt32(clamping: min(token.count, 1 << 30)) << 1
    if token.hasEscapes { lengthAndEscapes |= 1 }
  }

  var count: Int { Int(lengthAndEscapes >> 1) }
  var hasEscapes: Bool { lengthAndEscapes & 1 != 0 }
}

/// A venue as the reader hands it over, in the order of the text.
struct VenueRow: BitwiseCopyable {
  var coordinate: Coordinate
  var position: UInt32
  var featureStart: Int
  var featureLength: UInt32
  var name: NameSpan
  var idKey: VenueIDKey
}
