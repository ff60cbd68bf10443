import FinderEngine

/// The rows of a page in order of their cells' keys, so that the venues of any cell of any size are adjacent,
/// and the keys as bytes.
///
/// Keys are those of the smallest cells of `Clusters`, which are 0.15 m wide at most. Differences between
/// keys pack best: 3.2 bytes a venue. They are written seven bits a byte, lowest first; the eighth bit means
/// that more follow.
struct PageOrder: ~Copyable {
  let rows: [Int]
  let positions: ByteBuffer
  /// The box around all venues; `nil` if there are none.
  let extent: PageBox?

  init(_ store: VenueStore, rows wanted: [Int]?) {
    let square = MercatorSquare()
    let size = ClusterSize(zoom: 20, pixels: 1)!
    var entries = GrowingList<KeyedRow>(capacity: wanted?.count ?? store.count)
    var extent = NarrowestBox()
    let add = { (row: Int) in
      guard let point = store.checkedCoordinate(ofRow: row) else { return }
      let cell = ClusterCell(
        size: size, row: square.row(ofLatitude: point.latitude),
        column: MercatorSquare.column(ofLongitude: point.longitude))
      entries.append(KeyedRow(key: cell.key, row: UInt32(truncatingIfNeeded: row)))
      extent.add(point)
    }
    if let wanted {
      for row in wanted { add(row) }
    } else {
      for row in 0..<store.count { add(row) }
    }
    KeyedRows.sort(UnsafeMutableBufferPointer(start: entries.base, count: entries.count))
    self.rows = entries.all.map { Int($0.row) }
    self.positions = Self.bytes(of: entries.all)
    self.extent = extent.box.map { PageBox($0) }
  }

  private static func bytes(of entries: UnsafeBufferPointer<KeyedRow>) -> ByteBuffer {
    var output = ByteBuffer(capacity: entries.count * 4)
    var last: UInt64 = 0
    for entry in entries {
      var difference = entry.key - last
      while difference > 127 {
        output.append(UInt8(truncatingIfNeeded: difference) | 128)
        difference >>= 7
      }
      output.append(UInt8(truncatingIfNeeded: difference))
      last = entry.key
    }
    return output
  }
}

/// A box in fractions of the world's square: x from the antimeridian eastwards, y from the north. One that
/// crosses the antimeridian ends beyond 1.
struct PageBox {
  var west: Double
  var east: Double
  var north: Double
  var south: Double

  init(_ box: BoundingBox) {
    west = MapView.column(box.west)
    east = MapView.column(box.east) + (box.crossesAntimeridian ? 1 : 0)
    north = MapView.row(box.north)
    south = MapView.row(box.south)
  }

  func contains(_ other: PageBox) -> Bool {
    other.west >= west && other.east <= east && other.north >= north && other.south <= south
  }

  /// Puts x on the nearer side of the antimeridian.
  mutating func extend(over point: Coordinate) {
    let (x, y) = (MapView.column(point.longitude), MapView.row(point.latitude))
    let middle = (west + east) / 2
    let near = x - (x - middle).rounded()
    (west, east) = (min(west, near), max(east, near))
    (north, south) = (min(north, y), max(south, y))
  }

  func append(to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "west", number: west)
      output.append(key: "east", number: east)
      output.append(key: "north", number: north)
      output.append(key: "south", number: south)
    }
  }
}
