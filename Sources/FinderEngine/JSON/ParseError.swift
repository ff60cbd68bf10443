/// What is wrong with a text, and where. Only the offset is kept: line and column are worked out
/// from it when the error is shown, so that reading never counts lines.
public struct ParseError: Error, Equatable, Sendable {
  public let offset: Int
  /// A whole clause: "expected ':' after a member's name".
  public let problem: String

  public init(_ offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }
}

/// Where an offset lies in a text, as people count.
public struct TextPosition: Equatable, Sendable, CustomStringConvertible {
  public let offset: Int
  /// From 1.
  public let line: Int
  /// In characters (Unicode scalars), from 1.
  public let column: Int
  /// A text of one line may be megabytes wide: there only the byte offset helps.
  public let isInOneLineText: Bool

  public init(of offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    var finder = TextPositionFinder(text)
    self = finder.position(of: offset)
  }

  fileprivate init(offset: Int, line: Int, column: Int, isInOneLineText: Bool) {
    self.offset = offset
    self.line = line
    self.column = column
    self.isInOneLineText = isInOneLineText
  }

  public var description: String {
    isInOneLineText ? "byte \(offset)" : "line \(line), column \(column)"
  }
}

/// Works out positions one after another, going over the text only once as long as the offsets grow.
struct TextPositionFinder {
  private let text: UnsafeBufferPointer<UInt8>
  private let isOneLine: Bool
  private var line = 1
  private var column = 1
  private var offset = 0

  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.text = text
    let newline = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    isOneLine = newline >= text.count - 1
  }

  mutating func position(of target: Int) -> TextPosition {
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

/// The first few characters at an offset, made fit for one line of a message.
public func excerpt(of text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
  guard offset < text.count else { return "the end" }
  let start = text[offset...].prefix(20)
  let end = start.firstIndex { $0 < 0x20 && $0 != UInt8(ascii: "\t") } ?? start.endIndex
  guard end > offset else { return controlName(text[offset]) }
  var shown = String(decoding: text[offset..<end], as: UTF8.self)
  // A character cut in two at the end decodes to a replacement that never stood there.
  if end == start.endIndex, end < text.count {
    while shown.count > 1, shown.unicodeScalars.last == "\u{FFFD}" { shown.removeLast() }
  }
  let isCut = end < text.count && text[end] >= 0x20
  return "'" + fitForMessage(shown) + (isCut ? "…'" : "'")
}

/// Words out of a file, for a message of one line on somebody's terminal: white space as spaces, and
/// nothing that would steer the terminal or turn the line's order round; cut where they go on.
func fitForMessage(_ words: String) -> String {
  let longest = 60
  let scalars = words.unicodeScalars
  var fit = String.UnicodeScalarView()
  for scalar in scalars.prefix(longest) {
    let properties = scalar.properties
    if properties.isWhitespace {
      fit.append(" ")
    } else if properties.generalCategory == .control || properties.isBidiControl {
      fit.append("\u{FFFD}")
    } else {
      fit.append(scalar)
    }
  }
  if scalars.dropFirst(longest).first != nil { fit.append("…") }
  return String(fit)
}

private func controlName(_ byte: UInt8) -> String {
  switch byte {
  case 0x0A, 0x0D: "the end of the line"
  default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
