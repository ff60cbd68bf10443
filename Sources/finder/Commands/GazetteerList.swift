import CommandLineKit
import FinderEngine
import FinderLists

enum GazetteerList {
  static let command = Command.command(
    "list", summary: "what was added to the gazetteer",
    otherWords: "ls info show status",
    exits: [.nothingFound],
    examples: [
      Example("finder data gazetteer list", "each source with what it has, and when it was added"),
      Example("finder data gazetteer list --json", "the same for programs"),
    ],
    options: DataGazetteer.options
      + [Options.exitStatus.with(summary: "exit with 1 if there is no gazetteer")],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.dataFolder()
    let sources = try GazetteerStore.sources(inDataFolder: folder)
    let report = GazetteerReport(dataFolder: folder, sources)
    try invocation.write(report, or: report.text, to: output)
    return invocation.exitCode(found: report.sources.count)
  }
}
