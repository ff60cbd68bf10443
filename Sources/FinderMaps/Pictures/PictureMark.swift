import FinderEngine

/// A mark of a letter: an accent above it, or a tail below.
struct PictureMark: Sendable {
  enum Place: Sendable { case above, below, beside }

  /// By itself, as it follows its letter in a text.
  let scalar: Unicode.Scalar
  let place: Place
  /// From the top, of which the lowest bit is the left column.
  let rows: [UInt16]
  let width: Int
  /// Each letter that has the mark, followed by the letter that it is drawn over.
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

  /// The mark that a text has as a scalar of its own, after the letter.
  static func following(_ scalar: Unicode.Scalar) -> PictureMark? {
    guard (0x300...0x36F).contains(scalar.value) else { return nil }
    return all.first { $0.scalar == scalar }
  }

  /// The letter with the mark: in its middle, a row above it, or as near as there is room.
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

extension PictureFont {
  /// Scalars that look like others.
  static let sameGlyphs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{A0}", " "), ("\u{2002}", " "), ("\u{2003}", " "), ("\u{2009}", " "), ("\u{200A}", " "),
    ("\u{202F}", " "), ("\u{2010}", "-"), ("\u{2011}", "-"), ("\u{2012}", "–"), ("\u{2212}", "–"),
    ("\u{2BC}", "’"), ("\u{3BC}", "µ"),
  ]
}
