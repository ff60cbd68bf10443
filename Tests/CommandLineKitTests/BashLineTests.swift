import TestSupport
import Testing

@testable import CommandLineKit

@Suite struct BashLineTests {
  private static let breaks = " \t\n\"'@><=;|&(:"

  @Test(arguments: [
    ("kiln fire", ["kiln", "fire"], ""), ("kiln fire ", ["kiln", "fire", ""], ""),
    ("kiln  a\tb", ["kiln", "a", "b"], ""),
    ("kiln 'a b' \"c d\" e\\ f g", ["kiln", "a b", "c d", "e f", "g"], ""),
    ("kiln --heat=3", ["kiln", "--heat=3"], "--heat="),
    ("kiln --heat=a:b", ["kiln", "--heat=a:b"], "--heat=a:"),
    ("kiln a\\:b", ["kiln", "a:b"], ""), ("kiln --log=\"a:b", ["kiln", "--log=a:b"], "--log="),
    ("kiln 'it", ["kiln", "it"], ""), ("kiln \"a\\\"b\\c", ["kiln", "a\"b\\c"], ""),
    ("kiln '' ", ["kiln", "", ""], ""), ("kiln 2>/dev/null a", ["kiln", "a"], ""),
    ("kiln < in >> out a", ["kiln", "a"], ""), ("kiln 2>&1 a", ["kiln", "a"], ""),
  ])
  func words(line: String, words: [String], kept: String) {
    let read = BashLine(line, breaks: Self.breaks)
    #expect(read.words == words && read.kept == kept, "\(line): \(read)")
  }

  @Test func whatIsOpen() {
    #expect(BashLine("kiln 'a", breaks: "").quote == "'")
    #expect(BashLine("kiln \"a", breaks: "").quote == "\"")
    #expect(BashLine("kiln 'a' b", breaks: "").quote == nil)
    #expect(BashLine("kiln > fi", breaks: "").isRedirection)
    #expect(!BashLine("kiln > fi ", breaks: "").isRedirection)
    #expect(!BashLine("kiln 'a'b", breaks: "").isReplaceable)
    #expect(BashLine("kiln 'a'b c", breaks: "").isReplaceable)
  }

  /// bash itself reads the quoted text back unchanged.
  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func bashReadsItBack(seed: UInt64) throws {
    var random = Words(seed: seed)
    var texts = [
      "$(touch /tmp/x)", "`id`", "a;b|c&d", "~", "~/x", "#", "{a,b}", "*?[x]", "!!", "a!\"", "-n",
      "'",
    ]
    for _ in 0..<300 {
      texts.append(random.word().filter { $0 != "\n" && $0 != "\0" && $0 != "\r\n" })
    }
    for quote in [nil, "'", "\""] as [Unicode.Scalar?] {
      let mark = quote.map { String($0) } ?? ""
      let words = texts.filter { !$0.isEmpty }.map { text in
        let quoted = BashLine.quoted(text.unicodeScalars[...], in: quote)
        return mark + quoted + (quoted.hasSuffix(mark) ? "" : mark)
      }
      let script =
        "set -o history -H\n" + words.map { "printf '%s\\n' \($0)" }.joined(separator: "\n")
      let printed = try ProcessRunner.shell(script).stdout
      #expect(
        printed == texts.filter { !$0.isEmpty }.map { $0 + "\n" }.joined(),
        "seed \(seed), quote \(mark)")
    }
  }
}
