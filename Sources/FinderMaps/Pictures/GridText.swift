import FinderEngine

/// Cells as text with the colours of a terminal.
package enum GridText {
  /// What chooses an ink's colours, as the parameters of a terminal's SGR sequence. Colours are those
  /// of the user's own palette, and of those only the ones that usual palettes have legible on a light
  /// ground and on a dark one: neither yellow nor cyan, and the bright blue.
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
    case .walk: "0;31"
    case .bar: "0;7"
    case .barStrong: "0;1;7"
    }
  }

  /// Line by line, without the blanks at their ends. Colours are chosen only where they change.
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

  package static func appendChoice(of ink: GridInk, to buffer: inout ByteBuffer) {
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
