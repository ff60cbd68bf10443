/// Where an offset is in a text, as people count.
package struct TextPosition: Equatable, Sendable, CustomStringConvertible {
  package let offset: Int
  /// From 1.
  package let line: Int
  /// In characters (Unicode scalars), from 1.
  package let column: Int
  /// A text of one line may be megabytes wide: there only the byte offset helps.
  package let isInOneLineText: Bool

  package var description: String {
    isInOneLineText ? "byte \(offset)" : "line \(line), column \(column)"
  }
}

extension TextPosition {
  package init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    var finder = TextPositionFinder(text)
    self = finder.position(of: offset)
  }
}
