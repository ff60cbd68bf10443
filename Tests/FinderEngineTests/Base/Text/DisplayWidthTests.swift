import TestSupport
import Testing

@testable import FinderEngine

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("Cafe", 4), ("Café", 4), ("Cafe\u{301}", 4), ("a\u{301}\u{302}\u{303}", 1),
      ("北京", 4), ("ｶﾌｪ", 3), ("カフェ", 6), ("Ａ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("😀", 2), ("❤", 1), ("❤️", 2), ("👨‍👩‍👧", 2), ("👩🏽‍🚀", 2), ("☝🏽", 2), ("🇬🇧", 2), ("🇬🇧🇫🇷", 4),
      ("1️⃣", 2), ("1", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("⌚", 2), ("©", 1), ("©️", 2), ("🫨", 2), ("𠮷", 2), ("…", 1),
      ("’", 1), ("\u{200B}", 0), ("\u{301}", 0), ("\u{7}", 0), ("\u{7F}", 0), ("\r\n", 0),
      ("a\u{200D}b", 2), ("\u{AD}", 1), ("ไทย", 3), ("ที่", 1), ("नि", 2), ("αβγ", 3), ("שלום", 4),
      ("①", 1), ("㈱", 2), ("、", 2), ("½", 1),
      // Where wcwidth 0.7 and a terminal's cursor (tmux 3.3) agree: clusters whose widths add up.
      ("กำ", 2), ("น้ำ", 2), ("ກຳ", 2), ("ｶﾞ", 2), ("ﾊﾟﾌｪ", 4), ("あﾞ", 3), ("क्ष", 2), ("ক্ষ", 2), ("క్ష", 2),
      ("ക്ഷ", 2), ("\u{1100}\u{1100}\u{1161}\u{11A8}", 4), ("か\u{3099}", 2), ("ｶ\u{3099}", 1),
      ("བརྒྱ", 2), ("ပို", 1), ("न्", 1), ("1\u{301}", 1), ("☝🏽", 2), ("👍🏽👍", 4),
    ] as [(String, Int)])
  func widths(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns, "\(text.unicodeScalars.map(\.value))")
    #expect(ofBytes(text) == columns, "\(text.unicodeScalars.map(\.value))")
  }

  /// The fast path over bytes: every scalar that it knows, alone and between others.
  @Test func bytesAreAsWideAsTheirText() {
    let scalars = (UInt32(0)...0x320).map { $0 } + (0x2000...0x2040).map { $0 } + [0xFE0F, 0x20E3]
    for scalar in scalars.compactMap(Unicode.Scalar.init) {
      for text in ["\(scalar)", "a\(scalar)é", "’\(scalar)", "©\(scalar)", "1\(scalar)b"]
      where ofBytes(text) != DisplayWidth.of(text) {
        Issue.record("U+\(String(scalar.value, radix: 16)): \(ofBytes(text)) in \(text)")
      }
    }
  }

  private func ofBytes(_ text: String) -> Int {
    Array(text.utf8).withUnsafeBufferPointer { DisplayWidth.of($0) }
  }

  @Test(arguments: [
    ("Fish & Chips", 12, "Fish & Chips"), ("Fish & Chips", 11, "Fish & Chi…"),
    ("Fish & Chips", 8, "Fish &…"), ("Fish & Chips", 7, "Fish &…"), ("Fish", 1, "…"),
    ("Fish", 0, ""), ("Fish", -1, ""), ("", 0, ""), ("北京飯店", 8, "北京飯店"), ("北京飯店", 7, "北京飯…"),
    ("北京飯店", 6, "北京…"), ("Cafe\u{301}s", 5, "Cafe\u{301}s"), ("Cafe\u{301}s x", 5, "Cafe\u{301}…"),
    ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("👨‍👩‍👧👨‍👩‍👧", 2, "…"),
  ])
  func truncates(text: String, columns: Int, to cut: String) {
    #expect(DisplayWidth.truncated(text, to: columns) == cut)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func cutTextFits(seed: UInt64) {
    let pieces = ["a", "é", "e\u{301}", "北", "👨‍👩‍👧", "❤️", "🇬🇧", " ", "\u{200B}", "ﬁ", "ｶ", "ก", "1️⃣"]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...20, using: &generator)
      let text = (0..<length).map { _ in pieces.randomElement(using: &generator)! }.joined()
      let columns = Int.random(in: 1...30, using: &generator)
      let cut = DisplayWidth.truncated(text, to: columns)
      let isWhole = cut == text && DisplayWidth.of(text) <= columns
      // The part cut off might fit into one more column, two for a wide character, and white space.
      let isCut = cut.last == "…" && text.hasPrefix(String(cut.dropLast()))
      if DisplayWidth.of(cut) <= columns, isWhole || isCut { continue }
      Issue.record("seed \(seed): \(text.debugDescription) to \(columns): \(cut.debugDescription)")
    }
  }

  @Test(RealDataset.needed)
  func realNamesAreAsWideAsTheyAreLong() {
    let different = RealDataset.names.filter { name in
      let controls = name.utf8.count { $0 < 0x20 }
      return DisplayWidth.of(name) != name.count - controls
    }
    #expect(different.isEmpty)
  }
}
