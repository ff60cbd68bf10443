import CommandLineKit
import FinderEngine
import FinderOwn

enum ConfigGroup {
  static let command = Command.group(
    "config", summary: "your own defaults: units, limit, dataset, weight and others",
    otherWords: "settings preferences prefs options rc set",
    heading: CommandHeading.own, exits: [ExitCode.unavailable.rawValue],
    about: """
      The settings are one file, ~/.config/finder/config, with a line for each: key = value. A \
      line that begins with # is a comment; finder changes only the line of the key, and all \
      others stay as they are. Without a command: list. Options override the environment, which \
      overrides the settings. Settings change tables, the figures of 'burn' and 'history', which \
      dataset queries use and what is done with a point outside the camera bounds; pace and \
      walk-factor also say how far --radius 15min reaches. They never change how JSON, CSV and \
      GeoJSON look.
      """,
    usage: ["[COMMAND] [OPTIONS]"],
    examples: """
      finder config set units imperial # miles and yards in all tables
      finder config # what is set, and the defaults
      finder near London --no-config # this once without settings
      """,
    sections: [
      HelpSection("Keys", rows: SettingKey.allCases.map { ($0.name, meaning(of: $0)) }),
      HelpSection(
        "Environment",
        rows: """
          FINDER_CONFIG  another file, or off: no settings, as with --no-config
          XDG_CONFIG_HOME  its folder finder holds the settings, instead of ~/.config/finder
          """),
    ],
    commands: [
      ConfigList.command, ConfigValues.get, ConfigValues.set, ConfigValues.unset,
      ConfigFile.edit, ConfigFile.path,
    ],
    standard: "list")

  private static func meaning(of key: SettingKey) -> String {
    let usual = key.usual.map { " (default \($0))" } ?? ""
    return "\(key.summary): \(key.expected)\(usual)"
  }
}

extension Invocation {
  /// The settings file, which need not exist, for a command about it.
  func settingsFile() throws -> SettingsFile {
    switch SettingsFile.place(environment) {
    case .file(let file): return file
    case .off:
      let value = environment(SettingsFile.variable).map { "\($0)" } ?? ""
      throw error("there is no file of settings: \(SettingsFile.variable) is \(value)")
    case .nowhere: throw OwnFileError.noConfigFolder
    }
  }

  /// The key that an argument names. Asking for an unknown key finds nothing, as with an unknown venue;
  /// setting one is a usage error.
  func settingKey(_ argument: Argument, isAskedFor: Bool = false) throws -> SettingKey {
    let text = self[argument] ?? ""
    if let key = SettingKey(text) { return key }
    let names = SettingKey.allCases.map(\.name)
    let close = Misspelling.closest(to: text, among: names) { $0 }
    let hint =
      close.map { "; did you mean '\($0)'?" }
      ?? ": expected \(names.listed(with: "or"))"
    let problem = "there is no setting \(UsageError.quote(text))\(hint)"
    guard isAskedFor else { throw error(problem) }
    throw Failure(.nothingFound, problem, hint: "  see 'finder help config'")
  }
}
