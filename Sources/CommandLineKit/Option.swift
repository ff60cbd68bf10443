/// An option, `--name` or `--name VALUE`. Keep each as a constant, and use that constant both in the
/// tree and to ask an invocation for its value.
public struct Option: Sendable, Equatable {
  /// Without its dashes.
  public var name: String
  public var short: Character?
  /// The word that stands for its value in help; `nil` for a switch.
  public var value: String?
  /// The parser refuses any other value; empty where it takes any.
  public var choices: [String]
  /// One line, lower case, no full stop. The choices and the default are added to it.
  public var summary: String
  /// The heading that it stands under in help.
  public var group: String
  /// Whether every value given counts, not only the last.
  public var isRepeatable: Bool
  /// Names a file, and so may be any bytes; the value of another option is UTF-8.
  public var isPath: Bool
  /// What a shell offers for its value beside its choices: a list that the program knows, of a path that of
  /// the endings of files that fit (none for any file).
  public var completes: ValueList
  public var defaultText: String?
  /// What other programs call it, with spaces between: `max top`. They are suggested, and never taken
  /// for its name. One that stands for a value too is `imperial=imperial`.
  public var otherWords: String

  public init(
    _ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [],
    summary: String, group: String = "Options", isRepeatable: Bool = false,
    isPath: Bool = false, completes: ValueList = .none, defaultText: String? = nil,
    otherWords: String = ""
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    self.summary = summary
    self.group = group
    self.isRepeatable = isRepeatable
    self.isPath = isPath
    self.completes = completes
    self.defaultText = defaultText
    self.otherWords = otherWords
  }

  /// The same option as another command has it, with its own default or list of choices.
  public func with(_ change: (inout Option) -> Void) -> Option {
    var copy = self
    change(&copy)
    return copy
  }

  public static let help = Option("help", short: "h", summary: "show this help", group: "General")
  public static let version = Option(
    "version", short: "V", summary: "show the version", group: "General", otherWords: "v")

  /// Of the command `help`, and answered by the parser too.
  public static let manual = Option(
    "man", summary: "the manual page, for man -l or mandoc", group: "General")

  /// Every command takes these, and the parser answers them.
  public static let builtIn = [help, version]

  public var flag: String { "--\(name)" }

  /// `--output, -o FILE`
  public var synopsis: String {
    flag + (short.map { ", -\($0)" } ?? "") + (value.map { " \($0)" } ?? "")
  }

  var summaryWithChoices: String {
    choices.isEmpty ? summary : "\(summary): \(choices.joined(separator: ", "))"
  }

  var errorHelp: String { "\(synopsis)  \(summaryWithChoices)" }

  /// Everything that one entry of a help page says.
  public var explanation: String {
    let notes = [defaultText.map { "default \($0)" }, isRepeatable ? "repeatable" : nil]
    let present = notes.compactMap { $0 }
    let suffix = present.isEmpty ? "" : " (\(present.joined(separator: "; ")))"
    return summaryWithChoices + suffix
  }
}
