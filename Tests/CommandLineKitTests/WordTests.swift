import CommandLineKit
import Testing

/// Words that are not UTF-8: only a path may be one.
@Suite struct WordTests {
  private static let latin1 = Array("caf".utf8) + [0xE9]

  private func parse(_ words: [[UInt8]]) throws -> Invocation? {
    guard case .run(let invocation) = try Kiln.table.parse(words.map { Word(bytes: $0) }) else {
      return nil
    }
    return invocation
  }

  @Test(arguments: ["--log=", "-o=", "-o", "-qo", "--log|", "-o|", "-qo|"])
  func aPathIsWhatWasTyped(spelling: String) throws {
    let bytes = Array(spelling.utf8)
    let words = spelling.hasSuffix("|") ? [bytes.dropLast(), Self.latin1] : [bytes + Self.latin1]
    let firing = try #require(try parse([Array("fire".utf8)] + words))
    #expect(firing.word(Kiln.Options.log)?.bytes == Self.latin1)
    #expect(firing[Kiln.Options.log] == "caf\u{FFFD}")
    #expect(firing.has(Kiln.Options.quiet) == spelling.hasPrefix("-q"))
  }

  @Test func anythingElseIsText() throws {
    for (words, problem) in [
      (["fire", "--tag"], "--tag caf\u{FFFD} is not UTF-8"),
      (["glaze"], "POT caf\u{FFFD} is not UTF-8"), ([], "unknown command 'caf\u{FFFD}'"),
      (["fire", "--format"], "--format caf\u{FFFD}: not one of table, json, csv"),
    ] {
      let error = #expect(throws: UsageError.self) {
        try parse(words.map { Array($0.utf8) } + [Self.latin1])
      }
      #expect(error?.text == problem)
    }
    let error = #expect(throws: UsageError.self) { try parse([[0x2D, 0xE9]]) }
    #expect(error?.text == "unknown option '-\u{FFFD}'")
  }
}
