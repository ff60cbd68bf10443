/// Where an offset is in a text, in lines and columns.
package struct TextPosition: Equatable, Sendable, CustomStringConvertible {
  package let offset: Int
  /// From 1.
  package let line: Int
  /// In characters (Unicode scalars), from 1.
  package let column: Int
  /// If the text is a single line, which may be megabytes wide, only the byte offset helps.
  let isInOneLineText: Bool

  package var description: String {
    isInOneLineText ? "byte \(offset)" : "line \(line), column \(column)"
  }
}

extension TextPosition {
  package init(of offset: Int, in text: Bytes) {
    var finder = TextPositionFinder(text)
    self = finder.position(of: offset)
  }
}

/// Finds positions one after another. It passes over the text only once if the offsets grow.
package struct TextPositionFinder {
  private let text: Bytes
  private let isOneLine: Bool
  private var line = 1
  private var column = 1
  private var offset = 0

  package init(_ text: Bytes) {
    self.text = text
    let newline = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    isOneLine = newline >= text.count - 1
  }

  package mutating func position(of target: Int) -> TextPosition {
    if target < offset { (line, column, offset) = (1, 1, 0) }
    while offset < min(target, text.count) {
      if text[offset] == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if text[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return TextPosition(offset: offset, line: line, column: column, isInOneLineText: isOneLine)
  }
}
