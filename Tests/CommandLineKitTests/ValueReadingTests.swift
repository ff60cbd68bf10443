import TestSupport
import Testing

@testable import CommandLineKit

/// Options whose value may be left out, and those whose value may have spaces: the words alone decide.
@Suite struct ValueReadingTests {
  private static let light = Option(
    "light", value: "WHEN", summary: "when to light it",
    reading: ValueReading(
      standard: "now", isMeant: { ["now", "dawn", "sunday"].contains($0) },
      joins: { $0 == "sunday noon" || $0 == "sunday at noon" }),
    defaultText: "now")
  private static let hold = Option(
    "hold", short: "l", value: "TIME", summary: "how long to hold it",
    reading: ValueReading(joins: { $0.hasSuffix(" hours") }))
  private static let glaze = Option(
    "glaze", value: "COLOUR", summary: "how to glaze it", isRepeatable: true,
    reading: ValueReading(
      joins: { $0.hasPrefix("sea green") },
      named: { ["cobalt": "blue", "off-white": "white", "lights": "pale"][$0] }),
    otherWords: "colour")

  private static let table = CommandTable(
    .group(
      "kiln", summary: "fires pots",
      commands: [
        .command(
          "fire", summary: "fire pots", exits: [Kiln.Done.fired], options: [light, hold, glaze],
          arguments: [
            Argument(
              "POT", isRequired: false, mostWords: 3, completes: ValueList(rawValue: 2),
              summary: "a pot")
          ], run: { _ in Kiln.Done.fired })
      ]), version: "1")

  private func read(_ line: String) throws -> Invocation? {
    let words = line.split(separator: " ").map { String($0) }
    guard case .run(let invocation) = try Self.table.parse(words) else { return nil }
    return invocation
  }

  @Test func theTableHasNoFaults() {
    #expect(Self.table.faults() == [])
    let bad = Option("x", summary: "a switch", reading: ValueReading(joins: { _ in false }))
    let table = CommandTable(
      .group(
        "kiln", summary: "fires",
        commands: [
          .command("a", summary: "a", exits: [Kiln.Done.fired], options: [bad]) { _ in
            Kiln.Done.fired
          }
        ]), version: "1")
    #expect(table.faults().count == 1)
  }

  @Test(arguments: [
    ("fire --light", "now", ""), ("fire --light jug", "now", "jug"),
    ("fire jug --light", "now", "jug"), ("fire --light dawn jug", "dawn", "jug"),
    ("fire --light=jug pot", "jug", "pot"), ("fire --light --hold 3 jug", "now", "jug"),
    ("fire --light -- dawn", "now", "dawn"), ("--light fire jug", "now", "jug"),
    ("--light dawn fire jug", "dawn", "jug"), ("fire --light -", "now", "-"),
    ("fire --light sunday jug", "sunday", "jug"),
  ])
  func aValueThatMayBeLeftOut(line: String, value: String, pot: String) throws {
    let invocation = try #require(try read(line))
    #expect(invocation[Self.light] == value)
    #expect(invocation.arguments.joined(separator: " ") == pot)
  }

  @Test(arguments: [
    (
      "fire jug --light sunday noon",
      "--light sunday noon needs quotes; try: kiln fire jug --light 'sunday noon'"
    ),
    (
      "fire --light sunday at noon jug",
      "--light sunday at noon needs quotes; try: kiln fire jug --light 'sunday at noon'"
    ),
    (
      "fire -l 3 hours jug --light",
      "--hold 3 hours needs quotes; try: kiln fire jug --hold '3 hours' --light now"
    ),
    ("fire --hold", "--hold needs a value"),
    // Of several values, only the one that needs quotes gets them, around all of its words.
    (
      "fire jug --glaze red --glaze sea green",
      "--glaze sea green needs quotes; try: kiln fire jug --glaze red --glaze 'sea green'"
    ),
    (
      "fire jug --glaze sea green as seen from the shore",
      "--glaze sea green as seen from the shore needs quotes; "
        + "try: kiln fire jug --glaze 'sea green as seen from the shore'"
    ),
    // Not the name of an option, but a value of one.
    ("fire jug --cobalt", "unknown option '--cobalt'; try: kiln fire jug --glaze blue"),
    ("fire --off-white jug", "unknown option '--off-white'; try: kiln fire --glaze white jug"),
    (
      "fire --cobalt jug --colour red",
      "unknown option '--cobalt'; try: kiln fire --glaze blue jug --glaze red"
    ),
    ("fire jug --lights", "unknown option '--lights'; try: kiln fire jug --glaze pale"),
    ("fire jug --lihgt", "unknown option '--lihgt'; try: kiln fire jug --light"),
    ("fire jug --cobalt=yes", "unknown option '--cobalt'; did you mean '--glaze blue'?"),
  ])
  func severalWords(line: String, problem: String) throws {
    do {
      _ = try read(line)
      Issue.record("no error")
    } catch let error as UsageError {
      #expect(error.text == problem)
    }
  }

  @Test func help() throws {
    #expect(Self.light.synopsis == "--light [WHEN]")
    let page = Self.table.help(for: ["fire"])
    #expect(page.contains("--light [WHEN]") && page.contains("when to light it (default now)"))
    let manual = Self.table.manual(date: "May 1, 2026")
    #expect(manual.contains(".It Fl Fl light Op Ar \"\\&WHEN\"\n"))
  }

  /// What may follow: its values, and what may come if it has none.
  @Test func completions() {
    let offered = Self.table.answer(.fish, ["fire", "--light", ""]) { list, _, _ in
      list == ValueList(rawValue: 2) ? [Candidate("jug")] : []
    }
    #expect(offered == "jug\t\n")
    let options = Self.table.answer(.fish, ["fire", "--light", "--h"]) { _, _, _ in [] }
    #expect(options.hasPrefix("--hold\t"))
  }
}
