/// A positional argument of a command. A class, as `Option` is.
public final class Argument: Sendable {
  /// As help shows it, for example `FILE`.
  public let name: String
  public let isRequired: Bool
  /// The most words it takes, such as two for a point. Only the last argument can take more than one.
  public let mostWords: Int
  /// Whether it names a file, and so may be any bytes; other arguments must be UTF-8.
  public let isPath: Bool
  /// The only words that the parser accepts; empty for any.
  public let choices: [String]
  /// What a shell offers, as for an option.
  public let completes: ValueList
  /// Decides whether several words were meant as one argument; `nil` if the argument never has spaces.
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

  /// Whether it takes all remaining words.
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
