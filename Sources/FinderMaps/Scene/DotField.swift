import CVector
import FinderEngine

/// Counts the venues in each pixel of a view.
///
/// It descends the index's tree, and adds a whole node if its box lies within one pixel. A node across an
/// edge need not be opened either, if the pixels on both sides already have so many venues that more would
/// look the same. The result is the same as from checking every venue, so a file and its snapshot give the
/// same picture.
///
///     var field = DotField<UInt8>(view, upTo: 10)
///     field.addAll(of: store)
struct DotField<Count: FixedWidthInteger & UnsignedInteger>: ~Copyable {
  let view: MapView
  /// Row by row. `most` means that many or more.
  let counts: UnsafeMutableBufferPointer<Count>
  /// The exact number within the view.
  private(set) var total = 0
  /// Higher counts in a pixel look no different from this one.
  private let most: Int
  /// A bit for each pixel with venues. Most of a picture is empty, and is skipped.
  private let occupied: UnsafeMutablePointer<UInt64>
  private let rows: LinearTable
  private let bounds: FieldBounds
  /// If the pixels are cells of groups, finds the exact cell of a venue.
  private let cells: CellPlaces?
  /// How far, in pixels, a venue's place here may be from its exact projection.
  private let doubt: Double

  init(_ view: MapView, upTo most: Int = Int(Count.max)) { self.init(view, nil, most) }

  /// For a view of whole cells.
  init(cells view: MapView) { self.init(view, CellPlaces(view), Int(Count.max)) }

  private init(_ view: MapView, _ cells: consuming CellPlaces?, _ most: Int) {
    (self.view, self.most) = (view, most)
    let areCells = cells != nil
    self.cells = cells
    // New pages from the system are zeros, so those without venues cost nothing.
    let size = max(view.width * view.height, 1)
    let memory = calloc(size, MemoryLayout<Count>.stride)!
    counts = UnsafeMutableBufferPointer(
      start: memory.assumingMemoryBound(to: Count.self), count: view.width * view.height)
    occupied = calloc(Self.words(size), 8)!.assumingMemoryBound(to: UInt64.self)
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

  private static func words(_ pixels: Int) -> Int { pixels / 64 + 1 }

  // MARK: Adding a venue

  @inline(__always) private mutating func add(_ x: Double, _ y: Double, _ count: Int) {
    total += pixels.add(x, y, count)
  }

  @inline(__always) private func add(_ count: Int, toPixel pixel: Int) {
    pixels.add(count, toPixel: pixel)
  }

  @inline(__always) private mutating func add(_ latitude: Double, _ longitude: Double) {
    guard cells == nil else { return addToCell(latitude, longitude) }
    guard bounds.holds(latitude: latitude) else { return }
    add(bounds.x(ofLongitude: longitude), rows[latitude], 1)
  }

  private var pixels: DotPixels<Count> {
    DotPixels(
      width: view.width, height: view.height, counts: counts.baseAddress!, occupied: occupied,
      most: most)
  }

  @inline(never) private mutating func addToCell(_ latitude: Double, _ longitude: Double) {
    let point = Coordinate(latitude: latitude, longitude: longitude)
    if let place = cells?.place(of: point) { add(place.x, place.y, 1) }
  }

  // MARK: Adding a store

  /// Adds the venues of a store, or only those with marks.
  mutating func addAll(of store: VenueStore, _ marks: RowMarks? = nil, threads: Int? = nil) {
    guard store.index != nil else {
      let positions = store.columns.position
      for row in 0..<store.count where marks?.accepts(row) ?? true {
        let point = positions.coordinate(ofRow: row)
        add(point.latitude, point.longitude)
      }
      return
    }
    let threads = threads ?? Self.threads(for: store)
    guard threads > 1 else { return add(store, marks, share: 0, of: 1) }
    let fields = UnsafeMutableBufferPointer<DotField>.allocate(capacity: threads)
    defer { fields.deallocate() }
    for thread in 0..<threads {
      let own = DotField(view, cells == nil ? nil : CellPlaces(view), most)
      (fields.baseAddress! + thread).initialize(to: own)
    }
    Parallel.run(threads, threads: threads) { thread in
      // Counts into a copy, away from the other threads' fields: otherwise they would wait for the same cache
      // line.
      let place = fields.baseAddress! + thread
      var field = place.move()
      field.add(store, marks, share: thread, of: threads)
      place.initialize(to: field)
    }
    for thread in 0..<threads { add((fields.baseAddress! + thread).move()) }
  }

  /// One for each processor from a million venues on: starting a thread takes 50 µs, counting 5.5 million
  /// venues 20 ms.
  static func threads(for store: VenueStore) -> Int {
    store.count < 1 << 20 ? 1 : min(Parallel.processors, 8)
  }

  private mutating func add(_ other: consuming DotField) {
    other.forEachOccupied { add(Int(other.counts[$0]), toPixel: $0) }
    total += other.total
  }

  private mutating func add(_ store: VenueStore, _ marks: RowMarks?, share: Int, of shares: Int) {
    guard let index = store.index else { return }
    let positions = store.columns.position
    let (latitudes, longitudes) = (positions.latitude, positions.longitude)
    let places = PartPlaces(view, view.box)
    // The edges of the leaves to open, in order. By the time a leaf's turn comes, others may have filled its
    // pixels.
    var edges = GrowingList<DotEdge>()
    var leaves = 0
    index.descendByLevel(share: share, of: shares) { quad, first, splits in
      let directions = places.directions(of: quad)
      var opened: UInt32 = 0
      for lane in 0..<4 {
        let rows = index.rows(inPart: first + lane, of: splits)
        let count = marks?.count(in: rows) ?? rows.count
        guard count > 0, let edge = add(places.spot(directions, lane), count) else { continue }
        opened |= 1 << UInt32(lane)
        if splits == index.depth { edges.append(edge) }
      }
      return opened
    } leaf: { rows in
      leaves += 1
      if leaves <= edges.count, isFull(edges[leaves - 1]) {
        total += marks?.count(in: rows) ?? rows.count
        return
      }
      latitudes.verify(rows)
      longitudes.verify(rows)
      let (latitudes, longitudes) = (latitudes.base, longitudes.base)
      if let marks {
        marks.forEach(in: rows) { add(latitudes[$0], longitudes[$0]) }
      } else {
        addAll(latitudes, longitudes, rows)
      }
    }
  }

  /// Copies everything that the loop needs out of the field first: it would otherwise be read again after
  /// each byte written, since any write might have changed it.
  @inline(__always) private mutating func addAll(
    _ latitudes: UnsafePointer<Double>, _ longitudes: UnsafePointer<Double>, _ venues: Range<Int>
  ) {
    guard cells == nil else {
      for venue in venues { addToCell(latitudes[venue], longitudes[venue]) }
      return
    }
    let (pixels, bounds, rows) = (pixels, bounds, rows.lines)
    var added = 0
    for venue in venues {
      let latitude = latitudes[venue]
      guard bounds.holds(latitude: latitude) else { continue }
      added &+= pixels.add(bounds.x(ofLongitude: longitudes[venue]), rows[latitude], 1)
    }
    total += added
  }

  /// Adds a part of the tree or, if the part must be opened, returns the pixels that it may be in.
  @inline(__always)
  private mutating func add(_ spot: PartPlaces.Spot, _ count: Int) -> DotEdge? {
    let aside = spot.aside + doubt
    let (left, right, top, bottom) = (
      spot.x - aside, spot.x + aside, spot.y - aside, spot.y + aside
    )
    let (width, height) = (Double(view.width), Double(view.height))
    guard right >= 0, bottom >= 0, left < width, top < height else { return nil }
    guard left >= 0, top >= 0, right < width, bottom < height else { return DotEdge.open }
    let (x, y) = (Int(cvector_truncated(left)), Int(cvector_truncated(top)))
    let (columns, rows) = (Int(cvector_truncated(right)) - x, Int(cvector_truncated(bottom)) - y)
    guard columns <= 1, rows <= 1 else { return DotEdge.open }
    let edge = DotEdge(first: y * view.width + x, right: columns, below: rows * view.width)
    if columns + rows == 0 {
      add(count, toPixel: edge.first)
    } else if !isFull(edge) {
      return edge
    }
    total += count
    return nil
  }

  /// Whether more venues would not change how these pixels look.
  @inline(__always) private func isFull(_ edge: DotEdge) -> Bool {
    guard edge.first >= 0 else { return false }
    let lower = edge.first + edge.below
    return counts[edge.first] >= most && counts[edge.first + edge.right] >= most
      && counts[lower] >= most && counts[lower + edge.right] >= most
  }

  // MARK: Results

  /// The pixels with venues, row by row.
  func dots() -> [MapDot] {
    var dots: [MapDot] = []
    forEachOccupied { pixel in
      let (y, x) = pixel.quotientAndRemainder(dividingBy: view.width)
      dots.append(MapDot(x: Int32(x), y: Int32(y), count: UInt32(counts[pixel])))
    }
    return dots
  }

  @inline(__always) private func forEachOccupied(_ body: (_ pixel: Int) -> Void) {
    for word in 0..<Self.words(counts.count) {
      var left = occupied[word]
      while left != 0 {
        body(word << 6 + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
  }
}

/// Up to four pixels on both sides of an edge or around a corner.
private struct DotEdge: BitwiseCopyable {
  let first: Int
  /// The steps to the second column and the second row; 0 if there is none.
  let (right, below): (Int, Int)

  /// For a part that covers more pixels.
  static var open: DotEdge { DotEdge(first: -1, right: 0, below: 0) }
}

/// The memory of the counts.
private struct DotPixels<Count: FixedWidthInteger & UnsignedInteger>: BitwiseCopyable {
  let width: Int
  let height: Int
  let counts: UnsafeMutablePointer<Count>
  let occupied: UnsafeMutablePointer<UInt64>
  let most: Int

  /// Returns how many were added: all or, outside the view, none.
  @inline(__always) func add(_ x: Double, _ y: Double, _ count: Int) -> Int {
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return 0 }
    add(count, toPixel: Int(cvector_truncated(y)) &* width &+ Int(cvector_truncated(x)))
    return count
  }

  @inline(__always) func add(_ count: Int, toPixel pixel: Int) {
    counts[pixel] = Count(truncatingIfNeeded: min(Int(counts[pixel]) + count, most))
    occupied[pixel >> 6] |= 1 << UInt64(pixel & 63)
  }
}

// MARK: Finding a venue's place in a `DotField`

/// The cell of a venue in a view of cells: the same one as in `finder clusters`.
struct CellPlaces: ~Copyable {
  /// How far off the quick way to find a row may be, in cells.
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

  /// The middle of the point's cell; `nil` if the coordinates are invalid.
  @inline(__always) func place(of point: Coordinate) -> MapPlace? {
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
    let row = Int(square.row(ofLatitude: point.latitude) &>> shift)
    let column = Int(MercatorSquare.column(ofLongitude: point.longitude) &>> shift)
    // A view across the antimeridian begins west of it.
    let x = (column - left) & (side - 1)
    return MapPlace(x: Double(x) + 0.5, y: Double(row - top) + 0.5)
  }
}

/// The columns of a view, and its limits.
struct FieldBounds {
  private let (lowest, highest): (Double, Double)
  private let middle: Double
  private let halfPixels: Double
  /// For longitude.
  private let pixelsPerDegree: Double

  init(_ view: MapView, _ box: BoundingBox) {
    lowest = box.south <= -MapView.northernmost + 1e-9 ? -90 : box.south
    highest = box.north >= MapView.northernmost - 1e-9 ? 90 : box.north
    middle = view.center.longitude
    halfPixels = Double(view.width) / 2
    pixelsPerDegree = view.worldWidth / 360
  }

  /// The table of rows covers only the view's latitudes. Venues beyond the square are drawn on its edge.
  @inline(__always) func holds(latitude: Double) -> Bool {
    latitude >= lowest && latitude <= highest
  }

  /// Uses the side of the antimeridian that is nearer to the view's middle.
  @inline(__always) func x(ofLongitude longitude: Double) -> Double {
    var aside = longitude - middle
    if aside > 180 { aside -= 360 }
    if aside < -180 { aside += 360 }
    return halfPixels + aside * pixelsPerDegree
  }
}
