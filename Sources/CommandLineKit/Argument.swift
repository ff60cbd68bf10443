/// A word that a command takes in its place. A class, as `Option` is.
public final class Argument: Sendable {
  /// As help shows it: `FILE`.
  public let name: String
  public let isRequired: Bool
  /// How many words it takes at most, such as two for a point: only the last argument can take more
  /// than one.
  public let mostWords: Int
  /// Names a file, and so may be any bytes; another argument is UTF-8.
  public let isPath: Bool
  /// The parser refuses any other word; empty where it takes any.
  public let choices: [String]
  /// As of an option.
  public let completes: ValueList
  /// How several words read as one of these; `nil` where one never has spaces.
  let joins: (@Sendable (String) -> JoinedWords)?
  public let summary: String

  public init(
    _ name: String, isRequired: Bool = true, isRepeatable: Bool = false, mostWords: Int = 1,
    isPath: Bool = false, choices: [String] = [], completes: ValueList = .none,
    joins: (@Sendable (String) -> JoinedWords)? = nil, summary: String
  ) {
    self.name = name
    self.isRequired = isRequired
    self.mostWords = isRepeatable ? .max : mostWords
    self.isPath = isPath
    self.choices = choices
    self.completes = completes
    self.joins = joins
    self.summary = summary
  }

  /// Takes all the words that are left.
  public var isRepeatable: Bool { mostWords == .max }

  var explanation: String {
    choices.isEmpty ? summary : "\(summary): \(choices.joined(separator: ", "))"
  }

  /// `FILE`, `[FILE]`, `FILE…` or `[FILE…]`
  public var synopsis: String {
    let repeated = isRepeatable ? "\(name)…" : name
    return isRequired ? repeated : "[\(repeated)]"
  }
}
