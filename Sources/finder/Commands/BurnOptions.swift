import CommandLineKit
import FinderEngine

/// The options of `finder burn`, and what they mean.
enum BurnOptions {
  static let venue = Option(
    "venue", value: "VENUE", summary: "what the walk to this venue earns: an id or a name",
    group: "Meal", completes: .names)
  static let menu = Option(
    "menu", value: "FILE", summary: "meals of your own: rows with name and kcal", group: "Meal",
    isPath: true, otherWords: "meals food")
  static let anywhere = Option(
    "anywhere", summary: "not only at the chain that the meal is from", group: "Meal",
    otherWords: "any-chain all")
  static let tolerance = Option(
    "tolerance", value: "P", summary: "how much more than the meal a walk may burn", group: "Meal",
    defaultText: "50%", otherWords: "slack margin")
  /// Not `--sort`, which takes no value in 'data convert'.
  static let order = Option(
    "order", value: "BY", choices: ["distance", "calories"],
    summary: "the nearest first, or those that burn most", group: "Search",
    defaultText: "distance", otherWords: "sort sort-by")
  static let limit = Options.limit.with(
    summary: "at most N venues, or with --venue meals; 0 for all")
  static let back = Option(
    "return", summary: "count the way back as well", group: "Walk",
    otherWords: "both-ways round-trip back")
  static let run = Option("run", summary: "run, do not walk", group: "Walk", otherWords: "jog")
  static let weight = Option(
    "weight", value: "KG", summary: "your weight, such as 82, 180lb or 13st", group: "Walk",
    defaultText: "70", otherWords: "mass kg")
  static let pace = Option(
    "pace", value: "KMH", summary: "how fast you go, such as 4.8 or 3mph", group: "Walk",
    defaultText: "4.8, with --run 10", otherWords: "speed kmh")
  static let gross = Option(
    "gross", summary: "count what rest would have burned too", group: "Walk", otherWords: "total")

  static let usualTolerance = 0.5

  /// Those that say how a walk is reckoned.
  private static let ofWalks = [back, run, weight, pace, gross]
  private static let ofMeals = [venue, menu, anywhere, tolerance]

  static var all: [Option] {
    ofMeals + ofWalks + Options.point
      + [Options.outside, limit, order, Options.match, Options.condition] + Options.chains
      + Options.hours + [Options.count] + RouteOptions.all + Options.common + [Options.fields]
  }

  /// Refuses what has no effect where there is no list of venues.
  static func refuseSearching(_ invocation: Invocation, _ how: String, but kept: [Option]) throws {
    let ofSearches =
      Options.point
      + [
        Options.outside, Options.limit, venue, anywhere, tolerance, order, Options.condition,
        Options.count, Options.fields,
      ] + Options.chains + Options.hours + RouteOptions.all
    for option in ofSearches where !kept.contains(where: { $0.name == option.name }) {
      guard !invocation.has(option) else {
        throw invocation.error(option, "has no effect \(how)")
      }
    }
    let format = invocation.format()
    guard format != .geojson, format != .geojsonseq else {
      throw invocation.error("meals cannot be written as \(format.rawValue)")
    }
  }
}

extension Invocation {
  /// By options, else the settings. The pace that is set is one of walking.
  func walkFigures() throws -> WalkFigures {
    let (weight, pace) = (
      try measure(BurnOptions.weight, .weight) { WalkingMeasure.weight($0) },
      try measure(BurnOptions.pace, .pace) { WalkingMeasure.pace($0) }
    )
    let settings = try settings()
    let mode: WalkingEnergy.Mode = has(BurnOptions.run) ? .run : .walk
    let energy = WalkingEnergy(
      mode: mode, weight: weight ?? settings.weight ?? WalkingEnergy.usualWeight,
      pace: pace ?? (mode == .walk ? settings.pace : nil), isNet: !has(BurnOptions.gross))
    return WalkFigures(
      energy, factor: settings.walkFactor ?? WalkedWay.usualFactor,
      isReturn: has(BurnOptions.back))
  }

  private func measure(
    _ option: Option, _ key: SettingKey, _ read: (String) -> Double?
  ) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard let value = read(text) else {
      throw error(option, "\(UsageError.show(text)) is not \(key.expected)")
    }
    return value
  }

  /// Whether a meal is looked for at its chain alone: another word about chains comes before that.
  func isOfItsChain(_ chains: ChainNarrowing?) -> Bool {
    !has(BurnOptions.anywhere) && !has(Options.independentsOnly) && chains?.name == nil
  }

  var menuInputs: [FilePath] { [path(BurnOptions.menu)].compactMap { $0 } }

  func menu() throws -> Menu {
    if let path = path(BurnOptions.menu) {
      guard path == "-" else { return try MenuFile.read(path) }
      guard try dataSource().kind != .stdin else {
        throw error("the menu and the dataset cannot both come from standard input")
      }
      try refuseTerminal()
      StartingOver.willRead(STDIN_FILENO)
      return try MenuFile.read(path)
    }
    let folders = SampleFolders.all
    guard let path = MenuFile.path(in: folders) else {
      throw Failure(
        .noInput, "no menu: \(MenuFile.fileName) is in none of the folders that came with finder",
        hint: "  --menu FILE names one of your own")
    }
    return try MenuFile.read(path)
  }
}
