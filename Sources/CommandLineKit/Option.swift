/// An option, `--name` or `--name VALUE`. Keep each as a constant. Use that constant in the tree and to ask
/// an invocation for its value.
///
/// A class, like everything in the tree and in a parsed line: copying one copies no strings, and the runtime
/// describes arrays of classes once. Each kind of array of structs costs a start 13,000 instructions.
public final class Option: Sendable {
  /// Without the dashes.
  public let name: String
  public let short: Character?
  /// The name of its value in help, `N` if that is a number; `nil` for a switch.
  public let value: String?
  /// The only values that the parser accepts; empty for any.
  public let choices: [String]
  /// One line, lower case, no full stop. Help adds the choices and the default.
  public let summary: String
  /// The heading that it is listed under in help.
  public let group: String
  /// Whether `COMMAND --help` shows it, not only `help COMMAND`: at most ten per command.
  public let isEveryday: Bool
  /// Whether every value given counts, not only the last.
  public let isRepeatable: Bool
  /// Whether it names a file, and so may be any bytes; the value of another option must be UTF-8.
  public let isPath: Bool
  /// What a shell offers for its value in addition to the choices: a list that the program knows; for a path,
  /// the list of file endings that fit (none for any file).
  public let completes: ValueList
  /// How to read words as its value; `nil` if the value is the one word after it.
  public let reading: ValueReading?
  public let defaultText: String?
  /// Names that other programs have for it, separated by spaces: `max top`. The parser answers them with a
  /// suggestion, and never accepts them. A name that implies a value is written `imperial=imperial`.
  public let otherWords: String

  public init(
    _ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [],
    summary: String, group: String = "Options", isEveryday: Bool = false,
    isRepeatable: Bool = false, isPath: Bool = false, completes: ValueList = .none,
    reading: ValueReading? = nil,
    defaultText: String? = nil, otherWords: String = ""
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    self.summary = summary
    self.group = group
    self.isEveryday = isEveryday
    self.isRepeatable = isRepeatable
    self.isPath = isPath
    self.completes = completes
    self.reading = reading
    self.defaultText = defaultText
    self.otherWords = otherWords
  }

  /// The same option for another command, with its own text, default or choices.
  public func with(
    choices: [String]? = nil, summary: String? = nil, group: String? = nil,
    isEveryday: Bool? = nil, isRepeatable: Bool? = nil, defaultText: String? = nil,
    otherWords: String? = nil
  ) -> Option {
    Option(
      name, short: short, value: value, choices: choices ?? self.choices,
      summary: summary ?? self.summary, group: group ?? self.group,
      isEveryday: isEveryday ?? self.isEveryday, isRepeatable: isRepeatable ?? self.isRepeatable,
      isPath: isPath, completes: completes, reading: reading,
      defaultText: defaultText ?? self.defaultText,
      otherWords: otherWords ?? self.otherWords)
  }

  public static let help = Option("help", short: "h", summary: "show this help", group: "General")
  public static let version = Option(
    "version", short: "V", summary: "show the version", group: "General", otherWords: "v")

  /// An option of the command `help`, which the parser handles too.
  public static let manual = Option(
    "man", summary: "the manual page, for man -l or mandoc", group: "General")

  /// Every command takes these, and the parser handles them.
  public static let builtIn = [help, version]

  public var flag: String { "--\(name)" }

  /// Its value if it is given without one; `nil` if it needs a value, and for a switch.
  public var standard: String? { reading?.standard }

  var isNumber: Bool { value == "N" }

  /// As in `--output, -o FILE` or `--open [WHEN]`.
  public var synopsis: String {
    let value = value.map { standard == nil ? " \($0)" : " [\($0)]" }
    return flag + (short.map { ", -\($0)" } ?? "") + (value ?? "")
  }

  var summaryWithChoices: String {
    choices.isEmpty ? summary : "\(summary): \(choices.joined(separator: ", "))"
  }

  var errorHelp: String { "\(synopsis)  \(summaryWithChoices)" }

  public var explanation: String {
    let notes = [defaultText.map { "default \($0)" }, isRepeatable ? "repeatable" : nil]
    let present = notes.compactMap { $0 }
    let suffix = present.isEmpty ? "" : " (\(present.joined(separator: "; ")))"
    return summaryWithChoices + suffix
  }
}

extension Option: Equatable {
  /// Whether the two have the same meaning and text. Whether they are everyday options does not count.
  public static func == (one: Option, other: Option) -> Bool {
    (one.name, one.short, one.value, one.choices, one.summary, one.group)
      == (other.name, other.short, other.value, other.choices, other.summary, other.group)
      && one.standard == other.standard
      && (one.isRepeatable, one.isPath, one.completes, one.defaultText, one.otherWords)
        == (other.isRepeatable, other.isPath, other.completes, other.defaultText, other.otherWords)
  }
}
