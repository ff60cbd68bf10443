import FinderEngine

/// The dots of cells before they become characters. A cell has one colour: that of venues, if there are
/// any, then of the walk, then of the line that was drawn last.
struct DotCells {
  struct Cell {
    /// As in the braille block: dots 1 to 8.
    var bits: UInt8 = 0
    var ink = GridInk.plain
    /// Of venues.
    var count: UInt32 = 0
  }

  private let width: Int
  private let height: Int
  private var cells: [Cell]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: Cell(), count: width * height)
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * width + column] }

  /// The bit of a dot within its cell.
  @inline(__always) private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    // The fourth row was added to braille later.
    y & 3 == 3 ? 0x40 << UInt8(x & 1) : 1 << UInt8(3 * (x & 1) + (y & 3))
  }

  private mutating func set(_ x: Int, _ y: Int, _ ink: GridInk) {
    let place = (y >> 2) * width + (x >> 1)
    cells[place].bits |= Self.bit(x, y)
    cells[place].ink = ink
  }

  // MARK: Lines

  mutating func draw(_ shape: MapShape) {
    guard shape.hasEdge else { return }
    let ink: GridInk =
      switch shape.kind {
      case .land, .park: .land
      case .lake, .river: .water
      default: .line
      }
    for line in shape.lines { draw(line, ink, isClosed: shape.isClosed) }
  }

  private mutating func draw(_ line: [MapPlace], _ ink: GridInk, isClosed: Bool) {
    guard var last = isClosed ? line.last : line.first else { return }
    for point in line {
      LineWalk.forEachPixel(from: last, to: point, width: 2 * width, height: 4 * height) {
        set($0, $1, ink)
      }
      last = point
    }
  }

  mutating func draw(_ walk: MapWalk) {
    // A straight line is no way along streets, so it is dashed.
    var number = 0
    var last = walk.line.first
    for point in walk.line.dropFirst() {
      LineWalk.forEachPixel(from: last!, to: point, width: 2 * width, height: 4 * height) { x, y in
        number += 1
        guard walk.isRouted || number % 4 < 2 else { return }
        let place = (y >> 2) * width + (x >> 1)
        if cells[place].count > 0 { cells[place] = Cell() }
        set(x, y, .walk)
      }
      last = point
    }
  }

  // MARK: Venues

  mutating func draw(_ dots: [MapDot], isASCII: Bool) {
    for dot in dots {
      let (x, y) = (Int(dot.x), Int(dot.y))
      guard x < 2 * width, y < 4 * height else { continue }
      let place = (y >> 2) * width + (x >> 1)
      // Lines that run through the cell would look like venues.
      if cells[place].count == 0 { cells[place].bits = 0 }
      cells[place].count &+= dot.count
      cells[place].bits |= Self.bit(x, y)
      cells[place].ink = cells[place].count < 8 ? .venue : .crowd
    }
  }
}
