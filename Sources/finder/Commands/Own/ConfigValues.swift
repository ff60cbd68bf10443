import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

enum ConfigValues {
  private static let key = Argument(
    "KEY", completes: .settings, summary: "a key of 'finder help config'")
  private static let value = Argument(
    "VALUE", completes: .settingValues, joins: { _ in .perhaps }, summary: "its new value")

  /// A user who types `config weight` has left out `get` or `set`.
  private static let keys =
    (SettingKey.allCases.map { "\($0.name)=\($0.name)" } + ["colour=color", "dataset=data"])
    .joined(separator: " ")

  static let get = Command.command(
    "get", summary: "print the value of a key", otherWords: keys,
    exits: [.nothingFound],
    about: "Prints the value alone, and exits with 1 where the key is not set or does not exist.",
    examples: """
      finder config get units || echo metric # or the default
      finder burn 'Big Mac' London --weight "$(finder config get weight || echo 70)" # in a script
      """,
    options: [Options.quiet], arguments: [key],
    run: { invocation -> ExitCode in
      let named = try invocation.settingKey(key, isAskedFor: true)
      guard case .file(let file) = SettingsFile.place(environment),
        let value = try file.texts().first(where: { $0.key == named })?.value
      else { return .nothingFound }
      try Output().write(value + "\n")
      return .success
    })

  static let set = Command.command(
    "set", summary: "give a key a value", otherWords: keys,
    exits: [],
    examples: """
      finder config set units imperial # miles and yards in tables
      finder config set limit 20 # tables of 'near' list twenty venues
      finder config set outside allow # searches abroad too
      finder config set data ~/venues.geojson # use your own dataset in all queries
      finder config set weight 82kg # for 'burn' and 'history'; lb and st also work
      finder config set opener 'firefox --new-tab' # what 'show --open' runs
      """,
    options: [Options.quiet], arguments: [key, value],
    run: { invocation -> ExitCode in
      let named = try invocation.settingKey(key)
      var text = trimmed((invocation[value] ?? "")[...])
      let isPath = [.data, .base].contains(named)
      if isPath { text = absolute(path: text) }
      let isUsable = named != .router || RouterAddress(text) != nil
      if let problem = Settings.problem(with: text, of: named, isUsable: isUsable) {
        let shown = named == .router ? WebAddress.withoutCredentials(text) : text
        throw invocation.error(value, "\(UsageError.show(shown)) for \(named.name): \(problem)")
      }
      let file = try invocation.settingsFile()
      invocation.note(try file.set(named, to: text, whenWaiting: invocation.noteWaiting))
      if isPath, !Settings.path(text).isAccessible() {
        invocation.diagnostics.note(
          "\(UsageError.show(text)) cannot be read yet")
      }
      return .success
    })

  /// Makes a path absolute: settings apply wherever finder is started, and the file need not exist yet.
  private static func absolute(path text: String) -> String {
    guard !text.isEmpty, !text.hasPrefix("/"), text != "-" else { return text }
    if let path = FilePath(text).resolved { return "\(path)" }
    guard !text.hasPrefix("~"), let folder = FilePath(".").resolved else { return text }
    return "\(folder)/\(text)"
  }

  static let unset = Command.command(
    "unset", summary: "remove the value of a key", otherWords: "reset clear",
    exits: [.nothingFound],
    examples: """
      finder config unset units # all tables are metric again
      finder config set pace 6; finder config unset pace # as if it had not been set
      """,
    options: [Options.quiet], arguments: [key],
    run: { invocation -> ExitCode in
      let name = invocation[key] ?? ""
      let file = try invocation.settingsFile()
      // Any line of the file can be removed, valid or not.
      let change = try file.unset(name, whenWaiting: invocation.noteWaiting)
      if !change.hadLine { _ = try invocation.settingKey(key, isAskedFor: true) }
      invocation.note(change)
      return .success
    })
}

extension Invocation {
  /// Notes what is still wrong in the settings file.
  fileprivate func note(_ change: SettingsFile.Change) {
    guard let fault = change.fault else { return }
    diagnostics.note("saved, but \(fault.message)\(fault.hint.map { ";\($0.dropFirst())" } ?? "")")
  }
}
