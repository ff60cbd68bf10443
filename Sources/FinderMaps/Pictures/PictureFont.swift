import FinderEngine

/// A font of pixels, of our own: capitals are eight pixels tall, letters as wide as they need, and there
/// is what names in Europe's Latin alphabets are written with.
///
///     PictureFont.standard.width(of: "Caffè Nero")     // in pixels
///     PictureFont.standard.lacking(in: "Кафе 1")       // "Кафе"
///
/// Letters are drawn in `PictureFont+Letters` and `PictureFont+Signs`; those with accents are put
/// together from a letter and a mark, whether a text has them as one scalar or as two. What the font
/// lacks is drawn as a box.
package struct PictureFont: Sendable {
  /// Rows over a capital, for its accents.
  static let rowsAbove = 3
  static let capitalHeight = 8
  /// From the top of an accent on a capital to the lowest tail.
  static let height = rowsAbove + capitalHeight + 3
  /// Between letters.
  static let gap = 1

  package static let standard = PictureFont()

  private var glyphs: [Glyph] = []
  /// Of each glyph.
  private var scalars: [UInt32] = []
  /// By scalar, the number of its glyph and 1 more; 0 where there is none. To make a dictionary instead takes
  /// 0.7 % of a picture's time.
  private var numbers = [UInt32](repeating: 0, count: 0x180)

  struct Glyph: Sendable, BitwiseCopyable {
    var width: Int
    /// A row each, of which the lowest bit is the left column.
    var rows = SIMD16<UInt16>()

    /// The first row with ink.
    var top: Int { (0..<PictureFont.height).first { rows[$0] != 0 } ?? PictureFont.rowsAbove }
  }

  /// A scalar that the font lacks.
  static let box = {
    var box = Glyph(width: 5)
    // Crossed out, for an empty box of this size could be a 0.
    let rows: [UInt16] = [
      0b11111, 0b10001, 0b11011, 0b10101, 0b10101, 0b11011, 0b10001, 0b11111,
    ]
    for (i, row) in rows.enumerated() { box.rows[rowsAbove + i] = row }
    return box
  }()

  private init() {
    glyphs.reserveCapacity(384)
    scalars.reserveCapacity(384)
    for sheet in [Self.capitals, Self.smallLetters, Self.digits, Self.signs] {
      GlyphSheet.read(sheet) { add($1, for: $0) }
    }
    add(Glyph(width: 3), for: 0x20)
    for (scalar, same) in Self.sameGlyphs {
      if let glyph = glyph(same.value) { add(glyph, for: scalar.value) }
    }
  }

  private mutating func add(_ glyph: Glyph, for scalar: UInt32) {
    glyphs.append(glyph)
    scalars.append(scalar)
    if scalar < UInt32(numbers.count) { numbers[Int(scalar)] = UInt32(glyphs.count) }
  }

  /// Beyond the letters there are few.
  private func glyph(_ scalar: UInt32) -> Glyph? {
    guard scalar >= UInt32(numbers.count) else {
      let number = Int(numbers[Int(scalar)])
      return number > 0 ? glyphs[number - 1] : nil
    }
    return scalars.lastIndex(of: scalar).map { glyphs[$0] }
  }

  /// Put together when the first of them is asked for: most texts have none.
  private static let accented = {
    var accented: [UInt32: Glyph] = [:]
    for mark in PictureMark.all {
      var pairs = mark.letters.unicodeScalars.makeIterator()
      while let letter = pairs.next(), let base = pairs.next() {
        if let glyph = standard.glyph(base.value) { accented[letter.value] = mark.over(glyph) }
      }
    }
    return accented
  }()

  // MARK: Texts

  /// Calls `body` with each glyph of the text and the column that it starts in; returns the text's
  /// width. Bold letters are a pixel wider.
  @discardableResult
  func layOut(_ text: String, isBold: Bool = false, _ body: (Glyph, Int) -> Void) -> Int {
    var column = 0
    var pending: Glyph?
    for scalar in text.unicodeScalars {
      if let mark = PictureMark.following(scalar) {
        pending = mark.over(pending ?? Glyph(width: 3))
      } else if let glyph = glyph(of: scalar) {
        flush()
        pending = glyph
      }
    }
    flush()
    return max(column - Self.gap, 0)

    func flush() {
      guard let glyph = pending else { return }
      body(glyph, column)
      column += glyph.width + (isBold ? 1 : 0) + Self.gap
    }
  }

  /// In pixels at scale 1, without a halo.
  package func width(of text: String) -> Int { layOut(text) { _, _ in } }

  package func lacks(_ text: String) -> Bool { !lacking(in: text).isEmpty }

  /// The characters that are drawn as boxes, each once, as they come.
  package func lacking(in text: String) -> String {
    var found = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !has(scalar) && !Self.isUnseen(scalar) && !found.contains(scalar) {
      found.append(scalar)
    }
    return String(found)
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    drawn(scalar) != nil || PictureMark.following(scalar) != nil
  }

  private func drawn(_ scalar: Unicode.Scalar) -> Glyph? {
    glyph(scalar.value) ?? (scalar.value < 0xC0 ? nil : Self.accented[scalar.value])
  }

  /// Nothing for what has no width.
  private func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    drawn(scalar) ?? (Self.isUnseen(scalar) ? nil : Self.box)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isVariationSelector
    }
  }
}
