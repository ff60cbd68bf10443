import TestSupport
import Testing

@testable import CommandLineKit

/// The manual page. Its rendering is checked by `.ci/checks/install`, which has the programs for it.
@Suite struct ManualTests {
  private static let page = Kiln.table.manual(date: "May 1, 2026")

  @Test func beginning() {
    #expect(
      Self.page.hasPrefix(
        """
        .Dd May 1, 2026
        .Dt KILN 1
        .Os
        .Sh NAME
        .Nm kiln
        .Nd fires pots and keeps count of them
        .Sh SYNOPSIS
        """))
  }

  @Test func everythingIsInIt() {
    for (path, command) in Kiln.table.commands where !path.isEmpty {
      let name = command.isTopic ? command.name : "kiln \(path.joined(separator: " "))"
      #expect(Self.page.contains("\n.Ss \(name)\n"), "\(name)")
      for option in command.options + Option.builtIn {
        #expect(Self.page.contains("\n.It Fl Fl \(Mdoc.escaped(option.name))"), "\(option.name)")
      }
      for example in command.examples {
        #expect(Self.page.contains("\n\(Mdoc.escaped(example.command))\n"), "\(example.command)")
      }
    }
    #expect(Self.page.contains("\n.Sh EXIT STATUS\n") == false)
    #expect(Self.page.contains("\n.It \"\\&stoneware\"\n1200\\[u2026]1300 \\[u00B0]C\n"))
  }

  @Test(arguments: [
    (".Sh x", "\\&.Sh x"), ("'quoted'", "\\(aqquoted\\(aq"), ("a\\b", "a\\eb"),
    ("--json", "\\%\\-\\-json"), ("`~^\"", "\\(ga\\(ti\\(ha\\(dq"), ("…🏺", "\\[u2026]\\[u1F3FA]"),
    ("One. Two! Three", "One.\nTwo!\nThree"), ("(it is.) Yes", "(it is.)\nYes"),
    ("v1.0 x", "v1.0 x"),
    ("a\n\nb\nc", "a\n.Pp\nb\n.Pp\nc"),
  ])
  func text(text: String, lines: String) {
    var mdoc = Mdoc(title: "x", section: 1, date: "today")
    mdoc.section("Description")
    mdoc.text(text)
    #expect(mdoc.page == ".Dd today\n.Dt X 1\n.Os\n.Sh DESCRIPTION\n\(lines)\n")
  }

  /// No text becomes a macro, and no line is longer than 80 bytes unless it is one word.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func anyText(seed: UInt64) {
    var random = Words(seed: seed)
    for _ in 0..<300 {
      let words = (0..<40).map { _ in random.word().filter { !$0.isNewline } }
      var mdoc = Mdoc(title: "x", section: 1, date: "today")
      mdoc.section("Description")
      mdoc.text(([".Sh", "'x"] + words).joined(separator: " "))
      for line in mdoc.page.split(separator: "\n").dropFirst(4) {
        #expect(line.first != "." && line.first != "'", "seed \(seed): \(line)")
        #expect(line.utf8.count <= 80 || !line.contains(" "), "seed \(seed): \(line)")
      }
    }
  }

  @Test func options() throws {
    guard case .manual = try Kiln.table.parse(["help", "--man"]) else { throw Wrong() }
    guard case .help([], _) = try Kiln.table.parse(["help", "--man", "--help"]) else {
      throw Wrong()
    }
    #expect(throws: UsageError.self) { try Kiln.table.parse(["help", "--man", "fire"]) }
    #expect(throws: UsageError.self) { try Kiln.table.parse(["fire", "--man"]) }
  }

  private struct Wrong: Error {}
}
