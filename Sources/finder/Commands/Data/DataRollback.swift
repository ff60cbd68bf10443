import CommandLineKit
import FinderEngine

enum DataRollback {
  static let command = Command.command(
    "rollback", summary: "go back to the edition installed before",
    otherWords: "revert undo",
    exits: [.unavailable],
    about: """
      The edition that was in use is kept, so a second rollback undoes the first. Its changes are \
      left out of 'finder news' until it is in use again. The exit code is 66 if there is nothing \
      to go back to.
      """,
    examples: """
      finder data rollback # undoes the last install, update or rollback
      finder data rollback --json # with the records of both editions, for programs
      """,
    // No --exit-status: this command either changes something or fails.
    options: InstallOptions.common.without(Options.exitStatus),
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.dataFolder()
    // Locking would create the folder, which is pointless here.
    guard folder.isAccessible() else { throw InstallError.nothingBefore(folder: "\(folder)") }
    let installer = try invocation.installer()
    try installer.rollBack()
    return try invocation.answer(installer, "rollback", changed: true, to: output) { dataset in
      "went back to the \(dataset.current.shown)\(dataset.keptClause)"
    }
  }
}
