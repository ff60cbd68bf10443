import CommandLineKit
import FinderEngine

/// The commands there are, and the way from the arguments to an exit code.
enum Program {
  static let version = "1.0.0"

  /// A command as the table describes it, and what runs it.
  struct Entry: Sendable {
    let command: Command
    let run: @Sendable (Invocation) throws -> ExitCode
  }

  static let entries = [
    Entry(command: Near.command, run: Near.run),
    Entry(command: Within.command, run: Within.run),
    Entry(command: Check.command, run: Check.run),
    Entry(command: Bulk.command, run: Bulk.run),
  ]

  static let dataEntries = [
    Entry(command: DataInfo.command, run: DataInfo.run),
    Entry(command: DataValidate.command, run: DataValidate.run),
    Entry(command: DataDiff.command, run: DataDiff.run),
    Entry(command: DataConvert.command, run: DataConvert.run),
    Entry(command: DataImport.command, run: DataImport.run),
    Entry(command: DataInstall.command, run: DataInstall.run),
    Entry(command: DataRollback.command, run: DataRollback.run),
    Entry(command: DataUpdate.command, run: DataUpdate.run),
    Entry(command: DataCache.command, run: DataCache.run),
  ]

  static let table = CommandTable(
    Command(
      "finder",
      summary: "finds the restaurants, cafés and pubs around a point, offline and exactly",
      usage: ["COMMAND [OPTIONS]"],
      examples: [
        Example("finder near --lat 51.5074 --lon -0.1278", "the ten nearest venues"),
        Example("finder near --at 51.5074,-0.1278 --json", "the same for other programs"),
        Example("finder within --bbox -0.2,51.4,0,51.6 --count", "how many are in a box"),
        Example(
          "finder bulk points.csv > nearest.ndjson", "the nearest venue to each of many points"),
      ],
      subcommands: entries.map(\.command) + [DataCommands.group] + reserved,
      sections: [ExitCode.helpSection]),
    version: version)

  private static let reserved = [
    Command.reserved("show", summary: "one venue in full"),
    Command.reserved("suggest", summary: "names that begin with what was typed"),
    Command.reserved("favourites", summary: "an ordered list of favourite venues"),
    Command.reserved("closest", summary: "the closest branch of each favourite"),
    Command.reserved("burn", summary: "venues within the walk that burns a meal"),
    Command.reserved("review", summary: "notes on venues"),
    Command.reserved("locate", summary: "the point of a postcode"),
    Command.reserved("map", summary: "a map of the venues found"),
    Command.reserved("completions", summary: "completions for a shell"),
  ]

  static func run(_ arguments: [String]) -> ExitCode {
    do {
      switch try table.parse(arguments) {
      case .help(let path): return try printed(help(for: path))
      case .version: return try printed(table.versionLine + "\n")
      case .run(let invocation): return try perform(invocation)
      }
    } catch {
      return Failure(error).report()
    }
  }

  static func help(for path: [String], width: Int? = Terminal.width(of: STDOUT_FILENO)) -> String {
    table.help(for: path, width: width ?? 80)
  }

  private static func perform(_ invocation: Invocation) throws -> ExitCode {
    let candidates = invocation.path.first == DataCommands.group.name ? dataEntries : entries
    guard let entry = candidates.first(where: { $0.command.name == invocation.path.last }) else {
      throw Failure(.internalError, "no code for the command \(invocation.path)")
    }
    do {
      return try entry.run(invocation)
    } catch {
      return Failure(error, command: invocation.path).report()
    }
  }

  private static func printed(_ text: String) throws -> ExitCode {
    try Output(standard: ()).write(text)
    return .success
  }
}
