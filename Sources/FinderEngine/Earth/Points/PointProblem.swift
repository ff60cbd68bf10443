/// Why a text is no point although it is written like one: what it was taken for, and what is wrong
/// with it.
package struct PointProblem: Error, Equatable {
  /// `a plus code`
  package let kind: String
  /// `'1' is none of its characters`
  package let problem: String
  /// Of degrees that are out of range: the two swapped, if they are in range then.
  package let swapped: Coordinate?

  init(_ kind: String, _ problem: String, swapped: Coordinate? = nil) {
    self.kind = kind
    self.problem = problem
    self.swapped = swapped
  }

  /// As the end of a sentence that begins with the text. The two swapped are mentioned where a point
  /// there would do.
  package func explanation(whereFine isFine: (Coordinate) -> Bool = { _ in true }) -> String {
    let said = "looks like \(kind), but \(problem)"
    guard let swapped, isFine(swapped) else { return said }
    return "\(said); latitude and longitude swapped? \(shown(swapped)) is in range"
  }
}
