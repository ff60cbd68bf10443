/// What is wrong with an expression that a user wrote: a clause for people.
package struct BadExpression: Error, Equatable, Sendable {
  package let problem: String
  /// The expression that was probably meant.
  package let meant: String?
  /// The option that takes what was meant, where it is another.
  package let option: String?

  init(_ problem: String, meant: String? = nil, of option: String? = nil) {
    (self.problem, self.meant, self.option) = (problem, meant, option)
  }
}
