/// Why a text that looks like a point is not one: the form that it looks like, and what is wrong.
package struct PointProblem: Error, Equatable {
  /// As in `a plus code`.
  package let kind: String
  /// As in `'1' is not one of its characters`.
  package let problem: String
  /// For degrees out of range: the two swapped, if they are then in range.
  package let swapped: Coordinate?

  init(_ kind: String, _ problem: String, swapped: Coordinate? = nil) {
    self.kind = kind
    self.problem = problem
    self.swapped = swapped
  }

  /// The end of a sentence that begins with the text. Swapped degrees are mentioned only if `isFine` accepts
  /// them.
  package func explanation(whereFine isFine: (Coordinate) -> Bool = { _ in true }) -> String {
    let said = "looks like \(kind), but \(problem)"
    guard let swapped, isFine(swapped) else { return said }
    return "\(said); latitude and longitude swapped? \(shown(swapped)) is in range"
  }
}
