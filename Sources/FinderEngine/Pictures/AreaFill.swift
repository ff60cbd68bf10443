/// Fills what is inside of rings, or the union of pieces of lines, with smooth edges.
///
/// Each row of pixels is sampled along four lines. On a line, where the edges cross it is known exactly,
/// so a pixel's share between two crossings is too. Shares are added up as differences from pixel to
/// pixel, and a bit says which pixels have one: between them, whole runs are filled at once.
///
///     var fill = AreaFill(width: canvas.width, height: canvas.height)
///     fill.add(ring)
///     fill.paint(.land, on: &canvas, by: .evenOdd)
///
/// Rings may reach far beyond the picture: what is above, below or right of it costs nothing. O(edges +
/// crossings), and within a line the few crossings are kept in order from line to line.
struct AreaFill {
  enum Rule {
    /// Inside is where a way out crosses an odd number of edges.
    case evenOdd
    /// Inside is what rings go around, which all run the same way round.
    case union
  }

  private struct Edge: BitwiseCopyable {
    let firstLine: Int32
    let endLine: Int32
    let direction: Int32
    /// Of the next edge that begins on the same line, or -1.
    var next: Int32 = -1
    let x: Double
    let y: Double
    let slope: Double
  }

  private struct Crossing: BitwiseCopyable {
    let edge: Int32
    /// In 256ths of a pixel.
    var x: Int32
  }

  /// Lines a pixel.
  private static let lines = 4
  /// Of a pixel that is all inside.
  private static let whole = lines * 256

  let width: Int
  let height: Int
  private var edges: [Edge] = []
  /// The first edge of each line.
  private var starts: [Int32]
  private var firstLine = Int.max
  private var endLine = 0
  private var active: [Crossing] = []
  private var shares: [Int32]
  private var touched: [UInt64]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    starts = Array(repeating: -1, count: height * Self.lines)
    shares = Array(repeating: 0, count: width + 2)
    touched = Array(repeating: 0, count: (width + 2 + 63) / 64)
  }

  // MARK: Edges

  /// In the canvas's pixels.
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
    let count = Double(height * Self.lines)
    // A line is sampled in its middle. An edge has its upper end and not its lower one.
    let first = min(max((upper.y * Double(Self.lines) - 0.5).rounded(.up), 0), count)
    let end = min(max((lower.y * Double(Self.lines) - 0.5).rounded(.up), 0), count)
    guard first < end, min(a.x, b.x) < Double(width) else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    edges.append(
      Edge(
        firstLine: Int32(first), endLine: Int32(end), direction: a.y < b.y ? 1 : -1,
        next: starts[Int(first)], x: upper.x, y: upper.y, slope: min(max(slope, -1e18), 1e18)))
    starts[Int(first)] = Int32(edges.count - 1)
    firstLine = min(firstLine, Int(first))
    endLine = max(endLine, Int(end))
  }

  // MARK: Lines

  /// Paints what was added, and forgets it.
  mutating func paint(_ ink: MapColour, on canvas: inout Canvas, by rule: Rule) {
    var line = firstLine
    while line < endLine {
      let row = line / Self.lines
      let end = min((row + 1) * Self.lines, endLine)
      while line < end {
        cross(line)
        addShares(by: rule)
        line += 1
      }
      paint(row: row, ink, on: &canvas)
    }
    edges.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    (firstLine, endLine) = (.max, 0)
  }

  /// Where the edges cross the line, from left to right.
  private mutating func cross(_ line: Int) {
    let y = (Double(line) + 0.5) / Double(Self.lines)
    let right = Double(width)
    var start = starts[line]
    starts[line] = -1
    while start >= 0 {
      active.append(Crossing(edge: start, x: 0))
      start = edges[Int(start)].next
    }
    var kept = 0
    for i in active.indices {
      var crossing = active[i]
      let edge = edges[Int(crossing.edge)]
      guard Int(edge.endLine) > line else { continue }
      let x = min(max(edge.x + (y - edge.y) * edge.slope, 0), right)
      crossing.x = Int32(x * 256)
      var place = kept
      while place > 0, active[place - 1].x > crossing.x {
        active[place] = active[place - 1]
        place -= 1
      }
      active[place] = crossing
      kept += 1
    }
    active.removeLast(active.count - kept)
  }

  private mutating func addShares(by rule: Rule) {
    var winding: Int32 = 0
    for crossing in active {
      let before = winding
      switch rule {
      case .evenOdd: winding ^= 1
      case .union: winding += edges[Int(crossing.edge)].direction
      }
      if before == 0 { add(share: 1, from: crossing.x) }
      if winding == 0 { add(share: -1, from: crossing.x) }
    }
    // What is still open is closed by edges right of the picture.
  }

  @inline(__always) private mutating func add(share: Int32, from x: Int32) {
    let (column, fraction) = (Int(x >> 8), x & 0xFF)
    shares[column] += share * (256 - fraction)
    shares[column + 1] += share * fraction
    touched[column >> 6] |= 1 << UInt64(column & 63)
    touched[(column + 1) >> 6] |= 1 << UInt64((column + 1) & 63)
  }

  private mutating func paint(row: Int, _ ink: MapColour, on canvas: inout Canvas) {
    var (from, share) = (0, Int32(0))
    for word in touched.indices {
      var bits = touched[word]
      touched[word] = 0
      while bits != 0 {
        let column = word << 6 + bits.trailingZeroBitCount
        bits &= bits - 1
        run(from, min(column, width), row, share, ink, on: &canvas)
        share += shares[column]
        shares[column] = 0
        from = column
      }
    }
    run(from, width, row, share, ink, on: &canvas)
  }

  @inline(__always) private func run(
    _ from: Int, _ end: Int, _ row: Int, _ share: Int32, _ ink: MapColour, on canvas: inout Canvas
  ) {
    let parts = (Int(share) * canvas.table.parts + Self.whole / 2) / Self.whole
    guard parts > 0, from < end else { return }
    canvas.paint(from, row, count: end - from, ink, covering: parts)
  }
}
