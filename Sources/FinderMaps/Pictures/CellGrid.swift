import FinderEngine

/// A rectangle of terminal cells, with what each shows: the map, which `CellPainter` fills in, and the texts
/// around it.
package struct CellGrid: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Row by row.
  package private(set) var cells: [GridCell]

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: .empty, count: width * height)
  }

  package subscript(column: Int, row: Int) -> GridCell {
    get { cells[row * width + column] }
    set { cells[row * width + column] = newValue }
  }

  /// Writes text starting at a cell, cut off at the grid's edges, and returns the column after it. Wide
  /// characters take two cells; only the first scalar of a character is shown.
  @discardableResult
  package mutating func write(
    _ text: String, _ column: Int, _ row: Int, _ ink: GridInk, upTo end: Int? = nil
  ) -> Int {
    guard row >= 0, row < height else { return column }
    let end = min(end ?? width, width)
    var column = column
    for character in text {
      guard let scalar = character.unicodeScalars.first else { continue }
      let columns = scalar.value < 0x7F ? 1 : min(DisplayWidth.of(String(character)), 2)
      guard columns > 0 else { continue }
      guard column + columns <= end else { break }
      if column >= 0 {
        self[column, row] = GridCell(scalar: scalar, ink: ink)
        if columns == 2 { self[column + 1, row] = GridCell(continuing: ink) }
      }
      column += columns
    }
    return column
  }

  /// For terminals that show only ASCII: letters lose their accents, and any other character without an ASCII
  /// equivalent becomes a question mark.
  package mutating func makeASCII() {
    for row in 0..<height {
      for column in 0..<width {
        let cell = self[column, row]
        if cell.scalar == 0 { self[column, row] = GridCell(scalar: " ", ink: cell.ink) }
        guard cell.scalar >= 0x7F, let scalar = Unicode.Scalar(cell.scalar) else { continue }
        self[column, row] = GridCell(scalar: Self.ascii(scalar), ink: cell.ink)
      }
    }
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "‘", "’", "ʼ", "′": return "'"
    case "“", "”", "″", "«", "»": return "\""
    case "‐"..."―", "−", "─": return "-"
    case "·", "…", "•": return "."
    case "×": return "x"
    case "\u{A0}": return " "
    case "↓": return "v"
    case "↑": return "^"
    case "←": return "<"
    case "→": return ">"
    default:
      let folded = UInt32(FoldedScalars.fold(scalar.value) & 0x1F_FFFF)
      guard folded > 0x20, folded < 0x7F, let letter = Unicode.Scalar(folded) else { return "?" }
      let isCapital = scalar.properties.isUppercase && folded & ~0x1F == 0x60
      return isCapital ? Unicode.Scalar(folded - 0x20)! : letter
    }
  }
}

package struct GridCell: Equatable, Sendable, BitwiseCopyable {
  /// 0 for the right half of a wide character.
  package let scalar: UInt32
  package var ink: GridInk

  package init(scalar: Unicode.Scalar, ink: GridInk) {
    (self.scalar, self.ink) = (scalar.value, ink)
  }

  package init(continuing ink: GridInk) { (scalar, self.ink) = (0, ink) }

  package static let empty = GridCell(scalar: " ", ink: .plain)

  var isBlank: Bool { scalar == 0x20 && ![.bar, .barStrong, .selected].contains(ink) }
}

/// The meaning of a cell's content, which decides its colour.
package enum GridInk: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case plain
  case faint
  case strong
  case land
  case water
  case line
  case venue
  /// A dot that stands for many venues.
  case crowd
  case group
  case place
  case letter
  case selected
  case point
  case way
  /// A bar with a background of its own: titles, fields, keys.
  case bar
  case barStrong
}

/// Cells as text with the colours of a terminal.
package enum GridText {
  /// An ink's colours, as the parameters of a terminal's SGR sequence. They are from the user's own palette.
  /// In most palettes, yellow, cyan and plain blue cannot be read on a light or on a dark background, so
  /// those are not used.
  package static func parameters(of ink: GridInk) -> StaticString {
    switch ink {
    case .plain: "0"
    case .faint, .line: "0;2"
    case .strong, .place: "0;1"
    case .land: "0;32"
    case .water: "0;94"
    case .venue: "0;35"
    case .crowd, .group: "0;1;35"
    case .letter: "0;1;94"
    case .selected: "0;1;7;94"
    case .point: "0;1;31"
    case .way: "0;31"
    case .bar: "0;7"
    case .barStrong: "0;1;7"
    }
  }

  /// Line by line, without trailing blanks. Colours are set only where they change.
  package static func append(_ grid: CellGrid, isColoured: Bool, to buffer: inout ByteBuffer) {
    for row in 0..<grid.height {
      var end = grid.width
      while end > 0, grid[end - 1, row].isBlank { end -= 1 }
      var ink = GridInk.plain
      for column in 0..<end {
        let cell = grid[column, row]
        if isColoured, cell.ink != ink {
          ink = cell.ink
          appendChoice(of: ink, to: &buffer)
        }
        append(cell, to: &buffer)
      }
      if ink != .plain { appendChoice(of: .plain, to: &buffer) }
      buffer.append(0x0A)
    }
  }

  static func appendChoice(of ink: GridInk, to buffer: inout ByteBuffer) {
    buffer.append("\u{1B}[")
    buffer.append(parameters(of: ink))
    buffer.append(UInt8(ascii: "m"))
  }

  /// The character; nothing for the right half of a wide one.
  package static func append(_ cell: GridCell, to buffer: inout ByteBuffer) {
    guard cell.scalar != 0, let scalar = Unicode.Scalar(cell.scalar) else { return }
    if cell.scalar < 0x80 { return buffer.append(UInt8(truncatingIfNeeded: cell.scalar)) }
    for byte in UTF8.encode(scalar)! { buffer.append(byte) }
  }
}
