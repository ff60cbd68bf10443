import FinderEngine

/// A text over the map: a venue's details, or the keys. It is as long as it is, and moves behind its frame.
struct MapPanel: Equatable {
  let title: String
  private let text: [String]
  private(set) var offset = 0

  init(title: String, _ text: [String]) { (self.title, self.text) = (title, text) }

  /// Lines too long go on in the next one, further in.
  func lines(columns: Int) -> [String] { text.flatMap { Self.wrapped($0, columns) } }

  mutating func scroll(by count: Int, _ layout: MapScreenLayout) {
    let room = Self.room(in: layout)
    offset = max(0, min(offset + count, lines(columns: room.columns).count - room.rows))
  }

  /// Within its frame.
  static func room(in layout: MapScreenLayout) -> (columns: Int, rows: Int) {
    (min(layout.columns - 4, 96), layout.rows - 4)
  }

  private static let indent = "    "

  private static func wrapped(_ line: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var width = 0
    /// Where the last blank is, if there is one after the indent.
    var blank: (index: String.Index, width: Int)?
    for character in line {
      let own = DisplayWidth.of(String(character))
      if width + own > columns {
        if let blank {
          let rest = String(current[current.index(after: blank.index)...])
          lines.append(String(current[..<blank.index]))
          current = indent + rest
          width = indent.utf8.count + width - blank.width - 1
        } else {
          lines.append(current)
          (current, width) = (indent, indent.utf8.count)
        }
        blank = nil
      }
      // Columns of a table are kept apart by blanks, at which a line breaks only if there are no others.
      if character == " ", !current.isEmpty, current.last != " " {
        blank = (current.endIndex, width)
      }
      current.append(character)
      width += own
      if blank != nil, current.utf8.count > 4096 { blank = nil }
    }
    return lines + [current]
  }
}
