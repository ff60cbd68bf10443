import FinderEngine

/// Draws a scene in the cells of a terminal, with two by four braille dots in each, or with ASCII. A scene of
/// a view `2 * width` by `4 * height` pixels fills a grid of `width` by `height`.
package struct CellPainter {
  package enum Marks: String, CaseIterable, Sendable {
    case braille
    case ascii

    /// With this many venues or more in a cell, the marks no longer change.
    package var mostCounted: Int { self == .ascii ? 100 : 8 }
  }

  private let marks: Marks

  package init(_ marks: Marks) { self.marks = marks }

  package func paint(_ scene: MapScene, into grid: inout CellGrid) {
    let (width, height) = (scene.view.width / 2, scene.view.height / 4)
    var dots = DotCells(width: width, height: height)
    for shape in scene.shapes { dots.draw(shape) }
    if let way = scene.way, way.kind.isBelowVenues { dots.draw(way) }
    dots.draw(scene.dots, isASCII: marks == .ascii)
    if let way = scene.way, !way.kind.isBelowVenues { dots.draw(way) }
    for row in 0..<height {
      for column in 0..<width {
        let cell = dots[column, row]
        guard cell.bits != 0 else { continue }
        let scalar = marks == .braille ? Unicode.Scalar(0x2800 + UInt32(cell.bits))! : ascii(cell)
        grid[column, row] = GridCell(scalar: scalar, ink: cell.ink)
      }
    }
    paintTexts(scene, into: &grid, width: width)
  }

  /// Marks for venues show how many there are (`Marks.mostCounted`); marks for lines only show that there is
  /// one.
  private func ascii(_ cell: DotCells.Cell) -> Unicode.Scalar {
    switch cell.ink {
    case .venue, .crowd:
      switch cell.count {
      case 1: "."
      case 2...4: ":"
      case 5...19: "o"
      case 20...99: "O"
      default: "@"
      }
    case .way: "x"
    case .water: "~"
    case .line: "'"
    default: "-"
    }
  }

  private func paintTexts(_ scene: MapScene, into grid: inout CellGrid, width: Int) {
    func column(_ x: Double, _ columns: Int) -> Int { Int(((x - Double(columns)) / 2).rounded()) }
    func row(_ y: Double) -> Int { Int((y / 4).rounded(.down)) }
    for label in scene.labels {
      let mark: Unicode.Scalar = marks == .braille ? "•" : "+"
      let spot = (Int(label.mark.x / 2), row(label.mark.y))
      if spot.0 < width { grid[spot.0, spot.1] = GridCell(scalar: mark, ink: .place) }
      let start = column(label.place.x, DisplayWidth.of(label.text))
      grid.write(label.text, start, row(label.place.y), .place, upTo: width)
    }
    for group in scene.groups {
      // In ASCII, the marks of venues are letters and signs too, so a count has brackets.
      let text = marks == .braille ? " \(group.text) " : "(\(group.text))"
      let start = column(group.place.x, text.utf8.count)
      grid.write(text, start, row(group.place.y), .group, upTo: width)
    }
    for pin in scene.pins {
      let isBare = pin.kind == .point && pin.letter.isEmpty
      let text = isBare ? (marks == .braille ? "◆" : "X") : pin.letter
      let ink: GridInk =
        switch pin.kind {
        case .point: .point
        case .selected: .selected
        case .venue: .letter
        }
      grid.write(
        text.isEmpty ? "*" : text, Int(pin.place.x / 2), row(pin.place.y), ink, upTo: width
      )
    }
    paintFoot(scene, into: &grid, width: width)
  }

  private func paintFoot(_ scene: MapScene, into grid: inout CellGrid, width: Int) {
    let row = scene.view.height / 4 - 1
    if let bar = scene.scaleBar {
      let columns = max(Int((bar.length / 2).rounded()), 1)
      let (left, middle, right) = marks == .braille ? ("├", "─", "┤") : ("|", "-", "|")
      let line =
        columns < 2 ? left : left + String(repeating: middle, count: columns - 2) + right
      let next = grid.write(line, 0, row, .strong)
      grid.write(" \(bar.text)", next, row, .strong)
    }
    if !scene.credit.isEmpty {
      let start = width - DisplayWidth.of(scene.credit)
      let columns = scene.scaleBar.map { Int($0.length / 2) + 2 + $0.text.utf8.count } ?? 0
      if start > columns { grid.write(scene.credit, start, row, .faint) }
    }
  }
}

/// The dots of cells before they become characters. A cell has one colour: that of venues, if there are any,
/// else of the way, else of the line drawn last.
struct DotCells {
  struct Cell {
    /// As in the braille block: dots 1 to 8.
    var bits: UInt8 = 0
    var ink = GridInk.plain
    /// The number of venues.
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

  /// The bit for a dot in its cell.
  @inline(__always) private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    // The fourth row was added to braille later, and has the last two bits.
    y & 3 == 3 ? 0x40 << UInt8(x & 1) : 1 << UInt8(3 * (x & 1) + (y & 3))
  }

  private mutating func set(_ x: Int, _ y: Int, _ ink: GridInk) {
    let place = (y >> 2) * width + (x >> 1)
    cells[place].bits |= Self.bit(x, y)
    cells[place].ink = ink
  }

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

  mutating func draw(_ way: MapWayInView) {
    for line in way.lines { draw(line, isDashed: way.kind.isDashed) }
  }

  /// A straight line does not follow streets, so it is dashed.
  private mutating func draw(_ line: [MapPlace], isDashed: Bool) {
    guard var last = line.first else { return }
    var number = 0
    for point in line.dropFirst() {
      LineWalk.forEachPixel(from: last, to: point, width: 2 * width, height: 4 * height) { x, y in
        number += 1
        guard !isDashed || number % 4 < 2 else { return }
        let place = (y >> 2) * width + (x >> 1)
        if cells[place].count > 0 { cells[place] = Cell() }
        set(x, y, .way)
      }
      last = point
    }
  }

  mutating func draw(_ dots: [MapDot], isASCII: Bool) {
    for dot in dots {
      let (x, y) = (Int(dot.x), Int(dot.y))
      guard x < 2 * width, y < 4 * height else { continue }
      let place = (y >> 2) * width + (x >> 1)
      // Lines through the cell would look like venues.
      if cells[place].count == 0 { cells[place].bits = 0 }
      cells[place].count &+= dot.count
      cells[place].bits |= Self.bit(x, y)
      cells[place].ink = cells[place].count < 8 ? .venue : .crowd
    }
  }
}

/// The pixels of a straight line, within a canvas.
enum LineWalk {
  /// From one end to the other, each pixel once; none if no part of the line is on the canvas.
  static func forEachPixel(
    from start: MapPlace, to end: MapPlace, width: Int, height: Int, _ body: (Int, Int) -> Void
  ) {
    guard let (start, end) = clipped(start, end, Double(width), Double(height)) else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let steps = Int(max(abs(dx), abs(dy)).rounded(.up))
    for step in 0...steps {
      let share = steps == 0 ? 0 : Double(step) / Double(steps)
      let (x, y) = (Int(start.x + dx * share), Int(start.y + dy * share))
      if x >= 0, y >= 0, x < width, y < height { body(x, y) }
    }
  }

  /// The part inside (the Liang-Barsky algorithm).
  static func clipped(
    _ start: MapPlace, _ end: MapPlace, _ width: Double, _ height: Double
  ) -> (MapPlace, MapPlace)? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite else { return nil }
    var (first, last) = (0.0, 1.0)
    for (step, room) in [
      (-dx, start.x), (dx, width - start.x), (-dy, start.y), (dy, height - start.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
        continue
      }
      let share = room / step
      if step < 0 { first = max(first, share) } else { last = min(last, share) }
    }
    guard first <= last else { return nil }
    return (
      MapPlace(x: start.x + dx * first, y: start.y + dy * first),
      MapPlace(x: start.x + dx * last, y: start.y + dy * last)
    )
  }
}
