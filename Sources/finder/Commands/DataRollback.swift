import CommandLineKit
import FinderEngine

/// `finder data rollback`: goes back to the edition installed before.
enum DataRollback {
  static let command = Command.command(
    "rollback", summary: "go back to the edition installed before",
    about: """
      The edition that was in use is kept in turn, so a second rollback undoes the first. The exit \
      code is 66 if there is nothing to go back to.
      """,
    examples: [
      Example("finder data rollback", "undoes the last install, update or rollback"),
      Example("finder data rollback --json", "with the records of both editions, for programs"),
    ],
    options: InstallOptions.common,
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    try refuseNothing(invocation)
    let installer = try invocation.installer()
    try installer.rollBack()
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    invocation.noteOtherData(installer)
    return try invocation.answer(
      dataset, "rollback", changed: true,
      sentence: "went back to the \(dataset.current.shown)\(dataset.keptClause)", to: output)
  }

  /// Locking would create the folder, which is pointless here.
  private static func refuseNothing(_ invocation: Invocation) throws {
    let folder = try invocation.dataFolder()
    var status = stat()
    guard stat(folder, &status) == 0 else { throw InstallError.nothingBefore(folder: folder) }
  }
}
