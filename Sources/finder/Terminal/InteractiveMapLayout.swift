import FinderEngine

/// Where the map, the list and the bar at the bottom are on the screen. The list keeps its room even if it is
/// empty, so the map does not jump.
struct InteractiveMapLayout: Equatable {
  let columns: Int
  let rows: Int

  /// A smaller screen is too small.
  static let least = (columns: 40, rows: 12)
  private static let listColumns = 36
  private static let narrowestBeside = 100

  var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }

  var hasListBeside: Bool { columns >= Self.narrowestBeside }

  var map: (columns: Int, rows: Int) {
    hasListBeside
      ? (columns - Self.listColumns - 1, rows - 1) : (columns, rows - 1 - list.rows)
  }

  /// The list's own columns and rows.
  var list: (column: Int, row: Int, columns: Int, rows: Int) {
    guard !hasListBeside else { return (columns - Self.listColumns, 0, Self.listColumns, rows - 1) }
    let lines = min(max((rows - 3) / 3, 3), 10)
    return (0, rows - 1 - lines, columns, lines)
  }

  /// How many lines each venue takes in the list.
  func linesEach(of count: Int) -> Int { hasListBeside && 2 * count <= list.rows ? 2 : 1 }

  /// The first venue shown if there is no room for all: the list moves page by page, so it seldom moves.
  func firstListed(of count: Int, selected: Int?) -> Int {
    let room = list.rows / linesEach(of: count)
    return max(0, min((selected ?? 0) / room * room, count - room))
  }

  func isInMap(column: Int, row: Int) -> Bool { column < map.columns && row < map.rows }

  func listed(column: Int, row: Int, of count: Int, selected: Int?) -> Int? {
    let list = list
    guard column >= list.column, column < list.column + list.columns, row >= list.row,
      row < list.row + list.rows
    else { return nil }
    let place = firstListed(of: count, selected: selected) + (row - list.row) / linesEach(of: count)
    return place < count ? place : nil
  }
}

/// A text over the map: a venue's details, or the keys. If it is too long, it scrolls.
struct MapPanel: Equatable {
  let title: String
  private let text: [String]
  /// The column at which the second column of the text begins.
  private let second: Int
  private(set) var offset = 0

  /// The rows in two columns, and lines below them.
  init(title: String, _ rows: [(name: String, text: String)] = [], foot: [String] = []) {
    let second = rows.map { DisplayWidth.of($0.name) + 2 }.max() ?? 0
    (self.title, self.second) = (title, second)
    text =
      rows.map { name, text in
        name + String(repeating: " ", count: second - DisplayWidth.of(name)) + text
      } + foot
  }

  /// Lines that are too long continue on the next line, below the second column.
  func lines(columns: Int) -> [String] {
    let indent = min(second, columns / 2)
    return text.flatMap { Self.wrapped($0, columns, second: second, indent: indent) }
  }

  mutating func scroll(by count: Int, _ layout: InteractiveMapLayout) {
    let room = Self.room(in: layout)
    offset = max(0, min(offset + count, lines(columns: room.columns).count - room.rows))
  }

  static func room(in layout: InteractiveMapLayout) -> (columns: Int, rows: Int) {
    (min(layout.columns - 4, 96), layout.rows - 4)
  }

  private static func wrapped(
    _ line: String, _ columns: Int, second: Int, indent: Int
  ) -> [String] {
    var lines: [String] = []
    var current = ""
    var width = 0
    // The part before this keeps the columns apart.
    var first = second
    /// The text since the last blank at which the line may break.
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
