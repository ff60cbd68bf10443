import CommandLineKit
import FinderEngine

/// How finder ends, for scripts. The numbers are those of `sysexits.h` where it has one.
enum ExitCode: CInt, CaseIterable {
  case success = 0
  /// Or, of a comparison, that there is a difference.
  case nothingFound = 1
  case outsideCamera = 3
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case writeFailed = 74
  case brokenPipe = 141

  var meaning: String {
    switch self {
    case .success: "done; also when nothing was found"
    case .nothingFound: "nothing was found; data diff: they differ (only with --exit-status)"
    case .outsideCamera: "outside the UK camera bounds or zoom range"
    case .usage: "wrong usage"
    case .badData: "bad input data"
    case .noInput: "an input file is missing or cannot be read"
    case .unavailable: "a needed service or program is not there"
    case .internalError: "an internal error: a bug"
    case .cannotCreate: "an output file cannot be created"
    case .writeFailed: "writing failed"
    case .brokenPipe: "the reader of a pipe went away"
    }
  }

  static var helpSection: HelpSection {
    // The shell's, of a process that a signal ended.
    let signals = [(130 as CInt, "stopped by SIGINT (Ctrl-C)"), (143, "stopped by SIGTERM")]
    let rows = allCases.map { ($0.rawValue, $0.meaning) } + signals
    return HelpSection(
      "Exit codes",
      rows: rows.sorted { $0.0 < $1.0 }.map { HelpSection.Row(String($0.0), $0.1) })
  }
}

/// What went wrong, as it is told: one line, perhaps a second one that helps, and the exit code.
struct Failure: Error {
  let code: ExitCode
  /// Without the program's and the command's name. Nothing is said where it is empty.
  let message: String
  /// Finder's own words, whole lines or one without its line break: nothing that a user typed.
  let hint: String?
  private let command: [String]

  init(_ code: ExitCode, _ message: String, hint: String? = nil, command: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.command = command
  }

  /// The one place that gives errors their exit codes.
  init(_ error: any Error, command: [String] = []) {
    switch error {
    case let failure as Failure:
      self.init(failure.code, failure.message, hint: failure.hint, command: command)
    case let usage as UsageError:
      self.init(.usage, usage.problem, hint: usage.hint, command: usage.commandPath)
    case let file as FileError:
      self.init(Self.code(of: file), file.message, hint: Self.hint(for: file), command: command)
    case let data as DatasetError:
      self.init(
        Self.code(of: data), data.message, hint: Self.hint(for: data), command: command)
    case let list as ListError:
      self.init(Self.code(of: list), list.message, hint: list.hint, command: command)
    case let install as InstallError:
      self.init(Self.code(of: install), install.message, command: command)
    default:
      self.init(.internalError, "internal error: \(error)", command: command)
    }
  }

  private static func code(of error: FileError) -> ExitCode {
    switch error {
    case .unreadable: .noInput
    case .damagedArchive, .tooLarge: .badData
    case .cannotCreate: .cannotCreate
    case .cannotWrite: .writeFailed
    case .busy: .unavailable
    }
  }

  private static func code(of error: DatasetError) -> ExitCode {
    switch error {
    case .file(let error): code(of: error)
    case .nothingToRead: .noInput
    case .malformed, .damagedRecord: .badData
    }
  }

  private static func code(of error: ListError) -> ExitCode {
    switch error {
    case .file(let error): code(of: error)
    case .malformed: .badData
    case .notKept: .cannotCreate
    }
  }

  private static func code(of error: InstallError) -> ExitCode {
    switch error {
    case .noDataFolder: .cannotCreate
    case .nothingBefore: .noInput
    case .damagedEdition, .webPage, .noVenue: .badData
    }
  }

  private static func hint(for error: DatasetError) -> String? {
    guard case .damagedRecord(let path, _, _) = error else { return nil }
    return "  it tells what is installed; remove it, and install a dataset anew: "
      + UsageError.escape(path)
  }

  private static func hint(for error: FileError) -> String? {
    if case .busy = error { return "  try again when it is done" }
    return nil
  }

  func report() -> ExitCode {
    guard !message.isEmpty else { return code }
    Diagnostics(command: command).say(message)
    if let hint { Diagnostics.write(hint.hasSuffix("\n") ? hint : hint + "\n") }
    return code
  }
}
