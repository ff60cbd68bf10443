import FinderEngine

/// A text over the map: a venue's details, or the keys. It is as long as it is, and moves behind its frame.
struct MapPanel: Equatable {
  let title: String
  private let text: [String]
  /// The column where the second column of the text begins.
  private let second: Int
  private(set) var offset = 0

  init(title: String, _ text: [String], second: Int) {
    (self.title, self.text, self.second) = (title, text, second)
  }

  /// Lines too long go on in the next one, beneath the second column.
  func lines(columns: Int) -> [String] {
    let indent = min(second, columns / 2)
    return text.flatMap { Self.wrapped($0, columns, second: second, indent: indent) }
  }

  mutating func scroll(by count: Int, _ layout: MapScreenLayout) {
    let room = Self.room(in: layout)
    offset = max(0, min(offset + count, lines(columns: room.columns).count - room.rows))
  }

  /// Within its frame.
  static func room(in layout: MapScreenLayout) -> (columns: Int, rows: Int) {
    (min(layout.columns - 4, 96), layout.rows - 4)
  }

  private static func wrapped(
    _ line: String, _ columns: Int, second: Int, indent: Int
  ) -> [String] {
    var lines: [String] = []
    var current = ""
    var width = 0
    // What is before it keeps the columns apart.
    var first = second
    /// What came since the last blank at which the line may break.
    var word: (text: String, width: Int)?
    for character in line {
      let own = DisplayWidth.of(String(character))
      if width + own > columns {
        if let word { current.removeLast(word.text.count + 1) }
        lines.append(current)
        current = String(repeating: " ", count: indent) + (word?.text ?? "")
        width = indent + (word?.width ?? 0)
        (first, word) = (indent, nil)
      }
      current.append(character)
      width += own
      if character == " ", width > first + 1 {
        word = ("", 0)
      } else if let last = word {
        word = (last.text + String(character), last.width + own)
      }
    }
    return lines + [current]
  }
}
