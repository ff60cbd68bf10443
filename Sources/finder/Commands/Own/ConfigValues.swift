import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

enum ConfigValues {
  private static let key = Argument(
    "KEY", completes: .settings, summary: "a key of 'finder help config'")
  private static let value = Argument(
    "VALUE", completes: .settingValues, joins: { _ in .perhaps }, summary: "its new value")

  /// Somebody who types `config weight` has left out the command.
  private static let keys =
    "units=units color=color colour=color weight=weight pace=pace walk-factor=walk-factor "
    + "router=router opener=opener base=base limit=limit data=data dataset=data outside=outside"

  static let get = Command.command(
    "get", summary: "print the value of a key", otherWords: keys,
    exits: [ExitCode.nothingFound],
    about: "Prints the value alone, and exits with 1 where the key is not set or does not exist.",
    examples: """
      finder config get weight # exits with 1 if it is not set
      finder config get units || echo metric # with what holds otherwise
      """,
    options: [Options.quiet], arguments: [key],
    run: { invocation in
      let named = try invocation.settingKey(key, isAskedFor: true)
      guard case .file(let file) = SettingsFile.place(environment),
        let value = try file.texts().first(where: { $0.key == named })?.value
      else { return ExitCode.nothingFound }
      try Output().write(value + "\n")
      return ExitCode.success
    })

  static let set = Command.command(
    "set", summary: "give a key a value", otherWords: keys,
    exits: [ExitCode](),
    examples: """
      finder config set units imperial # miles and yards in tables
      finder config set limit 20 # tables of 'near' list twenty venues
      finder config set outside allow # searches abroad too
      finder config set data ~/venues.geojson # a dataset of your own, for all queries
      finder config set weight 82kg # for 'burn' and 'history'; lb and st will do as well
      finder config set opener 'firefox --new-tab' # what 'show --open' runs
      """,
    options: [Options.quiet], arguments: [key, value],
    run: { invocation in
      let named = try invocation.settingKey(key)
      var text = trimmed((invocation[value] ?? "")[...])
      // The settings hold wherever finder is started.
      let isPath = [.data, .base].contains(named)
      if isPath, !text.isEmpty, let path = FilePath(text).resolved, !text.hasPrefix("/") {
        text = "\(path)"
      }
      let isUsable = named != .router || RouterAddress(text) != nil
      if let problem = Settings.problem(with: text, of: named, isUsable: isUsable) {
        let shown = named == .router ? WebAddress.withoutCredentials(text) : text
        throw invocation.error(value, "\(UsageError.show(shown)) for \(named.name): \(problem)")
      }
      let file = try invocation.settingsFile()
      invocation.note(try file.set(named, to: text, whenWaiting: invocation.noteWaiting))
      if isPath, !Settings.path(text).isAccessible() {
        invocation.diagnostics.note(
          "there is no file \(UsageError.show(text)) that can be read yet")
      }
      return ExitCode.success
    })

  static let unset = Command.command(
    "unset", summary: "take the value of a key away", otherWords: "reset clear",
    exits: [ExitCode.nothingFound],
    examples: """
      finder config unset units # all tables are metric again
      finder config set pace 6; finder config unset pace # as if it had not been set
      """,
    options: [Options.quiet], arguments: [key],
    run: { invocation in
      let name = invocation[key] ?? ""
      let file = try invocation.settingsFile()
      // A line that is in the file may be taken out of it, whatever it says.
      let change = try file.unset(name, whenWaiting: invocation.noteWaiting)
      if !change.hadLine { _ = try invocation.settingKey(key, isAskedFor: true) }
      invocation.note(change)
      return ExitCode.success
    })
}

extension Invocation {
  /// What is still to be mended in the file of settings.
  fileprivate func note(_ change: SettingsFile.Change) {
    guard let fault = change.fault else { return }
    diagnostics.note("done, but \(fault.message)\(fault.hint.map { ";\($0.dropFirst())" } ?? "")")
  }
}
