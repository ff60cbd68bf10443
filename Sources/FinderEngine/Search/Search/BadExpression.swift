/// What is wrong with an expression that a user wrote: a clause for people.
package struct BadExpression: Error, Equatable, Sendable {
  package let problem: String

  init(_ problem: String) { self.problem = problem }
}
