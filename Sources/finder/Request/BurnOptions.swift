import CommandLineKit
import FinderEngine
import FinderOwn

enum BurnOptions {
  static let venue = Option(
    "venue", value: "VENUE", summary: "list what the walk to this venue earns; an id or a name",
    group: "Meal", completes: .names)
  static let menu = Option(
    "menu", value: "FILE", summary: "your own meals: a file with rows of name and kcal",
    group: "Meal", isPath: true, otherWords: "meals food")
  static let anywhere = Option(
    "anywhere", summary: "consider every venue, not only the meal's own chain", group: "Meal",
    otherWords: "any-chain all")
  static let tolerance = Option(
    "tolerance", value: "P", summary: "how much more than the meal a walk may burn", group: "Meal",
    defaultText: "50%", otherWords: "slack margin")
  /// Not called `--sort`, which takes no value in 'data convert'.
  static let order = Option(
    "order", value: "BY", choices: ["distance", "calories"],
    summary: "the nearest first, or those that burn most", group: "Search",
    defaultText: "distance", otherWords: "sort sort-by")
  static let limit = Options.limit.with(
    summary: "at most N venues, or meals with --venue; 0 for all")
  static let back = Option(
    "return", summary: "count the way back as well", group: "Walk",
    otherWords: "both-ways round-trip back")
  static let run = Option(
    "run", summary: "run instead of walking", group: "Walk", otherWords: "jog")
  static let weight = Option(
    "weight", value: "KG", summary: "your weight, such as 82, 180lb or 13st", group: "Walk",
    defaultText: "70", otherWords: "mass kg")
  static let pace = Option(
    "pace", value: "KMH", summary: "how fast you go, such as 4.8 or 3mph", group: "Walk",
    defaultText: "4.8, with --run 10", otherWords: "speed kmh")
  static let gross = Option(
    "gross", summary: "also count what you would burn at rest", group: "Walk", otherWords: "total")

  static let usualTolerance = 0.5

  /// Options that change what a walk burns.
  private static let walkOptions = [back, run, weight, pace, gross]
  private static let mealOptions = [venue, menu, anywhere, tolerance]

  static var all: [Option] {
    (mealOptions + walkOptions + Options.point
      + [Options.outside, limit, order, Options.match, Options.condition] + Options.food
      + Options.chains
      + Options.hours + [Options.count] + RouteOptions.all + Options.common + [Options.fields])
      .everyday(venue, back, run, weight)
      .seldom(Options.chain, Options.count, Options.quiet)
  }

  /// Refuses options that have no effect without a list of venues.
  static func refuseSearchOptions(
    _ invocation: Invocation, _ how: String, but kept: [Option]
  ) throws {
    let kept = (kept + walkOptions + [menu, Options.match] + Options.common).map(\.name)
    for option in all where !kept.contains(option.name) {
      guard !invocation.has(option) else { throw invocation.error(option, "has no effect \(how)") }
    }
    let format = invocation.format()
    guard !format.isOfPlacesAlone else {
      throw invocation.error("meals cannot be written as \(format.rawValue)")
    }
  }
}

extension Invocation {
  /// From the options, else from the settings. The pace in the settings is for walking only.
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

  /// Whether to look for a meal only at its own chain. Other options about chains override this.
  func looksOnlyAtItsChain(_ chains: ChainNarrowing?) -> Bool {
    !has(BurnOptions.anywhere) && !has(Options.independentsOnly) && chains?.names.isEmpty ?? true
  }

  var menuInputs: [FilePath] { [path(BurnOptions.menu)].compactMap { $0 } }

  func menu() throws -> Menu {
    if let path = path(BurnOptions.menu) {
      if path == "-" { try claimStandardInput(for: "menu") }
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
