/// How many venues there are in each pixel of a view.
///
/// Without a filter it goes down the index's tree, and adds a node as a whole where its box lies within
/// one pixel. So the whole of 5.5 million venues takes some 300,000 steps on a view as wide as the
/// country, and one of a town only those that are there.
struct DotField: ~Copyable {
  let view: MapView
  /// Row by row.
  let counts: UnsafeMutableBufferPointer<UInt32>
  /// All within the view.
  private(set) var total = 0
  private let rows: MapRows
  private let bounds: FieldBounds
  /// Where pixels are cells of groups, what tells exactly in which of them a venue is.
  private let cells: CellPlaces?

  init(_ view: MapView) { self.init(view, nil) }

  /// Of whole cells.
  init(cells view: MapView) { self.init(view, CellPlaces(view)) }

  private init(_ view: MapView, _ cells: consuming CellPlaces?) {
    self.view = view
    self.cells = cells
    // From the system, whose pages are of zeros, so that those without venues cost nothing yet.
    let memory = calloc(max(view.width * view.height, 1), MemoryLayout<UInt32>.stride)!
    counts = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: UInt32.self), count: view.width * view.height)
    let box = view.box
    bounds = FieldBounds(view, box)
    rows = MapRows(of: view, south: box.south, north: box.north)
  }

  deinit { free(counts.baseAddress) }

  @inline(__always) private mutating func add(_ x: Double, _ y: Double, _ count: Int) {
    guard x >= 0, y >= 0, x < Double(view.width), y < Double(view.height) else { return }
    counts[Int(y) * view.width + Int(x)] &+= UInt32(truncatingIfNeeded: count)
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

  /// All venues of a store.
  mutating func addAll(of store: VenueStore) {
    let positions = store.columns.position
    guard let index = store.index else {
      for row in 0..<store.count { add(positions.coordinate(ofRow: row)) }
      return
    }
    index.forEachPart { box, part in
      addIfInOnePixel(box, part, positions)
    } leaf: { part in
      positions.latitude.verify(part)
      positions.longitude.verify(part)
      let (latitudes, longitudes) = (positions.latitude.base, positions.longitude.base)
      for row in part {
        add(Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
      }
    }
  }

  /// Returns whether the node has to be opened.
  @inline(__always)
  private mutating func addIfInOnePixel(
    _ box: PlaceBox, _ part: Range<Int>, _ positions: DegreeColumns
  ) -> Bool {
    guard !part.isEmpty else { return false }
    let reach = box.diagonal * PlaceBox.degreesPerMetre
    guard reach < FieldBounds.largestReach else { return true }
    let point = positions.coordinate(ofRow: part.lowerBound)
    guard bounds.mayMeet(point, reach) else { return false }
    guard bounds.holds(latitude: point.latitude) else { return true }
    let x = bounds.x(ofLongitude: point.longitude)
    let y = rows[point.latitude]
    let aside = reach * bounds.pixels + (cells == nil ? 0 : CellPlaces.doubt)
    guard Self.areOne(x - aside, x + aside), Self.areOne(y - aside, y + aside) else { return true }
    add(x, y, part.count)
    return false
  }

  /// Whether two places are in one pixel. Not by `rounded`, which is a call.
  @inline(__always) private static func areOne(_ low: Double, _ high: Double) -> Bool {
    let farthest = 1e9
    guard low > -farthest, high < farthest else { return false }
    return Int(low + farthest) == Int(high + farthest)
  }

  /// Those that have venues, row by row.
  func dots() -> [MapDot] {
    var dots: [MapDot] = []
    let bytes = UnsafeRawPointer(counts.baseAddress!)
    for y in 0..<view.height {
      let row = y * view.width
      var x = 0
      while x < view.width {
        // Most of a picture is empty.
        if x + 8 <= view.width,
          (bytes + 4 * (row + x)).loadUnaligned(as: SIMD8<UInt32>.self) == SIMD8<UInt32>()
        {
          x += 8
          continue
        }
        let count = counts[row + x]
        if count > 0 { dots.append(MapDot(x: Int32(x), y: Int32(y), count: count)) }
        x += 1
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

/// How far a view reaches, in degrees, and how many pixels these are at most.
struct FieldBounds {
  static let largestReach = 1.0

  private let box: BoundingBox
  private let (lowest, highest): (Double, Double)
  private let middle: Double
  private let halfWidth: Double
  private let halfPixels: Double
  /// Of a degree of longitude.
  private let pixelsPerDegree: Double
  /// Of a degree on the ground, where it is largest.
  let pixels: Double
  private let east: Double

  init(_ view: MapView, _ box: BoundingBox) {
    self.box = box
    lowest = box.south <= -MapView.northernmost + 1e-9 ? -90 : box.south
    highest = box.north >= MapView.northernmost - 1e-9 ? 90 : box.north
    middle = view.center.longitude
    halfPixels = Double(view.width) / 2
    pixelsPerDegree = view.worldWidth / 360
    halfWidth = min(halfPixels / pixelsPerDegree, 180)
    let farthest = min(max(abs(box.south), abs(box.north)) + 2 * Self.largestReach, 89)
    east = 1.01 / cos(farthest * Angle.degree)
    pixels = pixelsPerDegree * east
  }

  /// Beyond the view's latitudes the table of rows ends. Those beyond the square are drawn on its edge.
  @inline(__always) func holds(latitude: Double) -> Bool {
    latitude >= lowest && latitude <= highest
  }

  @inline(__always) func x(ofLongitude longitude: Double) -> Double {
    halfPixels + aside(longitude) * pixelsPerDegree
  }

  /// Degrees from the view's middle, the shorter way round.
  @inline(__always) private func aside(_ longitude: Double) -> Double {
    var aside = longitude - middle
    if aside > 180 { aside -= 360 }
    if aside < -180 { aside += 360 }
    return aside
  }

  /// Whether a point within `reach` degrees on the ground may be in the view.
  @inline(__always) func mayMeet(_ point: Coordinate, _ reach: Double) -> Bool {
    let isPolar = abs(point.latitude) > 80
    return isPolar
      || point.latitude <= box.north + reach && point.latitude >= box.south - reach
        && abs(aside(point.longitude)) <= halfWidth + reach * east
  }
}
