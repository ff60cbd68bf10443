/// An option, `--name` or `--name VALUE`. Keep each as a constant, and use that constant both in the
/// tree and to ask an invocation for its value.
public struct Option: Sendable, Equatable {
  /// The value that an option takes: the word that stands for it in help, and what it may be.
  public struct Value: Sendable, Equatable {
    public var placeholder: String
    public var kind: ValueKind

    public init(_ placeholder: String, _ kind: ValueKind) {
      self.placeholder = placeholder
      self.kind = kind
    }

    public static func text(_ placeholder: String) -> Value { Value(placeholder, .text) }
    public static func number(_ placeholder: String) -> Value { Value(placeholder, .number) }
    public static func path(_ placeholder: String) -> Value { Value(placeholder, .path) }
    public static func choices(_ choices: [String], _ placeholder: String) -> Value {
      Value(placeholder, .choices(choices))
    }
  }

  /// Without its dashes.
  public var name: String
  public var short: Character?
  /// `nil` for a switch.
  public var value: Value?
  /// One line, lower case, no full stop. The choices and the default are added to it.
  public var summary: String
  /// The heading that it stands under in help.
  public var group: String
  /// Whether every value given counts, not only the last.
  public var isRepeatable: Bool
  public var defaultText: String?

  public init(
    _ name: String, short: Character? = nil, value: Value? = nil, summary: String,
    group: String = "Options", isRepeatable: Bool = false, defaultText: String? = nil
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.group = group
    self.isRepeatable = isRepeatable
    self.defaultText = defaultText
  }

  /// The same option as another command has it, with its own default or list of choices.
  public func with(_ change: (inout Option) -> Void) -> Option {
    var copy = self
    change(&copy)
    return copy
  }

  public static let help = Option("help", short: "h", summary: "show this help", group: "General")
  public static let version = Option("version", summary: "show the version", group: "General")

  /// Every command takes these, and the parser answers them.
  public static let builtIn = [help, version]

  public var flag: String { "--\(name)" }

  /// `--output, -o FILE`
  public var synopsis: String {
    flag + (short.map { ", -\($0)" } ?? "") + (value.map { " \($0.placeholder)" } ?? "")
  }

  /// The summary and the choices.
  public var summaryWithChoices: String {
    guard let choices = value?.kind.choices else { return summary }
    return "\(summary): \(choices.joined(separator: ", "))"
  }

  /// Everything that one entry of a help page says.
  public var explanation: String {
    let notes = [defaultText.map { "default \($0)" }, isRepeatable ? "repeatable" : nil]
    let present = notes.compactMap { $0 }
    let suffix = present.isEmpty ? "" : " (\(present.joined(separator: "; ")))"
    return summaryWithChoices + suffix
  }
}
