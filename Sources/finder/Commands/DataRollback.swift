import CommandLineKit
import FinderEngine

/// `finder data rollback`: back to the dataset installed before.
enum DataRollback {
  static let command = Command.command(
    "rollback", summary: "go back to the dataset installed before",
    about: """
      The dataset that it goes back from becomes the one before, so that a second rollback undoes \
      the first. It ends with 66 where there is nothing to go back to.
      """,
    examples: [
      Example("finder data rollback", "undoes the last install, update or rollback"),
      Example("finder data rollback --json", "with the records of both, for programs"),
    ],
    options: InstallOptions.common,
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    try refuseNothing(invocation)
    let installer = try invocation.installer()
    try installer.rollBack()
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    invocation.tellOfOtherData(installer)
    return try invocation.answer(
      dataset, "rollback", changed: true,
      sentence: "went back to the \(dataset.current.shown)\(dataset.keptClause)", to: output)
  }

  /// Asked before the folder is locked: it need not be made for that.
  private static func refuseNothing(_ invocation: Invocation) throws {
    let folder = try invocation.dataFolder()
    var status = stat()
    guard stat(folder, &status) == 0 else { throw InstallError.nothingBefore(folder: folder) }
  }
}
