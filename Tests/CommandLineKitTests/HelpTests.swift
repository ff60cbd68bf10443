import CommandLineKit
import Testing

@Suite struct HelpTests {
  @Test func program() {
    #expect(
      Kiln.table.help() == """
        kiln: fires pots and keeps count of them

        Examples:
          kiln fire --heat 1040
              Fire the kiln.

        Usage:
          kiln COMMAND [OPTIONS]

        Heat:
          fire   fire what is in the kiln

        Commands:
          glaze  glaze a pot
          shelf  what stands on the shelves

        Topics:
          clay

        General:
          --help, -h     show this help
          --version, -V  show the version

        'kiln help COMMAND' explains one command, 'kiln help TOPIC' a topic.

        """)
  }

  @Test func command() {
    #expect(
      Kiln.table.help(for: ["fire"]) == """
        kiln fire: fire what is in the kiln

        Examples:
          kiln fire --heat 1040
              A bisque firing.
          kiln fire --heat 1240 --hours 10 --tag stoneware
              A long one, filed.

        Usage:
          kiln fire --heat C [--hours N] [OPTIONS]

        Heats the kiln slowly, holds the peak, and lets it cool by itself.

        Firing:
          --heat C         the peak temperature in °C, 600…1300
          --hours N        how long to hold it (default 8)
          --tag TEXT       a word to file the firing under (repeatable)

        Output:
          --log, -o FILE   write the log to FILE
          --json           the same as --format json
          --format FORMAT  how to print: table, json, csv (default table)

        General:
          --quiet, -q      print no notes
          --help, -h       show this help

        Exit codes:
          0  fired
          3  the kiln is open

        """)
  }

  /// A width below 40 counts as 40. The line of an example is never wrapped.
  @Test func narrow() {
    #expect(
      Kiln.table.help(for: ["fire"], width: 10) == """
        kiln fire: fire what is in the kiln

        Examples:
          kiln fire --heat 1040
              A bisque firing.
          kiln fire --heat 1240 --hours 10 --tag stoneware
              A long one, filed.

        Usage:
          kiln fire --heat C [--hours N]
              [OPTIONS]

        Heats the kiln slowly, holds the peak,
        and lets it cool by itself.

        Firing:
          --heat C         the peak temperature
                           in °C, 600…1300
          --hours N        how long to hold it
                           (default 8)
          --tag TEXT       a word to file the
                           firing under
                           (repeatable)

        Output:
          --log, -o FILE   write the log to FILE
          --json           the same as --format
                           json
          --format FORMAT  how to print: table,
                           json, csv (default
                           table)

        General:
          --quiet, -q      print no notes
          --help, -h       show this help

        Exit codes:
          0  fired
          3  the kiln is open

        """)
  }

  @Test func group() {
    #expect(
      Kiln.table.help(for: ["shelf"]) == """
        kiln shelf: what stands on the shelves

        Usage:
          kiln shelf COMMAND [OPTIONS]

        'kiln rack' is the same.

        Commands:
          add    put pots on a shelf
          count  count the pots of a shelf

        General:
          --help, -h  show this help

        'kiln help shelf COMMAND' explains one command.

        """)
  }

  /// What `fire --help` shows: all options, as there are few, without their descriptions.
  @Test func shortPage() {
    #expect(
      Kiln.table.help(for: ["fire"], .short) == """
        kiln fire: fire what is in the kiln

        Examples:
          kiln fire --heat 1040
              A bisque firing.
          kiln fire --heat 1240 --hours 10 --tag stoneware
              A long one, filed.

        Usage:
          kiln fire --heat C [--hours N] [OPTIONS]

        Options:
          --heat C         the peak temperature in °C, 600…1300
          --hours N        how long to hold it (default 8)
          --tag TEXT       a word to file the firing under (repeatable)
          --log, -o FILE   write the log to FILE
          --json           the same as --format json
          --format FORMAT  how to print: table, json, csv (default table)
          --quiet, -q      print no notes

        'kiln help fire' shows everything.

        """)
  }

  /// Of many options it shows those that are marked, and of many examples the first five.
  @Test func shortPageOfManyOptions() {
    let options = (0..<11).map {
      Option("o\($0)", summary: "option \($0)", isEveryday: $0 % 5 == 0)
    }
    let examples = (0..<6).map { "kiln dry \($0) # for \($0) days" }.joined(separator: "\n")
    let table = CommandTable(
      .group(
        "kiln", summary: "fires",
        commands: [
          .command(
            "dry", summary: "dries", exits: [.fired], examples: examples, options: options,
            run: { _ in Kiln.Done.fired })
        ]),
      version: "1")
    let page = table.help(for: ["dry"], .short)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("  --") }
    #expect(rows == ["  --o0   option 0", "  --o5   option 5", "  --o10  option 10"], "\(page)")
    #expect(page.contains("kiln dry 4") && !page.contains("kiln dry 5"), "\(page)")
    #expect(
      page.hasSuffix("'kiln help dry' shows everything: 11 options, 6 examples.\n"), "\(page)")
  }

  /// If nothing would be left out, there is only one page.
  @Test func onePageOfFewOptions() {
    #expect(Kiln.table.help(for: ["glaze"], .short) == Kiln.table.help(for: ["glaze"]))
    #expect(
      Kiln.table.help(for: ["help", "clay"], .short) == Kiln.table.help(for: ["help", "clay"]))
    #expect(Kiln.table.help(for: [], .short) == Kiln.table.help())
  }

  @Test func argumentsAndDerivedUsage() {
    #expect(
      Kiln.table.help(for: ["glaze"]) == """
        kiln glaze: glaze a pot

        Usage:
          kiln glaze [OPTIONS] POT [COAT]

        Arguments:
          POT     the pot to glaze
          [COAT]  how much of it

        Options:
          --colour NAME  the colour of the glaze
          --dry-run, -n  say what would be done

        General:
          --quiet, -q    print no notes
          --help, -h     show this help

        """)
  }

  @Test func helpItself() {
    #expect(
      Kiln.table.help(for: ["help"]) == """
        kiln help: show help for a command or a topic

        Usage:
          kiln help [COMMAND…]
          kiln help --man

        Arguments:
          [COMMAND…]  the command or topic to explain

        Topics:
          clay  which clays there are

        General:
          --man       the manual page, for man -l or mandoc
          --help, -h  show this help

        """)
  }

  @Test func topic() {
    #expect(
      Kiln.table.help(for: ["help", "clay"]) == """
        kiln help clay: which clays there are

        Examples:
          kiln fire --heat 1240
              Stoneware.

        Clay is fired once, or twice with a glaze.

        Clays:
          stoneware  1200…1300 °C

        """)
  }

  @Test func helpOfTheLongestKnownPath() {
    #expect(Kiln.table.help(for: ["shelf", "nonsense"]) == Kiln.table.help(for: ["shelf"]))
    #expect(Kiln.table.help(for: ["nonsense"]) == Kiln.table.help())
  }

  @Test func aTermTooLongForItsColumnHasItsOwnLine() {
    let long = Option(
      "glaze-of-the-outermost-coat", value: "COLOUR", summary: "seldom used")
    let short = Option("top", summary: "only the top")
    let table = CommandTable(
      .group(
        "pot", summary: "paints",
        commands: [
          .command(
            "paint", summary: "paints", exits: [.glazed], options: [long, short],
            run: { _ in Kiln.Done.glazed })
        ]),
      version: "1")
    let page = table.help(for: ["paint"], width: 60)
    #expect(
      page.contains(
        """
        Options:
          --glaze-of-the-outermost-coat COLOUR
                      seldom used
          --top       only the top

        """), "\(page)")
  }

  @Test func textAndRowsOfASection() {
    let section = HelpSection(
      "Environment", text: "One paragraph.\n\nAnother.", rows: [("KILN", "where it stands")])
    let table = CommandTable(
      .group("kiln", summary: "fires", sections: [section], commands: []), version: "1")
    #expect(
      table.help().contains(
        """
        Environment:
          One paragraph.

          Another.
          KILN  where it stands

        """))
  }

  /// At every width, no line is too long except an example's command, and none ends in a space.
  @Test(arguments: 40...110)
  func everyPageFits(width: Int) {
    for (path, command) in Kiln.table.commands {
      for length in [HelpLength.short, .whole] {
        let page = Kiln.table.help(for: path, length, width: width)
        for line in page.split(separator: "\n") {
          let isExample = command.examples.contains { "  \($0.command)" == line }
          #expect(line.count <= min(width, 100) || isExample, "\(line)")
          #expect(line.last != " ", "\(line)")
        }
        #expect(page.hasSuffix("\n") && !page.hasSuffix("\n\n"))
        #expect(!page.contains("\n\n\n"))
      }
    }
  }

  /// A command may end with its own exit codes, and with those of the groups that it is in.
  @Test func exitCodes() {
    #expect(Kiln.table.exitCodes(of: []) == [64])
    #expect(Kiln.table.exitCodes(of: ["fire"]) == [0, 4, 64])
    #expect(Kiln.table.exitCodes(of: ["shelf", "count"]) == [3, 64, 70])
  }
}
