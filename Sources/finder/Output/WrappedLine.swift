import FinderEngine

/// A line for people, wrapped at spaces to the width of a terminal.
///
/// A suggested command must work when it is copied from the terminal. So text in single quotes stays on one
/// line, and so does a finder command after a colon. If that is too wide, the terminal wraps it, and still
/// copies it as one line.
struct WrappedLine {
  private(set) var text = ""
  /// How many lines it takes in the terminal.
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
      // The terminal wraps a piece that is too wide.
      if column > self.width {
        height += (column - 1) / self.width
        column = (column - 1) % self.width + 1
      }
    }
  }

  /// The pieces between which the line may be broken; each ends before a space.
  private static func pieces(of line: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var (start, place) = (line.startIndex, line.startIndex)
    var openQuotes = 0
    var previous: Character = " "
    while place < line.endIndex {
      let character = line[place]
      let next = line.index(after: place)
      switch character {
      case "'" where previous == " " || previous == "(": openQuotes += 1
      case "'" where openQuotes > 0 && (next == line.endIndex || !line[next].isLetter):
        openQuotes -= 1
      case " " where openQuotes == 0:
        pieces.append(line[start..<place])
        start = next
        // The rest is a command.
        if previous == ":", line[next...].utf8.starts(with: "finder ".utf8) {
          return pieces + [line[start...]]
        }
      default: break
      }
      previous = character
      place = next
    }
    // An unclosed quote is ordinary text.
    guard openQuotes == 0 else {
      return pieces + line[start...].split(separator: " ", omittingEmptySubsequences: false)
    }
    return pieces + [line[start...]]
  }
}
