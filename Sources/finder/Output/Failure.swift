import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists
import FinderOwn

/// What went wrong: one line, perhaps a second one that helps, and the exit code.
struct Failure: Error {
  let code: ExitCode
  /// Without the names of the program and the command. If it is empty, nothing is printed.
  let message: String
  /// Finder's own words, never text that a user typed: whole lines, or one without its line break.
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
    case GazetteerFault.damaged(let path):
      self.init(
        .badData, "\(path): the gazetteer is damaged",
        hint: "  'finder data gazetteer remove --all' takes it away; then add its files again",
        command: command)
    case GazetteerFault.unreadable(let file):
      self.init(Self.code(of: file), file.message, command: command)
    case let own as OwnFileError:
      self.init(
        Self.code(of: own), own.message, hint: Self.hint(for: own, command), command: command)
    case let photo as PhotoError:
      self.init(Self.code(of: photo), Self.message(of: photo), command: command)
    case let news as NewsError:
      self.init(
        Self.code(of: news), news.message, hint: Self.hint(for: news), command: command)
    case let install as InstallError:
      self.init(Self.code(of: install), install.message, command: command)
    default:
      self.init(.internalError, "internal error: \(error)", command: command)
    }
  }

  private static func code(of error: FileError) -> ExitCode {
    switch error {
    case .unreadable(_, ENOMEM): .refused
    case .unreadable: .noInput
    case .damagedArchive, .damagedZip, .tooLarge, .longer: .badData
    case .cannotCreate: .cannotCreate
    case .cannotWrite: .writeFailed
    case .busy: .unavailable
    }
  }

  private static func code(of error: OwnFileError) -> ExitCode {
    switch error {
    case .noFolder, .noConfigFolder: .cannotCreate
    case .file(let error): code(of: error)
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
    case .file(let error): code(of: error)
    case .nothingToRead: .noInput
    case .malformed, .damagedRecord: .badData
    }
  }

  private static func code(of error: ListError) -> ExitCode {
    switch error {
    case .malformed: .badData
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
    guard case .damaged = error else { return nil }
    return "  the next install or update of another edition puts it aside and begins a new one"
  }

  private static func hint(for error: DatasetError) -> String? {
    if case .malformed(_, _, _, let hint) = error { return hint }
    guard case .damagedRecord = error else { return nil }
    return "  this file records what is installed; delete it, then run 'finder data install' again"
  }

  private static func hint(for error: OwnFileError, _ command: [String]) -> String? {
    switch error {
    case .file(let error): hint(for: error)
    // 'finder config' is about the file, and so has no --no-config.
    case .badSetting where command.first != ConfigGroup.command.name:
      error.hint.map { $0 + "; --no-config does without it" }
    default: error.hint
    }
  }

  private static func hint(for error: FileError) -> String? {
    if case .busy = error { "  try again when it has finished" } else { nil }
  }

  func report() -> ExitCode {
    guard !message.isEmpty else { return code }
    Diagnostics(command: command).say(message)
    if let hint { Diagnostics.write(hint.hasSuffix("\n") ? hint : hint + "\n") }
    return code
  }
}
