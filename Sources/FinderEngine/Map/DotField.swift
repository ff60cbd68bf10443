import CVector

/// How many venues there are in each pixel of a view.
///
/// It goes down the index's tree, and adds a node as a whole where its box lies within one pixel. The
/// counts are those of a look at each venue, with an index or without: the same picture comes from a file
/// as from its snapshot.
struct DotField: ~Copyable {
  let view: MapView
  /// Row by row.
  let counts: UnsafeMutableBufferPointer<UInt32>
  /// All within the view.
  private(set) var total = 0
  /// A bit for each pixel that has venues: most of a picture is empty, and is not looked at.
  private let occupied: UnsafeMutablePointer<UInt64>
  private let rows: LinearTable
  private let bounds: FieldBounds
  /// Where pixels are cells of groups, what tells exactly in which of them a venue is.
  private let cells: CellPlaces?
  /// By how much of a pixel a venue's own place may be beside that of the projection.
  private let doubt: Double

  init(_ view: MapView) { self.init(view, nil) }

  /// Of whole cells.
  init(cells view: MapView) { self.init(view, CellPlaces(view)) }

  private init(_ view: MapView, _ cells: consuming CellPlaces?) {
    self.view = view
    let areCells = cells != nil
    self.cells = cells
    // From the system, whose pages are of zeros, so that those without venues cost nothing yet.
    let size = max(view.width * view.height, 1)
    let memory = calloc(size, MemoryLayout<UInt32>.stride)!
    counts = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: UInt32.self), count: view.width * view.height)
    occupied = calloc(size / 64 + 1, 8)!.assumingMemoryBound(to: UInt64.self)
    let box = view.box
    bounds = FieldBounds(view, box)
    rows = LinearTable(from: box.south, to: box.north, pixels: view.height) {
      view.place(column: 0, row: MapView.row($0)).y
    }
    doubt = areCells ? CellPlaces.doubt : rows.error
  }

  deinit {
    free(counts.baseAddress)
    free(occupied)
  }

  @inline(__always) private mutating func add(_ x: Double, _ y: Double, _ count: Int) {
    guard x >= 0, y >= 0, x < Double(view.width), y < Double(view.height) else { return }
    let pixel = Int(cvector_truncated(y)) * view.width + Int(cvector_truncated(x))
    counts[pixel] &+= UInt32(truncatingIfNeeded: count)
    occupied[pixel >> 6] |= 1 << UInt64(pixel & 63)
    total += count
  }

  @inline(__always) mutating func add(_ point: Coordinate) {
    if cells != nil {
      if let place = cells?.place(of: point) { add(place.x, place.y, 1) }
      return
    }
    guard bounds.holds(latitude: point.latitude) else { return }
    add(bounds.x(ofLongitude: point.longitude), rows[point.latitude], 1)
  }

  /// The venues of a store, or those that have marks.
  mutating func addAll(of store: VenueStore, _ marks: RowMarks? = nil) {
    let positions = store.columns.position
    guard let index = store.index else {
      for row in 0..<store.count where marks?.accepts(row) ?? true {
        add(positions.coordinate(ofRow: row))
      }
      return
    }
    let places = PartPlaces(view, view.box)
    index.forEachPart { box, part in
      let count = marks?.count(in: part) ?? part.count
      return count > 0 && mustOpen(places.spot(of: box), count)
    } leaf: { part in
      positions.latitude.verify(part)
      positions.longitude.verify(part)
      let (latitudes, longitudes) = (positions.latitude.base, positions.longitude.base)
      @inline(__always) func add(_ row: Int) {
        self.add(Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
      }
      if let marks { marks.forEach(in: part, add) } else { for row in part { add(row) } }
    }
  }

  /// Whether a node of the tree has to be opened; otherwise its venues are added, if they are in the view.
  @inline(__always)
  private mutating func mustOpen(_ spot: PartPlaces.Spot?, _ count: Int) -> Bool {
    guard let spot else { return true }
    let aside = spot.aside + doubt
    let (left, right, top, bottom) = (
      spot.x - aside, spot.x + aside, spot.y - aside, spot.y + aside
    )
    let (width, height) = (Double(view.width), Double(view.height))
    guard right >= 0, bottom >= 0, left < width, top < height else { return false }
    guard left >= 0, top >= 0, right < width, bottom < height else { return true }
    guard Int(left) == Int(right), Int(top) == Int(bottom) else { return true }
    add(spot.x, spot.y, count)
    return false
  }

  /// Those that have venues, row by row.
  func dots() -> [MapDot] {
    var dots: [MapDot] = []
    for word in 0..<counts.count / 64 + 1 {
      var left = occupied[word]
      while left != 0 {
        let pixel = word << 6 + left.trailingZeroBitCount
        left &= left - 1
        let (y, x) = pixel.quotientAndRemainder(dividingBy: view.width)
        dots.append(MapDot(x: Int32(x), y: Int32(y), count: counts[pixel]))
      }
    }
    return dots
  }
}

/// In which cell of a view of cells a venue is: the same as that of `finder clusters`.
private struct CellPlaces: ~Copyable {
  /// By how much of a cell the quick way to a row may be off.
  static let doubt = 1e-3

  private let square = MercatorSquare()
  private let shift: UInt32
  private let (left, top): (Int, Int)
  private let side: Int

  init(_ view: MapView) {
    side = Int(view.worldWidth)
    shift = UInt32(MercatorSquare.depth - side.trailingZeroBitCount)
    (left, top) = view.firstCell
  }

  /// The middle of the cell; `nil` where the point is none.
  @inline(__always) func place(of point: Coordinate) -> MapPlace? {
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
    let row = Int(square.row(ofLatitude: point.latitude) &>> shift)
    let column = Int(MercatorSquare.column(ofLongitude: point.longitude) &>> shift)
    // A view across the antimeridian begins in the west of it.
    let x = (column - left) & (side - 1)
    return MapPlace(x: Double(x) + 0.5, y: Double(row - top) + 0.5)
  }
}

/// The columns of a view, and how far it reaches.
private struct FieldBounds {
  private let (lowest, highest): (Double, Double)
  private let middle: Double
  private let halfPixels: Double
  /// Of a degree of longitude.
  private let pixelsPerDegree: Double

  init(_ view: MapView, _ box: BoundingBox) {
    lowest = box.south <= -MapView.northernmost + 1e-9 ? -90 : box.south
    highest = box.north >= MapView.northernmost - 1e-9 ? 90 : box.north
    middle = view.center.longitude
    halfPixels = Double(view.width) / 2
    pixelsPerDegree = view.worldWidth / 360
  }

  /// Beyond the view's latitudes the table of rows ends. Those beyond the square are drawn on its edge.
  @inline(__always) func holds(latitude: Double) -> Bool {
    latitude >= lowest && latitude <= highest
  }

  /// On that side of the antimeridian which is nearer to the view's middle.
  @inline(__always) func x(ofLongitude longitude: Double) -> Double {
    var aside = longitude - middle
    if aside > 180 { aside -= 360 }
    if aside < -180 { aside += 360 }
    return halfPixels + aside * pixelsPerDegree
  }
}
