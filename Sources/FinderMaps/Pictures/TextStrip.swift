import FinderEngine

/// A line of text in pixels, with a halo around it.
struct TextStrip {
  enum Cell: UInt8 { case none, halo, ink }

  /// The margin around the letters.
  static let margin = 1

  private(set) var width: Int
  private(set) var height: Int
  fileprivate var cells: [Cell]

  init(_ text: String, isBold: Bool = false) {
    var glyphs: [(PictureFont.Glyph, Int)] = []
    let columns = PictureFont.standard.layOut(text, isBold: isBold) {
      glyphs.append(($0, $1))
    }
    width = columns + 2 * Self.margin
    height = PictureFont.height + 2 * Self.margin
    cells = Array(repeating: .none, count: width * height)
    for (glyph, column) in glyphs { draw(glyph, at: column, isBold: isBold) }
  }

  private mutating func draw(_ glyph: PictureFont.Glyph, at column: Int, isBold: Bool) {
    func ink(_ row: Int) -> UInt32 {
      guard row >= 0, row < PictureFont.height else { return 0 }
      let bits = UInt32(glyph.rows[row])
      return isBold ? bits | bits << 1 : bits
    }
    for y in 0..<height {
      let row = y - Self.margin
      let near = ink(row - 1) | ink(row) | ink(row + 1)
      let start = y * width + column
      set(near | near << 1 | near << 2, at: start, to: .halo)
      set(ink(row) << UInt32(Self.margin), at: start, to: .ink)
    }
  }

  /// Keeps the ink of other letters.
  private mutating func set(_ bits: UInt32, at start: Int, to cell: Cell) {
    var bits = bits
    while bits != 0 {
      let place = start + bits.trailingZeroBitCount
      if cells[place] != .ink { cells[place] = cell }
      bits &= bits - 1
    }
  }

  func cell(_ x: Int, _ y: Int) -> Cell {
    x >= 0 && y >= 0 && x < width && y < height ? cells[y * width + x] : .none
  }

  /// Doubles the width and height, with finer steps in slanting lines (Scale2x, by Andrea Mazzoleni): a
  /// corner between two equal neighbours takes their value.
  func doubled() -> TextStrip {
    var larger = self
    (larger.width, larger.height) = (2 * width, 2 * height)
    larger.cells = Array(repeating: .none, count: 4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let own = cell(x, y)
        let (up, down) = (cell(x, y - 1), cell(x, y + 1))
        let (left, right) = (cell(x - 1, y), cell(x + 1, y))
        let isEdge = up != down && left != right
        let corner = 2 * y * larger.width + 2 * x
        larger.cells[corner] = isEdge && left == up ? up : own
        larger.cells[corner + 1] = isEdge && up == right ? right : own
        larger.cells[corner + larger.width] = isEdge && left == down ? left : own
        larger.cells[corner + larger.width + 1] = isEdge && down == right ? right : own
      }
    }
    return larger
  }
}

extension Canvas {
  /// Draws the text with the middle of its capitals at a place of the view.
  mutating func draw(
    _ text: String, at place: MapPlace, scale: Int, _ ink: MapColour, halo: MapColour?,
    isBold: Bool = false
  ) {
    let strip = TextStrip(text, isBold: isBold)
    let middle = PictureFont.rowsAbove + PictureFont.capitalHeight / 2 + TextStrip.margin
    let left = Self.pixel(place.x - Double(strip.width) / 2 + 0.5)
    let top = Self.pixel(place.y + 0.5) - middle
    draw(strip, left * scale, top * scale, scale, ink, halo)
  }

  /// A place may be anywhere; the pixel is limited to the range of integers.
  static func pixel(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9).rounded(.down)) }

  private mutating func draw(
    _ strip: TextStrip, _ left: Int, _ top: Int, _ scale: Int, _ ink: MapColour, _ halo: MapColour?
  ) {
    guard left < width, top < height, top + strip.height * scale > 0 else { return }
    let (strip, size) = scale % 2 == 0 ? (strip.doubled(), scale / 2) : (strip, scale)
    let (letter, around) = (table.index(of: ink), halo.map { table.index(of: $0) })
    let columns = max(left, 0)..<max(min(left + strip.width * size, width), left, 0)
    let rows = max(top, 0)..<max(min(top + strip.height * size, height), top, 0)
    strip.cells.withUnsafeBufferPointer { cells in
      for y in rows {
        let line = pixels + (y * stride + 1)
        let (across, begun) = (columns.lowerBound - left).quotientAndRemainder(dividingBy: size)
        var (place, rest) = ((y - top) / size * strip.width + across, size - begun)
        for x in columns {
          switch cells[place] {
          case .none: break
          case .halo: if let around { line[x] = around }
          case .ink: line[x] = letter
          }
          rest -= 1
          if rest == 0 { (place, rest) = (place + 1, size) }
        }
      }
    }
  }
}
