import FinderEngine

/// What ends a subcommand early: one line for stderr and the status to exit with.
struct Problem: Error {
  let message: String
  let status: Int32

  static func usage(_ message: String) -> Problem {
    Problem(message: message, status: ExitStatus.usage)
  }
}
