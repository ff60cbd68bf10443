import FinderEngine

/// Reads the drawings of a font: blocks with a blank line between them, each a line of characters and
/// below it the rows of pixels, with a space between neighbours.
struct GlyphSheet {
  private var names: [UInt32] = []
  private var glyphs: [PictureFont.Glyph] = []
  private var row = PictureFont.rowsAbove

  static func read(_ sheet: StaticString, _ body: (UInt32, PictureFont.Glyph) -> Void) {
    var reader = GlyphSheet()
    let bytes = sheet.bytes
    var start = 0
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if line.isEmpty {
        reader.flush(body)
      } else if reader.names.isEmpty {
        reader.begin(line)
      } else {
        reader.add(line)
      }
      start = end + 1
    }
    reader.flush(body)
  }

  private mutating func begin(_ line: UnsafeBufferPointer<UInt8>) {
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where scalar != " " {
      names.append(scalar.value)
    }
    glyphs = Array(repeating: PictureFont.Glyph(width: 0), count: names.count)
  }

  private mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    var (glyph, column, bits) = (0, 0, UInt16(0))
    for i in 0...line.count {
      if i < line.count, line[i] != 0x20 {
        if line[i] == UInt8(ascii: "#") { bits |= 1 << UInt16(column) }
        column += 1
      } else {
        glyphs[glyph].width = column
        glyphs[glyph].rows[row] = bits
        (glyph, column, bits) = (glyph + 1, 0, 0)
      }
    }
    precondition(glyph == names.count, "a row of a sheet is not whole")
    row += 1
  }

  private mutating func flush(_ body: (UInt32, PictureFont.Glyph) -> Void) {
    for (name, glyph) in zip(names, glyphs) { body(name, glyph) }
    (names, glyphs, row) = ([], [], PictureFont.rowsAbove)
  }
}
