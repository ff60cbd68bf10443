import CommandLineKit

/// finder's exit codes. The numbers are those of `sysexits.h` where it has them.
enum ExitCode: CInt, CaseIterable {
  case success = 0
  /// Also: two datasets that were compared differ.
  case nothingFound = 1
  case outsideCamera = 3
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  /// The system refused memory, a thread or a process.
  case refused = 71
  case cannotCreate = 73
  case writeFailed = 74
  case brokenPipe = 141

  /// The codes that any command may exit with. A command states its others; no command should exit with
  /// `internalError`.
  static let ofEveryCommand: [ExitCode] = [
    .success, .usage, .badData, .noInput, .refused, .cannotCreate, .writeFailed, .brokenPipe,
  ]

  var meaning: String {
    switch self {
    case .success: "done; also when nothing was found"
    case .nothingFound:
      "with --exit-status: nothing was found or changed, or the datasets of 'data diff' differ; "
        + "always: a venue, favourite, meal, record or setting asked for by name does not exist"
    case .outsideCamera: "outside the UK camera bounds or zoom range"
    case .usage: "wrong usage"
    case .badData: "bad input data"
    case .noInput: "an input file is missing or cannot be read"
    case .unavailable: "a service or program that is needed is not available"
    case .internalError: "an internal error: a bug; with --verify: the answer could not be verified"
    case .refused: "the system refused memory, a thread or a process"
    case .cannotCreate: "an output file cannot be created"
    case .writeFailed: "writing failed, or a snapshot was cut or could not be read while in use"
    case .brokenPipe: "the reader of a pipe closed it"
    }
  }

  static let topic = Command.topic(
    "exit-codes", summary: "how finder ends, for scripts",
    about: """
      A query that finds nothing has succeeded: it exits with 0 unless --exit-status is given. \
      Where something is wrong, one line on standard error says what, and often a second one what \
      to do about it.
      """,
    examples: """
      finder near 51.5074,-0.1278 --radius 1km --match zzz --exit-status || echo none # whether there is
        such a venue
      finder check --at 40.7,-74 --quiet || echo $? # 3: outside the camera bounds
      """,
    sections: [HelpSection("Exit codes", rows: rows)])

  private static var rows: [HelpSection.Row] {
    // The last two are set by the shell when a signal ends the process.
    let signals = [(130 as CInt, "stopped by SIGINT (Ctrl-C)"), (143, "stopped by SIGTERM")]
    let all = allCases.map { ($0.rawValue, $0.meaning) } + signals
    return all.sorted { $0.0 < $1.0 }.map { (String($0.0), $0.1) }
  }
}
