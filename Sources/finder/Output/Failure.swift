import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists
import FinderOwn

/// An error: a one-line message, perhaps a hint on a second line, and the exit code.
struct Failure: Error {
  let code: ExitCode
  /// Without the names of the program and the command. If empty, nothing is printed.
  let message: String
  /// finder's own words, never what a user typed: whole lines, or one line without its line break.
  let hint: String?
  private let command: [String]

  init(_ code: ExitCode, _ message: String, hint: String? = nil, command: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.command = command
  }

  /// The same failure with one more line in its hint.
  func adding(_ line: String) -> Failure {
    Failure(code, message, hint: (hint.map { "\($0)\n" } ?? "") + line, command: command)
  }

  /// The one place where errors get their exit codes.
  init(_ error: any Error, command: [String] = []) {
    if let usage = error as? UsageError {
      self.init(
        .usage, usage.text, hint: usage.hint.isEmpty ? nil : usage.hint,
        command: usage.commandPath)
      return
    }
    let (code, message, hint): (ExitCode, String, String?) =
      switch error {
      case let failure as Failure: (failure.code, failure.message, failure.hint)
      case let file as FileError: (Self.code(of: file), file.message, Self.hint(for: file))
      case let data as DatasetError: (Self.code(of: data), data.message, Self.hint(for: data))
      case let list as ListError: (Self.code(of: list), list.message, list.hint)
      case GazetteerFault.damaged(let path):
        (
          .badData, "\(path): the gazetteer is damaged",
          "  'finder data gazetteer remove --all' removes it; then add its files again"
        )
      case GazetteerFault.unreadable(let file): (Self.code(of: file), file.message, nil)
      case let own as OwnFileError: (Self.code(of: own), own.message, Self.hint(for: own, command))
      case let photo as PhotoError: (Self.code(of: photo), Self.message(of: photo), nil)
      case let news as NewsError: (Self.code(of: news), news.message, Self.hint(for: news))
      case let install as InstallError: (Self.code(of: install), install.message, nil)
      default: (.internalError, "internal error: \(error)", nil)
      }
    self.init(code, message, hint: hint, command: command)
  }

  private static func code(of error: FileError) -> ExitCode {
    switch error {
    case .unreadable(_, ENOMEM): .refused
    case .unreadable: .noInput
    case .damagedArchive, .damagedZip, .tooLarge, .longer: .badData
    case .cannotCreate, .lockIsLink: .cannotCreate
    case .cannotWrite: .writeFailed
    case .busy: .unavailable
    }
  }

  private static func code(of error: OwnFileError) -> ExitCode {
    switch error {
    case .noFolder, .noConfigFolder: .cannotCreate
    case .file(let error), .named(let error): code(of: error)
    case .notRegular: .noInput
    case .damaged, .newer, .badSetting, .imported: .badData
    }
  }

  private static func code(of error: PhotoError) -> ExitCode {
    if case .file(let error) = error { code(of: error) } else { .badData }
  }

  private static func message(of error: PhotoError) -> String {
    switch error {
    case .file(let error): error.message
    case .unusable(let path, let problem): "\(path) \(problem)"
    }
  }

  private static func code(of error: DatasetError) -> ExitCode {
    switch error {
    case .file(let error), .named(let error, _): code(of: error)
    case .nothingToRead: .noInput
    case .malformed, .damagedRecord: .badData
    }
  }

  private static func code(of error: ListError) -> ExitCode {
    switch error {
    case .malformed, .foreign: .badData
    case .isUTF8: .usage
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

  private static func code(of error: NewsError) -> ExitCode {
    switch error {
    case .damaged: .badData
    case .notOurs: .noInput
    case .file(let error): code(of: error)
    }
  }

  private static func hint(for error: NewsError) -> String? {
    let next = "the next install or update of another edition moves it aside"
    let without = "'finder news' without options for food does not need it"
    return switch error {
    case .damaged(.journal, _): "  \(next) and starts a new one"
    case .damaged(.foods, _): "  \(without); \(next)"
    case .notOurs(.foods, _): "  \(without)"
    case .notOurs(.journal, _), .file: nil
    }
  }

  private static func hint(for error: DatasetError) -> String? {
    switch error {
    case .malformed(_, _, _, let hint): hint
    case .damagedRecord:
      "  this file records what is installed; delete it, then run 'finder data install' again"
    case .named(_, .config): "  your settings name it; 'finder config' lists them"
    case .named: "  FINDER_DATA names it; --data PATH names another"
    case .file, .nothingToRead: nil
    }
  }

  private static func hint(for error: OwnFileError, _ command: [String]) -> String? {
    switch error {
    case .file(let error): hint(for: error)
    // 'finder config' works on that file, so it has no --no-config.
    case .badSetting where command.first != ConfigGroup.command.name:
      error.hint.map { $0 + "; --no-config ignores the file" }
    default: error.hint
    }
  }

  private static func hint(for error: FileError) -> String? {
    if case .busy = error { "  try again when it has finished" } else { nil }
  }

  func report() -> ExitCode {
    guard !message.isEmpty else { return code }
    Diagnostics(command: command).say(message)
    guard let hint else { return code }
    // Whole pages of help are already wrapped.
    if hint.hasSuffix("\n") {
      Diagnostics.write(hint)
    } else {
      Diagnostics.write(line: hint, indent: 6)
    }
    return code
  }
}

/// `; did you mean 'Dishoom'?`, or nothing if no name is close.
func didYouMean(_ name: String?) -> String {
  name.map { "; did you mean \(UsageError.quote($0))?" } ?? ""
}
