/// The statuses of sysexits.h, which not every system's headers bring.
enum ExitStatus {
  static let usage: Int32 = 64
  static let badData: Int32 = 65
  static let noInput: Int32 = 66
  static let ioError: Int32 = 74
}

/// What ends a subcommand early: one line for stderr and the status to exit with.
struct Problem: Error {
  let message: String
  let status: Int32

  static func usage(_ message: String) -> Problem {
    Problem(message: message, status: ExitStatus.usage)
  }
}
