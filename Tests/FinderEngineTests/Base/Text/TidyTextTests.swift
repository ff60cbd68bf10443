import TestSupport
import Testing

@testable import FinderEngine

@Suite struct TidyTextTests {
  @Test(
    arguments: [
      ("The Illicit Still", "The Illicit Still"), ("", ""), (" ", ""), ("\t\n", ""), ("\u{1}", ""),
      ("  Joe's   Cafe ", "Joe's Cafe"), ("A\tB", "A B"), ("A\r\nB", "A B"), ("A \u{85} B", "A B"),
      ("A\u{A0}B", "A B"), ("A\u{3000}\u{2003}B", "A B"), ("\u{2028}A\u{205F}", "A"),
      ("A\u{0}B", "AB"), ("A\u{1B}[31mB", "A[31mB"), ("A \u{7} B", "A B"), ("A\u{7F}", "A"),
      ("A\u{9F}B", "AB"), ("A\u{1C}B", "AB"), (" \u{1} A", "A"), ("A \u{1}", "A"),
      ("\u{202E}eid\u{202C}", "eid"), ("A\u{200E}\u{200F}\u{61C}\u{2066}\u{2069}B", "AB"),
      ("Café ’n’ 北京", "Café ’n’ 北京"), ("👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("A\u{200B}B", "AB"), ("\u{FEFF}A", "A"), ("A\u{AD}B", "AB"), ("A \u{2060} B", "A B"),
      ("A\u{E0041}\u{E007F}", "A"), ("A\u{E0080}", "A\u{E0080}"), ("A\u{200D}B", "A\u{200D}B"),
      ("12345678 90123456", "12345678 90123456"), ("1234567  90", "1234567 90"),
      ("12345678 ", "12345678"), ("123456789", "123456789"), ("1234567 \u{1F}", "1234567"),
    ] as [(String, String)])
  func tidies(name: String, to tidy: String) {
    #expect(tidied(name) == tidy)
    #expect(isTidy(name) == (name == tidy && name.utf8.elementsEqual(tidy.utf8)))
  }

  @Test func appendsAfterWhatIsThere() {
    var output = Array("x".utf8)
    for name in [" a", "b"] {
      Array(name.utf8).withUnsafeBufferPointer { TidyText.append($0, to: &output) }
    }
    #expect(String(decoding: output, as: UTF8.self) == "xab")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func randomNames(seed: UInt64) {
    let rare: [Unicode.Scalar] = [
      " ", " ", "\t", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}", "\u{202E}",
      "é", "北", "😀", "\u{200D}", "\u{FEFF}", "\u{E0001}", "\u{2029}", "\u{2069}", "\u{3000}",
    ]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...24, using: &generator)
      // Few rare ones, so that many names are tidy, and many are untidy for only one reason.
      let rarity = Int.random(in: 1...30, using: &generator)
      var scalars = String.UnicodeScalarView()
      for _ in 0..<length {
        let isRare = Int.random(in: 0..<rarity, using: &generator) == 0
        scalars.append(isRare ? rare.randomElement(using: &generator)! : "a")
      }
      check(String(scalars), "seed \(seed)")
    }
  }

  /// Each scalar between two letters; the standard library knows the properties.
  @Test func everyScalar() {
    for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init)
    where scalar.value < 0x1_0000 || scalar.value % 0x100 == 0 {
      check("a\(scalar)b", "")
    }
  }

  @Test(.slow, RealDataset.needed)
  func realNames() {
    for name in RealDataset.names { check(name, "") }
    #expect(RealDataset.names.filter { !isTidy($0) }.count > 1_000)
  }

  private func check(_ name: String, _ comment: Comment) {
    let (found, expected) = (tidied(name), naive(name))
    let agrees = found.utf8.elementsEqual(expected.utf8)
    let knows = isTidy(name) == name.utf8.elementsEqual(expected.utf8)
    if agrees, knows, isTidy(found) { return }
    Issue.record("\(comment) \(name.debugDescription): \(found.debugDescription)")
  }

  private func naive(_ name: String) -> String {
    name.unicodeScalars
      .filter { scalar in
        let properties = scalar.properties
        let isControl = properties.generalCategory == .control && !properties.isWhitespace
        let hides =
          [0xAD, 0x200B, 0x2060, 0xFEFF].contains(scalar.value)
          || (0xE_0000...0xE_007F).contains(scalar.value)
        return !isControl && !properties.isBidiControl && !hides
      }
      .split { $0.properties.isWhitespace }
      .map { String(String.UnicodeScalarView($0)) }
      .joined(separator: " ")
  }
}

private func tidied(_ name: String) -> String {
  var name = name
  return name.withUTF8 { TidyText.string($0) }
}

private func isTidy(_ name: String) -> Bool {
  var name = name
  return name.withUTF8 { TidyText.isTidy($0) }
}
