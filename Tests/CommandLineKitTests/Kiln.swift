import CommandLineKit

extension UsageError {
  /// Both lines, or the only line, without a line break at the end.
  var description: String { hint.isEmpty ? message : "\(message)\n\(hint)" }
}

/// A program that fires pots and uses every feature of the tree. Its commands only show which of them ran, by
/// their exit codes.
enum Kiln {
  enum Options {
    static let colours = ValueList(rawValue: 1)
    static let heat = Option(
      "heat", value: "C", summary: "the peak temperature in °C, 600…1300", group: "Firing")
    static let hours = Option(
      "hours", value: "N", summary: "how long to hold it", group: "Firing",
      defaultText: "8")
    static let tag = Option(
      "tag", value: "TEXT", summary: "a word to file the firing under", group: "Firing",
      isRepeatable: true)
    static let dry = Option("dry-run", short: "n", summary: "say what would be done")
    static let log = Option(
      "log", short: "o", value: "FILE", summary: "write the log to FILE", group: "Output",
      isPath: true)
    static let json = Option("json", summary: "the same as --format json", group: "Output")
    static let format = Option(
      "format", value: "FORMAT", choices: ["table", "json", "csv"], summary: "how to print",
      group: "Output", defaultText: "table")
    static let colour = Option(
      "colour", value: "NAME", summary: "the colour of the glaze", completes: colours)
    static let quiet = Option("quiet", short: "q", summary: "print no notes", group: "General")
  }

  enum Arguments {
    static let pot = Argument(
      "POT", joins: { $0.hasSuffix(" pot") ? .surely : .no }, summary: "the pot to glaze")
    static let coat = Argument(
      "COAT", isRequired: false, joins: { $0.hasPrefix("thin ") ? .no : .perhaps },
      summary: "how much of it")
    static let shelf = Argument("SHELF", isRequired: false, summary: "the shelf to count")
    static let pots = Argument("POT", isRepeatable: true, summary: "a pot to add")
  }

  enum Done: CInt {
    case fired
    case glazed
    case added
    case counted
    case open
  }

  static let fire = Command.command(
    "fire", summary: "fire what is in the kiln", heading: "Heat", exits: [.fired, .open],
    about: "Heats the kiln slowly, holds the peak, and lets it cool by itself.",
    usage: ["--heat C [--hours N] [OPTIONS]"],
    examples: """
      kiln fire --heat 1040 # A bisque firing.
      kiln fire --heat 1240 --hours 10 --tag stoneware # A long one, filed.
      """,
    options: [
      Options.heat, Options.hours, Options.tag, Options.log, Options.json, Options.format,
      Options.quiet,
    ],
    sections: [
      HelpSection(
        "Exit codes", rows: [("0", "fired"), ("3", "the kiln is open")])
    ],
    run: { _ in Done.fired })

  static let glaze = Command.command(
    "glaze", summary: "glaze a pot", exits: [.glazed],
    options: [Options.colour, Options.dry, Options.quiet],
    arguments: [Arguments.pot, Arguments.coat], run: { _ in Done.glazed })

  static let shelf = Command.group(
    "shelf", alias: "rack", summary: "what stands on the shelves", exits: [70],
    commands: [
      .command(
        "add", summary: "put pots on a shelf", exits: [.added], arguments: [Arguments.pots],
        run: { _ in Done.added }),
      .command(
        "count", summary: "count the pots of a shelf", exits: [.counted],
        options: [Options.json, Options.format.with(defaultText: "csv")],
        arguments: [Arguments.shelf], run: { _ in Done.counted }),
    ])

  static let clay = Command.topic(
    "clay", summary: "which clays there are", otherWords: "smash",
    about: "Clay is fired once, or twice with a glaze.",
    examples: """
      kiln fire --heat 1240 # Stoneware.
      """,
    sections: [HelpSection("Clays", rows: [("stoneware", "1200…1300 °C")])])

  static let table = CommandTable(
    .group(
      "kiln", summary: "fires pots and keeps count of them", exits: [64],
      examples: """
        kiln fire --heat 1040 # Fire the kiln.
        """,
      commands: [fire, glaze, shelf]),
    version: "2.1", topics: [clay])
}
