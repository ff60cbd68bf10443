import CommandLineKit
import Testing

private func error(_ line: [String]) -> String {
  do {
    return "no error: \(try Kiln.table.parse(line))"
  } catch {
    return error.description
  }
}

/// Wrong lines, each with the complete message.
private let messages: [([String], String)] = [
  // Commands
  (["frie"], "kiln: unknown command 'frie'; did you mean 'fire'?\n  see 'kiln help'"),
  (["FIRE"], "kiln: unknown command 'FIRE'; did you mean 'fire'?\n  see 'kiln help'"),
  (["count"], "kiln: unknown command 'count'; did you mean 'shelf count'?\n  see 'kiln help'"),
  (["pant"], "kiln: unknown command 'pant'\n  see 'kiln help'"),
  (["foo"], "kiln: unknown command 'foo'\n  see 'kiln help'"),
  ([""], "kiln: unknown command ''\n  see 'kiln help'"),
  (["-1"], "kiln: unknown command '-1'\n  see 'kiln help'"),
  (
    ["rack", "cuont"],
    "kiln: shelf: unknown command 'cuont'; did you mean 'shelf count'?\n  see 'kiln help shelf'"
  ),
  (
    ["help", "gaze"],
    "kiln: unknown command or topic 'gaze'; try: kiln help glaze"
  ),
  (
    ["help", "shelf", "nonsense"],
    "kiln: shelf: unknown command or topic 'nonsense'\n  see 'kiln help shelf'"
  ),
  (
    ["help", "fire", "more"],
    "kiln: fire: unknown command or topic 'more'\n  see 'kiln help fire'"
  ),
  (["clay"], "kiln: unknown command 'clay'; did you mean 'help clay'?\n  see 'kiln help'"),
  (
    ["help", "caly"],
    "kiln: unknown command or topic 'caly'; try: kiln help clay"
  ),
  (
    ["help", "clay", "jug"],
    "kiln: help clay: unexpected argument 'jug'\n  see 'kiln help clay'"
  ),
  (
    ["--quiet"],
    "kiln: no command given; expected one of fire, glaze, shelf, help\n  see 'kiln help'"
  ),
  (
    ["shelf", "--json"],
    "kiln: shelf: no command given; expected one of add, count\n  see 'kiln help shelf'"
  ),
  // Options that are unknown or out of place
  (
    ["fire", "--haet", "3"],
    "kiln: fire: unknown option '--haet'; try: kiln fire --heat 3"
  ),
  (
    ["fire", "--hour=3"],
    "kiln: fire: unknown option '--hour'; try: kiln fire --hours 3"
  ),
  (
    ["fire", "-format=csv"],
    "kiln: fire: unknown option '-format'; try: kiln fire --format csv"
  ),
  // -o takes a value, and this command has no option --log.
  (
    ["glaze", "jug", "-log", "x"],
    """
    kiln: glaze: unknown option '-log'; did you mean '--log' of 'fire'?
      --log, -o FILE  write the log to FILE (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--form", "csv"],
    "kiln: fire: unknown option '--form'; try: kiln fire --format csv"
  ),
  (
    ["glaze", "--formt", "csv"],
    """
    kiln: glaze: unknown option '--formt'; did you mean '--format' of 'fire'?
      --format FORMAT  how to print: table, json, csv (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--hepl"],
    """
    kiln: fire: unknown option '--hepl'; did you mean '--help'?
      --help, -h  show this help (see 'kiln help fire')
    """
  ),
  (["fire", "--foo"], "kiln: fire: unknown option '--foo'\n  see 'kiln help fire'"),
  (["--foo", "fire"], "kiln: fire: unknown option '--foo'\n  see 'kiln help fire'"),
  (["--foo", "3", "fire"], "kiln: unknown option '--foo'\n  see 'kiln help'"),
  (["fire", "-x"], "kiln: fire: unknown option '-x'\n  see 'kiln help fire'"),
  (["fire", "-qx"], "kiln: fire: unknown option '-x'\n  see 'kiln help fire'"),
  (
    ["fire", "--\u{301}json"],
    "kiln: fire: unknown option '--\u{301}json'; try: kiln fire --json"
  ),
  (["fire", "--=3"], "kiln: fire: unknown option '--'\n  see 'kiln help fire'"),
  (
    ["glaze", "--heat", "900", "jug"],
    """
    kiln: glaze: --heat is an option of 'fire'
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
    """
  ),
  (
    ["--json", "glaze", "jug"],
    """
    kiln: glaze: --json is an option of 'fire' and 'shelf count'
      --json  the same as --format json (see 'kiln help fire')
    """
  ),
  // Values
  (
    ["fire", "--heat"],
    """
    kiln: fire: --heat needs a value
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--heat", "--hours", "3"],
    """
    kiln: fire: --heat needs a value
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--heat", "--hours=3"],
    """
    kiln: fire: --heat needs a value
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--log", "-q"],
    """
    kiln: fire: --log needs a value
      --log, -o FILE  write the log to FILE (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--heat", "--", "3"],
    """
    kiln: fire: --heat needs a value
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
    """
  ),
  (
    ["--heat"],
    """
    kiln: --heat needs a value
      --heat C  the peak temperature in °C, 600…1300 (see 'kiln help')
    """
  ),
  (
    ["fire", "--json=yes"],
    """
    kiln: fire: --json takes no value
      --json  the same as --format json (see 'kiln help fire')
    """
  ),
  (
    ["fire", "-q=1"],
    """
    kiln: fire: --quiet takes no value
      --quiet, -q  print no notes (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--help=1"],
    """
    kiln: fire: --help takes no value
      --help, -h  show this help (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--format", "jsn"],
    """
    kiln: fire: --format jsn: not one of table, json, csv; did you mean 'json'?
      --format FORMAT  how to print (see 'kiln help fire')
    """
  ),
  (
    ["fire", "--format", "", "--format", "csv"],
    """
    kiln: fire: --format '': not one of table, json, csv
      --format FORMAT  how to print (see 'kiln help fire')
    """
  ),
  // Arguments
  (
    ["glaze"],
    """
    kiln: glaze: POT is missing
      POT  the pot to glaze (see 'kiln help glaze')
    """
  ),
  (
    ["shelf", "add"],
    """
    kiln: shelf add: POT is missing
      POT…  a pot to add (see 'kiln help shelf add')
    """
  ),
  (["fire", "now"], "kiln: fire: unexpected argument 'now'\n  see 'kiln help fire'"),
  (["fire", "-0.1"], "kiln: fire: unexpected argument '-0.1'\n  see 'kiln help fire'"),
  (["fire", "-"], "kiln: fire: unexpected argument '-'\n  see 'kiln help fire'"),
  (["fire", "--", "-q"], "kiln: fire: unexpected argument '-q'\n  see 'kiln help fire'"),
  (
    ["glaze", "jug", "thin", "b"],
    "kiln: glaze: unexpected argument 'b'\n  see 'kiln help glaze'"
  ),
  (
    ["--quiet", "glaze", "tea", "pot", "very", "thin", "--dry-run", "--colour", "sea green"],
    "kiln: glaze: unexpected argument 'very'; quote the words that belong together: kiln glaze 'tea pot' "
      + "'very thin' --quiet --dry-run --colour 'sea green'\n  see 'kiln help glaze'"
  ),
  (
    ["glaze", "jug", "\u{2014}colour", "sea"],
    "kiln: glaze: unexpected argument '—colour'; did you mean '--colour'?\n  "
      + "--colour NAME  the colour of the glaze (see 'kiln help glaze')"
  ),
  (
    ["glaze", "jug", "--colour", "deep", "sea", "green", "--quiet"],
    "kiln: glaze: unexpected argument 'green'; quote the words that belong together: kiln glaze jug "
      + "--colour 'deep sea green' --quiet\n  see 'kiln help glaze'"
  ),
  (
    ["glaze", "Ann's", "old", "pot"],
    #"kiln: glaze: unexpected argument 'pot'; quote the words that belong together: kiln glaze 'Ann'\''s old pot'"#
      + "\n  see 'kiln help glaze'"
  ),
  (
    ["glaze", "jug", "very", "thick"],
    "kiln: glaze: unexpected argument 'thick'; quote the words that belong together: kiln glaze jug 'very "
      + "thick'\n  see 'kiln help glaze'"
  ),
  // As it would have to be typed after --.
  (
    ["glaze", "--", "-a", "b", "pot"],
    "kiln: glaze: unexpected argument 'pot'\n  see 'kiln help glaze'"
  ),
  (
    ["glaze", String(repeating: "x", count: 300), "tea", "pot"],
    "kiln: glaze: unexpected argument 'pot'; quote the words that belong together\n  see 'kiln help glaze'"
  ),
  (
    ["Smash"], "kiln: unknown command 'Smash'; did you mean 'help clay'?\n  see 'kiln help'"
  ),
  // Hostile input
  (
    ["fire", "a\nb\u{1B}[2J\u{202E}"],
    "kiln: fire: unexpected argument 'a\\nb\\u{1B}[2J\\u{202E}'\n  see 'kiln help fire'"
  ),
  (
    ["fire", "--format=\r\n\t\u{2028}"],
    """
    kiln: fire: --format '\\r\\n\\t\\u{2028}': not one of table, json, csv
      --format FORMAT  how to print (see 'kiln help fire')
    """
  ),
  (
    [String(repeating: "x", count: 1_000_000)],
    "kiln: unknown command '\(String(repeating: "x", count: 60))…'\n  see 'kiln help'"
  ),
]

@Suite struct UsageErrorTests {
  @Test(arguments: messages)
  func message(line: [String], expected: String) {
    #expect(error(line) == expected)
  }

  /// An error that the program itself finds in a value that the parser accepted.
  @Test func errorsFoundByTheProgram() throws {
    guard case .run(let firing) = try Kiln.table.parse(["fire", "--heat", "95"]) else { return }
    #expect(
      firing.error(Kiln.Options.heat, "95 is out of range (600…1300)").description == """
        kiln: fire: --heat 95 is out of range (600…1300)
          --heat C  the peak temperature in °C, 600…1300 (see 'kiln help fire')
        """)
    #expect(
      firing.error("--heat is needed").description == """
        kiln: fire: --heat is needed
          see 'kiln help fire'
        """)
    #expect(
      firing.error(Kiln.Arguments.pot, "'a\nb' is broken").description == """
        kiln: fire: POT 'a\\nb' is broken
          POT  the pot to glaze (see 'kiln help fire')
        """)
  }

  /// Where commands differ, the line about help is the command's own.
  @Test func theHelpLineIsTheCommands() throws {
    let other = Kiln.Options.format.with(summary: "never shown")
    guard case .run(let counting) = try Kiln.table.parse(["shelf", "count"]) else { return }
    #expect(
      counting.error(other, "is odd").hint
        == "  --format FORMAT  how to print: table, json, csv (see 'kiln help shelf count')")
  }

  @Test func showing() {
    #expect(UsageError.show("plain") == "plain")
    #expect(UsageError.show("two words") == "'two words'")
    #expect(UsageError.show("") == "''")
    #expect(UsageError.escape("\u{0}\u{7F}\u{85}é") == "\\u{0}\\u{7F}\\u{85}é")
  }
}
