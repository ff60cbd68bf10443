/// How an option recognises the words that are its value: the value may be omitted, or contain spaces without
/// quotes.
///
///     --open London           now, and London is the point
///     --open tonight London   tonight
///     --open friday 7pm       one value, which needs quotes
///     --pizza                 not an option, but the value of one
///
/// The parser uses this, so the answer depends only on the text.
public final class ValueReading: Sendable {
  /// The value if none is given; `nil` if the option needs one.
  public let standard: String?
  /// Whether a word is meant as the value of an option that can do without one, even if misspelt.
  let isMeant: @Sendable (String) -> Bool
  /// Whether words separated by spaces are one value, or were meant as one.
  let joins: @Sendable (String) -> Bool
  /// What was meant by words that are not a value; `nil` if they are one when quoted.
  public let corrected: @Sendable (String) -> String?
  /// The value that was meant by the name of an unknown option.
  let named: @Sendable (String) -> String?

  /// For an option that needs a value.
  public init(
    joins: @escaping @Sendable (String) -> Bool,
    corrected: @escaping @Sendable (String) -> String? = { _ in nil },
    named: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (standard, isMeant) = (nil, { _ in true })
    (self.joins, self.corrected, self.named) = (joins, corrected, named)
  }

  /// For an option that means `standard` without a value.
  public init(
    standard: String, isMeant: @escaping @Sendable (String) -> Bool,
    joins: @escaping @Sendable (String) -> Bool,
    corrected: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    (self.standard, self.isMeant) = (standard, isMeant)
    (self.joins, self.corrected, named) = (joins, corrected, { _ in nil })
  }

  /// As in `gluten free fish and chips with wifi`.
  static let mostWords = 8
}
