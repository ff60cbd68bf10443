/// How an option decides from the words which are its value: it may be omitted, or contain spaces without
/// quotes.
///
///     --open London           now, and London is the point
///     --open tonight London   tonight
///     --open friday 7pm       one value, which needs quotes
///     --pizza                 the name of no option, but what one may have as its value
///
/// Used by the parser, so the answer depends on the text only.
public final class ValueReading: Sendable {
  /// What the option means without a value; `nil` where it needs one.
  public let standard: String?
  /// Whether a word is meant as the value of an option that can do without one, rightly spelt or nearly so.
  let isMeant: @Sendable (String) -> Bool
  /// Whether words with spaces between them are one value, or were meant as one.
  let joins: @Sendable (String) -> Bool
  /// What was meant by words that are no value; `nil` where they are one in quotes.
  public let corrected: @Sendable (String) -> String?
  /// The value that was meant by the name of an option that there is not.
  let named: @Sendable (String) -> String?

  /// Of an option that needs a value.
  public init(
    joins: @escaping @Sendable (String) -> Bool,
    corrected: @escaping @Sendable (String) -> String? = { _ in nil },
    named: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (standard, isMeant) = (nil, { _ in true })
    (self.joins, self.corrected, self.named) = (joins, corrected, named)
  }

  /// Of one that means `standard` by itself.
  public init(
    standard: String, isMeant: @escaping @Sendable (String) -> Bool,
    joins: @escaping @Sendable (String) -> Bool,
    corrected: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (self.standard, self.isMeant) = (standard, isMeant)
    (self.joins, self.corrected, named) = (joins, corrected, { _ in nil })
  }

  /// `gluten free fish and chips with wifi`
  static let mostWords = 8
}
