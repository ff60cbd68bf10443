import FinderEngine

/// A rectangle of a terminal's cells, as what is to be seen in each: the map's painter fills it, and what
/// stands around the map does too.
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

  /// Writes text from a cell on, cut off at the grid's edges, and returns the column after it. Wide
  /// characters take two cells; of one that is made of several scalars only the first is shown.
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
}

package struct GridCell: Equatable, Sendable, BitwiseCopyable {
  /// 0 in the right half of a wide character.
  package let scalar: UInt32
  package var ink: GridInk

  package init(scalar: Unicode.Scalar, ink: GridInk) {
    (self.scalar, self.ink) = (scalar.value, ink)
  }

  package init(continuing ink: GridInk) { (scalar, self.ink) = (0, ink) }

  package static let empty = GridCell(scalar: " ", ink: .plain)

  /// Whether nothing is to be seen in it.
  var isBlank: Bool {
    scalar == 0x20 && ![.bar, .barStrong, .selected].contains(ink)
  }
}

/// What a cell's content means, from which its colour follows.
package enum GridInk: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case plain
  case faint
  case strong
  case land
  case water
  case line
  case venue
  /// A dot where many venues are.
  case crowd
  case group
  case place
  case letter
  case selected
  case point
  case walk
  /// A bar of its own background: titles, fields, keys.
  case bar
  case barStrong
}
