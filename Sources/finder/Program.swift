import CommandLineKit
import FinderEngine

/// The tree of commands and topics, and the way from the arguments to an exit code.
enum Program {
  static let version = "1.0.0"
  /// Of the version, as the manual page says it.
  private static let date = "November 22, 2026"

  static let table = CommandTable(
    .group(
      "finder",
      summary: "finds the restaurants, cafés and pubs around a point, offline and exactly",
      exits: ExitCode.ofEveryCommand.map(\.rawValue), usage: ["COMMAND [OPTIONS]"],
      examples: """
        finder near 51.5074,-0.1278 # the ten nearest venues
        finder near 51.5074,-0.1278 --json # the same for other programs
        finder within --bbox -0.2,51.4,0,51.6 --count # how many are in a box
        finder bulk points.csv > nearest.ndjson # the nearest venue to each of many points
        """,
      commands: [
        Near.command, Within.command, Check.command, Bulk.command, Clusters.command,
        Show.command, Closest.command, Burn.command, Map.command, Suggest.command,
        FavouritesGroup.command, VisitGroup.command, ReviewGroup.command, History.command,
        News.command, LocateGroup.command, ConfigGroup.command,
        .group(
          "data", summary: "inspect, make, install and compare datasets",
          heading: CommandHeading.data, about: DataHelp.about,
          examples: DataHelp.examples, sections: DataHelp.sections,
          commands: [
            DataInfo.command, DataValidate.command, DataDiff.command, DataConvert.command,
            DataImport.command, DataInstall.command, DataRollback.command, DataUpdate.command,
            DataFetch.command, DataCache.command, DataGazetteer.command,
          ]),
        Completions.command,
      ]),
    version: version,
    topics: [
      PointsHelp.topic, FiltersHelp.topic, HoursHelp.topic, RoutesHelp.topic, FormatsHelp.topic,
      ListsHelp.topic, GazetteerHelp.topic, SpeedHelp.topic, ShellsHelp.topic,
      EnvironmentHelp.topic, ExitCode.topic,
    ],
    needless: [
      NeedlessOption(
        "sort sort-by sortby order order-by orderby by", takesValue: true,
        reason: "venues always come nearest first"),
      NeedlessOption(
        "nearest closest sort-by-distance ascending asc", reason: "venues always come nearest first"
      ),
    ])

  /// What follows the program's name on the command line.
  static var arguments: [Word] {
    let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return words.dropFirst().compactMap { $0.map { Word(bytes: FilePath($0).bytes) } }
  }

  static func run(_ arguments: [Word]) -> CInt {
    var command: [String] = []
    ProcessEnd.prepareForRefusal()
    do {
      switch try table.parse(arguments) {
      case .help(let path): try Output().write(help(for: path))
      case .version: try Output().write(table.versionLine + "\n")
      case .manual: try Output().write(table.manual(date: date))
      case .run(let invocation):
        command = invocation.path
        UnfinishedFiles.whenNoted = { StopSignals.listen() }
        MappedFile.whenMapped = { ProcessEnd.prepareForCutFiles() }
        return try invocation.run()
      }
      return ExitCode.success.rawValue
    } catch let error as UsageError {
      let meant = MeantLine.advice(error, arguments, table)
      return Failure(meant ?? error, command: command).report().rawValue
    } catch {
      return Failure(error, command: command).report().rawValue
    }
  }

  static func help(for path: [String], width: Int? = Terminal.width(of: STDOUT_FILENO)) -> String {
    table.help(for: path, width: width ?? 80)
  }
}

enum CommandHeading {
  static let find = "Find"
  static let maps = "Maps"
  static let own = "Your own"
  static let data = "Data"
  static let programs = "For programs"
}
