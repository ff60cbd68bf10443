import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct PictureFontTests {
  private let font = PictureFont.standard

  /// ASCII, Latin-1, Latin Extended-A except the deprecated apostrophe-n, and other characters found in
  /// names.
  @Test func whatItCanWrite() {
    let ranges = [0x20...0x7E, 0xA0...0xAC, 0xAE...0xFF, 0x100...0x148, 0x14A...0x17F]
    for value in ranges.joined() {
      let scalar = Unicode.Scalar(UInt32(value))!
      #expect(!font.lacks(String(scalar)), "U+\(String(value, radix: 16)) \(scalar)")
    }
    #expect(!font.lacks("\u{2018}\u{2019}\u{201C}\u{201D}\u{2013}\u{2014}\u{2026}\u{20AC}\u{BD}"))
    #expect(!font.lacks("\u{1E80}\u{1E81}\u{1E82}\u{1E83}\u{1E84}\u{1E85}\u{1EF2}\u{1EF3}"))
  }

  @Test func whatItLacks() {
    #expect(
      font.lacking(in: "\u{41A}\u{430}\u{444}\u{435} \u{41A} & \u{1F354}")
        == "\u{41A}\u{430}\u{444}\u{435}\u{1F354}")
    #expect(font.lacking(in: "Fish & Chips") == "")
    // Invisible characters are not missed.
    #expect(font.lacking(in: "a\u{200B}\u{AD}\u{FE0F}\u{0}b") == "")
    #expect(font.width(of: "a\u{200B}\u{AD}\u{FE0F}\u{0}b") == font.width(of: "ab"))
    #expect(font.width(of: "\u{41A}") == PictureFont.box.width)
  }

  /// No two letters look alike, except those that must; a character in the wrong column of its sheet would.
  @Test func lettersDiffer() {
    var seen: [[UInt16]: Unicode.Scalar] = [:]
    for value in [0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF, 0x100...0x148, 0x14A...0x17F].joined() {
      let scalar = Unicode.Scalar(UInt32(value))!
      var rows: [UInt16] = []
      font.layOut(String(scalar)) { glyph, _ in rows = (0..<14).map { glyph.rows[$0] } }
      #expect(rows.contains { $0 != 0 }, "\(scalar) is blank")
      if let other = seen[rows] {
        #expect(
          ["\u{D0}\u{110}", "\u{B4}\u{2BC}"].contains("\(other)\(scalar)"), "\(other) \(scalar)")
      }
      seen[rows] = scalar
    }
  }

  /// A letter and its mark as two scalars look like the combined scalar.
  @Test func marksAfterTheirLetters() {
    let pairs = [
      ("\u{175}", "w\u{302}"), ("\u{E9}", "e\u{301}"), ("\u{15F}", "s\u{327}"),
      ("\u{EF}", "\u{131}\u{308}"),
      ("\u{17D}", "Z\u{30C}"), ("\u{C5}", "A\u{30A}"),
    ]
    for (one, two) in pairs {
      var (first, second): ([UInt16], [UInt16]) = ([], [])
      font.layOut(one) { glyph, _ in first = (0..<14).map { glyph.rows[$0] } }
      font.layOut(two) { glyph, _ in second = (0..<14).map { glyph.rows[$0] } }
      #expect(first == second && !first.isEmpty, "\(one)")
      #expect(font.width(of: "x" + one) == font.width(of: "x" + two))
    }
  }

  @Test func drawnAsInTheSource() {
    var rows: [String] = []
    font.layOut("L") { glyph, _ in
      rows = (0..<PictureFont.height).map { row in
        String((0..<glyph.width).map { glyph.rows[row] >> UInt16($0) & 1 == 1 ? "#" : "." })
      }
    }
    let stem = Array(repeating: "#....", count: 7)
    let blank = Array(repeating: ".....", count: 3)
    #expect(rows == blank + stem + ["#####"] + blank)
  }

  @Test func widths() {
    #expect(font.width(of: "") == 0)
    #expect(font.width(of: "L") == 5)
    #expect(font.width(of: "LL") == 11)
    #expect(font.width(of: "L L") == 15)
    // The scene calculates with columns: a name takes hardly more than that, and usually less.
    for name in ["Newcastle upon Tyne", "Wagamama", "Aberystwyth", "Llanfairpwllgwyngyll"] {
      let columns = Double(name.count) * PictureStyle.textSize.advance
      #expect(Double(font.width(of: name)) <= columns, "\(name)")
    }
  }

  /// The strip has a halo all around, and at twice the size it has four pixels for each one.
  @Test func strips() {
    let strip = TextStrip("L")
    #expect((strip.width, strip.height) == (7, 16))
    #expect(strip.cell(1, 4) == .ink)
    #expect(strip.cell(0, 3) == .halo)
    #expect(strip.cell(2, 4) == .halo)
    #expect(strip.cell(3, 5) == .none)
    #expect(strip.cell(-1, 99) == .none)
    let large = strip.doubled()
    #expect((large.width, large.height) == (14, 32))
    for y in 0..<32 {
      for x in 0..<14 where strip.cell(x / 2, y / 2) == .ink {
        // Only corners are cut.
        let isCorner = [2, 3].contains(x) && y == 8 || y >= 21 || x <= 3
        #expect(large.cell(x, y) == .ink || isCorner)
      }
    }
  }
}
