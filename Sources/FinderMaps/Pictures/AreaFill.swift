import FinderEngine

/// Fills the inside of rings, or the union of line pieces, with smooth edges.
///
/// Each row of pixels is sampled along a few lines. The points where edges cross a line are known exactly,
/// and so is the share of each pixel between two crossings. Shares are added up as differences from pixel to
/// pixel. A bit marks each pixel with a difference; between them, whole runs are filled at once.
///
///     var fill = AreaFill(width: canvas.width, height: canvas.height, lines: 4)
///     fill.add(ring)
///     fill.paint(.land, on: &canvas, by: .evenOdd)
///
/// Rings may reach far beyond the picture: what is above, below or right of it costs nothing. O(edges +
/// crossings); sorting is cheap, since the few crossings of a line are nearly in the order of the line
/// before.
struct AreaFill: ~Copyable {
  enum Rule {
    /// A place is inside if a line from it to the outside crosses an odd number of edges.
    case evenOdd
    /// A place is inside if any ring goes around it; all rings run the same way.
    case union
  }

  private struct Edge: BitwiseCopyable {
    let endLine: Int32
    let direction: Int32
    /// The next edge that begins on the same line, or -1.
    let next: Int32
    let x: Double
    let y: Double
    let slope: Double
  }

  private struct Crossing: BitwiseCopyable {
    let edge: Int32
    /// In 256ths of a pixel.
    var x: Int32
  }

  let width: Int
  let height: Int
  /// Sample lines per pixel, one for each of the parts in `ColourTable.parts`.
  private let lines: Int
  private var edges: [Edge] = []
  /// The first edge of each line, or -1.
  private let starts: UnsafeMutablePointer<Int32>
  private var firstLine = Int.max
  private var endLine = 0
  /// For each pixel of the row being painted, how much more of it is covered than of the pixel before, in
  /// 256ths of a line.
  private let shares: UnsafeMutablePointer<Int32>
  private let touched: UnsafeMutablePointer<UInt64>
  private let words: Int

  init(width: Int, height: Int, lines: Int) {
    (self.width, self.height, self.lines) = (width, height, lines)
    words = (width + 2 + 63) / 64
    starts = .allocate(capacity: height * lines)
    starts.initialize(repeating: -1, count: height * lines)
    shares = .allocate(capacity: words * 64)
    shares.initialize(repeating: 0, count: words * 64)
    touched = .allocate(capacity: words)
    touched.initialize(repeating: 0, count: words)
  }

  deinit {
    starts.deallocate()
    shares.deallocate()
    touched.deallocate()
  }

  /// Adds a ring, in the canvas's pixels.
  mutating func add(_ ring: [MapPlace]) {
    guard var from = ring.last else { return }
    for to in ring {
      add(from, to)
      from = to
    }
  }

  mutating func add(_ from: MapPlace, _ to: MapPlace) {
    let (a, b) = (PictureFrame.limited(from), PictureFrame.limited(to))
    let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
    // An edge includes its upper end, but not its lower one.
    let (first, end) = (self.line(from: upper.y), self.line(from: lower.y))
    guard first < end, min(a.x, b.x) < Double(width) else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    edges.append(
      Edge(
        endLine: Int32(end), direction: a.y < b.y ? 1 : -1, next: starts[first], x: upper.x,
        y: upper.y, slope: min(max(slope, -1e18), 1e18)))
    starts[first] = Int32(edges.count - 1)
    firstLine = min(firstLine, first)
    endLine = max(endLine, end)
  }

  /// The first line whose middle is at y or below. `rounded(.up)` is a function call on processors that may
  /// lack the instruction.
  @inline(__always) private func line(from y: Double) -> Int {
    let place = min(max(y * Double(lines) - 0.5, 0), Double(height * lines))
    let whole = Int(place)
    return Double(whole) < place ? whole + 1 : whole
  }

  /// Paints what was added, and clears it.
  mutating func paint(_ ink: MapColour, on canvas: inout Canvas, by rule: Rule) {
    guard firstLine < endLine else { return }
    assert(lines == canvas.table.parts)
    let active = UnsafeMutablePointer<Crossing>.allocate(capacity: edges.count)
    defer { active.deallocate() }
    edges.withUnsafeBufferPointer { edges in
      var count = 0
      for row in firstLine / lines...(endLine - 1) / lines {
        for line in row * lines..<(row + 1) * lines {
          cross(line, edges, active, &count)
          let crossings = UnsafeBufferPointer(start: active, count: count)
          switch rule {
          case .evenOdd: addSharesByParity(crossings)
          case .union: addSharesOfUnion(crossings, edges)
          }
        }
        paint(row: row, ink, on: &canvas)
      }
    }
    edges.removeAll(keepingCapacity: true)
    (firstLine, endLine) = (.max, 0)
  }

  /// Where the edges cross the line, from left to right.
  private func cross(
    _ line: Int, _ edges: UnsafeBufferPointer<Edge>, _ active: UnsafeMutablePointer<Crossing>,
    _ count: inout Int
  ) {
    let y = (Double(line) + 0.5) / Double(lines)
    let right = Double(width)
    var start = starts[line]
    starts[line] = -1
    while start >= 0 {
      active[count] = Crossing(edge: start, x: 0)
      count += 1
      start = edges[Int(start)].next
    }
    var kept = 0
    // Insertion is quick while the order hardly changes. Long edges that cross each other may reverse it;
    // then everything is sorted at the end.
    var moves = 16 * count
    for i in 0..<count {
      var crossing = active[i]
      let edge = edges[Int(crossing.edge)]
      guard Int(edge.endLine) > line else { continue }
      let x = min(max(edge.x + (y - edge.y) * edge.slope, 0), right)
      crossing.x = Int32(x * 256)
      var place = kept
      while moves > 0, place > 0, active[place - 1].x > crossing.x {
        active[place] = active[place - 1]
        place -= 1
        moves -= 1
      }
      active[place] = crossing
      kept += 1
    }
    count = kept
    if moves == 0 {
      var crossings = UnsafeMutableBufferPointer(start: active, count: count)
      crossings.sort { $0.x < $1.x }
    }
  }

  /// The last span may stay open, if the edge that closes it is right of the picture.
  private func addSharesByParity(_ crossings: UnsafeBufferPointer<Crossing>) {
    var share: Int32 = 1
    for crossing in crossings {
      add(share: share, from: crossing.x)
      share = -share
    }
  }

  private func addSharesOfUnion(
    _ crossings: UnsafeBufferPointer<Crossing>, _ edges: UnsafeBufferPointer<Edge>
  ) {
    var winding: Int32 = 0
    for crossing in crossings {
      if winding == 0 { add(share: 1, from: crossing.x) }
      winding += edges[Int(crossing.edge)].direction
      if winding == 0 { add(share: -1, from: crossing.x) }
    }
  }

  @inline(__always) private func add(share: Int32, from x: Int32) {
    let (column, fraction) = (Int(x >> 8), x & 0xFF)
    shares[column] += share * (256 - fraction)
    shares[column + 1] += share * fraction
    touched[column >> 6] |= 1 << UInt64(column & 63)
    touched[(column + 1) >> 6] |= 1 << UInt64((column + 1) & 63)
  }

  private func paint(row: Int, _ ink: MapColour, on canvas: inout Canvas) {
    var (from, share) = (0, Int32(0))
    for word in 0..<words {
      var bits = touched[word]
      guard bits != 0 else { continue }
      touched[word] = 0
      while bits != 0 {
        let column = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        paint(from, min(column, width), row, share, ink, on: &canvas)
        share += shares[column]
        shares[column] = 0
        from = column
      }
    }
    paint(from, width, row, share, ink, on: &canvas)
  }

  @inline(__always) private func paint(
    _ from: Int, _ end: Int, _ row: Int, _ share: Int32, _ ink: MapColour, on canvas: inout Canvas
  ) {
    let parts = Int(share &+ 128) >> 8
    guard parts > 0, from < end else { return }
    canvas.paint(from, row, count: end - from, ink, covering: parts)
  }
}
