/// What is wrong with an expression that a user wrote: a clause for people.
package struct BadExpression: Error, Equatable, Sendable {
  package let problem: String
  /// The expression that was probably meant.
  package let meant: String?
  /// The option that takes what was meant, where it is another.
  package let option: String?
  /// Values of further options that are part of what was meant.
  package let others: [Other]

  package struct Other: Equatable, Sendable {
    package let option: String
    package let value: String

    init(_ option: String, _ value: String) { (self.option, self.value) = (option, value) }
  }

  init(
    _ problem: String, meant: String? = nil, of option: String? = nil, others: [Other] = []
  ) {
    (self.problem, self.meant, self.option, self.others) = (problem, meant, option, others)
  }
}
