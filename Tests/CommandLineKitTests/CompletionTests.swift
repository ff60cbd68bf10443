import CommandLineKit
import TestSupport
import Testing

@Suite struct CompletionTests {
  /// The words offered for the last of those in `line`; a file line as `FILES(endings)`.
  private func offered(_ line: String, list: [Candidate] = []) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    return Kiln.table.answer(.zsh, words) { _, _, _ in list }.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return line.first == "\t" ? "FILES(\(fields[4]))" : String(fields[0])
    }
  }

  @Test(arguments: [
    ("", ["fire", "glaze", "shelf", "help"]), ("f", ["fire"]), ("fire ", fireOptions), ("x", []),
    ("shelf ", ["add", "count"]), ("shelf a", ["add"]), ("shelf add x", []),
    ("fire --h", ["--heat", "--hours", "--help"]), ("fire --heat 3 --h", ["--hours", "--help"]),
    ("fire --heat=3 --he", ["--help"]), ("fire --tag a --ta", ["--tag"]),
    ("--heat 3 fire --he", ["--help"]), ("fire --heat ", []), ("fire --heat fire", []),
    ("fire --format ", ["table", "json", "csv"]), ("fire --format t", ["table"]),
    ("fire --format=", ["--format=table", "--format=json", "--format=csv"]),
    ("fire --format=j", ["--format=json"]), ("--format j", ["json"]),
    ("fire --log ", ["FILES()"]), ("fire --log=a", ["FILES()"]), ("fire -oa", ["FILES()"]),
    ("fire -o ", ["FILES()"]), ("fire -q -", fireOptions.filter { $0 != "--quiet" }),
    ("glaze -no", []), ("glaze pot --d", ["--dry-run"]), ("glaze -qn --d", []),
    ("glaze pot coat third", []), ("glaze -- --d", []), ("glaze -- pot ", []),
    ("help ", ["fire", "glaze", "shelf", "clay"]), ("help shelf ", ["add", "count"]),
    ("help shelf add ", []), ("help clay ", []), ("help nonsense ", []),
    ("-", ["--help", "--version"]), ("--version", ["--version"]), ("shelf --v", []),
  ])
  func fits(line: String, words: [String]) {
    #expect(offered(line) == words, "\(line)")
  }

  private static let fireOptions = [
    "--heat", "--hours", "--tag", "--log", "--json", "--format", "--quiet", "--help",
  ]

  /// Words from the program are offered unchanged, unless they would mislead a terminal or the shell's
  /// script.
  @Test func lists() {
    let list = ["red", "a b:c", "two\nlines", "esc\u{1B}[2J", "bidi\u{202E}", "", "👩‍🍳"].map {
      Candidate($0, "of\tmany")
    }
    let answer = Kiln.table.answer(.fish, ["glaze", "--colour", "r"]) { name, typed, _ in
      name == Kiln.Options.colours && typed == "r" ? list : []
    }
    #expect(
      answer == "red\tof\\tmany\na b:c\tof\\tmany\n👩‍🍳\tof\\tmany\n", "\(answer)")
    #expect(Kiln.table.answer(.fish, ["glaze", "x"]) { _, _, _ in list } == "")
  }

  /// The common beginning of the candidates must not be shorter than what was typed.
  @Test func candidatesInAnyCase() {
    let list = ["Dishoom", "dishes", "DISH", "Dish of the day"].map { Candidate($0) }
    for (typed, words) in [
      ("dish", "dishes "), ("Dish", "Dishoom Dish\\ of\\ the\\ day "), ("DISH", "DISH "),
      ("dISH", "Dishoom Dish\\ of\\ the\\ day "),
    ] {
      let answer = Kiln.table.answer(.bash, ["kiln glaze --colour \(typed)", " "]) { _, _, _ in list
      }
      #expect(answer.replacing("\n", with: "") == words, "\(typed)")
    }
  }

  /// The parser accepts every word that is offered, in any line.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func whatIsOfferedIsTaken(seed: UInt64) throws {
    var words = Words(seed: seed)
    for _ in 0..<1000 {
      let before = (0..<Int.random(in: 0...3, using: &words.generator)).map { _ in words.word() }
      let typed = String(words.word().prefix(2))
      let answer = Kiln.table.answer(.zsh, before + [typed]) { _, _, _ in [] }
      for line in answer.split(separator: "\n") where line.first != "\t" {
        let word = String(line.prefix { $0 != "\t" })
        #expect(word.utf8.starts(with: typed.utf8), "seed \(seed): \(before) \(typed): \(word)")
        do { _ = try Kiln.table.parse(before + [word]) } catch {
          // It needs more words, or the line was wrong without it.
          let needsMore = ["needs a value", "is missing", "no command given", "takes no name"]
          let wasWrong = (try? Kiln.table.parse(before)) == nil
          #expect(
            wasWrong || needsMore.contains(where: error.text.contains),
            "seed \(seed): \(before) \(word): \(error.text)")
        }
      }
    }
  }
}
