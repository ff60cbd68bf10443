import FinderEngine

/// A line for people, wrapped at spaces to the width of a terminal.
///
/// A suggested command must still work when it is copied from there. So text in single quotes stays on one
/// line, and so does everything from `: finder` on. If that is wider than the terminal, the terminal wraps
/// it, and still copies it whole.
struct WrappedLine {
  private(set) var text = ""
  /// In terminal lines.
  private(set) var height = 1
  private let width: Int
  private var column = 0

  /// All lines but the first begin with `indent` spaces.
  init(_ line: String, width: Int, indent: Int) {
    self.width = max(width, 20)
    // The line's own indentation.
    let margin = line.prefix { $0 == " " }
    text = String(margin)
    column = margin.utf8.count
    var isFirst = true
    for piece in Self.pieces(of: line[margin.endIndex...]) {
      let columns = DisplayWidth.of(String(piece))
      if isFirst {
        isFirst = false
      } else if column + 1 + columns > self.width {
        text += "\n" + String(repeating: " ", count: indent)
        column = indent
        height += 1
      } else {
        text += " "
        column += 1
      }
      text += piece
      column += columns
      // The terminal wraps it.
      if column > self.width {
        height += (column - 1) / self.width
        column = (column - 1) % self.width + 1
      }
    }
  }

  /// The pieces between spaces where the line may be broken.
  private static func pieces(of line: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var (start, place) = (line.startIndex, line.startIndex)
    var depth = 0
    var previous: Character = " "
    while place < line.endIndex {
      let character = line[place]
      let next = line.index(after: place)
      switch character {
      case "'" where previous == " " || previous == "(": depth += 1
      case "'" where depth > 0 && (next == line.endIndex || !line[next].isLetter): depth -= 1
      case " " where depth == 0:
        pieces.append(line[start..<place])
        start = next
        // From here on it is a command.
        if previous == ":", line[next...].utf8.starts(with: "finder ".utf8) {
          return pieces + [line[start...]]
        }
      default: break
      }
      previous = character
      place = next
    }
    // An unclosed quote is ordinary text.
    guard depth == 0 else {
      return pieces + line[start...].split(separator: " ", omittingEmptySubsequences: false)
    }
    return pieces + [line[start...]]
  }
}
