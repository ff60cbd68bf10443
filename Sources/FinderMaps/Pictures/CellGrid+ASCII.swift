import FinderEngine

extension CellGrid {
  /// For terminals that show ASCII alone: letters lose their accents, and what has no like of it there is
  /// a question mark.
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
