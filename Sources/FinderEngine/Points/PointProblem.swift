/// Why a text is no point although it is written like one: what it was taken for, and what is wrong
/// with it.
package struct PointProblem: Error, Equatable {
  /// `a plus code`
  package let kind: String
  /// `'1' is none of its characters`
  package let problem: String

  init(_ kind: String, _ problem: String) {
    self.kind = kind
    self.problem = problem
  }
}
