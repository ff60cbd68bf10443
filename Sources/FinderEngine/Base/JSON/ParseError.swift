/// What is wrong with a text, and where. Only the offset is kept: line and column are worked out
/// from it when the error is shown, so that reading never counts lines.
package struct ParseError: Error, Equatable, Sendable {
  package let offset: Int
  /// A whole clause: "expected ':' after a member's name".
  package let problem: String

  package init(_ offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }
}

extension ParseError {
  /// The problem and what stood there instead.
  package func description(in text: UnsafeBufferPointer<UInt8>) -> String {
    offset < text.count ? "\(problem), found \(excerpt(of: text, at: offset))" : problem
  }
}
