/// How an option recognises its value, if a user may leave it out or forget the quotes around its spaces.
///
///     --open London           the value is left out, and London is the point
///     --open tonight London   the value is `tonight`
///     --open friday 7pm       both words were meant as the value, which needs quotes
///     --pizza                 there is no such option; `pizza` was meant as the value of another
///
/// The parser calls these functions. Their results may depend only on the text.
public final class ValueReading: Sendable {
  /// The value if none is given; `nil` if the option needs one.
  public let standard: String?
  /// Whether the word after the option is meant as its value, even if misspelt. If not, the value was left
  /// out.
  let isMeant: @Sendable (String) -> Bool
  /// Whether words separated by spaces are one value, or were meant as one.
  let joins: @Sendable (String) -> Bool
  /// The value meant by joined words that are none; `nil` if they need only quotes.
  public let corrected: @Sendable (String) -> String?
  /// The value meant by the name of an unknown option, such as `--pizza`.
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

  /// The most words that are joined. `gluten free fish and chips with wifi` has seven.
  static let mostWords = 8
}
