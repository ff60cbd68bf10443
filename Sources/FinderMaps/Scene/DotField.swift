import CVector
import FinderEngine

/// How many venues there are in each pixel of a view.
///
/// It goes down the index's tree, and adds a node as a whole where its box lies within one pixel. One that
/// lies across an edge is not opened either where the pixels on both sides have as many already as the
/// picture tells from more. What it tells is what a look at each venue tells, so that the same picture
/// comes from a file as from its snapshot.
///
///     var field = DotField<UInt8>(view, upTo: 10)
///     field.addAll(of: store)
struct DotField<Count: FixedWidthInteger & UnsignedInteger>: ~Copyable {
  let view: MapView
  /// Row by row. From `most` on, that many or more.
  let counts: UnsafeMutableBufferPointer<Count>
  /// All within the view, exactly.
  private(set) var total = 0
  /// Of a pixel's count, what is told from more.
  private let most: Int
  /// A bit for each pixel that has venues: most of a picture is empty, and is not looked at.
  private let occupied: UnsafeMutablePointer<UInt64>
  private let rows: LinearTable
  private let bounds: FieldBounds
  /// Where pixels are cells of groups, what tells exactly in which of them a venue is.
  private let cells: CellPlaces?
  /// By how much of a pixel a venue's own place may be beside that of the projection.
  private let doubt: Double

  init(_ view: MapView, upTo most: Int = Int(Count.max)) { self.init(view, nil, most) }

  /// Of whole cells.
  init(cells view: MapView) { self.init(view, CellPlaces(view), Int(Count.max)) }

  private init(_ view: MapView, _ cells: consuming CellPlaces?, _ most: Int) {
    (self.view, self.most) = (view, most)
    let areCells = cells != nil
    self.cells = cells
    // Pages that are new from the system are of zeros, so that those without venues cost nothing yet. (A
    // picture's are there already, and are written to soon.)
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

  // MARK: One by one

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

  // MARK: All

  /// The venues of a store, or those that have marks.
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
      // Its total is counted where no other thread's field is near: they would wait for a line of memory.
      let place = fields.baseAddress! + thread
      var field = place.move()
      field.add(store, marks, share: thread, of: threads)
      place.initialize(to: field)
    }
    for thread in 0..<threads { add((fields.baseAddress! + thread).move()) }
  }

  /// From a million on, other processors take their share: to start one takes 50 µs, to count 5.5 million 20 ms.
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
    // Of the leaves that are to be opened, in their order. Once their turn has come, the others may have
    // filled the pixels that they are in.
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

  /// All that this asks for is taken out of the field first: it would be read again after each byte written,
  /// for any might have changed it.
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

  /// Adds a part of the tree, unless it has to be opened: then where it lies is returned.
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

  /// Whether what the picture tells of these pixels is known.
  @inline(__always) private func isFull(_ edge: DotEdge) -> Bool {
    guard edge.first >= 0 else { return false }
    let lower = edge.first + edge.below
    return counts[edge.first] >= most && counts[edge.first + edge.right] >= most
      && counts[lower] >= most && counts[lower + edge.right] >= most
  }

  // MARK: What came of it

  /// Those that have venues, row by row.
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

/// Up to four pixels on both sides of an edge, or round a corner.
private struct DotEdge: BitwiseCopyable {
  let first: Int
  /// To the second column and the second row; 0 where there is none.
  let (right, below): (Int, Int)

  /// Of a part that reaches farther.
  static var open: DotEdge { DotEdge(first: -1, right: 0, below: 0) }
}

/// Where counts are kept.
private struct DotPixels<Count: FixedWidthInteger & UnsignedInteger>: BitwiseCopyable {
  let width: Int
  let height: Int
  let counts: UnsafeMutablePointer<Count>
  let occupied: UnsafeMutablePointer<UInt64>
  let most: Int

  /// Returns how many of them are within.
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

// Where a venue is in a `DotField`.

/// In which cell of a view of cells a venue is: the same as that of `finder clusters`.
struct CellPlaces: ~Copyable {
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
struct FieldBounds {
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
