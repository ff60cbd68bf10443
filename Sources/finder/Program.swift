import CommandLineKit
import FinderEngine

/// The tree of commands and topics, and the way from the arguments to an exit code.
enum Program {
  static let version = "2.0.0"
  /// Of the version, as the manual page says it.
  private static let date = "November 26, 2026"

  static let table = CommandTable(
    .group(
      "finder",
      summary: "finds the restaurants, cafés and pubs around a point, offline and exactly",
      exits: ExitCode.ofEveryCommand.map(\.rawValue), usage: ["COMMAND [OPTIONS]"],
      examples: """
        finder near London # the ten nearest venues
        finder near 'WC1B 2JS' --match cafe --radius 1km # around a postcode, by name
        finder near Leeds --open now # open now
        finder within Brighton --radius 1mi --count # how many there are
        finder map Bristol # a map in the terminal
        """,
      sections: [
        HelpSection(
          "Real venues",
          text: """
            The venues that come with finder are invented. For real ones:
            """,
          rows: """
            finder data fetch osm Leeds --radius 3km --install  an area now, from OpenStreetMap
            finder data install \(DataHelp.country)  a country's file; 'finder help data' says where it is
            finder data install venues.csv  a list of your own
            """)
      ],
      commands: [
        Near.command, Within.command, Meet.command, Along.command, Food.command, Pick.command,
        Show.command, Closest.command, Map.command, FavouritesGroup.command, VisitGroup.command,
        ReviewGroup.command, History.command,
        Burn.command, News.command, LocateGroup.command, ConfigGroup.command,
        .group(
          "data", summary: "inspect, make, install and compare datasets",
          heading: CommandHeading.data, about: DataHelp.about,
          examples: DataHelp.examples, sections: DataHelp.sections,
          commands: [
            DataInfo.command, DataValidate.command, DataDiff.command, DataConvert.command,
            DataImport.command, DataInstall.command, DataList.command, DataRemove.command,
            DataRollback.command, DataUpdate.command, DataFetch.command, DataCache.command,
            DataGazetteer.command,
          ]),
        Bulk.command, Suggest.command, Clusters.command, Check.command, Completions.command,
      ]),
    version: version,
    topics: [
      PointsHelp.topic, FiltersHelp.topic, HoursHelp.topic, RoutesHelp.topic, FormatsHelp.topic,
      ListsHelp.topic, GazetteerHelp.topic, SpeedHelp.topic, ShellsHelp.topic,
      EnvironmentHelp.topic, ExitCode.topic,
    ],
    needless: [
      NeedlessOption(
        "sort sort-by sortby order order-by orderby by", takesValue: true, of: nearestFirst,
        reason: "venues always come nearest first"),
      NeedlessOption(
        "nearest closest sort-by-distance ascending asc", of: nearestFirst,
        reason: "venues always come nearest first"),
    ])

  private static let nearestFirst = [
    Near.command.name, Within.command.name, Bulk.command.name, Closest.command.name,
    Map.command.name,
  ]

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
      case .help(let path, let length): try Output().write(help(for: path, length))
      case .version: try Output().write(table.versionLine + "\n")
      case .manual: try Output().write(table.manual(date: date))
      case .run(let invocation):
        command = invocation.path
        invocation.noteUnknownVariables()
        UnfinishedFiles.whenNoted = { StopSignals.listen() }
        MappedFile.whenMapped = { ProcessEnd.prepareForCutFiles() }
        invocation.noteOverriddenFilters()
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

  static func help(
    for path: [String], _ length: HelpLength, width: Int? = Terminal.width(of: STDOUT_FILENO)
  ) -> String {
    table.help(for: path, length, width: width ?? 80)
  }
}

enum CommandHeading {
  static let find = "Find"
  static let maps = "Maps"
  static let own = "Your own"
  static let data = "Data"
  static let programs = "For programs"
}
