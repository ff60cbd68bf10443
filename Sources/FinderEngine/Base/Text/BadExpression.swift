/// What is wrong with a user's expression, as a clause for people.
package struct BadExpression: Error, Equatable, Sendable {
  package let problem: String
  /// The expression that was probably meant.
  package let meant: String?
  /// The option that accepts what was meant, if it is another.
  package let option: String?
  /// Another option that is part of what was meant.
  package let further: OptionValue?
  /// Other advice, about an option that not every command has.
  package let advice: Advice?

  package struct OptionValue: Equatable, Sendable {
    package let option: String
    package let value: String
  }

  /// A clause for people.
  package struct Advice: Equatable, Sendable {
    package let option: String
    package let text: String
  }

  init(
    _ problem: String, meant: String? = nil, of option: String? = nil,
    further: OptionValue? = nil, advice: Advice? = nil
  ) {
    (self.problem, self.meant, self.option) = (problem, meant, option)
    (self.further, self.advice) = (further, advice)
  }
}
