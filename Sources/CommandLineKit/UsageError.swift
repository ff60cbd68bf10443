/// A usage error, reported in three parts: what is wrong, the help for the option concerned, and where to
/// read more.
///
///     finder: near: --lat 95.2 is out of range (-90…90)
///       --lat D  latitude in decimal degrees, -90…90 (see 'finder help near')
public struct UsageError: Error, Equatable, Sendable {
  public let program: String
  public let commandPath: [String]
  /// What is wrong.
  public let problem: String
  /// What may help, as the end of the same line: `; did you mean '--limit'?`. Empty if nothing is suggested.
  public let advice: String
  public let help: String?
  /// The command line that shows more help, such as `finder help near`; empty if the message says everything.
  public private(set) var readMore: String
  /// Whether the line's words were not understood. They may be a request in plain words. A wrong option or
  /// value is not such an error, unless the option is unlike any other: it may be one of the words.
  public private(set) var isOfWords = false
  /// The words of the line that was probably meant, without the program's name.
  public private(set) var correction: [String]?

  /// `problem` and `advice` may hold anything that a user typed. Characters that would break the line or
  /// control the terminal are escaped here.
  init(
    program: String, commandPath: [String], problem: String, advice: String = "", help: String?,
    readMore: [String]
  ) {
    self.program = program
    self.commandPath = commandPath
    self.problem = Self.escape(problem)
    self.advice = Self.escape(advice)
    self.help = help
    let isTopic = readMore.count > 1 && readMore[0] == Command.helpName
    self.readMore = ([program] + (isTopic ? [] : [Command.helpName]) + readMore)
      .joined(separator: " ")
  }

  /// The same error, with `isOfWords` set.
  public var ofWords: UsageError {
    var error = self
    error.isOfWords = true
    return error
  }

  /// Adds the line that was probably meant, which makes further help needless.
  public func correcting(_ words: [String]) -> UsageError {
    var error = advising(
      "; try: \(([program] + words.map(Invocation.quoted)).joined(separator: " "))")
    error.correction = words
    return error
  }

  /// The same error without the line that was probably meant.
  public var withoutCorrection: UsageError {
    UsageError(
      program: program, commandPath: commandPath, problem: problem, help: nil,
      readMore: commandPath)
  }

  /// Drops the help, since the advice says what to type. `problem` replaces the error's own.
  public func advising(_ advice: String, problem: String? = nil) -> UsageError {
    var error = UsageError(
      program: program, commandPath: commandPath, problem: problem ?? self.problem, advice: advice,
      help: nil, readMore: [])
    error.readMore = ""
    return error
  }

  /// What is wrong, and the advice.
  public var text: String { problem + advice }

  /// As in `finder: data validate: …`, always one line.
  public var message: String {
    let prefix = commandPath.isEmpty ? program : "\(program): \(commandPath.joined(separator: " "))"
    return "\(prefix): \(text)"
  }

  /// Empty if the message says everything.
  public var hint: String {
    if readMore.isEmpty { return "" }
    return help.map { "  \($0) (see '\(readMore)')" } ?? "  see '\(readMore)'"
  }
}

extension UsageError {
  /// A word that the user typed, in quotes, cut short if it is very long.
  public static func quote(_ word: String) -> String { "'\(cut(word))'" }

  /// The same, with quotes only if a reader needs them.
  public static func show(_ word: String) -> String {
    word.isEmpty || word.contains(where: \.isWhitespace) ? quote(word) : cut(word)
  }

  private static func cut(_ word: String) -> String {
    let limit = 60
    return word.count > limit ? "\(word.prefix(limit))…" : word
  }

  /// The text as one line that is safe to print. Control characters, line separators and invisible
  /// characters, which may reorder text, are written as escapes.
  public static func escape(_ text: String) -> String {
    // Nearly all text is plain ASCII, for which the properties of scalars need not be checked.
    guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
      text.unicodeScalars.contains(where: \.isUnprintable)
    else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case _ where scalar.isUnprintable:
        escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    // Some tag characters, which are invisible, have no category yet.
    default: (0xE0000...0xE007F).contains(value)
    }
  }
}
