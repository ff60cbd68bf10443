import TestSupport
import Testing

@testable import CommandLineKit

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 13, ["one two three"]),
    ("one two three", 12, ["one two", "three"]),
    ("incomprehensible words", 5, ["incomprehensible", "words"]),
    ("a\nb", 10, ["a", "b"]),
    ("a\n\nb c", 2, ["a", "", "b", "c"]),
    ("  many   spaces ", 80, ["many spaces"]),
    ("é… ×2 ñandú", 5, ["é… ×2", "ñandú"]),
  ])
  func wrapping(text: String, width: Int, lines: [String]) {
    #expect(wrap(text, width: width) == lines)
  }

  @Test func hangingIndent() {
    #expect(wrap("a b c d", width: 6, first: 2, rest: 4) == ["  a", "    b", "    c", "    d"])
  }

  /// Wrapping moves words and loses none, and each line holds as many words as fit.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyWordIsKept(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = (0..<60).map { _ in
      String(repeating: "…", count: Int.random(in: 1...12, using: &random))
    }
    let width = Int.random(in: 1...40, using: &random)
    let lines = wrap(words.joined(separator: " "), width: width)
    #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
    for line in lines { #expect(line.count <= width || !line.contains(" ")) }
    for (line, next) in zip(lines, lines.dropFirst()) {
      let word = next.prefix { $0 != " " }
      #expect(line.count + 1 + word.count > width, "seed \(seed)")
    }
  }
}
