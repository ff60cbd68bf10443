import FinderEngine

/// finder's own pixel font: capitals are eight pixels tall, and letters are as wide as they need to be. It
/// covers the names of Europe's Latin alphabets.
///
///     PictureFont.standard.width(of: "Caffè Nero")     // in pixels
///     PictureFont.standard.lacking(in: "Кафе 1")       // "Кафе"
///
/// Letters are drawn in `PictureFont+Letters`. Accented ones are composed of a letter and a mark, whether a
/// text has them as one scalar or as two. Characters that the font lacks are drawn as a box.
package struct PictureFont: Sendable {
  /// Rows above a capital, for accents.
  static let rowsAbove = 3
  static let capitalHeight = 8
  /// From the top of an accent on a capital to the lowest tail.
  static let height = rowsAbove + capitalHeight + 3
  /// Pixels between letters.
  static let gap = 1

  package static let standard = PictureFont()

  /// By scalar.
  private var glyphs: [UInt32: Glyph] = [:]

  struct Glyph: Sendable, BitwiseCopyable {
    var width: Int
    /// One element per row; the lowest bit is the left column.
    var rows = SIMD16<UInt16>()

    /// The first row with ink.
    var top: Int { (0..<PictureFont.height).first { rows[$0] != 0 } ?? PictureFont.rowsAbove }
  }

  /// Drawn for a scalar that the font lacks.
  static let box = {
    var box = Glyph(width: 5)
    // With a cross, since an empty box of this size could be a 0.
    let rows: [UInt16] = [
      0b11111, 0b10001, 0b11011, 0b10101, 0b10101, 0b11011, 0b10001, 0b11111,
    ]
    for (i, row) in rows.enumerated() { box.rows[rowsAbove + i] = row }
    return box
  }()

  private init() {
    for sheet in [Self.capitals, Self.smallLetters, Self.digits, Self.signs] {
      GlyphSheet.read(sheet) { glyphs[$0] = $1 }
    }
    glyphs[0x20] = Glyph(width: 3)
    for (scalar, same) in Self.sameGlyphs {
      if let glyph = glyphs[same.value] { glyphs[scalar.value] = glyph }
    }
  }

  /// Composed when one is first needed: most texts have none.
  private static let accented = {
    var accented: [UInt32: Glyph] = [:]
    for mark in PictureMark.all {
      var pairs = mark.letters.unicodeScalars.makeIterator()
      while let letter = pairs.next(), let base = pairs.next() {
        if let glyph = standard.glyphs[base.value] { accented[letter.value] = mark.over(glyph) }
      }
    }
    return accented
  }()

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
  package func width(of text: String, isBold: Bool = false) -> Int {
    layOut(text, isBold: isBold) { _, _ in }
  }

  package func lacks(_ text: String) -> Bool { !lacking(in: text).isEmpty }

  /// The characters that are drawn as boxes, each once, in the text's order.
  func lacking(in text: String) -> String {
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
    glyphs[scalar.value] ?? (scalar.value < 0xC0 ? nil : Self.accented[scalar.value])
  }

  /// `nil` for a scalar without width.
  private func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    drawn(scalar) ?? (Self.isUnseen(scalar) ? nil : Self.box)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isVariationSelector
    }
  }

  /// Scalars that are drawn like others.
  static let sameGlyphs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{A0}", " "), ("\u{2002}", " "), ("\u{2003}", " "), ("\u{2009}", " "), ("\u{200A}", " "),
    ("\u{202F}", " "), ("\u{2010}", "-"), ("\u{2011}", "-"), ("\u{2012}", "–"), ("\u{2212}", "–"),
    ("\u{2BC}", "’"), ("\u{3BC}", "µ"),
  ]
}

/// Reads the drawings of a font: blocks separated by a blank line. Each is a line of characters, followed by
/// the rows of pixels, with a space between neighbours.
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

  private mutating func begin(_ line: Bytes) {
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where scalar != " " {
      names.append(scalar.value)
    }
    glyphs = Array(repeating: PictureFont.Glyph(width: 0), count: names.count)
  }

  private mutating func add(_ line: Bytes) {
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

/// A mark of a letter: an accent above it, or a tail below.
struct PictureMark: Sendable {
  enum Place: Sendable { case above, below, beside }

  /// The mark's own scalar, which follows the letter in a text.
  let scalar: Unicode.Scalar
  let place: Place
  /// From the top; the lowest bit is the left column.
  let rows: [UInt16]
  let width: Int
  /// Each letter with the mark, followed by the letter that it is drawn over.
  let letters: String

  init(_ scalar: Unicode.Scalar, _ place: Place, _ drawing: [StaticString], _ letters: String) {
    (self.scalar, self.place, self.letters) = (scalar, place, letters)
    width = drawing[0].utf8CodeUnitCount
    rows = drawing.map { row in
      row.bytes.enumerated().reduce(0) {
        $1.element == UInt8(ascii: "#") ? $0 | 1 << UInt16($1.offset) : $0
      }
    }
  }

  /// The mark for a combining scalar, which follows its letter.
  static func following(_ scalar: Unicode.Scalar) -> PictureMark? {
    guard (0x300...0x36F).contains(scalar.value) else { return nil }
    return all.first { $0.scalar == scalar }
  }

  /// The letter with the mark centred over it, a row apart, or as near as there is room for.
  func over(_ letter: PictureFont.Glyph) -> PictureFont.Glyph {
    var glyph = letter
    var column = (letter.width - width) / 2
    if column < 0 {
      // A wide mark makes a narrow letter wider.
      for row in 0..<PictureFont.height { glyph.rows[row] <<= UInt16(-column) }
      (glyph.width, column) = (width, 0)
    }
    var row = max(letter.top - 1 - rows.count, 0)
    switch place {
    case .above: break
    case .below: row = PictureFont.rowsAbove + PictureFont.capitalHeight
    case .beside:
      (row, column) = (PictureFont.rowsAbove, letter.width)
      glyph.width = letter.width + width
    }
    for (offset, bits) in rows.enumerated() { glyph.rows[row + offset] |= bits << UInt16(column) }
    return glyph
  }

  static let all = [
    PictureMark("\u{300}", .above, ["#.", ".#"], "ÀAÈEÌIÒOÙUàaèeìıòoùuǸNǹnẀWẁwỲYỳy"),
    PictureMark(
      "\u{301}", .above, [".#", "#."],
      "ÁAÉEÍIÓOÚUÝYáaéeíıóoúuýyĆCćcĹLĺlŃNńnŔRŕrŚSśsŹZźzǴGǵgẂWẃwǼÆǽæǾØǿø"),
    PictureMark(
      "\u{302}", .above, [".#.", "#.#"], "ÂAÊEÎIÔOÛUâaêeîıôoûuĈCĉcĜGĝgĤHĥhĴJĵȷŜSŝsŴWŵwŶYŷyẐZẑz"),
    PictureMark(
      "\u{303}", .above, [".#..#", "#.##."], "ÃAÑNÕOãañnõoĨIĩıŨUũuẼEẽeỸYỹy"),
    PictureMark("\u{304}", .above, ["###"], "ĀAāaĒEēeĪIīıŌOōoŪUūuȲYȳy"),
    PictureMark("\u{306}", .above, ["#..#", ".##."], "ĂAăaĔEĕeĞGğgĬIĭıŎOŏoŬUŭu"),
    PictureMark("\u{307}", .above, ["#"], "ĊCċcĖEėeĠGġgİIŻZżzḂBḃbḊDḋdḞFḟfṀMṁmṖPṗpṠSṡsṪTṫt"),
    PictureMark(
      "\u{308}", .above, ["#.#"], "ÄAËEÏIÖOÜUäaëeïıöoüuÿyŸYẄWẅw"),
    PictureMark("\u{30A}", .above, [".#.", "#.#", ".#."], "ÅAåaŮUůu"),
    PictureMark("\u{30B}", .above, [".#.#", "#.#."], "ŐOőoŰUűu"),
    PictureMark(
      "\u{30C}", .above, ["#.#", ".#."],
      "ČCčcĎDĚEěeŇNňnŘRřrŠSšsŤTŽZžzǍAǎaǏIǐıǑOǒoǓUǔuǦGǧgǨKǩkȞHȟh"),
    PictureMark("\u{312}", .above, [".#", "#."], "ģg"),
    PictureMark("\u{315}", .beside, [".#", ".#", "#."], "ďdĽLľlťt"),
    PictureMark(
      "\u{326}", .below, ["..", ".#", "#."], "ȘSșsȚTțtĢGĶKķkĻLļlŅNņnŖRŗr"),
    PictureMark("\u{327}", .below, [".#.", "..#", "##."], "ÇCçcŞSşsŢTţtȨEȩe"),
    PictureMark("\u{328}", .below, ["..#.", ".#..", "..##"], "ĄAąaĘEęeĮIįiŲUųu"),
    PictureMark("\u{B7}", .beside, ["..", "..", "..", "..", ".#"], "ĿLŀl"),
  ]
}
