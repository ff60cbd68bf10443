/// What is wrong with an expression that a user wrote: a clause for people.
package struct BadExpression: Error, Equatable, Sendable {
  package let problem: String
  /// The expression that was probably meant.
  package let meant: String?
  /// The option that takes what was meant, where it is another.
  package let option: String?
  /// A further option that is part of what was meant.
  package let further: OptionValue?
  /// What else can be done, by an option that not every command has.
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
