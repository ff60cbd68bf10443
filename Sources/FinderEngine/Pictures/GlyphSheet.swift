/// Reads the drawings of a font: blocks with a blank line between them, each a line of characters and
/// below it the rows of pixels, with a space between neighbours.
enum GlyphSheet {
  static func read(_ sheet: StaticString, _ body: (UInt32, PictureFont.Glyph) -> Void) {
    var names: [UInt32] = []
    var glyphs: [PictureFont.Glyph] = []
    var row = PictureFont.rowsAbove

    func flush() {
      for (name, glyph) in zip(names, glyphs) { body(name, glyph) }
      (names, glyphs, row) = ([], [], PictureFont.rowsAbove)
    }

    for line in sheet.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let cells = line.split(separator: 0x20)
      if cells.isEmpty {
        flush()
      } else if names.isEmpty {
        names = cells.map { String(decoding: $0, as: UTF8.self).unicodeScalars.first!.value }
        glyphs = zip(names, cells).map { _ in PictureFont.Glyph(width: 0) }
      } else {
        precondition(cells.count == names.count, "a row of a sheet is not whole")
        for (i, cell) in cells.enumerated() {
          glyphs[i].width = cell.count
          for (column, byte) in cell.enumerated() where byte == UInt8(ascii: "#") {
            glyphs[i].rows[row] |= 1 << UInt16(column)
          }
        }
        row += 1
      }
    }
    flush()
  }
}
