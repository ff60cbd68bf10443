import CommandLineKit
import FinderEngine
import FinderOwn

/// The user's settings, read once per process.
nonisolated(unsafe) private var keptSettings: Settings?

extension Invocation {
  /// The user's settings: none with `--no-config` or without a settings file. Call this only where a setting
  /// matters, since it reads a file.
  func settings() throws -> Settings {
    if has(Options.noConfig) { return .none }
    if let kept = keptSettings { return kept }
    var settings = Settings.none
    if case .file(let file) = SettingsFile.place(environment) { settings = try file.settings() }
    keptSettings = settings
    return settings
  }

  /// The default length of a list. In tables the settings may change it.
  func usualLimit(_ standard: Int) throws -> Int {
    showsTable ? try settings().limit ?? standard : standard
  }

  /// How figures are shown, by the options, else by the settings. Only tables use this, so for other formats
  /// the settings are not even read.
  func figures() throws -> ReadableFigures {
    showsTable ? try figuresOfTables() : ReadableFigures(units: .metric)
  }

  /// The figures that turn minutes of walking into a distance, whatever the format.
  func walkingFigures() throws -> ReadableFigures { try figuresOfTables() }

  private func figuresOfTables() throws -> ReadableFigures {
    let settings = try settings()
    var units = settings.units ?? .metric
    if let text = self[Options.units] { units = text == "imperial" ? .imperial : .metric }
    return ReadableFigures(
      units: units, walkFactor: settings.walkFactor ?? WalkedWay.usualFactor,
      pace: settings.pace ?? WalkingEnergy.Mode.walk.usualPace)
  }

  private var showsTable: Bool { format() == .table && !has(Options.count) }

  func tableStyle(_ output: Output) throws -> TableStyle {
    let format = format()
    guard format == .table, !has(Options.count) else {
      // The descriptions of waypoints are for people too.
      return format.waypoints == nil ? .plain() : .plain(figures: try figuresOfTables())
    }
    return TableStyle(
      figures: try figuresOfTables(), isColoured: try isColoured(output),
      width: output.terminalWidth)
  }

  private func isColoured(_ output: Output) throws -> Bool {
    if let text = self[Options.colour] {
      return text == "always" || text == "auto" && isTerminalWithColour(output)
    }
    switch try settings().colour {
    // What the environment says about this terminal overrides the settings, which are for all terminals.
    case .always: return !Terminal.refusesColour
    case .never: return false
    case .auto, nil: return isTerminalWithColour(output)
    }
  }

  private func isTerminalWithColour(_ output: Output) -> Bool {
    output.isTerminal && !Terminal.refusesColour
  }
}

extension Settings {
  var dataPath: FilePath? { data.map(Self.path) }
  var basePath: FilePath? { base.map(Self.path) }

  static func path(_ text: String) -> FilePath {
    guard text.hasPrefix("~/"), let home = environment("HOME") else { return FilePath(text) }
    return "\(home)\(String(text.dropFirst()))"
  }
}
