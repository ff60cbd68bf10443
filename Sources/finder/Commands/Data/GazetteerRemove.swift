import CommandLineKit
import FinderEngine
import FinderLists

enum GazetteerRemove {
  private static let names = Argument(
    "NAME", isRequired: false, isRepeatable: true, completes: .gazetteerSources,
    summary: "a source, by its name in 'finder data gazetteer list'")
  private static let all = Option("all", summary: "remove all sources", group: "Gazetteer")

  static let command = Command.command(
    "remove", summary: "remove sources from the gazetteer",
    otherWords: "rm delete uninstall clear",
    exits: [.nothingFound],
    about: """
      What a source hid is found again: each source is kept separately, and the gazetteer is \
      rebuilt from the remaining ones. If there is no source of that name, nothing is removed and \
      the exit code is 1.
      """,
    usage: ["NAME… [OPTIONS]", "--all [OPTIONS]"],
    examples: """
      finder data gazetteer remove places.csv # one of the sources
      finder data gazetteer remove --all # the whole gazetteer
      """,
    options: [all] + DataGazetteer.options, arguments: [names],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let wanted = invocation.words(names).map(\.text)
    guard wanted.isEmpty == invocation.has(all) else {
      throw invocation.error("expected the NAME of a source, or --all")
    }
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.dataFolder()
    // Locking would create the folder, which is pointless if there is nothing to remove.
    guard try GazetteerStore.isThere(inDataFolder: folder) else {
      if wanted.isEmpty { return try answer(invocation, folder, [], removed: 0, output) }
      throw missing(wanted[0], [])
    }
    let store = try invocation.gazetteerStore()
    let present = store.sources.map(\.name)
    if let name = wanted.first(where: { !present.contains($0) }) { throw missing(name, present) }
    if wanted.isEmpty { try store.removeAll() } else { try store.remove(wanted) }
    return try answer(
      invocation, folder, store.sources, removed: present.count - store.sources.count, output)
  }

  private static func answer(
    _ invocation: Invocation, _ folder: FilePath, _ sources: [GazetteerSource], removed: Int,
    _ output: Output
  ) throws -> ExitCode {
    try invocation.write(
      "removed \(counted(removed, "source"))\n",
      or: GazetteerReport(dataFolder: folder, sources).members, to: output)
    return .success
  }

  private static func missing(_ name: String, _ present: [String]) -> Failure {
    let names = present.map { UsageError.quote($0) }.joined(separator: ", ")
    return Failure(
      .nothingFound,
      "the gazetteer has no source \(UsageError.quote(name))"
        + (present.isEmpty ? "" : "; it has \(names)"))
  }
}
